"""Image matching: two 1080p desktops, the second moved, turned and through JPEG; and two that differ."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Any

RUNS = 10
WIDTH, HEIGHT = 1920, 1080


def match_sift() -> dict[str, Any]:
    from crab_visualprompt.match.features import FeatureMatcher

    return _measured(FeatureMatcher)


def match_akaze() -> dict[str, Any]:
    from crab_visualprompt.match.features import AkazeMatcher

    return _measured(AkazeMatcher)


def match_xfeat() -> dict[str, Any]:
    from crab_visualprompt.match.xfeat.matcher import XFeatMatcher

    return _measured(XFeatMatcher)


def match_xfeat_dense() -> dict[str, Any]:
    from crab_visualprompt.match.xfeat.matcher import XFeatMatcher

    return _measured(lambda: XFeatMatcher(mode="semi-dense"))


def _measured(make: Callable[[], Any]) -> dict[str, Any]:
    matcher = make()
    first, second, other, icon = _pictures()
    match = matcher.match(first, second)
    alike, different, small = ([] for _ in range(3))
    for _ in range(RUNS):
        alike.append(_seconds(matcher, first, second))
        different.append(_seconds(matcher, first, other))
        small.append(_seconds(matcher, icon, first))
    return {
        "value": statistics.median(alike),
        "unit": "s",
        "runs": RUNS,
        "worst": max(alike),
        "different": statistics.median(different),
        "icon": statistics.median(small),
        "points": len(match.points),
        "confidence": match.confidence,
        "screen": f"{WIDTH}x{HEIGHT}",
    }


def _seconds(matcher: Any, first: Any, second: Any) -> float:
    start = time.perf_counter()
    matcher.match(first, second)
    return time.perf_counter() - start


def _pictures() -> tuple[Any, Any, Any, Any]:
    """A desktop, the same one seen otherwise, another desktop, and an icon of the first."""
    import cv2
    import numpy as np

    first, other = _desktop(1), _desktop(2)
    look = np.array([[0.95, 0.03, 20], [-0.03, 0.95, 30], [0, 0, 1.0]])
    seen = cv2.warpPerspective(first, look, (WIDTH, HEIGHT))
    second = cv2.imdecode(cv2.imencode(".jpg", seen, [cv2.IMWRITE_JPEG_QUALITY, 60])[1], cv2.IMREAD_COLOR)
    return first, second, other, first[210:258, 540:588].copy()


def _desktop(seed: int) -> Any:
    """Windows with rows of words and icons, as many as a busy desktop has."""
    import cv2
    import numpy as np

    chance = np.random.default_rng(seed)
    picture = np.full((HEIGHT, WIDTH, 3), 70, np.uint8)
    letters = list("abcdefghijklmnopqrstuvwxyzABCDEFGH0123456789     ")
    for window in range(4):
        left, top = 20 + 950 * (window % 2), 20 + 530 * (window // 2)
        cv2.rectangle(picture, (left, top), (left + 920, top + 500), (248, 246, 245), -1)
        for row in range(15):
            y = top + 36 + 31 * row
            color = [int(value) for value in chance.integers(20, 220, 3)]
            cv2.circle(picture, (left + 30, y - 6), int(chance.integers(6, 14)), color, -1, cv2.LINE_AA)
            for place in (60, 400, 700):
                words = "".join(chance.choice(letters, int(chance.integers(8, 22))))
                spot = left + place, y
                cv2.putText(picture, words, spot, 2, 0.45, (50, 50, 50), 1, cv2.LINE_AA)
    return picture

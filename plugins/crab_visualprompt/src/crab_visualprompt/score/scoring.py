"""Scores of subjects on sets of screens, by platform."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crab_core import CrabError
from crab_visualprompt.score.kept import Screen
from crab_visualprompt.score.measure import Counts, Judged, judge_elements, judge_texts
from crab_visualprompt.score.subjects import Kind, Missing, Subject, pixels_of
from crab_visualprompt.score.truth import Truth, truth_of

RESAMPLES = 1000
"""Of the bootstrap over screens."""


@dataclass(frozen=True, slots=True)
class Share:
    """A share with its 95 % interval, which the bootstrap over screens gives (B. Efron, 1979)."""

    value: float | None
    """0 to 1; None when there is nothing of which it is a share."""
    low: float | None = None
    """None for a single screen."""
    high: float | None = None

    def facts(self) -> dict[str, float | None]:
        """For JSON."""
        return {"value": self.value, "low": self.low, "high": self.high}


@dataclass(frozen=True, slots=True)
class Score:
    """How one subject did on the screens of one platform."""

    name: str
    kind: Kind
    platform: str
    baseline: bool
    screens: int
    counts: Counts
    recall: Share
    precision: Share
    agreement: float | None
    """Mean intersection over union of what was found."""
    exact: Share
    """Of elements, those that a click into the middle of a box hits; of texts, those without error."""
    lands: Share
    """Of boxes, those whose middle is on some element: a click there does something."""
    error: Share
    """Wrong characters: of the labels of found elements, or of all texts."""
    seconds: float
    """Median of a screen, decoding left out."""

    def facts(self) -> dict[str, Any]:
        """For JSON."""
        elements = self.kind != "ocr"
        only = {"lands": self.lands.facts()} if elements else {}
        return {
            "name": self.name,
            "kind": self.kind,
            "platform": self.platform,
            "baseline": self.baseline,
            "screens": self.screens,
            "elements" if elements else "texts": self.counts.true,
            "boxes" if elements else "lines": self.counts.told,
            "judged": self.counts.judged,
            "recall": self.recall.facts(),
            "precision": self.precision.facts(),
            "iou": self.agreement,
            "hit" if elements else "exact": self.exact.facts(),
            **only,
            "text_error": self.error.facts(),
            "seconds": self.seconds,
        }


Watch = Callable[[Subject, Screen, Judged], None]
"""Is told of every screen that was judged."""


def score(
    subjects: Sequence[Subject], screens: Iterable[Screen], watch: Watch = lambda *_: None
) -> tuple[list[Score], list[Missing]]:
    """Let each subject look at each screen, and judge what it finds.

    Args:
        subjects: What is scored.
        screens: Read one at a time.
        watch: Is told of every screen that was judged.

    Returns:
        Scores by platform and subject, and the subjects that failed at some screen and have none.
    """
    judged: dict[tuple[str, str, Kind], list[tuple[Counts, float]]] = {}
    failed: dict[tuple[str, Kind], Missing] = {}
    for screen in screens:
        truth, pixels = truth_of(screen.tree, screen.platform), pixels_of(screen)
        for subject in subjects:
            if (subject.name, subject.kind) in failed:
                continue
            start = time.perf_counter()
            try:
                told = subject.look(screen, pixels)
            except CrabError as error:
                failed[subject.name, subject.kind] = Missing(subject.name, subject.kind, str(error))
                continue
            seconds = time.perf_counter() - start
            found = _judge(subject, truth, told)
            judged.setdefault((screen.platform, subject.name, subject.kind), []).append(
                (found.counts, seconds)
            )
            watch(subject, screen, found)
    by_platform = sorted({platform for platform, _, _ in judged})
    scores = [
        _sum(subject, platform, judged[platform, subject.name, subject.kind])
        for platform in by_platform
        for subject in subjects
        if (subject.name, subject.kind) not in failed and (platform, subject.name, subject.kind) in judged
    ]
    return scores, list(failed.values())


def _judge(subject: Subject, truth: Truth, told: Sequence[Any]) -> Judged:
    return judge_texts(truth, told) if subject.kind == "ocr" else judge_elements(truth, told)


def _sum(subject: Subject, platform: str, rows: Sequence[tuple[Counts, float]]) -> Score:
    each = [counts for counts, _ in rows]
    total = sum(each, Counts())
    return Score(
        name=subject.name,
        kind=subject.kind,
        platform=platform,
        baseline=subject.baseline,
        screens=len(rows),
        counts=total,
        recall=share([c.found for c in each], [c.true for c in each]),
        precision=share([c.right for c in each], [c.judged for c in each]),
        agreement=total.agreement / total.found if total.found else None,
        exact=share([c.exact for c in each], [c.true for c in each]),
        lands=share([c.lands for c in each], [c.told for c in each]),
        error=share([c.errors for c in each], [c.characters for c in each]),
        seconds=statistics.median(seconds for _, seconds in rows),
    )


def share(parts: Sequence[int], wholes: Sequence[int]) -> Share:
    """What the parts are of the wholes, one of each a screen; seeded, so that equal data agree."""
    over, under = np.array(parts, np.float64), np.array(wholes, np.float64)
    if not under.sum():
        return Share(None)
    value = float(over.sum() / under.sum())
    if len(over) < 2:
        return Share(value)
    picks = np.random.default_rng(len(over)).integers(0, len(over), (RESAMPLES, len(over)))
    tops, bottoms = over[picks].sum(axis=1), under[picks].sum(axis=1)
    means: NDArray[np.float64] = tops[bottoms > 0] / bottoms[bottoms > 0]
    low, high = np.percentile(means, (2.5, 97.5))
    return Share(value, float(low), float(high))

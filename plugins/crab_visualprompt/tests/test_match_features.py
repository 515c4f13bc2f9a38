"""The matchers `sift` and `akaze`: where a picture shows another one, and where it does not."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import cv2
import numpy as np
import pytest

from crab_core import Match, UsageError
from crab_visualprompt.match.features import AkazeMatcher, FeatureMatcher
from crab_visualprompt.plugin import crab_register_matchers

MATCHERS = [FeatureMatcher(), AkazeMatcher()]
WORDS = ["alpha", "bravo", "candle", "delta", "ember", "forest", "garden", "harbour", "island", "jungle"]


def drawn(seed: int, width: int = 480, height: int = 360) -> np.ndarray:
    """Something like a window: cards with words, buttons and rounds, as different as their seeds."""
    rng = np.random.default_rng(seed)
    picture = np.full((height, width, 3), rng.integers(200, 250), np.uint8)
    for top in range(10, height - 60, 62):
        left = int(rng.integers(8, 60))
        color = [int(value) for value in rng.integers(120, 255, 3)]
        cv2.rectangle(picture, (left, top), (width - int(rng.integers(10, 200)), top + 50), color, -1)
        ink = [int(value) for value in rng.integers(0, 90, 3)]
        cv2.circle(picture, (left + 26, top + 26), int(rng.integers(8, 20)), ink, -1)
        text = " ".join(rng.choice(WORDS, 4))
        cv2.putText(
            picture, text, (left + 60, top + 33), 1, float(rng.uniform(1.1, 1.7)), ink, 1, cv2.LINE_AA
        )
    return picture


def icon_of(size: int) -> np.ndarray:
    """A letter on a card, with a dot: no turn makes its mirror image of it."""
    icon = np.full((96, 96, 3), (250, 240, 225), np.uint8)
    cv2.rectangle(icon, (8, 8), (88, 88), (150, 60, 30), 5)
    cv2.putText(icon, "R", (22, 76), cv2.FONT_HERSHEY_DUPLEX, 2.2, (20, 90, 20), 8, cv2.LINE_AA)
    cv2.circle(icon, (74, 24), 8, (30, 30, 190), -1, cv2.LINE_AA)
    return cv2.resize(icon, (size, size), interpolation=cv2.INTER_AREA)


def warped(picture: np.ndarray, homography: Any, width: int = 0, height: int = 0) -> np.ndarray:
    size = width or picture.shape[1], height or picture.shape[0]
    return cv2.warpPerspective(picture, np.array(homography, float), size, borderValue=(128, 128, 128))


def jpeg(picture: np.ndarray, quality: int) -> np.ndarray:
    return cv2.imdecode(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], 1)


def farthest(match: Match, homography: Any, picture: np.ndarray) -> float:
    """Pixels by which the worst corner misses its place."""
    assert match.corners is not None
    height, width = picture.shape[:2]
    seen = np.array([[0, 0, 1], [width, 0, 1], [width, height, 1], [0, height, 1]]) @ np.array(homography).T
    return float(np.linalg.norm(seen[:, :2] / seen[:, 2:] - match.corners, axis=1).max())


LOOKS = {
    "where it was": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "shifted": [[1, 0, 37], [0, 1, -21], [0, 0, 1]],
    "half the size": [[0.5, 0, 40], [0, 0.5, 60], [0, 0, 1]],
    "larger": [[1.6, 0, -60], [0, 1.6, -50], [0, 0, 1]],
    "turned": [[0.9, 0.25, 10], [-0.25, 0.9, 80], [0, 0, 1]],
    "upside down": [[-1, 0, 480], [0, -1, 360], [0, 0, 1]],
    "stretched": [[1.0, 0, 0], [0, 0.8, 30], [0, 0, 1]],
    "from the side": [[0.95, 0.05, 20], [0.03, 0.9, 20], [2e-4, 1e-4, 1]],
}


@pytest.mark.parametrize("matcher", MATCHERS, ids=lambda matcher: matcher.name)
@pytest.mark.parametrize("look", LOOKS)
def test_corners_lie_where_the_homography_puts_them(matcher: FeatureMatcher, look: str):
    first = drawn(1)
    match = matcher.match(first, warped(first, LOOKS[look]))
    assert farthest(match, LOOKS[look], first) < 3
    assert match.confidence > 0.8
    assert match.homography is not None
    assert len(match.points) >= 6


@pytest.mark.parametrize("matcher", MATCHERS, ids=lambda matcher: matcher.name)
@pytest.mark.parametrize("seed", range(3))
def test_other_windows_do_not_match(matcher: FeatureMatcher, seed: int):
    assert matcher.match(drawn(seed), drawn(seed + 40)) == Match()


@pytest.mark.parametrize("matcher", MATCHERS, ids=lambda matcher: matcher.name)
def test_its_mirror_image_does_not_match(matcher: FeatureMatcher):
    first = drawn(2)
    assert matcher.match(first, np.ascontiguousarray(first[:, ::-1])) == Match()
    assert matcher.match(first, first[::-1]) == Match()  # as it is given, in any order in memory


@pytest.fixture(scope="module")
def screen() -> np.ndarray:
    """A desktop of six windows at 1080p."""
    picture = np.full((1080, 1920, 3), 235, np.uint8)
    for place in range(6):
        top, left = 40 + 500 * (place // 3), 20 + 620 * (place % 3)
        picture[top : top + 480, left : left + 600] = drawn(place, 600, 480)
    return picture


@pytest.mark.parametrize(("size", "shown"), [(28, 28), (40, 30), (40, 56), (64, 64), (96, 60)])
def test_an_icon_is_found_in_a_whole_screen_at_its_size_and_at_others(
    screen: np.ndarray, size: int, shown: int
):
    seen = screen.copy()
    seen[700 : 700 + shown, 1234 : 1234 + shown] = icon_of(shown)
    match = FeatureMatcher().match(icon_of(size), seen)
    real = shown / size
    assert farthest(match, [[real, 0, 1234], [0, real, 700], [0, 0, 1]], icon_of(size)) < 3
    assert match.confidence > 0.8


@pytest.mark.parametrize("matcher", MATCHERS, ids=lambda matcher: matcher.name)
def test_an_icon_that_is_not_there_is_not_found(matcher: FeatureMatcher, screen: np.ndarray):
    assert matcher.match(icon_of(40), screen) == Match()
    mirrored = screen.copy()
    mirrored[700:740, 1234:1274] = icon_of(40)[:, ::-1]
    assert matcher.match(icon_of(40), mirrored) == Match()


def test_a_picture_that_is_there_more_than_once_is_found_at_one_of_the_places():
    seen = drawn(5, 900, 600)
    for x in (100, 400, 700):
        seen[300:340, x : x + 40] = icon_of(40)
    match = FeatureMatcher().match(icon_of(40), seen)
    assert match.corners is not None
    x, y = match.corners[0]
    assert min(abs(x - place) for place in (100, 400, 700)) < 2
    assert abs(y - 300) < 2


def test_a_repeated_pattern_does_not_match_another_one():
    y, x = np.mgrid[0:400, 0:400]
    checks = np.repeat((((x // 20 + y // 20) % 2) * 200 + 20)[:, :, None], 3, 2).astype(np.uint8)
    stripes = np.repeat(((x // 20 % 2) * 200 + 20)[:, :, None], 3, 2).astype(np.uint8)
    assert FeatureMatcher().match(checks, stripes) == Match()
    assert FeatureMatcher().match(checks, drawn(3)) == Match()


@pytest.mark.parametrize("matcher", MATCHERS, ids=lambda matcher: matcher.name)
@pytest.mark.parametrize("damage", ["jpeg", "dark", "pale", "red", "noise", "blur"])
def test_light_colours_and_encoders_do_not_matter(matcher: FeatureMatcher, damage: str):
    first = drawn(4)
    move = [[0.9, 0, 30], [0, 0.9, 20], [0, 0, 1]]
    seen = warped(first, move)
    second = {
        "jpeg": lambda: jpeg(seen, 30),
        "dark": lambda: (seen * 0.4).astype(np.uint8),
        "pale": lambda: (seen * 0.3 + 170).astype(np.uint8),
        "red": lambda: (seen * [1.0, 0.6, 0.5]).astype(np.uint8),
        "noise": lambda: (
            (seen + np.random.default_rng(0).normal(0, 8, seen.shape)).clip(0, 255).astype(np.uint8)
        ),
        "blur": lambda: cv2.GaussianBlur(seen, (0, 0), 1.0),
    }[damage]()
    assert farthest(matcher.match(first, second), move, first) < 4


def test_a_picture_of_which_a_part_is_hidden_matches_and_says_so():
    first = drawn(6)
    second = first.copy()
    second[:100] = 90
    whole, part = FeatureMatcher().match(first, first), FeatureMatcher().match(first, second)
    assert 0.6 < part.confidence < whole.confidence - 0.1
    second[:250] = 90
    assert FeatureMatcher().match(first, second) == Match()


@pytest.mark.parametrize("matcher", MATCHERS, ids=lambda matcher: matcher.name)
@pytest.mark.parametrize(("height", "width"), [(1, 1), (1, 300), (300, 1), (7, 700), (12, 12)])
def test_pictures_of_hardly_a_pixel_match_nothing(matcher: FeatureMatcher, height: int, width: int):
    """OpenCV's AKAZE corrupts the memory at pictures of one row: the process would die."""
    small = np.random.default_rng(0).integers(0, 255, (height, width, 3), dtype=np.uint8)
    other = drawn(1, 240, 160)
    for _ in range(3):
        assert matcher.match(small, other) == Match()
        assert matcher.match(other, small) == Match()


@pytest.mark.parametrize("matcher", MATCHERS, ids=lambda matcher: matcher.name)
def test_plain_pictures_match_nothing(matcher: FeatureMatcher):
    plain = np.full((80, 90, 3), 180, np.uint8)
    assert matcher.match(plain, plain) == Match()
    assert matcher.match(plain, drawn(1)) == Match()
    assert matcher.match(drawn(1), plain) == Match()


@pytest.mark.parametrize(
    "picture",
    [np.zeros((20, 20), np.uint8), np.zeros((20, 20, 4), np.uint8), np.zeros((0, 20, 3), np.uint8), "a.png"],
)
def test_what_is_no_picture_is_refused(picture: Any):
    with pytest.raises(UsageError, match="picture"):
        FeatureMatcher().match(picture, drawn(1))
    with pytest.raises(UsageError, match="picture"):
        FeatureMatcher().match(drawn(1), picture)
    with pytest.raises(UsageError, match="unsigned bytes"):
        FeatureMatcher().match(drawn(1).astype(float), drawn(1))


def test_options_that_cannot_be_are_refused():
    with pytest.raises(UsageError, match="surf"):
        FeatureMatcher("surf")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="longest"):
        FeatureMatcher(longest=20)


def test_threads_may_share_a_matcher_and_answers_are_the_same_each_time():
    matcher, first = FeatureMatcher(), drawn(1)
    seconds = [warped(first, look) for look in list(LOOKS.values())[:4]]
    alone = [matcher.match(first, second) for second in seconds]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda second: matcher.match(first, second), seconds)) == alone


def test_the_default_comes_first_and_every_matcher_can_be_made():
    specs = crab_register_matchers()
    assert [spec.name for spec in specs] == ["sift", "akaze", "xfeat"]
    assert [spec.load()().name for spec in specs[:2]] == ["sift", "akaze"]


def test_opencv_is_imported_when_pictures_are_matched():
    code = (
        "import sys, crab_visualprompt.plugin\n"
        "from crab_visualprompt.match.features import FeatureMatcher\n"
        "import crab_visualprompt.match.xfeat.matcher\n"
        "FeatureMatcher()\n"
        "assert not {'cv2', 'torch', 'numpy'} & set(sys.modules), 'imported too early'"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)

"""Whether two pictures look alike, on screens of the simulated phone: what tells two screens apart."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from crab_core import Match
from crab_visualprompt.match import look
from crab_visualprompt.match.features import AkazeMatcher, FeatureMatcher
from crab_visualprompt.match.geometry import TOLERANCE
from crab_visualprompt.match.judge import judged
from crab_visualprompt.match.pictures import gray
from crab_visualprompt.match.small import laid

FOLDER = Path(__file__).parent / "matching"
SAME = np.eye(3)
DIFFERENT = [("mail", "calendar"), ("gallery", "docs"), ("docs", "calendar"), ("page", "mail")]
"""Screens of different apps; the first three pairs have the keyboard and the status bar in common."""


def screen(name: str) -> np.ndarray:
    picture = cv2.imread(str(FOLDER / f"{name}.png"))
    assert picture is not None
    return picture


@pytest.mark.parametrize("names", DIFFERENT, ids="-".join)
def test_screens_of_different_apps_do_not_match(names: tuple[str, str]):
    """By their points alone nearly all do: the keyboard has hundreds of them."""
    first, second = map(screen, names)
    pairs = FeatureMatcher().pairs(first, second)
    assert (np.linalg.norm(pairs[:, :2] - pairs[:, 2:], axis=1) < 1).sum() > 30
    assert look.shown(gray(first), gray(second), SAME) < look.LEAST - 0.1
    assert judged(pairs, gray(first), gray(second), TOLERANCE) == Match()


@pytest.mark.parametrize("name", ["mail", "gallery"])
def test_a_screen_matches_itself_smaller_and_through_jpeg(name: str):
    first = screen(name)
    small = cv2.resize(first, None, fx=0.6, fy=0.6, interpolation=cv2.INTER_AREA)
    second = cv2.imdecode(cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 40])[1], 1)
    for matcher in (FeatureMatcher(), AkazeMatcher()):
        match = matcher.match(first, second)
        assert match.confidence > look.LEAST + 0.2
        assert match.corners is not None
        height, width = second.shape[:2]
        assert match.corners[2] == pytest.approx((width, height), abs=3)


def test_a_page_under_a_dialog_is_shown_in_part():
    """The dialog hides a part of it, and what is dimmed is seen all the same."""
    match = FeatureMatcher().match(screen("page"), screen("page-under-dialog"))
    assert look.LEAST < match.confidence < 0.8


def test_a_part_of_a_screen_is_found_in_it_and_in_no_other():
    part = screen("page")[430:760, 30:500]
    found = FeatureMatcher().match(part, screen("page"))
    assert found.corners is not None
    assert found.corners[0] == pytest.approx((30, 430), abs=1)
    assert found.confidence > 0.9
    assert FeatureMatcher().match(part, screen("gallery")) == Match()


def test_brightness_and_contrast_do_not_count():
    picture = gray(screen("page"))
    assert look.shown(picture, (picture * 0.4 + 90).astype(np.uint8), SAME) > 0.85
    assert look.shown(picture, 255 - picture, SAME) < 0.1


def test_a_homography_that_is_wrong_by_a_few_pixels_shows_less():
    picture = gray(screen("page"))
    shares = [
        look.shown(picture, picture, np.array([[1, 0, by], [0, 1, 0], [0, 0, 1.0]])) for by in (0, 6, 30)
    ]
    assert shares[0] > 0.95
    assert shares[0] > shares[1] > shares[2]
    assert shares[2] < look.LEAST


def test_a_bar_that_two_screens_share_does_not_decide():
    """Laid so that only the keyboard is on both, it is all that could be compared."""
    mail, docs = gray(screen("mail")), gray(screen("docs"))
    only_the_last_rows = np.array([[1, 0, 0], [0, 1, -1200.0], [0, 0, 1]])
    docs = np.roll(docs, -1200, axis=0)
    docs[400:] = 255
    assert look.shown(mail[:, :], docs, only_the_last_rows) >= look.LEAST  # a quarter is in common
    further = np.array([[1, 0, 0], [0, 1, -1350.0], [0, 0, 1]])
    assert look.shown(mail, np.roll(docs, -150, axis=0), further) == 0.0


def test_small_pictures_are_laid_within_a_pixel():
    page = gray(screen("page"))
    icon = page[560:610, 530:600]
    for size in (0.6, 0.8, 1.0, 1.3, 1.7):
        shown = cv2.resize(page, None, fx=size, fy=size, interpolation=cv2.INTER_AREA)
        homography = laid(icon, shown)
        assert homography is not None
        where = homography @ [35, 25, 1]
        assert where[:2] == pytest.approx([565.5 * size, 585.5 * size], abs=1.5)


def test_large_plain_and_tiny_pictures_are_not_laid():
    page = gray(screen("page"))
    assert laid(page[:300, :300], page) is None
    assert laid(np.full((40, 40), 200, np.uint8), page) is None
    assert laid(page[560:570, 530:540], page) is None
    assert laid(page[560:610, 530:600], page[:40, :40]) is None

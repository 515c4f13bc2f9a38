"""What labels hide on screens of real desktops and phones, which are kept beside these tests."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from crab_core import ElementMap, Mark
from crab_visualprompt.boxes import area, corners, overlap
from crab_visualprompt.draw import Painter
from crab_visualprompt.pixels import decode
from crab_visualprompt.score.kept import Screen, read_screens
from crab_visualprompt.select import select

SCREENS = list(read_screens([Path(__file__).parent / "screens"]))


@pytest.fixture(params=SCREENS, ids=lambda screen: screen.name, scope="module")
def screen(request: pytest.FixtureRequest) -> Screen:
    return request.param


@pytest.fixture(params=[False, True], ids=["elements", "elements and texts"], scope="module")
def placed(screen: Screen, request: pytest.FixtureRequest) -> tuple[np.ndarray, np.ndarray]:
    """Boxes of elements and of their labels."""
    found = select(screen.tree, texts=request.param).elements
    marks = ElementMap(tuple(Mark(n, c.box, c.label, c.role) for n, c in enumerate(found, start=1)))
    return corners(c.box for c in found), Painter().label_boxes(decode(screen.screenshot), marks)


def test_screens_of_both_kinds_are_full_of_elements():
    counts = {screen.name: len(select(screen.tree).elements) for screen in SCREENS}
    assert min(counts.values()) >= 20
    assert {(s.screenshot.width, s.screenshot.height) for s in SCREENS} == {(1920, 1080), (1080, 2400)}


def test_no_label_hides_another(placed: tuple[np.ndarray, np.ndarray]):
    _, labels = placed
    assert np.count_nonzero(overlap(labels[:, None], labels[None])) == len(labels)


def test_no_label_hides_its_own_target(placed: tuple[np.ndarray, np.ndarray]):
    elements, labels = placed
    assert (overlap(labels, elements) / area(elements)).max() <= 0.25


def test_the_middle_of_a_target_is_not_under_its_label(placed: tuple[np.ndarray, np.ndarray]):
    elements, labels = placed
    middle = (elements[:, :2] + elements[:, 2:]) / 2
    assert not ((labels[:, :2] <= middle) & (middle <= labels[:, 2:])).all(axis=1).any()


def test_a_label_touches_its_target_or_stands_near_it(placed: tuple[np.ndarray, np.ndarray]):
    elements, labels = placed
    apart = np.maximum(labels[:, :2] - elements[:, 2:], elements[:, :2] - labels[:, 2:]).max(axis=1)
    assert (apart <= 1.5 * (labels[:, 3] - labels[:, 1])).all()

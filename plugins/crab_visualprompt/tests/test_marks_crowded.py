"""Labels keep off each other and off their targets where there is hardly any room."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from crab_core import Box, ElementMap, Mark
from crab_visualprompt.boxes import area, corners, overlap
from crab_visualprompt.draw import LEAST_TEXT, Painter

PLAIN, BUSY = 0, 60
"""Levels of noise: where everything is full of detail, a label would like to go nowhere."""


def placed(boxes: list[Box], width: int, height: int, noise: int = BUSY) -> tuple[np.ndarray, np.ndarray]:
    """Boxes of elements and of their labels."""
    marks = ElementMap(tuple(Mark(n, box, "", "button") for n, box in enumerate(boxes, start=10)))
    screen = np.full((height, width, 3), 190, np.uint8)
    screen += np.random.default_rng(1).integers(0, noise + 1, screen.shape, np.uint8)
    return corners(boxes), Painter().label_boxes(screen, marks)


def rows(left: int, top: int, across: int, down: int, pitch: int, side: int) -> list[Box]:
    return [Box(left + pitch * x, top + pitch * y, side, side) for y in range(down) for x in range(across)]


CORNER = [
    Box(0, 0, 96, 27),
    Box(96, 0, 179, 27),
    Box(0, 33, 70, 64),
    Box(0, 101, 70, 64),
    Box(70, 64, 37, 27),
    Box(107, 64, 39, 27),
    Box(74, 93, 44, 35),
]
"""The upper left corner of a desktop with Firefox: the cheapest places of two labels share some pixels."""

CROWDED = {
    "a desktop's corner": (CORNER, 1920, 1080, PLAIN),
    "three tool bars of small icons": (rows(10, 10, 60, 3, 28, 24), 1920, 1080),
    "tool bars on a 4K screen": (rows(20, 20, 50, 4, 70, 60), 3840, 2160),
    "a narrow phone": (rows(4, 4, 8, 12, 40, 32), 320, 480),
    "one place many times": ([Box(500, 500, 40, 40)] * 5, 1920, 1080),
}


@pytest.mark.parametrize("screen", CROWDED.values(), ids=CROWDED)
def test_crowded_labels_hide_neither_each_other_nor_their_targets(
    screen: tuple[Any, ...],
) -> None:
    elements, labels = placed(*screen)
    assert np.count_nonzero(overlap(labels[:, None], labels[None])) == len(labels)
    assert (overlap(labels, elements) / area(elements)).max() <= 0.25
    assert labels.min() >= 0
    assert (labels[:, 2:] <= screen[1:3]).all()


def test_two_labels_part_before_they_shrink() -> None:
    _, labels = placed(CORNER, 1920, 1080, PLAIN)
    _, alone = placed(CORNER[:1], 1920, 1080, PLAIN)
    assert (labels[:, 3] - labels[:, 1] == alone[0, 3] - alone[0, 1]).all()


def test_numbers_shrink_only_where_they_must() -> None:
    _, alone = placed([Box(500, 500, 40, 40)], 3840, 2160)
    _, crowded = placed(rows(20, 20, 50, 4, 70, 60), 3840, 2160)
    assert crowded[0, 3] - crowded[0, 1] < alone[0, 3] - alone[0, 1]


def test_numbers_stay_legible_where_nothing_helps() -> None:
    _, labels = placed(rows(2, 2, 32, 24, 10, 8), 320, 240)
    assert (labels[:, 3] - labels[:, 1]).min() >= LEAST_TEXT

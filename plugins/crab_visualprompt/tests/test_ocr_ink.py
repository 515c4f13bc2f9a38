"""Most of a screen is plain; only what may hold text is looked at, and lines end where a gap begins."""

from __future__ import annotations

import numpy as np
import pytest

from crab_core import Box
from crab_visualprompt.ocr.ink import AROUND, ink, parts_with, pieces


def screen(width: int = 800, height: int = 600) -> np.ndarray:
    """A wallpaper that grows lighter to the right."""
    row = np.linspace(20, 120, width).astype(np.uint8)
    return np.ascontiguousarray(np.broadcast_to(row[None, :, None], (height, width, 3)))


def letters(pixels: np.ndarray, x: int, y: int, width: int = 80, height: int = 10) -> Box:
    """Strokes 2 wide, 4 apart: black, or white on dark."""
    for stroke in range(x, x + width, 6):
        pixels[y : y + height, stroke : stroke + 2] = 255
    return Box(x, y, width, height)


def covered(box: Box, parts: list[Box]) -> bool:
    return any(part.contains(box) for part in parts)


def test_plain_ground_is_not_looked_at() -> None:
    assert parts_with(ink(screen())) == []


def test_the_edges_of_windows_are_not_looked_at() -> None:
    pixels = screen()
    pixels[100:500, 100:700] = 250
    assert parts_with(ink(pixels)) == []


def test_what_is_written_is_looked_at_with_what_is_around_it() -> None:
    pixels = screen()
    text = letters(pixels, 300, 300)
    (part,) = parts_with(ink(pixels))
    assert part.contains(
        Box(text.x - AROUND, text.y - AROUND, text.width + 2 * AROUND, text.height + 2 * AROUND)
    )
    assert part.area < 0.1 * 800 * 600


def test_text_at_any_place_is_covered() -> None:
    chance = np.random.default_rng(3)
    for _ in range(30):
        pixels = screen()
        texts = [
            letters(pixels, int(chance.integers(0, 716)), int(chance.integers(0, 590))) for _ in range(6)
        ]
        parts = parts_with(ink(pixels))
        assert all(covered(text, parts) for text in texts)
        assert not any(a.intersection(b).area for a in parts for b in parts if a is not b)


def test_a_screen_full_of_text_is_looked_at_as_a_whole() -> None:
    pixels = screen()
    for y in range(0, 600, 20):
        letters(pixels, 0, y, 800)
    assert parts_with(ink(pixels)) == [Box(0, 0, 800, 600)]


@pytest.mark.parametrize("shape", [(1, 1), (1, 50), (50, 1)])
def test_the_smallest_pictures_have_no_text(shape: tuple[int, int]) -> None:
    assert parts_with(ink(np.zeros((*shape, 3), np.uint8))) == []


def test_a_line_is_cut_where_columns_are_apart() -> None:
    pixels = screen()
    letters(pixels, 100, 100, 60)
    letters(pixels, 190, 100, 60)
    left, right = pieces(Box(96, 96, 160, 18), ink(pixels))
    assert left.contains(Box(100, 96, 56, 18))
    assert right.contains(Box(190, 96, 56, 18))
    assert not left.intersection(right).area
    assert Box(96, 96, 160, 18).contains(left)
    assert Box(96, 96, 160, 18).contains(right)


def test_a_line_is_not_cut_at_its_spaces() -> None:
    pixels = screen()
    letters(pixels, 100, 100, 60)
    letters(pixels, 162, 100, 60)  # 6 pixels of 10 after the last stroke
    line = Box(96, 96, 130, 18)
    assert pieces(line, ink(pixels)) == [line]


def test_a_line_without_contrast_stays_whole() -> None:
    line = Box(10, 10, 100, 20)
    assert pieces(line, ink(screen())) == [line]

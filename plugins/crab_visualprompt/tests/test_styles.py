"""How marks look in each style."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image

from crab_core import Box, ElementMap, Mark, UsageError
from crab_visualprompt.draw import Painter
from crab_visualprompt.prompter import MarksPrompter
from crab_visualprompt.styles import PALETTE, STYLES, YELLOW, Style, style_named

GREY = 128
BOX = Box(200, 200, 120, 90)


def drawn(style: str, box: Box = BOX) -> np.ndarray:
    ground = np.full((480, 640, 3), GREY, np.uint8)
    shot = Painter(style_named(style)).draw(ground, ElementMap((Mark(1, box, "Save", "button"),)))
    return np.asarray(Image.open(io.BytesIO(shot.data)).convert("RGB"))


def changed(style: str) -> np.ndarray:
    found: np.ndarray = (drawn(style) != GREY).any(axis=2)
    return found


def inside(picture: np.ndarray, box: Box = BOX) -> np.ndarray:
    return picture[box.y : box.y + box.height, box.x : box.x + box.width]


def test_frames_go_all_around():
    top = drawn("frames")[BOX.y, BOX.x + 30 : BOX.x + BOX.width]
    assert (top == PALETTE[0]).all()


def test_corners_leave_the_middle_of_each_side():
    edges = inside(changed("corners"))
    assert not edges[0, 50:70].any()
    assert not edges[40:50, -1].any()
    assert edges[-1, -8:].all()


def test_numbers_draw_no_frame():
    marked = inside(changed("numbers"))
    assert marked.any()
    assert not marked[-1].any()
    assert not marked[:, -1].any()


def test_a_tint_colours_the_element_and_lets_it_show():
    red, green, blue = drawn("tint")[250, 260].tolist()
    assert GREY < red < PALETTE[0][0]
    assert PALETTE[0][1] < green < GREY
    assert PALETTE[0][2] < blue < GREY


def test_a_document_keeps_its_colours():
    assert (drawn("tint", Box(10, 40, 600, 400))[240, 320] == GREY).all()


def test_contrast_has_black_numbers_on_yellow():
    colours = {tuple(colour) for colour in drawn("contrast").reshape(-1, 3).tolist()}
    assert {YELLOW, (0, 0, 0)} <= colours
    assert not colours & set(PALETTE)


@pytest.mark.parametrize("style", STYLES)
def test_every_style_shows_the_number_and_stays_near_its_element(style: str):
    marked = changed(style)
    assert marked.any()
    assert not marked[: BOX.y - 40].any()
    assert not marked[:, BOX.x + BOX.width + 40 :].any()


@pytest.mark.parametrize("style", STYLES)
def test_every_style_marks_an_element_of_one_pixel_in_a_corner(style: str):
    assert drawn(style, Box(639, 479, 1, 1)).shape == (480, 640, 3)


@pytest.mark.parametrize("style", STYLES.values(), ids=STYLES)
def test_numbers_can_be_read_in_every_style(style: Style):
    def luminance(colour: tuple[int, int, int]) -> float:  # WCAG 2.2, relative luminance
        parts = [
            c / 255 / 12.92 if c / 255 <= 0.04045 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour
        ]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    for ground in style.grounds:
        dark, light = sorted((luminance(ground), luminance(style.ink)))
        assert (light + 0.05) / (dark + 0.05) >= 4.5


@pytest.mark.parametrize("name", ["frame", "", 3, None, []])
def test_an_unknown_style_is_refused_with_the_known_ones(name):
    with pytest.raises(UsageError, match="There are frames, corners, tint, numbers, contrast"):
        MarksPrompter(style=name)

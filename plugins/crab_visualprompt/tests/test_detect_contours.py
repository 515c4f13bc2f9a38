"""The detector without weights, on pictures whose icons and controls are known."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from crab_core import Box, Detection, UsageError
from crab_core.plugins import Plugins
from crab_visualprompt.detect.contours import ContourDetector
from crab_visualprompt.pixels import Pixels

INK = (40, 40, 40)


def screen(width: int = 800, height: int = 600, shade: int = 250) -> Pixels:
    return np.full((height, width, 3), shade, np.uint8)


def fill(pixels: Pixels, box: Box, shade: int) -> None:
    pixels[box.y : box.y + box.height, box.x : box.x + box.width] = shade


def frame(pixels: Pixels, box: Box, shade: int = 120) -> None:
    x, y, width, height = box
    cv2.rectangle(pixels, (x, y), (x + width - 1, y + height - 1), (shade, shade, shade), 1)


def write(pixels: Pixels, text: str, at: tuple[int, int], size: int = 16) -> None:
    picture = Image.fromarray(pixels)
    ImageDraw.Draw(picture).text(at, text, fill=INK, font=ImageFont.load_default(size))
    pixels[:] = np.asarray(picture)


def cross(pixels: Pixels, box: Box) -> None:
    """An icon: a ring with a cross in it."""
    x, y, width, height = box
    cv2.circle(pixels, (x + width // 2, y + height // 2), width // 2 - 1, INK, 2)
    cv2.line(pixels, (x + 8, y + 8), (x + width - 9, y + height - 9), INK, 2)


def agree(a: Box, b: Box) -> float:
    both = a.intersection(b).area
    return both / (a.area + b.area - both)


def at(found: list[Detection], box: Box, least: float = 0.8) -> list[Detection]:
    """What was found in a place."""
    return [one for one in found if agree(one.box, box) >= least]


def test_it_is_the_default() -> None:
    assert next(iter(Plugins.load().detectors)) == "contours"


def test_a_button_is_a_control() -> None:
    pixels, button = screen(), Box(300, 200, 120, 34)
    frame(pixels, button)
    write(pixels, "Save", (340, 208))
    (found,) = ContourDetector().detect(pixels)
    assert agree(found.box, button) > 0.9
    assert found.label == "control"
    assert 0.9 < found.confidence <= 1


def test_a_faint_row_is_a_control() -> None:
    pixels, row = screen(), Box(100, 200, 500, 60)
    fill(pixels, row, 246)
    assert at(ContourDetector().detect(pixels), row, 0.9)


def test_what_no_eye_tells_apart_is_none() -> None:
    pixels = screen()
    fill(pixels, Box(100, 200, 500, 60), 249)
    assert not ContourDetector().detect(pixels)


def test_a_drawing_alone_is_an_icon() -> None:
    pixels, icon = screen(), Box(200, 100, 48, 48)
    cross(pixels, icon)
    (found,) = ContourDetector().detect(pixels)
    assert agree(found.box, icon) > 0.85


def test_strokes_side_by_side_are_one_icon() -> None:
    pixels = screen()
    for bar in range(3):
        fill(pixels, Box(200, 100 + 6 * bar, 20, 3), 40)
    (found,) = ContourDetector().detect(pixels)
    assert found.label == "icon"
    assert found.box.contains(Box(200, 100, 20, 15))


def test_icons_apart_are_two() -> None:
    pixels = screen()
    icons = [Box(200, 100, 40, 40), Box(260, 100, 40, 40)]
    for icon in icons:
        cross(pixels, icon)
    found = ContourDetector().detect(pixels)
    assert len(found) == 2
    assert all(at(found, icon) for icon in icons)


def test_a_small_icon_has_the_empty_space_around_it_too() -> None:
    pixels = screen()
    cross(pixels, Box(207, 107, 20, 20))
    (found,) = ContourDetector().detect(pixels)
    assert agree(found.box, Box(201, 101, 32, 32)) > 0.85


def test_an_icon_does_not_take_space_that_is_not_empty() -> None:
    pixels = screen()
    icon, line = Box(207, 107, 20, 20), Box(190, 130, 60, 1)
    cross(pixels, icon)
    fill(pixels, line, 100)
    assert not any(one.box.intersection(line).area for one in ContourDetector().detect(pixels))


@pytest.mark.parametrize("size", [14, 16, 20])
def test_text_is_no_icon(size: int) -> None:
    pixels = screen()
    write(pixels, "All of the documents that were opened lately", (100, 100), size)
    write(pixels, "Cancel", (100, 200), size)
    assert not ContourDetector().detect(pixels)


@pytest.mark.parametrize(("text", "size"), [("4 of 6 to do at 14 a", 16), ("Display", 40), ("My Tasks", 44)])
def test_short_words_and_large_letters_are_no_icons_beside_others(text: str, size: int) -> None:
    pixels = screen()
    write(pixels, text, (100, 100), size)
    assert not ContourDetector().detect(pixels)


def test_boxes_are_exact() -> None:
    pixels, plus = screen(), Box(200, 100, 40, 40)
    fill(pixels, Box(217, 100, 6, 40), 40)
    fill(pixels, Box(200, 117, 40, 6), 40)
    assert [one.box for one in ContourDetector().detect(pixels)] == [plus]


def test_a_box_to_tick_beside_its_text_is_found() -> None:
    pixels, box = screen(), Box(100, 102, 16, 16)
    frame(pixels, box)
    write(pixels, "Wrap long lines", (122, 100))
    (found,) = ContourDetector().detect(pixels)
    assert agree(found.box, box) > 0.7


def test_buttons_close_together_are_no_line_of_text() -> None:
    pixels = screen()
    buttons = [Box(100 + 56 * i, 100, 52, 22) for i in range(3)]
    for button, text in zip(buttons, ("One", "Check", "Send"), strict=True):
        frame(pixels, button)
        write(pixels, text, (button.x + 4, button.y + 3), 14)
    found = ContourDetector().detect(pixels)
    assert len(found) == 3
    assert all(at(found, button) for button in buttons)


def test_what_lies_in_a_known_text_is_no_icon() -> None:
    pixels = screen()
    cross(pixels, Box(200, 100, 40, 40))
    detector = ContourDetector()
    assert detector.detect(pixels)
    assert not detector.detect(pixels, [Box(190, 95, 60, 50)])
    assert detector.detect(pixels, [Box(250, 95, 60, 50)])


def test_an_icon_in_its_button_is_not_told_by_itself() -> None:
    pixels, button = screen(), Box(300, 200, 46, 46)
    frame(pixels, button)
    cross(pixels, Box(311, 211, 24, 24))
    (found,) = ContourDetector().detect(pixels)
    assert agree(found.box, button) > 0.9


def test_a_row_is_told_beside_what_stands_in_it() -> None:
    pixels, row, icon = screen(), Box(100, 200, 500, 60), Box(110, 214, 34, 34)
    frame(pixels, row)
    cross(pixels, icon)
    found = ContourDetector().detect(pixels)
    assert len(found) == 2
    assert at(found, row)
    assert at(found, icon)


def test_a_panel_around_many_things_is_none_of_them() -> None:
    pixels, panel = screen(), Box(100, 200, 500, 60)
    frame(pixels, panel)
    icons = [Box(120 + 70 * i, 212, 36, 36) for i in range(6)]
    for icon in icons:
        cross(pixels, icon)
    found = ContourDetector().detect(pixels)
    assert not at(found, panel)
    assert all(at(found, icon, 0.7) for icon in icons)


def test_a_window_is_no_control() -> None:
    pixels, window = screen(), Box(100, 50, 600, 500)
    fill(pixels, window, 200)
    assert not at(ContourDetector().detect(pixels), window, 0.5)


def test_a_phone_has_more_pixels_for_the_same() -> None:
    pixels, switch = screen(1080, 2400), Box(840, 500, 136, 84)
    cv2.rectangle(pixels, (882, 500), (933, 583), (60, 90, 200), -1)
    for x in (882, 933):
        cv2.circle(pixels, (x, 542), 41, (60, 90, 200), -1)
    icon = Box(100, 500, 72, 72)
    cross(pixels, icon)
    found = ContourDetector().detect(pixels)
    assert at(found, switch)
    assert any(one.box.contains(Box(110, 510, 52, 52)) for one in found)
    assert len(found) == 2


@pytest.mark.parametrize("shape", [(0, 0), (1, 1), (1, 500), (2, 2), (40, 9)])
def test_a_tiny_picture_shows_nothing(shape: tuple[int, int]) -> None:
    assert ContourDetector().detect(np.zeros((*shape, 3), np.uint8)) == []


def test_noise_is_told_in_boxes_of_the_picture() -> None:
    pixels = np.random.default_rng(1).integers(0, 256, (300, 400, 3), np.uint8)
    whole = Box(0, 0, 400, 300)
    assert all(whole.contains(one.box) for one in ContourDetector().detect(pixels))


def test_more_outlines_than_any_screen_has_are_not_all_compared() -> None:
    pixels = screen(1920, 1080)
    for y in range(0, 1080, 14):
        for x in range(0, 1920, 14):
            fill(pixels, Box(x, y, 12, 12), 40)
    found = ContourDetector(overlap=1).detect(pixels)
    assert 1000 < len(found) <= 3000


def test_a_part_of_a_picture_is_read_like_a_copy_and_left_as_it_is() -> None:
    pixels = screen()
    cross(pixels, Box(200, 100, 48, 48))
    part, before = pixels[50:300, 100:400, ::-1], pixels.copy()
    assert ContourDetector().detect(part) == ContourDetector().detect(np.ascontiguousarray(part))
    assert np.array_equal(pixels, before)


@pytest.mark.parametrize("options", [{"contrast": 0}, {"faint": 256}, {"overlap": 0.0}, {"overlap": 1.5}])
def test_an_option_outside_its_range_is_told(options: dict[str, float]) -> None:
    with pytest.raises(UsageError, match=next(iter(options))):
        ContourDetector(**options)


def test_three_dots_one_below_the_other_are_an_icon() -> None:
    pixels = screen()
    for y in (300, 307, 314):
        cv2.circle(pixels, (400, y), 2, INK, -1)
    (found,) = ContourDetector().detect(pixels)
    assert found.label == "icon"
    assert agree(found.box, Box(383, 290, 34, 34)) > 0.8


def test_two_dots_are_a_colon() -> None:
    pixels = screen()
    for y in (300, 307):
        cv2.circle(pixels, (400, y), 2, INK, -1)
    assert not ContourDetector().detect(pixels)


def test_a_field_with_round_ends_is_found_whole() -> None:
    """Where its shade hardly differs from the ground, its corners stand out before its sides do."""
    pixels, field = screen(1080, 2400), Box(42, 126, 996, 146)
    shade = (242, 242, 242)
    x, y, width, height = field
    cv2.rectangle(pixels, (x + 73, y), (x + width - 73, y + height - 1), shade, -1)
    for middle in (x + 73, x + width - 73):
        cv2.circle(pixels, (middle, y + 72), 73, shade, -1)
    for corner, start in (((x + 73, y + 73), 180), ((x + width - 73, y + 73), 270)):
        cv2.ellipse(pixels, corner, (72, 72), start, 10, 80, (200, 200, 200), 3)
    (found,) = ContourDetector().detect(pixels)
    assert agree(found.box, field) > 0.9

"""Draws numbered marks on a screenshot."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from crab_core import ElementMap, Screenshot
from crab_visualprompt.pixels import Pixels, decode, encode
from crab_visualprompt.placement import Boxes, place_labels

Colour = tuple[int, int, int]

PALETTE: tuple[Colour, ...] = (
    (200, 16, 46),
    (0, 84, 190),
    (0, 112, 60),
    (142, 36, 170),
    (172, 64, 0),
    (0, 106, 118),
    (190, 0, 110),
)
"""Grounds of white numbers, each with a contrast of more than 4.5 to 1 (WCAG 2.2, level AA)."""
WHITE: Colour = (255, 255, 255)

SMALLEST_TEXT = 15
"""Pixels."""
ON_DESKTOP, ON_PHONE = 1 / 64, 1 / 34
"""Least height of a number, of the shorter side of the screen: a phone packs more pixels into an inch."""
LARGEST_TEXT = 1 / 28
"""Of the shorter side of the screen."""
TEXT_TO_TARGET = 0.3
"""Height of a number to the median height of the elements: large targets are those of a dense screen."""


class Painter:
    """Draws marks; keeps the labels that it has drawn once."""

    def __init__(self) -> None:
        self._label = lru_cache(maxsize=4096)(_draw_label)
        self._font = lru_cache(maxsize=16)(_load_font)

    def draw(self, screenshot: Screenshot, elements: ElementMap) -> Screenshot:
        """The picture with the marks on it.

        Args:
            screenshot: Any picture; its boxes are given in its own pixels.
            elements: At least one mark.

        Returns:
            A PNG of the same size.

        Raises:
            DeviceError: The picture cannot be decoded.
        """
        pixels = decode(screenshot)
        boxes = _boxes(elements, pixels)
        size = text_size(boxes, pixels.shape[1], pixels.shape[0])
        font = self._font(size)
        labels = [self._label(str(m.number), font, _colour(m.number)) for m in elements]
        sizes = np.array([(label.shape[1], label.shape[0]) for label in labels], np.float32)
        places = place_labels(boxes, sizes, pixels)
        thickness = max(2, round(size / 8))
        for mark, box in zip(elements, boxes.astype(int).tolist(), strict=True):
            _frame(pixels, box, _colour(mark.number), thickness)
        for label, (left, top) in zip(labels, places.tolist(), strict=True):
            under = pixels[top : top + label.shape[0], left : left + label.shape[1]]
            under[:] = label[: under.shape[0], : under.shape[1]]
        return encode(pixels)


def text_size(boxes: Boxes, width: int, height: int) -> int:
    """Height of the numbers in pixels, legible on a desktop as on a phone with three times its density.

    Args:
        boxes: Of the elements: left, top, right, bottom.
        width: Of the screen; one that is higher than wide is a phone's.
        height: Of the screen.
    """
    shorter = min(width, height)
    smallest = max(SMALLEST_TEXT, round(shorter * (ON_PHONE if height > width else ON_DESKTOP)))
    typical = float(np.median(boxes[:, 3] - boxes[:, 1])) * TEXT_TO_TARGET
    return int(np.clip(typical, smallest, max(smallest, shorter * LARGEST_TEXT)))


def _boxes(elements: ElementMap, pixels: Pixels) -> Boxes:
    """Left, top, right and bottom of each mark, moved into the picture and at least a pixel large."""
    height, width = pixels.shape[:2]
    boxes = np.array([mark.box for mark in elements], np.float32).reshape(-1, 4)
    boxes[:, 2:] += boxes[:, :2]
    edges = np.array([width, height], np.float32)
    boxes[:, :2] = np.clip(boxes[:, :2], 0, edges - 1)
    boxes[:, 2:] = np.clip(boxes[:, 2:], boxes[:, :2] + 1, edges)
    return boxes


def _colour(number: int) -> Colour:
    return PALETTE[(number - 1) % len(PALETTE)]


def _frame(pixels: Pixels, box: list[int], colour: Colour, thickness: int) -> None:
    """Draw the outline of a box, inside it, with a white line along its inner edge."""
    left, top, right, bottom = box
    if min(right - left, bottom - top) > 4 * thickness:
        _outline(pixels, (left + thickness, top + thickness, right - thickness, bottom - thickness), WHITE, 1)
    _outline(pixels, (left, top, right, bottom), colour, thickness)


def _outline(pixels: Pixels, box: tuple[int, int, int, int], colour: Colour, thickness: int) -> None:
    left, top, right, bottom = box
    pixels[top : top + thickness, left:right] = colour
    pixels[max(bottom - thickness, 0) : bottom, left:right] = colour
    pixels[top:bottom, left : left + thickness] = colour
    pixels[top:bottom, max(right - thickness, 0) : right] = colour


def _load_font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    # Pillow's own font, so that pictures are the same on every machine.
    return ImageFont.load_default(size)


def _draw_label(text: str, font: ImageFont.FreeTypeFont | ImageFont.ImageFont, ground: Colour) -> Pixels:
    """A number in white on its colour with a white rim; shape (height, width, 3)."""
    size = float(getattr(font, "size", 10))
    bold = round(size / 40)  # a stroke would close the loops of small digits
    margin = max(round(size / 5), 2)
    left, _, right, _ = font.getbbox(text)
    # All numbers get the height of the tallest digit, so that their labels look alike.
    _, digits_top, _, digits_bottom = font.getbbox("0123456789")
    width = round(right - left) + 2 * (margin + bold) + 2
    height = round(digits_bottom - digits_top) + 2 * (margin + bold) + 2
    picture = Image.new("RGB", (width, height), ground)
    pen = ImageDraw.Draw(picture)
    pen.rectangle((0, 0, width - 1, height - 1), outline=WHITE)
    at = (1 + margin + bold - left, 1 + margin + bold - digits_top)
    pen.text(at, text, WHITE, font, stroke_width=bold, stroke_fill=WHITE)
    return np.asarray(picture)

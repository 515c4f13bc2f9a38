"""Draws numbered marks on a screenshot."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from crab_core import ElementMap, Screenshot
from crab_visualprompt.boxes import Boxes, corners
from crab_visualprompt.pixels import Pixels, encode
from crab_visualprompt.placement import crowded, place_labels
from crab_visualprompt.scale import smallest_text
from crab_visualprompt.styles import Colour, Style, style_named

LARGEST_TEXT = 1 / 28
"""Of the shorter side of the screen."""
TINTED = 0.1
"""Share of the screen up to which an element is tinted: documents and lists keep their colours."""
SMALLER = 0.8
"""What numbers shrink by, where labels would hide each other or their targets …"""
LEAST_TEXT = 11
"""… down to so many pixels."""
TEXT_TO_TARGET = 0.3
"""Height of a number to the median height of the elements: large targets are those of a dense screen."""


class Painter:
    """Draws marks; keeps the labels that it has drawn once."""

    def __init__(self, style: Style | None = None) -> None:
        """Make a painter.

        Args:
            style: How marks look; `frames` when left out.
        """
        self._style = style or style_named("frames")
        self._label = lru_cache(maxsize=4096)(_draw_label)
        self._font = lru_cache(maxsize=16)(_load_font)

    def draw(self, pixels: Pixels, elements: ElementMap) -> Screenshot:
        """Draw marks on a picture.

        Args:
            pixels: Any picture; boxes are given in its own pixels. It is drawn upon.
            elements: At least one mark.

        Returns:
            A PNG of the same size.
        """
        boxes, labels, places, size = self._plan(pixels, elements)
        self._mark_elements(pixels, elements, boxes.astype(int), max(2, round(size / 8)))
        for label, (left, top) in zip(labels, places.tolist(), strict=True):
            under = pixels[top : top + label.shape[0], left : left + label.shape[1]]
            under[:] = label[: under.shape[0], : under.shape[1]]
        return encode(pixels)

    def label_boxes(self, pixels: Pixels, elements: ElementMap) -> Boxes:
        """Where the labels of marks would be drawn on a picture; shape (n, 4)."""
        _, labels, places, _ = self._plan(pixels, elements)
        return np.concatenate([places, places + _sizes(labels)], axis=1).astype(np.float32)

    def _plan(
        self, pixels: Pixels, elements: ElementMap
    ) -> tuple[Boxes, list[Pixels], NDArray[np.int32], int]:
        """The boxes of elements, their labels, the places of these, and the height of their text."""
        boxes = _boxes(elements, pixels)
        size = text_size(boxes, pixels.shape[1], pixels.shape[0])
        while True:
            font = self._font(size)
            labels = [
                self._label(str(m.number), font, self._ground(m.number), self._style.ink) for m in elements
            ]
            sizes = _sizes(labels)
            places = place_labels(boxes, sizes, pixels)
            smaller = max(round(size * SMALLER), LEAST_TEXT)
            if smaller >= size or not crowded(places, sizes, boxes):
                return boxes, labels, places, size
            size = smaller

    def _mark_elements(
        self, pixels: Pixels, elements: ElementMap, boxes: NDArray[np.int_], thickness: int
    ) -> None:
        """Draw all that a style has of an element but its number."""
        style = self._style
        marked = list(zip((self._ground(mark.number) for mark in elements), boxes.tolist(), strict=True))
        if style.tint:
            largest = TINTED * pixels.shape[0] * pixels.shape[1]
            for ground, (left, top, right, bottom) in marked:
                if (right - left) * (bottom - top) <= largest:
                    _tint(pixels[top:bottom, left:right], ground, style.tint)
        if style.frame == "none":
            return
        for ground, box in marked:
            if style.frame == "corners":
                _corners(pixels, box, ground, style.ink, thickness)
            else:
                _frame(pixels, box, ground, style.ink, thickness)

    def _ground(self, number: int) -> Colour:
        return self._style.grounds[(number - 1) % len(self._style.grounds)]


def text_size(boxes: Boxes, width: int, height: int) -> int:
    """Height of the numbers in pixels, legible on a desktop as on a phone with three times its density.

    Args:
        boxes: Of the elements: left, top, right, bottom.
        width: Of the screen; one that is higher than wide is a phone's.
        height: Of the screen.
    """
    shorter = min(width, height)
    smallest = smallest_text(width, height)
    typical = float(np.median(boxes[:, 3] - boxes[:, 1])) * TEXT_TO_TARGET
    return int(np.clip(typical, smallest, max(smallest, shorter * LARGEST_TEXT)))


def _sizes(labels: Sequence[Pixels]) -> NDArray[np.float32]:
    """Width and height of each label."""
    return np.array([(label.shape[1], label.shape[0]) for label in labels], np.float32)


def _boxes(elements: ElementMap, pixels: Pixels) -> Boxes:
    """Left, top, right and bottom of each mark, moved into the picture and at least a pixel large."""
    height, width = pixels.shape[:2]
    boxes = corners(mark.box for mark in elements)
    edges = np.array([width, height], np.float32)
    boxes[:, :2] = np.clip(boxes[:, :2], 0, edges - 1)
    boxes[:, 2:] = np.clip(boxes[:, 2:], boxes[:, :2] + 1, edges)
    return boxes


def _tint(under: Pixels, colour: Colour, share: float) -> None:
    # In 256ths: whole numbers are several times as fast as fractions.
    weight = round(share * 256)
    added = (np.array(colour) * weight).astype(np.uint16)
    under[:] = (under.astype(np.uint16) * np.uint16(256 - weight) + added) >> 8


def _frame(pixels: Pixels, box: list[int], colour: Colour, ink: Colour, thickness: int) -> None:
    """Draw the outline of a box, inside it, with a line of the ink along its inner edge."""
    left, top, right, bottom = box
    if min(right - left, bottom - top) > 4 * thickness:
        _outline(pixels, (left + thickness, top + thickness, right - thickness, bottom - thickness), ink, 1)
    _outline(pixels, (left, top, right, bottom), colour, thickness)


def _corners(pixels: Pixels, box: list[int], colour: Colour, ink: Colour, thickness: int) -> None:
    """Draw the corners of a box, each a third of its sides at most."""
    left, top, right, bottom = box
    reach = [min(max((end - start) // 3, 1), 5 * thickness) for start, end in ((left, right), (top, bottom))]
    keep = pixels[top + reach[1] : bottom - reach[1], left:right].copy()
    across = pixels[top:bottom, left + reach[0] : right - reach[0]].copy()
    _frame(pixels, box, colour, ink, thickness)
    pixels[top + reach[1] : bottom - reach[1], left:right] = keep
    pixels[top:bottom, left + reach[0] : right - reach[0]] = across


def _outline(pixels: Pixels, box: tuple[int, int, int, int], colour: Colour, thickness: int) -> None:
    left, top, right, bottom = box
    pixels[top : top + thickness, left:right] = colour
    pixels[max(bottom - thickness, 0) : bottom, left:right] = colour
    pixels[top:bottom, left : left + thickness] = colour
    pixels[top:bottom, max(right - thickness, 0) : right] = colour


def _load_font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    # Pillow's own font, so that pictures are the same on every machine.
    return ImageFont.load_default(size)


def _draw_label(
    text: str, font: ImageFont.FreeTypeFont | ImageFont.ImageFont, ground: Colour, ink: Colour
) -> Pixels:
    """A number on its colour with a rim; shape (height, width, 3)."""
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
    pen.rectangle((0, 0, width - 1, height - 1), outline=ink)
    at = (1 + margin + bold - left, 1 + margin + bold - digits_top)
    pen.text(at, text, ink, font, stroke_width=bold, stroke_fill=ink)
    return np.asarray(picture)

"""Pictures of what was found, to look at: green found, red missed, blue told and not there."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from crab_core import Box
from crab_visualprompt.pixels import Pixels, encode
from crab_visualprompt.score.kept import Screen
from crab_visualprompt.score.measure import Judged
from crab_visualprompt.score.subjects import Subject, pixels_of
from crab_visualprompt.written import writing

GREEN, RED, BLUE = (0, 140, 60), (210, 20, 40), (0, 90, 210)
THICK = 3
"""Pixels."""


def draw(folder: Path, subject: Subject, screen: Screen, judged: Judged) -> Path:
    """Write the picture of one screen into a folder, which is made.

    Raises:
        UsageError: It cannot be written.
    """
    pixels = pixels_of(screen)
    for boxes, colour in ((judged.wrong, BLUE), (judged.found, GREEN), (judged.missed, RED)):
        _frame(pixels, boxes, colour)
    name = "".join(c if c.isalnum() else "-" for c in f"{subject.kind} {subject.name} {screen.name}")
    path = folder / f"{name}-{screen.screenshot.digest[:6]}.png"
    with writing(path):
        folder.mkdir(parents=True, exist_ok=True)
        path.write_bytes(encode(pixels).data)
    return path


def _frame(pixels: Pixels, boxes: Iterable[Box], colour: tuple[int, int, int]) -> None:
    for box in boxes:
        left, top = max(box.x, 0), max(box.y, 0)
        right, bottom = box.x + box.width, box.y + box.height
        pixels[top : top + THICK, left:right] = colour
        pixels[max(bottom - THICK, 0) : bottom, left:right] = colour
        pixels[top:bottom, left : left + THICK] = colour
        pixels[top:bottom, max(right - THICK, 0) : right] = colour

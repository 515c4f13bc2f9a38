"""How marks look."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from crab_core import UsageError

Colour = tuple[int, int, int]
"""Red, green, blue, 0 to 255."""

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
BLACK: Colour = (0, 0, 0)
YELLOW: Colour = (255, 214, 10)


@dataclass(frozen=True, slots=True)
class Style:
    """How marks look."""

    summary: str
    """One line, for people who choose."""
    frame: Literal["whole", "corners", "none"] = "whole"
    """What is drawn of the outline of an element."""
    tint: float = 0.0
    """How much of its colour lies over an element: 0 for none, 1 hides it."""
    grounds: tuple[Colour, ...] = PALETTE
    """Colours of frames and labels; marks take them in turn."""
    ink: Colour = WHITE
    """Of the numbers, of the rim of labels and of the line along frames."""


STYLES: dict[str, Style] = {
    "frames": Style("Coloured frames with numbers."),
    "corners": Style(
        "Only the corners of frames, for pictures in which every pixel counts.", frame="corners"
    ),
    "tint": Style("Frames, and elements tinted with their colour.", tint=0.22),
    "numbers": Style("Numbers alone.", frame="none"),
    "contrast": Style(
        "Black numbers on yellow, for models that mistake colours.", grounds=(YELLOW,), ink=BLACK
    ),
}


def style_named(name: str) -> Style:
    """The style of a name.

    Raises:
        UsageError: There is none.
    """
    try:
        return STYLES[name]
    except (KeyError, TypeError):
        known = ", ".join(STYLES)
        raise UsageError(f"No style of marks is named {name!r}.", advice=f"There are {known}.") from None

"""What reads pictures: OCR engines, detectors of icons and controls, image matchers.

Plugins register them by hooks; whoever needs one names it. Pixels are numpy arrays of unsigned bytes with
the shape (height, width, 3), red, green, blue; the core itself never touches them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from crab_core.content import Box

Pixels = Any
"""A numpy array of unsigned bytes, shape (height, width, 3): red, green, blue."""


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line of text in a picture."""

    box: Box
    """Where it is, in pixels."""
    text: str
    confidence: float = 1.0
    """How sure the engine is, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Detection:
    """An icon or a control in a picture."""

    box: Box
    """Where it is, in pixels."""
    label: str = ""
    """What it is, as far as the detector tells."""
    confidence: float = 1.0
    """How sure the detector is, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Match:
    """Where one picture shows what another shows."""

    points: tuple[tuple[float, float, float, float], ...] = ()
    """Points that agree with the homography: x and y in the first picture, x and y in the second."""
    homography: tuple[float, ...] | None = None
    """From the first picture to the second: nine numbers, row by row; None when they do not match."""
    corners: tuple[tuple[float, float], ...] | None = None
    """The corners of the first picture in the second: top left, top right, bottom right, bottom left."""
    confidence: float = 0.0
    """How sure the matcher is that the second picture shows the first, 0 to 1."""


class OcrEngine(Protocol):
    """Reads text. Its factory is called with its options."""

    name: str

    def read(self, pixels: Pixels) -> Sequence[TextLine]:
        """The lines of text in a picture, in no particular order."""


class Detector(Protocol):
    """Finds icons and controls. Its factory is called with its options."""

    name: str

    def detect(self, pixels: Pixels) -> Sequence[Detection]:
        """The icons and controls in a picture, in no particular order."""


class ImageMatcher(Protocol):
    """Finds one picture in another. Its factory is called with its options."""

    name: str

    def match(self, first: Pixels, second: Pixels) -> Match:
        """Where the second picture shows the first."""

"""A presentation, whatever format it was saved in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from crab_ubuntu.evaluators.office.model import Box, Paragraph, Picture
from crab_ubuntu.evaluators.office.package import Package, open_package
from crab_ubuntu.evaluators.reading import parsing

Layout = Literal["title", "title_content", "two_content", "title_only", "blank", "centered", "other"]
"""What a slide has room for; "centered" is one text in the middle."""


@dataclass(frozen=True, slots=True)
class TextShape:
    """Something with text on a slide."""

    paragraphs: Sequence[Paragraph]
    box: Box
    """In centimetres."""
    is_title: bool = False

    @property
    def text(self) -> str:
        """Its paragraphs, one a line."""
        return "\n".join(paragraph.text for paragraph in self.paragraphs)


@dataclass(frozen=True, slots=True)
class Slide:
    """One slide."""

    shapes: Sequence[TextShape]
    """Those that have text, from the back to the front."""
    pictures: Sequence[Picture]
    notes: str
    layout: Layout
    layout_name: str
    """As the file says it."""
    background: str
    """As "#rrggbb", or "image", "gradient", "pattern"; empty when there is none."""
    transition: bool
    """Whether an effect leads to it."""

    @property
    def title(self) -> str:
        """The text of its title; empty when it has none."""
        return next((shape.text.strip() for shape in self.shapes if shape.is_title), "")


@dataclass(frozen=True, slots=True)
class SlideShow:
    """All of it."""

    slides: Sequence[Slide]


def read_slides(path: str) -> SlideShow:
    """Read an .odp or .pptx.

    Raises:
        UnreadableError: It is missing, something else, or broken.
    """
    return _read(open_package(path, "presentation"))


@lru_cache(maxsize=2)
def _read(package: Package) -> SlideShow:
    """Several checkpoints look at one file, and it is read once."""
    with parsing(package.path, package.name):
        if package.standard == "odf":
            from crab_ubuntu.evaluators.office import impress_odf

            return impress_odf.read(package)
        from crab_ubuntu.evaluators.office import impress_ooxml

        return impress_ooxml.read(package)

"""A text document, whatever format it was saved in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from crab_ubuntu.evaluators.office.model import Paragraph, Picture
from crab_ubuntu.evaluators.office.package import Package, open_package
from crab_ubuntu.evaluators.reading import parsing


@dataclass(frozen=True, slots=True)
class Table:
    """Texts of the cells, row by row; a cell that another one covers is empty."""

    cells: Sequence[Sequence[str]]

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return len(self.cells)

    @property
    def columns(self) -> int:
        """How many columns the widest row has."""
        return max((len(row) for row in self.cells), default=0)


@dataclass(frozen=True, slots=True)
class Page:
    """Size and margins of the first page, in centimetres."""

    width: float
    height: float
    top: float
    right: float
    bottom: float
    left: float

    @property
    def text_width(self) -> float:
        """Between the margins."""
        return self.width - self.left - self.right


@dataclass(frozen=True, slots=True)
class Comment:
    """A note at the side."""

    author: str
    text: str


@dataclass(frozen=True, slots=True)
class TextDocument:
    """What evaluators look at."""

    paragraphs: Sequence[Paragraph]
    """Of the body, not those in tables, frames, headers and footers."""
    text: str
    """Paragraphs and rows of tables in order, one a line; tabs between cells."""
    tables: Sequence[Table]
    pictures: Sequence[Picture]
    """In their order; their boxes are in centimetres, on one endless page."""
    header: Sequence[str]
    footer: Sequence[str]
    page: Page
    comments: Sequence[Comment]


def read_text_document(path: str) -> TextDocument:
    """Read an .odt or .docx.

    Raises:
        UnreadableError: It is missing, something else, or broken.
    """
    return _read(open_package(path, "text"))


@lru_cache(maxsize=2)
def _read(package: Package) -> TextDocument:
    """Several checkpoints look at one file, and it is read once."""
    with parsing(package.path, package.name):
        if package.standard == "odf":
            from crab_ubuntu.evaluators.office import writer_odf

            return writer_odf.read(package)
        from crab_ubuntu.evaluators.office import writer_ooxml

        return writer_ooxml.read(package)

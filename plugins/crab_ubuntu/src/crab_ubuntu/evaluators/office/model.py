"""What documents are made of, whatever file format and application they come from."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PIL.Image import Image

Alignment = Literal["left", "center", "right", "justify"]
ListKind = Literal["none", "bullet", "number"]


SHADE: Final = "a shade of the theme"
"""Stands for a colour that a file gives as a lighter or darker one of its theme: it is not worked out."""


@dataclass(frozen=True, slots=True)
class Look:
    """How characters look, styles included."""

    bold: bool = False
    italic: bool = False
    underline: bool = False
    strikethrough: bool = False
    color: str = ""
    """As "#rrggbb" or `SHADE`; empty when it is automatic."""
    highlight: str = ""
    """Colour behind the characters, as "#rrggbb"; empty when there is none."""
    size: float | None = None
    """Points."""
    font: str = ""


@dataclass(frozen=True, slots=True)
class Run:
    """Characters that look alike."""

    text: str
    look: Look = field(default_factory=Look)
    link: str = ""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One paragraph."""

    runs: Sequence[Run]
    style: str = ""
    """Name of its named style, as people see it."""
    level: int = 0
    """1 to 10 for headings, 0 otherwise."""
    alignment: Alignment = "left"
    list_kind: ListKind = "none"

    @property
    def text(self) -> str:
        """Its characters; line breaks are "\\n", tabs "\\t"."""
        return "".join(run.text for run in self.runs)


@dataclass(frozen=True, slots=True)
class Box:
    """Where something lies, from the top left; the unit is the document's, equal for all of its boxes."""

    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Its right edge."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """Its lower edge."""
        return self.top + self.height


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture in a document."""

    box: Box
    data: bytes | None = None
    """Its file as it is embedded; None when there is none inside, or a library has decoded it."""
    decode: Callable[[], Image] | None = None
    """Gives the pixels where the format does not hold an image file."""
    altered: str = ""
    """How it is shown otherwise than it is, such as "cropped"; empty when it is not."""
    brightness: float = 0.0
    """Percent that it is shown brighter; below 0, darker."""

"""What observations and messages are made of: text, pictures, UI trees and clips.

All types are frozen and hold bytes as they were captured; nothing here decodes or encodes pixels.
Coordinates are pixels of the screenshot of the same device, origin at the top left.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple


class Box(NamedTuple):
    """A rectangle on the screen, in pixels."""

    x: int
    y: int
    width: int
    height: int

    @property
    def center(self) -> tuple[int, int]:
        """The middle of the box, as (x, y), rounded down."""
        return self.x + self.width // 2, self.y + self.height // 2

    @property
    def area(self) -> int:
        """Width times height, in square pixels; 0 for an empty or inverted box."""
        return max(self.width, 0) * max(self.height, 0)

    def intersection(self, other: Box) -> Box:
        """The part that both boxes cover; a box of area 0 when they are apart."""
        left, top = max(self.x, other.x), max(self.y, other.y)
        right = min(self.x + self.width, other.x + other.width)
        bottom = min(self.y + self.height, other.y + other.height)
        return Box(left, top, max(right - left, 0), max(bottom - top, 0))

    def contains(self, other: Box) -> bool:
        """Whether `other` lies wholly inside this box."""
        return other.area > 0 and self.intersection(other) == other


@dataclass(frozen=True)
class Text:
    """Plain text."""

    text: str


@dataclass(frozen=True)
class Screenshot:
    """One picture of a screen, in the format in which it was captured."""

    data: bytes
    """The encoded picture."""
    width: int
    """Pixels."""
    height: int
    """Pixels."""
    media_type: str = "image/png"
    """The IANA media type of `data`."""

    @cached_property
    def digest(self) -> str:
        """SHA-256 of `data` in hexadecimal: the name under which it is stored."""
        return hashlib.sha256(self.data).hexdigest()

    @classmethod
    def from_png(cls, data: bytes) -> Screenshot:
        """A screenshot from PNG bytes; the size is read from the header.

        Raises:
            ValueError: `data` is not a PNG file.
        """
        if data[:8] != b"\x89PNG\r\n\x1a\n" or data[12:16] != b"IHDR" or len(data) < 24:
            raise ValueError("not a PNG file")
        return cls(data, int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big"))


@dataclass(frozen=True)
class Clip:
    """A short recording of a screen."""

    data: bytes
    """The encoded video."""
    seconds: float
    """How long it plays."""
    media_type: str = "video/mp4"
    """The IANA media type of `data`."""

    @cached_property
    def digest(self) -> str:
        """SHA-256 of `data` in hexadecimal."""
        return hashlib.sha256(self.data).hexdigest()


@dataclass(frozen=True)
class UiNode:
    """One element of a user interface, with its children in visual order."""

    role: str
    """What it is, in lower-case words: "button", "check box", "text field" …"""
    name: str = ""
    """What it is called on the screen or by assistive technology."""
    value: str = ""
    """What it holds: the text of a field, the position of a slider."""
    box: Box | None = None
    """Where it is, in pixels; None when it has no place on the screen."""
    states: frozenset[str] = frozenset()
    """Of: enabled, focusable, focused, checkable, checked, selected, expanded, editable, clickable,
    long-clickable, scrollable, password."""
    identifier: str = ""
    """Stable id given by the application: Android's resource-id, an accessible id."""
    children: tuple[UiNode, ...] = ()
    """Elements inside this one."""

    def walk(self) -> Iterator[UiNode]:
        """This node and all below it, parents before children."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.children))


@dataclass(frozen=True)
class UiTree:
    """The user interface of a device, as its accessibility service tells it."""

    root: UiNode
    width: int
    """Width of the screen in pixels."""
    height: int
    """Height of the screen in pixels."""

    def walk(self) -> Iterator[UiNode]:
        """All nodes, parents before children."""
        return self.root.walk()


Content = Text | Screenshot | UiTree | Clip


def well_formed(value: Any) -> Any:
    """A text without lone surrogates, which nothing encodes; of a JSON value, all its texts.

    Models write half of an escaped pair, and names of files hold bytes that are no text. A pair becomes the
    character that it stands for, and what is left alone becomes U+FFFD.
    """
    if isinstance(value, str):
        if value.isascii():
            return value
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, Mapping):
        return {well_formed(key): well_formed(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [well_formed(part) for part in value]
    return value


"""Everything that an observation can return."""


@dataclass(frozen=True)
class Mark:
    """One element that an agent can point at by its number."""

    number: int
    """As drawn on the marked screenshot; the first is 1."""
    box: Box
    """Where it is, in pixels."""
    label: str
    """What it is called."""
    role: str
    """What it is."""
    value: str = ""
    """What it holds."""
    states: frozenset[str] = frozenset()
    """As in `UiNode.states`."""
    source: str = "tree"
    """Who found it: "tree", "ocr", "icon" …"""
    confidence: float = 1.0
    """How sure the source is, 0 to 1."""


@dataclass(frozen=True)
class ElementMap:
    """The marks of one screenshot; `click(element=3)` resolves against it."""

    marks: tuple[Mark, ...] = ()
    _by_number: dict[int, Mark] = field(init=False, repr=False, compare=False, default_factory=dict)

    def __post_init__(self) -> None:
        """Index the marks by their number."""
        self._by_number.update((mark.number, mark) for mark in self.marks)

    def get(self, number: int) -> Mark | None:
        """The mark with this number, or None."""
        return self._by_number.get(number)

    def __iter__(self) -> Iterator[Mark]:
        """The marks in the order of their numbers."""
        return iter(self.marks)

    def __len__(self) -> int:
        """How many marks there are."""
        return len(self.marks)

"""The view hierarchy: what an app's screen is made of.

A screen is a function that builds a tree of :class:`View` from state; after anything changes, the tree
is built anew. Lengths are in dp, text sizes in sp, until :mod:`.layout` gives every view its rectangle.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum

import skia

from .geometry import Rect
from .text import BODY_LARGE, TextStyle
from .theme import Color

Handler = Callable[[], None]
Painter = Callable[[skia.Canvas, Rect], None]

MATCH = -1.0  # as large as the parent allows
WRAP = -2.0  # as large as the content

_NOWHERE = Rect(0, 0, 0, 0)


class Axis(Enum):
    """How a view places its children."""

    COLUMN = "column"
    ROW = "row"
    STACK = "stack"


class Align(Enum):
    """Where children stand across (or along) the axis."""

    START = "start"
    CENTER = "center"
    END = "end"
    BETWEEN = "between"


@dataclass(slots=True, eq=False)
class View:
    """One view: what the UI tree tells of it, how it is laid out, how it looks and what it does.

    ``cls`` is its Android class name, ``id`` its name in the package's resources.
    """

    cls: str = "android.view.View"
    id: str = ""
    text: str = ""
    hint: str = ""
    desc: str = ""
    children: list[View] = field(default_factory=list)

    axis: Axis = Axis.STACK
    width: float = WRAP
    height: float = WRAP
    min_height: float = 0.0
    weight: float = 0.0
    pad: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    gap: float = 0.0
    align: Align = Align.START
    justify: Align = Align.START

    fill: Color | None = None
    radius: float = 0.0
    corners: tuple[float, float, float, float] | None = None
    stroke: Color | None = None
    shadow: bool = False  # below the box; of a text without a box, below its letters
    style: TextStyle = BODY_LARGE
    color: Color = 0xFF000000
    hint_color: Color = 0xFF777777
    lines: int = 1
    text_align: Align = Align.START
    strike: bool = False
    italic: bool = False
    underline: bool = False
    icon: str = ""
    icon_size: float = 24.0
    draw: Painter | None = None

    on_tap: Handler | None = None
    on_touch: Callable[[float, float], None] | None = None
    on_long_tap: Handler | None = None
    on_swipe: Callable[[float, float], bool] | None = None
    on_drag: Callable[[float, float, float, float], bool] | None = None
    enabled: bool = True
    checked: bool | None = None
    selected: bool = False
    focused: bool = False
    focusable: bool = False
    password: bool = False
    cursor: int | None = None
    selection: tuple[int, int] | None = None
    field: str = ""  # the name of the text field that is edited here
    multiline: bool = False
    on_enter: Handler | None = None
    on_erase: Handler | None = None  # backspace in front of the first character
    input_type: str = "text"
    ime_action: str = ""  # what the enter key says: enter, next, done, search or send; guessed when empty
    scroll_key: str = ""
    scroll_y: int = 0
    horizontal: bool = False  # a scrolling view scrolls sideways, and scroll_y counts from the left
    hidden: bool = False  # drawn, but not a node of the UI tree
    package: str = ""

    rect: Rect = _NOWHERE
    clip: Rect = _NOWHERE
    content_height: int = 0
    wrapped: tuple[str, ...] = ()
    starts: tuple[int, ...] = ()  # of a field that is edited: where its lines begin in the text
    size: tuple[int, int] = (0, 0)

    @property
    def clickable(self) -> bool:
        """Whether a tap here does something of its own."""
        return self.on_tap is not None or self.on_touch is not None

    @property
    def scrollable(self) -> bool:
        """Whether there is more content than fits."""
        return bool(self.scroll_key) and self.scroll_limit > 0

    @property
    def scroll_limit(self) -> int:
        """How far it can be scrolled, in pixels; sideways, ``content_height`` is a width."""
        return max(0, self.content_height - (self.rect.width if self.horizontal else self.rect.height))

    @property
    def visible(self) -> Rect:
        """The part of the view that is on the screen, in pixels."""
        return self.rect.intersect(self.clip)

"""What a person does on the page, and what that is on the phone. Coordinates are pixels of the picture."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from ..input import scroll_to
from ..system.keycodes import KEYCODES
from ..touch import path_to

if TYPE_CHECKING:
    from ..phone import Phone
    from ..ui.views import View

Pixel = Annotated[float, Field(ge=-10_000, le=10_000)]
Milliseconds = Annotated[int, Field(ge=0, le=60_000)]


class _Request(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Tap(_Request):
    """A short touch, or a long one."""

    do: Literal["tap", "long_tap"]
    x: Pixel
    y: Pixel

    def apply(self, phone: Phone) -> dict[str, Any]:
        """Touch."""
        (phone.tap if self.do == "tap" else phone.long_tap)(self.x, self.y)
        return {}


class Swipe(_Request):
    """A finger that moves, as long as it took."""

    do: Literal["swipe"]
    x1: Pixel
    y1: Pixel
    x2: Pixel
    y2: Pixel
    ms: Milliseconds

    def apply(self, phone: Phone) -> dict[str, Any]:
        """Swipe."""
        phone.swipe(self.x1, self.y1, self.x2, self.y2, self.ms)
        return {}


class Wheel(_Request):
    """A mouse wheel over a place: how far what is there shall move, in pixels."""

    do: Literal["wheel"]
    x: Pixel
    y: Pixel
    dx: Pixel
    dy: Pixel

    def apply(self, phone: Phone) -> dict[str, Any]:
        """Scroll the innermost list there that can go on in that direction."""
        by = {False: self.dy / phone.scale, True: self.dx / phone.scale}
        for window in reversed(phone.windows()):
            path = path_to(window.root, self.x / phone.scale, self.y / phone.scale)
            for view in path:
                target = _scrolled(view, by[view.horizontal])
                if target is not None:
                    scroll_to(phone, window, view, target)
                    return {}
            if window.modal or (path and window.focusable):
                break
        return {}


def _scrolled(view: View, by: float) -> int | None:
    if not view.scrollable or not round(by):
        return None
    target = max(0, min(view.scroll_limit, view.scroll_y + round(by)))
    return None if target == view.scroll_y else target


class Key(_Request):
    """A key by Android's name, without KEYCODE_."""

    do: Literal["key"]
    key: str
    long: bool = False

    def apply(self, phone: Phone) -> dict[str, Any]:
        """Press it; what it copied is told, for the clipboard of the person's own machine.

        Raises:
            ValueError: when there is no such key.
        """
        if self.key not in KEYCODES:
            raise ValueError(f"there is no key {self.key!r}")
        phone.key(KEYCODES[self.key], long=self.long)
        return {"clipboard": phone.state.clipboard} if self.key in ("COPY", "CUT") else {}


class Text(_Request):
    """Text of any script, typed where the cursor is."""

    do: Literal["text"]
    text: Annotated[str, Field(max_length=100_000)]

    def apply(self, phone: Phone) -> dict[str, Any]:
        """Type it; whether there was a field to type into is told."""
        phone.type_text(self.text)
        return {"typed": phone.focused_field() is not None}


class Rotate(_Request):
    """The phone is turned by a quarter."""

    do: Literal["rotate"]

    def apply(self, phone: Phone) -> dict[str, Any]:
        """Turn it to the left, or upright again; the screen follows, also where turning by itself is off."""
        turned = 0 if phone.rotation else 1
        phone.state.held = turned
        phone.put_setting("system", "user_rotation", str(turned))
        return {}


Gesture = Tap | Swipe | Wheel | Key | Text | Rotate
_GESTURES: TypeAdapter[Gesture] = TypeAdapter(Annotated[Gesture, Field(discriminator="do")])

read: Callable[[bytes], Gesture] = _GESTURES.validate_json
"""Reads a gesture from JSON; raises pydantic's ``ValidationError``, which is a ``ValueError``."""

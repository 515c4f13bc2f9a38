"""What a person does on the page, and what that is on the phone. Coordinates are pixels of the picture."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from ..system.keycodes import KEYCODES
from .hand import Hand

Pixel = Annotated[float, Field(ge=-10_000, le=10_000)]
_CONTROL, _SHIFT = KEYCODES["CTRL_LEFT"], KEYCODES["SHIFT_LEFT"]

Milliseconds = Annotated[int, Field(ge=0, le=60_000)]


class _Request(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Tap(_Request):
    """A short touch, or a long one."""

    do: Literal["tap", "long_tap"]
    x: Pixel
    y: Pixel

    def apply(self, hand: Hand) -> dict[str, Any]:
        """Touch."""
        (hand.phone.tap if self.do == "tap" else hand.phone.long_tap)(self.x, self.y)
        return {}


class Swipe(_Request):
    """A finger that moves, as long as it took.

    ``rested`` says that it stood still before it was lifted: then a list that followed it stays where it is.
    """

    do: Literal["swipe"]
    x1: Pixel
    y1: Pixel
    x2: Pixel
    y2: Pixel
    ms: Milliseconds
    rested: bool = False

    def apply(self, hand: Hand) -> dict[str, Any]:
        """Swipe. What a list has followed until now is taken back first: the whole way is what counts."""
        if self.rested and hand.lay_down((self.x1, self.y1), (self.x2, self.y2)):
            return {}
        hand.let_go()
        hand.phone.swipe(self.x1, self.y1, self.x2, self.y2, self.ms)
        return {}


class Drag(_Request):
    """A finger that is still down: how far it has come. A swipe ends it; to come back undoes it."""

    do: Literal["drag"]
    x1: Pixel
    y1: Pixel
    x2: Pixel
    y2: Pixel

    def apply(self, hand: Hand) -> dict[str, Any]:
        """Let the list under the finger follow it, if there is one."""
        hand.move((self.x1, self.y1), (self.x2, self.y2))
        return {}


class Wheel(_Request):
    """A mouse wheel over a place: how far what is there shall move, in pixels."""

    do: Literal["wheel"]
    x: Pixel
    y: Pixel
    dx: Pixel
    dy: Pixel

    def apply(self, hand: Hand) -> dict[str, Any]:
        """Scroll the innermost list there that can go on in that direction."""
        hand.scroll((self.x, self.y), self.dx, self.dy)
        return {}


class Key(_Request):
    """A key by Android's name, without KEYCODE_, alone or together with those that modify it."""

    do: Literal["key"]
    key: str
    long: bool = False
    control: bool = False
    shift: bool = False

    def apply(self, hand: Hand) -> dict[str, Any]:
        """Press it; what it copied is told, for the clipboard of the person's own machine.

        Raises:
            ValueError: when there is no such key.
        """
        if self.key not in KEYCODES:
            raise ValueError(f"there is no key {self.key!r}")
        modifiers = [code for code, held in ((_CONTROL, self.control), (_SHIFT, self.shift)) if held]
        if modifiers:
            hand.phone.key_combination([*modifiers, KEYCODES[self.key]])
        else:
            hand.phone.key(KEYCODES[self.key], long=self.long)
        copied = self.control and self.key in ("C", "X")
        return {"clipboard": hand.phone.state.clipboard} if copied else {}


class Text(_Request):
    """Text of any script, typed where the cursor is."""

    do: Literal["text"]
    text: Annotated[str, Field(max_length=100_000)]

    def apply(self, hand: Hand) -> dict[str, Any]:
        """Type it; whether there was a field to type into is told."""
        hand.phone.type_text(self.text)
        return {"typed": hand.phone.focused_field() is not None}


class Rotate(_Request):
    """The phone is turned by a quarter."""

    do: Literal["rotate"]

    def apply(self, hand: Hand) -> dict[str, Any]:
        """Turn it to the left, or upright again; the screen follows, also where turning by itself is off."""
        turned = 0 if hand.phone.rotation else 1
        hand.phone.state.held = turned
        hand.phone.put_setting("system", "user_rotation", str(turned))
        return {}


Gesture = Tap | Swipe | Drag | Wheel | Key | Text | Rotate
_GESTURES: TypeAdapter[Gesture] = TypeAdapter(Annotated[Gesture, Field(discriminator="do")])

read: Callable[[bytes], Gesture] = _GESTURES.validate_json
"""Reads a gesture from JSON; raises pydantic's ``ValidationError``, which is a ``ValueError``."""

"""One person in front of the desktop: a connection, what came through it, and what is let through."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import Protocol

from crab_ubuntu.view.keyboard import Call, Keyboard
from crab_ubuntu.view.pointer import Mouse
from crab_ubuntu.view.rfb import CUT_TEXT, KEY, POINTER, SET_DESKTOP_SIZE, ClientStream, Key, Pointer

KEPT = (KEY, POINTER, CUT_TEXT, SET_DESKTOP_SIZE)
"""Messages that the VNC server does not get: what a person does is done by the host."""


class Doing(Protocol):
    """What becomes of what a person does."""

    def do(self, calls: Iterable[Call]) -> None:
        """Do it on the desktop."""

    def note(self, calls: Iterable[Call], moment: float) -> None:
        """Write it down."""


class Person:
    """Reads what a person's browser says."""

    def __init__(self, doing: Doing | None) -> None:
        """Begin.

        Args:
            doing: None for somebody who may only look.
        """
        self._doing = doing
        self._stream = ClientStream()
        self._keyboard = Keyboard()
        self._mouse = Mouse()

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Take what arrived; what the VNC server shall hear of it.

        Raises:
            RfbError: It is not what a VNC client says.
        """
        for message in self._stream.feed(data):
            if message.kind not in KEPT:
                yield message.data
            elif self._doing is not None and (event := message.event) is not None:
                self._take(event, self._doing, time.monotonic())

    def leave(self) -> None:
        """Let go of everything that is held."""
        if self._doing is not None:
            released = self._keyboard.let_go()
            self._doing.do([*self._mouse.let_go(), *released])
            self._doing.note(released, time.monotonic())

    def _take(self, event: Key | Pointer, doing: Doing, moment: float) -> None:
        if isinstance(event, Key):
            calls = self._keyboard.feed(event)
            doing.do(calls)
            doing.note(calls, moment)
            return
        moved = self._mouse.feed(event)
        if moved.pressed:
            held = self._keyboard.hold()
            doing.do(held)
            doing.note(held, moment)
        doing.do(moved.now)
        doing.note(moved.done, moment)

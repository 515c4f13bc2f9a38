"""Reading selections of an X display: asking an application for what was copied (ICCCM, chapter 2)."""

from __future__ import annotations

import select
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from crab_core import DeviceError

LARGEST = 16 * 2**20
"""Bytes that are taken from a selection, or offered."""
STEP_SECONDS = 5.0
"""An owner that does not answer for so long is given up."""
WHOLE_SECONDS = 20.0
"""All of one content must have come within this time."""
CHUNK = 128 * 1024
"""Bytes a property; more than one request can carry is passed in pieces (INCR)."""

_WORD = 4
"""Lengths of properties are counted in words of so many bytes."""


@dataclass(frozen=True, slots=True)
class Converted:
    """A content in one of the forms that its owner offers."""

    form: str
    """What it really is, such as UTF8_STRING or image/png."""
    data: bytes
    """Empty when `atoms` holds the answer."""
    atoms: tuple[str, ...] = ()
    """The answer to TARGETS."""


class SelectionReader:
    """Asks the owners of selections for what they hold; safe to use from several threads."""

    def __init__(self, display_name: str) -> None:
        """Connect to an X display."""
        from Xlib import display

        self._display = display.Display(display_name)
        self._root = self._display.screen().root
        self._poll = select.poll()
        self._poll.register(self._display.fileno(), select.POLLIN)
        self._lock = threading.Lock()

    def close(self) -> None:
        """Disconnect; safe to call twice, and when the display is gone."""
        from Xlib.error import ConnectionClosedError

        with self._lock, suppress(ConnectionClosedError):
            self._display.close()

    def is_owned(self, selection: str) -> bool:
        """Whether any application holds a selection."""
        with self._lock:
            return bool(self._display.get_selection_owner(self._atom(selection)))

    def convert(self, selection: str, target: str, deadline: float) -> Converted | None:
        """Ask for a content in one form.

        Args:
            selection: CLIPBOARD or PRIMARY.
            target: Name of the form.
            deadline: On the monotonic clock.

        Returns:
            None when there is no owner or it does not know the form.

        Raises:
            DeviceError: The owner does not answer in time, or holds too much.
        """
        from Xlib import X

        with self._lock:
            # A window of its own for each question: an answer that comes too late reaches nobody.
            window = self._root.create_window(-1, -1, 1, 1, 0, 0, event_mask=X.PropertyChangeMask)
            try:
                return self._ask(window, self._atom(selection), self._atom(target), deadline)
            finally:
                window.destroy()
                self._display.sync()

    def _atom(self, name: str) -> int:
        return int(self._display.intern_atom(name))

    def _ask(self, window: Any, selection: int, target: int, deadline: float) -> Converted | None:
        from Xlib import X, Xatom

        place = self._atom("CRAB_SELECTION")
        window.convert_selection(selection, target, place, X.CurrentTime)
        answer = self._next(lambda e: e.type == X.SelectionNotify and e.requestor.id == window.id, deadline)
        if answer.property == X.NONE:
            return None
        form, data = self._take(window, place)
        if form == self._atom("INCR"):
            form, data = self._take_pieces(window, place, deadline)
        if form == X.NONE:
            return None
        name = self._display.get_atom_name(form)
        if form in (Xatom.ATOM, self._atom("TARGETS")):  # some owners answer with the wrong type
            return Converted(name, b"", tuple(self._names(data)))
        return Converted(name, data)

    def _names(self, data: bytes) -> list[str]:
        from Xlib import error

        names = []
        for atom in memoryview(data[: len(data) // _WORD * _WORD]).cast("I")[:256]:
            with suppress(error.BadAtom):
                names.append(self._display.get_atom_name(atom))
        return names

    def _take_pieces(self, window: Any, place: int, deadline: float) -> tuple[int, bytes]:
        """Read what comes in pieces; the last one is empty."""
        from Xlib import X

        def is_new(event: Any) -> bool:
            return bool(
                event.type == X.PropertyNotify
                and event.window.id == window.id
                and event.atom == place
                and event.state == X.PropertyNewValue
            )

        form, pieces, size = X.NONE, list[bytes](), 0
        while True:
            self._next(is_new, deadline)
            kind, piece = self._take(window, place)
            if not piece:
                return form or kind, b"".join(pieces)
            form, size = kind, size + len(piece)
            pieces.append(piece)
            if size > LARGEST:
                raise _too_large()

    def _take(self, window: Any, place: int) -> tuple[int, bytes]:
        """Type and content of the property in which an answer stands, which is gone then."""
        from Xlib import X

        form, pieces, position = X.NONE, list[bytes](), 0
        while True:
            part = window.get_property(place, X.AnyPropertyType, position, CHUNK // _WORD)
            if part is None:
                return X.NONE, b""
            form, piece = part.property_type, bytes(part.value or b"")
            if position * _WORD + len(piece) + part.bytes_after > LARGEST:
                window.delete_property(place)
                raise _too_large()
            pieces.append(piece)
            if not part.bytes_after:
                window.delete_property(place)
                self._display.sync()
                return form, b"".join(pieces)
            position += CHUNK // _WORD

    def _next(self, wanted: Callable[[Any], bool], deadline: float) -> Any:
        """The next event of a kind; others are dropped.

        Raises:
            DeviceError: It does not come.
        """
        deadline = min(deadline, time.monotonic() + STEP_SECONDS)
        while True:
            while self._display.pending_events():
                event = self._display.next_event()
                if wanted(event):
                    return event
            left = deadline - time.monotonic()
            if left <= 0:
                raise DeviceError(
                    "The application that holds what was copied does not answer.",
                    advice="It may be stopped or busy; copy again.",
                )
            self._poll.poll(left * 1000)


def _too_large() -> DeviceError:
    return DeviceError(f"What was copied is larger than {LARGEST // 2**20} MiB.", advice="Copy less.")

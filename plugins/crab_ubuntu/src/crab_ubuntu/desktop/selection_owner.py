"""Holding selections of an X display: what is copied here is passed on to who asks (ICCCM, chapter 2)."""

from __future__ import annotations

import os
import select
import threading
import time
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from crab_core import DeviceError
from crab_ubuntu.desktop.selections import CHUNK, STEP_SECONDS, WHOLE_SECONDS

MOST_TRANSFERS = 64
"""Large contents that are under way at the same time; readers beyond that are refused."""


class SelectionOwner:
    """Holds selections and passes on what they contain, in a thread of its own."""

    def __init__(self, display_name: str) -> None:
        """Connect to an X display and start answering."""
        from Xlib import X, display

        self._display = display.Display(display_name)
        # Who asked may be gone when it is answered; that is its business.
        self._display.set_error_handler(lambda _error, _request: None)
        root = self._display.screen().root
        self._window = root.create_window(-1, -1, 1, 1, 0, 0, event_mask=X.PropertyChangeMask)
        self._held: dict[int, _Offer] = {}
        self._transfers: dict[tuple[int, int], _Transfer] = {}
        self._orders: list[tuple[str, str, Future[bool]]] = []
        self._wake_read, self._wake_write = os.pipe()
        self._ending = False
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._serve, name="clipboard", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Give up what is held and end the thread; safe to call twice, and when the display is gone."""
        from Xlib.error import ConnectionClosedError

        if self._ending:
            return
        self._ending = True
        os.write(self._wake_write, b"x")
        self._thread.join()
        with suppress(ConnectionClosedError):
            self._display.close()
        os.close(self._wake_read)
        os.close(self._wake_write)

    def hold(self, selection: str, text: str) -> None:
        """Become the owner of a selection; returns when that is so.

        Raises:
            DeviceError: The X server does not let it.
        """
        done: Future[bool] = Future()
        with self._lock:
            self._orders.append((selection, text, done))
        os.write(self._wake_write, b"x")
        try:
            taken = done.result(STEP_SECONDS)
        except TimeoutError as error:
            raise DeviceError("The display does not answer.") from error
        if not taken:
            raise DeviceError(f"The X server does not give {selection} away.")

    # -- in the thread -----------------------------------------------------------------------------

    def _serve(self) -> None:
        from Xlib.error import ConnectionClosedError

        with suppress(ConnectionClosedError):  # the display is gone, and with it who might ask
            self._answer_all()

    def _answer_all(self) -> None:
        poll = select.poll()
        poll.register(self._display.fileno(), select.POLLIN)
        poll.register(self._wake_read, select.POLLIN)
        while not self._ending:
            while self._display.pending_events():
                self._receive(self._display.next_event())
            ready = {descriptor for descriptor, _ in poll.poll()}
            if self._wake_read in ready:
                os.read(self._wake_read, 64)
                self._carry_out()

    def _carry_out(self) -> None:
        with self._lock:
            orders, self._orders = self._orders, []
        for selection, text, done in orders:
            try:
                done.set_result(self._take_over(self._atom(selection), text))
            except Exception as error:  # noqa: BLE001 - raised in the thread that waits for it
                done.set_exception(error)

    def _take_over(self, selection: int, text: str) -> bool:
        now = self._server_time()
        self._held[selection] = _Offer(text, now)
        self._window.set_selection_owner(selection, now)
        owner = self._display.get_selection_owner(selection)
        return bool(owner) and owner.id == self._window.id

    def _server_time(self) -> int:
        """The X server's clock: a change that changes nothing is reported with its time."""
        from Xlib import X, Xatom

        place = self._atom("CRAB_TIME")
        self._window.change_property(place, Xatom.STRING, 8, b"", X.PropModeAppend)
        while True:
            event = self._display.next_event()
            if event.type == X.PropertyNotify and event.window.id == self._window.id and event.atom == place:
                return int(event.time)
            self._receive(event)

    def _atom(self, name: str) -> int:
        return int(self._display.intern_atom(name))

    def _receive(self, event: Any) -> None:
        from Xlib import X

        if event.type == X.SelectionRequest:
            self._answer(event)
        elif event.type == X.SelectionClear:
            self._held.pop(event.atom, None)
        elif event.type == X.PropertyNotify and event.state == X.PropertyDelete:
            self._continue(event.window, event.atom)

    def _answer(self, request: Any) -> None:
        from Xlib import X
        from Xlib.protocol import event

        offer = self._held.get(request.selection)
        place = request.property or request.target  # owners must still understand such old requests
        if offer is None or not self._give(offer, request.requestor, request.target, place):
            place = X.NONE
        notify = event.SelectionNotify(
            time=request.time,
            requestor=request.requestor,
            selection=request.selection,
            target=request.target,
            property=place,
        )
        request.requestor.send_event(notify)
        self._display.sync()

    def _give(self, offer: _Offer, window: Any, target: int, place: int) -> bool:
        """Put a content into a property of a window; False when it is not to be had in this form."""
        from Xlib import Xatom

        name = self._display.get_atom_name(target)
        if name == "TARGETS":
            names = ("TARGETS", "TIMESTAMP", "MULTIPLE", *_FORMS)
            window.change_property(place, Xatom.ATOM, 32, [self._atom(n) for n in names])
        elif name == "TIMESTAMP":
            window.change_property(place, Xatom.INTEGER, 32, [offer.since])
        elif name == "MULTIPLE":
            self._give_several(offer, window, place)
        elif name in _FORMS:
            form, data = offer.encoded(name)
            if len(data) <= CHUNK:
                window.change_property(place, self._atom(form), 8, data)
            else:
                return self._start_transfer(window, place, self._atom(form), data)
        else:
            return False
        return True

    def _give_several(self, offer: _Offer, window: Any, place: int) -> None:
        from Xlib import X

        asked = window.get_full_property(place, X.AnyPropertyType)
        pairs = list(asked.value[:256]) if asked is not None and asked.format == 32 else []
        for i in range(0, len(pairs) - 1, 2):
            known = pairs[i] and self._display.get_atom_name(pairs[i]) != "MULTIPLE"
            if not (known and self._give(offer, window, pairs[i], pairs[i + 1])):
                pairs[i + 1] = X.NONE
        window.change_property(place, self._atom("ATOM_PAIR"), 32, pairs)

    def _start_transfer(self, window: Any, place: int, form: int, data: bytes) -> bool:
        from Xlib import X

        now = time.monotonic()
        self._transfers = {k: t for k, t in self._transfers.items() if now - t.moved < WHOLE_SECONDS}
        if len(self._transfers) >= MOST_TRANSFERS:
            return False
        window.change_attributes(event_mask=X.PropertyChangeMask)
        self._transfers[window.id, place] = _Transfer(form, data, now)
        window.change_property(place, self._atom("INCR"), 32, [len(data)])
        return True

    def _continue(self, window: Any, place: int) -> None:
        """A reader has taken a piece: give it the next, an empty one at the end."""
        transfer = self._transfers.get((window.id, place))
        if transfer is None:
            return
        piece = transfer.data[transfer.position : transfer.position + CHUNK]
        transfer.position += len(piece)
        transfer.moved = time.monotonic()
        window.change_property(place, transfer.form, 8, piece)
        if not piece:
            del self._transfers[window.id, place]
            window.change_attributes(event_mask=0)
        self._display.sync()


_FORMS = {
    "UTF8_STRING": ("UTF8_STRING", "utf-8"),
    "text/plain;charset=utf-8": ("text/plain;charset=utf-8", "utf-8"),
    "text/plain": ("text/plain", "utf-8"),
    "TEXT": ("UTF8_STRING", "utf-8"),
    "STRING": ("STRING", "latin-1"),
}
"""Forms in which a text is offered: type and encoding of the answer."""


@dataclass(frozen=True, slots=True)
class _Offer:
    text: str
    since: int
    """The X server's time."""

    def encoded(self, target: str) -> tuple[str, bytes]:
        form, encoding = _FORMS[target]
        return form, self.text.encode(encoding, "replace")


@dataclass(slots=True)
class _Transfer:
    """A large content that one reader takes piece by piece."""

    form: int
    data: bytes
    moved: float
    """When the last piece was given, on the monotonic clock."""
    position: int = 0

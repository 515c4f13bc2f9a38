"""The page: who may see it, what it is told when the phone changes, and what it may do."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from crab_core.png import encode

from ..touch import Finger
from . import gestures
from .hand import Hand
from .http import Answer, HttpServer, Request, Response, Stream

if TYPE_CHECKING:
    from ..phone import Phone

_STATIC: Final = {
    "": ("page.html", "text/html; charset=utf-8"),
    **{
        name: (name, "text/css; charset=utf-8" if name.endswith(".css") else "text/javascript; charset=utf-8")
        for name in ("page.css", "page.js", "screen.js", "tree.js", "details.js", "wire.js")
    },
}
_SAFE: Final = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
_HAND, _EYE = 1 / 40, 1 / 8
"""Seconds between two messages to a page: where a person moves something, one sees one movement; where only
others do, through ADB, a few pictures a second show what happens and cost them little."""
_HAND_SECONDS: Final = 0.5
_MINUTE_HAND: Final = 1.0
_HEADER: Final = 16  # bytes before the pixels of a raw picture


class _Listener:
    """A page that listens."""

    def __init__(self) -> None:
        self.changed = asyncio.Event()
        self.touched = asyncio.Event()


class PhonePage:
    """Serves the page of one phone to this machine.

    Args:
        phone: the phone; it is only touched on the event loop that :meth:`start` runs on.
    """

    def __init__(self, phone: Phone) -> None:
        self._phone = phone
        self._token = secrets.token_urlsafe(18)
        self._http = HttpServer(self._respond)
        self._hosts: tuple[str, ...] = ()
        self._listeners: set[_Listener] = set()
        self._picture: tuple[int, bytes] | None = None
        self._drawing = asyncio.Lock()
        self._number = 0
        self._touched = 0.0
        self._hand = Hand(phone)

    async def start(self, port: int = 0) -> str:
        """Listen on this machine; returns the address to open, with the secret in it.

        Raises:
            OSError: when the port cannot be had.
        """
        host, port = await self._http.start("127.0.0.1", port)
        self._hosts = (f"{host}:{port}", f"localhost:{port}")
        self._phone.watchers.append(self._notice)
        return f"http://{host}:{port}/{self._token}/"

    async def stop(self) -> None:
        """Leave every page and stop."""
        if self._notice in self._phone.watchers:
            self._phone.watchers.remove(self._notice)
        await self._http.stop()

    def _notice(self) -> None:
        """The phone has changed. Nothing is drawn or told before a page asks."""
        self._number += 1
        for listener in self._listeners:
            listener.changed.set()

    # -- requests --------------------------------

    async def _respond(self, request: Request) -> Answer:
        if request.headers.get("host") not in self._hosts:
            # A name of somebody else's that points to this machine (DNS rebinding).
            return _told(403, "This page is for this machine only.")
        _, token, *rest = request.path.split("/", 2) if request.path.count("/") > 1 else ("", "", "-")
        if not secrets.compare_digest(token.encode(), self._token.encode()):
            return _told(
                404, "There is nothing here. The address of the page ends in a secret; open it whole."
            )
        name = rest[0]
        if name == "input":
            return self._input(request)
        if request.method != "GET":
            return _told(405, "Only GET.")
        return await self._get(name)

    async def _get(self, name: str) -> Answer:
        if name == "events":
            return Stream(self._events, _SAFE)
        if name == "screen.png":
            return Response(200, await self._png(), "image/png", _SAFE)
        if name not in _STATIC:
            return _told(404, f"There is no {name!r}.")
        file, media_type = _STATIC[name]
        return Response(200, files(__package__).joinpath("static", file).read_bytes(), media_type, _SAFE)

    def _input(self, request: Request) -> Response:
        if request.method != "POST":
            return _told(405, "Only POST.")
        # Other sites can send neither this type nor this origin without asking first.
        if request.headers.get("content-type") != "application/json":
            return _told(415, "Only JSON.")
        if request.headers.get("origin", f"http://{self._hosts[0]}") not in {
            f"http://{h}" for h in self._hosts
        }:
            return _told(403, "Another site must not touch the phone.")
        self._touched = time.monotonic()
        for listener in self._listeners:
            listener.touched.set()
        try:
            answer = gestures.read(request.body).apply(self._hand)
        except ValueError as error:
            return _told(400, str(error))
        return Response(200, json.dumps(answer).encode(), "application/json", _SAFE)

    # -- what the page shows --------------------------------

    async def _events(self, writer: asyncio.StreamWriter) -> None:
        """Tell a page every change, the first at once, until it is gone."""
        listener = _Listener()
        self._listeners.add(listener)
        clock = asyncio.create_task(self._watch_clock())
        told: dict[str, Any] = {}
        try:
            while True:
                listener.changed.clear()
                facts = self._facts()
                news = {key: value for key, value in facts.items() if told.get(key) != value}
                told = facts
                writer.write(f"data: {json.dumps(news)}\n\n".encode())
                await writer.drain()
                await self._breathe(listener)
                await listener.changed.wait()
        finally:
            self._listeners.discard(listener)
            clock.cancel()

    async def _breathe(self, listener: _Listener) -> None:
        """Wait a little, and longer while nobody touches the phone through a page."""
        listener.touched.clear()
        await asyncio.sleep(_HAND)
        if time.monotonic() > self._touched + _HAND_SECONDS:
            with suppress(TimeoutError):
                async with asyncio.timeout(_EYE - _HAND):
                    await listener.touched.wait()

    async def _watch_clock(self) -> None:
        """Where the phone's clock runs, the minute changes what is shown although nobody touches it."""
        while True:
            await asyncio.sleep(_MINUTE_HAND)
            self._phone.clock.tick()

    def _facts(self) -> dict[str, Any]:
        phone = self._phone
        with _unseen(phone):
            xml = phone.ui_xml()
        window = phone.active_window()
        activity = phone.activity
        app = phone.apps.get(activity.package)
        screen = app.screens.get(activity.screen) if app is not None else None
        return {
            "picture": self._number,
            "size": phone.pixels,
            "awake": phone.state.awake,
            "package": activity.package,
            "activity": screen.activity if screen is not None else activity.screen,
            "app": app.label if app is not None else activity.package,
            "window": window.title,
            "tree": xml,
        }

    async def _png(self) -> bytes:
        """The screen; drawn on the phone's loop, packed beside it, and kept until something changes."""
        async with self._drawing:
            if self._picture is None or self._picture[0] != self._number:
                number = self._number
                with _unseen(self._phone):
                    raw = self._phone.raw()
                width, height = self._phone.pixels
                pixels = np.frombuffer(raw, np.uint8, offset=_HEADER).reshape(height, width, 4)
                self._picture = number, await asyncio.to_thread(encode, pixels)
            return self._picture[1]


@contextmanager
def _unseen(phone: Phone) -> Iterator[None]:
    """To look at a phone without its noticing: a second tap after that is still a double tap."""
    finger = phone.finger
    phone.finger = Finger()
    try:
        yield
    finally:
        phone.finger = finger


def _told(status: int, reason: str) -> Response:
    return Response(status, reason.encode(), headers=_SAFE)

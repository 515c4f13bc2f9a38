"""Which service a name stands for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from ..phone import Phone
from ..shell.interpreter import Shell
from .connection import Connection, Service
from .framebuffer import serve_framebuffer
from .restarts import Restarts, Serve, say
from .reverse import Reverses
from .shell_service import ShellRequest, serve_shell
from .sockets import Sockets, small_number
from .stream import Stream
from .sync import SyncService

_PIECE = bytes(64 * 1024)


class Services:
    """Finds what a host asks for.

    Args:
        phone: the phone.
        sockets: what listens on it.
        restart: drops every connection soon and comes back, after a reboot of the phone when told so.
    """

    def __init__(self, phone: Phone, sockets: Sockets, restart: Callable[[bool], None]) -> None:
        self._phone = phone
        self._sockets = sockets
        self._restart = restart
        self._restarts = Restarts(phone, restart)
        self._reverses: dict[Connection, Reverses] = {}

    def find(self, name: str, connection: Connection) -> Service | None:
        """The service with a name, or None when the phone has none such."""
        kind, _, rest = name.partition(":")
        request = _shell_request(kind, rest)
        if request is not None:
            # On a terminal, and where the shell hears of it, a command ends with its stream.
            return Service(self._shell(request), hangs_up=request.framed or request.pty)
        serve = self._restarts.find(kind, rest) or self._plain(kind, rest)
        if serve is not None:
            return Service(serve)
        if name == "reconnect":
            return Service(say("done", connection.drop))
        if kind == "reverse":
            return Service(self._reverse(rest, connection))
        handler = self._sockets.find(name)
        return Service(handler) if handler is not None else None

    def _shell(self, request: ShellRequest) -> Serve:
        async def serve(stream: Stream) -> None:
            await serve_shell(Shell(self._phone), stream, request)
            if self._restarts.after_command():
                await stream.taken()
                self._restart(True)
                # The stream ends with the connection, so that the host does not take the phone for present.
                await asyncio.Event().wait()

        return serve

    def _plain(self, kind: str, rest: str) -> Serve | None:
        """Services that need nothing but the stream and the phone."""
        phone = self._phone
        if kind == "sync":

            async def sync(stream: Stream) -> None:
                await SyncService(phone, stream).serve()

            return sync
        if kind == "framebuffer":
            return lambda stream: serve_framebuffer(phone, stream)
        if kind == "jdwp" and not rest:
            return say("")  # no process on the phone has a Java debugger
        if kind == "track-jdwp":
            return _track_nothing
        count = small_number(rest)
        if kind in ("source", "sink") and count is not None:
            serve = _source if kind == "source" else _sink
            return lambda stream: serve(stream, count)
        return None

    def _reverse(self, request: str, connection: Connection) -> Serve:
        reverses = self._reverses.get(connection)
        if reverses is None:
            reverses = self._reverses[connection] = Reverses(self._sockets, connection)
            connection.ended.callback(self._reverses.pop, connection)
        return lambda stream: reverses.serve(stream, request)


def _shell_request(kind: str, rest: str) -> ShellRequest | None:
    name, _, options = kind.partition(",")
    if name == "shell":
        return ShellRequest.parse(options, rest)
    if name == "exec":
        return ShellRequest(rest)
    if name in ("abb", "abb_exec") and rest:
        return ShellRequest.binder(rest, framed=name == "abb")
    return None


async def _track_nothing(stream: Stream) -> None:
    """Tell that there are no processes to debug, and say no more until the host leaves."""
    await stream.write(b"0000")
    while await stream.read():
        pass


async def _source(stream: Stream, count: int) -> None:
    """Send so many zero bytes, as adbd does for measuring speed."""
    while count > 0:
        await stream.write(_PIECE[:count])
        count -= len(_PIECE)


async def _sink(stream: Stream, count: int) -> None:
    """Take so many bytes and forget them."""
    while count > 0 and (data := await stream.read(count)):
        count -= len(data)
        await asyncio.sleep(0)

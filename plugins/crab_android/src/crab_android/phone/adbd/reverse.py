"""``reverse:``: sockets on the phone behind which something on the host answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .sockets import SocketError, Sockets, join, socket_name
from .stream import Duplex, Stream

if TYPE_CHECKING:
    from .connection import Connection


class Reverses:
    """The sockets that one host has asked for. They go when its connection ends."""

    def __init__(self, sockets: Sockets, connection: Connection) -> None:
        self._sockets = sockets
        self._connection = connection
        self._targets: dict[str, str] = {}
        connection.ended.callback(self._remove_all)

    async def serve(self, stream: Stream, request: str) -> None:
        """Do one request and write the answer, in the words of adbd."""
        try:
            await stream.write(self._answer(request))
        except SocketError as error:
            await stream.write(b"FAIL" + _block(str(error)))

    def _answer(self, request: str) -> bytes:
        verb, _, rest = request.partition(":")
        if verb == "list-forward":
            lines = [f"(reverse) {local} {remote}\n" for local, remote in self._targets.items()]
            return _block("".join(lines))
        if verb == "killforward-all":
            self._remove_all()
            return b"OKAY"
        if verb == "killforward":
            name = socket_name(rest) or rest
            if name not in self._targets:
                raise SocketError(f"listener '{rest}' not found")
            self._remove(name)
            return b"OKAY"
        if verb == "forward":
            return self._forward(rest)
        raise SocketError(f"unknown reverse request: {verb}")

    def _forward(self, request: str) -> bytes:
        keep = request.startswith("norebind:")
        local, sign, remote = request.removeprefix("norebind:").partition(";")
        if not sign or not local or not remote:
            raise SocketError(f"bad forward: {request}")
        own = socket_name(local) in self._targets
        if own and keep:
            raise SocketError("cannot rebind existing socket")

        async def serve(end: Duplex) -> None:
            await self._carry(end, remote)

        try:
            name = self._sockets.listen(local, serve, replace=own)
        except SocketError as error:
            raise SocketError(f"cannot bind listener: {error}") from error
        self._targets[name] = remote
        chosen = _block(name.removeprefix("tcp:")) if local == "tcp:0" else b""
        return b"OKAY" + chosen

    async def _carry(self, end: Duplex, remote: str) -> None:
        stream = await self._connection.open(remote)
        if stream is None:
            return
        try:
            await join(end, stream)
        finally:
            self._connection.forget(stream)

    def _remove(self, name: str) -> None:
        del self._targets[name]
        self._sockets.services.pop(name, None)

    def _remove_all(self) -> None:
        for name in list(self._targets):
            self._remove(name)


def _block(text: str) -> bytes:
    """A text with its length before it, in four hexadecimal digits, as services of ADB answer."""
    encoded = text.encode("utf-8", "replace")[:0xFFFF]
    return b"%04x" % len(encoded) + encoded

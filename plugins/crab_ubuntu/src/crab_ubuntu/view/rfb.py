"""What a VNC client says, cut into messages (RFC 6143, and the extensions that noVNC speaks)."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass

from crab_core import CrabError

VERSION = b"RFB 003.008\n"
LONGEST = 1 << 20
"""Bytes of a message of variable length, such as a clipboard, beyond which the client is not believed."""

SET_ENCODINGS, KEY, POINTER, CUT_TEXT = 2, 4, 5, 6
FENCE, SET_DESKTOP_SIZE = 248, 251
FIXED = {0: 20, 3: 10, KEY: 8, POINTER: 6, 150: 10, 250: 4, 255: 12}
"""Sizes of the messages that always have the same."""
COUNTED = {SET_ENCODINGS: 4, CUT_TEXT: 8, FENCE: 9, SET_DESKTOP_SIZE: 8}
"""Sizes of the heads of the others; the head says how much follows."""


class RfbError(CrabError):
    """What arrived is not what a VNC client says."""


@dataclass(frozen=True, slots=True)
class Key:
    """A key went down or up."""

    down: bool
    keysym: int


@dataclass(frozen=True, slots=True)
class Pointer:
    """Where the pointer is, and which buttons are down: bit 0 the left one, 3 to 6 the wheel."""

    x: int
    y: int
    buttons: int


@dataclass(frozen=True, slots=True)
class Message:
    """One message, as it was sent."""

    data: bytes
    kind: int = -1
    """Its type; -1 for a part of the handshake."""

    @property
    def event(self) -> Key | Pointer | None:
        """What the person did; None when it is about something else."""
        if self.kind == KEY:
            down, keysym = struct.unpack(">xBxxI", self.data)
            return Key(bool(down), keysym)
        if self.kind == POINTER:
            buttons, x, y = struct.unpack(">xBHH", self.data)
            return Pointer(x, y, buttons)
        return None


class ClientStream:
    """Cuts the bytes of one client, which may come in any pieces."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._handshake = [len(VERSION), 1, 1]  # version, kind of authentication, whether others may stay

    def feed(self, data: bytes) -> Iterator[Message]:
        """Take what has arrived; every message that is complete by now.

        Raises:
            RfbError: It is no VNC client, or one that says what this does not know.
        """
        self._buffer += data
        while True:
            size = self._size()
            if size is None or len(self._buffer) < size:
                return
            message = bytes(self._buffer[:size])
            del self._buffer[:size]
            yield self._take(message)

    def _take(self, message: bytes) -> Message:
        if not self._handshake:
            return Message(message, message[0])
        self._handshake.pop(0)
        if len(message) == len(VERSION) and message != VERSION:
            raise RfbError(f"The client speaks {message!r}, not VNC 3.8.")
        return Message(message)

    def _size(self) -> int | None:
        """How long the message is that comes first; None while that cannot be known."""
        if self._handshake:
            return self._handshake[0]
        if not self._buffer:
            return None
        kind = self._buffer[0]
        if kind in FIXED:
            return FIXED[kind]
        head = COUNTED.get(kind)
        if head is None:
            raise RfbError(f"The client sent a message of type {kind}, which is unknown.")
        if len(self._buffer) < head:
            return None
        size = head + self._rest(kind)
        if size > LONGEST:
            raise RfbError(f"The client announced {size} bytes; at most {LONGEST} are taken.")
        return size

    def _rest(self, kind: int) -> int:
        if kind == SET_ENCODINGS:
            return 4 * int.from_bytes(self._buffer[2:4], "big")
        if kind == CUT_TEXT:
            # Negative in the extended form (RFB protocol community wiki, 7.5.6).
            return abs(int.from_bytes(self._buffer[4:8], "big", signed=True))
        if kind == FENCE:
            return self._buffer[8]
        return 16 * self._buffer[6]

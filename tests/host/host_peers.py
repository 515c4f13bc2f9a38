"""Peers of a host made by hand, to say what `HostClient` never would; and words that the tests share."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Iterator
from typing import Any

from crab_core.host.frames import FrameParser
from crab_core.host.handshake import CHALLENGE_SIZE, PROOF_SIZE, ClientHandshake


@contextlib.contextmanager
def stranger(host: Any) -> Iterator[socket.socket]:
    """A socket that is connected and has said nothing yet."""
    with socket.socket(socket.AF_UNIX) as peer:
        peer.settimeout(60)
        peer.connect(host.address.path)
        yield peer


def receive(peer: socket.socket, size: int) -> bytes:
    """Up to `size` bytes; fewer when the host closes."""
    data = b""
    with contextlib.suppress(ConnectionResetError):
        while len(data) < size and (piece := peer.recv(size - len(data))):
            data += piece
    return data


def shake_hands(peer: socket.socket, token: bytes) -> bytes:
    """Prove ourselves; everything that we sent."""
    handshake = ClientHandshake(token)
    peer.sendall(handshake.hello)
    answer = handshake.answer(receive(peer, CHALLENGE_SIZE))
    peer.sendall(answer)
    handshake.verify(receive(peer, PROOF_SIZE))
    return handshake.hello + answer


def receive_frame(peer: socket.socket) -> dict[str, Any]:
    parser = FrameParser()
    while True:
        frames = parser.feed(peer.recv(65536))
        if frames:
            return frames[0].header


def act(name: str, **arguments: Any) -> dict[str, Any]:
    """Parameters of the method `act`."""
    return {"name": name, "arguments": arguments}

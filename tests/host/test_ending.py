"""A host leaves no connection open, at whatever moment it ends."""

from __future__ import annotations

import asyncio
import socket
import ssl
from pathlib import Path

import pytest
from served_device import Device

from crab_core.host import new_token, parse_address
from crab_core.host.handshake import ClientHandshake
from crab_core.host.server import HostServer

TURNS = range(10)
"""Of the loop, from the connection to the end: in one of them a connection is at each of its steps."""


pytestmark = pytest.mark.usefixtures("nothing_left_open")


@pytest.mark.parametrize("turns", TURNS)
@pytest.mark.parametrize("said", [b"", b"hello"])
@pytest.mark.parametrize("kind", ["unix", "tcp", "tls"])
def test_a_host_ends_while_a_client_comes(
    tmp_path: Path, certificate: Path, kind: str, said: bytes, turns: int
) -> None:
    token = new_token()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER) if kind == "tls" else None
    if context is not None:
        context.load_cert_chain(certificate)

    async def play() -> None:
        for _ in range(10):
            server = HostServer(Device(), token)
            address = await server.start(
                parse_address(f"unix:{tmp_path}/s" if kind == "unix" else "tcp:127.0.0.1:0"),
                ssl_context=context,
            )
            where = address.path if kind == "unix" else (address.host, address.port)  # type: ignore[union-attr]
            with socket.socket(socket.AF_UNIX if kind == "unix" else socket.AF_INET) as client:
                client.connect(where)
                if said:
                    client.sendall(ClientHandshake(token).hello)
                for _ in range(turns):
                    await asyncio.sleep(0)
                assert await server.stop()

    asyncio.run(play())

"""A phone that is served leaves no connection open, whatever its hosts do at the moment of its end."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import struct
import threading

import pytest

from crab_android.phone import Phone, PhoneServer
from crab_android.phone.adbd.daemon import AdbDaemon
from crab_android.phone.adbd.packets import CNXN, OPEN, Packet
from crab_android.phone.web.http import HttpServer, Request, Response

TURNS = range(8)
"""Of the loop, from the connection to the end: in one of them a connection is at each of its steps."""
HELLO = Packet(CNXN, 0x01000001, 1 << 20, b"host::features=shell_v2").encode(checksum=False)
MEGABYTES = Packet(OPEN, 7, 0, b"framebuffer:\0").encode(checksum=False)

pytestmark = pytest.mark.usefixtures("nothing_left_open")


def is_over(connection: socket.socket) -> bool:
    """Whether the other side has ended it: what it still said comes first, and nothing after."""
    connection.settimeout(60)
    with contextlib.suppress(ConnectionResetError):
        while connection.recv(1_000_000):
            pass
    return True


@pytest.mark.parametrize("turns", TURNS)
@pytest.mark.parametrize("said", [b"", HELLO, HELLO + MEGABYTES], ids=["nothing", "hello", "megabytes"])
def test_the_daemon_ends_while_a_host_comes(phone: Phone, said: bytes, turns: int) -> None:
    async def play() -> None:
        for _ in range(30):
            daemon = AdbDaemon(phone)
            with socket.create_connection(await daemon.start()) as host:
                host.sendall(said)
                for _ in range(turns):
                    await asyncio.sleep(0)
                await daemon.stop()
                assert is_over(host)

    asyncio.run(play())


@pytest.mark.parametrize("turns", TURNS)
def test_the_daemon_restarts_while_a_host_comes(phone: Phone, turns: int) -> None:
    async def play() -> None:
        daemon = AdbDaemon(phone)
        address = await daemon.start()
        for _ in range(30):
            with socket.create_connection(address) as host:
                host.sendall(HELLO)
                daemon._restart(False)
                for _ in range(turns):
                    await asyncio.sleep(0)
                while daemon._restarting is not None and not daemon._restarting.done():
                    await asyncio.sleep(0)
                assert is_over(host)
        await daemon.stop()

    asyncio.run(play())


@pytest.mark.parametrize("turns", TURNS)
def test_the_page_s_server_ends_while_a_browser_comes(turns: int) -> None:
    async def respond(_: Request) -> Response:
        return Response(200, bytes(20_000_000))

    async def play() -> None:
        for said in [b"", b"GET / HTTP/1.1\r\n\r\n"] * 20:
            server = HttpServer(respond)
            with socket.create_connection(await server.start("127.0.0.1", 0)) as browser:
                browser.sendall(said)
                for _ in range(turns):
                    await asyncio.sleep(0)
                await server.stop()
                assert is_over(browser)

    asyncio.run(play())


def test_hosts_come_and_go_while_phones_begin_and_end(phone: Phone) -> None:
    before = set(threading.enumerate())
    over = threading.Event()
    served: list[PhoneServer] = []

    def knock(number: int) -> None:
        while not over.is_set():
            if not served:
                continue
            with (
                contextlib.suppress(OSError),
                socket.create_connection((served[-1].host, served[-1].port), timeout=60) as host,
            ):
                if number == 0:  # a host that breaks off with a reset
                    host.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                host.sendall(HELLO + MEGABYTES)

    knocking = [threading.Thread(target=knock, args=(number,)) for number in range(3)]
    for one in knocking:
        one.start()
    try:
        for _ in range(150):
            with PhoneServer(phone) as server:
                served.append(server)
    finally:
        over.set()
        for one in knocking:
            one.join(60)
    assert not set(threading.enumerate()) - before, "phones and hosts ended with their threads"


def test_a_host_that_reads_nothing_does_not_hold_up_the_end(phone: Phone) -> None:
    with PhoneServer(phone) as server, socket.create_connection((server.host, server.port)) as host:
        host.settimeout(10)
        host.sendall(HELLO + MEGABYTES)
        assert host.recv(1)

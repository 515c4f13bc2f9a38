"""Servers on a loop leave nothing open, at whatever moment they end."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import resource
import socket
import threading
import time
from collections.abc import AsyncIterator, Callable
from functools import partial

import pytest

from crab_core.serving import Conversations, Listener, LoopThread, accept, hang_up, stop_accepting

TURNS = range(12)
"""Of the loop, from the connection to the end of the server: in one of them it is at each of its steps."""


pytestmark = pytest.mark.usefixtures("nothing_left_open")


async def talk_until_the_end(reader: asyncio.StreamReader, _writer: asyncio.StreamWriter) -> None:
    await reader.read(-1)


async def greet(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(b"hello")


@pytest.mark.parametrize("talk", [talk_until_the_end, greet])
@pytest.mark.parametrize("turns", TURNS)
def test_a_connection_that_comes_while_the_server_ends_is_closed(talk: Callable, turns: int) -> None:
    async def play() -> None:
        for _ in range(100):
            listener = Listener(talk)
            address = await listener.start("127.0.0.1", 0)
            await asyncio.sleep(0)
            peers = [socket.create_connection(address) for _ in range(3)]
            for _ in range(turns):
                await asyncio.sleep(0)
            await listener.stop()
            for peer in peers:
                peer.settimeout(5)
                with peer, contextlib.suppress(ConnectionResetError):
                    while peer.recv(100):
                        pass

    asyncio.run(play())


@pytest.mark.parametrize("turns", TURNS)
def test_a_connection_that_comes_while_a_server_of_asyncio_ends_is_known_to_it(turns: int) -> None:
    async def play() -> None:
        for _ in range(50):
            writers: list[asyncio.StreamWriter] = []
            known = partial(_keep, writers)
            server = await asyncio.start_server(known, "127.0.0.1", 0)
            with socket.create_connection(server.sockets[0].getsockname()):
                for _ in range(turns):
                    await asyncio.sleep(0)
                await stop_accepting(server)
                server.close()
                for writer in writers:
                    await hang_up(writer)

    asyncio.run(play())


def _keep(writers: list[asyncio.StreamWriter], _: object, writer: asyncio.StreamWriter) -> None:
    writers.append(writer)


def test_many_come_and_go_while_servers_begin_and_end() -> None:
    thread = LoopThread("served")
    over = threading.Event()
    address: list[tuple[str, int]] = []

    def knock() -> None:
        while not over.is_set():
            with contextlib.suppress(OSError), socket.create_connection(address[0], timeout=5) as peer:
                peer.sendall(b"x")

    async def play() -> None:
        listener = Listener(talk_until_the_end)
        address.append(await listener.start("127.0.0.1", 0))
        for turns in range(1000):
            await listener.stop(hold=True)
            await listener.start(*address[0])
            for _ in range(turns % 7):
                await asyncio.sleep(0)
        await listener.stop()

    played = asyncio.run_coroutine_threadsafe(play(), thread.loop)
    knocking = [threading.Thread(target=knock) for _ in range(3)]
    while not address:
        assert not played.done()
    for one in knocking:
        one.start()
    played.result(60)
    over.set()
    for one in knocking:
        one.join(60)
    assert thread.close(60)


def test_who_reads_nothing_of_megabytes_does_not_hold_up_the_end() -> None:
    sent = threading.Event()

    async def pour(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(bytes(30_000_000))
        sent.set()

    thread = LoopThread("pouring")
    listener = Listener(pour)
    address = thread.ask(listener.start("127.0.0.1", 0), 60)
    with socket.create_connection(address, timeout=60) as peer:
        assert sent.wait(60)
        assert peer.recv(1)
        thread.ask(listener.stop(), 60)
        assert thread.close(60)


def test_all_that_was_written_arrives_before_the_connection_ends() -> None:
    async def pour(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(bytes(5_000_000))

    thread = LoopThread("pouring")
    listener = Listener(pour)
    with socket.create_connection(thread.ask(listener.start("127.0.0.1", 0), 60), timeout=60) as peer:
        count = 0
        while data := peer.recv(1 << 16):
            count += len(data)
    thread.ask(listener.stop(), 60)
    thread.close()
    assert count == 5_000_000


def test_a_conversation_that_fails_ends_its_connection_only(caplog: pytest.LogCaptureFixture) -> None:
    async def fail(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if (said := await reader.readline()) == b"fail\n":
            raise ValueError("this one")
        if said == b"gone\n":
            raise ConnectionResetError
        writer.write(said)

    thread = LoopThread("failing")
    listener = Listener(fail)
    address = thread.ask(listener.start("127.0.0.1", 0), 60)
    heard = []
    for word in (b"fail\n", b"gone\n", b"well\n"):
        with socket.create_connection(address, timeout=60) as peer:
            peer.sendall(word)
            try:
                heard.append(peer.recv(100))
            except ConnectionResetError:
                heard.append(b"")
    thread.ask(listener.stop(), 60)
    thread.close()
    assert heard == [b"", b"", b"well\n"]
    assert [str(record.exc_info[1]) for record in caplog.records if record.exc_info] == ["this one"]


def test_who_waits_for_a_connection_can_be_cancelled_at_any_time() -> None:
    async def play() -> int:
        taken = 0
        with socket.create_server(("127.0.0.1", 0)) as door:
            door.setblocking(False)
            for turns in TURNS:
                for _ in range(50):
                    waiting = asyncio.create_task(accept(door))
                    await asyncio.sleep(0)
                    with socket.create_connection(door.getsockname()):
                        for _ in range(turns):
                            await asyncio.sleep(0)
                        waiting.cancel()
                        await asyncio.wait([waiting])
                        # What was not taken is still there for the next one.
                        connection = await accept(door) if waiting.cancelled() else waiting.result()
                        connection.close()
                        taken += 1
        return taken

    assert asyncio.run(play()) == 50 * len(TURNS)


def test_an_address_is_held_while_nobody_listens_there() -> None:
    async def play() -> None:
        listener = Listener(talk_until_the_end)
        address = await listener.start("127.0.0.1", 0)
        await listener.stop(hold=True)
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(address)
        with socket.socket() as other, pytest.raises(OSError, match="in use"):
            other.bind(address)
        assert await listener.start(*address) == address
        socket.create_connection(address).close()
        await listener.stop(hold=True)
        await listener.stop()
        with socket.socket() as other:
            other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            other.bind(address)
            other.listen()

    asyncio.run(play())


def test_an_address_that_is_taken_is_refused_and_costs_nothing() -> None:
    async def play() -> None:
        with socket.create_server(("127.0.0.1", 0)) as taken:
            listener = Listener(greet)
            with pytest.raises(OSError, match="in use"):
                await listener.start(*taken.getsockname())
            await listener.stop()

    asyncio.run(play())


def test_without_a_descriptor_a_connection_waits(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("crab_core.serving.RETRY_SECONDS", 0.01)

    async def play() -> bytes:
        listener = Listener(greet)
        address = await listener.start("127.0.0.1", 0)
        peer = socket.socket()
        peer.setblocking(False)
        most = resource.getrlimit(resource.RLIMIT_NOFILE)
        free = os.dup(0)
        os.close(free)
        resource.setrlimit(resource.RLIMIT_NOFILE, (free, most[1]))
        try:
            with contextlib.suppress(BlockingIOError):
                peer.connect(address)
            with pytest.raises(OSError, match=os.strerror(errno.EMFILE)):
                os.dup(0)
            while not caplog.records:
                await asyncio.sleep(0)
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, most)
        reader, writer = await asyncio.open_connection(sock=peer)
        said = await reader.read(-1)
        writer.close()
        await writer.wait_closed()
        await listener.stop()
        return said

    assert asyncio.run(play()) == b"hello"


def test_a_loop_ends_with_everything_on_it() -> None:
    ended: list[str] = []

    async def endless() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)
            ended.append("task")

    async def numbers() -> AsyncIterator[int]:
        try:
            yield 1
        finally:
            await asyncio.sleep(0)
            ended.append("numbers")

    kept: list[object] = []

    async def begin() -> None:
        kept.append(asyncio.create_task(endless()))
        kept.append(numbers())
        async for _ in kept[-1]:  # type: ignore[attr-defined]
            break
        await asyncio.sleep(0)

    thread = LoopThread("busy")
    thread.ask(begin(), 60)
    assert thread.close(60)
    assert thread.close(60)
    assert sorted(ended) == ["numbers", "task"]
    with pytest.raises(RuntimeError, match="closed"):
        thread.ask(begin(), 60)


@pytest.mark.parametrize("begun", [True, False])
def test_a_question_that_takes_too_long_is_cancelled(begun: bool) -> None:
    async def wait() -> None:
        await asyncio.Event().wait()

    async def others() -> int:
        return len(asyncio.all_tasks()) - 1

    thread, held = LoopThread("slow"), threading.Event()
    if not begun:
        thread.loop.call_soon_threadsafe(held.wait)  # the loop comes to the question only when it is too late
    with pytest.raises(TimeoutError):
        thread.ask(wait(), 0.01)
    held.set()
    deadline = time.monotonic() + 60
    while thread.ask(others(), 60):
        assert time.monotonic() < deadline, "it still runs"
    assert thread.close(60)


def test_a_conversation_that_never_began_is_over_too() -> None:
    async def play() -> list[str]:
        said: list[str] = []

        async def talk(_: socket.socket) -> None:
            said.append("began")

        mine, other = socket.socketpair()
        conversations = Conversations()
        conversations.begin(mine, talk, lambda: said.append("ended"))
        await conversations.end()
        other.settimeout(10)
        with other:
            assert other.recv(1) == b""
        return said

    assert asyncio.run(play()) == ["ended"]

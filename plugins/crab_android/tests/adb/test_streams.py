"""Flow control: many streams, slow readers on either side, and streams that are closed early."""

from __future__ import annotations

import asyncio
import gc
import threading
import time

import pytest

from crab_android.phone import Phone, PhoneServer
from crab_android.phone.adbd import connection
from crab_android.phone.adbd.connection import Connection
from crab_android.phone.adbd.packets import CLSE, OKAY, OPEN, WRTE, Packet
from crab_android.phone.adbd.stream import Stream, StreamClosedError
from crab_android.phone.shell.interpreter import Shell

PIECE = 256 * 1024


@pytest.fixture(scope="module")
def server():
    """A phone on which some services listen: one gives back, one never reads, one never stops."""
    with PhoneServer(Phone({"tasks": []})) as made:

        async def echo(stream):
            while data := await stream.read():
                await stream.write(data)

        async def deaf(stream):
            await asyncio.Event().wait()

        async def flood(stream):
            while True:
                await stream.write(bytes(PIECE))

        made.listen("tcp:7", echo)
        made.listen("localabstract:deaf", deaf)
        made.listen("localabstract:flood", flood)
        yield made


@pytest.fixture(scope="module")
def idle(server):
    """How many things the phone does when nobody has connected yet."""
    return running(server)


@pytest.fixture(autouse=True)
def at_rest(server, idle):
    """What is left of the test before would be counted, and end while somebody counts."""
    assert settles(server, idle)


def test_one_write_at_a_time_until_it_is_acknowledged(server, new_host_to):
    host = new_host_to(server)
    host.connect(payload=4096)
    host.open("localabstract:flood", local=3)
    for _ in range(3):
        piece = host.receive()
        assert (piece.command, len(piece.data)) == (WRTE, 4096)
        assert host.silent()
        host.send(OKAY, 3, piece.arg0)


def test_a_host_that_takes_less_than_anything_is_still_served(server, new_host_to):
    host = new_host_to(server)
    host.connect(payload=0)
    assert host.output("source:3000") == bytes(3000)


def test_the_phone_stops_acknowledging_when_nothing_reads_and_goes_on_when_it_does(host):
    opened = host.open("localabstract:deaf", local=3)
    acknowledged = 0
    while True:
        host.send(WRTE, 3, opened, bytes(PIECE))
        if host.silent():
            break
        acknowledged += 1
    assert acknowledged == 4  # one megabyte
    assert host.output("shell:echo others are served", local=4) == b"others are served\n"


def test_a_host_that_does_not_wait_for_acknowledgement_is_cut_off(host):
    opened = host.open("localabstract:deaf", local=3)
    much = Packet(WRTE, 3, opened, bytes(PIECE)).encode() * 100
    with pytest.raises((BrokenPipeError, ConnectionResetError)):
        host.socket.sendall(much)


def test_what_was_held_back_is_acknowledged_when_it_has_been_read(server, host):
    read = threading.Event()

    async def slow(stream):
        await asyncio.get_running_loop().run_in_executor(None, read.wait)
        while await stream.read():
            pass

    server.listen("localabstract:slow", slow)
    opened = host.open("localabstract:slow", local=3)
    for _ in range(4):
        host.send(WRTE, 3, opened, bytes(PIECE))
        assert host.receive().command == OKAY
    host.send(WRTE, 3, opened, bytes(PIECE))
    assert host.silent()
    read.set()
    assert host.receive() == Packet(OKAY, opened, 3)


def test_bytes_come_back_in_order_whatever_the_size_of_the_packets(host):
    opened = host.open("tcp:7", local=3)
    sent = bytes(range(256)) * 2000
    at, back, size = 0, b"", 1
    while len(back) < len(sent):
        if at < len(sent):
            host.send(WRTE, 3, opened, sent[at : at + size])
            at, size = at + size, min(size * 3, 100_000)
        while True:
            packet = host.receive()
            if packet.command == WRTE:
                back += packet.data
                host.send(OKAY, 3, opened)
            elif packet.command == OKAY and at < len(sent):
                break
            if len(back) == len(sent):
                break
    assert back == sent


def test_many_streams_at_once_do_not_mix(host):
    streams = {local: host.open("tcp:7", local=local) for local in range(1, 101)}
    assert len(set(streams.values())) == 100
    for local, remote in streams.items():
        host.send(WRTE, local, remote, b"for %d" % local)
    back = {}
    while len(back) < 100:
        packet = host.receive()
        if packet.command == WRTE:
            back[packet.arg1] = packet.data
            host.send(OKAY, packet.arg1, packet.arg0)
    assert back == {local: b"for %d" % local for local in streams}


def test_there_is_an_end_to_how_many_streams_a_host_may_open(server, new_host_to):
    host = new_host_to(server)
    host.connect()
    for local in range(1, 257):
        host.open("localabstract:deaf", local=local)
    host.send(OPEN, 300, 0, b"shell:echo no\0")
    assert host.receive() == Packet(CLSE, 0, 300)
    host.send(CLSE, 1, 0)


def test_numbers_of_streams_are_not_used_again(host):
    numbers = set()
    for _ in range(20):
        host.send(OPEN, 5, 0, b"shell:true\0")
        numbers.add(host.receive().arg0)
        assert host.receive().command == CLSE
    assert len(numbers) == 20


@pytest.mark.parametrize(
    "service", ["shell,v2,raw:sleep 3600", "shell,v2,pty:sleep 3600", "shell:", "shell,v2:"]
)
def test_a_closed_stream_ends_the_shell_behind_it_at_once(server, host, service, monkeypatch):
    monkeypatch.setattr(connection, "_GRACE", 3600)
    before = running(server)
    opened = host.open(service, local=3)
    assert running(server) > before
    host.send(CLSE, 3, opened)
    assert settles(server, before)


def test_a_command_whose_host_has_gone_may_finish_what_it_reads(server, host):
    """As `adb exec-in` has it: the host writes all of its input, then closes."""
    opened = host.open("exec:cat > /sdcard/in", local=3)
    host.send(WRTE, 3, opened, b"all of it")
    host.send(CLSE, 3, opened)

    def written(phone):
        return phone.state.files.get("/sdcard/in") and phone.state.files.read("/sdcard/in")

    # It is there, and empty, before the command has read anything.
    assert poll(lambda: server.call(written) == b"all of it")


def test_a_command_that_does_not_finish_is_stopped_a_second_after_its_host_has_gone(server, host):
    before = running(server)
    opened = host.open("exec:sleep 3600", local=3)
    host.send(CLSE, 3, opened)
    assert settles(server, before)


def test_a_connection_that_breaks_ends_all_that_it_started(server, new_host_to):
    before = running(server)
    host = new_host_to(server)
    host.connect()
    for local, service in enumerate(
        ("exec:sleep 3600", "shell:", "localabstract:deaf", "localabstract:flood"), 1
    ):
        host.send(OPEN, local, 0, service.encode() + b"\0")
    host.send(OPEN, 9, 0, b"reverse:forward:tcp:5000;tcp:5001\0")
    assert poll(lambda: running(server) >= before + 5)
    host.socket.close()
    assert settles(server, before)
    assert server.listen("tcp:5000", lambda stream: stream.close()) == "tcp:5000"


def test_nothing_of_a_connection_is_left_when_it_has_ended(server, new_host_to):
    def left(_phone):
        gc.collect()
        return sum(type(thing) in (Connection, Stream, Shell) for thing in gc.get_objects())

    before = server.call(left)
    for _ in range(20):
        with new_host_to(server) as host:
            host.connect()
            host.output("reverse:forward:tcp:5000;tcp:5001")
            host.open("sync:", local=3)
            host.open("shell,v2,pty:", local=4)
    assert poll(lambda: server.call(left) <= before, every=0.1)


def test_a_service_that_writes_to_a_closed_stream_is_told(server, host):
    told = threading.Event()

    async def writes(stream):
        await stream.read()
        try:
            await stream.write(b"too late")
        except StreamClosedError:
            told.set()

    server.listen("localabstract:writes", writes)
    opened = host.open("localabstract:writes", local=3)
    host.send(CLSE, 3, opened)
    assert told.wait(60)


def test_a_service_that_fails_closes_its_stream_and_is_logged(server, host, caplog):
    async def fails(stream):
        raise RuntimeError("out of order")

    server.listen("localabstract:fails", fails)
    assert host.output("localabstract:fails") == b""
    assert "a service of the phone failed" in caplog.text
    assert host.output("shell:echo ok") == b"ok\n"


def running(server):
    """How many things the phone is doing."""
    return server.call(lambda _phone: len(asyncio.all_tasks()))


def settles(server, count):
    """Whether the phone is soon doing no more than so many things."""
    return poll(lambda: running(server) <= count)


def poll(probe, every=0.005):
    """Whether something soon becomes true."""
    deadline = time.monotonic() + 60
    while not probe():
        if time.monotonic() > deadline:
            return False
        time.sleep(every)
    return True

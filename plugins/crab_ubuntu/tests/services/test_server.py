"""What the agent cannot do to the host with connections, and how relays pass bytes on."""

from __future__ import annotations

import asyncio
import hashlib
import os
import select
import socket
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from waiting import until

from crab_core import DeviceError, UnknownNameError
from crab_ubuntu.services import server
from crab_ubuntu.services.bounds import Limits
from crab_ubuntu.services.plan import ServicePlan, read_services
from crab_ubuntu.services.server import Services, listen
from crab_ubuntu.services.service import Service, ServiceOptions

if TYPE_CHECKING:
    from .conftest import Served

Start = Callable[..., "Served"]


class Odd(Service[ServiceOptions]):
    """Does what the first byte says."""

    ports = (7,)

    def start(self, options: ServiceOptions, seed: int) -> None:
        self.open = 0

    async def serve(self, port: int, reader: Any, writer: Any) -> None:
        self.open += 1
        try:
            match await reader.read(1):
                case b"r":
                    raise RuntimeError("this service is broken")
                case b"w":
                    while not writer.is_closing():
                        writer.write(b"x" * 100_000)  # and never waits for the client
                        await asyncio.sleep(0)
                case b"d":
                    writer.write(b"x" * 8_000_000)
                case b"n":
                    found = writer.get_extra_info("socket")
                    writer.write(str(found.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)).encode())
                case b"t":
                    while data := await reader.read(65536):
                        writer.write(str(len(data)).encode())
        finally:
            self.open -= 1

    def state(self) -> dict[str, Any]:
        return {"open": self.open}


class Blocking(Odd):
    """Breaks the only rule."""

    entered, go_on = threading.Event(), threading.Event()

    async def serve(self, port: int, reader: Any, writer: Any) -> None:
        self.entered.set()
        self.go_on.wait(60)


def odd(
    limits: Limits | None = None, kind: str = "Odd", kept: int = 0
) -> tuple[Services, Callable[[], socket.socket]]:
    """A service, and what connects to it; the kernel holds `kept` bytes of each side, or its own number."""
    door = socket.create_server(("127.0.0.1", 0), backlog=4)
    if kept:
        door.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, kept)
    address = door.getsockname()
    plan = ServicePlan("odd.crab.test", "127.77.0.1", (7,), "odd", f"{__name__}:{kind}")
    services = Services([plan], {("odd.crab.test", 7): door}, limits=limits)

    def connect() -> socket.socket:
        client = socket.socket()
        client.settimeout(60)
        if kept:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, kept)
        client.connect(address)
        return client

    return services, connect


class Clock:
    """The clock of services; it goes on when the test says."""

    def __init__(self, services: Services) -> None:
        self._now = time.monotonic()
        self._services = services
        services._thread.loop.time = lambda: self._now  # type: ignore[method-assign]

    def passes(self, seconds: float) -> None:
        """All that is to do now is done before, and what is due then afterwards."""
        self._services.states()
        self._now += seconds
        self._services.states()


def descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def read_all(client: socket.socket) -> None:
    while client.recv(1_000_000):
        pass


def ended(client: socket.socket) -> bool:
    """Whether the other side has closed or cut the connection."""
    try:
        read_all(client)
    except (ConnectionResetError, BrokenPipeError):
        return True
    return True


def test_a_service_that_fails_is_noted_and_goes_on() -> None:
    services, connect = odd()
    for _ in range(3):
        with connect() as client:
            client.sendall(b"r")
            assert ended(client)
    until(lambda: services.state("odd.crab.test")["failures"] == 3)
    assert services.state("odd.crab.test") == {"service": "odd", "failures": 3, "open": 0}
    services.close()


def test_an_answer_in_two_parts_does_not_wait_for_an_acknowledgement() -> None:
    services, connect = odd()
    with connect() as client:
        client.sendall(b"n")
        assert client.recv(1) == b"1"
    services.close()


def test_only_so_many_connections_are_open_and_the_next_waits_its_turn() -> None:
    services, connect = odd(Limits(connections_per_host=3))
    clients = [connect() for _ in range(4)]
    until(lambda: services.state("odd.crab.test")["open"] == 3)
    clients[3].sendall(b"d")
    clients[3].settimeout(0.2)
    with pytest.raises(TimeoutError):
        clients[3].recv(1)
    assert services.state("odd.crab.test")["open"] == 3
    clients[0].close()
    clients[3].settimeout(60)
    assert clients[3].recv(1) == b"x"
    for client in clients:
        client.close()
    until(lambda: services.state("odd.crab.test")["open"] == 0)
    services.close()


def test_a_thousand_connections_cost_the_host_a_few_descriptors() -> None:
    services, _ = odd(Limits(connections=5, connections_per_host=5))
    before = descriptors()
    mine = []
    for _ in range(1000):
        client = socket.socket()
        client.setblocking(False)
        client.connect_ex(services._listening["odd.crab.test", 7].getsockname())
        mine.append(client)
    until(lambda: services.state("odd.crab.test")["open"] == 5)
    assert descriptors() - before - len(mine) <= 5 + 1
    for client in mine:
        client.close()
    until(lambda: services.state("odd.crab.test")["open"] == 0)
    services.close()


def test_who_says_nothing_is_cut_off_and_who_talks_is_not() -> None:
    services, connect = odd(Limits(idle_seconds=1.0))
    clock = Clock(services)
    with connect() as silent, connect() as talking:
        until(lambda: services.state("odd.crab.test")["open"] == 2)
        talking.sendall(b"t")
        for _ in range(4):
            talking.sendall(b"x")
            assert talking.recv(10)
            clock.passes(0.6)
        assert ended(silent)
        talking.sendall(b"x")
        assert talking.recv(10)
    services.close()


def test_a_client_that_does_not_read_is_cut_off() -> None:
    services, connect = odd(Limits(unsent=3_000_000))
    with connect() as client:
        client.sendall(b"w")
        until(lambda: services.state("odd.crab.test")["open"] == 0)
        with pytest.raises(ConnectionResetError):
            read_all(client)
    services.close()


def test_a_client_that_does_not_read_the_end_does_not_hold_its_place_for_ever() -> None:
    services, connect = odd(Limits(idle_seconds=10, connections_per_host=1))
    clock = Clock(services)
    with connect() as client, connect() as next_one:
        client.sendall(b"d")
        next_one.sendall(b"d")
        assert client.recv(1) == b"x"
        next_one.setblocking(False)
        with pytest.raises(BlockingIOError):
            next_one.recv(1)

        def first_is_cut_off() -> bool:
            clock.passes(6)
            events = select.poll()
            events.register(client, 0)
            return bool(events.poll(0))

        until(first_is_cut_off)
        next_one.settimeout(60)
        assert next_one.recv(1) == b"x"
    services.close()


def test_a_client_that_reads_slowly_gets_everything() -> None:
    services, connect = odd(Limits(idle_seconds=2.0), kept=100_000)
    clock = Clock(services)
    with connect() as client:
        client.sendall(b"d")
        got = 0
        while data := client.recv(50_000):
            got += len(data)
            clock.passes(0.1)
        assert got == 8_000_000
    services.close()


def test_who_sends_too_much_is_cut_off() -> None:
    services, connect = odd(Limits(received=1_000_000))
    with connect() as client:
        client.sendall(b"t")
        with pytest.raises(OSError, match=r"reset|pipe"):
            client.sendall(b"x" * 50_000_000)
    until(lambda: services.state("odd.crab.test")["open"] == 0)
    assert services.state("odd.crab.test")["failures"] == 0
    services.close()


def test_closing_cuts_everything_and_leaves_nothing() -> None:
    threads, before = threading.active_count(), descriptors()
    for _ in range(5):
        services, connect = odd()
        clients = [connect() for _ in range(5)]
        clients[0].sendall(b"d")
        until(lambda s=services: s.state("odd.crab.test")["open"] >= 4)
        services.close()
        services.close()
        for client in clients:
            assert ended(client)
            client.close()
    assert threading.active_count() <= threads
    assert descriptors() <= before


def test_a_service_that_blocks_is_an_error_and_not_a_hang(monkeypatch: pytest.MonkeyPatch) -> None:
    services, connect = odd(kind="Blocking")
    monkeypatch.setattr(server, "SECONDS", 0.2)
    with connect() as client:
        client.sendall(b"x")
        assert Blocking.entered.wait(60)
        with pytest.raises(DeviceError, match="do not answer"):
            services.state("odd.crab.test")
        Blocking.go_on.set()
    monkeypatch.setattr(server, "SECONDS", 20.0)
    services.close()


def test_an_unknown_host_is_told_with_those_there_are(serve: Start) -> None:
    served = serve({"wiki.crab.test": {"service": "site", "pages": {}}})
    with pytest.raises(UnknownNameError, match=r"wiki\.crab\.test"):
        served.state("wikis.crab.test")
    assert list(served.services.states()) == ["wiki.crab.test"]


def test_an_address_that_is_taken_is_told() -> None:
    with socket.create_server(("127.77.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        plans = read_services({"a.crab.test": {"relay": "x", "ports": [port]}})
        with pytest.raises(DeviceError, match=rf"127\.77\.0\.1:{port}"):
            listen(plans)


# -- relays ----------------------------------------------------------------------------------------


def outside(path: Path, talk: Callable[[socket.socket], None]) -> None:
    door = socket.socket(socket.AF_UNIX)
    door.bind(str(path))
    door.listen()

    def run() -> None:
        with door:
            client, _ = door.accept()
            with client:
                talk(client)

    threading.Thread(target=run, daemon=True).start()


def test_a_relay_passes_every_byte_and_each_end_by_itself(serve: Start, tmp_path: Path) -> None:
    sent, answer = os.urandom(3_000_000), os.urandom(3_000_000)
    seen = hashlib.sha256()

    def talk(client: socket.socket) -> None:
        while data := client.recv(65536):  # until the client's end has come through
            seen.update(data)
        client.sendall(answer)  # while the other direction is closed already

    outside(tmp_path / "forge.sock", talk)
    served = serve({"forge.crab.test": {"relay": "forge"}}, relay_folder=str(tmp_path))
    with served.connect() as client:
        client.sendall(sent)
        client.shutdown(socket.SHUT_WR)
        got = client.makefile("rb").read()
    assert got == answer
    assert seen.digest() == hashlib.sha256(sent).digest()
    assert served.state() == {
        "service": "relay",
        "failures": 0,
        "connections": 1,
        "refused": 0,
        "sent": len(sent),
        "received": len(answer),
    }


def test_a_relay_holds_the_client_back_when_nobody_reads_outside(serve: Start, tmp_path: Path) -> None:
    go_on = threading.Event()
    counted = [0]

    def talk(client: socket.socket) -> None:
        go_on.wait(60)
        while data := client.recv(65536):
            counted[0] += len(data)

    outside(tmp_path / "forge.sock", talk)
    served = serve({"forge.crab.test": {"relay": "forge"}}, relay_folder=str(tmp_path))
    with served.connect() as client:
        client.setblocking(False)
        sent, still = 0, 0
        while still < 20:
            try:
                sent += client.send(b"x" * 65536)
                still = 0
            except BlockingIOError:
                still += 1
                time.sleep(0.01)
            assert sent < 100_000_000, "nothing holds the client back"
        go_on.set()
        client.setblocking(True)
        client.shutdown(socket.SHUT_WR)
        assert client.recv(1) == b""
        until(lambda: counted[0] == sent)


def test_a_relay_to_nobody_ends_at_once(serve: Start, tmp_path: Path) -> None:
    served = serve({"forge.crab.test": {"relay": "forge"}}, relay_folder=str(tmp_path))
    with pytest.raises(ConnectionResetError), served.connect() as client:
        client.recv(1)
    until(lambda: served.state()["refused"] == 1)


def test_a_relay_that_is_cut_outside_is_cut_inside(serve: Start, tmp_path: Path) -> None:
    def talk(client: socket.socket) -> None:
        client.recv(1)

    outside(tmp_path / "forge.sock", talk)
    served = serve({"forge.crab.test": {"relay": "forge"}}, relay_folder=str(tmp_path))
    with served.connect() as client:
        client.sendall(b"x")
        assert client.recv(1) == b""
        client.close()
    until(lambda: served.state()["failures"] == 0 and served.state()["sent"] == 1)

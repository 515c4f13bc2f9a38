"""Fixtures: both versions of the real adb, servers with keys of their own, and a host that speaks packets."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import adbutils
import pytest

from crab_android.phone import Phone, PhoneServer
from crab_android.phone.adbd.packets import CLSE, CNXN, HEADER, OKAY, OPEN, WRTE, Packet
from crab_android.phone.system.files import FileTree

BUNDLED_ADB = Path(adbutils.__file__).parent / "binaries" / "adb"
"""The adb that comes with adbutils: newer than the one of most distributions."""


class AdbServer:
    """A server of the real adb with a home folder, and so a key, of its own.

    Args:
        home: the folder; ``.android/adbkey`` is made in it.
        program: which adb.
        more: environment variables beside HOME.
    """

    def __init__(self, home: Path, program: str | Path = "adb", **more: str) -> None:
        (home / ".android").mkdir(parents=True, exist_ok=True)
        alone = {"ADB_LOCAL_TRANSPORT_MAX_PORT": "5553", "ADB_EMU": "0", "ADB_USB": "0", "ADB_MDNS": "0"}
        self.program = str(program)
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(home), **alone, **more}
        self.key = home / ".android" / "adbkey.pub"
        subprocess.run(
            [self.program, "keygen", str(self.key.with_suffix(""))],
            check=True,
            capture_output=True,
            env=self.environment,
        )
        with socket.socket() as held:
            # As long as it is bound, nobody else is given the port; adb may still listen there.
            held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            held.bind(("127.0.0.1", 0))
            self.port = held.getsockname()[1]
            self._process = subprocess.Popen(
                [self.program, "-P", str(self.port), "nodaemon", "server"],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env=self.environment,
            )
            deadline = time.monotonic() + 60
            while True:
                with socket.socket() as client:
                    if client.connect_ex(("127.0.0.1", self.port)) == 0:
                        return
                assert self._process.poll() is None
                assert time.monotonic() < deadline
                time.sleep(0.005)

    def __call__(self, *words: str, data: bytes | None = None) -> subprocess.CompletedProcess[bytes]:
        """Run adb with this server."""
        return subprocess.run(
            [self.program, "-P", str(self.port), *words],
            input=data,
            capture_output=True,
            timeout=60,
            check=False,
            env=self.environment,
        )

    def state(self, serial: str) -> str:
        """What `adb devices` says of a phone."""
        lines = self("devices").stdout.decode().splitlines()
        return next((line.split("\t")[1] for line in lines if line.startswith(serial + "\t")), "absent")

    def wait_for(self, serial: str, state: str) -> None:
        """Wait until `adb devices` says so."""
        deadline = time.monotonic() + 60
        while self.state(serial) != state:
            assert time.monotonic() < deadline, self.state(serial)
            time.sleep(0.005)

    def close(self) -> None:
        """End it."""
        self._process.kill()
        self._process.wait()


@pytest.fixture
def adb_server(tmp_path: Path) -> Iterator[Callable[..., AdbServer]]:
    """Starts adb servers: ``adb_server("name")`` has the home folder ``name`` below the test's folder."""
    started: list[AdbServer] = []

    def start(name: str, program: str | Path = "adb", **more: str) -> AdbServer:
        started.append(AdbServer(tmp_path / name, program, **more))
        return started[-1]

    yield start
    for server in started:
        server.close()


class Connected:
    """The real adb, connected to one phone.

    Attributes:
        phone: the phone.
        serial: its address.
        adb: the server.
    """

    def __init__(self, adb: AdbServer, phone: PhoneServer) -> None:
        self.adb = adb
        self.phone = phone
        self.serial = phone.serial

    def __call__(self, *words: str, data: bytes | None = None) -> subprocess.CompletedProcess[bytes]:
        """Run adb for this phone."""
        return self.adb("-s", self.serial, *words, data=data)

    def device(self) -> adbutils.AdbDevice:
        """The phone as adbutils sees it."""
        return adbutils.AdbClient(port=self.adb.port).device(self.serial)

    def ask(self, address: str, question: bytes, count: int) -> bytes:
        """Connect to a socket from inside the phone, write, and read an answer of so many bytes."""

        async def talk(_phone: Phone) -> bytes:
            end = self.phone.connect(address)
            await end.write(question)
            answer = b""
            while len(answer) < count and (data := await end.read()):
                answer += data
            await end.close()
            return answer

        return self.phone.run(talk)

    def wait_until_it_runs(self, name: str, runs: bool = True) -> None:
        """Wait until a command of this name runs on the phone, or no longer does."""

        def names(phone: Phone) -> list[str]:
            return [process.name for process in phone.shells.processes.running.values()]

        deadline = time.monotonic() + 60
        while (name in self.phone.call(names)) is not runs:
            assert time.monotonic() < deadline
            time.sleep(0.005)

    def files(self) -> FileTree:
        """The files of the phone."""
        return self.phone.call(lambda phone: phone.state.files)


@pytest.fixture(scope="module", params=["installed", "bundled"])
def each_server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[AdbServer]:
    """A server of the installed adb, and one of the adb that comes with adbutils."""
    program = "adb" if request.param == "installed" else BUNDLED_ADB
    server = AdbServer(tmp_path_factory.mktemp("adb"), program)
    yield server
    server.close()


@pytest.fixture
def each_adb(each_server: AdbServer, phone: Phone) -> Iterator[Connected]:
    """A phone and the real adb connected to it, in both versions."""
    with PhoneServer(phone) as served:
        assert b"connected to" in each_server("connect", served.serial).stdout
        yield Connected(each_server, served)
        each_server("disconnect", served.serial)


@pytest.fixture
def device(each_adb: Connected) -> adbutils.AdbDevice:
    """The phone as adbutils sees it."""
    return each_adb.device()


class Host:
    """Speaks packets, right ones and wrong ones."""

    def __init__(self, server: PhoneServer) -> None:
        self.socket = socket.create_connection((server.host, server.port), timeout=60)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def __enter__(self) -> Host:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def send(self, command: int, arg0: int, arg1: int, data: bytes = b"", *, checksum: bool = False) -> None:
        self.socket.sendall(Packet(command, arg0, arg1, data).encode(checksum=checksum))

    def receive(self) -> Packet | None:
        head = self.exactly(HEADER.size)
        if head is None:
            return None
        command, arg0, arg1, length, _, _ = HEADER.unpack(head)
        return Packet(command, arg0, arg1, self.exactly(length) or b"")

    def exactly(self, count: int) -> bytes | None:
        data = b""
        while len(data) < count:
            try:
                piece = self.socket.recv(count - len(data))
            except ConnectionResetError:
                return None
            if not piece:
                return None
            data += piece
        return data

    def silent(self, seconds: float = 0.2) -> bool:
        """Whether the phone says nothing for so long."""
        self.socket.settimeout(seconds)
        try:
            return self.receive() is None
        except TimeoutError:
            return True
        finally:
            self.socket.settimeout(60)

    def connect(self, version: int = 0x01000001, payload: int = 1 << 20) -> Packet:
        self.send(CNXN, version, payload, b"host::features=shell_v2")
        answer = self.receive()
        assert answer is not None
        return answer

    def open(self, service: str, local: int = 7) -> int:
        """Open a service; the phone's number for the stream."""
        self.send(OPEN, local, 0, service.encode() + b"\0")
        answer = self.receive()
        assert answer is not None
        assert answer.command == OKAY
        return answer.arg0

    def output(self, service: str, local: int = 7) -> bytes:
        """Everything a service writes until it closes."""
        self.send(OPEN, local, 0, service.encode() + b"\0")
        collected = b""
        while (packet := self.receive()) is not None:
            if packet.arg1 != local:
                continue
            if packet.command == WRTE:
                collected += packet.data
                self.send(OKAY, local, packet.arg0)
            elif packet.command == CLSE:
                return collected
        raise AssertionError("the phone hung up")


@pytest.fixture(scope="module")
def server() -> Iterator[PhoneServer]:
    """A phone that answers ADB, for all tests of a module."""
    with PhoneServer(Phone({"tasks": []})) as made:
        yield made


@pytest.fixture
def new_host_to() -> Iterator[Callable[[PhoneServer], Host]]:
    """Makes hosts that are connected to a phone by TCP, and have said nothing yet."""
    made: list[Host] = []

    def make(server: PhoneServer) -> Host:
        made.append(Host(server))
        return made[-1]

    yield make
    for host in made:
        host.socket.close()


@pytest.fixture
def host(server: PhoneServer, new_host_to: Callable[[PhoneServer], Host]) -> Host:
    """A host that has shaken hands."""
    made = new_host_to(server)
    made.connect()
    return made


@pytest.fixture(scope="session")
def bundled_adb() -> Path:
    """The adb that comes with adbutils."""
    return BUNDLED_ADB


@pytest.fixture
def small_app(tmp_path: Path) -> str:
    """The path of an app with one screen, in a file that `adb install` takes."""
    manifest = {
        "package": "org.example.small",
        "label": "Small",
        "version": "1.5",
        "screens": {"main": {"title": "Small", "rows": [{"text": "It is small."}]}},
    }
    path = tmp_path / "small.apk"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("crab-app.json", json.dumps(manifest))
    return str(path)

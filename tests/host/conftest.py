"""Real hosts for the tests: as a process of its own, or on a loop in a thread with limits to try."""

from __future__ import annotations

import asyncio
import contextlib
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from served_device import Device

from crab_core.host import Address, HostClient, HostedEnvironment, new_token, parse_address
from crab_core.host.server import HostServer


@dataclass
class HostProcess:
    """A host in a process of its own."""

    process: subprocess.Popen[bytes]
    address: str
    token: bytes
    folder: Path
    clients: list[HostClient] = field(default_factory=list)

    def connect(self, **options: Any) -> HostClient:
        """A new connection, closed after the test."""
        client = HostClient.connect(
            self.address, self.token, wait=60, alive=lambda: self.process.poll() is None, **options
        )
        self.clients.append(client)
        return client

    def device(self, **options: Any) -> HostedEnvironment:
        """The environment over a new connection."""
        return HostedEnvironment(Device, self.connect(**options))


def variables() -> dict[str, str]:
    """Environment variables with which a host process finds the device of these tests."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}


@pytest.fixture
def host_variables() -> dict[str, str]:
    """Environment variables with which a host process finds the device of these tests."""
    return variables()


@contextlib.contextmanager
def host_process(folder: Path, *arguments: str) -> Iterator[HostProcess]:
    """Start `python -m crab_core.host`, and end it."""
    token = new_token()
    (folder / "token").write_bytes(token)
    address = f"unix:{folder}/socket"
    command = [sys.executable, "-m", "crab_core.host", "--environment", "served_device:Device"]
    command += ["--listen", address, "--token-file", str(folder / "token"), *arguments]
    process = subprocess.Popen(command, env=variables())
    host = HostProcess(process, address, token, folder)
    try:
        yield host
    finally:
        for client in host.clients:
            client.close()
        process.kill()
        process.wait()


@pytest.fixture
def start_host(tmp_path: Path) -> Iterator[Callable[..., HostProcess]]:
    """Starts host processes with the arguments given."""
    with contextlib.ExitStack() as stack:
        yield lambda *arguments: stack.enter_context(host_process(tmp_path, *arguments))


@pytest.fixture(scope="module")
def shared_host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HostProcess]:
    """One host process for the tests of a module."""
    with host_process(tmp_path_factory.mktemp("host")) as host:
        yield host


@dataclass
class ThreadedHost:
    """A host on a loop in a thread of this process."""

    server: HostServer
    address: Address
    token: bytes

    def connect(self, **options: Any) -> HostClient:
        """A new connection."""
        return HostClient.connect(self.address, self.token, **options)


@contextlib.contextmanager
def threaded_host(
    address: str, *, ssl_context: Any = None, environment: Device | None = None, **options: Any
) -> Iterator[ThreadedHost]:
    """Serve in a thread, with options that the command line does not have."""
    token = new_token()
    started: list[tuple[HostServer, Address, asyncio.AbstractEventLoop, asyncio.Event]] = []
    ready = threading.Event()
    failure: list[BaseException] = []

    async def serve() -> None:
        stop = asyncio.Event()
        server = HostServer(environment or Device(), token, **options)
        actual = await server.start(parse_address(address), ssl_context=ssl_context)
        started.append((server, actual, asyncio.get_running_loop(), stop))
        ready.set()
        await stop.wait()
        await server.stop(grace_seconds=2)

    def run() -> None:
        try:
            asyncio.run(serve())
        except BaseException as error:  # noqa: BLE001 - raised again in the test
            failure.append(error)
        finally:
            ready.set()

    thread = threading.Thread(target=run)
    thread.start()
    ready.wait()
    if failure:
        thread.join()
        raise failure[0]
    server, actual, loop, stop = started[0]
    try:
        yield ThreadedHost(server, actual, token)
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join()
    assert not failure
    for worker in server.workers._threads:
        worker.join(60)
        assert not worker.is_alive()


@pytest.fixture
def serve_in_thread(tmp_path: Path) -> Iterator[Callable[..., ThreadedHost]]:
    """Starts hosts in threads; on a unix socket unless told otherwise."""
    with contextlib.ExitStack() as stack:
        yield lambda address=f"unix:{tmp_path}/s", **options: stack.enter_context(
            threaded_host(address, **options)
        )


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with a key and a certificate for the name `host`, signed by itself."""
    folder = tmp_path_factory.mktemp("certificate")
    command = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-nodes",
    ]
    command += ["-keyout", "key.pem", "-out", "certificate.pem", "-days", "2", "-subj", "/CN=host"]
    subprocess.run(
        [*command, "-addext", "subjectAltName=DNS:host"], cwd=folder, check=True, capture_output=True
    )
    both = folder / "both.pem"
    both.write_bytes((folder / "key.pem").read_bytes() + (folder / "certificate.pem").read_bytes())
    return both

"""A host as a process: it says when it is ready, ends when told to, and goes with its parent."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from served_device import Device

from crab_core import HostError, UsageError
from crab_core.host import HostClient, HostedEnvironment, new_token
from crab_core.host.serve import load_environment, main


@contextlib.contextmanager
def tcp_host(folder: Path, variables: dict[str, str], *arguments: str) -> Iterator[tuple[str, bytes]]:
    """A host on a TCP port that the kernel chooses: the address that it tells, and its token."""
    token = new_token()
    (folder / "token").write_bytes(token)
    reading, writing = os.pipe()
    command = [sys.executable, "-m", "crab_core.host", "--environment", "served_device:Device"]
    command += ["--listen", "tcp:127.0.0.1:0", "--token-file", str(folder / "token"), *arguments]
    process = subprocess.Popen([*command, "--ready-fd", str(writing)], env=variables, pass_fds=[writing])
    os.close(writing)
    try:
        with os.fdopen(reading) as ready:
            yield ready.read().strip(), token
        process.terminate()
        assert process.wait(60) == 0
    finally:
        process.kill()
        process.wait()


def test_sigterm_finishes_what_runs_and_closes_the_environment(start_host: Any, tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    host = start_host("--options", f'{{"closed_file": "{closed}"}}')
    device = host.device()
    with ThreadPoolExecutor(1) as pool:
        nap = pool.submit(device.act, "tracked_nap", {"seconds": 0.4})
        while device.act("trail", {}) == []:
            pass
        host.process.terminate()
        while Path(tmp_path / "socket").exists():
            time.sleep(0.002)
        with pytest.raises(HostError, match=r"shutting down|closed"):
            device.act("noop", {})
        assert nap.result() is None
    assert host.process.wait(60) == 0
    assert closed.read_text() == "closed"


def test_a_call_that_hangs_does_not_keep_the_host_from_ending(start_host: Any, tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    host = start_host("--options", f'{{"closed_file": "{closed}"}}', "--grace", "2")
    device = host.device()
    with ThreadPoolExecutor(1) as pool:
        nap = pool.submit(device.act, "tracked_nap", {"seconds": 60})
        while device.act("trail", {}) == []:
            pass
        host.process.terminate()
        with pytest.raises(HostError):
            nap.result()
    assert host.process.wait(60) == 1
    assert closed.read_text() == "closed"


def test_the_address_is_written_to_the_ready_descriptor(
    tmp_path: Path, host_variables: dict[str, str]
) -> None:
    with (
        tcp_host(tmp_path, host_variables) as (address, token),
        HostedEnvironment(Device, HostClient.connect(address, token)) as device,
    ):
        assert device.act("echo", {"value": 1}) == 1


def test_a_certificate_makes_it_speak_tls_only(
    tmp_path: Path, host_variables: dict[str, str], certificate: Path
) -> None:
    with tcp_host(tmp_path, host_variables, "--certificate", str(certificate)) as (address, token):
        trusting = ssl.create_default_context(cafile=str(certificate))
        with HostClient.connect(address, token, ssl_context=trusting, server_name="host") as client:
            client.ping()
        with pytest.raises(HostError):
            HostClient.connect(address, token)


def test_the_host_ends_with_its_parent(tmp_path: Path, host_variables: dict[str, str]) -> None:
    token = new_token()
    (tmp_path / "token").write_bytes(token)
    address, closed = f"unix:{tmp_path}/socket", tmp_path / "closed"
    command = [sys.executable, "-m", "crab_core.host", "--environment", "served_device:Device"]
    command += ["--listen", address, "--token-file", str(tmp_path / "token"), "--die-with-parent"]
    command += ["--options", f'{{"closed_file": "{closed}"}}']
    script = "import subprocess, sys; subprocess.Popen(sys.argv[1:]).wait()"
    parent = subprocess.Popen([sys.executable, "-c", script, *command], env=host_variables)
    with HostClient.connect(address, token, wait=60) as client:
        host = os.pidfd_open(client.call("describe", {})["process"])
    parent.kill()
    parent.wait()
    try:
        assert select.select([host], [], [], 60)[0], "the host outlived its parent"
    finally:
        os.close(host)
    assert closed.read_text() == "closed"


def test_waiting_ends_when_the_host_dies_while_starting(start_host: Any, capfd: Any) -> None:
    host = start_host("--options", '{"start_error": "no display"}')
    begun = time.monotonic()
    with pytest.raises(HostError, match="has ended"):
        host.connect()
    assert time.monotonic() - begun < 30, "it waits for a minute"
    assert "no display" in capfd.readouterr().err


def test_waiting_ends_at_its_deadline(tmp_path: Path) -> None:
    begun = time.monotonic()
    with pytest.raises(HostError, match="No host answers"):
        HostClient.connect(f"unix:{tmp_path}/nobody", new_token(), wait=0.2)
    assert 0.15 < time.monotonic() - begun < 30


def test_the_host_leaves_no_descriptors_of_clients_that_went(start_host: Any) -> None:
    host = start_host()
    descriptors = Path(f"/proc/{host.process.pid}/fd")
    first = host.device()
    first.act("noop", {})
    before = len(list(descriptors.iterdir()))
    for _ in range(10):
        with host.device() as device:
            device.act("noop", {})
    deadline = time.monotonic() + 60
    while len(list(descriptors.iterdir())) > before:
        assert time.monotonic() < deadline
        first.act("noop", {})


def test_a_host_prints_nothing(tmp_path: Path, host_variables: dict[str, str]) -> None:
    token = new_token()
    (tmp_path / "token").write_bytes(token)
    command = [sys.executable, "-m", "crab_core.host", "--environment", "served_device:Device"]
    command += ["--listen", f"unix:{tmp_path}/socket", "--token-file", str(tmp_path / "token")]
    with subprocess.Popen(
        command, env=host_variables, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as process:
        with HostClient.connect(
            f"unix:{tmp_path}/socket", (tmp_path / "token").read_bytes(), wait=60
        ) as client:
            client.ping()
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=60)[0] == b""
        assert process.returncode == 0


@pytest.mark.parametrize(
    ("environment", "listen", "words"),
    [
        ("nonsense", "unix:/tmp/x", "package.module:Class"),
        ("crab_core.nothing:Device", "unix:/tmp/x", "cannot be found"),
        ("crab_core:Nothing", "unix:/tmp/x", "cannot be found"),
        ("builtins:dict", "unix:/tmp/x", "not an Environment"),
        ("crab_core:Environment", "nowhere", "is not an address"),
    ],
)
def test_wrong_usage_is_told_with_exit_code_2(
    tmp_path: Path, capsys: Any, environment: str, listen: str, words: str
) -> None:
    (tmp_path / "token").write_bytes(new_token())
    given = ["--environment", environment, "--listen", listen, "--token-file", str(tmp_path / "token")]
    assert main(given) == 2
    assert words in capsys.readouterr().err


def test_an_address_that_cannot_be_had_is_told_with_exit_code_3(tmp_path: Path, capsys: Any) -> None:
    (tmp_path / "token").write_bytes(new_token())
    given = ["--environment", "served_device:Device", "--listen", f"unix:{tmp_path}/no/where/s"]
    assert main([*given, "--token-file", str(tmp_path / "token")]) == 3
    assert "cannot listen" in capsys.readouterr().err


def test_an_environment_may_come_from_any_callable() -> None:
    assert load_environment("served_device:Device", {"name": "second"}).name == "second"
    with pytest.raises(UsageError):
        load_environment("served_device:", {})

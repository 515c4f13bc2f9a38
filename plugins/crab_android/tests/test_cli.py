"""`crab phone`: what it prints, what it refuses, and that it ends when it is told to."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.request import urlopen

import pytest

pytestmark = pytest.mark.commands

CRAB = [sys.executable, "-m", "crab_core", "phone"]


@contextmanager
def running(*options: str) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [*CRAB, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.PIPE, text=True
    )
    try:
        yield process
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
    assert process.returncode == 0


def refused(*options: str) -> str:
    done = subprocess.run([*CRAB, *options], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    return done.stderr


def test_with_a_page_it_tells_both_addresses_and_both_answer() -> None:
    with running("--web", "--json") as process:
        ready = json.loads(process.stdout.readline())
        socket.create_connection((ready["host"], ready["port"]), timeout=60).close()
        with urlopen(ready["web"], timeout=60) as answer:
            assert "<title>Crab phone</title>" in answer.read().decode()


def test_without_json_it_says_so_in_sentences() -> None:
    with running("--web") as process:
        assert process.stdout.readline().startswith("The phone answers at 127.0.0.1:")
        assert "http://127.0.0.1:" in process.stdout.readline()


def test_the_page_has_the_port_that_was_asked_for() -> None:
    with socket.socket() as held:
        # As long as it is bound, nobody else is given the port; the phone may still listen there.
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        held.bind(("127.0.0.1", 0))
        port = held.getsockname()[1]
        with running("--web", "--web-port", str(port), "--json") as process:
            assert json.loads(process.stdout.readline())["web"].startswith(f"http://127.0.0.1:{port}/")


def test_a_port_that_is_taken_is_told() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert port in refused("--web", "--web-port", port)
        assert port in refused("--port", port)


def test_the_phone_has_the_apps_that_are_named() -> None:
    with running("--app", "org.crab.tasks", "--json") as process:
        ready = json.loads(process.stdout.readline())
        from crab_android.device.link import AdbLink
        from crab_android.providers.adb_server import PrivateAdbServer

        server = PrivateAdbServer()
        try:
            link = AdbLink(ready["serial"], port=server.port)
            link.connect()
            assert "com.android.settings" not in link.check("pm list packages")
        finally:
            server.close()


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (("--app", "org.crab.taks"), "Did you mean 'org.crab.tasks'"),
        (("--web-port", "8080"), "say --web too"),
        (("--world", "/nowhere.json"), "does not exist"),
        (("--seed", "x"), "not a valid integer"),
        (("--auth", "maybe"), "'off', 'known', 'new'"),
        (("--authorized-keys", __file__), "--auth known or --auth new"),
        (("--authorized-keys", __file__, "--auth", "known"), "not a public key"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(options: tuple[str, ...], reason: str) -> None:
    assert reason in refused(*options)


def test_a_world_that_does_not_fit_is_refused_with_the_place(tmp_path) -> None:
    (tmp_path / "world.json").write_text('{"tasks": [{"titel": "x"}]}')
    assert "titel" in refused("--world", str(tmp_path / "world.json"))


def test_the_map_of_the_phone_is_written(tmp_path) -> None:
    file = tmp_path / "map.svg"
    command = [*CRAB, "map", str(file), "--app", "org.crab.tasks", "--no-pictures"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert str(file) in done.stdout
    assert ">details<" in file.read_text()
    assert "Settings" not in file.read_text()


def test_a_map_of_an_app_that_nobody_registers_is_refused(tmp_path) -> None:
    assert "Did you mean 'org.crab.tasks'" in refused(
        "map", str(tmp_path / "x.svg"), "--app", "org.crab.taks"
    )
    assert not (tmp_path / "x.svg").exists()

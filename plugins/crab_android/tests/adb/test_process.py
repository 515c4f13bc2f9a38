"""The phone as a process, and `crab phone`."""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

COMMAND = [sys.executable, "-m", "crab_android.phone"]


def start(*arguments: str) -> tuple[subprocess.Popen[str], dict]:
    process = subprocess.Popen(
        [*COMMAND, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    return process, json.loads(process.stdout.readline())


def finish(process: subprocess.Popen[str]) -> int:
    process.stdin.close()
    code = process.wait(60)
    process.stdout.close()
    return code


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_says_where_it_is_when_it_is_ready_and_ends_cleanly(number):
    process, ready = start()
    socket.create_connection((ready["host"], ready["port"]), timeout=60).close()
    assert ready["serial"] == f"{ready['host']}:{ready['port']}"
    process.send_signal(number)
    assert finish(process) == 0


def test_the_control_channel_resets_exports_and_restores_and_its_end_is_the_phones():
    process, _ = start("--control")

    def ask(**request):
        process.stdin.write(json.dumps(request) + "\n")
        process.stdin.flush()
        return json.loads(process.stdout.readline())

    assert ask(do="reset", world={"tasks": ["a"]}, seed=4) == {"ok": True}
    assert ask(do="export")["state"]["apps"]["org.crab.tasks"]["items"][0]["title"] == "a"
    assert ask(do="snapshot", name="s")["ok"]
    assert ask(do="reset")["ok"]
    assert ask(do="restore", name="s")["ok"]
    assert ask(do="export")["state"]["seed"] == 4
    assert "unknown request" in ask(do="dance")["error"]
    assert "did you mean" in ask(do="reset", world={"taks": 1})["error"]
    assert not ask(do="restore", name="never")["ok"]
    process.stdin.write("no json\n")
    process.stdin.flush()
    assert not json.loads(process.stdout.readline())["ok"]
    assert finish(process) == 0


def test_a_world_comes_from_a_file(tmp_path):
    (tmp_path / "world.json").write_text('{"tasks": ["from a file"], "open": "org.crab.tasks"}')
    process, _ = start("--control", "--world", str(tmp_path / "world.json"), "--seed", "3")
    process.stdin.write('{"do": "export"}\n')
    process.stdin.flush()
    assert json.loads(process.stdout.readline())["state"]["stacks"][-1]["package"] == "org.crab.tasks"
    finish(process)


@pytest.mark.adb
@pytest.mark.parametrize(
    ("options", "state"),
    [
        (["--auth", "new"], "device"),
        (["--auth", "known"], "unauthorized"),
        (["--auth", "known", "--authorized-keys"], "device"),
    ],
    ids=" ".join,
)
def test_it_lets_in_the_hosts_that_it_was_told_to(adb_server, options, state):
    adb = adb_server("home")
    process, ready = start(*options, *([str(adb.key)] if options[-1:] == ["--authorized-keys"] else []))
    adb("connect", ready["serial"])
    adb.wait_for(ready["serial"], state)
    process.terminate()
    assert finish(process) == 0


def test_a_file_of_keys_that_holds_something_else_ends_it_with_the_reason(tmp_path):
    (tmp_path / "keys").write_text("no key\n")
    command = [*COMMAND, "--auth", "known", "--authorized-keys", str(tmp_path / "keys")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert "line 1: not a public key in Android's format" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("text", ["{", '{"taks": []}', "[1]"])
def test_a_world_that_cannot_be_read_ends_it_with_the_reason(tmp_path, text):
    (tmp_path / "world.json").write_text(text)
    done = subprocess.run(
        [*COMMAND, "--world", str(tmp_path / "world.json")],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.startswith("world: ")
    assert "Traceback" not in done.stderr


def test_it_checks_what_it_is_drawn_with():
    done = subprocess.run([*COMMAND, "--check"], capture_output=True, text=True, timeout=60, check=True)
    assert set(json.loads(done.stdout)) == {"skia", "fonts"}
    assert done.stderr == ""


def test_crab_phone_prints_the_address_and_stops_with_ctrl_c():
    process = subprocess.Popen(
        [sys.executable, "-m", "crab_core", "phone", "--json", "--seed", "2"],
        stdout=subprocess.PIPE,
        stdin=subprocess.PIPE,
        text=True,
    )
    ready = json.loads(process.stdout.readline())
    socket.create_connection((ready["host"], ready["port"]), timeout=60).close()
    process.send_signal(signal.SIGINT)
    assert finish(process) == 0


_PARENT = """
import subprocess, sys
command = [sys.executable, "-m", "crab_android.phone", "--die-with-parent"]
child = subprocess.Popen(command, stdout=subprocess.PIPE)
child.stdout.readline()
sys.stdout.write(f"{child.pid}\\n")
sys.stdout.flush()
sys.stdin.read()
"""


def test_it_dies_with_its_parent_when_asked_to():
    parent = subprocess.Popen(
        [sys.executable, "-c", _PARENT], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    phone = os.pidfd_open(int(parent.stdout.readline()))
    try:
        parent.kill()
        assert finish(parent) == -signal.SIGKILL
        ended, _, _ = select.select(
            [phone], [], [], 20
        )  # readable when the process has ended (pidfd_open(2))
        assert ended
    finally:
        os.close(phone)


_DRAW = """
import sys
import time
from pathlib import Path
from pathlib import Path
from crab_android.phone import Phone
from crab_android.phone.ui import fonts
fonts.FONT_FOLDERS = tuple(Path(name) for name in sys.argv[1:])
Phone({"tasks": ["Grüße"]}).png()
sys.stdout.write(str(fonts.family_found()))
"""


@pytest.mark.parametrize(
    ("folder", "found"),
    [
        ("/usr/share/fonts/truetype/noto", "NotoSans-Regular"),
        ("/usr/share/fonts/truetype/dejavu", "DejaVuSans"),
    ],
)
def test_it_is_drawn_with_whatever_family_is_installed(folder, found):
    if not Path(folder).exists():
        pytest.skip(f"{folder} is not installed")
    done = subprocess.run([sys.executable, "-c", _DRAW, folder], capture_output=True, text=True, check=True)
    assert done.stdout == found


def test_without_any_font_it_says_what_to_install(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", _DRAW, str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert "install fonts-noto-core" in done.stderr

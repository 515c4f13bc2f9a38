"""What is visible inside a sandbox, seen by a process inside; no desktop is started."""

from __future__ import annotations

import json
import os
import site
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import crab_core
from crab_ubuntu.host.spec import FOLDER, SITE
from crab_ubuntu.providers.folders import PrivateFolder
from crab_ubuntu.providers.furnish import furnish
from crab_ubuntu.session.spec import LIBRARY, SessionSpec

LOOK = """
import importlib.util, json, os, socket, sys
sys.path.insert(0, LIBRARY)
def exists(path):
    return os.path.lexists(path)
def writable(path):
    try:
        open(os.path.join(path, "crab-test"), "w").close()
        return True
    except OSError:
        return False
def readable(path):
    try:
        os.listdir(path)
        return True
    except OSError:
        return False
def reaches(address):
    try:
        socket.create_connection(address, 2).close()
        return "connected"
    except OSError as error:
        return error.strerror
json.dump({
    "uid": os.getuid(),
    "capabilities": [l.split()[1] for l in open("/proc/self/status") if l.startswith("CapEff")],
    "no_new_privileges": [l.split()[1] for l in open("/proc/self/status") if l.startswith("NoNewPrivs")],
    "environment": sorted(os.environ),
    "there": [p for p in PATHS if exists(p)],
    "modules": [m for m in MODULES if importlib.util.find_spec(m)],
    "writable": [p for p in PLACES if writable(p)],
    "home": os.listdir(os.path.expanduser("~")),
    "processes": [p for p in os.listdir("/proc") if p.isdigit()],
    "interfaces": [name for _, name in socket.if_nameindex()],
    "abroad": reaches(("192.0.2.1", 80)),
    "host": reaches(("127.0.0.1", PORT)),
    "x": [name for name in os.listdir("/tmp/.X11-unix")],
    "hidden": [p for p in ("/crab", SITE, FOLDER) if not readable(p)],
    "hostname": socket.gethostname(),
}, sys.stdout)
"""
MODULES = (
    "crab_core",
    "crab_ubuntu",
    "numpy",
    "crab_bench",
    "crab_android",
    "crab_models",
    "pytest",
    "hypothesis",
    "pip",
)

CLOSED = ("/", "/dev", "/usr", "/etc", "/usr/share", LIBRARY, "/crab")


def look(paths: list[str] | None = None, port: int = 9) -> dict[str, Any]:
    names = {
        "SITE": SITE,
        "LIBRARY": LIBRARY,
        "FOLDER": FOLDER,
        "PATHS": paths or [],
        "MODULES": MODULES,
        "PLACES": [*CLOSED, *site.getsitepackages([sys.base_prefix])],
        "PORT": port,
    }
    settings = "".join(f"{name} = {value!r}\n" for name, value in names.items())
    folder = PrivateFolder()
    box, argv = furnish(SessionSpec(), folder)
    read, write = os.pipe()
    try:
        command = box.command([*argv[:-1], settings + LOOK], info_fd=write)
        done = subprocess.run(
            command, pass_fds=[write, *box.descriptors], capture_output=True, text=True, check=False, cwd="/"
        )
    finally:
        box.close()
        os.close(read)
        os.close(write)
        folder.remove()
    assert done.returncode == 0, done.stderr
    seen: dict[str, Any] = json.loads(done.stdout)
    return seen


def test_the_user_inside_is_nobody_special() -> None:
    seen = look()
    assert seen["uid"] == 1000
    assert seen["capabilities"] == ["0000000000000000"]
    assert seen["no_new_privileges"] == ["1"]
    assert seen["writable"] == []
    assert seen["hostname"] == "crab"


def test_nothing_of_the_callers_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CRAB_TEST_SECRET", "secret")
    (tmp_path / "mine").touch()
    repository = Path(crab_core.__file__).parents[1]
    hidden = [
        str(Path.home()),
        str(Path.home() / ".ssh"),
        str(repository / "pyproject.toml"),
        str(repository / "plugins"),
        str(repository / "tests"),
        str(Path(sys.prefix) / "pyvenv.cfg"),
        str(tmp_path.parent),
        "/etc/shadow",
        "/etc/ssh",
        "/etc/pip.conf",
        "/var/log",
        "/sys",
    ]
    base = Path(sys.base_prefix)
    # Folders that lead to the interpreter exist, with nothing else in them.
    hidden = [path for path in hidden if not base.is_relative_to(path)]
    seen = look(hidden)
    assert seen["there"] == []
    assert "CRAB_TEST_SECRET" not in seen["environment"]
    assert seen["home"] == []
    assert seen["x"] == []


def test_nothing_of_crab_is_read_inside_but_the_leader_of_the_session() -> None:
    seen = look()
    assert seen["hidden"] == ["/crab", SITE, FOLDER]
    assert seen["modules"] == ["crab_ubuntu"]


def test_no_process_and_no_network_of_the_machine_is_reached() -> None:
    import socket

    with socket.create_server(("127.0.0.1", 0)) as server:
        seen = look(port=server.getsockname()[1])
    assert len(seen["processes"]) <= 2
    assert seen["interfaces"] == ["lo"]
    assert seen["abroad"] == "Network is unreachable"
    assert seen["host"] == "Connection refused"

"""How desktops begin and end: alone, side by side, in threads, and when their parent is killed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from Xlib.display import Display

from crab_core import DeviceError
from crab_core.host import HostedEnvironment
from crab_ubuntu.providers.sandbox import SandboxProvider
from crab_ubuntu.testing import Person, pixels

pytestmark = pytest.mark.desktop

PARENT = """
import json, os, sys, threading
from crab_ubuntu.providers.sandbox import SandboxProvider
provider = SandboxProvider()
provider.start({})
print(json.dumps(provider.process.pids()), flush=True)
sys.stdin.read()
"""


def running(pids: list[int]) -> list[int]:
    return [pid for pid in pids if Path(f"/proc/{pid}").exists() and _state(pid) not in "ZX"]


def _state(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return "X"


def wait_until(condition: Callable[[], bool], seconds: float = 60.0) -> bool:
    pause = threading.Event()
    for _ in range(int(seconds / 0.05)):
        if condition():
            return True
        pause.wait(0.05)
    return condition()


def test_killing_the_parent_leaves_no_process_behind_and_no_folder_after_the_next_start(
    short_path: Path,
) -> None:
    environment = {**os.environ, "TMPDIR": str(short_path)}
    command = [sys.executable, "-c", PARENT]
    for _ in range(2):
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
        ) as parent:
            assert parent.stdout is not None
            pids = json.loads(parent.stdout.readline())
            assert len(running(pids)) > 8
            assert len(list(short_path.glob("crab-*"))) == 1
            parent.kill()
            assert wait_until(lambda pids=pids: running(pids) == []), running(pids)


def test_a_desktop_outlives_the_thread_that_started_it_and_closing_leaves_nothing_behind() -> None:
    provider = SandboxProvider()
    found: list[HostedEnvironment] = []
    starter = threading.Thread(target=lambda: found.append(provider.start({})))
    starter.start()
    starter.join()
    try:
        assert found[0].observe()["screenshot"]
        assert provider.process.alive
        pids, folder = provider.process.pids(), provider.process.folder
        assert folder.is_dir()
    finally:
        provider.close()
    provider.close()
    assert running(pids) == []
    assert not folder.exists()


def test_two_desktops_side_by_side_do_not_touch_each_other() -> None:
    one, other = SandboxProvider(), SandboxProvider()
    try:
        world = {"apps": ["org.gnome.Terminal"]}
        first, second = Person(one.start(world)), Person(other.start(world))
        untouched = second.picture()
        first.do("write_text", text="echo one > file.txt; pkill -9 nautilus; sleep 1000 &\n")
        first.soon("file_exists", path="file.txt")
        first.soon("process_running", name="sleep")
        assert not second.judge("file_exists", path="file.txt").passed
        second.do("write_text", text="echo other > file.txt\n")
        second.soon("file_content", path="file.txt", content="other")
        assert not second.judge("process_running", name="sleep").passed
        second.until(
            lambda: np.array_equal(pixels(second.picture())[28:, :60], pixels(untouched)[28:, :60]),
            "something has changed in the dock",
        )
    finally:
        one.close()
        other.close()


def test_the_machines_own_display_and_processes_are_not_touched(x_display: str) -> None:
    bystander = subprocess.Popen(["sleep", "infinity"])
    provider = SandboxProvider()
    try:
        person = Person(provider.start({"apps": ["org.gnome.Terminal"]}))
        person.do(
            "write_text",
            text=f"kill -9 {bystander.pid}; pkill -9 sleep; echo done > done.txt\n",
        )
        person.soon("file_content", path="done.txt", content="done")
        assert bystander.poll() is None
        Display(x_display).close()  # it answers
    finally:
        provider.close()
        bystander.kill()
        bystander.wait()


def test_a_desktop_that_cannot_start_says_why() -> None:
    provider = SandboxProvider(width=99_999_999)
    with pytest.raises(DeviceError, match="Xvfb ended"):
        provider.start({})
    provider.close()


def test_an_application_of_the_world_that_is_missing_is_named() -> None:
    provider = SandboxProvider()
    with pytest.raises(DeviceError, match=r"no\.such\.app\.desktop"):
        provider.start({"apps": ["no.such.app"]})
    provider.close()


ORDINARY = """
from crab_ubuntu.providers.sandbox import SandboxProvider
from crab_ubuntu.testing import Person
provider = SandboxProvider()
person = Person(provider.start({"files": {"a.txt": "hello"}}))
print(person.judge("file_content", path="a.txt", content="hello").passed)
provider.close()
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="the other tests are run by an ordinary user already")
def test_an_ordinary_user_can_have_a_desktop(tmp_path: Path) -> None:
    tmp_path.chmod(0o777)
    for folder in tmp_path.parents[:2]:
        folder.chmod(0o755)
    environment = {
        "PATH": "/usr/bin:/bin",
        "HOME": str(tmp_path),
        "TMPDIR": str(tmp_path),
        "PYTHONPATH": os.pathsep.join(
            path for path in sys.path if path.endswith("-packages") or "crab" in path
        ),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    user = ["setpriv", "--reuid=54321", "--regid=54321", "--clear-groups"]
    for python in (sys.executable, "/usr/bin/python3"):
        probe = [*user, python, "-c", "import crab_ubuntu, pydantic"]
        if subprocess.run(probe, env=environment, capture_output=True, cwd="/", check=False).returncode == 0:
            break
    else:
        pytest.skip("no Python here can be used by another user")
    done = subprocess.run(
        [*user, python, "-c", ORDINARY], env=environment, capture_output=True, text=True, cwd="/", check=False
    )
    assert done.stdout == "True\n", done.stderr

"""An agent with a shell tries to get out, to spy, to cheat and to break what judges it; it is held."""

from __future__ import annotations

import hashlib
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from Xlib.display import Display

import crab_core
from crab_core import DeviceError
from crab_ubuntu.providers.sandbox import SandboxProvider
from crab_ubuntu.testing import Person

pytestmark = pytest.mark.desktop

ANSWER = "the-answer-is-a-purple-walrus"


@pytest.fixture(scope="module")
def provider_of_agents() -> Iterator[SandboxProvider]:
    provider = SandboxProvider(
        api_actions=True,
        limits={"home": 64 << 20, "temporary": 32 << 20, "memory": 2 << 30, "processes": 600},
    )
    yield provider
    provider.close()


@pytest.fixture(scope="module")
def agent(provider_of_agents: SandboxProvider) -> Person:
    return Person(provider_of_agents.start({"files": {"mine.txt": "mine"}}))


def run(agent: Person, command: str, timeout: float = 45.0) -> dict[str, Any]:
    answer: dict[str, Any] = agent.device.act("run_shell", {"command": command, "timeout": timeout})
    return answer


def says(agent: Person, command: str, timeout: float = 45.0) -> str:
    return str(run(agent, command, timeout)["stdout"]).strip()


def test_it_is_an_ordinary_user_without_any_way_to_become_more(agent: Person) -> None:
    assert says(agent, "id -u") == "1000"
    status = says(
        agent, "grep -E '^(Cap(Inh|Prm|Eff|Bnd|Amb)|NoNewPrivs|Seccomp):' /proc/self/status | cut -f2"
    )
    assert status.split() == ["0000000000000000"] * 5 + ["1", "2"]
    for escape in ("unshare --user true", "unshare --mount true", "mount -t tmpfs x /mnt", "su -c true"):
        assert run(agent, escape)["status"] != 0, escape
    assert says(agent, "find / -xdev -perm -4000 -type f -exec {} --help ';' 2>&1 | grep -c uid=0") == "0"


def test_on_the_machine_it_is_no_one_who_matters(
    provider_of_agents: SandboxProvider,
    agent: Person,
) -> None:
    users = {Path(f"/proc/{pid}").stat().st_uid for pid in provider_of_agents.process.pids()}
    if os.geteuid() == 0:
        # setpriv and bubblewrap have become the spare user too by then.
        assert len(users) == 1
        assert users.pop() in range(61184, 65520)
    else:
        assert users == {os.geteuid()}


def test_nothing_of_the_machine_is_seen(agent: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CRAB_TEST_SECRET", "secret")
    home = Path.home()
    # The folder that leads to the interpreter is there, with nothing else in it.
    python = Path(sys.base_prefix).resolve()
    leading = {python.relative_to(home).parts[0]} if python.is_relative_to(home) else set()
    names = {path.name for path in home.iterdir()} - leading
    assert not names & set(says(agent, f"ls -A {home} 2>/dev/null").splitlines())
    assert "CRAB_TEST_SECRET" not in says(agent, "cat /proc/*/environ 2>/dev/null | tr '\\0' '\\n'")
    for path in (
        "/etc/shadow",
        str(home / ".ssh"),
        "/etc/ssh",
        "/var/log",
        "/sys",
        "/proc/kcore",
        "/dev/vda",
        "/dev/mem",
    ):
        assert run(agent, f"head -c1 {path} || ls {path}/* >/dev/null")["status"] != 0, path
    assert says(agent, "hostname") == "crab"


def test_the_network_and_the_display_of_the_machine_are_out_of_reach(agent: Person, x_display: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        connect = f"exec 3<>/dev/tcp/127.0.0.1/{port}"
        assert "Connection refused" in run(agent, connect)["stderr"]
    for address in ("192.0.2.1", "8.8.8.8", "169.254.169.254"):
        assert "unreachable" in run(agent, f"exec 3<>/dev/tcp/{address}/80")["stderr"]
    assert run(agent, "getent hosts debian.org")["status"] != 0
    outside = Display(x_display)
    mark = outside.intern_atom("CRAB_TEST")
    outside.screen().root.change_property(mark, outside.intern_atom("STRING"), 8, b"outside")
    outside.sync()
    for display in (x_display, f"unix{x_display}", f"localhost{x_display}"):
        # Inside there may be a display of the same name: its own.
        assert "outside" not in says(agent, f"DISPLAY={display} xprop -root CRAB_TEST")
    outside.close()


def test_it_sees_and_signals_only_its_own_processes(agent: Person) -> None:
    bystander = subprocess.Popen(["sleep", "infinity"])
    try:
        run(
            agent,
            f"kill -9 {bystander.pid}; kill -9 {os.getpid()}; pkill -9 sleep; pkill -9 -f crab_ubuntu.host",
        )
        assert bystander.poll() is None
    finally:
        bystander.kill()
        bystander.wait()
    assert agent.judge("file_content", path="mine.txt", content="mine").passed
    shown = says(agent, "cat /proc/[0-9]*/cmdline | tr '\\0' ' '")
    assert "gnome-shell" in shown
    assert "crab_ubuntu.host" not in shown


def test_no_answer_is_anywhere_that_it_can_read(agent: Person) -> None:
    verdict = agent.judge("file_content", path="mine.txt", content=ANSWER)
    assert not verdict.passed
    # Asked again while it looks: in files, in the memory and the arguments of processes, on the buses.
    look = (
        f"a={ANSWER[:10]}; b={ANSWER[10:]}; "
        'grep -rlsF "$a$b" /home /tmp /run /etc /var /dev/shm; '
        'grep -lsF "$a$b" /proc/[0-9]*/environ /proc/[0-9]*/cmdline; true'
    )
    found = [line for line in says(agent, look).splitlines() if "/proc/" not in line]
    assert found == []
    repository = Path(crab_core.__file__).parents[1]
    for name in ("crab_core", "crab_bench", "tasks", "evaluators"):
        # Folders of the interpreter aside, there is no package of ours but the leader of the session.
        assert says(agent, f"find / -xdev -name '{name}' -not -path '/usr/*' 2>/dev/null") == "", name
    assert run(agent, f"ls {repository}/tests")["status"] != 0
    assert run(agent, "ls /crab")["status"] != 0
    assert run(agent, "chmod 777 /crab")["status"] != 0
    assert "sandbox.py" not in says(agent, "find /etc/crab -name '*.py'")


def test_what_judges_it_does_not_run_what_it_writes(agent: Person) -> None:
    trap = "touch ~/executed; touch /tmp/executed"
    run(
        agent,
        f"""mkdir -p ~/bin ~/.local/lib/python3.11/site-packages ~/repo/.git
        for name in gsettings dconf git gio; do
            printf '#!/bin/sh\\n{trap}\\n' > ~/bin/$name; chmod +x ~/bin/$name; done
        echo 'import os; os.system("{trap}")' > ~/numpy.py
        for name in sitecustomize PIL dbus_fast; do
            cp ~/numpy.py ~/$name.py; cp ~/numpy.py ~/.local/lib/python3.11/site-packages/$name.py; done
        echo 'export PATH=~/bin:$PATH' >> ~/.bashrc
        printf '[core]\\nfsmonitor={trap}\\nsshCommand={trap}\\n' > ~/repo/.git/config
        """,
    )
    agent.judge("gsettings_value", schema="org.gnome.desktop.interface", key="color-scheme", value="default")
    agent.judge("file_exists", path="numpy.py")
    agent.device.state()
    agent.device.observe()
    assert says(agent, "ls ~/executed /tmp/executed 2>/dev/null") == ""


def test_a_file_that_is_no_file_does_not_hold_the_judge_up(agent: Person) -> None:
    run(
        agent,
        "mkfifo ~/pipe; ln -s /dev/zero ~/endless; ln -s loop ~/loop; truncate -s 60G ~/huge 2>/dev/null",
    )
    for path in ("pipe", "endless", "loop", "huge"):
        assert not agent.judge("file_content", path=path, content="x", match="contains").passed
    state = agent.device.state()["files"]
    assert state["mine.txt"] == hashlib.sha256(b"mine").hexdigest()
    assert "bytes" in state["huge"]
    run(agent, "rm -f ~/pipe ~/endless ~/loop ~/huge")


def test_it_cannot_fill_the_disk(agent: Person) -> None:
    for place, megabytes in (
        ("$HOME", 64),
        ("/tmp", 32),
        ("/dev/shm", 512),
        ("/run/user/1000", 64),
        ("/var/tmp", 64),
    ):
        done = run(agent, f"head -c 2G /dev/zero > {place}/big; stat -c %s {place}/big; rm {place}/big")
        assert "No space left" in done["stderr"], place
        assert int(done["stdout"]) <= megabytes << 20
    for place in ("/", "/usr", "/etc", "/dev", "/var", "/opt"):
        assert run(agent, f"touch {place}/x")["status"] != 0, place
    assert agent.judge("file_content", path="mine.txt", content="mine").passed


def test_it_cannot_use_up_the_memory(agent: Person) -> None:
    alone = run(agent, "python3 -c 'x = b\"1\" * (3 << 30)'")
    assert "MemoryError" in alone["stderr"]
    hold = "x = b'1' * (1 << 30); import time; time.sleep(100)"
    # All hold what they have until the first is ended, however slowly they begin.
    many = f'for i in 1 2 3 4 5; do python3 -c "{hold}" & done; wait -n; echo $?; kill $(jobs -p)'
    assert run(agent, many)["stdout"] == f"{128 + signal.SIGKILL}\n"
    assert agent.judge("file_content", path="mine.txt", content="mine").passed


def test_a_fork_bomb_ends_and_the_judge_goes_on(agent: Person) -> None:
    run(agent, "bomb() { bomb | bomb & }; bomb; sleep 2", timeout=20)
    agent.until(lambda: run(agent, "test $(ls -d /proc/[0-9]* | wc -l) -lt 300")["status"] == 0, "it goes on")
    assert agent.judge("file_content", path="mine.txt", content="mine").passed
    assert agent.device.observe()["screenshot"]


def test_a_desktop_ends_when_its_time_is_over() -> None:
    provider = SandboxProvider(limits={"seconds": 1})
    try:
        provider.start({})
        with pytest.raises(DeviceError, match="ended before"):
            provider.process.wait_for("what never comes", 90)
        pause = threading.Event()
        while provider.process.alive:  # it may be a moment longer than what it reports through
            pause.wait(0.05)
    finally:
        provider.close()

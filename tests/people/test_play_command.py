"""`crab play` as people start it: a process of its own, typed into or used through its page."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.cli.conftest import Done, counter_plugin, environ

pytestmark = pytest.mark.commands

__all__ = ["counter_plugin", "environ"]

Play = Callable[..., Done]


@pytest.fixture
def crab(environ: dict[str, str], tmp_path: Path) -> Play:
    def run(*arguments: str | Path, typed: str = "") -> Done:
        command = [sys.executable, "-m", "crab_core", *(str(a) for a in arguments)]
        done = subprocess.run(
            command,
            input=typed,
            capture_output=True,
            text=True,
            check=False,
            cwd=tmp_path,
            env=environ,
            timeout=60,
        )
        return Done(done.returncode, done.stdout, done.stderr)

    return run


def configuration(run: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((run / "run.json").read_text())["config"]
    return found


def test_a_task_is_played_in_the_terminal_and_reported_like_any_other(crab: Play, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = crab("play", "count", "--seed", "4", "--terminal", "--out", out, "--json", typed="\nadd(3)\n")
    assert done.code == 0, done.err
    [episode] = done.json["episodes"]
    assert (episode["termination"], episode["seed"], episode["metrics"]["steps"]) == ("success", 4, 1)
    assert "✓ raised by three" in done.err
    assert configuration(out)["policy"] == "human"
    assert configuration(out)["policy_options"] == {"where": "terminal", "checkpoints": True}
    assert (out / "report.html").exists()


def test_a_blind_person_is_told_nothing_of_the_checkpoints(crab: Play, tmp_path: Path) -> None:
    typed = "\nadd(2)\nadd('x')\nadd(1)\n"
    done = crab("play", "count", "--terminal", "--blind", "--out", tmp_path / "out", "--json", typed=typed)
    assert done.code == 0, done.err
    assert "raised by three" not in done.err
    assert configuration(tmp_path / "out")["policy_options"]["checkpoints"] is False


def test_what_was_stopped_is_played_again(crab: Play, tmp_path: Path) -> None:
    out = tmp_path / "out"
    stopped = crab("play", "count", "--terminal", "--out", out, typed="\nadd(1)\nstop\n")
    assert stopped.code == 130
    assert "Go on with: crab play --resume out" in stopped.err
    done = crab("play", "--resume", out, "--json", typed="\nadd(3)\n")
    assert done.code == 0, done.err
    assert done.json["episodes"][-1]["termination"] == "success"


def test_a_person_plays_what_an_experiment_has_agents_play(crab: Play, tmp_path: Path) -> None:
    (tmp_path / "agents.toml").write_text('tasks = ["count"]\nseeds = [1, 2]\npolicy = "random"\n')
    out = tmp_path / "out"
    done = crab(
        "play", "--experiment", "agents.toml", "--terminal", "--out", out, "--json", typed="\nadd(3)\n" * 2
    )
    assert done.code == 0, done.err
    assert [e["termination"] for e in done.json["episodes"]] == ["success", "success"]
    assert configuration(out)["policy"] == "human"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["play"], "No task is named"),
        (["play", "cont", "--terminal"], "Did you mean 'count'"),
        (["play", "count", "--resume", "nowhere"], "Leave the other options out"),
        (["play", "--resume", "nowhere"], "not a run directory"),
        (["run", "--task", "count", "--policy", "human"], "crab play TASK"),
    ],
)
def test_what_cannot_be_played_is_told(crab: Play, arguments: list[str], told: str) -> None:
    done = crab(*arguments)
    assert done.code == 2
    assert told in done.err


def test_a_run_of_an_agent_is_not_gone_on_with_by_a_person(crab: Play, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert crab("run", "--task", "count", "--policy", "noop", "--steps", "1", "--out", out).code == 0
    done = crab("play", "--resume", out)
    assert done.code == 2
    assert "not played by a person" in done.err


@pytest.fixture
def page(environ: dict[str, str], tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A game on a page, and its address."""
    command = [sys.executable, "-m", "crab_core", "play", "count", "--out", str(tmp_path / "out"), "--json"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path, env=environ
    ) as process:
        assert process.stderr is not None
        line = process.stderr.readline()
        assert line.startswith("Play here: http://127.0.0.1:"), line
        yield process, line.split()[-1]
        process.kill()


def request(address: str, method: str, name: str, facts: Any = None) -> Any:
    where = urlsplit(address)
    connection = HTTPConnection(where.hostname or "", where.port, timeout=30)
    try:
        connection.request(method, where.path + name, json.dumps(facts) if facts is not None else None)
        return json.loads(connection.getresponse().read())
    finally:
        connection.close()


def wait(address: str, phase: str) -> Any:
    news: Any = {"version": "", "phase": ""}
    while news["phase"] != phase:
        news = request(address, "GET", f"news?after={news['version']}")
    return news


def test_a_task_is_played_on_the_page(page: tuple[subprocess.Popen[str], str]) -> None:
    process, address = page
    wait(address, "ready")
    request(address, "POST", "start", {})
    turn = wait(address, "turn")["turn"]
    request(address, "POST", "act", {"turn": turn, "do": [{"typed": "add(3)"}]})
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    assert json.loads(out)["episodes"][0]["termination"] == "success"


def test_ctrl_c_ends_the_page_and_tells_how_to_go_on(page: tuple[subprocess.Popen[str], str]) -> None:
    process, address = page
    wait(address, "ready")
    os.kill(process.pid, 2)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "crab play --resume out" in err


# -- approval, from the experiment file to the agent -----------------------------------------------------

CAREFUL = """
tasks = ["count"]
ask = "{ask}"

[[approve]]
permission = "{permission}"
action = "add"
reason = "numbers are for people"
"""


@pytest.mark.parametrize(
    ("permission", "ask", "told"),
    [
        ("deny", "web", "denied: numbers are for people"),
        ("ask", "deny", "denied: numbers are for people; nobody is here to be asked"),
        ("ask", "terminal", "denied: numbers are for people; nobody is here to be asked"),
    ],
)
def test_a_rule_of_an_experiment_denies_and_the_agent_reads_why(
    crab: Play, tmp_path: Path, permission: str, ask: str, told: str
) -> None:
    (tmp_path / "careful.toml").write_text(CAREFUL.format(permission=permission, ask=ask))
    done = crab("run", "careful.toml", "--out", tmp_path / "out", "--json")
    assert done.code == 0, done.err
    assert done.json["episodes"][0]["termination"] == "false_completion"
    assert told in done.err


def test_a_person_allows_an_action_of_an_agent_on_the_page(environ: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "careful.toml").write_text(CAREFUL.format(permission="ask", ask="web"))
    command = [sys.executable, "-m", "crab_core", "run", "careful.toml", "--json"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path, env=environ
    ) as process:
        assert process.stderr is not None
        address = next(line.split()[-1] for line in process.stderr if "A person is asked" in line)
        [question] = request(address, "GET", "news?after=")["questions"]
        assert (question["name"], question["arguments"]) == ("add", {"amount": "3"})
        request(address, "POST", "answer", {"number": question["number"], "allowed": True})
        out, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    assert json.loads(out)["episodes"][0]["termination"] == "success"

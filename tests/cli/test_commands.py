"""What each command prints, and the code with which it ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Done

Crab = Callable[..., Done]

pytestmark = pytest.mark.commands


def test_help_lists_the_commands_of_core_and_plugins(crab: Crab) -> None:
    done = crab("--help")
    assert done.code == 0
    for command in ("demo", "doctor", "host", "list", "new", "phone", "plugins", "report", "run", "validate"):
        assert f"\n  {command} " in done.out


def test_an_unknown_command_offers_the_nearest(crab: Crab) -> None:
    done = crab("validat")
    assert done.code == 2
    assert "Did you mean 'validate'" in done.err


def test_plugins_shows_what_each_brings(crab: Crab) -> None:
    facts = crab("plugins", "--json").json
    [counter] = [p for p in facts["plugins"] if p["name"] == "counter"]
    assert counter["distribution"] == "crab-counter"
    assert "environment counter" in counter["brings"]
    assert facts["broken"] == []


def test_plugins_and_doctor_name_a_broken_plugin_and_go_on(crab: Crab, tmp_path: Path) -> None:
    info = tmp_path / "bad" / "crab_bad-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: crab-bad\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[crab]\nbad = crab_bad_module\n")
    listed = crab("plugins", PYTHONPATH=str(tmp_path / "bad"))
    assert listed.code == 0
    assert "bad of crab-bad" in listed.err
    assert "crab-core" in listed.out
    doctor = crab("doctor", "--json", PYTHONPATH=str(tmp_path / "bad")).json
    [broken] = doctor["broken_plugins"]
    assert "ModuleNotFoundError" in broken["traceback"]
    assert not doctor["ok"]


@pytest.mark.parametrize(
    "kind",
    ["environments", "actions", "evaluators", "prompters", "models", "policies", "tasks", "subtasks"],
)
def test_list_gives_names_and_summaries(crab: Crab, kind: str) -> None:
    facts = crab("list", kind, "--json").json
    assert list(facts) == [kind]
    assert all(item["name"] and item["summary"] for item in facts[kind]), facts
    assert facts[kind]
    plain = crab("list", kind)
    assert plain.code == 0
    assert facts[kind][0]["name"] in plain.out


def test_list_actions_gives_their_schemas(crab: Crab) -> None:
    facts = crab("list", "actions", "--environment", "counter", "--json").json
    [add] = facts["actions"]
    assert add["parameters"]["required"] == ["amount"]


def test_an_unknown_environment_offers_the_nearest(crab: Crab) -> None:
    done = crab("list", "actions", "--environment", "androd")
    assert done.code == 2
    assert "Did you mean 'android'" in done.err


def test_doctor_says_of_every_device_what_it_needs(crab: Crab) -> None:
    facts = crab("doctor", "--json").json
    devices = {(d["environment"], d["provider"]): d for d in facts["devices"]}
    assert devices["counter", "in-process"]["ok"]
    desktop = devices["ubuntu", "sandbox"]
    assert desktop["default"]
    assert {r["name"] for r in desktop["requirements"]} >= {"bubblewrap", "gnome-shell"}
    for requirement in desktop["requirements"]:
        assert requirement["ok"] or requirement["fix"], requirement


def test_doctor_names_the_command_that_brings_what_is_missing(crab: Crab, tmp_path: Path) -> None:
    done = crab("doctor", "--json", PATH=str(tmp_path))  # nothing on the path: no adb
    [phone] = [d for d in done.json["devices"] if d["provider"] == "simulated"]
    [adb] = [r for r in phone["requirements"] if "adb" in r["name"]]
    assert not adb["ok"]
    assert "apt-get install" in adb["fix"]
    assert not done.json["ok"]
    assert done.code == 0


def test_run_plays_records_and_reports(crab: Crab, tmp_path: Path) -> None:
    done = crab("run", "-t", "count", "-s", "1", "-s", "2", "--out", tmp_path / "r", "--json")
    assert done.code == 0, done.err
    assert set(done.json) == {"run", "episodes", "summary"}
    assert [e["termination"] for e in done.json["episodes"]] == ["success", "success"]
    assert set(done.json["episodes"][0]["metrics"]) >= {
        "success",
        "completion_ratio",
        "execution_efficiency",
        "cost_efficiency",
        "steps",
        "tokens",
        "seconds",
    }
    assert done.json["episodes"][0]["nodes"][0]["state"] == "passed"
    assert "counter.add" in done.err, "progress goes to stderr"
    again = crab("report", tmp_path / "r", "--json")
    assert again.json == done.json
    assert (tmp_path / "r" / "report.html").exists()


def test_an_agent_that_fails_its_task_is_no_failure_of_the_command(crab: Crab, tmp_path: Path) -> None:
    done = crab("run", "-t", "count", "--policy", "noop", "--steps", "2", "--out", tmp_path / "r", "--json")
    assert done.code == 0
    [episode] = done.json["episodes"]
    assert episode["termination"] == "step_limit"
    assert episode["metrics"]["completion_ratio"] == 0


def test_a_second_run_goes_to_a_directory_of_its_own(crab: Crab, tmp_path: Path) -> None:
    assert crab("run", "-t", "count").code == 0
    assert crab("run", "-t", "count").code == 0
    assert len(list((tmp_path / "runs").iterdir())) == 2


def test_a_directory_that_holds_a_run_is_not_written_over(crab: Crab, tmp_path: Path) -> None:
    crab("run", "-t", "count", "--out", tmp_path / "r")
    before = (tmp_path / "r" / "ledger.jsonl").read_bytes()
    done = crab("run", "-t", "count", "--out", tmp_path / "r")
    assert done.code == 2
    assert "--resume" in done.err
    assert (tmp_path / "r" / "ledger.jsonl").read_bytes() == before


def test_resuming_a_finished_run_plays_nothing_again(crab: Crab, tmp_path: Path) -> None:
    first = crab("run", "-t", "count", "--out", tmp_path / "r", "--json")
    again = crab("run", "--resume", tmp_path / "r", "--json")
    assert again.code == 0
    assert again.json["episodes"] == first.json["episodes"]


def test_an_experiment_file_and_options_that_replace_what_it_says(crab: Crab, tmp_path: Path) -> None:
    file = tmp_path / "e.toml"
    file.write_text('name = "two"\ntasks = ["count"]\nseeds = [1, 2]\npolicy = "noop"\n[limits]\nsteps = 2\n')
    done = crab("run", file, "--policy", "solution", "--out", tmp_path / "r", "--json")
    assert [e["termination"] for e in done.json["episodes"]] == ["success", "success"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["run"], "--task"),
        (["run", "-t", "cuont"], "Did you mean 'count'"),
        (["run", "-t", "count", "--policy", "solutoin"], "Did you mean 'solution'"),
        (["run", "-t", "count", "--prompter", "mraks"], "Did you mean 'marks'"),
        (["run", "-t", "count", "--policy-option", "x"], "KEY=VALUE"),
        (["run", "-t", "count", "--policy-option", "x=1"], "options"),
        (["run", "-t", "count", "--provider", "counter=nowhere"], "nowhere"),
        (["run", "-t", "count", "--plugin", "contuer"], "Did you mean 'counter'"),
        (["run", "missing.toml"], "missing.toml"),
        (["run", "--resume", "nowhere"], "nowhere"),
        (["run", "--resume", "nowhere", "-t", "count"], "--resume"),
        (["report", "nowhere"], "nowhere"),
        (["validate", "cuont"], "Did you mean 'count'"),
        (["validate", "count", "--table", "nowhere/t.md"], "no such folder"),
        (["new", "plugin", "Bad Name"], "lower-case"),
        (["list", "nothing"], "nothing"),
        (["run", "--no-such-option"], "--no-such-option"),
        (["host"], "--environment"),
    ],
)
def test_wrong_usage_says_what_to_do_and_ends_with_2(crab: Crab, arguments: list[str], words: str) -> None:
    done = crab(*arguments)
    assert done.code == 2, done
    assert words in done.err
    assert "Traceback" not in done.err


def test_with_json_an_error_is_one_object_on_stdout(crab: Crab) -> None:
    done = crab("run", "-t", "cuont", "--json")
    assert done.code == 2
    assert done.json["error"]["kind"] == "UnknownNameError"
    assert "count" in done.json["error"]["advice"]


def test_an_environment_that_cannot_be_had_ends_with_3_and_is_unscored(crab: Crab, tmp_path: Path) -> None:
    done = crab("run", "-t", "todo_settings", "--out", tmp_path / "r", PATH=str(tmp_path))
    assert done.code == 3, done
    assert "crab doctor" in done.err
    facts = crab("report", tmp_path / "r", "--json").json
    assert [e["status"] for e in facts["episodes"]] == ["unscored"]
    assert facts["summary"]["success_rate"]["mean"] is None


def test_validate_ends_with_0_for_a_good_task(crab: Crab, tmp_path: Path) -> None:
    done = crab("validate", "count", "--seed", "3", "--out", tmp_path / "v", "--json")
    assert done.code == 0, done.err
    assert done.json["ok"]
    assert (tmp_path / "v" / "validation.json").exists()


def test_validate_ends_with_1_for_a_task_that_does_not_prove_itself(
    crab: Crab, tmp_path: Path, counter_plugin: Path
) -> None:
    folder = tmp_path / "broken"
    info = folder / "crab_broken-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: crab-broken\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[crab]\nbroken = crab_broken\n")
    (folder / "crab_broken.py").write_text(
        "import dataclasses, crab_core as crab, crab_counter\n"
        "def broken(seed):\n"
        "    return dataclasses.replace(crab_counter.count(seed), id='broken',\n"
        "        graph=crab.CheckpointGraph({'any': crab_counter.counter_is(seed + 4)}))\n"
        "@crab.hookimpl\n"
        "def crab_register_tasks():\n"
        "    return [crab.TaskSpec('broken', 'Judges the wrong number.', 'crab_broken:broken')]\n"
    )
    path = os.pathsep.join([str(folder), str(counter_plugin)])
    done = crab("validate", "broken", "--json", PYTHONPATH=path)
    assert done.code == 1, done.err
    failed = [c["name"] for c in done.json["validations"][0]["checks"] if not c["ok"]]
    assert "the reference solution reaches 1.0" in failed
    assert "the wrong solution 'raised by four' does not succeed" in failed


def test_new_plugin_does_not_write_over_a_folder(crab: Crab, tmp_path: Path) -> None:
    assert crab("new", "plugin", "crab-thing").code == 0
    assert (tmp_path / "crab-thing" / "src" / "crab_thing" / "plugin.py").exists()
    again = crab("new", "plugin", "crab-thing")
    assert again.code == 2
    assert "--out" in again.err


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_run_that_is_stopped_keeps_its_record_and_goes_on_later(
    number: signal.Signals, environ: dict[str, str], crab: Crab, tmp_path: Path, counter_plugin: Path
) -> None:
    folder = tmp_path / "slow"
    info = folder / "crab_slow-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: crab-slow\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[crab]\nslow = crab_slow\n")
    (folder / "crab_slow.py").write_text(
        "import pathlib, threading, crab_core as crab\n"
        "class Slow(crab.Policy):\n"
        "    name = 'slow'\n"
        "    def begin(self, briefing): pass\n"
        "    def decide(self, turn):\n"
        "        pathlib.Path('began').touch()\n"
        # In short waits: a signal that comes just before a wait is seen by Python only after it.
        "        for _ in range(600):\n"
        "            if pathlib.Path('go').exists(): break\n"
        "            threading.Event().wait(0.1)\n"
        "        return crab.Decision([crab.ActionCall('counter', 'add', {'amount': 3})])\n"
        "@crab.hookimpl\n"
        "def crab_register_policies():\n"
        "    return [crab.PolicySpec('slow', 'Takes its time.', 'crab_slow:Slow')]\n"
    )
    path = os.pathsep.join([str(folder), str(counter_plugin)])
    command = [sys.executable, "-m", "crab_core", "run", "-t", "count", "-p", "slow", "--out", "r"]
    with subprocess.Popen(
        command, cwd=tmp_path, env={**environ, "PYTHONPATH": path}, stderr=subprocess.PIPE, text=True
    ) as process:
        while not (tmp_path / "began").exists():
            assert process.poll() is None
        process.send_signal(number)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "crab run --resume r" in err
    facts = crab("report", "r", "--json").json
    assert facts["summary"]["success_rate"]["mean"] is None, "a stopped episode is unscored"
    (tmp_path / "go").touch()
    done = crab("run", "--resume", "r", "--json", PYTHONPATH=path)
    assert done.code == 0, done.err
    assert done.json["summary"]["success_rate"]["mean"] == 1.0

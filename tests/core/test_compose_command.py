"""`crab compose`: what it shows, what it writes, what it drops, and what it refuses."""

from __future__ import annotations

import dataclasses
import json
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import composing
import pytest
from click.testing import CliRunner, Result
from composing import composing_plugins, known
from scripted import Request, ScriptedModel, reply

import crab_core as crab
from crab_core.cli import compose as command
from crab_core.compose.writing import read
from crab_core.families import composition_family
from crab_core.model_pool import ModelPool
from crab_core.rig import Rig
from crab_core.validate import Validator


@pytest.fixture(autouse=True)
def toys(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(command, "load_plugins", lambda names: composing_plugins())


def run(*words: str) -> Result:
    return CliRunner().invoke(command.compose, words)


def facts(*words: str) -> dict[str, Any]:
    done = run(*words, "--json")
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def error(*words: str) -> crab.CrabError:
    done = run(*words)
    assert isinstance(done.exception, crab.CrabError), done.output
    return done.exception


# -- showing ---------------------------------------------------------------------------------------


def test_without_a_count_it_shows_what_there_is_to_compose() -> None:
    shown = run().stdout
    assert "pad     copy_note     note               copied" in shown
    assert "8 sub-tasks (pad 6, post 2), 8 types, " in shown
    assert "do not take part" not in shown


def test_it_shows_what_does_not_take_part_and_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "load_plugins", lambda names: composing_plugins(without="post"))
    assert "find_address: no plugin brings the environment 'post'" in run().stdout
    names = ("read_note", "staple_note")
    specs = [crab.SubTaskSpec(name, "", f"composing:{name}") for name in names]
    monkeypatch.setattr(command, "load_plugins", lambda n: composing_plugins(subtasks=lambda: specs))
    shown = facts()
    assert shown["left_out"] == {"staple_note": "nothing gives a value of type page for 'page'"}
    assert shown["devices"] == {"pad": 1}


def test_as_json_it_shows_sub_tasks_types_and_how_much_can_be_linked() -> None:
    shown = facts()
    [reads] = [s for s in shown["subtasks"] if s["id"] == "read_note"]
    assert reads == {
        "id": "read_note",
        "environment": "pad",
        "inputs": {"title": "note"},
        "output": "message",
        "steps": 1,
        "applications": [],
        "feeds": 4,
    }
    [message] = [t for t in shown["types"] if t["name"] == "message"]
    assert (message["given_by"], message["wanted_by"], message["parent"]) == (2, 0, "content")


def test_the_type_graph_is_drawn_and_nothing_is_overwritten(tmp_path: Path) -> None:
    assert run("--type-graph", "types.svg").exit_code == 0
    drawn = ET.fromstring((tmp_path / "types.svg").read_text())
    text = " ".join(drawn.itertext())
    for name in ("read_note", "message", "content", "send_letter"):
        assert name in text
    assert "VALUE new_note" not in text  # nothing gives one
    assert "is there already" in str(error("--type-graph", "types.svg"))
    assert "types.png is no name for a drawing" in str(error("--type-graph", "types.png"))
    assert not (tmp_path / "types.png").exists()


# -- composing -------------------------------------------------------------------------------------


def test_it_writes_files_that_fit_and_prove_themselves(tmp_path: Path) -> None:
    made = facts("--count", "3", "--seed", "5", "--shape", "tree", "--out", "tasks")
    files = sorted((tmp_path / "tasks").glob("*.json"))
    assert [Path(entry["file"]).name for entry in made["tasks"]] == [file.name for file in files]
    assert len(files) == 3
    plugins = composing_plugins()
    for file in files:
        assert json.loads(file.read_text()) in [entry["task"] for entry in made["tasks"]]
        read(file, known())
        with Rig(plugins) as rig:
            validation = Validator(rig).validate(file.stem, composition_family(plugins, file), 0)
        assert validation.ok, validation


def test_it_composes_the_same_for_the_same_seed() -> None:
    one, other = (facts("-n", "4", "--seed", "2")["tasks"] for _ in range(2))
    assert one == other
    assert one != facts("-n", "4", "--seed", "3")["tasks"]


def test_shape_size_depth_and_devices_are_those_that_were_asked_for() -> None:
    for entry in facts("-n", "3", "--size", "4", "--depth", "3", "--device", "cross")["tasks"]:
        assert len(entry["task"]["sub_tasks"]) == 4
        assert entry["depth"] == 3
        assert sorted(entry["devices"]) == ["pad", "post"]
    for entry in facts("-n", "3", "--device", "pad", "--difficulty", "easy")["tasks"]:
        assert entry["devices"] == ["pad"]


def test_for_people_it_shows_each_task_and_how_many_there_are() -> None:
    done = run("-n", "2", "--shape", "chain", "--size", "2")
    assert "composed-0-01  (2 sub-tasks, depth 2, " in done.stdout
    assert "  1. " in done.stdout
    assert "2 of 2 tasks composed, " in done.stdout
    assert "Composed composed-0-01: " in done.stderr


def test_what_is_dropped_is_said_with_the_reason() -> None:
    made = facts("-n", "60", "--shape", "chain", "--size", "2")
    reasons = [reason for entry in made["dropped"] for reason in entry["reasons"]]
    assert reasons
    assert all(reason.startswith("it is the same as composed-0-") for reason in reasons)
    done = run("-n", "60", "--shape", "chain", "--size", "2")
    assert "were dropped: this is all there is" in done.stderr
    assert "Dropped composed-0-" in done.stderr


def test_with_prove_each_is_played_and_what_fails_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    right = composing.shout_text.solution
    mumbling = dataclasses.replace(
        composing.shout_text, solution=lambda turn, text: right(turn, text=text[1:])
    )
    monkeypatch.setattr(composing, "shout_text", mumbling)
    made = facts("-n", "3", "--shape", "chain", "--size", "2", "--prove")
    assert all(entry["proved"] for entry in made["tasks"])
    assert all(s["id"] != "shout_text" for entry in made["tasks"] for s in entry["task"]["sub_tasks"])
    wrong = [entry for entry in made["dropped"] if "shout_text" in entry["sub_tasks"]]
    assert any("the reference solution reaches 1.0" in str(entry["reasons"]) for entry in wrong)


# -- polishing -------------------------------------------------------------------------------------


def polishing(monkeypatch: pytest.MonkeyPatch, model: ScriptedModel) -> None:
    monkeypatch.setattr(ModelPool, "find", lambda self, name: model)


def test_a_model_polishes_and_the_file_has_its_text(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def friendly(request: Request) -> crab.Reply:
        return reply("Please: " + request.messages[1].text)

    polishing(monkeypatch, ScriptedModel(friendly, loop=True))
    made = facts("-n", "2", "--model", "scripted:one", "--out", "tasks")
    for entry in made["tasks"]:
        assert entry["polish"] == {"by_model": True, "refused": [], "tokens": 15, "cost": None}
        composition = read(Path(entry["file"]), known())
        assert composition.description.startswith("Please: 1. ")


def test_a_model_that_loses_values_is_told_and_the_plain_text_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    polishing(monkeypatch, ScriptedModel(reply("Do it."), loop=True))
    done = run("-n", "1", "--model", "scripted:one")
    assert "the model's text was not taken: it does not say" in done.stderr
    assert "it keeps the plain text" in done.stderr
    assert "  1. " in done.stdout


# -- what is refused -------------------------------------------------------------------------------


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    facts("-n", "1", "--out", "tasks")
    before = (tmp_path / "tasks" / "composed-0-01.json").read_bytes()
    assert "holds composed-0-01.json already" in str(error("-n", "1", "--out", "tasks"))
    assert (tmp_path / "tasks" / "composed-0-01.json").read_bytes() == before
    facts("-n", "1", "--out", "tasks", "--seed", "1")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--shape", "tree"], "--shape says how tasks are to be"),
        (["--size", "2", "--out", "x"], "--size, --out says how"),
        (["--model-option", "a=b"], "--model-option says how"),
        (["--type-graph", "nowhere/types.svg"], "nowhere/types.svg cannot be written: No such file"),
        (["-n", "1", "--out", "/proc/tasks"], "/proc/tasks cannot be made"),
        (["-n", "1", "--device", "cross", "--size", "1"], "cannot be used by one sub-task"),
        (["-n", "1", "--device", "phone"], "no device with sub-tasks named 'phone'"),
        (["-n", "1", "--size", "2", "--depth", "3"], "No composition has 2 sub-tasks and depth 3"),
        (["-n", "1", "--size", "11"], "No composition like that was found"),
        (["-n", "1", "--model-option", "a=b"], "--model-option needs a model"),
        (["-n", "1", "--model", "nobody:x"], "no model named 'nobody'"),
        (["-n", "1", "--model", "x", "--model-option", "a"], "not of the form KEY=VALUE"),
        (["-n", "1", "--difficulty", "hard"], "No composition like that"),
    ],
)
def test_what_makes_no_sense_is_refused(words: list[str], reason: str) -> None:
    assert reason in str(error(*words))


def test_nothing_composed_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in composing.SUBTASKS:
        bare = dataclasses.replace(getattr(composing, name), solution=None)
        monkeypatch.setattr(composing, name, bare)
    done = run("-n", "1")
    assert "No task was composed" in str(done.exception)
    assert "has no reference solution" in done.stderr

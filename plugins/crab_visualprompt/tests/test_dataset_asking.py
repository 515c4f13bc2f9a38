"""Models that are asked where to point, and the commands around it."""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from crab_core import (
    AgentError,
    Box,
    Message,
    ModelBackend,
    ModelUnavailable,
    Reply,
    Screenshot,
    Text,
    Usage,
    UsageError,
    png,
)
from crab_visualprompt.commands.dataset import dataset
from crab_visualprompt.dataset.asking import ask
from crab_visualprompt.dataset.examples import Example


class FakeModel(ModelBackend):
    """Says what it was given; an error is raised."""

    def __init__(self, *says: str | Exception, image_size: int | None = None) -> None:
        self.name = "fake:model"
        self.image_size = image_size
        self.asked: list[Sequence[Message]] = []
        self._says = list(says)
        self._lock = threading.Lock()

    def complete(self, messages: Sequence[Message], tools: Any = (), *, tool_choice: Any = "auto") -> Reply:
        with self._lock:
            self.asked.append(messages)
            said = self._says.pop(0) if len(self._says) > 1 else self._says[0]
        if isinstance(said, Exception):
            raise said
        return Reply(said, usage=Usage(10, 2))


@pytest.fixture
def examples(tmp_path: Path) -> list[Example]:
    picture = tmp_path / "a.png"
    picture.write_bytes(png.encode(np.full((200, 400, 3), 9, np.uint8)))
    return [
        Example(str(number), f'Click "{number}"', picture, Box(100, 50, 20, 10), 400, 200, "linux")
        for number in range(1, 5)
    ]


def test_a_model_sees_picture_instruction_and_size(examples: list[Example], tmp_path: Path) -> None:
    model = FakeModel("(110, 55)")
    ask(model, examples[:1], tmp_path / "out.jsonl")
    ((system, user),) = model.asked
    assert "400 x 200" in system.text
    assert user.parts == (examples[0].screenshot(), Text('Click "1"'))


def test_a_model_that_sees_a_smaller_picture_is_told_that(examples: list[Example], tmp_path: Path) -> None:
    model = FakeModel("(55, 27)", image_size=200)
    answers, _ = ask(model, examples[:1], tmp_path / "out.jsonl")
    assert "200 x 100" in model.asked[0][0].text
    assert answers["1"].seen == (200, 100)


def test_answers_are_written_down_and_not_asked_for_again(examples: list[Example], tmp_path: Path) -> None:
    file = tmp_path / "answers" / "out.jsonl"
    ask(FakeModel("(1, 2)"), examples[:3], file)
    again = FakeModel("(3, 4)")
    answers, usage = ask(again, examples, file)
    assert len(again.asked) == 1
    assert [answers[str(n)].text for n in range(1, 5)] == ["(1, 2)"] * 3 + ["(3, 4)"]
    assert usage.total == 12


def test_an_example_whose_call_failed_is_asked_again_the_next_time(
    examples: list[Example], tmp_path: Path
) -> None:
    file = tmp_path / "out.jsonl"
    answers, _ = ask(FakeModel("(1, 2)", ModelUnavailable("busy"), "(1, 2)"), examples, file, workers=1)
    assert len(answers) == 3
    answers, _ = ask(FakeModel("(1, 2)"), examples, file)
    assert len(answers) == 4


def test_a_service_that_never_answers_is_an_error(examples: list[Example], tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match="gone"):
        ask(FakeModel(ModelUnavailable("gone")), examples, tmp_path / "out.jsonl")


def test_a_request_that_is_wrong_ends_the_asking_and_keeps_what_was_said(
    examples: list[Example], tmp_path: Path
) -> None:
    file = tmp_path / "out.jsonl"
    with pytest.raises(AgentError, match="no such model"):
        ask(FakeModel("(1, 2)", AgentError("no such model")), examples, file, workers=1)
    assert len(file.read_text("utf-8").splitlines()) == 1


def write(folder: Path, examples: list[Example], platforms: Sequence[str] = ("linux",)) -> None:
    rows = [
        {
            "id": e.id,
            "file_name": "a.png",
            "instruction": e.instruction,
            "bbox": [100, 50, 120, 60],
            "resolution": [400, 200],
            "platform": platforms[number % len(platforms)],
        }
        for number, e in enumerate(examples)
    ]
    (folder / "metadata.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")


def test_the_command_scores_the_points_of_a_file(examples: list[Example], tmp_path: Path) -> None:
    write(tmp_path, examples)
    points = tmp_path / "points.jsonl"
    points.write_text('{"id": "1", "x": 110, "y": 55}\n{"id": "2", "x": 0, "y": 0}', "utf-8")
    done = CliRunner().invoke(dataset, ["score", str(tmp_path), "--answers", str(points), "--json"])
    (found,) = json.loads(done.stdout)["accuracy"]
    assert (found["examples"], found["answered"], found["strict"]["mean"]) == (4, 2, 0.5)


def test_the_command_without_answers_shows_the_baselines(examples: list[Example], tmp_path: Path) -> None:
    write(tmp_path, examples)
    done = CliRunner().invoke(dataset, ["score", str(tmp_path)])
    assert done.exit_code == 0
    assert "strict" not in done.stdout
    assert "0.2 %" in done.stdout.splitlines()[-1]


def test_a_limit_is_one_of_each_platform(examples: list[Example], tmp_path: Path) -> None:
    write(tmp_path, examples, ("linux", "android"))
    done = CliRunner().invoke(dataset, ["score", str(tmp_path), "--limit", "1", "--json"])
    found = json.loads(done.stdout)["accuracy"]
    assert [(one["platform"], one["examples"]) for one in found] == [("android", 1), ("linux", 1), ("all", 2)]


def test_answers_to_another_set_are_an_error(examples: list[Example], tmp_path: Path) -> None:
    write(tmp_path, examples)
    points = tmp_path / "points.jsonl"
    points.write_text('{"id": "00001", "x": 110, "y": 55}', "utf-8")
    done = CliRunner().invoke(dataset, ["score", str(tmp_path), "--answers", str(points)])
    assert isinstance(done.exception, UsageError)
    assert "Compare their ids" in str(done.exception)


def test_a_picture_that_is_missing_is_an_error(examples: list[Example], tmp_path: Path) -> None:
    assert isinstance(examples[0].screenshot(), Screenshot)
    examples[0].picture.unlink()
    with pytest.raises(UsageError, match="missing"):
        ask(FakeModel("(1, 2)"), examples, tmp_path / "out.jsonl", workers=1)


def test_nobody_is_asked_when_answers_cannot_be_kept(examples: list[Example], tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    model = FakeModel("(110, 55)")
    with pytest.raises(UsageError, match="cannot be written"):
        ask(model, examples, tmp_path / "file" / "answers.jsonl")
    assert not model.asked

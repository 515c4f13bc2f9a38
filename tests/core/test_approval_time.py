"""Waiting for approval: a person's time is not the agent's."""

from __future__ import annotations

import json
import re
import threading
from pathlib import Path

import pytest
from scripted import ScriptedModel, reply
from toys import Notes, Script, call, climb, counter_benchmark, toy_plugins

from crab_core import ActionCall, Decision, Episode, Limits, Message, Termination, Text, Turn
from crab_core.approval import Answer, Question
from crab_core.config import RunConfig
from crab_core.errors import LimitReached
from crab_core.ledger import read_lines
from crab_core.metering import EpisodeModels
from crab_core.report import wording
from crab_core.report.html import write_html
from crab_core.run import Run

LUNCH = 600.0
SHORT = 0.02
ASKING = (Message("user", (Text("Still time?"),)),)


class Clock:
    """Seconds that pass only when somebody lets them."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_the_clock_of_an_episode_stands_still_while_a_person_is_asked() -> None:
    clock, limits, notes = Clock(), Limits(steps=2, seconds=60), Notes()
    models = EpisodeModels(lambda name: ScriptedModel(reply("Yes."), loop=True), limits, clock=clock)
    clock.now += 1_000  # what was before the first turn counts nowhere

    class Thinking(Script):
        def decide(self, turn: Turn) -> Decision:
            clock.now += 5
            return super().decide(turn)

    def approve(action: ActionCall, task: str, turn: Turn) -> str | None:
        clock.now += LUNCH
        return "not today" if action.name == "wait" else None

    episode = Episode(
        "e",
        climb(9, limits=limits),
        counter_benchmark(),
        Thinking(call("add"), call("wait", "root")),
        observers=[notes],
        approve=approve,
        clock=clock,
        models=models,
    )
    result = episode.run()
    assert result.termination is Termination.STEP_LIMIT
    assert (result.metrics.seconds, result.metrics.waited) == (10.0, 2 * LUNCH)
    assert [(step.seconds, step.waited) for step in notes.steps] == [(5.0, LUNCH), (10.0, LUNCH), (10.0, 0.0)]
    clock.now += 49
    models.get("toy:one").complete(ASKING)
    clock.now += 1
    with pytest.raises(LimitReached):
        models.get("toy:one").complete(ASKING)


def test_record_and_page_tell_waiting_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Slow:
        def ask(self, question: Question) -> Answer:
            threading.Event().wait(SHORT)
            return Answer(True)

        def close(self) -> None:
            pass

    facts = {"tasks": ["climbing"], "policy": "solution", "approve": [{"permission": "ask"}]}
    with Run.create(tmp_path, RunConfig.from_facts(facts), toy_plugins(), asker=Slow()) as run:
        run.execute()
    (folder,) = (tmp_path / "episodes").iterdir()
    lines = list(read_lines(folder / "steps.jsonl"))
    metrics = json.loads((folder / "episode.json").read_text())["metrics"]
    assert all(line["waited"] >= SHORT for line in lines if line["call"])
    assert metrics["waited"] == pytest.approx(sum(line["waited"] for line in lines), abs=0.001)
    monkeypatch.setattr(wording, "NOTICED", LUNCH)
    assert "for approval" not in write_html(tmp_path).read_text(), "nobody would have noticed"
    monkeypatch.setattr(wording, "NOTICED", SHORT)
    page = write_html(tmp_path).read_text()
    assert page.count("Waited for approval") == 1
    told = re.findall(r", waited [\d.]+ m?s for approval", page)
    assert len(told) == sum(line["call"] is not None for line in lines)


def test_a_stopped_run_asks_nobody_any_more(tmp_path: Path) -> None:
    both, closed = threading.Barrier(2, timeout=60), threading.Event()

    class Asked:
        """One who is asked stops the run, the other never answers."""

        def ask(self, question: Question) -> Answer:
            if both.wait() == 0:
                raise KeyboardInterrupt
            return Answer(False, "it was closed" if closed.wait(60) else "it waited too long")

        def close(self) -> None:
            closed.set()

    facts = {"tasks": ["climbing"], "seeds": [0, 1], "workers": 2, "policy": "solution"}
    config = RunConfig.from_facts({**facts, "approve": [{"permission": "ask"}]})
    with (
        Run.create(tmp_path, config, toy_plugins(), asker=Asked()) as run,
        pytest.raises(KeyboardInterrupt),
    ):
        run.execute()
    lines = [line for file in tmp_path.rglob("steps.jsonl") for line in read_lines(file) if line["error"]]
    assert [line["error"] for line in lines] == ["This action was denied: it was closed"]
    endings = [json.loads(file.read_text())["termination"] for file in tmp_path.rglob("episode.json")]
    assert endings == ["stopped", "stopped"]

"""The policies without a model."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toys import Counter, Notes, Script, Touchpad, at_least, call, climb, climbing, play

import crab_core as crab
from crab_core.policies.noop import NoOpPolicy
from crab_core.policies.random import RandomPolicy
from crab_core.policies.replay import ReplayPolicy
from crab_core.policies.solution import SolutionPolicy
from crab_core.record import Recorder, RunDirectory


def test_noop_waits_until_a_limit() -> None:
    result = play(climb(1, limits=crab.Limits(steps=4)), NoOpPolicy())
    assert result.termination is crab.Termination.STEP_LIMIT
    assert {n.state for n in result.nodes} == {crab.NodeState.ACTIVE}


# -- the reference solution ------------------------------------------------------------------------


def test_the_solution_is_played_and_sees_each_turn() -> None:
    seen = []

    def solve(turn: crab.Turn) -> Iterator[crab.ActionCall]:
        while turn["counter"].contents["display"] != crab.Text("3"):
            seen.append(turn.number)
            turn = yield call("add")  # type: ignore[misc,assignment]

    result = play(climb(1, 9, solution=solve), SolutionPolicy())  # type: ignore[arg-type]
    assert seen == [1, 2, 3]
    assert result.termination is crab.Termination.FALSE_COMPLETION, "it completes when the solution ends"


def test_a_solution_that_raises_is_an_agent_error_with_its_cause() -> None:
    def solve(turn: crab.Turn) -> Any:
        yield call("add")
        raise LookupError("no such button")

    result = play(climb(9, solution=solve), SolutionPolicy())
    assert result.termination is crab.Termination.AGENT_ERROR
    assert "no such button" in result.error


def test_a_policy_plays_one_episode_after_the_other() -> None:
    policy = SolutionPolicy()
    assert play(climbing(0), policy).metrics.success
    assert play(climbing(5), policy).metrics.success


# -- random ----------------------------------------------------------------------------------------


@crab.action
def everything(
    text: str,
    number: int,
    share: float,
    loud: bool,
    mode: Literal["on", "off"],
    words: list[str],
    maybe: int | None = None,
    note: str | None = None,
) -> None:
    """Takes something of every kind."""


def random_calls(seed: int, steps: int = 30) -> list[crab.StepFinished]:
    class Board(Touchpad):
        actions = (*Touchpad.actions, everything)

    notes = Notes()
    task = crab.Task(
        id="t",
        description="",
        worlds={"counter": {}, "touchpad": {}},
        graph=crab.CheckpointGraph({"never": at_least(10**9)}),
        limits=crab.Limits(steps=steps, invalid_actions=steps),
        seed=seed,
    )

    class Safe(Counter):
        actions = tuple(a for a in Counter.actions if a.name == "add")

    benchmark = crab.Benchmark({"counter": Safe(), "touchpad": Board()})
    crab.Episode("e", task, benchmark, RandomPolicy(), observers=[notes]).run()
    return [event for event in notes.steps if event.result]


@given(st.integers(0, 50))
def test_random_calls_are_valid(seed: int) -> None:
    wrong = [e.result for e in random_calls(seed, 10) if e.result and e.result.error]
    assert not wrong


def test_a_random_call_gives_no_text_that_is_not_needed() -> None:
    """A random word is no id of anything: an action that takes one would refuse every other call."""
    calls = [event.result.call for event in random_calls(1, 60) if event.result]
    assert any("maybe" in call.arguments for call in calls)
    assert not any("note" in call.arguments for call in calls)


def test_random_calls_hang_on_the_seed_alone() -> None:
    def calls(seed: int) -> list[crab.ActionCall]:
        return [event.result.call for event in random_calls(seed) if event.result]

    assert calls(1) == calls(1)
    assert calls(1) != calls(2)
    assert {c.name for c in calls(1)} == {"add", "touch", "wait", "everything"}


# -- replay ----------------------------------------------------------------------------------------


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    """The folder of an episode in which an agent added 1, did something wrong, and added 2."""
    directory = RunDirectory(tmp_path)
    recorder = Recorder(directory)
    script = Script(call("add"), call("subtract"), call("add", amount=2))
    play(climb(1, 3), script, observers=[recorder])
    recorder.close()
    directory.close()
    return directory.episode("e")


def test_a_recorded_episode_is_played_again(recorded: Path) -> None:
    notes = Notes()
    result = play(climb(1, 3), ReplayPolicy(recorded), observers=[notes])
    assert result.termination is crab.Termination.SUCCESS
    assert [e.result.call.name for e in notes.steps if e.result] == ["add", "subtract", "add"]


def test_after_the_last_call_it_completes(recorded: Path) -> None:
    result = play(climb(1, 9), ReplayPolicy(recorded / "steps.jsonl"))
    assert result.termination is crab.Termination.FALSE_COMPLETION


def test_a_record_torn_by_a_kill_is_played_as_far_as_it_goes(recorded: Path) -> None:
    steps = recorded / "steps.jsonl"
    steps.write_bytes(steps.read_bytes()[:-40])
    assert play(climb(1, 3), ReplayPolicy(recorded)).termination is crab.Termination.SUCCESS


@pytest.mark.parametrize("content", [None, "not json\n", '{"call": 3}\n', "{}\n"])
def test_what_cannot_be_replayed_is_told(tmp_path: Path, content: str | None) -> None:
    if content is not None:
        (tmp_path / "steps.jsonl").write_text(content)
    with pytest.raises(crab.RecordError, match=r"steps\.jsonl"):
        ReplayPolicy(tmp_path)

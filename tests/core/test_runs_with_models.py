"""Runs with models: options, a cache of replies, replays, trials until one succeeds, several workers."""

from __future__ import annotations

import dataclasses
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from asking import SPECS, Asker, ToyModel
from scripted import Request, reply
from toys import Counter, toy_plugins

import crab_core as crab
from crab_core.config import RunConfig
from crab_core.ledger import read_lines
from crab_core.plugins import Plugins
from crab_core.report.summary import report
from crab_core.run import Run


@pytest.fixture(autouse=True)
def _forget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ToyModel, "made", [])
    monkeypatch.setattr(Asker, "seen", [])


def config(**facts: Any) -> RunConfig:
    return RunConfig.from_facts({"tasks": ["climbing"], "policy": "asker", "limits": {"steps": 3}, **facts})


def run(path: Path, **facts: Any) -> list[crab.EpisodeResult]:
    with Run.create(path, config(**facts), plugins()) as made:
        return made.execute()


def plugins(**more: Any) -> Plugins:
    return toy_plugins(**SPECS, **more)


def toys() -> list[ToyModel]:
    return ToyModel.made


def asked() -> int:
    return sum(len(model.requests) for model in toys())


# -- models ----------------------------------------------------------------------------------------


def test_a_model_is_made_once_for_all_episodes_and_closed_with_the_run(tmp_path: Path) -> None:
    results = run(tmp_path, seeds=[0, 1, 2])
    assert all(result.metrics.success for result in results)
    (model,) = toys()
    assert model.closed == 1


def test_an_experiment_gives_models_names_and_options(tmp_path: Path) -> None:
    facts = {"quick": {"model": "toy:one", "by": 3}}
    (result,) = run(tmp_path, models=facts, policy_options={"model": "quick"})
    assert (result.metrics.success, result.metrics.steps) == (True, 1)
    assert json.loads((tmp_path / "run.json").read_text())["config"]["models"] == facts


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"policy_options": {"model": "tony:one"}}, "no model named 'tony'.*toy"),
        ({"policy_options": {"model": "toy"}}, "'toy' names no model.*provider:model"),
        ({"models": {"toy:one": {"height": 3}}}, "the model 'toy:one': there is no option named 'height'"),
    ],
)
def test_a_wrong_model_is_found_before_anything_starts(
    tmp_path: Path, facts: dict[str, Any], words: str
) -> None:
    with pytest.raises(crab.UsageError, match=f"(?i){words}"):
        run(tmp_path, **facts)
    assert not (tmp_path / "run.json").exists()


def test_every_exchange_is_in_the_record_and_the_report_has_the_price(tmp_path: Path) -> None:
    run(tmp_path)
    lines = list(read_lines(tmp_path / "episodes/climbing.s0.a1/steps.jsonl"))
    replies = [e["reply"]["text"] for line in lines for e in line["exchange"]]
    assert replies == ["by 1"] * 3
    facts = json.loads((tmp_path / "episodes/climbing.s0.a1/episode.json").read_text())
    assert facts["usage"]["cost"] == 1.5
    assert facts["agents"]["main"]["input_tokens"] == 30


# -- cache -----------------------------------------------------------------------------------------


def test_a_cache_answers_identical_requests(tmp_path: Path) -> None:
    first = run(tmp_path / "a", cache=str(tmp_path / "cache"))
    assert asked() == 3
    second = run(tmp_path / "b", cache=str(tmp_path / "cache"))
    assert asked() == 3, "the second run asked nothing"
    assert [r.usage for r in first] == [r.usage for r in second]
    lines = list(read_lines(tmp_path / "b/episodes/climbing.s0.a1/steps.jsonl"))
    assert {e["source"] for line in lines for e in line["exchange"]} == {"cache"}


@pytest.mark.parametrize(
    "facts", [{"models": {"toy:one": {"by": 2}}}, {"policy_options": {"model": "toy:two"}}], ids=str
)
def test_another_model_or_other_options_are_asked_anew(tmp_path: Path, facts: dict[str, Any]) -> None:
    run(tmp_path / "a", cache=str(tmp_path / "cache"))
    before = asked()
    run(tmp_path / "b", cache=str(tmp_path / "cache"), **facts)
    assert asked() > before


def test_each_trial_is_a_sample_of_its_own(tmp_path: Path) -> None:
    run(tmp_path / "a", cache=str(tmp_path / "cache"), trials=2)
    assert asked() == 6


def test_a_damaged_cached_reply_is_named(tmp_path: Path) -> None:
    run(tmp_path / "a", cache=str(tmp_path / "cache"))
    for file in (tmp_path / "cache").rglob("*.json"):
        file.write_text("{")
    with pytest.raises(crab.RecordError, match=r"cached reply .* cannot be read.*Delete it"):
        run(tmp_path / "b", cache=str(tmp_path / "cache"))


# -- replay ----------------------------------------------------------------------------------------


def test_a_recorded_run_is_played_again_without_its_model(tmp_path: Path) -> None:
    (first,) = run(tmp_path / "a", models={"toy:one": {"by": 2}})
    made = len(toys())
    (again,) = run(tmp_path / "b", models={"toy:one": {"by": 2}}, replay=str(tmp_path / "a"))
    assert len(toys()) == made, "no model was made"
    assert (again.usage, again.metrics.steps, again.termination) == (
        first.usage,
        first.metrics.steps,
        first.termination,
    )
    lines = list(read_lines(tmp_path / "b/episodes/climbing.s0.a1/steps.jsonl"))
    assert {(e["source"], e["note"]) for line in lines for e in line["exchange"]} == {("replay", "")}


def test_a_replay_says_where_the_episode_went_another_way(tmp_path: Path) -> None:
    run(tmp_path / "a")

    def elsewhere(env: Counter, world: Any, seed: int) -> None:
        env.value = 1

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Counter, "on_reset", elsewhere)
        run(tmp_path / "b", replay=str(tmp_path / "a"))
    lines = list(read_lines(tmp_path / "b/episodes/climbing.s0.a1/steps.jsonl"))
    assert "another request" in lines[0]["exchange"][0]["note"]


def test_a_replay_that_needs_more_than_was_recorded_is_unscored(tmp_path: Path) -> None:
    run(tmp_path / "a", limits={"steps": 1})
    (result,) = run(tmp_path / "b", replay=str(tmp_path / "a"), attempts=1)
    assert (result.status, result.termination) == (crab.Status.UNSCORED, crab.Termination.AGENT_ERROR)
    assert "no further reply to the agent 'main'" in result.error


def again_as(first: crab.EpisodeResult, again: crab.EpisodeResult) -> None:
    assert (again.status, again.termination, again.metrics.steps, again.usage) == (
        first.status,
        first.termination,
        first.metrics.steps,
        first.usage,
    )


def test_an_episode_whose_time_was_up_over_a_call_ends_so_in_a_replay(tmp_path: Path) -> None:
    answered = threading.Event()
    with pytest.MonkeyPatch.context() as patch:

        def hang_later(model: ToyModel, request: Request) -> crab.Reply:
            if len(model.requests) > 2:
                answered.wait(60)
            return reply("by 1", usage=crab.Usage(10, 5, cost=0.5))

        patch.setattr(ToyModel, "_answer", hang_later)
        (first,) = run(tmp_path / "a", limits={"steps": 9, "seconds": 1.0})
        answered.set()
    assert first.termination is crab.Termination.TIME_LIMIT
    (again,) = run(tmp_path / "b", replay=str(tmp_path / "a"), limits={"steps": 9, "seconds": 1.0})
    again_as(first, again)


@pytest.mark.parametrize("seconds", [1e-9, 1e9], ids=["a slower machine", "a quicker machine"])
def test_an_episode_whose_time_was_up_after_a_step_ends_so_in_a_replay(
    tmp_path: Path, seconds: float
) -> None:
    (first,) = run(tmp_path / "a", limits={"steps": 2})
    file = tmp_path / "a/episodes/climbing.s0.a1/episode.json"
    file.write_text(file.read_text().replace('"step_limit"', '"time_limit"'))
    limits = {"steps": 9, "seconds": seconds}
    (again,) = run(tmp_path / "b", replay=str(tmp_path / "a"), limits=limits)
    again_as(dataclasses.replace(first, termination=crab.Termination.TIME_LIMIT), again)


def test_an_episode_that_failed_for_good_fails_so_in_a_replay(tmp_path: Path) -> None:
    def refuse(model: ToyModel, request: Request) -> crab.Reply:
        if len(model.requests) > 1:
            raise crab.AgentError("The conversation is too long.")
        return reply("by 1", usage=crab.Usage(10, 5, cost=0.5))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ToyModel, "_answer", refuse)
        (first,) = run(tmp_path / "a")
    (again,) = run(tmp_path / "b", replay=str(tmp_path / "a"))
    again_as(first, again)
    assert "The conversation is too long." in again.error


def test_a_replay_of_an_episode_that_was_not_recorded_is_refused(tmp_path: Path) -> None:
    run(tmp_path / "a")
    with pytest.raises(crab.RecordError, match=r"no scored episode climbing\.s5"):
        run(tmp_path / "b", seeds=[5], replay=str(tmp_path / "a"))


# -- trials until one succeeds -----------------------------------------------------------------------


def test_trials_after_a_success_are_not_played(tmp_path: Path) -> None:
    results = run(tmp_path, trials=4, repeat="until_success")
    assert [result.id for result in results] == ["climbing.s0.t1.a1"]
    assert report(tmp_path)["run"]["state"] == "finished"
    with Run.resume(tmp_path, plugins()) as again:
        assert again.left() == []


def test_a_policy_learns_of_the_trials_that_failed(tmp_path: Path) -> None:
    results = run(tmp_path, trials=3, repeat="until_success", limits={"steps": 2})
    assert [result.metrics.success for result in results] == [False] * 3
    past = [trials for trials in Asker.seen if trials]
    assert [len(trials) for trials in past] == [1, 2]
    first, second = past[1]
    assert (first.number, first.termination, len(first.steps)) == (1, "step_limit", 2)
    assert [(step.call.name, step.ok, step.text) for step in first.steps] == [
        ("add", True, "1"),
        ("add", True, "2"),
    ]
    assert (first.lessons, second.lessons) == ((), ("by 1",))


def test_trials_know_nothing_of_each_other_unless_they_end_with_success(tmp_path: Path) -> None:
    run(tmp_path, trials=2, limits={"steps": 2})
    assert all(trials == () for trials in Asker.seen)


# -- several workers -------------------------------------------------------------------------------


def test_workers_play_side_by_side_each_on_its_own_device(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    together = threading.Barrier(4, timeout=60)
    closed: list[str] = []

    def meet(env: Counter, world: Any, seed: int) -> None:
        env.value = world["start"]
        together.wait()

    monkeypatch.setattr(Counter, "on_reset", meet)
    monkeypatch.setattr(
        Counter, "on_close", lambda env: closed.append(threading.current_thread().name), raising=False
    )
    results = run(tmp_path, seeds=range(8), workers=4)
    assert sorted(result.seed for result in results) == list(range(8))
    assert all(result.metrics.success for result in results)
    assert len(set(closed)) == 4, "each thread gives back what it has started"
    facts = report(tmp_path)
    assert facts["summary"]["episodes"]["scored"] == 8


@pytest.fixture
def stopping(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The third episode to begin is stopped by a person, while another one is played."""
    begun: list[int] = []
    lock = threading.Lock()

    def begin(env: Counter, world: Any, seed: int) -> None:
        env.value = world["start"]
        with lock:
            begun.append(seed)
            third = len(begun) == 3
        if third:
            raise KeyboardInterrupt

    monkeypatch.setattr(Counter, "on_reset", begin)
    return


@pytest.mark.usefixtures("stopping")
def test_a_run_with_workers_that_was_stopped_is_resumed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Run.create(tmp_path, config(seeds=range(6), workers=2), plugins()) as made:
        with pytest.raises(KeyboardInterrupt):
            made.execute()
        left = len(made.left())
    assert 0 < left < 6
    with Run.resume(tmp_path, plugins()) as again:
        results = again.execute()
    assert len(results) == left
    assert report(tmp_path)["summary"]["episodes"]["scored"] == 6


def test_the_serial_executor_takes_one_worker(tmp_path: Path) -> None:
    with pytest.raises(crab.UsageError, match="one episode at a time"):
        run(tmp_path, executor="serial", workers=2)

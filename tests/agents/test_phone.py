"""Every structure and every provider's SDK, in whole episodes on the simulated phone."""

from __future__ import annotations

import itertools
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fake.neutral import Failure
from fake.scripted import solve

from crab_core.config import RunConfig
from crab_core.plugins import Plugins
from crab_core.run import Run
from tests.agents.conftest import PRICE, Play, Played
from tests.agents.open_todo import Plugin

pytestmark = pytest.mark.phone

STREAMED = {"stream": True}
RESPONSES = {"api": "responses"}
AGENTS = {"single": ["main"], "functionality": ["main", "tool"], "environment": ["main", "android", "root"]}


def solved(played: Played, service: Any, policy: str) -> None:
    """The episode succeeded, and service and record agree about how."""
    assert played.result.termination == "success", played.result.error
    assert service.refused == []
    assert sorted(played.agents) == sorted(AGENTS[policy])
    assert sorted(played.result.agents) == sorted(AGENTS[policy])
    assert len(played.exchanges) == len(played.asked)
    assert played.result.usage.total > 0
    assert played.result.usage.cost == pytest.approx(sum(u.cost for u in played.result.agents.values()))
    assert played.result.usage.cost > 0


@pytest.mark.parametrize(
    ("policy", "provider", "backend"),
    [
        ("single", "openai", {}),
        ("single", "openai", RESPONSES | STREAMED),
        ("single", "anthropic", STREAMED),
        ("single", "google", STREAMED),
        ("functionality", "openai", RESPONSES),
        ("functionality", "anthropic", {}),
        ("environment", "anthropic", {}),
        ("environment", "google", {}),
    ],
)
def test_a_structure_solves_a_task_by_function_calls(
    play: Play, service: Any, policy: str, provider: str, backend: dict[str, Any]
) -> None:
    played = play("open_todo", policy, provider, plugin=Plugin, backend=backend)
    solved(played, service, policy)
    assert any(asked.tools for asked in played.asked)


@pytest.mark.parametrize(
    ("policy", "provider"), [("single", "openai"), ("functionality", "google"), ("environment", "anthropic")]
)
def test_a_structure_solves_a_task_by_json_in_text(
    play: Play, service: Any, policy: str, provider: str
) -> None:
    played = play("open_todo", policy, provider, plugin=Plugin, mode="json")
    solved(played, service, policy)
    assert not any(asked.tools for asked in played.asked)


def test_a_structure_solves_a_task_without_pictures(play: Play, service: Any) -> None:
    played = play("open_todo", "single", "openai", plugin=Plugin, see="text")
    solved(played, service, "single")
    assert not any(asked.pictures for asked in played.asked)


def test_only_who_looks_is_sent_pictures(play: Play, service: Any) -> None:
    played = play("open_todo", "functionality", "openai", plugin=Plugin)
    solved(played, service, "functionality")
    assert {bool(asked.tools): bool(asked.pictures) for asked in played.asked} == {True: False, False: True}


def test_pictures_are_shrunk_on_their_way_when_asked(play: Play, service: Any) -> None:
    played = play("open_todo", "single", "openai", plugin=Plugin, backend={"image_size": 600})
    solved(played, service, "single")
    assert {picture for asked in played.asked for picture in asked.pictures} == {("image/png", 270, 600)}


def test_what_became_of_a_call_reaches_the_model_under_that_call(play: Play, service: Any) -> None:
    played = play("open_todo", "single", "anthropic", plugin=Plugin)
    solved(played, service, "single")
    assert [len(asked.results) for asked in played.asked] == [0, 1]


def test_a_lost_picture_fails_the_episode(play: Play, service: Any) -> None:
    """The scripted model looks for the picture of each screen that it is told of."""

    def blind(asked: Any) -> Any:
        asked.pictures.clear()
        return solve(asked)

    service.script = blind
    played = play("open_todo", "single", "openai", plugin=Plugin)
    assert played.result.termination == "agent_error"
    assert "the pictures of the screens ['android']" in played.result.error


def test_an_outage_in_the_middle_leaves_the_episode_unscored(play: Play, service: Any) -> None:
    def dies(asked: Any) -> Any:
        return solve(asked) if len(service.arrived) < 2 else Failure(503, "away")

    service.script = dies
    played = play("open_todo", "single", "google", plugin=Plugin)
    assert played.result.status == "unscored"
    assert "ModelUnavailable" in played.result.error


def test_a_recorded_run_is_played_again_without_the_service(play: Play, service: Any, tmp_path: Path) -> None:
    first = play("open_todo", "environment", "openai", plugin=Plugin)
    facts = json.loads((first.directory / "run.json").read_text())["config"]
    facts["replay"] = str(first.directory)
    service.script = None
    plugins = Plugins.load()
    plugins.register("tests", lambda: Plugin)
    with Run.create(tmp_path / "again", RunConfig.from_facts(facts), plugins) as run:
        [result] = run.execute()
    assert result.termination == "success", result.error
    assert (result.usage, result.metrics.steps) == (first.result.usage, first.result.metrics.steps)
    assert service.refused == []


def test_rate_limits_cost_episodes_that_are_played_at_once_nothing_but_time(
    service: Any, tmp_path: Path
) -> None:
    """Three phones, and a service that turns away every third request: nobody fails, nothing is lost."""
    numbers = itertools.count(1)

    def every_third_is_too_many(asked: Any) -> Any:
        if next(numbers) % 3 == 0:
            return Failure(429, "slow down", headers={"Retry-After-Ms": "10"})
        return solve(asked)

    service.script = every_third_is_too_many
    model = {"model": "openai:gpt-5.4-mini", "base_url": service.base_url("openai"), "price": PRICE}
    facts = {
        "tasks": ["open_todo"],
        "seeds": [0, 1, 2],
        "workers": 3,
        "attempts": 1,
        "policy": "environment",
        "policy_options": {"model": "m"},
        "models": {"m": model},
    }
    plugins = Plugins.load()
    plugins.register("tests", lambda: Plugin)
    with Run.create(tmp_path / "run", RunConfig.from_facts(facts), plugins) as run:
        results = run.execute()
    assert [result.termination for result in results] == ["success"] * 3
    assert next(numbers) > 18
    assert service.refused == []


@pytest.mark.parametrize(
    ("policy", "mode", "provider"),
    [
        ("functionality", "tools", "openai"),
        ("functionality", "tools", "anthropic"),
        ("single", "json", "google"),
    ],
)
def test_calls_of_tools_that_nobody_offered_do_no_harm(
    play: Play, service: Any, policy: str, mode: str, provider: str
) -> None:
    """Some models call something that they were never given; history must not hold it against them."""

    def dreams(asked: Any) -> Any:
        said = solve(asked)
        return said if asked.tools else replace(said, calls=[("python", {"code": "tap(3)"})])

    service.script = dreams
    played = play("open_todo", policy, provider, plugin=Plugin, mode=mode)
    solved(played, service, policy)

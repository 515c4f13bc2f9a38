"""Google's own computer-use tool on the simulated phone: what it does there, and what it is told."""

from __future__ import annotations

from typing import Any

import pytest

from crab_core.ledger import read_lines
from tests.agents.conftest import Play, Played
from tests.agents.open_todo import Plugin

pytestmark = pytest.mark.phone


def made(played: Played) -> list[tuple[str, dict[str, Any]]]:
    """The calls that were no invalid actions."""
    [steps] = played.directory.glob("episodes/*/steps.jsonl")
    calls = [step["call"] for step in read_lines(steps) if step["call"]]
    return [(call["name"], call["arguments"]) for call in calls if "problem" not in call]


@pytest.mark.parametrize("stream", [False, True])
def test_what_the_model_does_reaches_the_phone_at_its_own_size(
    play: Play, service: Any, stream: bool
) -> None:
    from fake.neutral import Said

    replies = iter(
        [
            Said(calls=[("take_screenshot", {"intent": "A look first."})], reasoning="Hm."),
            Said(calls=[("click", {"x": 370, "y": 333}), ("press_key", {"key": "HOME"})]),
            Said(calls=[("click", {"x": 5000, "y": 2})]),
            Said("I give up.", [("complete", {})]),
        ]
    )
    service.script = lambda asked: next(replies)
    played = play(
        "open_todo",
        "single",
        "google",
        plugin=Plugin,
        backend={"model": "google:gemini-3.5-flash", "image_size": 600, "stream": stream},
        computer="android",
    )
    assert played.result.termination == "false_completion", played.result.error
    assert service.refused == []
    assert {picture for asked in played.asked for picture in asked.pictures} == {("image/png", 270, 600)}
    assert made(played) == [
        ("wait", {}),
        ("tap", {"x": 400, "y": 800}),
        ("press", {"key": "home"}),
        ("complete", {}),
    ]
    assert any("x must be between 0 and 999, not 5000" in told for told in played.asked[3].results)


def test_the_steps_of_one_action_of_an_older_model_are_actions_of_their_own(play: Play, service: Any) -> None:
    from fake.neutral import Said

    replies = iter(
        [
            Said(calls=[("click_at", {"x": 370, "y": 333})]),
            Said(calls=[("go_back", {}), ("type_text_at", {"x": 370, "y": 333, "text": "tea"})]),
            Said("I give up.", [("complete", {})]),
        ]
    )
    service.script = lambda asked: next(replies)
    played = play(
        "open_todo",
        "single",
        "google",
        plugin=Plugin,
        backend={"model": "google:gemini-2.5-computer-use-preview-10-2025"},
        computer="android",
    )
    assert service.refused == []
    assert [name for name, _ in made(played)] == ["tap", "press", "tap", "write_text", "complete"]

"""OpenAI's own computer-use tool on the simulated phone: what it does there, and what it is told."""

from __future__ import annotations

from typing import Any

import pytest

from crab_core.ledger import read_lines
from tests.agents.conftest import Play
from tests.agents.open_todo import Plugin

pytestmark = pytest.mark.phone


def test_what_the_model_does_reaches_the_phone_at_its_own_size(play: Play, service: Any) -> None:
    from fake import openai_responses as wire
    from fake.neutral import Answer

    replies = iter(
        [
            [wire.reasoning("A look first."), wire.computer_call({"type": "screenshot"})],
            [
                wire.computer_call(
                    {"type": "click", "x": 100, "y": 200, "button": "left"},
                    {"type": "keypress", "keys": ["HOME"]},
                )
            ],
            [wire.computer_call({"type": "click", "x": 1, "y": 2, "button": "forward"})],
            [wire.message("I give up."), wire.function_call("complete", "{}")],
        ]
    )
    service.script = lambda asked: Answer(wire.response(next(replies)))
    played = play(
        "open_todo",
        "single",
        "openai",
        plugin=Plugin,
        backend={"api": "responses", "image_size": 600},
        computer="android",
    )
    assert played.result.termination == "false_completion", played.result.error
    assert service.refused == []
    assert {picture for asked in played.asked for picture in asked.pictures} == {("image/png", 270, 600)}
    [steps] = played.directory.glob("episodes/*/steps.jsonl")
    made = [step["call"] for step in read_lines(steps) if step["call"]]
    assert [(call["name"], call["arguments"]) for call in made if "problem" not in call] == [
        ("wait", {}),
        ("tap", {"x": 400, "y": 800}),
        ("press", {"key": "home"}),
        ("complete", {}),
    ]
    assert "android cannot do this: click (x 1, y 2, button forward)." in str(played.asked[3].body["input"])

"""Models say all kinds of things: no structure falls over it, and every request can be sent."""

from __future__ import annotations

import random
from typing import Any

import pytest
from played import Played, task
from scripted import Request, ScriptedModel

import crab_core as crab
from crab_core.exchange import request_digest
from crab_core.policies.environment import EnvironmentPolicy
from crab_core.policies.functionality import FunctionalityPolicy
from crab_core.policies.single import SinglePolicy

TEXTS = (
    "",
    " \n",
    "I add one.",
    "counter: add one.",
    "```json\n",
    '```json\n{"name": "add"}\n```',
    '```json\n{"name": "add", "arguments": {"amount": 0}}\n```\n```json\n{"name": "skip"}\n```',
    '```json\n{"name": "touch", "arguments": {"x": "far"}}\n```',
    '```json\n{"name": "submit", "arguments": {"answer": "half: \\ud83d"}}\n```',
    '{"name": "wait", "arguments": []}',
    "$task ${x} {braces} \ud83d\ude00 and half of it: \ud83d",
)
ARGUMENTS = (
    {},
    {"amount": 0},
    {"amount": "much"},
    {"x": 1, "y": "2"},
    {"element": -1},
    {"element": 3, "x": 1},
    {"answer": "half: \ud83d"},
)
ENDINGS = {crab.Termination.STEP_LIMIT, crab.Termination.INVALID_ACTION}


def sendable(request: Request) -> None:
    """What every provider asks of a conversation."""
    first, *rest = request.messages
    assert first.role == "system"
    assert first.text.strip()
    assert rest[0].role == "user"
    assert rest[-1].role == "user"
    for message, following in zip(rest, [*rest[1:], None], strict=True):
        assert message.parts
        assert all(part.text.strip() for part in message.parts if isinstance(part, crab.Text))
        calls = [part.id for part in message.parts if isinstance(part, crab.ToolCall)]
        if message.role == "assistant":
            assert isinstance(message.parts[-1], crab.Text | crab.ToolCall), "none ends with thinking"
            results = [part.id for part in following.parts] if following and following.role == "tool" else []
            assert calls == results, "each call has its result, right after it"
        if message.role == "tool":
            assert all(result.parts for result in message.parts)
    assert all(tool.name.isascii() for tool in request.tools)
    request_digest(request.messages, request.tools, request.tool_choice)  # it can be written down


def whim(seed: int) -> Any:
    """A model that says anything, the same to the same request, and looks at what it is sent."""

    def answer(request: Request) -> crab.Reply:
        sendable(request)
        chance = random.Random(f"{seed} {request.text} {request.tool_names}")
        # What ends an episode at once is left out.
        ends = ("complete", "unplug")
        names = [*(name for name in request.tool_names if name not in ends), "add", "no such tool", ""]
        calls = tuple(
            crab.ToolCall(
                f"call_{chance.random()}",
                chance.choice(names),
                chance.choice(ARGUMENTS),
                chance.choice(["", "", "", "the arguments are not JSON"]),
            )
            for _ in range(chance.choice([0, 1, 1, 1, 2, 4]))
            if chance.choice([True, bool(request.tools)])
        )
        return crab.Reply(
            chance.choice(TEXTS),
            calls,
            crab.Usage(5, 5),
            chance.choice(["stop", "stop", "tool_calls", "length", "refusal", "other"]),
            reasoning=chance.choice(["", "Let me think."]),
            native=chance.choice([(), (crab.Native("scripted", {"signature": "s"}),)]),
        )

    return answer


@pytest.mark.parametrize("structure", [SinglePolicy, FunctionalityPolicy, EnvironmentPolicy])
@pytest.mark.parametrize("mode", ["tools", "json"])
def test_no_reply_makes_a_structure_fail_or_send_what_cannot_be_sent(structure: type[Any], mode: str) -> None:
    asked = 0
    for seed in range(25):
        chance = random.Random(f"{structure.name} {mode} {seed}")
        model = ScriptedModel(whim(seed), loop=True)
        policy = structure(
            model="main",
            mode=mode,
            history=chance.choice([0, 1, 2, 5]),
            history_tokens=chance.choice([None, 1, 2000]),
            one_call=chance.choice([True, False]),
            exploration=chance.choice([True, False]),
            see=chance.choice(["both", "marks", "screens", "text"]),
            critic=chance.choice([0, 2]),
        )
        played = Played(policy, {"main": model}, task(99, steps=12, invalid_actions=9))
        assert played.result.termination in ENDINGS, (seed, played.result.error)
        asked += len(model.requests)
    assert asked > 150, "there is something to be seen"

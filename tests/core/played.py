"""Whole episodes of policies with chat models: two devices, and a scripted model for each role."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scripted import Request, ScriptedModel, reply
from toys import Counter, Notes, Touchpad, at_least

import crab_core as crab
from crab_core.metering import EpisodeModels

PICTURE = crab.Screenshot.from_png(
    b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + (1000).to_bytes(4, "big") + (500).to_bytes(4, "big")
)


@crab.observation
def picture(env: Touchpad) -> crab.Screenshot:
    """The screen."""
    return PICTURE


class Screen(Touchpad):
    observations = (picture,)


def devices() -> dict[str, Any]:
    made = {"counter": Counter(), "touchpad": Screen()}
    for device in made.values():
        device.reset({})
    return made


def task(goal: int = 3, **limits: Any) -> crab.Task:
    return crab.Task(
        id="climb",
        description=f"Raise the number to {goal}.",
        worlds={"counter": {}, "touchpad": {}},
        graph=crab.CheckpointGraph.chain({f"at least {goal}": at_least(goal)}),
        limits=crab.Limits(**limits),
    )


class Played:
    """An episode with a model for each role."""

    def __init__(self, policy: crab.Policy, models: dict[str, ScriptedModel], goal: crab.Task) -> None:
        self.notes = Notes()
        self.devices = devices()
        booked = EpisodeModels(models.__getitem__, goal.limits)
        episode = crab.Episode(
            "e", goal, crab.Benchmark(self.devices), policy, observers=[self.notes], models=booked
        )
        self.result = episode.run()
        policy.close()
        self.agents = booked.agents

    @property
    def calls(self) -> list[str]:
        return [
            f"{step.result.call.environment}.{step.result.call.name}"
            for step in self.notes.steps
            if step.result
        ]

    @property
    def errors(self) -> list[str]:
        return [str(step.result.error) for step in self.notes.steps if step.result and step.result.error]


def play(
    policy: type[Any], goal: crab.Task | None = None, *, options: dict[str, Any] | None = None, **models: Any
) -> Played:
    """An episode with these models; the first plans, the one called `tool` acts."""
    given = {"model": "main", **({"tool_model": "tool"} if "tool" in models else {}), **(options or {})}
    return Played(policy(**given), models, goal or task())


def last(request: Request) -> str:
    """What the model was told last, results included."""
    parts = [part for message in request.messages[-2:] for part in message.parts]
    results = [inner for part in parts if isinstance(part, crab.ToolResult) for inner in part.parts]
    return "\n".join(part.text for part in (*parts, *results) if isinstance(part, crab.Text))


def by_role(**roles: Callable[[Request], crab.Reply]) -> ScriptedModel:
    """One model for all assistants: which one asks is told by its tools."""

    def answer(request: Request) -> crab.Reply:
        marks = {"counter": "add", "touchpad": "touch", "root": "complete"}
        [role] = [role for role, tool in marks.items() if tool in request.tool_names]
        return roles.get(role, lambda _: reply("", ("skip", {})))(request)

    return ScriptedModel(answer, loop=True)

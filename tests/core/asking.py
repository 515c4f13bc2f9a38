"""A policy that asks a model, and the model."""

from __future__ import annotations

from typing import ClassVar

from scripted import Request, ScriptedModel, reply
from toys import call, listing

import crab_core as crab

SPECS = {
    "models": listing(crab.ModelSpec("toy", "A toy.", "asking:ToyModel")),
    "policies": listing(crab.PolicySpec("asker", "Asks.", "asking:Asker")),
}


class ToyModel(ScriptedModel):
    """Says by how much to raise the number: its option `by`."""

    made: ClassVar[list[ToyModel]] = []

    def __init__(self, model: str, *, by: int = 1, fail: bool = False) -> None:
        super().__init__(self._answer, name=f"toy:{model}", loop=True)
        self._by, self._fail = by, fail
        self.made.append(self)

    def _answer(self, request: Request) -> crab.Reply:
        if self._fail:
            raise crab.ModelUnavailable("out of order")
        return reply(f"by {self._by}", usage=crab.Usage(10, 5, cost=0.5))


class Asker(crab.Policy):
    """Asks by how much to raise the number, and does so; asks what went wrong in earlier trials."""

    name = "asker"
    seen: ClassVar[list[tuple[crab.PastTrial, ...]]] = []

    def __init__(self, model: str = "toy:one") -> None:
        self.models = (model,)

    def begin(self, briefing: crab.Briefing) -> None:
        self.seen.append(tuple(briefing.past))
        self._model = briefing.models.get(self.models[0])
        if briefing.past:
            lesson = crab.Message("user", (crab.Text("What went wrong?"),))
            briefing.models.get(self.models[0], agent="reflector").complete([lesson])

    def decide(self, turn: crab.Turn) -> crab.Decision:
        shown = turn["counter"].contents["display"]
        assert isinstance(shown, crab.Text)
        said = self._model.complete([crab.Message("user", (shown,))]).text
        return crab.Decision([call("add", amount=int(said.removeprefix("by ")))], thought=said)

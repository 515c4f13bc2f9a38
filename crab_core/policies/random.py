"""An agent without a mind: random actions with random, mostly valid arguments."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from crab_core.action import Action, ActionCall
from crab_core.policy import Briefing, Decision, Policy
from crab_core.task import ROOT
from crab_core.turn import Turn, View

_WORDS = ("hello", "settings", "tasks", "dark mode", "1", "yes", "/", "back", "enter")


class RandomPolicy(Policy):
    """Picks an environment, an action and arguments, all evenly; never completes by itself."""

    name = "random"

    def begin(self, briefing: Briefing) -> None:
        """Take the action spaces and the seed."""
        self._random = random.Random(briefing.seed)
        self._spaces = {
            environment: tuple(space.values())
            for environment, space in briefing.action_spaces.items()
            if environment != ROOT and space
        }

    def decide(self, turn: Turn) -> Decision:
        """One random call."""
        if not self._spaces:
            return Decision([ActionCall(ROOT, "wait")])
        environment = self._random.choice(sorted(self._spaces))
        action = self._random.choice(self._spaces[environment])
        arguments = self._arguments(action, turn.views.get(environment))
        return Decision([ActionCall(environment, action.name, arguments)])

    def _arguments(self, action: Action, view: View | None) -> dict[str, Any]:
        properties: Mapping[str, Any] = action.schema["parameters"]["properties"]
        required = action.schema["parameters"].get("required", ())
        marks = len(view.elements) if view else 0
        chosen: dict[str, Any] = {}
        for name in action.element_parameters:
            if marks:
                chosen[name] = self._random.randint(1, marks)
        for name, schema in properties.items():
            pointed_at = bool(chosen) and name.rpartition("_")[2] in ("x", "y")
            optional = name not in required and not (name in ("x", "y") and not chosen)
            if name in chosen or name in action.element_parameters or pointed_at:
                continue
            if optional and (self._random.random() < 0.5 or _is_free_text(schema)):
                continue
            chosen[name] = self._value(schema, view)
        return chosen

    def _value(self, schema: Mapping[str, Any], view: View | None) -> Any:
        if "anyOf" in schema:
            schema = next((s for s in schema["anyOf"] if s.get("type") != "null"), {})
        if "enum" in schema:
            return self._random.choice(schema["enum"])
        kind = schema.get("type")
        if kind in ("integer", "number"):
            screenshot = view.screenshot if view else None
            low = schema.get("minimum", 0)
            high = schema.get("maximum", (screenshot.height if screenshot else 100) - 1)
            return self._random.randint(int(low), max(int(low), int(high)))
        if kind == "boolean":
            return self._random.random() < 0.5
        if kind == "array":
            return [self._value(schema.get("items", {}), view) for _ in range(self._random.randint(1, 2))]
        return self._random.choice(_WORDS)


def _is_free_text(schema: Mapping[str, Any]) -> bool:
    """Whether any text may be given: where none is needed, a random word names nothing that there is."""
    kinds = [schema, *schema.get("anyOf", ())]
    return any(kind.get("type") == "string" for kind in kinds) and not any("enum" in kind for kind in kinds)

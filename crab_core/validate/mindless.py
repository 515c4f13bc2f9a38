"""The random agent of a validation: the one of runs, with an end to its patience."""

from __future__ import annotations

import dataclasses
import time
from typing import Final

from crab_core.action import ActionCall
from crab_core.policies.random import RandomPolicy
from crab_core.policies.solution import COMPLETE
from crab_core.policy import Briefing, Decision
from crab_core.turn import Turn

_RANDOM_STEPS: Final = 6
_RANDOM_SECONDS: Final = 3.0
"""A random agent goes on after those steps until this much time is up: on quick devices, to the limit."""
_PATIENCE: Final = "seconds"
"""Name of the argument that says how long an action may wait."""


class BriefRandom(RandomPolicy):
    """A random agent that has had enough after a while, and then says that it is done.

    What it does is drawn as ever; only where it would wait for something by name, it waits a second at most.
    """

    def begin(self, briefing: Briefing) -> None:
        """Start the clock, and see which actions may wait long."""
        super().begin(briefing)
        self._until = time.monotonic() + _RANDOM_SECONDS
        self._waiting = {
            (environment, name)
            for environment, space in briefing.action_spaces.items()
            for name, action in space.items()
            if _PATIENCE in action.schema["parameters"]["properties"]
        }

    def decide(self, turn: Turn) -> Decision:
        """One random call, or the end."""
        if turn.number > _RANDOM_STEPS and time.monotonic() > self._until:
            return Decision([COMPLETE])
        decision = super().decide(turn)
        return dataclasses.replace(decision, calls=[self._impatient(call) for call in decision.calls])

    def _impatient(self, call: ActionCall) -> ActionCall:
        if (call.environment, call.name) not in self._waiting:
            return call
        seconds = min(float(call.arguments.get(_PATIENCE) or 1), 1)
        return dataclasses.replace(call, arguments={**call.arguments, _PATIENCE: seconds})

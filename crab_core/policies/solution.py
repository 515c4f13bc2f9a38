"""The oracle: plays a task's reference solution through the agent's own eyes and hands."""

from __future__ import annotations

from collections.abc import Generator

from crab_core.action import ActionCall
from crab_core.errors import AgentError, UsageError
from crab_core.policy import Briefing, Decision, Policy
from crab_core.task import ROOT
from crab_core.turn import Turn

COMPLETE = ActionCall(ROOT, "complete")


class SolutionPolicy(Policy):
    """Gives each turn to the solution and does what it yields; completes when it ends."""

    name = "solution"
    needs_solution = True

    def begin(self, briefing: Briefing) -> None:
        """Take the solution of the task.

        Raises:
            UsageError: The task has none.
        """
        if briefing.solution is None:
            raise UsageError("The task has no reference solution.", advice="Choose another policy.")
        self._solution = briefing.solution
        self._running: Generator[ActionCall, Turn, None] | None = None

    def decide(self, turn: Turn) -> Decision:
        """The next call of the solution, or `complete` after its end.

        Raises:
            AgentError: The solution raised.
        """
        try:
            if self._running is None:
                self._running = self._solution(turn)
                call = next(self._running)
            else:
                call = self._running.send(turn)
        except StopIteration:
            return Decision([COMPLETE])
        except Exception as error:
            raise AgentError(f"The reference solution failed: {type(error).__name__}: {error}") from error
        return Decision([call])

"""Agents by environment: one leads, each device has one that acts on it, one hands in (CRAB, section 6.1)."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor, wait

from crab_core.action import ActionCall
from crab_core.chat import SKIP, Answer, ChatAgent, ChatPolicy, tell
from crab_core.content import Text
from crab_core.policy import Decision
from crab_core.task import ROOT
from crab_core.turn import Feedback, Turn


class EnvironmentPolicy(ChatPolicy):
    """The main agent sees all devices and instructs the others; each of them sees and uses its own device.

    The others are asked at the same time. Their calls are done in the order of the environments, those of
    root last, so that `complete` counts what the devices do in the same turn.
    """

    name = "environment"
    _pool: ThreadPoolExecutor | None = None

    def start(self) -> None:
        """Make the agents."""
        self._main = self.agent("main", self.prompt("environment/main.md"))
        devices = [name for name in self.briefing.action_spaces if name != ROOT]
        self._hands = {name: self._hand(name) for name in (*devices, ROOT)}
        self._answers: Mapping[str, Answer] = {}
        self._owed: dict[str, tuple[Feedback, ...]] = {}
        self.close()
        self._pool = ThreadPoolExecutor(len(self._hands), "crab-agents")

    def close(self) -> None:
        """End the threads in which the assistants are asked."""
        if self._pool is not None:
            self._pool.shutdown()

    def _hand(self, environment: str) -> ChatAgent:
        toolbox = self.toolbox([environment], skip=True)
        template = "environment/root.md" if environment == ROOT else "environment/device.md"
        system = self.prompt(
            template,
            toolbox,
            environment=environment,
            description=self.briefing.environments.get(environment, ""),
            skip=SKIP.name,
        )
        return self.agent(environment, system, toolbox, model=self.options.tool_model, tool_choice="required")

    def play(self, turn: Turn) -> Decision:
        """Ask the main agent for instructions, and every other agent to carry out its own."""
        assert self._pool is not None, "start() was called"
        last = self._report(turn)
        self._owed |= self._shares(turn)
        seen = self.look(turn, self._main)
        plan = self._main.ask([Text(last), *seen.parts] if last else seen.parts)
        if plan.problem:
            self._answers = {}
            return Decision(thought=plan.thought, problem=plan.problem)
        asked = {
            name: self._pool.submit(self._carry_out, name, plan.text, turn, self._owed.pop(name, ()))
            for name in self._hands
        }
        wait(asked.values())  # all of them, so that nobody goes on asking after one has failed
        self._answers = {name: future.result() for name, future in asked.items()}
        return self._together(plan)

    def _carry_out(
        self, environment: str, instruction: str, turn: Turn, feedback: tuple[Feedback, ...]
    ) -> Answer:
        agent = self._hands[environment]
        seen = self.look(turn, agent, [environment])
        message = Text(f"The leader's message:\n{instruction}")
        return agent.ask([message, *seen.parts], feedback, frames=seen.frames)

    def _together(self, plan: Answer) -> Decision:
        calls = [call for answer in self._answers.values() for call in answer.calls]
        said = {"main": plan, **self._answers}
        thought = "\n\n".join(f"{name}: {answer.thought}" for name, answer in said.items() if answer.thought)
        problem = "" if calls else f"No assistant did anything. {self._troubles()}".rstrip()
        return Decision(calls, thought, problem=problem)

    def _troubles(self) -> str:
        """What was wrong with the last answers, for the main agent."""
        return "\n".join(f"{name}: {one.problem}" for name, one in self._answers.items() if one.problem)

    def _report(self, turn: Turn) -> str:
        troubles = self._troubles()
        acted = any(answer.calls for answer in self._answers.values())
        return "\n".join(part for part in (tell(turn.feedback), troubles if acted else "") if part)

    def _shares(self, turn: Turn) -> dict[str, tuple[Feedback, ...]]:
        """The feedback of each agent's own calls; of an answer that was of no use, what was wrong with it."""
        left = turn.feedback
        shares: dict[str, tuple[Feedback, ...]] = {}
        for name, answer in self._answers.items():
            shares[name], left = left[: len(answer.calls)], left[len(answer.calls) :]
            if answer.problem:
                shares[name] = (Feedback(ActionCall("", ""), False, answer.problem),)
        return shares

"""Reflexion (Shinn et al. 2023): a failed task is tried again with a lesson from each earlier trial.

A run that repeats tasks until they succeed plays it as Reflexion@K. AndroidArena (section 7.1) found that
trying again at all explains what it gains; `reflect=False` plays that control, Re-execute@K: the same agent,
the same number of trials, and no lesson.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from crab_core.chat import ChatPolicy
from crab_core.chat.steps import step_words
from crab_core.content import Text
from crab_core.errors import UnknownNameError, UsageError
from crab_core.policies.environment import EnvironmentPolicy
from crab_core.policies.functionality import FunctionalityPolicy
from crab_core.policies.react import ReActPolicy
from crab_core.policies.single import SinglePolicy
from crab_core.policy import Briefing, PastTrial

MOST_LESSONS = 5
"""Lessons that the agent is told, the latest ones."""
MOST_STEPS = 60
"""Steps of a trial that are reflected on; of more, the last."""

_ENDS = {
    "false_completion": "It declared the task done, and it was not.",
    "step_limit": "It ran out of steps.",
    "invalid_action": "Too many of its actions in a row were invalid.",
    "repetition_limit": "It did the same again and again, and nothing changed.",
    "time_limit": "It ran out of time.",
    "budget": "It used up its budget.",
    "agent_error": "Its model failed.",
}


class Reflecting(ChatPolicy):
    """Before a policy whose agent "main" plans: that agent is told what was learned from earlier trials."""

    name = "reflexion"

    def __init__(self, *, reflect: bool = True, reflector_model: str = "", **options: Any) -> None:
        """Check the options; no model is made yet.

        Args:
            reflect: Whether lessons are drawn; without them a trial is merely executed again.
            reflector_model: The model that draws them; `model` when empty.
            options: As `ChatOptions` has them.

        Raises:
            UsageError: An option is unknown or missing, or does not fit.
        """
        if not isinstance(reflect, bool):
            raise UsageError(f"Policy {self.name!r}: reflect is true or false, not {reflect!r}.")
        super().__init__(**options)
        self._reflect = reflect
        self._reflector_model = reflector_model or self.options.model
        if reflect:
            self.models = tuple(dict.fromkeys((*self.models, self._reflector_model)))

    def begin(self, briefing: Briefing) -> None:
        """Learn from the last trial, if there is one, and make the agents.

        Raises:
            AgentError: The model that reflects failed.
            LimitReached: The episode may ask no more.
        """
        self.briefing = briefing
        self.lessons = ""
        lessons = self._lessons() if self._reflect else []
        if lessons:
            numbered = "\n\n".join(f"{i}. {lesson}" for i, lesson in enumerate(lessons, start=1))
            self.lessons = self.prompt("reflexion/lessons.md", lessons=numbered)
        super().begin(briefing)

    def _lessons(self) -> Sequence[str]:
        """What was learned so far, and what the last trial teaches, oldest first."""
        past = self.briefing.past
        known = [lesson.strip() for trial in past for lesson in trial.lessons if lesson.strip()]
        if past:
            new = self._reflect_on(past[-1], known)
            known += [new] if new else []
        return known[-MOST_LESSONS:]

    def _reflect_on(self, trial: PastTrial, known: Sequence[str]) -> str:
        """The lesson of one trial; empty when the model gives none."""
        agent = self.agent(
            "reflector", self.prompt("reflexion/reflector.md"), model=self._reflector_model, forgetful=True
        )
        left_out = max(0, len(trial.steps) - MOST_STEPS)
        steps = [step_words(step.call, step.ok, step.text, step.marks) for step in trial.steps[left_out:]]
        told = [
            "What the agent had been told before:",
            *(f"- {lesson}" for lesson in known or ["(nothing)"]),
            f"What it did in attempt {trial.number}:",
            *([f"({left_out} steps before)"] if left_out else []),
            *(f"{i}. {step}" for i, step in enumerate(steps, start=left_out + 1)),
            f"How it ended: {_ENDS.get(trial.termination, trial.termination)}",
        ]
        answer = agent.ask([Text("\n".join(told))])
        return "" if answer.reply.stop_reason == "refusal" else answer.text


class _Single(Reflecting, SinglePolicy): ...


class _ReAct(Reflecting, ReActPolicy): ...


class _Functionality(Reflecting, FunctionalityPolicy): ...


class _Environment(Reflecting, EnvironmentPolicy): ...


_STRUCTURES: Final[Mapping[str, type[Reflecting]]] = {
    "single": _Single,
    "functionality": _Functionality,
    "environment": _Environment,
    "react": _ReAct,
}


def reflexion(*, structure: str = "single", **options: Any) -> Reflecting:
    """Agents of any structure, the one that plans told what was learned from earlier trials of the same task.

    Args:
        structure: "single", "functionality", "environment" or "react": the policy that is played.
        options: Those of `Reflecting` and of the structure.

    Raises:
        UsageError: There is no such structure, or an option is unknown or missing, or does not fit.
    """
    if structure not in _STRUCTURES:
        unknown = UnknownNameError("structure", str(structure), _STRUCTURES)
        raise UsageError(f"Policy {Reflecting.name!r}: {unknown.message}", advice=unknown.advice)
    return _STRUCTURES[structure](**options)

"""Reflexion: lessons of failed trials, and the control that only tries again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import pytest
from scripted import Request, ScriptedModel, reply
from toys import Counter, call, listing, toy_plugins

import crab_core as crab
from crab_core.chat import SKIP, ChatPolicy
from crab_core.config import RunConfig
from crab_core.ledger import read_lines
from crab_core.policies import reflexion as module
from crab_core.policies.reflexion import reflexion
from crab_core.policies.single import SinglePolicy
from crab_core.run import Run

SPACES = {"counter": Counter().action_space, "root": crab.Root().action_space}
ADD = reply("I add.", ("add", {}))


class Models:
    """One scripted model for each agent."""

    def __init__(self, **agents: ScriptedModel) -> None:
        self.agents = agents
        self.asked: list[tuple[str, str]] = []

    def get(self, name: str, *, agent: str = "main") -> crab.ModelBackend:
        self.asked.append((name, agent))
        return self.agents[agent]


def trial(number: int, *lessons: str, termination: str = "step_limit", steps: int = 1) -> crab.PastTrial:
    done = tuple(crab.PastStep(call("add", amount=i), i % 2 == 1, f"said {i}") for i in range(1, steps + 1))
    return crab.PastTrial(number, termination, done, lessons)


def begun(
    *past: crab.PastTrial, lesson: Any = None, policy: Callable[..., ChatPolicy] = reflexion, **options: Any
) -> Models:
    """A policy after its first turn in an episode after these trials."""
    models = Models(main=ScriptedModel(ADD), reflector=ScriptedModel(*[lesson] if lesson else []))
    made = policy(model="scripted:one", **options)
    made.begin(crab.Briefing("Raise it.", SPACES, {"counter": "A number."}, models=models, past=past))
    made.decide(crab.Turn(1, {"counter": crab.View("counter")}))
    return models


def system(models: Models) -> str:
    return models.agents["main"].requests[0].messages[0].text


def test_the_first_trial_is_that_of_the_single_agent() -> None:
    models = begun()
    assert models.asked == [("scripted:one", "main")]
    assert system(models) == system(begun(policy=SinglePolicy))


def test_a_failed_trial_teaches_a_lesson_that_the_next_one_is_told() -> None:
    models = begun(trial(1, steps=2), lesson=reply("Add more at once."))
    assert "learned from the earlier attempts" in system(models)
    assert system(models).endswith("1. Add more at once.")


def test_the_reflector_is_told_what_was_done_and_how_it_ended() -> None:
    models = begun(trial(1, steps=2), lesson=reply("More."))
    (request,) = models.agents["reflector"].requests
    assert request.tools == ()
    assert "Raise it." in request.messages[0].text
    assert request.messages[1].text == (
        "What the agent had been told before:\n- (nothing)\nWhat it did in attempt 1:\n"
        "1. counter.add(amount=1): said 1\n2. counter.add(amount=2): not done. said 2\n"
        "How it ended: It ran out of steps."
    )


def test_lessons_of_earlier_trials_are_kept_and_only_the_last_trial_is_reflected_on() -> None:
    models = begun(trial(1), trial(2, "First lesson."), lesson=reply("Second lesson."))
    assert system(models).endswith("1. First lesson.\n\n2. Second lesson.")
    (request,) = models.agents["reflector"].requests
    assert "- First lesson.\nWhat it did in attempt 2:" in request.messages[1].text


def test_the_control_has_the_trials_and_no_lesson() -> None:
    models = begun(trial(1), trial(2, "First lesson."), reflect=False)
    assert models.asked == [("scripted:one", "main")]
    assert system(models) == system(begun())


@pytest.mark.parametrize("said", [reply(""), reply("No.", stop_reason="refusal")])
def test_a_reflector_that_says_nothing_leaves_no_lesson(said: crab.Reply) -> None:
    assert system(begun(trial(1), lesson=said)) == system(begun())


def test_the_reflector_is_told_what_was_pointed_at() -> None:
    mark = crab.Mark(3, crab.Box(0, 0, 9, 9), "Save", "button")
    step = crab.PastStep(call("touch", "touchpad", element=3), True, "", (mark,))
    models = begun(crab.PastTrial(1, "step_limit", (step,)), lesson=reply("More."))
    assert 'touchpad.touch(element=3 [button "Save"]): Done.' in models.agents["reflector"].requests[0].text


def test_a_long_trial_is_told_from_where_it_matters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_STEPS", 2)
    models = begun(trial(1, steps=9), lesson=reply("More."))
    told = models.agents["reflector"].requests[0].messages[1].text
    assert "(7 steps before)\n8. counter.add(amount=8)" in told
    assert "amount=7" not in told


def test_only_the_latest_lessons_are_told() -> None:
    past = [trial(1), *(trial(i, f"Lesson {i}.") for i in range(2, 12))]
    text = system(begun(*past, lesson=reply("The newest.")))
    assert "Lesson 7." not in text
    assert text.endswith("5. The newest.")


def test_another_model_may_reflect() -> None:
    options = {"reflector_model": "scripted:two"}
    assert begun(trial(1), lesson=reply("More."), **options).asked[0] == ("scripted:two", "reflector")
    assert reflexion(model="a:b", reflector_model="c:d").models == ("a:b", "c:d")
    assert reflexion(model="a:b", reflector_model="c:d", reflect=False).models == ("a:b",)


@pytest.mark.parametrize(
    "options", [{"reflect": "no"}, {"reflekt": True}, {"model": ""}, {"structure": "team"}]
)
def test_options_that_do_not_fit_are_told(options: dict[str, Any]) -> None:
    with pytest.raises(crab.UsageError, match="Policy 'reflexion'"):
        reflexion(**{"model": "a:b", **options})


# -- whole runs ----------------------------------------------------------------------------------------


class Learner(ScriptedModel):
    """Adds too little until it is told better."""

    made: ClassVar[list[Learner]] = []

    def __init__(self, model: str) -> None:
        super().__init__(self._answer, name=f"toy:{model}", loop=True)
        self.made.append(self)

    def _answer(self, request: Request) -> crab.Reply:
        """One who acts does as the system prompt or the leader says; who has no tools leads or reflects."""
        first = request.messages[0].text
        if "learn from its failures" in first:
            return reply("Add ten at once.")
        wanted = "Add ten" in request.text
        if not request.tools:
            return reply("Add ten." if wanted else "Add one.")
        if "add" in request.tool_names:
            return reply("I add.", ("add", {"amount": 10 if wanted else 1}))
        return reply("Nothing for me.", (SKIP.name, {}))


def play(path: Path, **options: Any) -> list[bool]:
    facts = {
        "tasks": ["climbing"],
        "policy": "reflexion",
        "policy_options": {"model": "toy:one", **options},
        "trials": 3,
        "repeat": "until_success",
        "limits": {"steps": 2},
    }
    plugins = toy_plugins(models=listing(crab.ModelSpec("toy", "A toy.", "test_reflexion:Learner")))
    with Run.create(path, RunConfig.from_facts(facts), plugins) as run:
        return [result.metrics.success for result in run.execute()]


STRUCTURES = {
    "single": ["main"],
    "react": ["main"],
    "functionality": ["main", "tool"],
    "environment": ["counter", "main", "root"],
}


@pytest.mark.parametrize("structure", STRUCTURES)
def test_a_run_until_success_learns_from_its_failed_trial(structure: str, tmp_path: Path) -> None:
    assert play(tmp_path, structure=structure) == [False, True]
    lines = list(read_lines(tmp_path / "episodes/climbing.s0.t2.a1/steps.jsonl"))
    reflected, *asked = [e["agent"] for line in lines for e in line["exchange"]]
    assert (reflected, sorted(asked)) == ("reflector", STRUCTURES[structure])


@pytest.mark.parametrize("structure", STRUCTURES)
def test_the_control_in_a_run_only_tries_again(structure: str, tmp_path: Path) -> None:
    assert play(tmp_path, reflect=False, structure=structure) == [False, False, False]

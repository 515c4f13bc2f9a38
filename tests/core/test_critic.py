"""The critic: a second look before `complete` is accepted."""

from __future__ import annotations

from typing import Any

import pytest
from scripted import Request, ScriptedModel, reply
from toys import Counter, Notes, at_least

import crab_core as crab
from crab_core.chat import ChatAgent, critic
from crab_core.chat.critic import Critic, Judgement, read_verdict
from crab_core.metering import EpisodeModels
from crab_core.policies.environment import EnvironmentPolicy
from crab_core.policies.functionality import FunctionalityPolicy
from crab_core.policies.react import ReActPolicy
from crab_core.policies.single import SinglePolicy

ADD, COMPLETE = reply("I add.", ("add", {})), reply("It is done.", ("complete", {}))
DONE, NOT_DONE = reply("It is 2.\nVERDICT: DONE"), reply("VERDICT: NOT DONE: the number is 0")


class Played:
    """An episode on a counter that shall reach 2, with a critic."""

    def __init__(
        self,
        agent: list[Any],
        judge: list[Any],
        *,
        rounds: int = 2,
        structure: type[Any] = SinglePolicy,
        **options: Any,
    ) -> None:
        loop = len(agent) == 1 and callable(agent[0])
        self.agent, self.judge = ScriptedModel(*agent, loop=loop), ScriptedModel(*judge)
        self.notes = Notes()
        task = crab.Task(
            id="climb",
            description="Raise the number to 2.",
            worlds={"counter": {}},
            graph=crab.CheckpointGraph.chain({"two": at_least(2), "three": at_least(3)}),
        )
        counter = Counter()
        counter.reset({})
        booked = EpisodeModels({"main": self.agent, "judge": self.judge}.__getitem__, task.limits)
        policy = structure(model="main", critic_model="judge", critic=rounds, **options)
        self.result = crab.Episode(
            "e", task, crab.Benchmark({"counter": counter}), policy, observers=[self.notes], models=booked
        ).run()
        policy.close()
        self.agents = booked.agents

    @property
    def calls(self) -> list[str]:
        return [step.result.call.name for step in self.notes.steps if step.result]

    @property
    def thoughts(self) -> list[str]:
        return [step.decision.thought for step in self.notes.steps if step.decision and step.result]


def told(request: Request) -> str:
    parts = [part for message in request.messages[-2:] for part in message.parts]
    results = [inner for part in parts if isinstance(part, crab.ToolResult) for inner in part.parts]
    return "\n".join(part.text for part in (*parts, *results) if isinstance(part, crab.Text))


def test_what_the_critic_finds_done_is_declared_done() -> None:
    played = Played([ADD, ADD, COMPLETE], [DONE])
    assert played.calls == ["add", "add", "complete"]
    assert len(played.judge.requests) == 1
    assert "The critic agrees." in played.thoughts[-1]


def test_an_objection_goes_back_to_the_agent_in_the_same_turn() -> None:
    played = Played([COMPLETE, ADD, ADD, ADD], [NOT_DONE])
    assert played.calls == ["add", "add", "add"]
    assert played.result.termination is crab.Termination.SUCCESS
    assert "the number is 0" in told(played.agent.requests[1])
    assert "The critic objected: the number is 0" in played.thoughts[0]
    assert [step.turn.number for step in played.notes.steps if step.result] == [1, 2, 3]


def test_after_so_many_objections_in_a_row_the_completion_is_accepted() -> None:
    played = Played([COMPLETE, COMPLETE, COMPLETE], [NOT_DONE, NOT_DONE])
    assert played.calls == ["complete"]
    assert played.result.termination is crab.Termination.FALSE_COMPLETION
    assert "accepted all the same" in played.thoughts[0]
    assert played.thoughts[0].count("The critic objected") == 2


def test_who_goes_on_in_between_is_looked_at_anew() -> None:
    played = Played([COMPLETE, ADD, COMPLETE, ADD, COMPLETE], [NOT_DONE, NOT_DONE, DONE], rounds=1)
    assert played.calls == ["add", "add", "complete"]
    assert len(played.judge.requests) == 3


def test_the_critic_is_asked_only_when_the_task_is_declared_done() -> None:
    played = Played([ADD, ADD, ADD], [])
    assert played.result.termination is crab.Termination.SUCCESS
    assert played.judge.requests == []


def test_the_critic_is_told_the_task_the_steps_the_screens_and_what_is_claimed() -> None:
    played = Played([ADD, reply("", ("add", {"amount": "x"})), COMPLETE], [DONE])
    (request,) = played.judge.requests
    assert request.tools == ()
    assert "Raise the number to 2." in request.messages[0].text
    last = request.messages[-1].text
    assert "1. counter.add(): 1\n" in last
    assert '2. counter.add(amount="x"): not done. Invalid arguments' in last
    assert "The agent says:\nIt is done." in last
    assert "about to do: root.complete()" in last
    assert "display:\n1" in last


def test_the_critic_is_told_what_was_pointed_at() -> None:
    model = ScriptedModel(DONE)
    judge = Critic(ChatAgent(model, "You judge."), 1, str)
    marks = crab.ElementMap((crab.Mark(3, crab.Box(0, 0, 9, 9), "Save", "button"),))
    touch = crab.ActionCall("pad", "touch", {"element": 3})
    complete = crab.Decision([crab.ActionCall("root", "complete")])
    for turn, made in (
        (crab.Turn(1, {"pad": crab.View("pad", elements=marks)}), crab.Decision([touch])),
        (crab.Turn(2, {"pad": crab.View("pad")}, (crab.Feedback(touch, True, ""),)), complete),
    ):
        judge.settle(turn, made, list, lambda _: complete)
    assert '1. pad.touch(element=3 [button "Save"]): Done.' in model.requests[0].text


def test_the_critic_knows_what_it_has_objected_to() -> None:
    played = Played([COMPLETE, reply("Look: 2.", ("complete", {}))], [NOT_DONE, DONE])
    second = played.judge.requests[1].messages[-1].text
    assert "Earlier in this step: The critic objected: the number is 0" in second
    assert "Look: 2." in second


def test_a_critic_that_says_neither_stops_nobody() -> None:
    for said in (reply("Hm."), reply(""), reply("No.", stop_reason="refusal")):
        played = Played([COMPLETE], [said])
        assert played.calls == ["complete"]
        assert "gave no verdict" in played.thoughts[0]


def test_what_the_critic_takes_is_booked_as_its_own() -> None:
    played = Played([COMPLETE], [DONE])
    assert played.agents == {"main": crab.Usage(10, 5), "critic": crab.Usage(10, 5)}


def test_a_critic_works_in_json_mode_too() -> None:
    complete = reply('```json\n{"name": "complete", "arguments": {}}\n```')
    add = reply('```json\n{"name": "add", "arguments": {"amount": 3}}\n```')
    played = Played([complete, add], [NOT_DONE], mode="json")
    assert played.calls == ["add"]
    assert "the number is 0" in told(played.agent.requests[1])


@pytest.mark.parametrize(
    "structure", [SinglePolicy, FunctionalityPolicy, EnvironmentPolicy, ReActPolicy], ids=lambda s: s.name
)
def test_an_objection_reaches_whoever_plans_in_every_structure(structure: type[Any]) -> None:
    planners: list[str] = []

    def answer(request: Request) -> crab.Reply:
        """Completes until it is told that the number is 0; whoever only acts does what it is told."""
        names = request.tool_names
        if not names or ({"add", "complete"} <= set(names) and structure not in (FunctionalityPolicy,)):
            planners.append(told(request))
        plan = "add" if "the number is 0" in told(request) or "do add" in told(request) else "complete"
        if not names:
            return reply(f"do {plan}")
        if plan not in names:
            return reply("", ("skip", {}))
        return reply("", (plan, {"amount": 3} if plan == "add" else {}))

    played = Played([answer], [NOT_DONE], structure=structure)
    assert played.calls == ["add"]
    assert played.result.termination is crab.Termination.SUCCESS
    assert ["the number is 0" in text for text in planners] == [False, True]


def test_of_many_steps_the_last_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(critic, "MOST_STEPS", 2)
    played = Played([reply("", *[("add", {"amount": 0})] * 2, ("add", {"amount": 1})), COMPLETE], [DONE])
    last = played.judge.requests[0].messages[-1].text
    assert "1. counter.add(amount=0): 0\n2. counter.add(amount=1): 1\n" in last


@pytest.mark.parametrize(
    ("text", "judged"),
    [
        ("VERDICT: DONE", Judgement(True)),
        ("I see it.\n\n**Verdict: done.**\n", Judgement(True)),
        ("DONE", Judgement(True)),
        ("verdict - complete", Judgement(True)),
        ("VERDICT: NOT DONE: no mail was sent", Judgement(False, "no mail was sent")),
        ("**VERDICT: NOT DONE** — no mail was sent", Judgement(False, "no mail was sent")),
        ("VERDICT: NOT YET COMPLETE. No mail.", Judgement(False, "No mail.")),
        ("Not done: no mail", Judgement(False, "no mail")),
        ("No mail was sent.\nVERDICT: NOT DONE", Judgement(False, "No mail was sent.")),
        ("NOT DONE", Judgement(False, "The task is not done.")),
        ("VERDICT: NOT DONE: x\nNo, I was wrong.\nVERDICT: DONE", Judgement(True)),
        ("Done with looking, I cannot say.", Judgement(False)),
        ("Complete the order first.", Judgement(False)),
        ("", Judgement(False)),
    ],
)
def test_the_last_line_that_says_so_is_the_verdict(text: str, judged: Judgement) -> None:
    assert read_verdict(text) == judged

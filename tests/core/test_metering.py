"""The models of an episode: what is asked of them is booked, recorded, and held to the limits."""

from __future__ import annotations

import threading
from typing import Any, ClassVar

import pytest
from scripted import Answer, Request, ScriptedModel, reply
from toys import Notes, call, climb, play

import crab_core as crab
from crab_core.metering import EpisodeModels

ASK = [crab.Message("user", (crab.Text("What now?"),))]


class Asking(crab.Policy):
    """Asks its models once a turn each, then raises the number."""

    name = "asking"

    def __init__(self, *agents: str) -> None:
        self._agents = agents

    def begin(self, briefing: crab.Briefing) -> None:
        self._models = [briefing.models.get("scripted:one", agent=agent) for agent in self._agents]

    def decide(self, turn: crab.Turn) -> crab.Decision:
        for model in self._models:
            model.complete(ASK)
        return crab.Decision([call("add")])


def models(*answers: Answer, limits: crab.Limits | None = None, **more: Any) -> EpisodeModels:
    model = ScriptedModel(*answers, loop=len(answers) == 1)
    return EpisodeModels(lambda name: model, limits or crab.Limits(), **more)


def played(task: crab.Task, models: EpisodeModels, *agents: str) -> tuple[crab.EpisodeResult, Notes]:
    notes = Notes()
    return play(task, Asking(*agents), models=models, observers=[notes]), notes


def test_usage_is_booked_by_call_by_agent_and_for_the_episode() -> None:
    cheap = reply(usage=crab.Usage(10, 5, cost=0.25))
    result, notes = played(climb(2), models(cheap), "main", "critic")
    assert result.usage == crab.Usage(40, 20, cost=1.0)
    assert result.agents == {
        "main": crab.Usage(20, 10, cost=0.5),
        "critic": crab.Usage(20, 10, cost=0.5),
    }
    assert result.metrics.tokens == 60
    first = notes.steps[0].decision
    assert first is not None
    assert first.usage == crab.Usage(20, 10, cost=0.5)
    assert [(e.agent, e.reply, e.messages) for e in first.exchange] == [
        ("main", cheap, tuple(ASK)),
        ("critic", cheap, tuple(ASK)),
    ]


def test_a_price_that_is_not_known_makes_the_sum_unknown() -> None:
    known, unknown = crab.Usage(1, 1, cost=2.0), crab.Usage(1, 1)
    assert (known + unknown).cost is None
    assert (crab.Usage() + known + known).cost == 4.0
    assert (unknown + crab.Usage()).cost is None


def test_a_call_that_fails_is_recorded_with_its_error() -> None:
    result, notes = played(climb(2), models(reply(), crab.AgentError("no such model")), "main")
    assert result.termination is crab.Termination.AGENT_ERROR
    look = notes.steps[-1]
    assert look.result is None
    assert look.decision is not None
    (failed,) = look.decision.exchange
    assert (failed.reply, failed.error) == (None, "no such model")


@pytest.mark.parametrize(
    ("limits", "termination"),
    [
        (crab.Limits(tokens=25), crab.Termination.BUDGET),
        (crab.Limits(dollars=0.4), crab.Termination.BUDGET),
    ],
)
def test_a_budget_ends_the_episode_between_two_calls_of_a_turn(
    limits: crab.Limits, termination: crab.Termination
) -> None:
    """Two calls go out; the third finds the budget used up, and nothing that was spent is lost."""
    asked = models(reply(usage=crab.Usage(10, 5, cost=0.25)), limits=limits)
    result, notes = played(climb(9, limits=limits), asked, "main", "tool", "critic")
    assert result.termination is termination
    assert result.usage == crab.Usage(20, 10, cost=0.5)
    assert result.metrics.steps == 0
    assert notes.steps[-1].decision is not None
    assert len(notes.steps[-1].decision.exchange) == 2


def test_the_time_limit_ends_a_turn_before_the_next_call() -> None:
    now = iter(range(100))
    limits = crab.Limits(seconds=4)
    asked = models(reply(), limits=limits, clock=lambda: float(next(now)))
    result, _ = played(climb(9, limits=limits), asked, *["main"] * 9)
    assert result.termination is crab.Termination.TIME_LIMIT
    assert result.metrics.steps == 0


@pytest.mark.parametrize("thread", ["main", "worker"])
def test_the_time_limit_ends_a_call_that_hangs(thread: str) -> None:
    """Whatever the back end does: this one knows of no limits."""
    answered = threading.Event()

    def hang(request: Request) -> crab.Reply:
        answered.wait(60)
        return reply()

    limits = crab.Limits(seconds=0.2)
    asked = models(hang, limits=limits, clock=lambda: 0.0)
    ended: list[tuple[crab.EpisodeResult, Notes]] = []

    def playing() -> None:
        ended.append(played(climb(9, limits=limits), asked, "main"))

    if thread == "main":
        playing()
    else:
        worker = threading.Thread(target=playing, daemon=True)
        worker.start()
        worker.join(30)
    ((result, notes),) = ended
    assert not answered.is_set()
    answered.set()
    assert (result.termination, result.status) == (crab.Termination.TIME_LIMIT, crab.Status.SCORED)
    assert notes.steps[-1].decision is not None
    (exchange,) = notes.steps[-1].decision.exchange
    assert (exchange.reply, exchange.error) == (None, "The limit of seconds is reached.")


def test_a_back_end_is_told_how_much_time_is_left() -> None:
    class Bounded(ScriptedModel):
        given: ClassVar[list[float]] = []

        def within(self, seconds: float) -> crab.ModelBackend:
            self.given.append(seconds)
            return self

    now = iter(range(100))
    limits = crab.Limits(seconds=50)
    asked = EpisodeModels(
        lambda name: Bounded(reply()), limits, clock=lambda: float(next(now)), stop=threading.Event()
    )
    asked.get("one").complete(ASK)
    assert Bounded.given == [49]


def test_a_stopped_run_does_not_wait_for_a_service_that_hangs() -> None:
    """As Ctrl-C does while episodes are played in threads: none of them is the main one."""
    stop, asked, answered = threading.Event(), threading.Event(), threading.Event()

    def hang(request: Request) -> crab.Reply:
        asked.set()
        answered.wait()
        return reply()

    waiting = models(hang, stop=stop)
    notes, ended = Notes(), []

    def playing() -> None:
        try:
            play(climb(2), Asking("main"), models=waiting, observers=[notes], stop=stop)
        except KeyboardInterrupt:
            ended.append(notes.results[0].termination)

    thread = threading.Thread(target=playing, daemon=True)
    thread.start()
    assert asked.wait(20)
    stop.set()
    thread.join(20)
    answered.set()
    assert ended == [crab.Termination.STOPPED]
    (exchange,) = notes.steps[-1].decision.exchange  # type: ignore[union-attr]
    assert "stopped before the reply came" in exchange.error


def test_a_budget_in_dollars_needs_a_price() -> None:
    limits = crab.Limits(dollars=1.0)
    result, _ = played(climb(9, limits=limits), models(reply(), limits=limits), "main")
    assert (result.termination, result.status) == (crab.Termination.AGENT_ERROR, crab.Status.UNSCORED)
    assert "price of scripted:one is not known" in result.error
    assert "option `price`" in result.error


def test_a_model_that_is_asked_in_the_beginning_is_booked_with_the_first_turn() -> None:
    class Early(Asking):
        def begin(self, briefing: crab.Briefing) -> None:
            super().begin(briefing)
            briefing.models.get("scripted:one", agent="reflector").complete(ASK)

    notes = Notes()
    result = play(climb(1), Early("main"), models=models(reply()), observers=[notes])
    assert set(result.agents) == {"reflector", "main"}
    assert notes.steps[0].decision is not None
    assert [e.agent for e in notes.steps[0].decision.exchange] == ["reflector", "main"]


def test_an_episode_without_models_says_so_to_a_policy_that_wants_one() -> None:
    with pytest.raises(crab.UsageError, match="no model 'scripted:one'"):
        play(climb(1), Asking("main"))


def test_a_call_that_could_not_be_understood_is_invalid_and_the_agent_is_told_why() -> None:
    from toys import Script

    policy = Script(crab.ActionCall("counter", "add", {}, problem="The code block is not closed."))
    result = play(climb(1, limits=crab.Limits(steps=2)), policy)
    assert (result.metrics.actions, result.metrics.steps) == (1, 2), "only the waiting was executed"
    assert policy.turns[1].feedback[0].text == "The code block is not closed."


def test_a_turn_without_a_call_says_what_was_wrong_with_the_reply() -> None:
    from toys import Script

    policy = Script(crab.Decision(problem="The reply was cut off. Answer more briefly."))
    play(climb(1, limits=crab.Limits(steps=2)), policy)
    assert policy.turns[1].feedback[0].text == "The reply was cut off. Answer more briefly."

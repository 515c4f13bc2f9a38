"""Episodes: every way to end is told apart, and what failed is told to whom it belongs."""

from __future__ import annotations

import gc
import itertools
import weakref
from collections.abc import Sequence
from typing import Any

import pytest
from toys import COMPLETE, Counter, Notes, Script, call, climb, counter_benchmark, play, raises_below

from crab_core import (
    AgentError,
    Benchmark,
    CheckpointGraph,
    Clip,
    Content,
    Decision,
    DefinitionError,
    DeviceError,
    Episode,
    EpisodeResult,
    EvaluatorCall,
    HostError,
    Limits,
    Marked,
    ModelUnavailable,
    Outcome,
    RecordError,
    Screenshot,
    Status,
    StepFinished,
    Task,
    Termination,
    Turn,
    UsageError,
    action,
)
from crab_core.episode import RECORDING
from crab_core.policies.solution import SolutionPolicy

ADD = call("add")
SCORED, UNSCORED = Status.SCORED, Status.UNSCORED


def ended(result: EpisodeResult) -> tuple[Termination, Status]:
    return result.termination, result.status


# -- the agent's endings: all of them are scored ---------------------------------------------------


def test_success_ends_the_episode_at_once() -> None:
    result = play(climb(1, 2), Script(ADD, ADD, ADD))
    assert ended(result) == (Termination.SUCCESS, SCORED)
    assert result.metrics.steps == 2
    assert result.metrics.completion_ratio == 1.0
    assert result.metrics.execution_efficiency == 0.5


def test_success_on_the_last_allowed_step_is_success() -> None:
    assert play(climb(2, limits=Limits(steps=2)), Script(ADD, ADD)).termination is Termination.SUCCESS


@pytest.mark.parametrize(
    "limits",
    [
        Limits(steps=1),
        Limits(seconds=0.0),
        Limits(tokens=0),
        Limits(repetitions=1),
    ],
)
def test_success_beats_every_limit_that_is_reached_with_it(limits: Limits) -> None:
    assert play(climb(1, limits=limits), Script(ADD)).termination is Termination.SUCCESS


def test_success_beats_completion() -> None:
    class Late(Counter):
        def settle(self) -> Any:  # the number rises while the device comes to rest
            self.value += 1
            return super().settle()

    benchmark = Benchmark({"counter": Late()})
    result = Episode("e", climb(1), benchmark, Script(COMPLETE)).run()
    assert ended(result) == (Termination.SUCCESS, SCORED)


def test_completing_what_is_not_done_is_false_completion() -> None:
    result = play(climb(1, 2), Script(ADD, COMPLETE))
    assert ended(result) == (Termination.FALSE_COMPLETION, SCORED)
    assert result.metrics.completion_ratio == 0.5


def test_what_follows_completion_in_the_same_turn_is_not_executed() -> None:
    notes = Notes()
    result = play(climb(1), Script([COMPLETE, ADD]), observers=[notes])
    assert result.termination is Termination.FALSE_COMPLETION
    assert [e.result.call.name for e in notes.steps if e.result] == ["complete"]


def test_step_limit() -> None:
    result = play(climb(9, limits=Limits(steps=4)), Script(ADD))
    assert ended(result) == (Termination.STEP_LIMIT, SCORED)
    assert (result.metrics.steps, result.metrics.actions) == (4, 4)


def test_step_limit_counts_calls_and_not_turns() -> None:
    result = play(climb(9, limits=Limits(steps=3)), Script([ADD, ADD, ADD, ADD, ADD]))
    assert (result.termination, result.metrics.steps) == (Termination.STEP_LIMIT, 3)


def test_invalid_calls_in_a_row_end_the_episode() -> None:
    wrong = call("subtract")
    result = play(climb(9, limits=Limits(invalid_actions=2)), Script(wrong, ADD, wrong, wrong, ADD))
    assert ended(result) == (Termination.INVALID_ACTION, SCORED)
    assert (result.metrics.steps, result.metrics.actions) == (4, 1)


def test_a_reply_without_a_call_is_an_invalid_action() -> None:
    policy = Script([], [], [])
    result = play(climb(9, limits=Limits(invalid_actions=3)), policy)
    assert (result.termination, result.metrics.steps) == (Termination.INVALID_ACTION, 3)
    (said,) = policy.turns[1].feedback
    assert not said.ok
    assert "held no action" in said.text


def test_repetition_limit() -> None:
    result = play(climb(9, limits=Limits(repetitions=3)), Script(*[call("add", amount=0)] * 9))
    assert ended(result) == (Termination.REPETITION_LIMIT, SCORED)
    assert result.metrics.steps == 3


def test_a_clip_of_a_screen_that_stands_still_is_no_change() -> None:
    class Filming(Counter):
        def observe(self) -> dict[str, Content]:
            length = next(lengths)
            return {**super().observe(), "clip": Clip(b"still" * length, length)}

    lengths = itertools.count(1)
    nothing = Script(*[call("add", amount=0)] * 9)
    benchmark = Benchmark({"counter": Filming()})
    result = Episode("e", climb(9, limits=Limits(repetitions=3)), benchmark, nothing).run()
    assert ended(result) == (Termination.REPETITION_LIMIT, SCORED)


def test_the_same_call_is_no_repetition_while_the_screen_changes() -> None:
    result = play(climb(5, limits=Limits(repetitions=2)), Script(*[ADD] * 5))
    assert result.termination is Termination.SUCCESS


def test_another_call_between_ends_the_repetition() -> None:
    nothing, other = call("add", amount=0), call("wait", "root")
    limits = Limits(repetitions=2, steps=5)
    result = play(climb(9, limits=limits), Script(nothing, other, nothing, other, nothing))
    assert result.termination is Termination.STEP_LIMIT


def test_time_limit() -> None:
    ticks = itertools.count(0, 10)
    result = play(climb(9, limits=Limits(seconds=60)), Script(), clock=lambda: float(next(ticks)))
    assert ended(result) == (Termination.TIME_LIMIT, SCORED)


def test_budget() -> None:
    from crab_core import Usage

    spend = Decision([call("wait", "root")], usage=Usage(30, 10))
    result = play(climb(9, limits=Limits(tokens=100)), Script(*[spend] * 9))
    assert ended(result) == (Termination.BUDGET, SCORED)
    assert (result.usage, result.metrics.tokens) == (Usage(90, 30), 120)


def test_a_turn_of_several_calls_costs_once() -> None:
    from crab_core import Usage

    result = play(climb(2), Script(Decision([ADD, ADD], usage=Usage(30, 10))))
    assert result.metrics.tokens == 40
    assert result.metrics.cost_efficiency == 1 / 40


# -- failures --------------------------------------------------------------------------------------


def test_a_policy_that_fails_is_an_agent_error_and_scored() -> None:
    result = play(climb(1, 2), Script(ADD, KeyError("lost")))
    assert ended(result) == (Termination.AGENT_ERROR, SCORED)
    assert result.metrics.completion_ratio == 0.5
    assert "KeyError: 'lost'" in result.error


def test_a_policy_that_cannot_begin_is_an_agent_error_too() -> None:
    class Unable(Script):
        def begin(self, briefing: Any) -> None:
            raise ModelUnavailable("no route")

    notes = Notes()
    result = play(climb(1), Unable(), observers=[notes])
    assert ended(result) == (Termination.AGENT_ERROR, UNSCORED)
    assert len(notes.started) == 1
    assert notes.results == [result]


def test_a_model_that_cannot_be_had_is_unscored() -> None:
    result = play(climb(1), Script(ModelUnavailable("over capacity", advice="Try later.")))
    assert ended(result) == (Termination.AGENT_ERROR, UNSCORED)
    assert result.error.count("Try later.") == 1


def test_an_agent_error_is_scored() -> None:
    assert ended(play(climb(1), Script(AgentError("refused")))) == (Termination.AGENT_ERROR, SCORED)


def test_a_policys_usage_error_in_play_is_the_policys() -> None:
    assert ended(play(climb(1), Script(UsageError("?")))) == (Termination.AGENT_ERROR, SCORED)


def test_a_device_that_fails_is_unscored_and_its_traceback_kept() -> None:
    result = play(climb(1), Script(call("unplug")))
    assert ended(result) == (Termination.ENVIRONMENT_ERROR, UNSCORED)
    assert "DeviceError: the plug is out" in result.error
    assert "in unplug" in result.error


@pytest.mark.parametrize("error", [DeviceError("dead"), HostError("gone"), UsageError("?"), OSError(5, "io")])
def test_a_device_that_cannot_be_looked_at_is_unscored(error: Exception) -> None:
    class Blind(Counter):
        def observe(self) -> dict[str, Content]:
            raise error

    result = Episode("e", climb(1), Benchmark({"counter": Blind()}), Script(ADD)).run()
    assert ended(result) == (Termination.ENVIRONMENT_ERROR, UNSCORED)


def test_a_device_that_cannot_be_judged_at_the_start_was_not_played() -> None:
    class Dead(Counter):
        def evaluate(self, calls: Sequence[EvaluatorCall]) -> list[Outcome]:
            raise HostError("the host is gone")

    notes = Notes()
    with pytest.raises(HostError):
        Episode("e", climb(1), Benchmark({"counter": Dead()}), Script(ADD), observers=[notes]).run()
    assert not notes.started


def test_a_failing_last_look_does_not_spoil_the_result() -> None:
    class Fading(Counter):
        def observe(self) -> dict[str, Content]:
            if self.value:
                raise DeviceError("went dark")
            return super().observe()

    notes = Notes()
    result = Episode("e", climb(1), Benchmark({"counter": Fading()}), Script(ADD), observers=[notes]).run()
    assert ended(result) == (Termination.SUCCESS, SCORED)
    assert "went dark" in notes.steps[-1].turn.feedback[0].text


def test_what_a_device_has_recorded_stands_beside_the_last_look_only() -> None:
    class Filmed(Counter):
        def recording(self) -> Clip:
            return Clip(b"film", self.value)

    notes = Notes()
    benchmark = Benchmark({"counter": Filmed(), "other": Counter("other")})
    Episode("e", climb(2), benchmark, Script(ADD, ADD), observers=[notes]).run()
    *steps, look = notes.steps
    assert look.turn["counter"].contents[RECORDING] == Clip(b"film", 2)
    assert "display" in look.turn["counter"].contents
    assert RECORDING not in look.turn["other"].contents
    assert len(steps) == 2
    assert not [step for step in steps if RECORDING in step.turn["counter"].contents]


def test_an_evaluator_that_raises_is_asked_again_after_the_next_step() -> None:
    graph = CheckpointGraph({"seen": raises_below(2)})
    task = Task(id="t", description="", worlds={"counter": {}}, graph=graph)
    notes = Notes()
    result = play(task, Script(ADD, ADD), observers=[notes])
    assert ended(result) == (Termination.SUCCESS, SCORED)
    first = notes.steps[0].nodes[0]
    assert first.error is not None
    assert "too small" in first.error.message


def test_an_interrupt_tells_observers_and_reaches_the_caller() -> None:
    notes = Notes()
    with pytest.raises(KeyboardInterrupt):
        play(climb(1, 2), Script(ADD, KeyboardInterrupt()), observers=[notes])
    (result,) = notes.results
    assert ended(result) == (Termination.STOPPED, UNSCORED)
    assert result.metrics.completion_ratio == 0.5
    assert notes.steps[-1].result is None, "the last look was taken"


def test_a_record_that_cannot_be_written_is_nobodys_failure() -> None:
    class FullDisk(Notes):
        def step_finished(self, event: StepFinished) -> None:
            raise RecordError("no space left on device")

    with pytest.raises(RecordError, match="no space"):
        play(climb(1, 2), Script(ADD), observers=[FullDisk()])


def test_a_task_without_solution_is_refused_before_it_is_played() -> None:
    notes = Notes()
    with pytest.raises(UsageError, match="no reference solution"):
        play(climb(1), SolutionPolicy(), observers=[notes])
    assert not notes.started


def test_a_task_that_does_not_fit_the_devices_is_refused() -> None:
    with pytest.raises(DefinitionError):
        Episode("e", climb(1), Benchmark({}), Script()).run()


# -- what the agent is told ------------------------------------------------------------------------


def test_a_policy_is_told_the_task_and_nothing_of_its_graph_or_solution() -> None:
    def solve(turn: Turn) -> Any:
        yield ADD

    policy = Script(ADD)
    play(climb(1, solution=solve), policy)
    briefing = policy.briefing
    assert briefing.task_description == "Raise the number to 1."
    assert briefing.solution is None
    assert set(briefing.action_spaces) == {"counter", "root"}
    assert briefing.environments == {"counter": "A number that can be raised."}


def test_the_parts_of_a_result_are_told_apart_and_texts_as_they_are() -> None:
    @action
    def run() -> dict[str, Any]:
        """Run something."""
        return {"stdout": "one\ntwo\n", "stderr": "", "status": 0}

    policy = Script(call("run"), ADD)
    benchmark = counter_benchmark()
    benchmark.devices["counter"].extend([run])  # type: ignore[attr-defined]
    Episode("e", climb(1), benchmark, policy).run()
    assert policy.turns[1].feedback[0].text == "stdout:\none\ntwo\nstderr:\nstatus: 0"


def test_each_turn_shows_the_devices_and_what_became_of_the_last_calls() -> None:
    policy = Script([call("add", amount=2), call("subtract")], ADD)
    play(climb(3), policy)
    first, second = policy.turns
    assert (first.number, first.feedback) == (1, ())
    assert first["counter"].contents["display"].text == "0"  # type: ignore[union-attr]
    assert second["counter"].contents["display"].text == "2"  # type: ignore[union-attr]
    assert (second.feedback[0].ok, second.feedback[0].text) == (True, "2")
    assert not second.feedback[1].ok
    assert "subtract" in second.feedback[1].text


def test_a_denied_action_is_invalid_and_the_agent_reads_why() -> None:
    policy = Script(ADD, call("wait", "root"))
    benchmark = counter_benchmark()
    result = Episode(
        "e",
        climb(1, limits=Limits(steps=2)),
        benchmark,
        policy,
        approve=lambda call, task, turn: f"not in {task}" if call.name == "add" else None,
    ).run()
    assert benchmark.devices["counter"].state() == {"value": 0}
    assert result.metrics.actions == 1
    assert "not in climb" in policy.turns[1].feedback[0].text


def test_a_prompter_marks_what_can_be_seen() -> None:
    picture = Screenshot(b"raw", 4, 4)
    drawn = Screenshot(b"marked", 4, 4)

    class Seen(Counter):
        def observe(self) -> dict[str, Content]:
            return {"screenshot": picture}

    class Prompter:
        name = "marks"

        def mark(self, screenshot: Any, tree: Any) -> Marked:
            assert (screenshot, tree) == (picture, None)
            return Marked(screenshot=drawn, text="nothing to click")

    policy = Script(ADD)
    Episode("e", climb(1), Benchmark({"counter": Seen()}), policy, Prompter()).run()
    view = policy.turns[0]["counter"]
    assert (view.screenshot, view.marked, view.text) == (picture, drawn, "nothing to click")


# -- what observers are told -----------------------------------------------------------------------


def test_observers_hear_of_start_every_call_the_last_look_and_the_end() -> None:
    notes = Notes()
    result = play(climb(1, 3), Script([ADD, ADD], ADD), observers=[notes], attempt=2)
    assert (notes.started[0].attempt, notes.started[0].passed) == (2, [])
    calls = [(e.turn.number, e.result.number if e.result else None, bool(e.decision)) for e in notes.steps]
    assert calls == [(1, 1, True), (1, 2, False), (2, 3, True), (3, None, False)]
    assert [n.name for n in notes.steps[0].nodes] == ["at least 1", "at least 3"]
    assert notes.results == [result]


def test_an_episode_leaves_nothing_of_its_devices_in_memory() -> None:
    benchmark = counter_benchmark()
    device = weakref.ref(benchmark.devices["counter"])
    Episode("e", climb(9, limits=Limits(invalid_actions=2)), benchmark, Script([], [])).run()
    del benchmark
    gc.collect()
    assert device() is None

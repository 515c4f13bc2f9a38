"""Benchmarks: calls find their device, and the graph is judged after each."""

from __future__ import annotations

import pytest
from toys import (
    COMPLETE,
    Counter,
    Touchpad,
    at_least,
    call,
    climb,
    counter_benchmark,
    counter_is,
    raises_below,
)

from crab_core import (
    Benchmark,
    Box,
    CheckpointGraph,
    DefinitionError,
    DeviceError,
    ElementMap,
    InvalidAction,
    Mark,
    Settled,
    Task,
)
from crab_core.benchmark import answer_is


def three() -> Benchmark:
    """Two counters and a touchpad."""
    devices = {"counter": Counter(), "second": Counter("second"), "touchpad": Touchpad()}
    for device in devices.values():
        device.reset()
    return Benchmark(devices)


def task(**nodes: object) -> Task:
    return Task(
        id="t",
        description="…",
        worlds={"counter": {}, "second": {}, "touchpad": {}},
        graph=CheckpointGraph(nodes),  # type: ignore[arg-type]
    )


# -- one environment -------------------------------------------------------------------------------


def test_a_step_acts_and_judges() -> None:
    benchmark = counter_benchmark()
    assert benchmark.begin(climb(2, 4)) == []
    result = benchmark.step(call("add", amount=3))
    assert (result.number, result.value, result.executed) == (1, 3, {"amount": 3})
    assert result.passed == ["at least 2"]
    assert not result.complete
    assert benchmark.step(call("add")).complete


def test_what_is_true_at_the_start_is_step_zero() -> None:
    benchmark = counter_benchmark(start=2)
    assert benchmark.begin(climb(2, 4, start=2)) == ["at least 2"]
    assert benchmark.graph is not None
    assert benchmark.graph.records()[0].step == 0


def test_a_step_before_begin_is_refused() -> None:
    with pytest.raises(DefinitionError, match="begin"):
        counter_benchmark().step(call("add"))


@pytest.mark.parametrize(
    ("wrong", "advice"),
    [
        (call("add", "countr"), "Did you mean 'counter'"),
        (call("subtract"), "counter has no action 'subtract'"),
        (call("add", amount="many"), "amount"),
        (call("add", ""), "environment"),
        (call("refuse"), "Not now"),
        (call("submit", "root"), "answer"),
    ],
)
def test_an_invalid_call_is_counted_and_executes_nothing(wrong: object, advice: str) -> None:
    benchmark = counter_benchmark()
    benchmark.begin(climb(1))
    result = benchmark.step(wrong)  # type: ignore[arg-type]
    assert isinstance(result.error, InvalidAction)
    assert advice in str(result.error)
    assert (result.number, result.executed, result.value) == (1, None, None)
    assert benchmark.devices["counter"].state() == {"value": 0}


def test_the_graph_is_judged_after_an_invalid_call_too() -> None:
    benchmark = counter_benchmark()
    benchmark.begin(climb(1))
    benchmark.devices["counter"].act("add", {})  # the device moved by itself meanwhile
    assert benchmark.step(call("nonsense")).passed == ["at least 1"]


def test_a_refused_call_reaches_no_device() -> None:
    benchmark = counter_benchmark()
    benchmark.begin(climb(1))
    refusal = InvalidAction("Denied.")
    assert benchmark.step(call("add"), refusal=refusal).error is refusal
    assert benchmark.devices["counter"].state() == {"value": 0}


def test_what_a_device_raises_reaches_the_caller() -> None:
    benchmark = counter_benchmark()
    benchmark.begin(climb(1))
    with pytest.raises(DeviceError, match="plug"):
        benchmark.step(call("unplug"))


def test_nothing_of_one_task_reaches_the_next() -> None:
    benchmark = counter_benchmark()
    benchmark.begin(climb(1))
    benchmark.step(call("submit", "root", answer="42"))
    benchmark.step(call("add"))
    benchmark.step(COMPLETE)
    benchmark.devices["counter"].reset({})  # type: ignore[attr-defined]
    assert benchmark.begin(climb(1)) == []
    assert benchmark.root.answer is None
    assert not benchmark.root.completed
    assert benchmark.step(call("add", amount=0)).number == 1


def test_a_task_whose_parts_are_missing_is_refused() -> None:
    benchmark = counter_benchmark()
    with pytest.raises(DefinitionError, match="'second'"):
        benchmark.begin(task(a=at_least(1)))
    with pytest.raises(DefinitionError, match="counter_is"):
        Benchmark({"counter": Touchpad("counter")}).begin(
            Task(id="t", description="", worlds={"counter": {}}, graph=CheckpointGraph({"a": counter_is(1)}))
        )


def test_no_device_may_be_called_root() -> None:
    with pytest.raises(DefinitionError, match="root"):
        Benchmark({"root": Counter()})


# -- several environments --------------------------------------------------------------------------


def test_calls_go_to_the_environment_that_they_name() -> None:
    benchmark = three()
    benchmark.begin(task(left=at_least(1), right=at_least(2).on("second")))
    assert benchmark.step(call("add", "second", amount=2)).passed == ["right"]
    assert benchmark.step(call("add", "counter")).passed == ["left"]


def test_one_checkpoint_may_judge_two_environments() -> None:
    benchmark = three()
    benchmark.begin(task(both=at_least(1) & at_least(1).on("second")))
    assert benchmark.step(call("add", "second")).passed == []
    assert benchmark.step(call("add", "counter")).passed == ["both"]


def test_each_environment_is_asked_once_a_round() -> None:
    asked = []

    class Asked(Counter):
        def evaluate(self, calls):  # type: ignore[no-untyped-def]
            asked.append((self.name, [c.name for c in calls]))
            return super().evaluate(calls)

    benchmark = Benchmark({"counter": Asked(), "second": Asked("second")})
    benchmark.begin(
        Task(
            id="t",
            description="",
            worlds={"counter": {}, "second": {}},
            graph=CheckpointGraph(
                {"a": at_least(1), "b": at_least(1).on("second"), "c": counter_is(3) | at_least(9)}
            ),
        )
    )
    assert asked == [("counter", ["at_least", "counter_is", "at_least"]), ("second", ["at_least"])]


def test_marks_are_those_of_the_environment_as_the_task_calls_it() -> None:
    pad = Touchpad()  # calls itself "touchpad"; the task calls it "left"
    benchmark = Benchmark({"left": pad, "counter": Counter()})
    benchmark.begin(climb(1))
    marks = {"left": ElementMap((Mark(1, Box(0, 0, 10, 10), "OK", "button"),))}
    result = benchmark.step(call("touch", "left", element=1), marks)
    assert result.executed == {"x": 5, "y": 5}
    assert pad.touched == (5, 5)


def test_an_action_without_environment_is_invalid_when_spaces_are_apart() -> None:
    benchmark = three()
    benchmark.begin(task(a=at_least(1)))
    assert benchmark.step(call("touch", "")).error is not None


# -- merged spaces ---------------------------------------------------------------------------------


def merged() -> Benchmark:
    benchmark = Benchmark({"counter": Counter(), "touchpad": Touchpad()}, merged=True)
    benchmark.begin(climb(1))
    return benchmark


def test_merged_the_actions_name_says_the_environment() -> None:
    benchmark = merged()
    assert benchmark.step(call("touch", "", x=1, y=2)).error is None
    assert benchmark.step(call("add", "")).complete
    assert benchmark.step(call("complete", "")).error is None
    assert benchmark.root.completed


def test_merged_an_ambiguous_name_is_invalid_and_says_whose_it_is() -> None:
    error = merged().step(call("wait", "")).error
    assert error is not None
    assert "touchpad, root" in str(error)


def test_merged_an_unknown_name_offers_the_nearest_of_all() -> None:
    error = merged().step(call("tuch", "")).error
    assert error is not None
    assert "'touch'" in str(error)


def test_merged_the_environment_may_still_be_named() -> None:
    benchmark = merged()
    assert benchmark.step(call("wait", "touchpad")).error is None
    assert benchmark.step(call("wait", "nowhere")).error is not None


# -- root ------------------------------------------------------------------------------------------


def answered(*answers: str) -> bool:
    benchmark = counter_benchmark()
    graph = CheckpointGraph({"right": answer_is("Forty two")})
    benchmark.begin(Task(id="t", description="", worlds={"counter": {}}, graph=graph))
    for answer in answers:
        benchmark.step(call("submit", "root", answer=answer))
    assert benchmark.graph is not None
    return benchmark.graph.complete


def test_an_answer_is_judged_by_root() -> None:
    assert answered("  forty  TWO ")
    assert not answered("42")
    assert not answered("")
    assert not answered()


def test_a_later_answer_replaces_an_earlier_one() -> None:
    assert answered("42", "forty two")


def test_complete_judges_the_final_state() -> None:
    benchmark = counter_benchmark()
    benchmark.begin(climb(1))
    benchmark.devices["counter"].act("add", {})  # became true after the last step was judged
    result = benchmark.step(COMPLETE)
    assert result.complete
    assert benchmark.root.completed


def test_wait_lets_every_device_come_to_rest() -> None:
    class Slow(Counter):
        def settle(self) -> Settled:
            return Settled("still", 0.25)

    class Restless(Counter):
        def settle(self) -> Settled:
            return Settled("cap", 1.0)

    benchmark = Benchmark({"counter": Slow(), "second": Restless("second")})
    benchmark.begin(climb(1))
    assert benchmark.step(call("wait", "root")).settled == Settled("cap", 1.25)
    assert benchmark.step(call("add")).settled == Settled("still", 0.25)


def test_root_is_among_the_action_spaces() -> None:
    spaces = counter_benchmark().action_spaces
    assert list(spaces) == ["counter", "root"]
    assert set(spaces["root"]) == {"submit", "complete", "wait"}


def test_a_checkpoint_whose_evaluator_raises_is_an_error_and_asked_again() -> None:
    benchmark = counter_benchmark()
    graph = CheckpointGraph({"seen": raises_below(2)})
    benchmark.begin(Task(id="t", description="", worlds={"counter": {}}, graph=graph))
    assert benchmark.graph is not None
    (record,) = benchmark.graph.records()
    assert record.error is not None
    assert record.error.message == "0 is too small to look at"
    assert benchmark.step(call("add", amount=2)).passed == ["seen"]
    assert benchmark.graph.records()[0].error is None

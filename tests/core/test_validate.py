"""Validation: a good task passes, and each way to be a bad one is found."""

from __future__ import annotations

import dataclasses
import importlib.util
import itertools
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from toys import Sturdy, at_least, call, climb, counter_is, listing, toy_plugins

import crab_core as crab
from crab_core.rig import Rig
from crab_core.task import instantiate
from crab_core.validate import Validation, Validator


@pytest.fixture(autouse=True)
def sturdy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Random agents break what can be broken, and then nothing is proven."""
    monkeypatch.setattr("toys.Counter", Sturdy)


Family = Callable[[int], crab.Task]


def climbing(seed: int, **more: Any) -> crab.Task:
    """A family that is valid in every respect: raise the number by exactly three."""

    def solve(turn: crab.Turn, by: int = 1) -> Any:
        for _ in range(3):
            yield call("add", amount=by)

    def leap(turn: crab.Turn) -> Any:
        yield call("add", amount=3)

    facts: dict[str, Any] = {
        "graph": crab.CheckpointGraph.chain(
            {f"at least {seed + 1}": at_least(seed + 1), f"exactly {seed + 3}": counter_is(seed + 3)}
        ),
        "limits": crab.Limits(steps=11),
        "solution": solve,
        "mutants": {"down": lambda turn: solve(turn, by=-1)},
        "alternatives": {"in one go": leap},
        "may_change": {"counter": [crab.May("value", {"value": seed + 3})]},
    }
    return dataclasses.replace(climb(seed + 3, start=seed), **{**facts, **more})


@crab.evaluator(env="counter")
def always(env: Any) -> crab.Verdict:
    """Broken: true whatever happened."""
    return crab.Verdict(True, "of course")


@crab.evaluator(env="counter")
def never(env: Any) -> crab.Verdict:
    """Broken: false whatever happened."""
    return crab.Verdict(False, "no way")


@crab.evaluator(env="counter")
def falls(env: Any) -> bool:
    """Broken: raises once the number is 1."""
    if env.value == 1:
        raise LookupError("the window is gone")
    return bool(env.value >= 3)


def validate(family: Family, seed: int = 0, *, evaluators: Any = (), device: type = Sturdy) -> Validation:
    class Judged(device):  # type: ignore[misc]
        pass

    Judged.evaluators = (*device.evaluators, *evaluators)
    with pytest.MonkeyPatch.context() as patch, Rig(toy_plugins()) as rig:
        patch.setattr("toys.Counter", Judged)
        return Validator(rig).validate("climbing", family, seed)


def failed(validation: Validation) -> dict[str, str]:
    return {check.name: check.detail for check in validation.checks if not check.ok}


def with_graph(**nodes: crab.Expression) -> Family:
    """The good family with other checkpoints."""
    return lambda seed: dataclasses.replace(climbing(seed), graph=crab.CheckpointGraph.chain(nodes))


# -- good tasks ------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [0, 5])
def test_a_good_task_proves_itself(seed: int) -> None:
    validation = validate(climbing, seed)
    assert validation.ok, failed(validation)
    assert [check.name for check in validation.checks] == [
        "same seed, same task",
        "nothing holds at the start",
        "doing nothing reaches nothing",
        "the reference solution reaches 1.0",
        "no evaluator raises on the way, and completion never falls",
        "the order of evaluators does not matter",
        "the reference solution calls only what an agent may",
        "the step limit leaves room, and no more",
        "the reference solution changes only what it may",
        "a reset leaves nothing",
        "the wrong solution 'down' does not succeed",
        "the other solution 'in one go' reaches 1.0 by another route",
        "the other solution 'in one go' changes only what it may",
        "a random agent does not succeed",
    ]
    assert (validation.steps, validation.limit, validation.environments) == (3, 11, ("counter",))
    assert validation.digest == instantiate(climbing, seed).digest
    assert validation.seconds >= sum(check.seconds for check in validation.checks) - 0.01


def test_the_third_partys_task_proves_itself() -> None:
    path = Path(__file__).parent.parent / "third_party_plugin" / "crab_counter.py"
    spec = importlib.util.spec_from_file_location("crab_counter", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "crab_counter", module)
        spec.loader.exec_module(module)
        plugins = toy_plugins(environments=listing())
        plugins.register("counter", lambda: module)
        with Rig(plugins) as rig:
            validation = Validator(rig).validate("count", plugins.tasks["count"].load(), 3)
    assert validation.ok, failed(validation)


def test_what_may_hold_at_the_start_has_to_be_said() -> None:
    def family(seed: int, allowed: frozenset[str]) -> crab.Task:
        return dataclasses.replace(
            climbing(seed),
            graph=crab.CheckpointGraph.chain({"at least 0": at_least(0), "exactly 3": counter_is(3)}),
            true_at_start=allowed,
        )

    assert validate(lambda seed: family(seed, frozenset({"at least 0"}))).ok
    assert "at least 0 holds already" in str(failed(validate(lambda seed: family(seed, frozenset()))))


# -- broken evaluators -----------------------------------------------------------------------------


def test_an_evaluator_that_is_always_true_is_found_even_behind_others() -> None:
    found = failed(validate(with_graph(first=at_least(3), second=always), evaluators=[always]))
    assert "second holds already (of course)" in found["nothing holds at the start"]


def test_an_evaluator_that_is_never_true_is_found() -> None:
    found = failed(validate(with_graph(first=at_least(3), second=never), evaluators=[never]))
    assert "second (no way)" in found["the reference solution reaches 1.0"]


def test_an_evaluator_that_raises_at_the_start_is_found() -> None:
    from toys import raises_below

    found = failed(validate(with_graph(seen=raises_below(3))))
    assert "seen raises RuntimeError" in found["nothing holds at the start"]


def test_an_evaluator_that_raises_on_the_way_is_found() -> None:
    found = failed(validate(with_graph(there=falls), evaluators=[falls]))
    assert (
        "after step 1: there: the window is gone"
        in found["no evaluator raises on the way, and completion never falls"]
    )


def test_an_evaluator_that_passes_by_waiting_is_found() -> None:
    asked = itertools.count()

    @crab.evaluator(env="counter")
    def patient(env: Any) -> bool:
        return env.value >= 3 or next(asked) >= 3

    assert "doing nothing reaches nothing" in failed(validate(with_graph(a=patient), evaluators=[patient]))


def test_evaluators_that_leave_answers_for_each_other_are_found() -> None:
    left: dict[str, int] = {}

    @crab.evaluator(env="counter")
    def remembers(env: Any) -> bool:
        left["value"] = env.value
        return bool(env.value >= 1)

    @crab.evaluator(env="counter")
    def believes(env: Any) -> bool:
        return left.get("value", 0) >= 3

    found = failed(validate(with_graph(a=remembers, b=believes), evaluators=[remembers, believes]))
    assert "believes" in found["the order of evaluators does not matter"]


def test_evaluators_that_hang_on_who_was_asked_last_are_found() -> None:
    last = [""]

    def listener(name: str, after: str) -> crab.Evaluator:
        @crab.evaluator(env="counter", name=name)
        def heard(env: Any) -> bool:
            before, last[0] = last[0], name
            return env.value >= 3 or (env.value >= 1 and before == after)

        return heard

    one, other = listener("one", "other"), listener("other", "one")
    graph = crab.CheckpointGraph({"one": one, "other": other})
    found = failed(
        validate(lambda seed: dataclasses.replace(climbing(seed), graph=graph), evaluators=[one, other])
    )
    assert "the order of evaluators does not matter" in found


# -- broken solutions and mutants ------------------------------------------------------------------


def solved_by(solve: Any, **facts: Any) -> Family:
    return lambda seed: dataclasses.replace(climbing(seed), solution=solve, **facts)


def test_a_solution_that_does_too_little_is_found() -> None:
    def short(turn: crab.Turn) -> Iterator[crab.ActionCall]:
        yield call("add", amount=2)

    found = failed(validate(solved_by(short, may_change={"counter": [crab.May("*")]})))
    assert found == {
        "the reference solution reaches 1.0": "false_completion: not passed: exactly 3 (the number is 2)"
    }


def test_a_solution_that_raises_is_found_with_its_error() -> None:
    def falling(turn: crab.Turn) -> Iterator[crab.ActionCall]:
        yield call("add")
        raise LookupError("no such button")

    assert "no such button" in failed(validate(solved_by(falling)))["the reference solution reaches 1.0"]


def test_a_solution_that_needs_too_many_steps_is_found() -> None:
    found = failed(validate(lambda seed: dataclasses.replace(climbing(seed), limits=crab.Limits(steps=2))))
    assert "step_limit" in found["the reference solution reaches 1.0"]


def test_a_task_without_solution_or_mutant_is_not_valid() -> None:
    found = failed(validate(lambda seed: climbing(seed, solution=None, mutants={}, alternatives={})))
    assert set(found) == {"the reference solution reaches 1.0", "a wrong solution does not succeed"}


def test_a_mutant_that_succeeds_is_found() -> None:
    def down(turn: crab.Turn) -> Iterator[crab.ActionCall]:
        yield call("add", amount=7)
        yield call("add", amount=-4)  # a detour, and not at all wrong

    found = failed(validate(lambda seed: climbing(seed, mutants={"detour": down})))
    assert set(found) == {"the wrong solution 'detour' does not succeed"}


def test_a_mutant_that_fails_to_run_proves_nothing() -> None:
    def broken(turn: crab.Turn) -> Iterator[crab.ActionCall]:
        raise LookupError("no such button")
        yield call("add")

    found = failed(validate(lambda seed: dataclasses.replace(climbing(seed), mutants={"broken": broken})))
    assert "no such button" in found["the wrong solution 'broken' does not succeed"]


# -- broken devices and families -------------------------------------------------------------------


def test_a_reset_that_leaves_something_is_found() -> None:
    class Leaky(Sturdy):
        total = 0

        def act(self, name: str, arguments: Mapping[str, Any]) -> Any:
            self.total += 1
            return super().act(name, arguments)

        def state(self) -> dict[str, Any]:
            return {**super().state(), "total": self.total}

    found = failed(validate(climbing, device=Leaky))
    assert "counter: total was changed: 0 became 3" in found["a reset leaves nothing"]
    assert (
        "counter: total was changed: from 0 to 3" in found["the reference solution changes only what it may"]
    )


def test_a_reset_that_does_nothing_is_found() -> None:
    class Stubborn(Sturdy):
        def on_reset(self, world: Mapping[str, Any], seed: int) -> None:
            pass

    assert "a reset leaves nothing" in failed(validate(climbing, device=Stubborn))


def test_a_device_that_fails_is_found() -> None:
    class Dead(Sturdy):
        def act(self, name: str, arguments: Mapping[str, Any]) -> Any:
            raise crab.DeviceError("the plug is out")

    assert "the plug is out" in failed(validate(climbing, device=Dead))["the reference solution reaches 1.0"]


def test_a_family_that_is_not_deterministic_is_found() -> None:
    drawn = itertools.count()

    def family(seed: int) -> crab.Task:
        return dataclasses.replace(climbing(seed), description=f"Raise it, {next(drawn)} times asked.")

    assert set(failed(validate(family))) == {"same seed, same task"}


def test_what_is_done_is_told() -> None:
    told: list[str] = []
    with Rig(toy_plugins()) as rig:
        Validator(rig, told=told.append).validate("climbing", climbing, 0)
    assert told == [
        "start world",
        "doing nothing",
        "reference solution",
        "reset",
        "wrong solution 'down'",
        "other solution 'in one go'",
        "random agent",
    ]

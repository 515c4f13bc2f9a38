"""Validation of what solutions do: calls, steps, side effects, other routes, and agents without a mind."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import Annotated, Any

import pytest
from pydantic import Field
from test_validate import climbing, failed, solved_by, validate
from toys import Sturdy, call, counter_is, toy_plugins

import crab_core as crab
from crab_core.rig import Rig
from crab_core.validate import Validation, Validator


@pytest.fixture(autouse=True)
def sturdy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Random agents break what can be broken, and then nothing is proven."""
    monkeypatch.setattr("toys.Counter", Sturdy)


# -- what an agent may do, and how often ---------------------------------------------------------------


def test_a_solution_that_calls_what_no_agent_may_is_found() -> None:
    def cheating(turn: crab.Turn) -> Iterator[crab.ActionCall]:
        yield call("set_value", value=3)
        yield call("add", amount=3)

    found = failed(validate(solved_by(cheating, limits=crab.Limits(steps=9))))
    assert set(found) == {"the reference solution calls only what an agent may"}
    assert "step 1, counter.set_value" in found["the reference solution calls only what an agent may"]


def test_a_solution_sees_turns_and_nothing_else() -> None:
    seen: list[Any] = []

    def looking(*given: Any) -> Iterator[crab.ActionCall]:
        seen.extend(given)
        seen.append((yield call("add", amount=3)))

    validate(solved_by(looking))
    assert seen
    assert all(type(one) is crab.Turn for one in seen if one is not None)


@pytest.mark.parametrize(("limit", "ok"), [(3, True), (11, True), (12, False)])
def test_a_step_limit_that_is_too_generous_is_found(limit: int, ok: bool) -> None:
    found = failed(validate(lambda seed: climbing(seed, limits=crab.Limits(steps=limit))))
    assert set(found) == (set() if ok else {"the step limit leaves room, and no more"})
    if not ok:
        assert "3 steps taken, 12 allowed, which is more than 11" in str(found)


# -- side effects --------------------------------------------------------------------------------------


class WithDrawer(Sturdy):
    """A counter with a drawer that every touch fills."""

    drawer: tuple[str, ...] = ()

    def on_reset(self, world: Mapping[str, Any], seed: int) -> None:
        super().on_reset(world, seed)
        self.drawer = ()

    def act(self, name: str, arguments: Mapping[str, Any]) -> Any:
        self.drawer = (*self.drawer, f"touched by {arguments.get('amount')}")
        return super().act(name, arguments)

    def state(self) -> dict[str, Any]:
        return {**super().state(), "drawer": list(self.drawer)}


def test_a_solution_that_changes_more_than_it_may_is_found() -> None:
    found = failed(validate(climbing, device=WithDrawer))
    assert set(found) == {
        "the reference solution changes only what it may",
        "the other solution 'in one go' changes only what it may",
    }
    assert "drawer/touched by 1" in found["the reference solution changes only what it may"]


def test_what_may_change_can_be_said() -> None:
    allowed = {"counter": [crab.May("value"), crab.May("drawer/*", kinds=("added",))]}
    assert validate(lambda seed: climbing(seed, may_change=allowed), device=WithDrawer).ok


def test_a_task_that_does_not_say_what_may_change_is_found() -> None:
    found = failed(validate(lambda seed: climbing(seed, may_change=None)))
    assert "give `may_change`" in found["the reference solution changes only what it may"]


def test_what_an_alternative_changes_is_looked_at_too() -> None:
    def through_seven(turn: crab.Turn) -> Iterator[crab.ActionCall]:
        yield call("add", amount=7)
        yield call("add", amount=-4)

    allowed = {"counter": [crab.May("value"), crab.May("drawer/touched by 1")]}
    found = failed(
        validate(
            lambda seed: climbing(seed, may_change=allowed, alternatives={"detour": through_seven}),
            device=WithDrawer,
        )
    )
    assert set(found) == {"the other solution 'detour' changes only what it may"}


def test_what_changes_by_itself_is_not_put_down_to_the_solution() -> None:
    class Ticking(Sturdy):
        ticks = 0

        def on_reset(self, world: Mapping[str, Any], seed: int) -> None:
            super().on_reset(world, seed)
            self.ticks = 0

        def settle(self) -> crab.Settled:
            if self.value == 0:
                self.ticks += 1
            return crab.Settled("none")

        def state(self) -> dict[str, Any]:
            return {**super().state(), "ticks": self.ticks}

    assert validate(climbing, device=Ticking).ok


# -- other solutions, and agents without a mind ------------------------------------------------------------


def test_an_alternative_that_fails_is_found() -> None:
    def short(turn: crab.Turn) -> Iterator[crab.ActionCall]:
        yield call("add", amount=2)

    allowed = {"counter": [crab.May("value")]}
    found = failed(validate(lambda seed: climbing(seed, alternatives={"short": short}, may_change=allowed)))
    assert set(found) == {"the other solution 'short' reaches 1.0 by another route"}
    assert "the number is 2" in str(found)


def test_an_alternative_that_is_the_reference_again_is_found() -> None:
    found = failed(
        validate(lambda seed: climbing(seed, alternatives={"same": climbing(seed).solution}))  # type: ignore[dict-item]
    )
    assert "no other route" in found["the other solution 'same' reaches 1.0 by another route"]


def test_an_alternative_that_calls_what_no_agent_may_is_found() -> None:
    def cheating(turn: crab.Turn) -> Iterator[crab.ActionCall]:
        yield call("refuse")
        yield call("add", amount=3)

    found = failed(validate(lambda seed: climbing(seed, alternatives={"cheating": cheating})))
    assert "invalid calls: step 1, counter.refuse" in str(found)


def test_a_task_that_a_random_agent_solves_is_found() -> None:
    class OnlyUp(Sturdy):
        actions = Sturdy.actions[:1]

    easy = crab.CheckpointGraph({"any": ~counter_is(0)})
    found = failed(validate(lambda seed: climbing(seed, graph=easy), device=OnlyUp))
    assert "a random agent does not succeed" in found
    assert "random steps of 11" in found["a random agent does not succeed"]


def test_a_random_agent_under_whom_the_device_always_breaks_down_proves_nothing() -> None:
    class Brittle(Sturdy):
        def act(self, name: str, arguments: Mapping[str, Any]) -> Any:
            if name == "refuse":
                raise crab.DeviceError("the plug is out")
            return super().act(name, arguments)

    found = failed(validate(climbing, device=Brittle))
    assert set(found) == {"a random agent does not succeed"}
    assert "not proven: it did not run to its end" in found["a random agent does not succeed"]


def test_a_random_agent_under_whom_a_device_breaks_down_tries_again() -> None:
    plugs = itertools.count()

    class Loose(Sturdy):
        def act(self, name: str, arguments: Mapping[str, Any]) -> Any:
            if name == "refuse" and next(plugs) < 2:
                raise crab.DeviceError("the plug is out")
            return super().act(name, arguments)

    validation = validate(climbing, device=Loose)
    assert validation.ok, failed(validation)
    assert next(plugs) >= 3


def test_a_random_agent_waits_a_second_at_most_for_what_it_names() -> None:
    waited: list[float] = []

    @crab.action
    def wait_for(env: Sturdy, seconds: Annotated[float, Field(gt=0, le=30)] = 10.0) -> None:
        """Wait."""
        waited.append(seconds)

    class Waiting(Sturdy):
        actions = (*Sturdy.actions, wait_for)

    assert validate(climbing, device=Waiting).ok
    assert waited
    assert max(waited) <= 1


def test_the_random_agent_does_the_same_for_the_same_seed() -> None:
    def tried() -> list[str]:
        checks = validate(climbing, 4).checks
        return [check.detail for check in checks if check.name == "a random agent does not succeed"]

    assert tried() == tried()


# -- economy ---------------------------------------------------------------------------------------------


def mutants_tried(validation: Validation) -> list[str]:
    return [check.name for check in validation.checks if check.name.startswith("the wrong solution")]


def many_mutants(seed: int) -> crab.Task:
    down = climbing(seed).mutants["down"]
    return climbing(seed, mutants={"one": down, "two": down, "three": down})


def test_the_seed_picks_one_of_many_wrong_solutions() -> None:
    tried = [mutants_tried(validate(many_mutants, seed)) for seed in range(4)]
    assert tried == [[f"the wrong solution '{n}' does not succeed"] for n in ("one", "two", "three", "one")]
    detail = next(c.detail for c in validate(many_mutants).checks if c.name.startswith("the wrong"))
    assert "1 of 3 tried" in detail


def test_all_wrong_solutions_are_tried_when_that_is_wanted() -> None:
    with Rig(toy_plugins()) as rig:
        validation = Validator(rig, all_mutants=True).validate("many", many_mutants, 0)
    assert len(mutants_tried(validation)) == 3
    assert validation.ok, failed(validation)


def test_devices_are_brought_up_four_times_for_a_task_with_one_other_solution() -> None:
    prepared = []

    class Counted(Rig):
        def prepare(self, task: crab.Task) -> Any:
            prepared.append(task.id)
            return super().prepare(task)

    with Counted(toy_plugins()) as rig:
        assert Validator(rig).validate("climbing", climbing, 0).ok
        assert len(prepared) == 4
        assert Validator(rig, routes=False).validate("climbing", climbing, 0).ok
    assert len(prepared) == 4 + 3

"""Evaluators: verdicts with reasons, and what they say together."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crab_core import DefinitionError, EvaluationError, Expression, Outcome, Verdict, evaluator


@evaluator(env="counter")
def number_is(env: Any, value: int) -> Verdict:
    """Whether the number is this one."""
    return Verdict(env == value, f"it is {env}")


@evaluator
def anything() -> bool:
    return True


def ask(expression: Expression, env: Any = None) -> Outcome:
    """Put every leaf to a device and decide, as a benchmark does."""

    def outcome(leaf: Any) -> Outcome:
        try:
            return leaf.judge({}, env)  # type: ignore[no-any-return]
        except Exception as error:  # noqa: BLE001 - as a device does
            return EvaluationError.from_exception(error)

    return expression.decide(iter([outcome(leaf) for leaf in expression.leaves()]))


def test_a_bool_is_a_verdict_without_reason() -> None:
    assert anything.judge({}) == Verdict(True)


def test_a_verdict_keeps_its_reason() -> None:
    assert number_is.judge({"value": 3}, 4) == Verdict(False, "it is 4")


@pytest.mark.parametrize("result", [None, 1, "yes", []])
def test_anything_else_is_an_error_and_not_a_verdict(result: Any) -> None:
    @evaluator
    def odd() -> Any:
        return result

    with pytest.raises(TypeError, match="bool or Verdict"):
        odd.judge({})


def test_and_or_not_work_for_evaluators_that_take_env() -> None:
    two, three = number_is(2), number_is(3)
    assert ask(two & ~three, 2) == Verdict(True, "it is 2; it is 2")
    assert ask(two & three, 2) == Verdict(False, "it is 2")
    assert ask(two | three, 3) == Verdict(True, "it is 3")
    assert ask(~two, 2) == Verdict(False, "it is 2")


def test_evaluators_of_several_environments_combine() -> None:
    both = number_is(1) & number_is(2).on("second")
    assert [leaf.call().environment for leaf in both.leaves()] == ["counter", "second"]


def test_a_bound_evaluator_is_still_one_and_keeps_its_environment() -> None:
    bound = number_is(value=3)
    assert bound.call().environment == "counter"
    assert bound.call().arguments == {"value": 3}
    assert bound.on("other").call().environment == "other"
    assert bound.environment == "counter"


def test_a_call_needs_all_arguments_and_an_environment() -> None:
    with pytest.raises(DefinitionError, match="value"):
        number_is.call()
    with pytest.raises(DefinitionError, match="environment"):
        anything.call()


def test_an_error_keeps_kind_message_and_traceback() -> None:
    @evaluator(env="counter")
    def fails() -> bool:
        raise LookupError("gone")

    outcome = ask(fails)
    assert isinstance(outcome, EvaluationError)
    assert (outcome.kind, outcome.message) == ("LookupError", "gone")
    assert "in fails" in outcome.traceback


def test_structure_tells_and_from_or() -> None:
    a, b = number_is(1), number_is(2)
    assert (a & b).structure() != (a | b).structure() != (~(a | b)).structure()
    assert (a & b).structure() == (number_is(1) & number_is(value=2)).structure()


# -- Kleene's strong logic -------------------------------------------------------------------------

PASS, FAIL, ERROR = True, False, None  # None stands for an evaluator that raises


def leaf(value: bool | None) -> Any:
    @evaluator(env="counter")
    def fixed() -> bool:
        if value is None:
            raise RuntimeError
        return value

    return fixed


def truth(outcome: Outcome) -> bool | None:
    return outcome.passed if isinstance(outcome, Verdict) else None


@pytest.mark.parametrize(
    ("left", "right", "both", "either"),
    [
        (PASS, PASS, PASS, PASS),
        (PASS, FAIL, FAIL, PASS),
        (FAIL, FAIL, FAIL, FAIL),
        (PASS, ERROR, ERROR, PASS),
        (FAIL, ERROR, FAIL, ERROR),
        (ERROR, ERROR, ERROR, ERROR),
    ],
)
def test_an_error_decides_nothing_by_itself(
    left: bool | None, right: bool | None, both: bool | None, either: bool | None
) -> None:
    for one, other in ((left, right), (right, left)):
        assert truth(ask(leaf(one) & leaf(other))) is both
        assert truth(ask(leaf(one) | leaf(other))) is either


def test_the_opposite_of_an_error_is_an_error() -> None:
    assert truth(ask(~leaf(ERROR))) is ERROR


def kleene(tree: Any) -> bool | None:
    """Plain reference: the minimum, the maximum and the mirror of false < error < true."""
    order = {FAIL: 0, ERROR: 1, PASS: 2}
    back = {number: value for value, number in order.items()}

    def value(tree: Any) -> int:
        if not isinstance(tree, tuple):
            return order[tree]
        if tree[0] == "not":
            return 2 - value(tree[1])
        return (min if tree[0] == "and" else max)(value(tree[1]), value(tree[2]))

    return back[value(tree)]


trees = st.recursive(
    st.sampled_from([PASS, FAIL, ERROR]),
    lambda inner: st.tuples(st.sampled_from(["and", "or"]), inner, inner) | st.tuples(st.just("not"), inner),
    max_leaves=12,
)


def build(tree: Any, mirror: random.Random | None = None) -> Expression:
    if not isinstance(tree, tuple):
        return leaf(tree)  # type: ignore[no-any-return]
    parts = [build(part, mirror) for part in tree[1:]]
    if mirror and mirror.random() < 0.5:
        parts.reverse()
    if tree[0] == "not":
        return ~parts[0]
    return parts[0] & parts[1] if tree[0] == "and" else parts[0] | parts[1]


@given(trees, st.randoms(use_true_random=False))
def test_the_order_of_parts_never_matters(tree: Any, mirror: random.Random) -> None:
    assert truth(ask(build(tree))) is kleene(tree)
    assert truth(ask(build(tree, mirror))) is kleene(tree)

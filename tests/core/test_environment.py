"""Environments: spaces, acting, looking, judging, starting anew."""

from __future__ import annotations

import pytest
from toys import Counter, add, at_least, counter_is, display

from crab_core import (
    DefinitionError,
    Device,
    Environment,
    EvaluationError,
    EvaluatorCall,
    InProcessProvider,
    InvalidAction,
    Settled,
    Text,
    Verdict,
    action,
)


@pytest.fixture
def counter() -> Counter:
    counter = Counter()
    counter.reset({"start": 5})
    return counter


def test_an_environment_is_a_device(counter: Counter) -> None:
    assert isinstance(counter, Device)


def test_spaces_are_by_name(counter: Counter) -> None:
    assert counter.action_space["add"] is add
    assert counter.observation_space == {"display": display}
    assert counter.evaluator_space["counter_is"] is counter_is


def test_acting_reaches_the_live_device(counter: Counter) -> None:
    assert counter.act("add", {"amount": 2}) == 7
    assert counter.value == 7


def test_observing_captures_the_whole_observation_space(counter: Counter) -> None:
    assert counter.observe() == {"display": Text("5")}


def test_an_unknown_action_is_invalid_and_offers_the_nearest(counter: Counter) -> None:
    with pytest.raises(InvalidAction, match="Did you mean 'add'"):
        counter.act("ad", {})


def test_evaluators_are_asked_one_by_one(counter: Counter) -> None:
    outcomes = counter.evaluate(
        [
            EvaluatorCall("counter", "counter_is", {"value": 5}),
            EvaluatorCall("counter", "raises_below", {"value": 9}),
            EvaluatorCall("counter", "no_such", {}),
            EvaluatorCall("counter", "at_least", {"value": "many"}),
            EvaluatorCall("counter", "at_least", {"value": 6}),
        ]
    )
    assert outcomes[0] == Verdict(True, "the number is 5")
    kinds = [outcome.kind for outcome in outcomes if isinstance(outcome, EvaluationError)]
    assert kinds == ["RuntimeError", "UnknownNameError", "InvalidAction"]
    assert outcomes[4] == Verdict(False, "the number is 5")


def test_reset_starts_anew_from_the_world(counter: Counter) -> None:
    counter.act("add", {})
    counter.reset({"start": 1})
    assert counter.state() == {"value": 1}
    counter.reset()
    assert counter.state() == {"value": 0}


def test_a_second_device_of_a_kind_has_another_name() -> None:
    assert Counter("left").name == "left"
    assert Counter.name == "counter"


def test_instances_do_not_share_what_is_added(counter: Counter) -> None:
    @action
    def shake(env: Counter) -> None:
        """Shake."""

    counter.extend([shake])
    assert "shake" in counter.action_space
    assert "shake" not in Counter().action_space


def test_members_of_a_space_do_not_share_a_name(counter: Counter) -> None:
    with pytest.raises(DefinitionError, match="'add'"):
        counter.extend([add])
    with pytest.raises(DefinitionError, match="'at_least'"):
        counter.extend(evaluators=[at_least])


def test_an_environment_needs_a_name() -> None:
    with pytest.raises(DefinitionError, match="name"):
        Environment()


def test_nothing_to_wait_for_is_settled_at_once(counter: Counter) -> None:
    assert counter.settle() == Settled("none", 0.0)


def test_the_in_process_provider_starts_resets_and_closes() -> None:
    closed = []

    class Closing(Counter):
        def on_close(self) -> None:
            closed.append(self.name)

    provider = InProcessProvider(Closing, "mine")
    device = provider.reset({"start": 2}, 0)
    device.act("add", {})
    assert device.state() == {"value": 3}
    assert provider.reset({"start": 2}, 0).state() == {"value": 2}
    provider.close()
    provider.close()
    assert closed == ["mine"]

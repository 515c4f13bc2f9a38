"""Somebody in tests waits for what is to come, and says what was missing when it does not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import pytest

from crab_core import Device, EvaluatorCall, Settled, Verdict
from crab_ubuntu import testing
from crab_ubuntu.testing import Person


class Slow:
    """A device on which everything holds after some looks, and comes to rest after some tries."""

    name = "slow"

    def __init__(self, looks: int = 0, tries: int = 0) -> None:
        self.looks, self.tries = looks, tries
        self.done: list[str] = []

    def settle(self) -> Settled:
        self.tries -= 1
        return Settled("still" if self.tries < 0 else "cap", 0.0)

    def act(self, action: str, arguments: dict[str, Any]) -> None:
        self.done.append(f"{action} {arguments}")

    def evaluate(self, calls: Sequence[EvaluatorCall]) -> list[Verdict]:
        self.looks -= 1
        return [Verdict(self.looks < 0, f"{self.looks} looks to go") for _ in calls]


def at(device: Slow) -> Person:
    return Person(cast(Device, device))


def test_what_holds_later_is_waited_for() -> None:
    assert at(Slow(looks=5)).soon("anything").passed
    assert at(Slow(looks=-5)).soon("anything").passed


def test_what_never_holds_is_told_with_the_last_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(testing, "PATIENCE", 0.0)
    with pytest.raises(AssertionError, match="anything: 99 looks to go"):
        at(Slow(looks=100)).soon("anything", of="any kind")
    with pytest.raises(AssertionError, match="anything: -1 looks to go"):
        at(Slow()).no_longer("anything")


def test_a_desktop_that_comes_to_no_rest_is_not_waited_for_without_end() -> None:
    restless, busy = Slow(tries=1000), Slow(tries=2)
    at(restless).do("press", key="enter")
    assert (restless.done, restless.tries) == (["press {'key': 'enter'}"], 1000 - testing.RESTS)
    at(busy).do("press", key="enter")
    assert busy.tries == -1

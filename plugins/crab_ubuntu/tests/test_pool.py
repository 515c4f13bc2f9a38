"""Desktops that are made ahead of need: how they are handed out. Whole ones are in test_worlds_warm.py."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, cast

import pytest

from crab_core import DeviceError, EnvironmentUnavailable, UsageError
from crab_ubuntu.providers.launch import RunningDesktop
from crab_ubuntu.providers.pool import WarmPool
from crab_ubuntu.providers.sandbox import SandboxProvider

SECONDS = 20.0


class Desk:
    """Stands for a desktop: alive until it is closed or dies."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.alive = True
        self.closed = False
        self.process = self

    def close(self) -> None:
        self.alive, self.closed = False, True


class Workshop:
    """Makes desks, counts them, and fails or waits when it is told to."""

    def __init__(self) -> None:
        self.made: list[Desk] = []
        self.failures: list[BaseException] = []
        self.may_go_on = threading.Event()
        self.may_go_on.set()
        self.busy = threading.Event()

    def make(self) -> RunningDesktop:
        self.busy.set()
        assert self.may_go_on.wait(SECONDS)
        if self.failures:
            raise self.failures.pop(0)
        self.made.append(Desk(len(self.made)))
        return cast(RunningDesktop, self.made[-1])


@pytest.fixture
def workshop() -> Workshop:
    return Workshop()


@pytest.fixture
def pool_of(workshop: Workshop) -> Any:
    pools: list[WarmPool] = []

    def start(size: int) -> WarmPool:
        pools.append(WarmPool(workshop.make, size))
        return pools[-1]

    yield start
    workshop.may_go_on.set()
    for pool in pools:
        pool.close()
    assert all(desk.closed for desk in workshop.made if desk.number >= 0)


Start = Callable[[int], WarmPool]


def take(pool: WarmPool) -> Desk:
    desk = cast(Desk, pool.take())
    desk.number = -1 - desk.number  # it is the taker's now
    return desk


def test_as_many_are_made_as_wanted_and_what_is_taken_is_made_anew(
    workshop: Workshop, pool_of: Start
) -> None:
    pool = pool_of(2)
    assert pool.wait_until_full(SECONDS)
    assert (pool.ready, len(workshop.made)) == (2, 2)
    assert take(pool) is workshop.made[0]
    assert pool.wait_until_full(SECONDS)
    assert take(pool) is workshop.made[1]
    assert pool.wait_until_full(SECONDS)
    assert len(workshop.made) == 4


def test_who_asks_too_early_gets_the_one_in_the_making(workshop: Workshop, pool_of: Start) -> None:
    workshop.may_go_on.clear()
    pool = pool_of(1)
    assert not pool.wait_until_full(0.01)
    got: list[Desk] = []
    taker = threading.Thread(target=lambda: got.append(take(pool)))
    taker.start()
    workshop.may_go_on.set()
    taker.join(SECONDS)
    assert got == workshop.made[:1]


def test_a_failure_is_told_to_the_next_who_asks_and_the_one_after_gets_a_desktop(
    workshop: Workshop, pool_of: Start
) -> None:
    workshop.failures.append(EnvironmentUnavailable("no bubblewrap"))
    pool = pool_of(1)
    with pytest.raises(EnvironmentUnavailable, match="no bubblewrap"):
        pool.take()
    assert take(pool) is workshop.made[0]


def test_one_that_fails_is_not_tried_again_until_somebody_asks(workshop: Workshop, pool_of: Start) -> None:
    workshop.failures += [DeviceError("first"), DeviceError("second")]
    pool = pool_of(1)
    assert not pool.wait_until_full(SECONDS)
    assert workshop.failures[0].args[0] == "second"
    for message in ("first", "second"):
        with pytest.raises(DeviceError, match=message):
            pool.take()


def test_a_desktop_that_died_while_it_waited_is_not_handed_out(workshop: Workshop, pool_of: Start) -> None:
    pool = pool_of(1)
    assert pool.wait_until_full(SECONDS)
    workshop.made[0].alive = False
    assert take(pool) is workshop.made[1]
    assert workshop.made[0].closed


def test_closing_ends_those_that_wait_and_the_one_in_the_making(workshop: Workshop, pool_of: Start) -> None:
    pool = pool_of(2)
    assert pool.wait_until_full(SECONDS)
    workshop.may_go_on.clear()
    workshop.busy.clear()
    mine = take(pool)
    assert workshop.busy.wait(SECONDS)
    closer = threading.Thread(target=pool.close)
    closer.start()
    workshop.may_go_on.set()
    closer.join(SECONDS)
    assert [desk.closed for desk in workshop.made] == [False, True, True]
    assert not mine.closed
    pool.close()


def test_who_asks_a_closed_pool_is_told(workshop: Workshop, pool_of: Start) -> None:
    workshop.failures.append(DeviceError("not this"))
    pool = pool_of(1)
    pool.close()
    with pytest.raises(DeviceError, match="provider is closed"):
        pool.take()
    assert not pool.wait_until_full(SECONDS)


def test_nobody_waits_for_a_pool_that_is_closed_meanwhile(workshop: Workshop, pool_of: Start) -> None:
    workshop.may_go_on.clear()
    pool = pool_of(1)
    told: list[BaseException] = []

    def ask() -> None:
        try:
            pool.take()
        except DeviceError as error:
            told.append(error)

    taker, closer = threading.Thread(target=ask), threading.Thread(target=pool.close)
    taker.start()
    closer.start()
    taker.join(SECONDS)
    workshop.may_go_on.set()
    closer.join(SECONDS)
    assert len(told) == 1


def test_less_than_no_desktop_cannot_be_kept_warm() -> None:
    with pytest.raises(UsageError, match="-1 desktops"):
        SandboxProvider(warm=-1)
    assert SandboxProvider().wait_until_warm()

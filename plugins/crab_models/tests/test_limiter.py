"""How many requests run at once, found out from what the service says."""

from __future__ import annotations

import gc
import math
import threading
import time

import pytest

from crab_models.limiter import Limiter, PauseTooLong, shared
from crab_models.settings import Secret


def together(limiter: Limiter, count: int, hold: threading.Event) -> list[threading.Thread]:
    """Threads that each take a place and keep it until `hold` is set."""

    def work() -> None:
        with limiter.slot():
            hold.wait(60)

    threads = [threading.Thread(target=work) for _ in range(count)]
    for thread in threads:
        thread.start()
    return threads


def most_at_once(limiter: Limiter, count: int) -> int:
    """The most of `count` threads that had a place at the same time."""
    running = most = 0
    lock = threading.Lock()

    def work() -> None:
        nonlocal running, most
        with limiter.slot():
            with lock:
                running += 1
                most = max(most, running)
            threading.Event().wait(0.003)  # while the others come
            with lock:
                running -= 1

    threads = [threading.Thread(target=work) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return most


def test_nobody_waits_for_a_service_that_takes_everything():
    limiter, started = Limiter(), threading.Barrier(65)

    def work() -> None:
        with limiter.slot():
            started.wait(60)

    threads = [threading.Thread(target=work) for _ in range(64)]
    for thread in threads:
        thread.start()
    started.wait(60)  # all 64 hold a place at once, or this breaks
    for thread in threads:
        thread.join()
    assert limiter.limit == math.inf


def test_a_rate_limit_halves_how_many_run_at_once():
    limiter, hold = Limiter(), threading.Event()
    threads = together(limiter, 8, hold)
    while limiter.running < 8:
        threading.Event().wait(0.001)
    limiter.rate_limited(time.monotonic(), None)
    hold.set()
    for thread in threads:
        thread.join()
    assert limiter.limit == 4


def test_a_burst_of_rate_limits_halves_once():
    """Requests that were under way before the last halving tell nothing new."""
    limiter = Limiter(64)
    started = time.monotonic()
    with limiter.slot():
        for _ in range(30):
            limiter.rate_limited(started, None)
        assert limiter.limit == 1
    limiter = Limiter()
    limiter.at_most(64)
    hold = threading.Event()
    threads = together(limiter, 64, hold)
    while limiter.running < 64:
        threading.Event().wait(0.001)
    for _ in range(30):
        limiter.rate_limited(started, None)
    assert limiter.limit == 32
    limiter.rate_limited(time.monotonic(), None)
    assert limiter.limit == 16
    hold.set()
    for thread in threads:
        thread.join()


def test_it_grows_by_one_for_each_round_of_answers():
    limiter = Limiter()
    limiter.rate_limited(time.monotonic(), None)
    assert limiter.limit == 1
    for _ in range(1 + 2 + 3):
        limiter.succeeded()
    assert 3.5 < limiter.limit <= 4


def test_it_never_grows_beyond_what_the_user_allows():
    limiter = Limiter()
    limiter.at_most(3)
    for _ in range(100):
        limiter.succeeded()
    assert limiter.limit == 3
    assert most_at_once(limiter, 20) <= 3


def test_everybody_waits_as_long_as_the_service_says():
    limiter = Limiter()
    limiter.rate_limited(time.monotonic(), 0.15)
    over = time.monotonic() + limiter.paused()
    entered: list[float] = []

    def work() -> None:
        with limiter.slot():
            entered.append(time.monotonic())

    threads = [threading.Thread(target=work) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(entered) == 5
    assert min(entered) >= over - 0.001


def test_a_shorter_pause_does_not_end_a_longer_one():
    limiter = Limiter()
    limiter.rate_limited(time.monotonic(), 50)
    limiter.rate_limited(time.monotonic(), 1)
    assert limiter.paused() > 40


def test_a_pause_longer_than_one_can_wait_is_told_at_once():
    limiter = Limiter()
    limiter.rate_limited(time.monotonic(), 3600)
    with pytest.raises(PauseTooLong) as raised, limiter.slot(patience=10):
        pass
    assert raised.value.seconds > 3500
    assert limiter.running == 0


def test_who_is_no_longer_wanted_stops_waiting():
    limiter, stopped, done = Limiter(), threading.Event(), threading.Event()
    limiter.rate_limited(time.monotonic(), 3600)

    def work() -> None:
        with limiter.slot(stopped=stopped):
            done.set()

    thread = threading.Thread(target=work)
    thread.start()
    stopped.set()
    limiter.wake()
    thread.join(60)
    assert done.is_set()


def test_a_request_that_fails_gives_its_place_back():
    limiter = Limiter()
    limiter.at_most(1)
    with pytest.raises(ValueError, match="boom"), limiter.slot():
        raise ValueError("boom")
    with limiter.slot():
        assert limiter.running == 1


def test_those_who_use_one_key_at_one_service_share_a_limiter():
    one = shared("openai", "", Secret("a"))
    assert shared("openai", "", Secret("a"), most=7) is one
    assert one.limit == 7
    assert shared("openai", "", Secret("b")) is not one
    assert shared("openai", "http://127.0.0.1:8000/v1", Secret("a")) is not one
    assert shared("anthropic", "", Secret("a")) is not one


def test_what_was_learnt_is_forgotten_when_nobody_uses_the_key_any_more():
    held = shared("openai", "http://a", Secret("a"), most=7)
    del held
    gc.collect()
    assert shared("openai", "http://a", Secret("a")).limit == math.inf

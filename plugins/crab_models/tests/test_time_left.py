"""A call for which there is not much time ends in time: the request, its pauses, its repeats, its turn."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from fake.neutral import Failure, Said

from crab_core import LimitReached, Message, ModelUnavailable, Text

ASK = [Message("user", (Text("What now?"),))]
KINDS = ("openai chat", "openai responses", "anthropic", "google")
MUCH = 25.0
"""Seconds: far more than is given, far less than the back end's own limits."""

Make = Callable[..., Any]


@pytest.fixture
def make(fake: Any) -> Iterator[Make]:
    """Makes a back end that by itself would wait for minutes."""
    from crab_models.anthropic.backend import AnthropicBackend
    from crab_models.google.backend import GoogleBackend
    from crab_models.openai.backend import OpenAiBackend

    classes = {"openai": OpenAiBackend, "anthropic": AnthropicBackend, "google": GoogleBackend}
    made = []

    def make(kind: str = "openai chat", **options: Any) -> Any:
        provider, _, api = kind.partition(" ")
        common = {"base_url": fake.base_url(provider), "timeout": 100, "retries": 50}
        made.append(classes[provider]("tiny", **{**common, **({"api": api} if api else {}), **options}))
        return made[-1]

    yield make
    for model in made:
        model.close()


def out_of_time(model: Any, seconds: float) -> None:
    begun = time.monotonic()
    with pytest.raises(LimitReached) as caught:
        model.within(seconds).complete(ASK)
    assert caught.value.limit == "seconds"
    assert time.monotonic() - begun < MUCH


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "streamed"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_service_that_hangs_is_left_when_time_is_up(fake: Any, make: Make, kind: str, stream: bool) -> None:
    fake.answers = [fake.never]
    out_of_time(make(kind, stream=stream), 0.3)
    assert len(fake.arrived) <= 1, "nothing is tried again"


@pytest.mark.parametrize("kind", KINDS)
def test_a_reply_in_time_is_a_reply(fake: Any, make: Make, kind: str) -> None:
    fake.answers = [Said("In time.")]
    assert make(kind).within(60).complete(ASK).text == "In time."
    assert fake.refused == []


@pytest.mark.parametrize("status", [429, 503, 529])
def test_a_pause_that_is_longer_than_what_is_left_is_not_waited_for(
    fake: Any, make: Make, status: int
) -> None:
    fake.answers = [Failure(status, "later", headers={"Retry-After": "90"})]
    model = make("anthropic")
    out_of_time(model, 50)
    if status != 503:  # a rate limit, for which everybody waits
        out_of_time(model, 50)
    assert len(fake.arrived) == 1


def test_faults_are_tried_again_for_as_long_as_there_is_time(
    fake: Any, make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("crab_models.retry._FIRST_WAIT", 0.01)
    fake.answers = [Failure(500, "out of order"), Failure(500, "out of order"), fake.never]
    out_of_time(make(), 3)
    assert len(fake.arrived) == 3, "twice tried again; the last time is up"


def test_a_fault_for_good_is_told_as_what_it_is(fake: Any, make: Make) -> None:
    fake.answers = [Failure(401, "who are you?"), Failure(503, "later", headers={"Retry-After": "90"})]
    for options in ({}, {"retries": 0}):
        with pytest.raises(ModelUnavailable):
            make(**options).within(60).complete(ASK)


def test_who_waits_for_a_turn_asks_nothing_any_more(fake: Any, make: Make) -> None:
    arrived = threading.Event()

    def hang(asked: Any) -> Said:
        arrived.set()
        return fake.never(asked)

    fake.answers = [hang, Said("Nobody wants this.")]
    model = make(concurrency=1)
    first = threading.Thread(target=lambda: model.complete(ASK))
    first.start()
    assert arrived.wait(MUCH)
    out_of_time(model, 0.3)
    assert len(fake.arrived) == 1
    fake.released.set()
    first.join(MUCH)
    assert len(fake.answers) == 1


def test_what_was_learned_of_a_model_in_a_short_call_is_known_in_the_next(fake: Any, make: Make) -> None:
    fake.answers = [
        Failure(400, "tool_choice: forced calls are not for this model"),
        Said("One."),
        Said("Two."),
    ]
    model = make("anthropic")
    for _ in range(2):
        model.within(60).complete(ASK)
    assert len(fake.arrived) == 3

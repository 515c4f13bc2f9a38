"""What is tried again, how often, and when."""

from __future__ import annotations

import threading

import pytest

from crab_core import AgentError, ModelUnavailable
from crab_models.retry import Failed, persist
from crab_models.trouble import Trouble, by_status, retry_after

OUTAGE = Trouble(ModelUnavailable("away"), transient=True, retry_after=0.0)
LIMITED = Trouble(ModelUnavailable("slow down"), transient=True, retry_after=0.0, rate_limited=True)
WRONG = Trouble(AgentError("wrong"))


class Attempts:
    """Fails as planned, then succeeds."""

    def __init__(self, *plan: Trouble) -> None:
        self.plan = list(plan)
        self.made = 0

    def __call__(self) -> str:
        self.made += 1
        if self.plan:
            raise Failed(self.plan.pop(0))
        return "done"


def test_what_passes_is_tried_again():
    attempts = Attempts(OUTAGE, OUTAGE)
    assert persist(attempts, retries=2, patience=10) == "done"
    assert attempts.made == 3


def test_what_lasts_is_given_up_after_the_retries():
    attempts = Attempts(*[OUTAGE] * 9)
    with pytest.raises(Failed) as raised:
        persist(attempts, retries=2, patience=10)
    assert raised.value.trouble is OUTAGE
    assert attempts.made == 3


@pytest.mark.parametrize(("trouble", "retries"), [(WRONG, 5), (OUTAGE, 0), (LIMITED, 0)])
def test_what_would_fail_again_is_tried_once(trouble, retries):
    attempts = Attempts(*[trouble] * 9)
    with pytest.raises(Failed):
        persist(attempts, retries=retries, patience=10)
    assert attempts.made == 1


def test_rate_limits_are_waited_out_however_many_there_are():
    attempts = Attempts(*[LIMITED] * 9)
    assert persist(attempts, retries=1, patience=60) == "done"


def test_a_service_that_asks_for_no_wait_is_not_asked_without_end():
    attempts = Attempts(*[LIMITED] * 100_000)
    with pytest.raises(Failed):
        persist(attempts, retries=1, patience=0.4)
    assert attempts.made < 1000


def test_a_wait_that_is_longer_than_what_is_left_is_not_begun():
    attempts = Attempts(Trouble(ModelUnavailable("later"), transient=True, retry_after=3600.0))
    with pytest.raises(Failed, match="later"):
        persist(attempts, retries=5, patience=10)
    assert attempts.made == 1


def test_nothing_is_tried_again_when_patience_is_over():
    attempts = Attempts(*[LIMITED] * 9)
    with pytest.raises(Failed):
        persist(attempts, retries=5, patience=0)
    assert attempts.made == 1


def test_a_wait_ends_when_the_model_is_closed():
    stopped = threading.Event()
    stopped.set()
    attempts = Attempts(Trouble(ModelUnavailable("away"), transient=True, retry_after=5.0))
    with pytest.raises(Failed):
        persist(attempts, retries=5, patience=3600, stopped=stopped)
    assert attempts.made == 1


def test_a_bug_is_not_tried_again():
    def attempt() -> str:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        persist(attempt, retries=5, patience=10)


# -- what a status and its headers mean ---------------------------------------------------------------


@pytest.mark.parametrize("status", [408, 409, 425, 429, 500, 502, 503, 504, 529])
def test_an_overload_or_outage_passes_and_leaves_the_episode_unscored(status):
    found = by_status("It", "m", status, "")
    assert found.transient
    assert isinstance(found.error, ModelUnavailable)
    assert found.rate_limited == (status in (429, 529))


@pytest.mark.parametrize("status", [401, 402, 403])
def test_who_is_not_served_leaves_the_episode_unscored_and_does_not_ask_again(status):
    found = by_status("It", "m", status, "no")
    assert isinstance(found.error, ModelUnavailable)
    assert not found.transient
    assert found.error.advice


@pytest.mark.parametrize("status", [400, 413, 422])
def test_a_request_at_fault_is_the_agents_error(status):
    found = by_status("It", "m", status, "no")
    assert not isinstance(found.error, ModelUnavailable)
    assert not found.transient
    assert found.error.advice


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"Retry-After": "7"}, 7),
        ({"retry-after": " 1.5 "}, 1.5),
        ({"Retry-After-Ms": "250", "Retry-After": "9"}, 0.25),
        ({"Retry-After": "-3"}, 0),
        ({"Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT"}, 0),
        ({"Retry-After": "Wed, 21 Oct 2015 07:28:30 GMT", "Date": "Wed, 21 Oct 2015 07:28:00 GMT"}, 30),
        ({"Retry-After": "Wed, 21 Oct 2015 07:28:30 GMT", "Date": "Wed, 21 Oct 2015 07:29:00 GMT"}, 0),
        ({"Retry-After": "soon"}, None),
        ({"Retry-After": "nan"}, None),
        ({"Retry-After": "inf"}, None),
        ({"Retry-After": ""}, None),
    ],
)
def test_how_long_to_wait_is_read_in_every_form(headers, seconds):
    assert retry_after(headers) == seconds


def test_an_answer_that_says_that_it_is_of_no_use_to_try_again_is_believed():
    assert by_status("Toy", "tiny", 429, "no", {"retry-after": "1"}).transient
    assert not by_status("Toy", "tiny", 429, "no", {"retry-after": "1", "x-should-retry": "false"}).transient

"""Trying again: what may pass is tried again after a while, the rest is not."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable
from typing import TypeVar

from crab_models.trouble import Trouble

T = TypeVar("T")

_FIRST_WAIT = 0.5
_LONGEST_WAIT = 30.0
"""Seconds. Waits grow twofold with full jitter: anything between nothing and the bound, so that those who
failed together do not come back together (Brooker, "Exponential Backoff and Jitter", 2015)."""


_TRUSTED = 4
"""How many times in a row a service is believed that its limit ends when it says."""


class Failed(Exception):  # noqa: N818 - an attempt that failed, not an error of its own
    """One attempt failed; carries why."""

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(trouble.error.message)
        self.trouble = trouble


def persist(
    attempt: Callable[[], T], *, retries: int, patience: float, stopped: threading.Event | None = None
) -> T:
    """Call `attempt` until it does not fail, or shall not be tried again.

    Args:
        attempt: Raises `Failed` when it failed.
        retries: How often a passing trouble is tried again. Rate limits do not count: they are waited out
            as long as `patience` allows, unless `retries` is 0.
        patience: Seconds from now after which nothing is tried again, or sooner where the service asks for
            a longer wait than is left.
        stopped: Ends waiting when it is set.

    Raises:
        Failed: The last attempt's trouble.
    """
    import tenacity

    begun = time.monotonic()
    counted = 0

    def trouble(state: tenacity.RetryCallState) -> Trouble | None:
        error = state.outcome.exception() if state.outcome else None
        return error.trouble if isinstance(error, Failed) else None

    def again(state: tenacity.RetryCallState) -> bool:
        found = trouble(state)
        return found is not None and found.transient

    def enough(state: tenacity.RetryCallState) -> bool:
        nonlocal counted
        found = trouble(state)
        if found is None or retries <= 0 or (stopped is not None and stopped.is_set()):
            return True
        counted += not found.rate_limited
        left = begun + patience - time.monotonic()
        return counted > retries or left <= (found.retry_after or 0)

    jitter = tenacity.wait_random_exponential(multiplier=_FIRST_WAIT, max=_LONGEST_WAIT)

    def wait(state: tenacity.RetryCallState) -> float:
        found = trouble(state)
        if found is not None and found.retry_after is not None:
            # A rate limit is waited for by everybody, in the limiter.
            return _impatience(state.attempt_number) if found.rate_limited else found.retry_after
        return min(jitter(state), max(0.0, begun + patience - time.monotonic()))

    retrying = tenacity.Retrying(
        retry=again,
        stop=enough,
        wait=wait,
        sleep=tenacity.sleep_using_event(stopped or threading.Event()),
        reraise=True,
    )
    return retrying(attempt)


def _impatience(attempt: int) -> float:
    """Seconds that are waited beyond what a service asks for, when it has asked for too little before."""
    return random.uniform(0.0, 0.05 * max(0, attempt - _TRUSTED))

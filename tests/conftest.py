"""What holds for every test of the workspace."""

from __future__ import annotations

import gc
import signal
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

# How long an example takes says something of the machine, which may be busy, and nothing of the code.
# Examples are the same in every run: where nothing was changed, nothing fails.
settings.register_profile(
    "crab", deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("crab")

# What a shell starts in the background ignores Ctrl-C, and so would what a test starts and stops with it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def nothing_left_open() -> Iterator[None]:
    """What a test has left open is told when it is thrown away: now, so that the test fails for it."""
    gc.freeze()  # what there was before is not looked through once more after each test
    yield
    gc.collect()
    gc.unfreeze()

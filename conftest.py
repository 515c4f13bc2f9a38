"""What holds for every test of the workspace."""

from __future__ import annotations

import gc
import signal
from collections.abc import Iterator
from pathlib import Path

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

PLUGINS = Path(__file__).parent / "plugins"
SUITES_OF_PLUGINS = {
    "crab_android": "phone",
    "crab_bench": "bench",
    "crab_models": "models",
    "crab_ubuntu": "ubuntu",
    "crab_visualprompt": "vision",
}
"""The suite of a plugin's tests that are marked as part of no other."""
SUITES = {"adb", "browser", "commands", "desktop", "docs", "wheels", *SUITES_OF_PLUGINS.values()}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What is in no other suite is in that of its distribution."""
    for item in items:
        if PLUGINS in item.path.parents and not SUITES & {mark.name for mark in item.iter_markers()}:
            item.add_marker(SUITES_OF_PLUGINS[item.path.relative_to(PLUGINS).parts[0]])


@pytest.fixture
def nothing_left_open() -> Iterator[None]:
    """What a test has left open is told when it is thrown away: now, so that the test fails for it."""
    gc.freeze()  # what there was before is not looked through once more after each test
    yield
    gc.collect()
    gc.unfreeze()

"""The environment against a phone, through the real adb."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from crab_android.device.link import AdbLink
from crab_android.environment import AndroidEnvironment

# How long an example takes says something of the machine, which may be busy, and nothing of the code.
settings.register_profile(
    "phone", deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
)
settings.load_profile("phone")


@pytest.fixture
def env(adb) -> Iterator[AndroidEnvironment]:
    """The environment, with its screen as text too."""
    environment = AndroidEnvironment(
        link=AdbLink(adb.serial, port=adb.port), show=("ui_text", "current_activity")
    )
    environment.reset()
    yield environment
    environment.close()

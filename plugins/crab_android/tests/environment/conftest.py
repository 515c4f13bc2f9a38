"""The environment against a phone, through the real adb."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from crab_android.device.link import AdbLink
from crab_android.environment import AndroidEnvironment


@pytest.fixture
def env(adb) -> Iterator[AndroidEnvironment]:
    """The environment, with its screen as text too."""
    environment = AndroidEnvironment(
        link=AdbLink(adb.serial, port=adb.port), show=("ui_text", "current_activity")
    )
    environment.reset()
    yield environment
    environment.close()

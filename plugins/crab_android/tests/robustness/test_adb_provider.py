"""Which phone is meant, whether it may be used, and what is left when the adb server starts anew."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator

import pytest
from faulty import FaultyPhone

from crab_android.device.errors import CommandFailedError
from crab_android.phone import Phone, PhoneServer
from crab_android.providers.adb import AdbDeviceProvider
from crab_android.providers.adb_server import PrivateAdbServer
from crab_core import EnvironmentUnavailable

pytestmark = pytest.mark.adb


@pytest.fixture
def port() -> Iterator[int]:
    """The port of an adb server that knows no phone."""
    server = PrivateAdbServer()
    yield server.port
    server.close()
    subprocess.run(
        ["adb", "-P", str(server.port), "kill-server"], capture_output=True, timeout=60, check=False
    )


def connect(port: int, serial: str) -> None:
    subprocess.run(["adb", "-P", str(port), "connect", serial], capture_output=True, timeout=60, check=False)


def test_of_several_phones_one_must_be_named_and_each_is_listed_with_its_state(
    faulty: FaultyPhone, port: int
) -> None:
    with PhoneServer(Phone()) as other:
        connect(port, other.serial)
        connect(port, faulty.serial)
        with pytest.raises(
            EnvironmentUnavailable, match=r"2 devices are ready.*\(device\).*serial="
        ) as caught:
            AdbDeviceProvider(server_port=port).start({}, 0)
        assert faulty.serial in str(caught.value)
        provider = AdbDeviceProvider(faulty.serial, server_port=port, quiet=0.0)
        assert provider.start({}, 0).link.serial == faulty.serial
        provider.close()


def test_a_phone_that_waits_for_its_owners_yes_is_unavailable_and_says_what_to_do(
    faulty: FaultyPhone, port: int
) -> None:
    faulty.trusting = False
    connect(port, faulty.serial)
    for serial in ("", faulty.serial):
        with pytest.raises(
            EnvironmentUnavailable, match=r"does not trust this computer.*allow USB debugging"
        ):
            AdbDeviceProvider(serial, server_port=port, patience=0.5).start({}, 0)


def test_it_goes_on_when_the_adb_server_was_killed_in_the_middle(faulty: FaultyPhone, port: int) -> None:
    provider = AdbDeviceProvider(faulty.serial, server_port=port, quiet=0.0)
    env = provider.start({}, 0)
    subprocess.run(["adb", "-P", str(port), "kill-server"], capture_output=True, timeout=60, check=True)
    assert env.settle().reason == "still"
    env.act("press", {"key": "home"})
    assert (
        provider.reset({"settings": {"system": {"screen_brightness": "9"}}}, 0).link.check(
            "settings get system screen_brightness"
        )
        == "9"
    )
    provider.close()


def test_it_goes_on_when_the_phone_was_unplugged_between_two_episodes(faulty: FaultyPhone, port: int) -> None:
    provider = AdbDeviceProvider(faulty.serial, server_port=port, quiet=0.0)
    provider.start({}, 0)
    faulty.unplug()
    faulty.plug_in()
    assert provider.reset({}, 0).settle().reason == "still"
    assert provider.facts()["model"] == "Crab Phone"
    provider.close()


def test_a_phone_that_sleeps_behind_its_lock_is_woken_and_unlocked(
    faulty: FaultyPhone, port: int, phone: Phone
) -> None:
    phone.key(26)
    phone.state.locked = True
    provider = AdbDeviceProvider(faulty.serial, server_port=port, quiet=0.0)
    provider.start({"open": "org.crab.tasks"}, 0)
    assert phone.state.awake
    assert not phone.state.locked
    assert phone.front.package == "org.crab.tasks"
    provider.close()


def test_permissions_are_among_what_a_world_may_ask_of_a_device(faulty: FaultyPhone, port: int) -> None:
    provider = AdbDeviceProvider(faulty.serial, server_port=port, quiet=0.0)
    asked = "android.permission.READ_CONTACTS"
    env = provider.start({"grant": {"com.android.messaging": [asked]}}, 0)
    assert f"{asked}: granted=true" in env.link.check("dumpsys package com.android.messaging")
    with pytest.raises(CommandFailedError, match=r"pm on .* failed"):
        provider.reset({"grant": {"no.such.app": ["android.permission.READ_CONTACTS"]}}, 0)
    provider.close()

"""Providers: start, reset, close, and nothing left behind."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from crab_android.device.errors import PhoneUnauthorizedError
from crab_android.device.link import AdbLink
from crab_android.providers.adb import AdbDeviceProvider
from crab_android.providers.adb_server import PrivateAdbServer
from crab_android.providers.simulated import SimulatedPhoneProvider
from crab_core import DeviceError, EnvironmentUnavailable, UnknownNameError, UsageError

pytestmark = pytest.mark.adb


@pytest.fixture(scope="module")
def provider():
    made = SimulatedPhoneProvider()
    yield made
    made.close()


def test_reset_brings_the_phone_into_the_world_and_leaves_nothing(provider):
    world = {"tasks": [{"title": "Only this"}]}
    env = provider.reset(world, 1)
    fresh = env.state()
    env.act("open_app_drawer", {})
    env.link.check("settings put global airplane_mode_on 1; echo x > /sdcard/x")
    assert env.state() != fresh
    env = provider.reset(world, 1)
    assert env.state() == fresh


def test_a_world_that_does_not_fit_is_told_and_the_phone_lives_on(provider):
    with pytest.raises(UsageError, match="did you mean 'tasks'"):
        provider.reset({"taks": []}, 0)
    assert provider.reset({}, 0).settle().reason == "still"


def test_two_phones_run_side_by_side(provider):
    second = SimulatedPhoneProvider(name="other")
    try:
        one, two = provider.reset({"tasks": ["one"]}, 0), second.start({"tasks": ["two"]}, 0)
        assert two.name == "other"
        two.act("open_app_drawer", {})
        assert one.link.check(
            "content query --uri content://org.crab.tasks/tasks --projection title"
        ).endswith("=one")
        assert two.link.check(
            "content query --uri content://org.crab.tasks/tasks --projection title"
        ).endswith("=two")
        assert one.state()["stacks"] != two.state()["stacks"]
        assert one.link.client.port != two.link.client.port
    finally:
        second.close()


def test_closing_twice_is_harmless_and_a_closed_provider_starts_again():
    made = SimulatedPhoneProvider()
    made.close()
    assert made.start({}, 0).settle().reason == "still"
    made.close()
    made.close()


def test_what_it_needs_is_there_and_named(provider):
    requirements = provider.requirements()
    assert {requirement.name for requirement in requirements} == {
        "adb",
        "skia (libEGL, libGL)",
        "phone fonts",
    }
    assert all(requirement.ok and requirement.found for requirement in requirements)


def test_facts_tell_the_build_and_every_app_with_its_version(provider):
    provider.reset({}, 0)
    facts = provider.facts()
    assert facts["build"].startswith("crab/crabphone")
    assert facts["android"]
    assert re.search(r"(^|, )org\.crab\.tasks \d+(,|$)", facts["apps"])


def test_a_phone_has_the_apps_that_it_is_told_to_have_and_a_launcher():
    made = SimulatedPhoneProvider(apps=["org.crab.tasks"])
    try:
        env = made.start({"tasks": ["one"]}, 0)
        packages = env.link.check("pm list packages").splitlines()
        assert set(packages) == {"package:org.crab.launcher", "package:org.crab.tasks"}
        assert env.settle().reason == "still"
    finally:
        made.close()


def test_an_app_that_is_not_installed_here_is_told_with_the_nearest_name():
    made = SimulatedPhoneProvider(apps=["org.crab.taks"])
    with pytest.raises(UnknownNameError, match=r"org\.crab\.tasks"):
        made.start({}, 0)
    made.close()


def test_a_phone_that_asks_for_a_key_lets_in_its_own_server_only(adb_port):
    made = SimulatedPhoneProvider(auth=True)
    try:
        env = made.start({}, 0)
        assert env.link.check("echo in") == "in"
        stranger = AdbLink(env.link.serial, port=adb_port, patience=0.5)
        with pytest.raises(PhoneUnauthorizedError):
            stranger.connect(2.0)
        stranger.client.detach(env.link.serial)
    finally:
        made.close()


def test_several_phones_share_one_server():
    server = PrivateAdbServer()
    phones = [SimulatedPhoneProvider(name=name, server=server) for name in ("one", "two", "three")]
    try:
        envs = [phone.start({"tasks": [phone._name]}, 0) for phone in phones]
        assert {env.link.client.port for env in envs} == {server.port}
        assert len(envs[0].link.states()) == 3
        for env in envs:
            titles = env.link.check("content query --uri content://org.crab.tasks/tasks --projection title")
            assert titles.endswith(f"={env.name}")
        phones[1].close()
        assert len(envs[0].link.states()) == 2
        assert envs[2].link.check("echo here") == "here"
    finally:
        for phone in phones:
            phone.close()
        server.close()


def test_a_snapshot_is_kept_gone_back_to_and_compared_with(provider):
    env = provider.reset({"tasks": ["one"]}, 0)
    provider.snapshot("before")
    before = env.state()
    assert provider.changes("before") == []
    env.link.check("settings put system screen_brightness 7")
    (change,) = provider.changes("before")
    assert change["path"] == "settings.system.screen_brightness"
    assert (change["kind"], change["after"]) == ("changed", "7")
    assert provider.restore("before").state() == before
    with pytest.raises(DeviceError, match="never"):
        provider.restore("never")


def test_what_is_not_started_has_nothing_to_keep():
    with pytest.raises(DeviceError, match="not started"):
        SimulatedPhoneProvider().snapshot("x")


_STARTER = """
import sys
from crab_android.providers.simulated import SimulatedPhoneProvider
provider = SimulatedPhoneProvider()
env = provider.start({}, 0)
guard = provider._server
sys.stdout.write(f"{provider._phone._process.pid} {guard.process.pid} {guard.process.folder}\\n")
sys.stdout.flush()
sys.stdin.read()
"""


def _children(pid: int) -> list[int]:
    try:
        text = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    except OSError:  # it has ended
        return []
    return [int(number) for number in text.split()]


def _alive(pid: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:  # it has ended
        return False


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_killing_the_parent_leaves_no_process_and_no_folder(number):
    parent = subprocess.Popen(
        [sys.executable, "-c", _STARTER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    phone, guard, folder = parent.stdout.readline().split()
    everyone = [int(phone), int(guard), *_children(int(guard))]
    assert len(everyone) >= 3
    assert all(_alive(pid) for pid in everyone)
    os.kill(parent.pid, number)
    parent.wait(60)
    parent.stdin.close()
    parent.stdout.close()
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and (any(map(_alive, everyone)) or Path(folder).exists()):
        os.sched_yield()
    assert [pid for pid in everyone if _alive(pid)] == []
    assert not Path(folder).exists()


def test_the_adb_provider_drives_a_phone_by_its_address(adb):
    provider = AdbDeviceProvider(adb.serial, server_port=adb.port, quiet=0.0)
    env = provider.start({"settings": {"secure": {"ui_night_mode": "2"}}, "open": "org.crab.tasks"}, 0)
    assert env.link.check("settings get secure ui_night_mode") == "2"
    assert adb.server.call(lambda phone: phone.front.package) == "org.crab.tasks"
    env = provider.reset({"stop": ["org.crab.tasks"], "clear": ["org.crab.tasks"]}, 0)
    assert adb.server.call(lambda phone: phone.front.package) == "org.crab.launcher"
    assert "No result found" in env.link.check("content query --uri content://org.crab.tasks/tasks")
    provider.close()


def test_the_adb_provider_takes_the_only_device(adb):
    provider = AdbDeviceProvider(server_port=adb.port, quiet=0.0)
    assert provider.start({}, 0).link.serial == adb.serial
    provider.close()


def test_the_adb_provider_refuses_a_world_that_only_a_simulated_phone_can_have(adb):
    provider = AdbDeviceProvider(adb.serial, server_port=adb.port, quiet=0.0)
    with pytest.raises(UsageError, match="tasks"):
        provider.start({"tasks": []}, 0)
    provider.close()


def test_a_device_that_is_not_there_is_unavailable(adb_port):
    with pytest.raises(EnvironmentUnavailable):
        AdbDeviceProvider("127.0.0.1:9", server_port=adb_port).start({}, 0)


def test_no_device_at_all_is_unavailable_and_says_so(adb_port):
    with pytest.raises(EnvironmentUnavailable, match="0 devices"):
        AdbDeviceProvider(server_port=adb_port).start({}, 0)

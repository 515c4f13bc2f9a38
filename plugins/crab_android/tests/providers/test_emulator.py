"""Virtual devices: started, booted, reset, and ended, with the real adb and a fake emulator."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from crab_android.providers.emulator import EmulatorProvider
from crab_core import DeviceError, EnvironmentUnavailable, UsageError

pytestmark = pytest.mark.adb


@pytest.fixture
def make(sdk, adb_port):
    """Makes providers for the fake emulator, and closes them."""
    made = []

    def build(**options):
        provider = EmulatorProvider(
            settings=sdk.settings, server_port=adb_port, quiet=0.0, **{"boot_seconds": 15.0, **options}
        )
        made.append(provider)
        return provider

    yield build
    for provider in made:
        provider.close()


def test_it_starts_without_a_window_and_waits_until_android_has_booted(sdk, make):
    env = make().start({}, 0)
    assert env.link.check("getprop sys.boot_completed") == "1"
    assert env.link.serial.startswith("emulator-")
    (started,) = (fact["started"] for fact in sdk.said() if "started" in fact)
    port = env.link.serial.removeprefix("emulator-")
    assert started[:4] == ["-avd", "crab", "-port", port]
    assert {"-no-window", "-no-audio", "-no-boot-anim", "-no-snapshot-save", "-no-snapshot-load"} <= {
        *started
    }
    assert env.settle().reason == "still"


def test_a_reset_goes_back_to_the_snapshot_made_after_booting(sdk, make):
    provider = make()
    env = provider.start({}, 0)
    env.link.check("echo x > /sdcard/left-over; settings put system screen_brightness 7")
    env = provider.reset({"open": "org.crab.tasks"}, 1)
    assert env.link.run("ls /sdcard/left-over").code != 0
    assert env.link.check("settings get system screen_brightness") != "7"
    assert "org.crab.tasks" in env.link.check("dumpsys activity activities | grep -i resumed")
    assert sdk.console() == ["avd snapshot save crab-clean", "avd snapshot load crab-clean"]


def test_a_named_snapshot_is_what_it_starts_from_and_goes_back_to(sdk, make):
    first = make()
    first.start({}, 0).link.check("echo kept > /sdcard/kept")
    first._emulator.save("mine")
    first.close()
    provider = make(snapshot="mine")
    env = provider.start({}, 0)
    assert env.link.check("cat /sdcard/kept") == "kept"
    env.link.check("rm /sdcard/kept")
    assert provider.reset({}, 0).link.check("cat /sdcard/kept") == "kept"
    assert provider.facts()["snapshot"] == "mine"
    assert sdk.console().count("avd snapshot save crab-clean") == 1


def test_a_device_that_stays_as_it_is_boots_anew_for_a_reset(sdk, make):
    provider = make(read_only=True)
    provider.start({}, 0).link.check("echo x > /sdcard/left-over")
    assert provider.reset({}, 0).link.run("ls /sdcard/left-over").code != 0
    starts = [fact["started"] for fact in sdk.said() if "started" in fact]
    assert len(starts) == 2
    assert all("-read-only" in start for start in starts)


def test_options_reach_the_command_line(sdk, make):
    make(wipe=True, gpu="host", extra=["-memory", "3072"], port=5680).start({}, 0)
    (started,) = (fact["started"] for fact in sdk.said() if "started" in fact)
    assert "-wipe-data" in started
    assert started[started.index("-gpu") + 1] == "host"
    assert started[-2:] == ["-memory", "3072"]
    assert started[started.index("-port") + 1] == "5680"


def test_what_an_episode_shall_see_besides_the_screen_is_said_to_the_provider(make):
    assert "ui_text" in make(show=["ui_text"]).start({}, 0).observe()


def test_several_start_at_once_on_ports_of_their_own(sdk, make):
    sdk.add_avd("other")
    providers = [
        make(avd="crab", name="one"),
        make(avd="other", name="two"),
        make(avd="crab", read_only=True),
    ]
    with ThreadPoolExecutor() as pool:
        envs = list(pool.map(lambda provider: provider.start({}, 0), providers))
    serials = {env.link.serial for env in envs}
    assert len(serials) == 3
    for number, env in enumerate(envs):
        env.link.check(f"echo {number} > /sdcard/number")
    assert [env.link.check("cat /sdcard/number") for env in envs] == ["0", "1", "2"]


def test_closing_ends_it_and_frees_its_port(sdk, make):
    provider = make(port=5678)
    provider.start({}, 0)
    (pid,) = (fact["pid"] for fact in sdk.said() if "pid" in fact)
    provider.close()
    provider.close()
    assert not Path(f"/proc/{pid}").exists()
    assert sdk.console()[-1] == "kill"
    assert make(port=5678).start({}, 0).settle().reason == "still"


def test_one_that_ends_is_told_at_once_with_its_last_words(sdk, make):
    sdk.mood("dies")
    with pytest.raises(EnvironmentUnavailable, match=r"ended with code 1(.|\n)*needs KVM"):
        make().start({}, 0)


def test_one_that_does_not_boot_is_given_up_in_time_and_ended(sdk, make):
    sdk.mood("never boots")
    with pytest.raises(EnvironmentUnavailable, match=r"crab has not booted within 1 s: .*boot_seconds="):
        make(boot_seconds=1.0).start({}, 0)
    (pid,) = (fact["pid"] for fact in sdk.said() if "pid" in fact)
    assert not Path(f"/proc/{pid}").exists()


def test_one_that_dies_in_the_middle_is_a_device_error_at_the_next_reset(sdk, make):
    provider = make()
    provider.start({}, 0)
    (pid,) = (fact["pid"] for fact in sdk.said() if "pid" in fact)
    os.kill(pid, signal.SIGKILL)
    with pytest.raises(DeviceError, match="crab"):
        provider.reset({}, 0)


def test_a_console_that_breaks_off_has_not_made_a_snapshot(sdk, make):
    sdk.mood("console breaks off")
    with pytest.raises(DeviceError, match=r"refuses 'avd snapshot save crab-clean': its console broke off"):
        make().start({}, 0)


def test_a_snapshot_that_went_away_is_a_device_error_in_the_emulators_words(sdk, make):
    provider = make()
    provider.start({}, 0)
    (sdk.home / "avd/crab.avd/snapshots/crab-clean/ram.bin").unlink()
    with pytest.raises(DeviceError, match="KO: Snapshot crab-clean does not exist"):
        provider.reset({}, 0)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"avd": "carb"}, "no virtual device 'carb'; there are: crab"),
        ({"snapshot": "gone"}, "no snapshot 'gone'; it has: none"),
    ],
)
def test_what_is_not_there_is_named(make, options, reason):
    with pytest.raises(EnvironmentUnavailable, match=reason):
        make(**options).start({}, 0)


def test_which_of_two_devices_is_meant_must_be_said(sdk, make):
    sdk.add_avd("other")
    with pytest.raises(EnvironmentUnavailable, match=r"2 virtual devices: crab, other\. Name one: avd="):
        make().start({}, 0)


@pytest.mark.parametrize("options", [{"wipe": True, "snapshot": "x"}, {"port": 5555}, {"port": 80}])
def test_options_that_cannot_be_are_refused(make, options):
    with pytest.raises(UsageError):
        make(**options).start({}, 0)


def test_a_world_for_the_simulated_phone_is_refused_before_anything_starts(sdk, make):
    with pytest.raises(UsageError, match="simulated"):
        make().start({"tasks": []}, 0)
    assert not (sdk.emulator / "said.jsonl").exists()


_STARTER = """
import sys
from pathlib import Path
from crab_android.providers.emulator import EmulatorProvider
provider = EmulatorProvider(server_port=int(sys.argv[1]))
provider.start({}, 0)
sys.stdout.write(f"{provider._emulator._process.pid} {provider._emulator._process.folder}\\n")
sys.stdout.flush()
sys.stdin.read()
"""


def test_nothing_is_left_of_it_when_the_parent_is_killed(sdk, adb_port, monkeypatch):
    monkeypatch.setenv("ANDROID_HOME", str(sdk.home / "sdk"))
    parent = subprocess.Popen(
        [sys.executable, "-c", _STARTER, str(adb_port)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    guard, folder = parent.stdout.readline().split()
    (pid,) = (fact["pid"] for fact in sdk.said() if "pid" in fact)
    parent.kill()
    parent.wait(60)
    parent.stdin.close()
    parent.stdout.close()
    deadline = time.monotonic() + 60
    left = [Path(f"/proc/{guard}"), Path(f"/proc/{pid}"), Path(folder)]
    while time.monotonic() < deadline and any(path.exists() for path in left):
        os.sched_yield()
    assert [path for path in left if path.exists()] == []

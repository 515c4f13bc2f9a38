"""What `crab doctor` finds out about Android's emulator, and how ports are shared out."""

from __future__ import annotations

import socket

import pytest

from crab_android.providers import console_port
from crab_android.providers.avds import avds, emulator_requirements
from crab_android.providers.console_port import ConsolePort
from crab_android.settings import AndroidSettings
from crab_core import EnvironmentUnavailable


def test_an_sdk_with_everything_is_fit(sdk, tmp_path):
    (tmp_path / "kvm").touch()
    requirements = emulator_requirements(sdk.settings, tmp_path / "kvm")
    assert [requirement.ok for requirement in requirements] == [True] * 3
    assert requirements[0].found == str(sdk.emulator / "emulator")
    assert requirements[2].found == "crab (android-35)"


def test_what_is_missing_comes_with_the_command_that_brings_it(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    settings = AndroidSettings((tmp_path / "nowhere",), tmp_path / "avd")
    emulator, kvm, device = emulator_requirements(settings, tmp_path / "kvm")
    assert not emulator.ok
    assert "nowhere" in emulator.found
    assert "sdkmanager emulator platform-tools" in emulator.fix
    assert "command-line tools" in emulator.fix
    assert not kvm.ok
    assert not device.ok
    assert device.fix.startswith("avdmanager create avd")


def test_kvm_that_may_not_be_used_is_told_from_kvm_that_is_not_there(tmp_path, monkeypatch):
    (tmp_path / "kvm").touch()
    monkeypatch.setattr("os.access", lambda path, mode: False)
    _, kvm, _ = emulator_requirements(AndroidSettings(), tmp_path / "kvm")
    assert "usermod -aG kvm" in kvm.fix


def test_the_environment_says_where_the_tools_are(tmp_path):
    settings = AndroidSettings.load({"ANDROID_HOME": "/sdk", "ANDROID_AVD_HOME": "/avds", "HOME": "/home/x"})
    assert [str(path) for path in settings.sdks] == ["/sdk"]
    assert str(settings.avds) == "/avds"
    usual = AndroidSettings.load({"HOME": "/home/x"})
    assert str(usual.sdks[0]) == "/home/x/Android/Sdk"
    assert str(usual.avds) == "/home/x/.android/avd"


def test_a_device_whose_folder_is_gone_is_no_device(sdk):
    (sdk.home / "avd" / "ghost.ini").write_text("path=/nowhere\n")
    assert list(avds(sdk.settings)) == ["crab"]


def test_the_snapshots_of_a_device_are_listed(sdk):
    (sdk.home / "avd/crab.avd/snapshots/b").mkdir(parents=True)
    (sdk.home / "avd/crab.avd/snapshots/a").mkdir()
    assert avds(sdk.settings)["crab"].snapshots == ["a", "b"]


def test_ports_are_even_and_never_given_twice():
    ports = [ConsolePort() for _ in range(8)]
    try:
        numbers = [port.number for port in ports]
        assert len(set(numbers)) == 8
        assert all(number % 2 == 0 and number >= 5554 for number in numbers)
        with pytest.raises(EnvironmentUnavailable, match=f"{numbers[0]} is taken"):
            ConsolePort(numbers[0])
    finally:
        for port in ports:
            port.close()


def test_a_port_whose_neighbour_is_taken_is_left_out():
    number = 5640  # far from those that others are given, who begin at the first
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(console_port, "FIRST", number)
        with socket.create_server(("127.0.0.1", number + 1)):
            second = ConsolePort()
            assert second.number == number + 2
            second.close()
    third = ConsolePort(number)
    assert third.serial == f"emulator-{number}"
    third.close()

"""What this distribution adds to Crab. Importing this module imports nothing heavy."""

from __future__ import annotations

from collections.abc import Iterable

from crab_android.hookspecs import PhoneAppSpec
from crab_android.phone_apps import BUILT_IN
from crab_core import CommandSpec, EnvironmentSpec, ProviderSpec, hookimpl


@hookimpl
def crab_register_environments() -> Iterable[EnvironmentSpec]:
    """The Android phone."""
    return [
        EnvironmentSpec(
            "android", "An Android phone, over ADB.", "crab_android.environment:AndroidEnvironment"
        )
    ]


@hookimpl
def crab_register_providers() -> Iterable[ProviderSpec]:
    """The simulated phone, phones that adb knows, and Android's emulator."""
    return [
        ProviderSpec(
            "simulated",
            "A simulated phone in a process of its own, behind a private adb server.",
            "crab_android.providers.simulated:SimulatedPhoneProvider",
            environment="android",
            default=True,
        ),
        ProviderSpec(
            "adb",
            "A phone or emulator that adb knows, by serial or host:port.",
            "crab_android.providers.adb:AdbDeviceProvider",
            environment="android",
        ),
        ProviderSpec(
            "emulator",
            "A virtual device of Android's own emulator, started without a window.",
            "crab_android.providers.emulator:EmulatorProvider",
            environment="android",
        ),
    ]


@hookimpl
def crab_register_phone_apps() -> Iterable[PhoneAppSpec]:
    """The apps that come with the simulated phone."""
    return BUILT_IN


@hookimpl
def crab_register_commands() -> Iterable[CommandSpec]:
    """`crab phone`."""
    return [
        CommandSpec("phone", "Start a simulated phone and print its adb address.", "crab_android.cli:phone")
    ]

"""What this distribution adds to Crab. Importing this module imports nothing heavy."""

from __future__ import annotations

from collections.abc import Iterable

from crab_core import CommandSpec, EnvironmentSpec, ProviderSpec, hookimpl
from crab_ubuntu.hookspecs import DesktopServiceSpec
from crab_ubuntu.services.kinds import BUILT_IN


@hookimpl
def crab_register_environments() -> Iterable[EnvironmentSpec]:
    """The Linux desktop."""
    return [
        EnvironmentSpec(
            "ubuntu", "A GNOME desktop that looks like Ubuntu.", "crab_ubuntu.environment:UbuntuEnvironment"
        )
    ]


@hookimpl
def crab_register_providers() -> Iterable[ProviderSpec]:
    """The sandboxed desktop, the desktop that one sits at, and desktops elsewhere."""
    return [
        ProviderSpec(
            "sandbox",
            "A fresh GNOME session in a bubblewrap sandbox for every episode.",
            "crab_ubuntu.providers.sandbox:SandboxProvider",
            environment="ubuntu",
            default=True,
        ),
        ProviderSpec(
            "local",
            "The desktop that you sit at, after an explicit yes.",
            "crab_ubuntu.providers.local:LocalProvider",
            environment="ubuntu",
        ),
        ProviderSpec(
            "remote",
            "A desktop on another machine, behind a host that runs there.",
            "crab_ubuntu.providers.remote:RemoteProvider",
            environment="ubuntu",
        ),
    ]


@hookimpl
def crab_register_commands() -> Iterable[CommandSpec]:
    """`crab desktop`."""
    return [
        CommandSpec(
            "desktop", "Start a sandboxed desktop and show it in the browser.", "crab_ubuntu.commands:desktop"
        )
    ]


@hookimpl
def crab_register_desktop_services() -> Iterable[DesktopServiceSpec]:
    """What a desktop's world can serve."""
    return BUILT_IN

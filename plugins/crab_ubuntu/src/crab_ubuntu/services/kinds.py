"""Which kinds of services there are: those of this plugin, and those that others register."""

from __future__ import annotations

from crab_core.plugins import Plugins, Registry
from crab_ubuntu.hookspecs import DESKTOP_SERVICES, DesktopServiceSpec

BUILT_IN: tuple[DesktopServiceSpec, ...] = (
    DesktopServiceSpec("site", "Pages, downloads and forms over HTTP.", "crab_ubuntu.services.site:Site"),
    DesktopServiceSpec("chat", "A team's chat over IRC.", "crab_ubuntu.services.chat:Chat"),
)
"""The kinds that come with the desktop."""

DISTRIBUTION = "crab-ubuntu"


def registered_services(plugins: Plugins | None = None) -> Registry[DesktopServiceSpec]:
    """All kinds of services that installed plugins register, by name.

    Raises:
        PluginError: Two plugins register the same name.
    """
    return (plugins or Plugins.load()).of(DESKTOP_SERVICES)


def bringers(plugins: Plugins | None = None) -> tuple[str, ...]:
    """The distributions that bring services, which the host of a desktop must be able to import."""
    known = registered_services(plugins)
    return tuple(dict.fromkeys(known.owner(name) for name in known))


def find(name: str, plugins: Plugins | None = None) -> tuple[DesktopServiceSpec, str]:
    """A kind of service, and the distribution that brings it.

    Args:
        name: As in a world.
        plugins: Where to look for what is not built in; all installed ones when None.

    Raises:
        UnknownNameError: Nobody registers it; the nearest names are offered.
        PluginError: Two plugins register the same name.
    """
    for spec in BUILT_IN:
        if spec.name == name:
            return (
                spec,
                DISTRIBUTION,
            )  # without looking for plugins, which costs a reset more than all the rest
    known = registered_services(plugins)
    return known[name], known.owner(name)

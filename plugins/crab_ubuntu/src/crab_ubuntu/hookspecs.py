"""The hook that this plugin adds to Crab: services that a desktop's world can serve."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from crab_core import Spec, hookspec
from crab_core.plugins import GuestHook


@dataclass(frozen=True, slots=True)
class DesktopServiceSpec(Spec):
    """A kind of service, named as a world names it; the factory is a subclass of `Service`."""

    kind: ClassVar[str] = "desktop service"


@hookspec
def crab_register_desktop_services() -> Iterable[DesktopServiceSpec]:  # type: ignore[empty-body]
    """Return kinds of services that a desktop's world can serve from now on.

    Example:
        @hookimpl
        def crab_register_desktop_services():
            return [DesktopServiceSpec("forge", "A small code forge.", "my_plugin.forge:Forge")]
    """


DESKTOP_SERVICES = GuestHook("desktop-services", "crab_register_desktop_services", DesktopServiceSpec)
GUESTS = (DESKTOP_SERVICES,)

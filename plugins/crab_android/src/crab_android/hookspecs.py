"""The hook that this plugin adds to Crab: apps for the simulated phone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from crab_core import Spec, hookspec
from crab_core.plugins import GuestHook


@dataclass(frozen=True, slots=True)
class PhoneAppSpec(Spec):
    """An app for the simulated phone, named by its package; the factory is an `App`."""

    kind: ClassVar[str] = "phone app"


@hookspec
def crab_register_phone_apps() -> Iterable[PhoneAppSpec]:  # type: ignore[empty-body]
    """Return apps that every simulated phone has from now on.

    Example:
        @hookimpl
        def crab_register_phone_apps():
            return [PhoneAppSpec("test.example.shop", "A small shop.", "my_plugin.shop.manifest:APP")]
    """


PHONE_APPS = GuestHook("phone-apps", "crab_register_phone_apps", PhoneAppSpec)
GUESTS = (PHONE_APPS,)

"""The simulated phone: a phone in a Python process that speaks the device side of ADB.

Nothing in :mod:`crab_android` outside this package imports it; the provider starts it as a process and talks
ADB to it, as to any other phone. What apps are made with is in :mod:`.kit`.
"""

from .app import App, Lead, Place, Popup, Screen, Seeding, Table
from .catalog import AppLoadError, built_in_apps, load_apps
from .content import ContentError
from .context import AppContext, Context
from .diff import Change, difference
from .intents import Filter, Intent
from .packages import PackageError
from .phone import Phone, UnknownActivityError
from .server import PhoneServer
from .world import PhoneWorld, WorldError

__all__ = [
    "App",
    "AppContext",
    "AppLoadError",
    "Change",
    "ContentError",
    "Context",
    "Filter",
    "Intent",
    "Lead",
    "PackageError",
    "Phone",
    "PhoneServer",
    "PhoneWorld",
    "Place",
    "Popup",
    "Screen",
    "Seeding",
    "Table",
    "UnknownActivityError",
    "WorldError",
    "built_in_apps",
    "difference",
    "load_apps",
]

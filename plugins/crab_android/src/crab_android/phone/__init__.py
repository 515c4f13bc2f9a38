"""The simulated phone: a phone in a Python process that speaks the device side of ADB.

Nothing in :mod:`crab_android` outside this package imports it; the provider starts it as a process and talks
ADB to it, as to any other phone.
"""

from .app import App, Context, Place, Popup, Screen
from .phone import Phone, UnknownActivityError
from .server import PhoneServer
from .world import PhoneWorld, WorldError

__all__ = [
    "App",
    "Context",
    "Phone",
    "PhoneServer",
    "PhoneWorld",
    "Place",
    "Popup",
    "Screen",
    "UnknownActivityError",
    "WorldError",
]

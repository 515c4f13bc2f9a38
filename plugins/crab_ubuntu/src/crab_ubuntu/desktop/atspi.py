"""The accessibility bus: raw facts about the widgets of all applications, read concurrently over D-Bus."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, NamedTuple

from crab_core import Box, DeviceError

ACCESSIBLE = "org.a11y.atspi.Accessible"
COMPONENT = "org.a11y.atspi.Component"
PROPERTIES = "org.freedesktop.DBus.Properties"

CONCURRENT_CALLS = 48
"""More at once made the bus drop the connection when an office application answered."""


class State(IntEnum):
    """Bits of an AT-SPI state set that are used here."""

    ACTIVE = 1
    CHECKED = 4
    EDITABLE = 7
    ENABLED = 8
    EXPANDED = 10
    FOCUSABLE = 11
    FOCUSED = 12
    HAS_TOOLTIP = 13
    PRESSED = 20
    SELECTABLE = 22
    SELECTED = 23
    SENSITIVE = 24
    SHOWING = 25
    VISIBLE = 30
    CHECKABLE = 41


class Reference(NamedTuple):
    """Where an accessible object lives."""

    bus: str
    path: str


@dataclass(slots=True)
class Widget:
    """What one accessible object says about itself."""

    reference: Reference
    role: int
    name: str
    description: str
    identifier: str
    states: int
    box: Box
    """On the screen, or in the window for toolkits that know no screen."""
    value: str = ""
    children: list[Widget] = field(default_factory=list)

    def has(self, state: State) -> bool:
        """Whether a state is set."""
        return bool(self.states >> state & 1)


@dataclass(frozen=True, slots=True)
class Application:
    """An application on the accessibility bus."""

    reference: Reference
    name: str
    pid: int
    window_coordinates: bool
    """Whether its boxes are relative to its window: true for GTK 4."""
    windows: tuple[Reference, ...]


class AccessibilityBus:
    """A connection to the accessibility bus; all methods run in one event loop."""

    def __init__(self) -> None:
        self._bus: Any = None
        self._calls = asyncio.Semaphore(CONCURRENT_CALLS)

    async def connect(self) -> None:
        """Ask the session bus for the address and connect.

        Raises:
            DeviceError: There is no accessibility bus.
        """
        from dbus_fast import BusType
        from dbus_fast.aio import MessageBus

        session = await MessageBus(bus_type=BusType.SESSION).connect()
        try:
            self._bus = session
            address = await self.call(
                Reference("org.a11y.Bus", "/org/a11y/bus"), "org.a11y.Bus", "GetAddress"
            )
        finally:
            self._bus = None
            session.disconnect()
        if not address:
            raise DeviceError("The session has no accessibility bus.", advice="Install at-spi2-core.")
        self._bus = await MessageBus(bus_address=address[0]).connect()

    def disconnect(self) -> None:
        """Close the connection."""
        if self._bus is not None:
            self._bus.disconnect()
            self._bus = None

    async def call(
        self, target: Reference, interface: str, member: str, signature: str = "", *arguments: Any
    ) -> list[Any]:
        """One method call; an empty list when the object does not know it or is gone."""
        from dbus_fast import Message, MessageType

        message = Message(
            destination=target.bus,
            path=target.path,
            interface=interface,
            member=member,
            signature=signature,
            body=list(arguments),
        )
        async with self._calls:
            reply = await self._bus.call(message)
        return list(reply.body) if reply.message_type is MessageType.METHOD_RETURN else []

    async def applications(self) -> list[Application]:
        """All applications that registered."""
        registry = Reference("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")
        found = await asyncio.gather(*(self._application(r) for r in await self.children(registry)))
        return [application for application in found if application is not None]

    async def _application(self, reference: Reference) -> Application | None:
        daemon = Reference("org.freedesktop.DBus", "/org/freedesktop/DBus")
        facts, toolkit, pid, windows = await asyncio.gather(
            self.call(reference, PROPERTIES, "GetAll", "s", ACCESSIBLE),
            self.call(reference, PROPERTIES, "GetAll", "s", "org.a11y.atspi.Application"),
            self.call(daemon, "org.freedesktop.DBus", "GetConnectionUnixProcessID", "s", reference.bus),
            self.children(reference),
        )
        if not facts or not pid:
            return None
        kit = _values(toolkit)
        gtk4 = str(kit.get("ToolkitName", "")).lower() == "gtk" and str(kit.get("Version", ""))[:2] == "4."
        return Application(reference, str(_values(facts).get("Name", "")), pid[0], gtk4, tuple(windows))

    async def children(self, reference: Reference) -> list[Reference]:
        """References to the children of an object, in order."""
        reply = await self.call(reference, ACCESSIBLE, "GetChildren")
        return [Reference(*child) for child in reply[0]] if reply else []

    async def widget(self, reference: Reference, *, in_window: bool) -> Widget | None:
        """What an object says about itself, without its children; None when it is gone."""
        facts, role, states, extents = await asyncio.gather(
            self.call(reference, PROPERTIES, "GetAll", "s", ACCESSIBLE),
            self.call(reference, ACCESSIBLE, "GetRole"),
            self.call(reference, ACCESSIBLE, "GetState"),
            self.call(reference, COMPONENT, "GetExtents", "u", 1 if in_window else 0),
        )
        if not facts or not role or not states:
            return None
        values = _values(facts)
        low, high = states[0]
        return Widget(
            reference,
            role[0],
            str(values.get("Name", "")),
            str(values.get("Description", "")),
            str(values.get("AccessibleId", "")),
            low | high << 32,
            Box(*extents[0]) if extents else Box(0, 0, 0, 0),
        )

    async def text(self, reference: Reference, limit: int) -> str:
        """The first `limit` characters of an object's text."""
        reply = await self.call(reference, "org.a11y.atspi.Text", "GetText", "ii", 0, limit)
        return str(reply[0]) if reply else ""

    async def number(self, reference: Reference) -> str:
        """The current value of a slider, spin button or progress bar, as text."""
        reply = await self.call(reference, PROPERTIES, "Get", "ss", "org.a11y.atspi.Value", "CurrentValue")
        return f"{reply[0].value:g}" if reply else ""


def _values(reply: list[Any]) -> dict[str, Any]:
    return {key: variant.value for key, variant in reply[0].items()} if reply else {}

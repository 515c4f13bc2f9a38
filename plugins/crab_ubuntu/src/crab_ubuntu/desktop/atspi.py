"""The accessibility bus: which applications are on it, and what their widgets say about themselves."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, NamedTuple

from crab_core import Box, DeviceError
from crab_ubuntu.desktop.line import NONSENSE, Call, Line, SilentError

ACCESSIBLE = "org.a11y.atspi.Accessible"
APPLICATION = "org.a11y.atspi.Application"
COMPONENT = "org.a11y.atspi.Component"
PROPERTIES = "org.freedesktop.DBus.Properties"
DAEMON = "org.freedesktop.DBus"

BUS_SECONDS = 15.0
"""How long the bus itself may take for an answer."""


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
    MODAL = 16
    PRESSED = 20
    SELECTABLE = 22
    SELECTED = 23
    SENSITIVE = 24
    SHOWING = 25
    VISIBLE = 30
    MANAGES_DESCENDANTS = 31
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
    """An application on the accessibility bus, and the line to it."""

    reference: Reference
    name: str
    pid: int
    window_coordinates: bool
    """Whether its boxes are relative to its window: true for GTK 4."""
    line: Line

    def ping(self, deadline: float) -> None:
        """Return when it has answered a question, or at the deadline; one that is hung is not waited for."""
        if not self.line.hung:
            with suppress(SilentError):
                self.line.ask([Call(self.reference.path, ACCESSIBLE, "GetRole")], deadline)

    def windows(self, deadline: float) -> list[Reference]:
        """Its windows, and its menus where these are windows.

        Raises:
            SilentError: It does not answer.
        """
        (reply,) = self.line.ask([Call(self.reference.path, ACCESSIBLE, "GetChildren")], deadline)
        return [Reference(*child) for child in reply[0]] if reply else []


class AccessibilityBus:
    """Knows the applications on the accessibility bus, and keeps a line to each."""

    def __init__(self) -> None:
        """Connect.

        Raises:
            DeviceError: There is no accessibility bus.
        """
        self._address = asyncio.run(_address_of_bus())
        self._connect(time.monotonic() + BUS_SECONDS)
        self._known: dict[str, Application] = {}
        self._unmet: dict[str, Line] = {}

    def _connect(self, deadline: float) -> None:
        try:
            self._line = Line.to_bus(self._address, DAEMON, deadline)
        except SilentError as error:
            raise DeviceError("The accessibility bus does not answer.") from error
        self._line.patient = True

    def close(self) -> None:
        """Close all connections."""
        for line in (*(application.line for application in self._known.values()), *self._unmet.values()):
            line.close()
        self._known.clear()
        self._line.close()

    def applications(self) -> list[Application]:
        """All applications that registered and answered when they were first asked.

        Raises:
            DeviceError: The bus itself does not answer.
        """
        deadline = time.monotonic() + BUS_SECONDS
        if self._line.closed:
            self._connect(deadline)
        try:
            (reply,) = self._line.ask(
                [
                    Call(
                        "/org/a11y/atspi/accessible/root",
                        ACCESSIBLE,
                        "GetChildren",
                        destination="org.a11y.atspi.Registry",
                    )
                ],
                deadline,
            )
            found = [Reference(str(bus), str(path)) for bus, path in reply[0]] if reply else []
            for bus in self._known.keys() - {reference.bus for reference in found}:
                self._known.pop(bus).line.close()
            for bus in self._unmet.keys() - {reference.bus for reference in found}:
                self._unmet.pop(bus).close()
            for reference in found:
                with suppress(*NONSENSE):
                    self._meet(reference, deadline)
        except (SilentError, *NONSENSE) as error:
            raise DeviceError("The accessibility bus does not answer.") from error
        return [self._known[reference.bus] for reference in found if reference.bus in self._known]

    def _meet(self, reference: Reference, deadline: float) -> None:
        """Learn what never changes about an application; one that does not answer now is met another time."""
        known = self._known.get(reference.bus)
        if known is not None and not known.line.closed:
            return
        (pid,) = self._line.ask(
            [Call("/org/freedesktop/DBus", DAEMON, "GetConnectionUnixProcessID", "s", (reference.bus,))],
            deadline,
        )
        if not pid:
            return
        line = self._unmet.pop(reference.bus, None)
        if line is None or line.closed:
            line = Line.to_bus(self._address, reference.bus, deadline)
        line.process = pid[0]
        try:
            facts, toolkit, direct = line.ask(
                [
                    Call(reference.path, PROPERTIES, "GetAll", "s", (ACCESSIBLE,)),
                    Call(reference.path, PROPERTIES, "GetAll", "s", (APPLICATION,)),
                    Call(reference.path, APPLICATION, "GetApplicationBusAddress"),
                ],
                time.monotonic() + FIRST_SECONDS,
            )
        except SilentError:
            self._unmet[reference.bus] = line
            return
        if not facts:
            line.close()
            return
        kit = values_of(toolkit)
        gtk4 = str(kit.get("ToolkitName", "")).lower() == "gtk" and str(kit.get("Version", ""))[:2] == "4."
        line = _shorter(line, direct)
        line.process = pid[0]
        name = str(values_of(facts).get("Name", ""))
        self._known[reference.bus] = Application(reference, name, pid[0], gtk4, line)


FIRST_SECONDS = 15.0
"""How long an application that is new and at work may take to say who it is."""


def _shorter(line: Line, answer: Sequence[Any]) -> Line:
    """A line past the bus, which takes half the time, where the application offers one."""
    if answer and answer[0]:
        try:
            direct = Line.to_application(str(answer[0]), time.monotonic() + FIRST_SECONDS)
        except SilentError:
            return line
        line.close()
        return direct
    return line


async def _address_of_bus() -> str:
    from dbus_fast import BusType, Message
    from dbus_fast.aio import MessageBus

    session = await MessageBus(bus_type=BusType.SESSION).connect()
    try:
        reply = await session.call(
            Message(
                destination="org.a11y.Bus",
                path="/org/a11y/bus",
                interface="org.a11y.Bus",
                member="GetAddress",
            )
        )
    finally:
        session.disconnect()
    if reply is None or reply.signature != "s":
        raise DeviceError("The session has no accessibility bus.", advice="Install at-spi2-core.")
    return str(reply.body[0])


def values_of(reply: Sequence[Any]) -> dict[str, Any]:
    """The properties in an answer to GetAll."""
    return {key: variant.value for key, variant in reply[0].items()} if reply else {}

"""The text of a terminal, as its widget tells the accessibility bus: exact in any script, and free."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from crab_core import DeviceError
from crab_ubuntu.desktop.atspi import ACCESSIBLE, PROPERTIES, AccessibilityBus, Application, State
from crab_ubuntu.desktop.line import Call, SilentError
from crab_ubuntu.desktop.windows import Window, Windows

TEXT = "org.a11y.atspi.Text"
VALUE = "org.a11y.atspi.Value"
ROLE_TERMINAL = 60
ROLE_SCROLL_BAR = 48
NO_TERMINAL_INSIDE = frozenset((31, 33, 34, 55, 63, 65, 66, 82, 92, 93, 94, 95))
"""AT-SPI roles that are not searched: lists, menus, tables, tool bars, trees, documents."""
DEEPEST = 24
"""Levels that are searched."""
LONGEST = 100_000
"""Characters of a terminal that are read."""
ANSWER_SECONDS = 3.0
"""How long an application may take for all that is asked of it."""


@dataclass(frozen=True, slots=True)
class TerminalText:
    """What a terminal shows. A line that is too long for it and goes on in the next row is one line here."""

    title: str
    """Of its window."""
    focused: bool
    """Whether it gets the keys."""
    text: str
    """What is on the screen; lines that are scrolled out are known to the terminal alone."""
    line: int
    """Where the cursor is: the line, counted from 1."""
    column: int
    """Characters of that line which stand before the cursor."""
    above: int
    """Rows that are scrolled out at the top."""
    below: int
    """Rows that are scrolled out at the bottom."""


class Terminals:
    """Reads the terminal that a person works with; safe to use from several threads."""

    def __init__(self, windows: Windows) -> None:
        """Remember where windows are told; the accessibility bus is asked when it is first needed."""
        self._windows = windows
        self._bus: AccessibilityBus | None = None
        self._lock = threading.Lock()

    def close(self) -> None:
        """Disconnect; safe to call twice."""
        if self._bus is not None:
            self._bus.close()
            self._bus = None

    def read(self) -> TerminalText | None:
        """The terminal with the focus, or else the one in the topmost window; None when none can be seen.

        Raises:
            DeviceError: The terminal does not answer.
        """
        with self._lock:
            if self._bus is None:
                self._bus = AccessibilityBus()
            applications = self._bus.applications()
            windows = [w for w in reversed(self._windows.stacked()) if w.managed and w.kind != "DESKTOP"]
            focused = self._windows.focused()
            windows.sort(key=lambda w: focused is None or w.id != focused.id)  # the focused one first
            for window in windows:
                for application in (a for a in applications if a.pid == window.pid):
                    found = _read_in(application, window, focused is not None and window.id == focused.id)
                    if found is not None:
                        return found
            return None


def _read_in(application: Application, window: Window, focused: bool) -> TerminalText | None:
    questions = _Questions(application)
    try:
        tops = [reference.path for reference in application.windows(questions.deadline)]
        names = questions.properties(tops, ACCESSIBLE, "Name")
        # An application with one window may be slow to tell of a new title.
        of_window = [top for top, name in zip(tops, names, strict=True) if name == window.title]
        for top in of_window or (tops if len(tops) == 1 else []):
            for terminal, neighbours in questions.terminals(top):
                return questions.read(terminal, neighbours, window.title, focused)
    except SilentError as error:
        raise DeviceError(f"{application.name} does not answer.") from error
    return None


class _Questions:
    """What is asked of one application within one deadline."""

    def __init__(self, application: Application) -> None:
        self._line = application.line
        self.deadline = time.monotonic() + ANSWER_SECONDS

    def _ask(self, calls: Sequence[Call]) -> list[list[Any]]:
        return self._line.ask(calls, self.deadline)

    def properties(self, paths: Sequence[str], interface: str, name: str) -> list[Any]:
        """One property of several objects; None where there is none."""
        replies = self._ask([Call(path, PROPERTIES, "Get", "ss", (interface, name)) for path in paths])
        return [reply[0].value if reply else None for reply in replies]

    def terminals(self, top: str) -> Iterator[tuple[str, list[str]]]:
        """Terminals that are showing, each with the scroll bars that stand beside it."""
        families = [[top]]
        for _ in range(DEEPEST):
            members = [path for family in families for path in family]
            roles = dict(zip(members, self._roles(members), strict=True))
            showing = self._showing(members)
            for family in families:
                bars = [path for path in family if roles[path] == ROLE_SCROLL_BAR]
                yield from ((p, bars) for p in family if roles[p] == ROLE_TERMINAL and p in showing)
            families = self._children(
                [p for p in members if p in showing and roles[p] not in NO_TERMINAL_INSIDE]
            )
            if not families:
                return

    def _roles(self, paths: Sequence[str]) -> list[int]:
        return [
            reply[0] if reply else 0 for reply in self._ask([Call(p, ACCESSIBLE, "GetRole") for p in paths])
        ]

    def _showing(self, paths: Sequence[str]) -> set[str]:
        replies = self._ask([Call(path, ACCESSIBLE, "GetState") for path in paths])
        return {
            p for p, reply in zip(paths, replies, strict=True) if reply and reply[0][0] >> State.SHOWING & 1
        }

    def _children(self, paths: Sequence[str]) -> list[list[str]]:
        replies = self._ask([Call(path, ACCESSIBLE, "GetChildren") for path in paths])
        return [[child[1] for child in reply[0]] for reply in replies if reply and reply[0]]

    def read(self, terminal: str, bars: Sequence[str], title: str, focused: bool) -> TerminalText:
        """The text of a terminal."""
        (reply,) = self._ask([Call(terminal, TEXT, "GetText", "ii", (0, LONGEST))])
        text = str(reply[0]) if reply else ""
        (caret,) = self.properties([terminal], TEXT, "CaretOffset")
        before = text[: max(int(caret or 0), 0)]
        above = below = 0
        for bar in bars[:1]:
            first, last = (
                int(self.properties([bar], VALUE, name)[0] or 0) for name in ("CurrentValue", "MaximumValue")
            )
            above, below = first, max(last - first, 0)
        lines = "\n".join(line.rstrip() for line in text.split("\n")).rstrip("\n")
        line, column = before.count("\n") + 1, len(before) - (before.rfind("\n") + 1)
        return TerminalText(title, focused, lines, line, column, above, below)

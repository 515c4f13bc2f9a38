"""The UI tree of a desktop: what can be seen of its windows, its desktop icons and its shell."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine, Iterable, Sequence
from typing import Any, TypeVar

from crab_core import Box, UiNode, UiTree
from crab_ubuntu.desktop.atspi import AccessibilityBus, Application, Reference, Widget
from crab_ubuntu.desktop.coverage import Coverage, above
from crab_ubuntu.desktop.nodes import to_nodes
from crab_ubuntu.desktop.widgets import Frame, WidgetReader
from crab_ubuntu.desktop.windows import Window, Windows

SHELL = "gnome-shell"
ANSWER_SECONDS = 10.0
"""An application that does not answer for so long leaves the tree out of date; then reading it fails."""

_T = TypeVar("_T")


class Accessibility:
    """Reads UI trees; its connection lives in a thread of its own, so any thread may ask."""

    def __init__(self, windows: Windows, width: int, height: int) -> None:
        """Connect.

        Args:
            windows: Tells which windows are on the screen, and in which order.
            width: Of the screen, in pixels.
            height: Of the screen, in pixels.

        Raises:
            DeviceError: There is no accessibility bus.
        """
        self._windows = windows
        self._screen = Box(0, 0, width, height)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="accessibility", daemon=True)
        self._thread.start()
        self._bus = AccessibilityBus()
        self._reader = WidgetReader(self._bus)
        self._run(self._bus.connect())

    def close(self) -> None:
        """Disconnect and end the thread; safe to call twice."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._bus.disconnect)
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
            self._loop.close()

    def _run(self, work: Coroutine[Any, Any, _T]) -> _T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(ANSWER_SECONDS)

    def tree(self) -> UiTree:
        """What can be seen now.

        Raises:
            TimeoutError: An application does not answer.
        """
        stack = self._windows.stacked()
        focused = self._windows.focused()
        shell, tops = self._run(self._read(stack))
        return self._assemble(shell, tops, stack, focused.id if focused else 0)

    def shell(self) -> tuple[UiNode, ...]:
        """What the shell shows: panel, dock, overview, menus. Quicker than the whole tree."""
        return _shell_nodes(self._run(self._read_only_shell()))

    def ask_all(self, seconds: float) -> None:
        """Ask every application something; returns when all have answered, or after so many seconds.

        An application answers between its other work, in order: the answer says that its queue was empty.
        """
        asked = asyncio.run_coroutine_threadsafe(self._bus.applications(), self._loop)
        try:
            asked.result(max(seconds, 0))
        except TimeoutError:
            asked.cancel()

    async def _read_only_shell(self) -> Widget | None:
        applications = await self._bus.applications()
        return await self._read_shell([a for a in applications if a.name == SHELL])

    # -- reading, in the loop's thread -------------------------------------------------------------

    async def _read(
        self, stack: Sequence[Window]
    ) -> tuple[Widget | None, list[tuple[Widget, Window | None]]]:
        applications = await self._bus.applications()
        shells = [a for a in applications if a.name == SHELL]
        others = [a for a in applications if a.name != SHELL]
        shell, found = await asyncio.gather(
            self._read_shell(shells),
            asyncio.gather(*(self._read_application(a, stack) for a in others)),
        )
        return shell, [top for tops in found for top in tops]

    async def _read_shell(self, shells: Sequence[Application]) -> Widget | None:
        frame = Frame(0, 0, self._screen)
        for application in shells:
            for window in application.windows:
                return await self._reader.read(window, frame)
        return None

    async def _read_application(
        self, application: Application, stack: Sequence[Window]
    ) -> list[tuple[Widget, Window | None]]:
        mine = [window for window in stack if window.pid == application.pid]
        tops = []
        for reference in application.windows:
            window = await self._window_of(reference, application, mine)
            if window is not None:
                mine.remove(window)
            elif application.window_coordinates:
                continue  # nothing says where it is
            tops.append(self._read_window(reference, application, window, stack))
        widgets = await asyncio.gather(*tops)
        return [(widget, window) for widget, window in widgets if widget is not None]

    async def _window_of(
        self, reference: Reference, application: Application, mine: Sequence[Window]
    ) -> Window | None:
        widget = await self._bus.widget(reference, in_window=application.window_coordinates)
        if widget is None or not mine:
            return None
        same_title = [window for window in mine if window.title == widget.name]

        def distance(window: Window) -> int:
            box = window.box
            size = abs(box.width - widget.box.width) + abs(box.height - widget.box.height)
            place = abs(box.x - widget.box.x) + abs(box.y - widget.box.y)
            return size if application.window_coordinates else size + place

        best = min(same_title or mine, key=distance)
        return best if same_title or distance(best) <= 8 else None

    async def _read_window(
        self, reference: Reference, application: Application, window: Window | None, stack: Sequence[Window]
    ) -> tuple[Widget | None, Window | None]:
        clip = self._screen if window is None else window.box.intersection(self._screen)
        x, y = (window.box.x, window.box.y) if window and application.window_coordinates else (0, 0)
        popovers = (
            tuple(w.box for w in stack if w.pid == application.pid and not w.managed)
            if application.window_coordinates
            else ()
        )
        frame = Frame(x, y, clip, application.window_coordinates, popovers)
        return await self._reader.read(reference, frame), window

    # -- assembling --------------------------------------------------------------------------------

    def _assemble(
        self,
        shell: Widget | None,
        tops: Sequence[tuple[Widget, Window | None]],
        stack: Sequence[Window],
        focused: int,
    ) -> UiTree:
        shell_nodes = _shell_nodes(shell)
        parts = [UiNode("shell", "GNOME Shell", box=self._screen, children=shell_nodes)]
        if not _overview_is_open(shell_nodes):
            above_all = _covered_by_shell(shell_nodes, self._windows.work_area())
            order = {window.id: place for place, window in enumerate(stack)}
            tops = sorted(tops, key=lambda top: order[top[1].id] if top[1] else len(order), reverse=True)
            for widget, window in tops:
                parts += _window_nodes(widget, window, above(window, stack, above_all), focused)
        root = UiNode("desktop", box=self._screen, children=tuple(parts))
        return UiTree(root, self._screen.width, self._screen.height)


def _shell_nodes(shell: Widget | None) -> tuple[UiNode, ...]:
    tops = to_nodes(shell, Coverage()) if shell else ()
    return tuple(node for top in tops for node in (top.children if top.role == "window" else (top,)))


def _window_nodes(
    widget: Widget, window: Window | None, coverage: Coverage, focused: int
) -> Iterable[UiNode]:
    if window is None:  # a menu: its items say what it is
        return tuple(node for child in widget.children for node in to_nodes(child, coverage))
    nodes = tuple(node for child in widget.children for node in to_nodes(child, coverage))
    if window.kind == "DESKTOP":
        return [UiNode("desktop icons", "Desktop", box=window.box, children=nodes)]
    if not nodes and not coverage.reaches(window.box):
        return []
    states = frozenset(("enabled", "focused") if window.id == focused else ("enabled",))
    role = "dialog" if window.kind == "DIALOG" else "window"
    return [UiNode(role, window.title, "", window.box, states, window.app, nodes)]


def _overview_is_open(shell: Iterable[UiNode]) -> bool:
    """Whether the overview shows: then windows are pictures in it, not where they say they are."""
    return any(node.name == "Activities" and "checked" in node.states for top in shell for node in top.walk())


def _covered_by_shell(shell: Iterable[UiNode], work_area: Box) -> list[Box]:
    """The place of an open menu or dialog of the shell: what it can be clicked on inside the work area."""
    boxes = [
        node.box
        for top in shell
        for node in top.walk()
        if node.box is not None and "clickable" in node.states and work_area.contains(node.box)
    ]
    if not boxes:
        return []
    left, top_edge = min(b.x for b in boxes), min(b.y for b in boxes)
    right, bottom = max(b.x + b.width for b in boxes), max(b.y + b.height for b in boxes)
    return [Box(left, top_edge, right - left, bottom - top_edge)]

"""The UI tree of a desktop: what can be seen of its windows, its desktop icons and its shell."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

from crab_core import Box, DeviceError, UiNode, UiTree
from crab_ubuntu.desktop.atspi import AccessibilityBus, Application, Reference, Widget
from crab_ubuntu.desktop.coverage import Coverage, above, visible_part
from crab_ubuntu.desktop.line import NONSENSE, SilentError
from crab_ubuntu.desktop.nodes import to_nodes
from crab_ubuntu.desktop.titlebar import title_bar_nodes
from crab_ubuntu.desktop.widgets import Frame, WidgetReader
from crab_ubuntu.desktop.windows import Window, Windows

SHELL = "gnome-shell"
ANSWER_SECONDS = 15.0
"""How long an application that is at work may take for all that is asked of it; one that hangs is noticed."""
TELLS_NOTHING = "what is in this window is not known"
AT_ONCE = 8
"""Applications that are read at the same time."""


@dataclass(frozen=True, slots=True)
class Top:
    """A top-level widget of an application."""

    widget: Widget | None
    """None when the application did not answer."""
    window: Window | None
    """The window it is in; None for a menu that no window of the list belongs to."""
    note: str = ""
    """Why there is no widget."""


class Accessibility:
    """Reads UI trees; any thread may ask."""

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
        self._lock = threading.Lock()
        self._bus = AccessibilityBus()
        self._readers = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="accessibility")

    def close(self) -> None:
        """Disconnect; safe to call twice."""
        self._readers.shutdown()
        self._bus.close()

    def tree(self) -> UiTree:
        """What can be seen now.

        Where an application does not answer, its windows are there with a note instead of their contents.

        Raises:
            DeviceError: The accessibility bus itself does not answer.
        """
        with self._lock:
            stack = self._windows.stacked()
            focused = self._windows.focused()
            deadline = time.monotonic() + ANSWER_SECONDS
            applications = self._bus.applications()
            shell = self._readers.submit(self._read_shell, applications, deadline)
            parts = [
                self._readers.submit(self._read_application, application, stack, deadline)
                for application in applications
                if application.name != SHELL
            ]
            tops = [top for part in parts for top in part.result()]
            tops += _unknown(stack, applications)
            return self._assemble(shell.result(), tops, stack, focused.id if focused else 0)

    def shell(self) -> tuple[UiNode, ...]:
        """What the shell shows: panel, dock, overview, menus. Quicker than the whole tree."""
        with self._lock:
            deadline = time.monotonic() + ANSWER_SECONDS
            return _shell_nodes(self._read_shell(self._bus.applications(), deadline))

    def ask_all(self, seconds: float) -> None:
        """Ask every application something; returns when all have answered, or after so many seconds.

        An application answers between its other work, in order: the answer says that its queue was empty.
        """
        deadline = time.monotonic() + max(seconds, 0)
        if not self._lock.acquire(timeout=max(seconds, 0)):
            return
        try:
            for answer in [
                self._readers.submit(application.ping, deadline) for application in self._bus.applications()
            ]:
                answer.result()
        except DeviceError:
            return  # who looks at the tree hears of it
        finally:
            self._lock.release()

    # -- reading, in the readers' threads ----------------------------------------------------------

    def _read_shell(self, applications: Sequence[Application], deadline: float) -> Widget | None:
        frame = Frame(0, 0, self._screen)
        for application in applications:
            if application.name == SHELL:
                try:
                    for window in application.windows(deadline):
                        return WidgetReader(application, deadline).read(window, frame)
                except (SilentError, *NONSENSE):
                    return None
        return None

    def _read_application(
        self, application: Application, stack: Sequence[Window], deadline: float
    ) -> list[Top]:
        mine = [window for window in stack if window.pid == application.pid]
        seen = [window for window in mine if _seen(window, stack)]
        if not seen:
            return []  # what cannot be seen need not be asked
        left, silent = list(mine), False
        tops = []
        try:
            reader = WidgetReader(application, deadline)
            for reference in application.windows(deadline):
                window = _window_of(reference, reader, application, left)
                if window is not None:
                    left.remove(window)
                elif application.window_coordinates:
                    continue  # nothing says where it is
                if window is None or window in seen:
                    frame = self._frame(application, window, stack)
                    widget = reader.read(reference, frame)
                    if widget is not None:
                        tops.append(Top(widget, window))
        except (SilentError, *NONSENSE) as error:
            silent = isinstance(error, SilentError)
            tops = [top for top in tops if top.window]
        # A top-level widget whose window is not known is one of those windows: not to be told twice.
        if all(top.window for top in tops):
            told = {top.window.id for top in tops if top.window}
            note = f"{application.name} does not answer: {TELLS_NOTHING}" if silent else TELLS_NOTHING
            tops += [Top(None, w, note) for w in seen if w.id not in told and w.managed]
        return tops

    def _frame(self, application: Application, window: Window | None, stack: Sequence[Window]) -> Frame:
        if window is None:
            return Frame(0, 0, self._screen)
        clip = window.box.intersection(self._screen)
        covers = above(window, stack, ()).covers
        popovers = tuple(w.box for w in stack if w.pid == application.pid and not w.managed)
        if not application.window_coordinates:
            return Frame(0, 0, clip, False, popovers, covers)
        return Frame(window.box.x, window.box.y, clip, True, popovers, covers)

    # -- assembling --------------------------------------------------------------------------------

    def _assemble(
        self, shell: Widget | None, tops: Sequence[Top], stack: Sequence[Window], focused: int
    ) -> UiTree:
        shell_nodes = _shell_nodes(shell)
        parts = [UiNode("shell", "GNOME Shell", box=self._screen, children=shell_nodes)]
        if not _overview_is_open(shell_nodes):
            above_all = _covered_by_shell(shell_nodes, self._windows.work_area())
            order = {window.id: place for place, window in enumerate(stack)}
            tops = sorted(tops, key=lambda t: order[t.window.id] if t.window else len(order), reverse=True)
            for top in tops:
                coverage = above(top.window, stack, above_all)
                blocked = top.window is not None and top.window.id in {window.blocks for window in stack}
                parts += _window_nodes(top, coverage, focused, blocked=blocked)
        root = UiNode("desktop", box=self._screen, children=tuple(parts))
        return UiTree(root, self._screen.width, self._screen.height)


def _unknown(stack: Sequence[Window], applications: Sequence[Application]) -> list[Top]:
    """Windows of programs that are not on the accessibility bus."""
    known = {application.pid for application in applications}
    return [
        Top(None, window, TELLS_NOTHING)
        for window in stack
        if window.pid not in known and window.managed and window.kind != "DESKTOP" and _seen(window, stack)
    ]


def _seen(window: Window, stack: Sequence[Window]) -> bool:
    """Whether the windows above leave anything of a window to see."""
    return visible_part(window.frame, above(window, stack, ()).covers) is not None


def _window_of(
    reference: Reference, reader: WidgetReader, application: Application, mine: Sequence[Window]
) -> Window | None:
    if not mine:
        return None
    widget = reader.one(reference, in_window=application.window_coordinates)
    if widget is None:
        return None
    same_title = [window for window in mine if window.title == widget.name]

    def distance(window: Window) -> int:
        box = window.box
        size = abs(box.width - widget.box.width) + abs(box.height - widget.box.height)
        place = abs(box.x - widget.box.x) + abs(box.y - widget.box.y)
        return size if application.window_coordinates else size + place

    best = min(same_title or mine, key=distance)
    return best if same_title or distance(best) <= 8 else None


def _shell_nodes(shell: Widget | None) -> tuple[UiNode, ...]:
    tops = to_nodes(shell, Coverage()) if shell else ()
    return tuple(node for top in tops for node in (top.children if top.role == "window" else (top,)))


def _window_nodes(top: Top, coverage: Coverage, focused: int, *, blocked: bool) -> Iterable[UiNode]:
    window, widget = top.window, top.widget
    if widget is None:
        nodes: tuple[UiNode, ...] = (UiNode("note", top.note),)
    else:
        nodes = tuple(node for child in widget.children for node in to_nodes(child, coverage))
    if window is None:  # a menu: its items say what it is
        return nodes
    if window.kind == "DESKTOP":
        return [UiNode("desktop icons", "Desktop", box=window.box, children=nodes)]
    nodes += title_bar_nodes(window, coverage)
    if blocked:
        nodes = tuple(_without_clicks(node) for node in nodes)
    if not nodes and coverage.visible(window.box) is None:
        return []
    states = frozenset(("enabled", "focused") if window.id == focused else ("enabled",))
    role = "dialog" if window.kind == "DIALOG" else "window"
    return [UiNode(role, window.title, "", window.box, states, window.app, nodes)]


def _without_clicks(node: UiNode) -> UiNode:
    """The same, in a window that waits for the answer to a dialog."""
    return replace(
        node,
        states=node.states - {"clickable"},
        children=tuple(_without_clicks(child) for child in node.children),
    )


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

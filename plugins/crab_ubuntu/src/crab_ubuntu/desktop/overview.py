"""Opening applications as a person does: Super, type the name, take what the overview finds."""

from __future__ import annotations

import difflib
import time

from crab_core import InvalidAction, Problem, UiNode
from crab_ubuntu.desktop.keys import keysym_of_key
from crab_ubuntu.desktop.live import Desktop

OPEN_SECONDS = 1.0
"""How long the overview is waited for before asking whether anything still happens."""
MENUS = 4
"""How many menus, one within another, are closed for the overview."""
SECONDS = 10.0
"""How long results may take to appear."""
SEARCH_SECONDS = 3.0
"""How long the search may go on offering nothing or something else, once it has said anything."""
NOTHING = "No results."
"""What the overview says when its search has found nothing."""
START_SECONDS = 30.0
"""How long an application may take to show its window."""
IDLE_SECONDS = 1.0
"""How long to look for a window before asking whether anything is at work on one."""


def open_application(desktop: Desktop, name: str) -> str:
    """Open an application through the overview's search.

    Args:
        desktop: Where.
        name: As a person would type it.

    Returns:
        A sentence that says what was opened.

    Raises:
        InvalidAction: The search finds no application of that name, or the overview does not open.
    """
    before = {window.id for window in desktop.windows.stacked()}
    focused_before = desktop.windows.focused()
    if not _is_open(desktop):
        _open(desktop)
    else:
        desktop.input.chord([keysym_of_key("ctrl"), keysym_of_key("a")])
    desktop.settler.settle()
    desktop.input.type(name.strip())
    desktop.settler.settle()
    found, offered = _search(desktop, name)
    if found is None or found.box is None:
        _close(desktop)
        hint = f"the search offers {', '.join(offered[:5])}" if offered else "the search finds nothing"
        raise InvalidAction(f"No application is called {name!r}.", [Problem("name", hint)])
    desktop.input.click(*found.box.center)
    _wait_for_window(desktop, before, focused_before.id if focused_before else 0)
    return f"Opened {found.name}."


def _search(desktop: Desktop, name: str) -> tuple[UiNode | None, list[str]]:
    """What was meant, and the names of all that the search offers, for which it may take its time."""
    results: list[UiNode] = []

    def offered() -> bool:
        results[:] = _results(desktop)
        return bool(results) or any(node.name == NOTHING for node in _shell(desktop))

    def found() -> bool:
        return offered() and _best(name, results) is not None

    desktop.watch.wait_until(offered, time.monotonic() + SECONDS)
    desktop.watch.wait_until(found, time.monotonic() + SEARCH_SECONDS)
    return _best(name, results), [node.name for node in results]


def _shell(desktop: Desktop) -> list[UiNode]:
    return [node for part in desktop.accessibility.shell() for node in part.walk()]


def _is_open(desktop: Desktop) -> bool:
    return any(node.name == "Activities" and "checked" in node.states for node in _shell(desktop))


def _results(desktop: Desktop) -> list[UiNode]:
    """Applications that the search offers: buttons as tall as an icon with a name, below the search field."""
    nodes = _shell(desktop)
    field = next((n for n in nodes if n.role == "text field" and n.box), None)
    if field is None or field.box is None:
        return []
    top = field.box.y + field.box.height
    work = desktop.windows.work_area()
    return [
        node
        for node in nodes
        if node.role == "button"
        and node.name
        and node.box
        and node.box.y >= top
        and work.contains(node.box)
        and min(node.box.width, node.box.height) >= TALLEST_ROW
    ]


TALLEST_ROW = 64
"""Pixels: rows of search providers (settings panels, files) are lower, scroll bars are thinner, icons of
applications are larger."""


def _best(name: str, results: list[UiNode]) -> UiNode | None:
    """What was meant: the same name, a name that contains it, or one that differs by a slip of the finger."""
    wanted = name.strip().casefold()
    for node in results:
        if node.name.casefold() == wanted:
            return node
    for node in results:
        if wanted in node.name.casefold() or node.name.casefold() in wanted:
            return node
    near = difflib.get_close_matches(wanted, [node.name.casefold() for node in results], n=1, cutoff=0.7)
    if near:
        return next(node for node in results if node.name.casefold() == near[0])
    # The search also knows keywords: "browser" finds Firefox. One answer is the answer.
    return results[0] if len(results) == 1 else None


def _wait_for_window(desktop: Desktop, before: set[int], focused_before: int) -> None:
    """Wait until a window appears or another gets the focus, as long as something is at work on that."""

    def new() -> list[int]:
        stack = desktop.windows.stacked()
        return [w.id for w in stack if w.kind in ("NORMAL", "DIALOG") and w.managed and w.id not in before]

    def appeared() -> bool:
        focused = desktop.windows.focused()
        return bool(new()) or (focused is not None and focused.id != focused_before)

    deadline = time.monotonic() + START_SECONDS
    while not desktop.watch.wait_until(appeared, time.monotonic() + IDLE_SECONDS):
        # The application was in front already, unless it is still at work.
        if desktop.settler.settle(patient=True).reason == "still" or time.monotonic() > deadline:
            return
    desktop.settler.settle()
    windows, focused = new(), desktop.windows.focused()
    if windows and (focused is None or focused.id not in windows):
        # A second document of an office that runs already opens below the first.
        desktop.window_manager.activate(windows[-1])
        desktop.settler.settle()


def _open(desktop: Desktop) -> None:
    """Press Super; an open menu or prompt of the shell swallows that, and is closed first, as by a person.

    Raises:
        InvalidAction: It does not open: something else holds the keyboard.
    """
    for _ in range(MENUS + 1):
        desktop.input.chord([keysym_of_key("super")])
        if desktop.watch.wait_until(lambda: _is_open(desktop), time.monotonic() + OPEN_SECONDS):
            return
        # On a busy machine it may still come: only a desktop that is still has not heard the key.
        desktop.settler.settle(patient=True)
        if _is_open(desktop):
            return
        desktop.input.chord([keysym_of_key("esc")])
        desktop.settler.settle()
    hint = "something on the screen holds the keyboard: close it, then search again"
    raise InvalidAction("The Activities overview does not open.", [Problem("name", hint)])


def _close(desktop: Desktop) -> None:
    for _ in range(3):  # the first Escape empties the search, the second closes the overview
        if not _is_open(desktop):
            return
        desktop.input.chord([keysym_of_key("esc")])
        desktop.settler.settle()

"""What solutions share: finding things on the screens, and opening applications.

Nothing here knows a task: it sees views and yields action calls, as an agent would.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Final

from crab_core import ROOT, ActionCall, Mark, Turn, UiNode, View

Doing = Generator[ActionCall, Turn, Turn]
"""Some action calls; returns the turn after the last."""

DESKTOP = "ubuntu"
PHONE = "android"
PATIENCE: Final = 6
"""How often to look again for what is on its way."""


def number(mark: Mark | None, what: str) -> int:
    """The number of a mark.

    Raises:
        LookupError: There is none.
    """
    if mark is None:
        raise LookupError(f"{what} is not on the screen")
    return mark.number


def containing(view: View, text: str, *, role: str | None = None) -> Mark | None:
    """The first mark whose label contains a text, case and white space ignored."""
    wanted = " ".join(text.split()).casefold()
    for mark in view.elements:
        if role in (None, mark.role) and wanted in " ".join(mark.label.split()).casefold():
            return mark
    return None


def desk(name: str, /, **arguments: object) -> ActionCall:
    """A call on the desktop."""
    return ActionCall(DESKTOP, name, arguments)


def phone(name: str, /, **arguments: object) -> ActionCall:
    """A call on the phone."""
    return ActionCall(PHONE, name, arguments)


def click(turn: Turn, label: str, *, role: str | None = None) -> ActionCall:
    """A click on what is labelled so on the desktop."""
    return desk("click", element=number(turn[DESKTOP].find(label, role=role), label))


def tap(turn: Turn, label: str, *, role: str | None = None) -> ActionCall:
    """A tap on what is labelled so on the phone."""
    return phone("tap", element=number(turn[PHONE].find(label, role=role), label))


def open_phone_app(turn: Turn, label: str) -> Doing:
    """Open an app of the phone from wherever it is, through the app drawer."""
    turn = yield phone("open_app_drawer")
    for _ in range(5):
        if turn[PHONE].find(label) is not None:
            break
        turn = yield phone("swipe", direction="up")
    turn = yield tap(turn, label)
    return turn


def windows(turn: Turn) -> list[UiNode]:
    """The windows and dialogs on the desktop, from the top down; none while the overview covers them."""
    tree = turn[DESKTOP].tree
    return [node for node in tree.root.children if node.role in ("window", "dialog", "alert")] if tree else []


_SIGNS: Final = {
    "Terminal": ("app", "gnome-terminal"),
    "Vim": ("app", "gnome-terminal"),
    "Firefox": ("app", "firefox"),
    "Settings": ("app", "gnome-control-center"),
    "Files": ("app", "nautilus"),
    "gedit": ("app", "gedit"),
    "Geany": ("app", "geany"),
    "HexChat": ("app", "hexchat"),
    "Image Viewer": ("app", "eog"),
    "Writer": ("title", "LibreOffice Writer"),
    "Calc": ("title", "LibreOffice Calc"),
    "Impress": ("title", "LibreOffice Impress"),
}
"""How the window of an application is known: by whose it is, or by its title."""


_ICONS: Final = {
    "Firefox": "Firefox ESR",
    "Writer": "LibreOffice Writer",
    "Calc": "LibreOffice Calc",
    "Impress": "LibreOffice Impress",
}
"""What the icons in the dock are called, where that is not the name of the application."""


def opened(turn: Turn, name: str) -> Doing:
    """Open an application, and go on when its window is in front: it may take its time to start.

    An icon in the dock is quicker than the search, which takes what has a window already.

    Raises:
        LookupError: It does not come to the front.
    """
    kind, sign = _SIGNS[name]
    icon = _in_dock(turn, name)
    turn = yield desk("search_app", name=name) if icon is None else desk("click", element=icon.number)
    for _ in range(PATIENCE):
        shown = [sign.casefold() in _told(window, kind) for window in windows(turn)]
        if shown and shown[0]:
            return turn
        turn = yield desk("focus_window" if any(shown) else "wait_for_window", **{kind: sign})
    raise LookupError(f"{name} does not open")


def _in_dock(turn: Turn, name: str) -> Mark | None:
    """The icon in the dock of an application without a window; otherwise a click may change windows."""
    kind, sign = _SIGNS[name]
    if any(sign.casefold() in _told(window, kind) for window in windows(turn)):
        return None
    return turn[DESKTOP].find(_ICONS.get(name, name), role="button")


def _told(window: UiNode, kind: str) -> str:
    return (window.identifier if kind == "app" else window.name).casefold()


def awaited(turn: Turn, label: str, role: str | None = None) -> Doing:
    """Look again until the desktop shows what is labelled so; as it is, where it does not come."""
    for _ in range(PATIENCE):
        if turn[DESKTOP].find(label, role=role) is not None:
            break
        turn = yield ActionCall(ROOT, "wait")
    return turn


def chooser(turn: Turn) -> Doing:
    """A dialog that asks for a file; on a busy machine it may come after the screen was still.

    Raises:
        LookupError: It does not come.
    """
    for _ in range(PATIENCE):
        top = next(iter(windows(turn)), None)
        if turn[DESKTOP].find("Cancel", role="button") is not None or (top and top.role == "dialog"):
            return turn
        turn = yield ActionCall(ROOT, "wait")
    raise LookupError("no dialog asks for a file")

"""How files are named to the dialogs of applications."""

from __future__ import annotations

from crab_bench.hands import DESKTOP, PATIENCE, Doing, desk
from crab_core import ActionCall, Turn


def titles(turn: Turn) -> list[str]:
    """Titles of the windows and dialogs on the desktop, from the top down.

    Raises:
        LookupError: The desktop does not tell.
    """
    tree = turn[DESKTOP].tree
    if tree is None:
        raise LookupError("the desktop tells nothing of its windows")
    return [node.name for node in tree.root.children if node.role in ("window", "dialog", "alert")]


def until_gone(turn: Turn, dialog: str, call: ActionCall) -> Doing:
    """Do something until a dialog has gone: the list of completions below a name takes the first key.

    Raises:
        LookupError: It stays.
    """
    for _ in range(PATIENCE if call.name == "wait_for_window" else 3):
        if dialog not in titles(turn):
            return turn
        turn = yield call
    if dialog in titles(turn):
        raise LookupError(f"{dialog} does not close")
    return turn


def awaited(turn: Turn, dialog: str) -> Doing:
    """See to it that a dialog is there, which may come late.

    Raises:
        LookupError: It does not come.
    """
    if dialog not in titles(turn):
        turn = yield desk("wait_for_window", title=dialog, match="exact")
    if dialog not in titles(turn):
        raise LookupError(f"{dialog} does not open")
    return turn


def asked_for(dialog: str, call: ActionCall) -> Doing:
    """Ask for a dialog until it opens: an application that is starting may miss keys.

    Raises:
        LookupError: It does not open.
    """
    for _ in range(3):
        turn = yield call
        if dialog not in titles(turn):
            turn = yield desk("wait_for_window", title=dialog, match="exact", seconds=5)
        if dialog in titles(turn):
            return turn
    raise LookupError(f"{dialog} does not open")


def choose(turn: Turn, path: str, dialog: str, *, over: bool = False) -> Doing:
    """Name a file to the dialog in front.

    Args:
        turn: The last.
        path: From the home.
        dialog: Its title.
        over: Whether a name stands there already.
    """
    yield from awaited(turn, dialog)
    if over:
        yield desk("hotkey", keys=["ctrl", "a"])
    turn = yield desk("write_text", text=f"~/{path}\n")
    return (yield from until_gone(turn, dialog, desk("press", key="enter")))

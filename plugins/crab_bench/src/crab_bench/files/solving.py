"""What the solutions of this family share: the terminal, the text editor, windows and paths."""

from __future__ import annotations

import re
from typing import Final

from crab_bench.hands import DESKTOP, PATIENCE, Doing, chooser, desk, number, opened, windows
from crab_core import ROOT, ActionCall, Mark, Turn

_PLAIN: Final = re.compile(r"[\w./-]+")
_PROMPT: Final = re.compile(r"^\w+@\w+:[^\n]*\$ ?", re.MULTILINE)


def quoted(path: str) -> str:
    """A path below the home as a shell reads it."""
    if _PLAIN.fullmatch(path):
        return f"~/{path}"
    inside = path.replace("'", "'\\''")
    return f"~/'{inside}'"


def parent(path: str) -> str:
    """The folder that something is in."""
    return path.rpartition("/")[0]


def base(path: str) -> str:
    """The name of a file or folder, without where it is."""
    return path.rpartition("/")[2]


def shortened(text: str) -> str:
    """A text without its last word; without its last letter when it is a single word."""
    head, _, _ = text.rstrip().rpartition(" ")
    return head or text[:-1]


def title(turn: Turn) -> str:
    """The title of the topmost window; empty when there is none."""
    tree = turn[DESKTOP].tree
    windows = [node for node in tree.root.children if node.role == "window"] if tree else []
    return windows[0].name if windows else ""


def in_front(turn: Turn, role: str) -> Mark | None:
    """What has the keyboard focus, if it is of this role."""
    return next((m for m in turn[DESKTOP].find_all(role=role) if "focused" in m.states), None)


def terminal(turn: Turn) -> Doing:
    """A terminal with the focus that waits for a command: the one that is open, or a new one."""
    if _waits(turn):
        return turn
    if any("terminal" in window.identifier.casefold() for window in windows(turn)):
        turn = yield desk("focus_window", app="Gnome-terminal")
        return (yield from _prompted(turn))
    return (yield from new_terminal(turn))


def new_terminal(turn: Turn) -> Doing:
    """A terminal opened from wherever one is, which waits for a command."""
    turn = yield from opened(turn, "Terminal")
    return (yield from _prompted(turn))


def _prompted(turn: Turn) -> Doing:
    """A shell that starts, or a command that ends, may take its time."""
    for _ in range(PATIENCE):
        if _waits(turn):
            break
        turn = yield ActionCall(ROOT, "wait")
    return turn


def _waits(turn: Turn) -> bool:
    shown = in_front(turn, "terminal")
    return shown is not None and shown.value.rstrip("\n").endswith("$ ")


def command(turn: Turn, line: str) -> Doing:
    """A command typed into the terminal, which has the focus afterwards."""
    turn = yield from terminal(turn)
    turn = yield desk("write_text", text=f"{line}\n")
    return turn


def ran(turn: Turn, line: str) -> Doing:
    """A command that was typed and has ended."""
    turn = yield from command(turn, line)
    return (yield from _prompted(turn))


def told_by_terminal(turn: Turn) -> str:
    """What the last command has said, after `clear`.

    Raises:
        LookupError: No terminal has the focus, or nothing was said.
    """
    shown = in_front(turn, "terminal")
    number(shown, "the terminal")
    assert shown is not None
    said = " ".join(line.rstrip() for line in _PROMPT.sub("\n", shown.value).splitlines() if line.strip())
    if not said:
        raise LookupError("the terminal says nothing")
    return said


def open_in_gedit(turn: Turn, path: str) -> Doing:
    """A file opened in gedit by its path."""
    turn = yield from opened(turn, "gedit")
    turn = yield desk("hotkey", keys=["ctrl", "o"])
    turn = yield from chooser(turn)
    turn = yield desk("write_text", text=f"~/{path}\n")
    return turn


def new_in_gedit(turn: Turn) -> Doing:
    """An empty text in gedit."""
    turn = yield from opened(turn, "gedit")
    if not title(turn).startswith("Untitled"):
        turn = yield desk("hotkey", keys=["ctrl", "n"])
    return turn


def save_as(turn: Turn, path: str) -> Doing:
    """A new text of the application in front, saved to a path."""
    turn = yield desk("hotkey", keys=["ctrl", "s"])
    turn = yield from chooser(turn)
    turn = yield desk("write_text", text=f"~/{path}\n")
    return turn


def new_in_writer(turn: Turn) -> Doing:
    """An empty document in Writer."""
    turn = yield from opened(turn, "Writer")
    if not title(turn).startswith("Untitled"):
        turn = yield desk("hotkey", keys=["ctrl", "n"])
    return turn


def save_document(turn: Turn, path: str) -> Doing:
    """A new document of the office, saved to a path."""
    turn = yield desk("hotkey", keys=["ctrl", "s"])
    turn = yield from chooser(turn)
    turn = yield desk("hotkey", keys=["ctrl", "a"])
    turn = yield desk("write_text", text=f"~/{path}\n")
    return turn


def open_in_files(turn: Turn, folder: str) -> Doing:
    """A folder in Files."""
    yield from opened(turn, "Files")
    return (yield from go_to(folder))


def go_to(folder: str) -> Doing:
    """Another folder in Files, whose window takes its name once it is there."""
    yield desk("hotkey", keys=["ctrl", "l"])
    turn = yield desk("write_text", text=f"~/{folder}\n")
    return (yield from _called(turn, base(folder)))


def told_to_dialog(turn: Turn, dialog: str, text: str) -> Doing:
    """A text typed into a dialog of Files: it may come after the screen was still."""
    turn = yield from _called(turn, dialog)
    return (yield desk("write_text", text=f"{text}\n"))


def _called(turn: Turn, name: str) -> Doing:
    """Look again until the topmost window has a title and the keyboard; as it is, where it does not come."""
    for _ in range(PATIENCE):
        top = next(iter(windows(turn)), None)
        if top is not None and top.name == name and "focused" in top.states:
            break
        turn = yield ActionCall(ROOT, "wait")
    return turn

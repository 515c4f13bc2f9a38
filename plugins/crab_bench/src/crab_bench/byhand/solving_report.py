"""How `report_package` is solved."""

from __future__ import annotations

from collections.abc import Generator

from crab_bench.byhand.solving_moves import Solving, run
from crab_bench.files.solving import go_to, new_terminal
from crab_bench.hands import DESKTOP, chooser, desk, number, opened
from crab_core import ActionCall, Turn


def solve(turn: Turn, notes: str, folder: str, name: str) -> Solving:
    """Writes in Writer, exports and packs in the terminal, bookmarks in Files."""
    yield from _write(turn, notes, folder, name, "ctrl+1")
    yield from _pack(folder, name)


def solve_in_writer(turn: Turn, notes: str, folder: str, name: str) -> Solving:
    """Bookmarks first, and exports in Writer."""
    yield from new_terminal(turn)
    turn, _ = yield from run(f"mkdir Documents/{folder}")
    yield from _bookmark(turn, folder)
    turn = yield desk("focus_window", app="Gnome-terminal")
    turn = yield from _write(turn, notes, folder, name, "ctrl+1", ready=True, leave=False)
    button = turn[DESKTOP].find("Export Directly as PDF")
    turn = yield desk("click", element=number(button, "Export Directly as PDF"))
    yield from chooser(turn)
    yield desk("write_text", text=f"~/Documents/{folder}/{name}.pdf\n")
    yield desk("focus_window", app="Gnome-terminal")
    yield from run(f"tar -C Documents/{folder} -czf Documents/{name}.tar.gz {name}.odt {name}.pdf")


def solve_plain_title(turn: Turn, notes: str, folder: str, name: str) -> Solving:
    """Wrong: the title has the style of the other paragraphs."""
    yield from _write(turn, notes, folder, name, "ctrl+0")
    yield from _pack(folder, name)


def solve_with_folder(turn: Turn, notes: str, folder: str, name: str) -> Solving:
    """Wrong: the archive holds the folder, and the files in it."""
    yield from _write(turn, notes, folder, name, "ctrl+1")
    yield desk("focus_window", app="Gnome-terminal")
    yield from run(_convert(folder, name))
    turn, _ = yield from run(f"tar -C Documents -czf Documents/{name}.tar.gz {folder}")
    yield from _bookmark(turn, folder)


def _write(
    turn: Turn, notes: str, folder: str, name: str, style: str, *, ready: bool = False, leave: bool = True
) -> Generator[ActionCall, Turn, Turn]:
    """Read the notes in the terminal, and make the document of them."""
    if not ready:
        yield from new_terminal(turn)
    command = f"cat Documents/{notes}" + ("" if ready else f"; mkdir Documents/{folder}")
    turn, printed = yield from run(command)
    title, *paragraphs = printed.splitlines()
    yield from opened(turn, "Writer")
    yield desk("hotkey", keys=style.split("+"))
    yield desk("write_text", text="\n".join((title, *paragraphs)))
    turn = yield desk("hotkey", keys=["ctrl", "s"])
    yield from chooser(turn)
    turn = yield desk("write_text", text=f"~/Documents/{folder}/{name}.odt\n")
    if leave:
        turn = yield desk("hotkey", keys=["ctrl", "q"])
    return turn


def _convert(folder: str, name: str) -> str:
    folder = f"Documents/{folder}"
    return f"soffice --headless --convert-to pdf --outdir {folder} {folder}/{name}.odt > /dev/null 2>&1"


def _pack(folder: str, name: str) -> Generator[ActionCall, Turn, Turn]:
    """Export and pack in the terminal, and bookmark the folder."""
    yield desk("focus_window", app="Gnome-terminal")
    yield from run(_convert(folder, name))
    turn, _ = yield from run(f"tar -C Documents/{folder} -czf Documents/{name}.tar.gz {name}.odt {name}.pdf")
    return (yield from _bookmark(turn, folder))


def _bookmark(turn: Turn, folder: str) -> Generator[ActionCall, Turn, Turn]:
    yield from opened(turn, "Files")
    yield from go_to(f"Documents/{folder}")
    turn = yield desk("hotkey", keys=["ctrl", "d"])
    return turn

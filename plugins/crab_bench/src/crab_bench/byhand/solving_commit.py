"""How `commit_by_note` is solved."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from crab_bench.byhand.solving_moves import NOTES, Solving, add_to_do, open_row, run, said
from crab_bench.files.solving import new_terminal
from crab_bench.hands import PHONE, desk
from crab_core import ActionCall, Turn


@dataclass(frozen=True)
class Change:
    """What a note asks for."""

    key: str
    value: str
    branch: str
    message: str

    @property
    def edit(self) -> str:
        """The command that makes the change."""
        return f"sed -i 's/^{self.key} = .*/{self.key} = {self.value}/' settings.ini"

    @property
    def commit(self) -> str:
        """The command that commits it."""
        return f"git commit -qam '{self.message}'"


def solve(turn: Turn, title: str, project: str) -> Solving:
    """Reads the note, works in the terminal, adds the to-do."""
    turn, change = yield from _read(turn, f"{title},")
    yield from new_terminal(turn)
    turn, _ = yield from run(
        f"cd Projects/{project} && git checkout -qb {change.branch} && {change.edit} && {change.commit}"
    )
    yield from add_to_do(turn, change.branch)


def solve_to_do_first(turn: Turn, title: str, project: str) -> Solving:
    """Adds the to-do first, and branches off after the change was made."""
    turn, change = yield from _read(turn, f"{title},")
    turn = yield from add_to_do(turn, change.branch)
    yield from new_terminal(turn)
    yield from run(f"cd Projects/{project} && {change.edit} && git switch -qc {change.branch}")
    yield from run(change.commit)


def solve_in_gedit(turn: Turn, title: str, project: str) -> Solving:
    """Changes the file in gedit."""
    turn, change = yield from _read(turn, f"{title},")
    yield from new_terminal(turn)
    turn, now = yield from run(f"cd Projects/{project} && cat settings.ini")
    line = 1 + [text.split(" = ")[0] for text in now.splitlines()].index(change.key)
    yield desk("write_text", text=f"gedit +{line} settings.ini &\n")
    yield desk("wait_for_window", title="settings.ini", seconds=30)
    yield desk("hotkey", keys=["shift", "end"])
    yield desk("write_text", text=f"{change.key} = {change.value}")
    yield desk("hotkey", keys=["ctrl", "s"])
    yield desk("hotkey", keys=["ctrl", "q"])
    yield desk("focus_window", app="Gnome-terminal")
    turn, _ = yield from run(f"git checkout -qb {change.branch}; {change.commit}")
    yield from add_to_do(turn, change.branch)


def solve_on_main(turn: Turn, title: str, project: str) -> Solving:
    """Wrong: it commits on main, and makes the branch of it."""
    turn, change = yield from _read(turn, f"{title},")
    yield from new_terminal(turn)
    turn, _ = yield from run(
        f"cd Projects/{project} && {change.edit} && {change.commit} && git checkout -qb {change.branch}"
    )
    yield from add_to_do(turn, change.branch)


def solve_done_note(turn: Turn, title: str, project: str) -> Solving:
    """Wrong: it does what the note says that is done already."""
    turn, change = yield from _read(turn, f"{title} (done),")
    yield from new_terminal(turn)
    turn, _ = yield from run(
        f"cd Projects/{project} && git checkout -qb {change.branch} && {change.edit} && {change.commit}"
    )
    yield from add_to_do(turn, change.branch)


def _read(turn: Turn, start: str) -> Generator[ActionCall, Turn, tuple[Turn, Change]]:
    turn = yield from open_row(turn, NOTES, start)
    found = said(turn[PHONE], r"Branch: (?P<branch>\S+)\. Commit message: (?P<message>.+)")
    pair = said(turn[PHONE], r"(?:Set |, |^)(?P<key>\w+) (?:to|becomes|has to be) (?P<value>\d+)")
    return turn, Change(pair["key"], pair["value"], found["branch"], found["message"])

"""How `file_errand` is solved."""

from __future__ import annotations

import re
from collections.abc import Generator
from dataclasses import dataclass

from crab_bench.byhand.solving_moves import (
    MESSAGES,
    TASKS,
    Solving,
    add_note,
    launch,
    open_row,
    run,
    text_person,
    texts,
)
from crab_bench.files.solving import new_terminal
from crab_bench.hands import PHONE, Doing, number, phone
from crab_core import ActionCall, Turn, View


@dataclass(frozen=True)
class Errand:
    """What a message asks for, and of whom the message is."""

    person: str
    phrase: str
    inbox: str
    target: str
    log: str

    @property
    def find(self) -> str:
        """The command that names the file."""
        return f"cd Documents/{self.inbox} && grep -l '{self.phrase}' *"

    def move(self, name: str, how: str = "mv") -> str:
        """The command that moves the file, and counts its lines."""
        there = f"../{self.target}/{name}"
        return f"{how} {name} {there} && chmod 444 {there} && echo {name} >> ../{self.log} && wc -l < {there}"


def solve(turn: Turn) -> Solving:
    """Reads task and message, works in the terminal, answers, notes, ticks off."""
    turn, errand = yield from _read(turn)
    turn, name, count = yield from _move(turn, errand)
    turn = yield from text_person(turn, errand.person, count)
    turn = yield from add_note(turn, name)
    yield from _tick_off(turn)


def solve_note_first(turn: Turn) -> Solving:
    """Writes note and message before anything is moved."""
    turn, errand = yield from _read(turn)
    yield from new_terminal(turn)
    turn, printed = yield from run(f"{errand.find}; wc -l $(grep -l '{errand.phrase}' *)")
    name, *_, counted = printed.splitlines()
    turn = yield from add_note(turn, name.strip())
    turn = yield from text_person(turn, errand.person, counted.split()[0])
    yield from run(errand.move(name.strip()))
    yield from _tick_off(turn)


def solve_by_other_programs(turn: Turn) -> Solving:
    """Looks at the files one after the other, and writes the register with another program."""
    turn, errand = yield from _read(turn)
    yield from new_terminal(turn)
    turn, printed = yield from run(
        f"cd Documents/{errand.inbox} && grep -c '' * && awk '/{errand.phrase}/ {{print FILENAME}}' *"
    )
    *counts, name = printed.splitlines()
    count = next(row.split(":")[1] for row in counts if row.startswith(f"{name}:"))
    there = f"../{errand.target}"
    yield from run(f"install -m 444 {name} {there} && rm {name}")
    yield from run(f"printf '%s\\n' {name} | tee -a ../{errand.log}")
    turn = yield from text_person(turn, errand.person, count.strip())
    turn = yield from add_note(turn, name)
    yield from _tick_off(turn)


def solve_older_message(turn: Turn) -> Solving:
    """Wrong: it does what the message before the newest asks for."""
    turn, errand = yield from _read(turn, which=-2)
    turn, name, count = yield from _move(turn, errand)
    turn = yield from text_person(turn, errand.person, count)
    turn = yield from add_note(turn, name)
    yield from _tick_off(turn)


def solve_copy(turn: Turn) -> Solving:
    """Wrong: the file also stays where it was."""
    turn, errand = yield from _read(turn)
    turn, name, count = yield from _move(turn, errand, "cp")
    turn = yield from text_person(turn, errand.person, count)
    turn = yield from add_note(turn, name)
    yield from _tick_off(turn)


def solve_other_person(turn: Turn) -> Solving:
    """Wrong: it does what the colleague of the task that is done has asked for."""
    turn, errand = yield from _read(turn, task=0)
    turn, name, count = yield from _move(turn, errand)
    turn = yield from text_person(turn, errand.person, count)
    turn = yield from add_note(turn, name)
    yield from _tick_off(turn)


def _read(turn: Turn, task: int = 1, which: int = -1) -> Generator[ActionCall, Turn, tuple[Turn, Errand]]:
    """Who the task names, and what that person's message asks for."""
    turn = yield launch(TASKS)
    title = _rows(turn[PHONE])[0 if task else -1]
    if found := re.search(r"[A-Z]\w+ [A-Z]\w+", title):
        turn = yield from open_row(turn, MESSAGES, f"{found[0]},")
        asked = [text for text in dict.fromkeys(texts(turn[PHONE])) if "Documents/" in text][which]
        phrase = re.findall(r'"([^"]+)"', asked)[0]
        inbox, target, log = (path.rstrip(".") for path in re.findall(r"Documents/([\w.]+)", asked))
        return turn, Errand(found[0], phrase, inbox, target, log)
    raise LookupError(f"{title!r} names nobody")


def _rows(view: View) -> list[str]:
    """Titles of the tasks that are not done, from the top down, then those that are."""
    ticks = list(view.find_all(role="check box"))
    rows = sorted(view.find_all(role="list item"), key=lambda row: row.box.y)
    titles = [row.label for row in rows if any(row.box.contains(tick.box) for tick in ticks)]
    done = [r.label for r in rows if any(r.box.contains(t.box) and "checked" in t.states for t in ticks)]
    return [title for title in titles if title not in done] + done


def _move(turn: Turn, errand: Errand, how: str = "mv") -> Generator[ActionCall, Turn, tuple[Turn, str, str]]:
    yield from new_terminal(turn)
    _, name = yield from run(errand.find)
    turn, count = yield from run(errand.move(name.strip(), how))
    return turn, name.strip(), count.strip()


def _tick_off(turn: Turn) -> Doing:
    turn = yield launch(TASKS)
    rows = _rows(turn[PHONE])
    row = turn[PHONE].find(rows[0], role="list item")
    ticks = turn[PHONE].find_all(role="check box")
    tick = next((tick for tick in ticks if row is not None and row.box.contains(tick.box)), None)
    turn = yield phone("tap", element=number(tick, "the first task's check box"))
    return turn

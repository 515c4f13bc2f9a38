"""How `duty_in_chat` is solved."""

from __future__ import annotations

import re
from collections.abc import Generator

from crab_bench.byhand.solving_moves import Solving, run
from crab_bench.files.solving import new_terminal
from crab_bench.hands import DESKTOP, desk, number, opened
from crab_core import ROOT, ActionCall, Turn

_SHIFTS = ("early", "late", "night")

_Asked = Generator[ActionCall, Turn, tuple[Turn, str, str]]


def solve(turn: Turn, channel: str, file: str) -> Solving:
    """Reads the topic, looks into the table in the terminal, answers, notes the day."""
    turn, day, shift = yield from _question(turn, channel)
    nick = yield from _look_up(turn, file, day, shift)
    yield from _answer(channel, nick, day)


def solve_in_gedit(turn: Turn, channel: str, file: str) -> Solving:
    """Looks the name up and notes the day before it answers; the note is written in gedit."""
    turn, day, shift = yield from _question(turn, channel)
    nick = yield from _look_up(turn, file, day, shift)
    yield desk("write_text", text="gedit Documents/asked.txt &\n")
    yield desk("wait_for_window", title="asked.txt", seconds=30)
    yield desk("hotkey", keys=["ctrl", "end"])
    yield desk("write_text", text=f"\n{day}")  # gedit shows no line after the last line break
    yield desk("hotkey", keys=["ctrl", "s"])
    yield desk("focus_window", app="Hexchat")
    yield desk(
        "write_text", text=f"/msg {nick} {day}\n/topic {channel} Answered: {nick}\n/msg {channel} {nick}\n"
    )


def solve_next_shift(turn: Turn, channel: str, file: str) -> Solving:
    """Wrong: it names who has the shift after the one that is asked for."""
    turn, day, shift = yield from _question(turn, channel)
    nick = yield from _look_up(turn, file, day, _SHIFTS[(_SHIFTS.index(shift) + 1) % 3])
    yield from _answer(channel, nick, day)


def solve_other_channel(turn: Turn, channel: str, file: str) -> Solving:
    """Wrong: it answers what another channel's topic asks."""
    turn = yield from opened(turn, "HexChat")
    cells = [mark.label for mark in turn[DESKTOP].find_all(role="cell") if mark.label.startswith("#")]
    turn, day, shift = yield from _topic(turn, next(cell for cell in cells if cell != channel))
    nick = yield from _look_up(turn, file, day, shift)
    yield from _answer(channel, nick, day)


def solve_untold(turn: Turn, channel: str, file: str) -> Solving:
    """Wrong: the person is told in the channel, where everybody reads it."""
    turn, day, shift = yield from _question(turn, channel)
    nick = yield from _look_up(turn, file, day, shift)
    yield desk("focus_window", app="Hexchat")
    yield desk(
        "write_text",
        text=f"/msg {channel} {nick}\n/msg {channel} {day}\n/topic {channel} Answered: {{nick}}\n",
    )
    yield desk("focus_window", app="Gnome-terminal")
    yield from run(f"echo {day} >> ~/Documents/asked.txt")


def _answer(channel: str, nick: str, day: str) -> Solving:
    yield desk("focus_window", app="Hexchat")
    text = f"/msg {channel} {nick}\n/msg {nick} {day}\n/topic {channel} Answered: {nick}\n"
    yield desk("write_text", text=text)
    yield desk("focus_window", app="Gnome-terminal")
    yield from run(f"echo {day} >> ~/Documents/asked.txt")


def _question(turn: Turn, channel: str) -> _Asked:
    """Open HexChat; gives the day and the shift that the channel's topic asks about."""
    turn = yield from opened(turn, "HexChat")
    return (yield from _topic(turn, channel))


def _topic(turn: Turn, channel: str) -> _Asked:
    for _ in range(5):  # it enters its channels a moment after it has opened
        if turn[DESKTOP].find(channel, role="cell") is not None:
            break
        turn = yield ActionCall(ROOT, "wait")
    wanted = f"Topic for {channel} is:"
    for _ in range(3):
        field = next(
            (m for m in turn[DESKTOP].find_all(role="text field") if m.label.startswith(wanted)), None
        )
        if field is not None:
            day = re.search(r"\d{4}-\d\d-\d\d", field.label)
            shift = next((one for one in _SHIFTS if f"{one} shift" in field.label), None)
            if day and shift:
                return turn, day[0], shift
        cell = number(turn[DESKTOP].find(channel, role="cell"), channel)
        turn = yield desk("click", element=cell)
    raise LookupError(f"the topic of {channel} asks nothing")


def _look_up(turn: Turn, file: str, day: str, shift: str) -> Generator[ActionCall, Turn, str]:
    yield from new_terminal(turn)
    _, printed = yield from run(f"grep {day} Documents/{file}")
    return printed.strip().split(",")[1 + _SHIFTS.index(shift)]

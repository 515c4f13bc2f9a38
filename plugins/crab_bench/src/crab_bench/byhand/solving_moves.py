"""Moves that the solutions of the tasks by hand share. They see screens, and act as an agent does."""

from __future__ import annotations

import datetime
import re
from collections.abc import Generator

from crab_bench.hands import DESKTOP, PHONE, Doing, desk, number, phone
from crab_core import ROOT, ActionCall, Mark, Turn, View

Solving = Generator[ActionCall, Turn, None]

TASKS = "org.crab.tasks"
NOTES = "org.crab.notes"
MESSAGES = "com.android.messaging"
MAIL = "com.android.email"
CALENDAR = "com.android.calendar"
SETTINGS = "com.android.settings"
CLOCK = "com.android.deskclock"
_PROMPT = re.compile(r"\$ ?$")


# -- seeing ------------------------------------------------------------------------------------------------


def texts(view: View) -> list[str]:
    """All texts of the screen, from the top down."""
    nodes = view.tree.walk() if view.tree else ()
    return [text for node in nodes for text in dict.fromkeys((node.name, node.value)) if text]


def said(view: View, pattern: str) -> re.Match[str]:
    """The first text of the screen in which a pattern is found.

    Raises:
        LookupError: There is none.
    """
    for text in texts(view):
        if found := re.search(pattern, text):
            return found
    raise LookupError(f"nothing on the screen is like {pattern!r}")


def row(view: View, start: str) -> Mark | None:
    """The first list row whose label starts so."""
    return next((m for m in view.find_all(role="list item") if m.label.startswith(start)), None)


# -- phone -------------------------------------------------------------------------------------------------


def launch(package: str) -> ActionCall:
    """Open an app of the phone."""
    return phone("launch_app", package=package)


def touch(turn: Turn, label: str, role: str | None = None) -> ActionCall:
    """Tap what is labelled so."""
    return phone("tap", element=number(turn[PHONE].find(label, role=role), label))


def fill(turn: Turn, field: str, text: str) -> ActionCall:
    """Put a text into a field."""
    return phone("set_text", element=number(turn[PHONE].find(field, role="text field"), field), text=text)


def open_row(turn: Turn, package: str, start: str) -> Doing:
    """Open an app, and the row that starts so; the app may show another one, which is left first."""
    turn = yield launch(package)
    if row(turn[PHONE], start) is None and turn[PHONE].find("Navigate up") is not None:
        turn = yield touch(turn, "Navigate up")
    turn = yield phone("tap", element=number(row(turn[PHONE], start), start))
    return turn


def send_text(turn: Turn, text: str) -> Doing:
    """Send a message in the conversation that is open."""
    turn = yield fill(turn, "compose message text", text)
    turn = yield touch(turn, "Send message")
    return turn


def text_person(turn: Turn, name: str, text: str) -> Doing:
    """Send a message to somebody who has written before."""
    turn = yield from open_row(turn, MESSAGES, f"{name},")
    turn = yield from send_text(turn, text)
    return turn


def send_mail(turn: Turn, to: str, subject: str, body: str) -> Doing:
    """Send a new mail."""
    turn = yield launch(MAIL)
    if turn[PHONE].find("Compose") is None:
        turn = yield touch(turn, "Navigate up")
    turn = yield touch(turn, "Compose")
    turn = yield fill(turn, "subject", subject)
    turn = yield fill(turn, "body", body)
    turn = yield fill(turn, "to", to)  # last: what it suggests lies over the other fields
    turn = yield touch(turn, "Send")
    return turn


def add_note(turn: Turn, text: str) -> Doing:
    """Write a note that has a text and no title."""
    turn = yield launch(NOTES)
    if turn[PHONE].find("New note") is None:
        turn = yield touch(turn, "Navigate up")
    turn = yield touch(turn, "New note")
    turn = yield fill(turn, "edit note text", text)
    turn = yield touch(turn, "Navigate up")
    return turn


def add_to_do(turn: Turn, title: str) -> Doing:
    """Add a to-do to the first list."""
    turn = yield launch(TASKS)
    turn = yield touch(turn, "Add task")
    turn = yield fill(turn, "add task title", title)
    turn = yield touch(turn, "Save")
    return turn


def events_of(turn: Turn, day: datetime.date) -> Generator[ActionCall, Turn, tuple[Turn, list[str]]]:
    """What the calendar's schedule says of a day: one text for each event, from the top down."""
    turn = yield launch(CALENDAR)
    jump = next((m for m in turn[PHONE].elements if m.label.startswith("Jump to a date")), None)
    turn = yield phone("tap", element=number(jump, "Jump to a date"))
    wanted = f"{day:%A}, {day:%B} {day.day}, {day.year}"
    for _ in range(3):
        if turn[PHONE].find(wanted, role="button") is not None:
            break
        turn = yield touch(turn, "Next month")
    turn = yield touch(turn, wanted, "button")
    turn = yield touch(turn, "OK")
    return turn, list(_below(turn[PHONE], wanted))


def _below(view: View, heading: str) -> Generator[str]:
    there = False
    for node in view.tree.walk() if view.tree else ():
        if re.fullmatch(r"\w+day, \w+ \d+, \d{4}", node.name):
            there = node.name == heading
        elif there and node.role == "list item":
            yield node.name


# -- desktop -----------------------------------------------------------------------------------------------


def shown(turn: Turn) -> str:
    """What the terminal shows."""
    terminal = turn[DESKTOP].find(role="terminal")
    return terminal.value if terminal else ""


def run(command: str) -> Generator[ActionCall, Turn, tuple[Turn, str]]:
    """Type a command into the terminal in front, and read what it prints."""
    turn = yield desk("write_text", text=f"clear; {command}\n")
    for _ in range(8):
        if _PROMPT.search(shown(turn)):
            break
        turn = yield ActionCall(ROOT, "wait")
    printed = shown(turn).rsplit("\n", 1)[0] if "\n" in shown(turn) else ""
    return turn, printed

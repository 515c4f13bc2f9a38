"""How plans are made and looked up on the phone: notes, to-dos, events, times elsewhere, a name, folders."""

from __future__ import annotations

import datetime
import re
from typing import Final

from crab_bench.hands import PHONE, Doing, number, phone, tap
from crab_bench.phone.solving import (
    chosen,
    field,
    filled,
    labelled,
    nodes,
    pasted,
    picked,
    started,
    tap_row,
    told,
)
from crab_core import Mark, Solving, Turn

NOTES: Final = "org.crab.notes"
TASKS: Final = "org.crab.tasks"
CALENDAR: Final = "com.android.calendar"
CLOCK: Final = "com.android.deskclock"
SETTINGS: Final = "com.android.settings"
DRIVE: Final = "org.crab.drive"
_NOTE: Final = "edit note text"
_TIME: Final = r"(\d{1,2}:\d{2})$"


# -- notes -----------------------------------------------------------------------------------------


def keep_note(turn: Turn, content: str) -> Solving:
    """Type it into a new note."""
    turn = yield from started(turn, NOTES)
    turn = yield tap(turn, "New note")
    turn = yield from filled(turn, _NOTE, content)
    yield tap(turn, "Navigate up")
    return None


def keep_note_pasted(turn: Turn, content: str) -> Solving:
    """Paste it into a new note."""
    turn = yield from picked(turn, "Notes")
    turn = yield tap(turn, "New note")
    turn = yield from pasted(turn, _NOTE, content)
    yield tap(turn, "Navigate up")
    return None


def keep_note_shortened(turn: Turn, content: str) -> Solving:
    """Wrong: the end is missing."""
    return (yield from keep_note(turn, f"{content[: len(content) // 2]} ..."))


def keep_note_as_todo(turn: Turn, content: str) -> Solving:
    """Wrong: it becomes a to-do."""
    return (yield from add_todo(turn, content))


def _note(turn: Turn, title: str) -> Doing:
    turn = yield from started(turn, NOTES)
    turn = yield from tap_row(turn, title)
    return turn


def _held(turn: Turn, name: str) -> str:
    return next(mark.value for mark in turn[PHONE].elements if mark.number == field(turn[PHONE], name))


def read_note(turn: Turn, title: str) -> Solving:
    """Open the note among the others."""
    turn = yield from _note(turn, title)
    return _held(turn, _NOTE)


def read_note_found(turn: Turn, title: str) -> Solving:
    """Search for the note."""
    turn = yield from picked(turn, "Notes")
    turn = yield phone("set_text", element=field(turn[PHONE], "search src text"), text=title)
    turn = yield from tap_row(turn, title)
    return _held(turn, _NOTE)


def read_other_note(turn: Turn, title: str) -> Solving:
    """Wrong: the first note of another title."""
    turn = yield from started(turn, NOTES)
    rows = [m for m in turn[PHONE].find_all(role="list item") if not m.label.startswith(title)]
    turn = yield phone("tap", element=rows[0].number)
    return _held(turn, _NOTE)


# -- to-dos ----------------------------------------------------------------------------------------


def add_todo(turn: Turn, content: str) -> Solving:
    """Type it into the sheet for a new task."""
    turn = yield from started(turn, TASKS)
    turn = yield tap(turn, "Add task")
    turn = yield phone("write_text", text=content)
    yield tap(turn, "Save")
    return None


def add_todo_pasted(turn: Turn, content: str) -> Solving:
    """Paste it."""
    turn = yield from picked(turn, "Tasks")
    turn = yield tap(turn, "Add task")
    turn = yield from pasted(turn, "add task title", content)
    yield tap(turn, "Save")
    return None


def add_todo_shortened(turn: Turn, content: str) -> Solving:
    """Wrong: the end is missing."""
    return (yield from add_todo(turn, f"{content[: len(content) // 2]} ..."))


def add_todo_as_details(turn: Turn, content: str) -> Solving:
    """Wrong: the text stands in the details of a to-do with another title."""
    turn = yield from started(turn, TASKS)
    turn = yield tap(turn, "Add task")
    turn = yield phone("write_text", text="To do")
    turn = yield from filled(turn, "add task notes", content)
    yield tap(turn, "Save")
    return None


def _open_todos(turn: Turn) -> list[Mark]:
    """Rows whose own check box is not checked, from the top down."""
    ticks = list(turn[PHONE].find_all(role="check box"))
    rows = sorted(turn[PHONE].find_all(role="list item"), key=lambda mark: mark.box.y)
    return [
        line
        for line in rows
        if any(line.box.contains(tick.box) and "checked" not in tick.states for tick in ticks)
    ]


def read_next_todo(turn: Turn) -> Solving:
    """Open the first to-do that is not done."""
    return (yield from _read_todo(turn, 0))


def read_next_todo_picked(turn: Turn) -> Solving:
    """The same, by the icon among all apps."""
    turn = yield from picked(turn, "Tasks")
    line = _open_todos(turn)[0]
    turn = yield phone("tap", element=line.number)
    return _held(turn, "edit notes")


def read_second_todo(turn: Turn) -> Solving:
    """Wrong: the one after it."""
    return (yield from _read_todo(turn, 1))


def _read_todo(turn: Turn, place: int) -> Solving:
    turn = yield from started(turn, TASKS)
    line = _open_todos(turn)[place]
    turn = yield phone("tap", element=line.number)
    return _held(turn, "edit notes")


# -- the calendar ----------------------------------------------------------------------------------


def add_event(turn: Turn, content: str, date: str) -> Solving:
    """A new event whose day is chosen in its form."""
    day = datetime.date.fromisoformat(date)
    turn = yield from started(turn, CALENDAR)
    turn = yield tap(turn, "New event")
    turn = yield from filled(turn, "title", content)
    turn = yield tap(turn, "All-day")
    turn = yield phone("tap", element=_start_day(turn))
    turn = yield from chosen(turn, day)
    yield tap(turn, "Save")
    return None


def _start_day(turn: Turn) -> int:
    days = [
        mark
        for mark in turn[PHONE].find_all(role="button")
        if re.fullmatch(r"\w+, \w+ \d+, \d{4}", mark.label)
    ]
    if not days:
        raise LookupError("the form shows no day")
    return days[0].number


def add_event_from_its_day(turn: Turn, content: str, date: str) -> Solving:
    """Go to the day first, where a new event begins by itself."""
    day = datetime.date.fromisoformat(date)
    turn = yield from picked(turn, "Calendar")
    turn = yield from _at(turn, day)
    turn = yield tap(turn, "New event")
    turn = yield from filled(turn, "title", content)
    turn = yield tap(turn, "All-day")
    yield tap(turn, "Save")
    return None


def add_event_a_day_late(turn: Turn, content: str, date: str) -> Solving:
    """Wrong: the day after."""
    later = datetime.date.fromisoformat(date) + datetime.timedelta(days=1)
    return (yield from add_event(turn, content, later.isoformat()))


def add_event_at_a_time(turn: Turn, content: str, date: str) -> Solving:
    """Wrong: not for the whole day."""
    turn = yield from started(turn, CALENDAR)
    turn = yield tap(turn, "New event")
    turn = yield from filled(turn, "title", content)
    turn = yield phone("tap", element=_start_day(turn))
    turn = yield from chosen(turn, datetime.date.fromisoformat(date))
    yield tap(turn, "Save")
    return None


def _at(turn: Turn, day: datetime.date) -> Doing:
    """The calendar's list from a day on."""
    jump = next((mark for mark in turn[PHONE].elements if mark.label.startswith("Jump to a date")), None)
    if jump is None:
        raise LookupError("the calendar shows no month to tap")
    turn = yield phone("tap", element=jump.number)
    turn = yield from chosen(turn, day)
    return turn


def _events(turn: Turn, day: datetime.date) -> list[str]:
    """Labels of the events below the heading of a day in the calendar's list."""
    found: list[str] = []
    here = False
    for node in nodes(turn[PHONE]):
        if re.fullmatch(r"\w+, \w+ \d+, \d{4}", node.name):
            here = node.name == told(day)
        elif here and node.role == "list item" and node.name:
            found.append(node.name)
    return found


def _opened(turn: Turn, day: datetime.date, place: int) -> Doing:
    turn = yield from _at(turn, day)
    days = [day, *(day + datetime.timedelta(days=n) for n in (2, -2))]
    shown = [label for one in days for label in _events(turn, one)]
    if len(shown) <= place:
        raise LookupError(f"the calendar shows nothing on {told(day)}")
    turn = yield tap(turn, shown[place])
    return turn


def find_event(turn: Turn, date: str) -> Solving:
    """Jump to the day and open its event."""
    turn = yield from started(turn, CALENDAR)
    turn = yield from _opened(turn, datetime.date.fromisoformat(date), 0)
    return labelled(turn[PHONE], "title")


def find_event_in_its_day(turn: Turn, date: str) -> Solving:
    """Open the day in the view of one day, where the event may stand further below."""
    day = datetime.date.fromisoformat(date)
    turn = yield from picked(turn, "Calendar")
    turn = yield tap(turn, "Day")
    turn = yield from _at(turn, day)
    for _ in range(2):
        if _first_event(turn) is None:
            turn = yield phone("swipe", direction="up")
    turn = yield phone("tap", element=number(_first_event(turn), f"an event on {told(day)}"))
    title = labelled(turn[PHONE], "title")
    turn = yield phone("press", key="back")
    yield tap(turn, "Schedule")
    return title


def _first_event(turn: Turn) -> Mark | None:
    pattern = r", (All day|\d{1,2}:\d{2})"
    return next((mark for mark in turn[PHONE].elements if re.search(pattern, mark.label)), None)


def find_neighbouring_event(turn: Turn, date: str) -> Solving:
    """Wrong: the event of a day beside it."""
    turn = yield from started(turn, CALENDAR)
    day = datetime.date.fromisoformat(date)
    turn = yield from _at(turn, day)
    own = _events(turn, day)
    others = [m for m in turn[PHONE].find_all(role="list item") if m.label not in own and m.label]
    turn = yield phone("tap", element=others[0].number)
    return labelled(turn[PHONE], "title")


# -- the clock -------------------------------------------------------------------------------------


def add_world_clock(turn: Turn, city: str) -> Solving:
    """Search the city and read its time."""
    turn = yield from started(turn, CLOCK)
    turn = yield from _city_added(turn, city)
    return _time_in(turn, city)


def _city_added(turn: Turn, city: str) -> Doing:
    turn = yield tap(turn, "Add city")
    turn = yield phone("write_text", text=city)
    turn = yield from tap_row(turn, city)
    return turn


def _time_in(turn: Turn, city: str) -> str:
    for mark in turn[PHONE].elements:
        found = re.search(_TIME, mark.label)
        if found and mark.label.startswith(f"{city},"):
            return found[1]
    raise LookupError(f"the clock shows no time for {city}")


def add_world_clock_scrolling(turn: Turn, city: str) -> Solving:
    """Look through the part of the list that a letter leaves."""
    turn = yield from picked(turn, "Clock")
    turn = yield tap(turn, "Add city")
    turn = yield phone("write_text", text=city[:2])
    turn = yield from tap_row(turn, city)
    return _time_in(turn, city)


def add_another_clock(turn: Turn, city: str) -> Solving:
    """Wrong: a city far away from it."""
    other = "Honolulu" if city != "Honolulu" else "Auckland"
    return (yield from add_world_clock(turn, other))


# -- settings and Drive ----------------------------------------------------------------------------


def rename_bluetooth(turn: Turn, content: str) -> Solving:
    """Through Connected devices."""
    turn = yield from started(turn, SETTINGS)
    turn = yield from tap_row(turn, "Connected devices")
    turn = yield from tap_row(turn, "Device name")
    turn = yield from filled(turn, "edit", content)
    yield tap(turn, "Save")
    return None


def rename_bluetooth_found(turn: Turn, content: str) -> Solving:
    """Through the search of Settings and About phone."""
    turn = yield from picked(turn, "Settings")
    turn = yield tap(turn, "Search settings")
    turn = yield phone("write_text", text="Device name")
    turn = yield tap(turn, "Device name, About phone")
    turn = yield from tap_row(turn, "Device name")
    turn = yield from filled(turn, "edit", content)
    yield tap(turn, "Save")
    return None


def rename_bluetooth_not(turn: Turn, content: str) -> Solving:
    """Wrong: cancelled at the end."""
    turn = yield from started(turn, SETTINGS)
    turn = yield from tap_row(turn, "Connected devices")
    turn = yield from tap_row(turn, "Device name")
    turn = yield from filled(turn, "edit", content)
    yield tap(turn, "Cancel")
    return None


def make_drive_folder(turn: Turn, content: str) -> Solving:
    """From Drive's first screen."""
    turn = yield from started(turn, DRIVE)
    turn = yield tap(turn, "New")
    turn = yield tap(turn, "Folder")
    turn = yield from filled(turn, "folder name", content)
    yield tap(turn, "Create")
    return None


def make_drive_folder_among_files(turn: Turn, content: str) -> Solving:
    """From the list of all files."""
    turn = yield from picked(turn, "Drive")
    turn = yield tap(turn, "Files")
    turn = yield tap(turn, "New")
    turn = yield tap(turn, "Folder")
    turn = yield from filled(turn, "folder name", content)
    yield tap(turn, "Create")
    return None


def make_drive_folder_not(turn: Turn, content: str) -> Solving:
    """Wrong: cancelled at the end."""
    turn = yield from started(turn, DRIVE)
    turn = yield tap(turn, "New")
    turn = yield tap(turn, "Folder")
    turn = yield from filled(turn, "folder name", content)
    yield tap(turn, "Cancel")
    return None

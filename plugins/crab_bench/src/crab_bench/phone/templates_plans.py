"""Sub-tasks with plans on the phone: notes, to-dos, events, the world clock, the phone's name, folders."""

from __future__ import annotations

import datetime
import zoneinfo
from typing import Final

from crab_android.allowed import (
    city_added,
    event_added,
    folder_added,
    note_added,
    setting_changed,
    todo_added,
)
from crab_android.evaluators import (
    app_in_front,
    bluetooth_name_is,
    content_row,
    drive_folder_exists,
    event_exists,
    event_shown,
    text_on_screen,
    todo_exists,
    world_clock_has,
)
from crab_bench.phone import solving_plans as hands
from crab_bench.phone.places import POSTCODES
from crab_bench.phone.world import NOW
from crab_core import CheckpointGraph, Scene, SubTask

PHONE: Final = "android"

KEEP_NOTE: Final = SubTask(
    id="keep_note",
    environment=PHONE,
    description="On the phone, make a new note in Notes, without a title, whose text is {content}.",
    inputs={"content": "content"},
    checkpoints=lambda content: CheckpointGraph.chain(
        {
            "Notes in front": app_in_front(package=hands.NOTES),
            "the note is there": content_row(
                uri="content://org.crab.notes/notes", values={"title": "", "body": content, "trashed": False}
            ),
        }
    ),
    solution=hands.keep_note,
    alternatives={"pasting": hands.keep_note_pasted},
    mutants={"shortened": hands.keep_note_shortened, "as a to-do": hands.keep_note_as_todo},
    steps=5,
    may_change=lambda content: note_added("", content),
    applications=("Notes",),
)


def _note_text(scene: Scene, title: str) -> str:
    return next(str(note["body"]) for note in scene.world(PHONE)["notes"] if note["title"] == title)


READ_NOTE: Final = SubTask(
    id="read_note",
    environment=PHONE,
    description="On the phone, open the note {title} in Notes and read what it says.",
    inputs={"title": "note_title"},
    output="message",
    result="what the note {title} says",
    value=_note_text,
    checkpoints=lambda title, output: CheckpointGraph.chain(
        {
            "Notes in front": app_in_front(package=hands.NOTES),
            f"the note {title!r} opened": app_in_front(
                package=hands.NOTES, activity="org.crab.notes.activities.EditorActivity"
            )
            & text_on_screen(text=title, package=hands.NOTES)
            & text_on_screen(text=output, package=hands.NOTES),
        }
    ),
    solution=hands.read_note,
    alternatives={"by searching": hands.read_note_found},
    mutants={"another note": hands.read_other_note},
    steps=3,
    applications=("Notes",),
)

ADD_TODO: Final = SubTask(
    id="add_todo",
    environment=PHONE,
    description="On the phone, in the Tasks app, add a task whose title is {content} to the list.",
    inputs={"content": "content"},
    checkpoints=lambda content: CheckpointGraph.chain(
        {
            "Tasks in front": app_in_front(package=hands.TASKS),
            "the to-do is there": todo_exists(title=content, done=False),
        }
    ),
    solution=hands.add_todo,
    alternatives={"pasting": hands.add_todo_pasted},
    mutants={"shortened": hands.add_todo_shortened, "as details": hands.add_todo_as_details},
    steps=5,
    may_change=lambda content: todo_added(title=content),
    spoils=("read_next_todo",),
    applications=("Tasks",),
)


def _next_todo(scene: Scene) -> str:
    return next(str(todo["notes"]) for todo in scene.world(PHONE)["tasks"] if not todo["done"])


READ_NEXT_TODO: Final = SubTask(
    id="read_next_todo",
    environment=PHONE,
    description=(
        "On the phone, open the first task in the Tasks app's list that is not done yet, "
        "and read its details."
    ),
    output="message",
    result="what the details of the first open task on the phone say",
    value=_next_todo,
    checkpoints=lambda output: CheckpointGraph.chain(
        {
            "Tasks in front": app_in_front(package=hands.TASKS),
            "the first open to-do opened": app_in_front(
                package=hands.TASKS, activity="org.crab.tasks.TaskDetailsActivity"
            )
            & text_on_screen(text=output, package=hands.TASKS),
        }
    ),
    solution=hands.read_next_todo,
    alternatives={"by the icon": hands.read_next_todo_picked},
    mutants={"the one after it": hands.read_second_todo},
    steps=3,
    applications=("Tasks",),
)

ADD_EVENT: Final = SubTask(
    id="add_event",
    environment=PHONE,
    description="On the phone, put an all-day event whose title is {content} into the Calendar on {date}.",
    inputs={"content": "content", "date": "date"},
    checkpoints=lambda content, date: CheckpointGraph.chain(
        {
            "Calendar in front": app_in_front(package=hands.CALENDAR),
            f"all-day event on {date}": event_exists(title=content, day=date, all_day=True),
        }
    ),
    solution=hands.add_event,
    alternatives={"from its day": hands.add_event_from_its_day},
    mutants={"a day late": hands.add_event_a_day_late, "not all day": hands.add_event_at_a_time},
    steps=12,
    slack=2,
    may_change=lambda content, date: event_added(content, f"{date}T00:00:00"),
    spoils=("find_event",),
    applications=("Calendar",),
)


def _event_on(scene: Scene, date: str) -> str:
    events = scene.world(PHONE)["calendar"]
    return next(str(event["title"]) for event in events if event["start"][:10] == date)


FIND_EVENT: Final = SubTask(
    id="find_event",
    environment=PHONE,
    description="On the phone, find the event in the Calendar on {date}, and open it.",
    inputs={"date": "event_day"},
    output="event_title",
    result="the title of the event on {date} in the phone's calendar",
    value=_event_on,
    checkpoints=lambda date, output: CheckpointGraph.chain(
        {
            "Calendar in front": app_in_front(package=hands.CALENDAR),
            f"{output!r} opened": app_in_front(
                package=hands.CALENDAR, activity="com.android.calendar.EventInfoActivity"
            )
            & event_shown(title=output, day=date),
        }
    ),
    solution=hands.find_event,
    alternatives={"in the view of a day": hands.find_event_in_its_day},
    mutants={"the day beside it": hands.find_neighbouring_event},
    steps=9,
    slack=2,
    applications=("Calendar",),
)


def _time_there(scene: Scene, city: str) -> str:  # noqa: ARG001 - the clock stands still
    moment = datetime.datetime.fromisoformat(NOW).replace(tzinfo=datetime.UTC)
    return f"{moment.astimezone(zoneinfo.ZoneInfo(POSTCODES[city][1])):%H:%M}"


ADD_WORLD_CLOCK: Final = SubTask(
    id="add_world_clock",
    environment=PHONE,
    description="On the phone, add {city} to the cities in the Clock app and look up the time there.",
    inputs={"city": "city"},
    output="clock_time",
    result="the time in {city} by the phone's Clock",
    value=_time_there,
    checkpoints=lambda city, output: CheckpointGraph.chain(
        {
            "Clock in front": app_in_front(package=hands.CLOCK),
            f"{city} among the cities": world_clock_has(city=city),
            f"the time in {city} shown": text_on_screen(text=output, package=hands.CLOCK)
            & text_on_screen(text=city, package=hands.CLOCK),
        }
    ),
    solution=hands.add_world_clock,
    alternatives={"scrolling": hands.add_world_clock_scrolling},
    mutants={"another city": hands.add_another_clock},
    steps=5,
    may_change=lambda city, output: city_added(city),  # noqa: ARG005
    applications=("Clock",),
)

RENAME_BLUETOOTH: Final = SubTask(
    id="rename_bluetooth",
    environment=PHONE,
    description=(
        "On the phone, change the device name in Settings, by which other "
        "Bluetooth devices see it, to {content}."
    ),
    inputs={"content": "content"},
    checkpoints=lambda content: CheckpointGraph.chain(
        {
            "Settings in front": app_in_front(package=hands.SETTINGS),
            "the name is changed": bluetooth_name_is(name=content),
        }
    ),
    solution=hands.rename_bluetooth,
    alternatives={"through About phone": hands.rename_bluetooth_found},
    mutants={"cancelled": hands.rename_bluetooth_not},
    steps=6,
    may_change=lambda content: [
        *setting_changed("secure", "bluetooth_name", content),
        *setting_changed("global", "device_name", content),
    ],
    applications=("Settings",),
)

MAKE_DRIVE_FOLDER: Final = SubTask(
    id="make_drive_folder",
    environment=PHONE,
    description="On the phone, in Drive, make a new folder whose name is {content}.",
    inputs={"content": "content"},
    checkpoints=lambda content: CheckpointGraph.chain(
        {
            "Drive in front": app_in_front(package=hands.DRIVE),
            "the folder is there": drive_folder_exists(name=content),
        }
    ),
    solution=hands.make_drive_folder,
    alternatives={"among the files": hands.make_drive_folder_among_files},
    mutants={"cancelled": hands.make_drive_folder_not},
    steps=6,
    may_change=lambda content: folder_added(name=content),
    applications=("Drive",),
)

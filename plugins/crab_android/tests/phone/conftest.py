"""Two small apps made for the tests of what apps may do."""

from __future__ import annotations

from datetime import datetime

import pytest
from pydantic import BaseModel, ConfigDict, Field

from crab_android.phone import Phone
from crab_android.phone.kit import (
    MATCH,
    App,
    Filter,
    Intent,
    NoState,
    NotificationAction,
    Screen,
    Table,
    button,
    column,
    intents,
    label,
    no_state,
)


class Note(BaseModel):
    model_config = ConfigDict(extra="forbid")

    id: int
    text: str


class Notes(BaseModel):
    notes: list[Note] = Field(default_factory=list)
    asked: list[dict] = Field(default_factory=list)
    rings: list[str] = Field(default_factory=list)
    bell: datetime | None = None


def _seed(seeding):
    return Notes(notes=[Note(id=number, text=text) for number, text in enumerate(seeding.part or [], 1)])


def _rows(context):
    return [{"_id": note.id, "text": note.text} for note in context.state.notes]


def _insert(context, values):
    made = Note(id=len(context.state.notes) + 1, text=values["text"])
    context.state.notes.append(made)
    return made.id


def _update(context, number, values):
    next(note for note in context.state.notes if note.id == number).text = values["text"]


def _delete(context, number):
    context.state.notes = [note for note in context.state.notes if note.id != number]


def _told(name):
    return lambda context, result: context.state.asked.append({"name": name, **result})


def _list(context):
    pick = Intent(action=intents.PICK, type="color/name")
    done = NotificationAction(title="Done", broadcast="DONE")
    buttons = {
        "Pick a color": lambda: context.start_for_result("color", pick, row=7),
        "Photograph": lambda: context.require("android.permission.CAMERA", "camera", size="large"),
        "Share": lambda: context.share(text=context.state.notes[0].text, subject="A note"),
        "Open page": lambda: context.view("https://crab.test/page"),
        "Remind": lambda: context.notify("n1", "Remember", "the milk", screen="one", actions=[done], id=1),
    }
    notes = [
        label(note.text, color=context.theme.on_surface, on_tap=lambda n=note.id: context.open("one", id=n))
        for note in context.state.notes
    ]
    made = [button(text, context.theme, act) for text, act in buttons.items()]
    return column(*made, *notes, width=MATCH, height=MATCH)


def _one(context):
    note = next((n for n in context.state.notes if n.id == context.args.get("id")), None)
    text = note.text if note else context.args.get("text", "gone")
    return column(label(text, id="note"), width=MATCH, height=MATCH)


def _colors(context):
    names = ("Red", "Blue")
    buttons = [button(name, context.theme, lambda n=name: context.finish({"color": n})) for name in names]
    return column(*buttons, width=MATCH, height=MATCH)


def _shared(intent):
    return {"text": intent.extras.get(intents.EXTRA_TEXT, "")}


def _number(intent):
    return {"id": int(intent.data.rpartition("/")[2])}


def _count(context, options):
    if "word" not in options:
        raise ValueError("say which word")
    return {"count": str(sum(options["word"] in note.text for note in context.state.notes))}


def _ring(context, before, after):
    bell = context.state.bell
    if bell is not None and before < bell <= after:
        context.state.rings.append(after.isoformat())


def icon(canvas, _rect):
    canvas.drawColor(0xFF3568D4)


NOTES = App(
    package="test.example.notes",
    label="Jotter",
    icon=icon,
    state=Notes,
    screens={
        "list": Screen(".ListActivity", _list, results={"color": _told("color"), "camera": _told("camera")}),
        "one": Screen(".NoteActivity", _one),
    },
    main="list",
    seed=_seed,
    world="test_notes",
    permissions=("android.permission.CAMERA", "android.permission.VIBRATE"),
    filters=(
        Filter(intents.SEND, "one", types=("text/*",), args=_shared),
        Filter(intents.VIEW, "one", schemes=("content",), hosts=("test.example.notes",), args=_number),
    ),
    receivers={"DONE": lambda context, intent: context.state.asked.append({"heard": intent.extras})},
    providers={
        "test.example.notes": {"notes": Table(_rows, _insert, _update, _delete), "fixed": Table(_rows)},
    },
    on_time=_ring,
    instrumentations={".Counter": _count},
    system=False,
)
COLORS = App(
    package="test.example.colors",
    label="Colors",
    icon=icon,
    state=NoState,
    screens={
        "pick": Screen(".PickActivity", _colors),
        "share": Screen(".ShareActivity", lambda context: label(context.args["text"], id="got")),
    },
    main="pick",
    seed=no_state,
    filters=(
        Filter(intents.PICK, "pick", types=("color/*",)),
        Filter(intents.SEND, "share", types=("text/plain",), args=_shared),
    ),
)


@pytest.fixture
def phone():
    """A phone with Notes in front, which holds two notes, and Colors."""
    apps = [*Phone().catalog.values(), NOTES, COLORS]
    return Phone({"test_notes": ["Buy milk", "Call Ada"], "open": NOTES.package}, apps=apps)

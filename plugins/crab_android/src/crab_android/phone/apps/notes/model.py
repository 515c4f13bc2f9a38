"""What Notes remembers."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from crab_android.phone.kit import AppContext, Rows, Seeding

Color = Literal["default", "coral", "sand", "mint", "sage", "fog", "dusk", "blossom"]
Shelf = Literal["notes", "archive", "trash"]


class Item(BaseModel):
    """One line of a checklist."""

    model_config = ConfigDict(extra="forbid")

    text: str
    done: bool = False


class Note(BaseModel):
    """A note. It is a checklist when it has items, a text otherwise."""

    model_config = ConfigDict(extra="forbid")

    id: int = 0
    title: str = ""
    body: str = ""
    items: list[Item] = Field(default_factory=list)
    color: Color = "default"
    labels: list[str] = Field(default_factory=list)
    pinned: bool = False
    shelf: Shelf = "notes"
    reminder: datetime | None = None
    created: datetime | None = None
    edited: datetime | None = None

    @field_validator("items", mode="before")
    @classmethod
    def _words(cls, value: Any) -> Any:
        """A line may be given as a text alone."""
        return [{"text": item} if isinstance(item, str) else item for item in value]

    @property
    def empty(self) -> bool:
        """Whether nothing is written on it."""
        return not (self.title.strip() or self.body.strip() or any(item.text.strip() for item in self.items))

    @property
    def text(self) -> str:
        """All that is written on it, as it is shared."""
        lines = [f"[{'x' if item.done else ' '}] {item.text}" for item in self.items]
        return "\n".join(part for part in (self.title, self.body, *lines) if part)

    def fits(self, wanted: str) -> bool:
        """Whether all words of a search stand on it."""
        whole = f"{self.text} {' '.join(self.labels)}".casefold()
        return all(word in whole for word in wanted.casefold().split())


class Notes(BaseModel):
    """All notes, in the order in which they were made, and the labels there are."""

    items: list[Note] = Field(default_factory=list)
    labels: list[str] = Field(default_factory=list)
    next_id: int = 1
    grid: bool = True

    def get(self, number: int) -> Note | None:
        """The note with an id, or None."""
        return next((note for note in self.items if note.id == number), None)

    def add(self, note: Note, now: datetime) -> Note:
        """Keep a note; it gets an id of its own."""
        note.id = self.next_id
        self.next_id += 1
        note.created = note.created or now
        note.edited = note.edited or now
        self.items.append(note)
        self.labels.extend(label for label in note.labels if label not in self.labels)
        return note

    def remove(self, number: int) -> None:
        """Forget a note for good."""
        self.items = [note for note in self.items if note.id != number]

    def on(self, shelf: Shelf, wanted: str = "", label: str = "") -> list[Note]:
        """The notes on a shelf that fit a search and have a label: pinned ones first, then the latest."""
        found = [
            note
            for note in self.items
            if note.shelf == shelf and note.fits(wanted) and (not label or label in note.labels)
        ]
        return sorted(
            found, key=lambda note: (note.pinned, note.edited or datetime.min, note.id), reverse=True
        )

    def rename_label(self, old: str, new: str) -> None:
        """Give a label another name, or none when the new one is empty."""
        names = [new if name == old else name for name in self.labels]
        self.labels = [name for name in dict.fromkeys(names) if name]
        for note in self.items:
            renamed = [new if name == old else name for name in note.labels]
            note.labels = [name for name in dict.fromkeys(renamed) if name]


class NotesWorld(BaseModel):
    """The app's part of a world: the notes, the oldest first, and more labels."""

    model_config = ConfigDict(extra="forbid")

    notes: list[Note] = Field(default_factory=list)
    labels: list[str] = Field(default_factory=list)


_MADE_UP: tuple[dict[str, Any], ...] = (
    {"title": "Wi-Fi at the cabin", "body": "Network: Larkspur\nPassword on the fridge door", "color": "fog"},
    {
        "title": "Packing list",
        "items": [
            "Passport",
            {"text": "Charger", "done": True},
            "Rain jacket",
            "Sunscreen",
            "Book for the train",
        ],
        "color": "mint",
        "labels": ["Travel"],
    },
    {
        "title": "Tomato soup",
        "body": "800 g tomatoes, 1 onion, 2 cloves of garlic, 300 ml stock. Roast everything for 40 minutes, "
        "then blend. A spoon of vinegar at the end.",
        "color": "coral",
        "labels": ["Recipes"],
    },
    {
        "title": "Books to read",
        "items": ["The Tidal Clock", {"text": "Small Maps", "done": True}, "Glass Harbour"],
    },
    {
        "title": "",
        "body": "The blue paint in the hall is “Winter Sky 4”, mixed at the shop on Mill Lane.",
        "color": "dusk",
    },
    {
        "title": "Gift ideas",
        "body": "Teapot, seeds for the balcony, a good knife, concert tickets",
        "labels": ["Family"],
        "color": "blossom",
    },
    {"title": "Bike", "body": "Chain: 10-speed. Tyres 700×28. Next service in September."},
    {
        "title": "Meeting points",
        "body": "1. Budget for the fair\n2. Who prints the posters?\n3. Date of the next meeting",
        "labels": ["Work"],
        "color": "sand",
    },
)


def seed(seeding: Seeding) -> Notes:
    """From a world, see :class:`NotesWorld`; a list of texts or notes is taken for its notes."""
    notes = Notes()
    if seeding.part is not None:
        part = seeding.part
        if isinstance(part, list):
            part = {"notes": [{"body": item} if isinstance(item, str) else item for item in part]}
        world = NotesWorld.model_validate(part)
        for index, note in enumerate(world.notes):
            age = timedelta(minutes=len(world.notes) - index)
            note.created = note.edited = note.edited or seeding.now - age
            notes.add(note, seeding.now)
        notes.labels.extend(name for name in world.labels if name not in notes.labels)
        return notes
    chosen = seeding.chance.sample(_MADE_UP, k=7)
    for index, made in enumerate(chosen):
        note = Note.model_validate(made)
        note.created = note.edited = seeding.now - timedelta(days=3 * (len(chosen) - index), hours=index)
        notes.add(note, seeding.now)
    friend = seeding.people[0].first if seeding.people else "Ada"
    notes.items[-1].pinned = True
    old = Note(
        title="Old shopping list",
        items=[Item(text="Bread", done=True), Item(text="Tea", done=True)],
        shelf="archive",
    )
    notes.add(old, seeding.now - timedelta(days=60))
    notes.add(Note(body=f"Call {friend} back about Saturday", shelf="trash"), seeding.now - timedelta(days=2))
    return notes


# -- content provider --------------------------------


def rows(context: AppContext[Notes]) -> Rows:
    """The notes for ``content query``."""
    return [
        {
            "_id": note.id,
            "title": note.title,
            "body": note.body,
            "items": "\n".join(f"{int(item.done)} {item.text}" for item in note.items) or None,
            "labels": ",".join(note.labels) or None,
            "color": note.color,
            "pinned": int(note.pinned),
            "archived": int(note.shelf == "archive"),
            "trashed": int(note.shelf == "trash"),
            "reminder": note.reminder.isoformat() if note.reminder else None,
        }
        for note in context.state.items
    ]


def insert(context: AppContext[Notes], values: Mapping[str, Any]) -> int:
    """Add a note with a title and a body."""
    note = Note(title=str(values.get("title", "")), body=str(values.get("body", "")))
    if note.empty:
        raise ValueError("a note needs a title or a body")
    return context.state.add(note, context.now()).id


def update(context: AppContext[Notes], number: int, values: Mapping[str, Any]) -> None:
    """Change title or body of a note."""
    note = context.state.get(number)
    if note is None:
        raise KeyError(number)
    note.title = str(values.get("title", note.title))
    note.body = str(values.get("body", note.body))
    note.edited = context.now()


def delete(context: AppContext[Notes], number: int) -> None:
    """Forget a note for good."""
    context.state.remove(number)


def remind(context: AppContext[Notes], before: datetime, after: datetime) -> None:
    """Tell of the notes whose reminder has come."""
    for note in context.state.items:
        if note.reminder is not None and before < note.reminder <= after and note.shelf != "trash":
            context.notify(
                f"note{note.id}",
                note.title or "Reminder",
                note.body or ", ".join(item.text for item in note.items if not item.done),
                screen="edit",
                channel="reminders",
                id=note.id,
            )
            note.reminder = None

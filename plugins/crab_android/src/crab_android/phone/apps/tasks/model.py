"""What the Tasks app remembers."""

from __future__ import annotations

from datetime import date, datetime, time
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from crab_android.phone.kit import AppContext, Seeding

FIRST_LIST = "My Tasks"
Sort = Literal["mine", "date", "starred"]


class ToDo(BaseModel):
    """One to-do; with a time, the phone reminds of it then."""

    model_config = ConfigDict(extra="forbid")

    id: int = 0
    title: str = Field(min_length=1)
    notes: str = ""
    due: date | None = None
    at: time | None = None
    done: bool = False
    starred: bool = False
    list: str = FIRST_LIST


class Tasks(BaseModel):
    """All to-dos in the order in which they were added, the lists, and how they are shown."""

    items: list[ToDo] = Field(default_factory=list)
    lists: list[str] = Field(default_factory=lambda: [FIRST_LIST])
    current: str = FIRST_LIST
    sort: Sort = "mine"
    next_id: int = 1

    def get(self, number: int) -> ToDo | None:
        """The to-do with an id, or None."""
        return next((item for item in self.items if item.id == number), None)

    def add(self, item: ToDo) -> ToDo:
        """Put a to-do at the end of its list; it gets an id of its own."""
        item.id = self.next_id
        self.next_id += 1
        self.items.append(item)
        if item.list not in self.lists:
            self.lists.append(item.list)
        return item

    def remove(self, number: int) -> None:
        """Delete the to-do with an id."""
        self.items = [item for item in self.items if item.id != number]

    def shown(self) -> list[ToDo]:
        """The to-dos of the current list, in the order that was chosen."""
        items = [item for item in self.items if item.list == self.current]
        if self.sort == "date":
            items.sort(key=lambda item: (item.due is None, item.due or date.min, item.at or time.max))
        elif self.sort == "starred":
            items.sort(key=lambda item: not item.starred)
        return items

    def found(self, wanted: str) -> list[ToDo]:
        """The to-dos of all lists in which every word of a search stands."""
        words = wanted.casefold().split()
        return [
            item
            for item in self.items
            if words and all(word in f"{item.title} {item.notes}".casefold() for word in words)
        ]

    def rename_list(self, old: str, new: str) -> None:
        """Give a list another name."""
        self.lists = [new if name == old else name for name in self.lists]
        for item in self.items:
            item.list = new if item.list == old else item.list
        self.current = new if self.current == old else self.current

    def delete_list(self, name: str) -> None:
        """Delete a list with all that is on it; the first list stays."""
        self.items = [item for item in self.items if item.list != name]
        self.lists = [other for other in self.lists if other != name] or [FIRST_LIST]
        self.current = self.lists[0]


class TasksWorld(BaseModel):
    """The app's part of a world, where it is more than a list of to-dos."""

    model_config = ConfigDict(extra="forbid")

    items: list[ToDo | str] = Field(default_factory=list)
    lists: list[str] = Field(default_factory=lambda: [FIRST_LIST], min_length=1)


_ORDINARY = (
    "Water the plants on the balcony",
    "Return the library books",
    "Book a dentist appointment",
    "Renew the bus pass",
    "Buy coffee beans and oat milk",
    "Call grandma",
    "Pick up the parcel at the post office",
    "Descale the kettle",
    "Back up the holiday photos",
    "Reply to the landlord about the heating",
    "Repair the front bicycle light",
    "Order a birthday cake",
)


def seed_tasks(seeding: Seeding) -> Tasks:
    """From a world: a list of titles or to-dos, or a :class:`TasksWorld`. Without one, ordinary errands."""
    part = seeding.part
    if part is None:
        titles = seeding.chance.sample(_ORDINARY, k=6)
        part = [{"title": title, "done": index in (0, 3)} for index, title in enumerate(titles)]
    world = TasksWorld.model_validate({"items": part} if isinstance(part, list) else part)
    tasks = Tasks(lists=list(dict.fromkeys(world.lists)), current=world.lists[0])
    for item in world.items:
        tasks.add(ToDo(title=item, list=tasks.current) if isinstance(item, str) else item)
    return tasks


def due_text(due: date, today: date) -> str:
    """A day as people say it."""
    near = {0: "Today", 1: "Tomorrow", -1: "Yesterday"}
    days = (due - today).days
    return near.get(days) or due.strftime("%a, %b %-d" if due.year == today.year else "%b %-d, %Y")


def remind(context: AppContext[Tasks], before: datetime, after: datetime) -> None:
    """Tell of the to-dos whose time has come."""
    for item in context.state.items:
        if item.done or item.due is None or item.at is None:
            continue
        if before < datetime.combine(item.due, item.at) <= after:
            context.notify(
                f"task{item.id}", item.title, item.notes or item.list, screen="details", id=item.id
            )


def as_row(item: ToDo) -> dict[str, Any]:
    """A to-do as a row of the content provider."""
    return {
        "_id": item.id,
        "title": item.title,
        "notes": item.notes,
        "due": item.due.isoformat() if item.due else None,
        "time": item.at.isoformat("minutes") if item.at else None,
        "done": int(item.done),
        "starred": int(item.starred),
        "list": item.list,
    }

"""What the Tasks app remembers."""

from __future__ import annotations

from datetime import date
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from crab_android.phone.kit import AppContext, Seeding


class ToDo(BaseModel):
    """One to-do."""

    model_config = ConfigDict(extra="forbid")

    id: int = 0
    title: str = Field(min_length=1)
    notes: str = ""
    due: date | None = None
    done: bool = False


class Tasks(BaseModel):
    """The list, in the order in which it is shown."""

    items: list[ToDo] = Field(default_factory=list)
    next_id: int = 1

    def get(self, number: int) -> ToDo | None:
        """The to-do with an id, or None."""
        return next((item for item in self.items if item.id == number), None)

    def add(self, item: ToDo) -> ToDo:
        """Put a to-do at the end of the list; it gets an id of its own."""
        item.id = self.next_id
        self.next_id += 1
        self.items.append(item)
        return item

    def remove(self, number: int) -> None:
        """Delete the to-do with an id."""
        self.items = [item for item in self.items if item.id != number]


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
    """From a world: a list of titles or of to-dos. Without one, a handful of ordinary errands."""
    tasks, world = Tasks(), seeding.part
    if world is None:
        titles = seeding.chance.sample(_ORDINARY, k=6)
        world = [{"title": title, "done": index in (0, 3)} for index, title in enumerate(titles)]
    for item in world:
        tasks.add(ToDo(title=item) if isinstance(item, str) else ToDo.model_validate(item))
    return tasks


def due_text(due: date, today: date) -> str:
    """A day as people say it."""
    near = {0: "Today", 1: "Tomorrow", -1: "Yesterday"}
    days = (due - today).days
    return near.get(days) or due.strftime("%a, %b %-d" if due.year == today.year else "%b %-d, %Y")


def task_rows(context: AppContext[Tasks]) -> list[dict[str, Any]]:
    """The rows of the content provider."""
    return [
        {
            "_id": item.id,
            "title": item.title,
            "notes": item.notes,
            "due": item.due.isoformat() if item.due else None,
            "done": int(item.done),
        }
        for item in context.state.items
    ]

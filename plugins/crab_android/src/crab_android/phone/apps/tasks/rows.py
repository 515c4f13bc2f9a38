"""The content provider of Tasks: to-dos that may be read, added, changed and deleted; and the lists."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from crab_android.phone.kit import AppContext, Rows, Table

from .model import Tasks, ToDo, as_row


def _rows(context: AppContext[Tasks]) -> Rows:
    return [as_row(item) for item in context.state.items]


def _values(values: Mapping[str, Any]) -> dict[str, Any]:
    """Columns as the model's fields; empty texts stand for nothing."""
    names = {"title": "title", "notes": "notes", "due": "due", "time": "at", "list": "list"}
    made: dict[str, Any] = {names[key]: value for key, value in values.items() if key in names}
    made.update({key: str(values[key]) in ("1", "true") for key in ("done", "starred") if key in values})
    return {key: value or None if key in ("due", "at") else value for key, value in made.items()}


def _insert(context: AppContext[Tasks], values: Mapping[str, Any]) -> int:
    return context.state.add(ToDo.model_validate({"list": context.state.lists[0], **_values(values)})).id


def _update(context: AppContext[Tasks], number: int, values: Mapping[str, Any]) -> None:
    state = context.state
    for index, item in enumerate(state.items):
        if item.id == number:
            changed = ToDo.model_validate({**item.model_dump(), **_values(values)})
            state.items[index] = changed
            if changed.list not in state.lists:
                state.lists.append(changed.list)


def _delete(context: AppContext[Tasks], number: int) -> None:
    context.state.remove(number)


def _lists(context: AppContext[Tasks]) -> Rows:
    return [{"_id": number, "title": name} for number, name in enumerate(context.state.lists, 1)]


TABLES = {"tasks": Table(_rows, _insert, _update, _delete), "lists": Table(_lists)}

"""The content providers of the call log and of blocked numbers, with Android's columns."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from crab_android.phone.kit import AppContext, Callers, Rows, Table

from .model import Dialer, Entry, Kind

# android.provider.CallLog.Calls
_TYPES: dict[Kind, int] = {"in": 1, "out": 2, "missed": 3, "voicemail": 4, "rejected": 5, "blocked": 6}


def _milliseconds(context: AppContext[Dialer], when: datetime) -> int:
    return round(when.replace(tzinfo=context.phone.clock.zone).timestamp() * 1000)


def _local_time(context: AppContext[Dialer], ms: int) -> datetime:
    return datetime.fromtimestamp(ms / 1000, UTC).astimezone(context.phone.clock.zone).replace(tzinfo=None)


def call_rows(context: AppContext[Dialer]) -> Rows:
    """The log, the newest first."""
    callers = Callers(context)
    return [
        {
            "_id": entry.id,
            "number": entry.number,
            "name": callers.name(entry.number) if callers.of(entry.number).contact else None,
            "date": _milliseconds(context, entry.when),
            "duration": entry.duration,
            "type": _TYPES[entry.kind],
            "new": int(entry.new),
            "is_read": int(not entry.new),
            "presentation": 1 if entry.number else 2,
        }
        for entry in context.state.recent()
    ]


def _insert_call(context: AppContext[Dialer], values: Mapping[str, Any]) -> int:
    entry = Entry(
        number=str(values["number"]),
        kind=_kind(values.get("type", 1)),
        when=_local_time(context, int(values["date"])) if "date" in values else context.now(),
        duration=int(values.get("duration", 0)),
        new=str(values.get("new", 0)) == "1",
    )
    return context.state.put(entry).id


def _kind(value: Any) -> Kind:
    for kind, number in _TYPES.items():
        if str(number) == str(value):
            return kind
    raise ValueError(f"there are no calls of type {value}")


def _update_call(context: AppContext[Dialer], number: int, values: Mapping[str, Any]) -> None:
    entry = context.state.get(number)
    if entry is None:
        raise ValueError(f"there is no call {number}")
    for column, value in values.items():
        if column in ("new", "is_read"):
            entry.new = (str(value) == "1") == (column == "new")
        elif column == "duration":
            entry.duration = int(value)
        elif column == "type":
            entry.kind = _kind(value)
        else:
            raise ValueError(f"the column {column} of a call cannot be changed")


def _delete_call(context: AppContext[Dialer], number: int) -> None:
    context.state.forget([number])


def _blocked_rows(context: AppContext[Dialer]) -> Rows:
    state = context.state
    return [
        {"_id": row, "original_number": number, "e164_number": re.sub(r"[^\d+]", "", number)}
        for number, row in zip(state.blocked, state.blocked_ids, strict=True)
    ]


def _insert_blocked(context: AppContext[Dialer], values: Mapping[str, Any]) -> int:
    return context.state.block(str(values["original_number"]))


def _delete_blocked(context: AppContext[Dialer], number: int) -> None:
    state = context.state
    state.unblock(state.blocked[state.blocked_ids.index(number)])


TABLES: dict[str, dict[str, Table[Dialer]]] = {
    "call_log": {
        "calls": Table(call_rows, insert=_insert_call, update=_update_call, delete=_delete_call),
    },
    "com.android.blockednumber": {
        "blocked": Table(_blocked_rows, insert=_insert_blocked, delete=_delete_blocked),
    },
}
"""Authority → path → table."""

"""Rows of content providers, read through `content query` so that no value can pass for another.

`content` prints a row as `Row: 0 _id=4, title=Buy milk, done=0` and escapes nothing: a title may hold
commas, equals signs, line breaks, even a whole line that looks like a row. So the rows are counted first,
by their ids alone; the printout of all columns is taken only if it can be read in one way, and cell by cell
otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from crab_android.device.link import AdbLink, quoted
from crab_core import DeviceError

Row = dict[str, str]
"""Column → value as `content` prints it: numbers in decimal, nothing as `NULL`."""
Value = str | bool | int | float | None
"""What a cell can be compared with."""

_NOTHING = "No result found."


def rows(link: AdbLink, uri: str, columns: Sequence[str]) -> list[Row]:
    """All rows behind a URI, in the order in which the provider gives them.

    Args:
        link: The phone.
        uri: Such as "content://sms".
        columns: The columns to read; each row also has `_id` where the provider has it.

    Raises:
        DeviceError: Nobody provides the URI, it has no such column, or reading it is not allowed.
    """
    wanted = [name for name in dict.fromkeys(columns) if name != "_id"]
    ids = _ids(link, uri)
    if ids is not None and (not ids or not wanted):
        return [{"_id": number} for number in ids]
    names = wanted if ids is None else ["_id", *wanted]
    found = _split(_query(link, uri, names), names)
    if ids is None:
        if found is None:
            raise DeviceError(
                f"{uri} cannot be read in one way only: it has no _id, and texts that look like rows."
            )
        return found
    if found is not None and [row["_id"] for row in found] == ids:
        return found
    columns_read = {name: _column(link, uri, name, ids) for name in wanted}
    return [
        {"_id": number} | {name: columns_read[name][place] for name in wanted}
        for place, number in enumerate(ids)
    ]


def same(value: str, wanted: Value) -> bool:
    """Whether a printed cell holds a value: texts exactly, numbers by what they are, flags as 1 and 0."""
    if wanted is None:
        return value == "NULL"
    if isinstance(wanted, str):
        return value == wanted
    try:
        return float(value) == float(wanted) if isinstance(wanted, float) else int(value) == int(wanted)
    except ValueError:
        return False


def matching(link: AdbLink, uri: str, values: Mapping[str, Value]) -> list[Row]:
    """The rows that have all of these values.

    Raises:
        DeviceError: As `rows`.
    """
    found = rows(link, uri, list(values))
    return [row for row in found if all(same(row[name], value) for name, value in values.items())]


def number_of(row: Row, column: str) -> int | None:
    """A whole number of a row; None when the cell holds none."""
    text = row.get(column, "")
    return int(text) if re.fullmatch(r"-?\d+", text) else None


def _query(link: AdbLink, uri: str, columns: Sequence[str], where: str = "") -> str:
    words = ["content", "query", "--uri", uri, "--projection", ":".join(columns)]
    answer = link.run(quoted([*words, "--where", where] if where else words))
    if answer.code != 0 or answer.text.startswith(("Error", "[ERROR]")):
        raise DeviceError(f"{uri} cannot be read: {answer.text.strip()[:300]}")
    return answer.text


def _ids(link: AdbLink, uri: str) -> list[str] | None:
    """The ids of all rows; None when the provider has no such column."""
    try:
        answer = _query(link, uri, ["_id"])
    except DeviceError:
        return None  # also for a URI that nobody provides: the next query says so
    lines = answer.strip().split("\n")
    if lines == [_NOTHING]:
        return []
    found = [re.fullmatch(r"Row: (\d+) _id=(-?\d+)", line) for line in lines]
    if not all(found):
        return None
    return [match.group(2) for match in found if match is not None]


def _split(answer: str, columns: Sequence[str]) -> list[Row] | None:
    """Rows of a printout; None when it can be read in more than one way."""
    if answer.strip() == _NOTHING:
        return []
    first, *others = columns
    parts = re.split(rf"(?:\A|\n)Row: (\d+) {re.escape(first)}=", answer.removesuffix("\n"))
    bodies = parts[2::2]
    if parts[0] or parts[1::2] != [str(number) for number in range(len(bodies))]:
        return None
    found: list[Row] = []
    for body in bodies:
        row, rest, name = {}, body, first
        for other in others:
            if rest.count(f", {other}=") != 1:
                return None
            row[name], _, rest = rest.partition(f", {other}=")
            name = other
        row[name] = rest
        found.append(row)
    return found


def _column(link: AdbLink, uri: str, column: str, ids: Sequence[str]) -> list[str]:
    """One column, by itself if that is clear; else cell by cell."""
    found = _split(_query(link, uri, [column]), [column])
    if found is not None and len(found) == len(ids):
        return [row[column] for row in found]
    return [_cell(link, uri, column, number) for number in ids]


def _cell(link: AdbLink, uri: str, column: str, number: str) -> str:
    """One cell: all that follows the head is its value, whatever it looks like."""
    answer = _query(link, uri, [column], where=f"_id={number}")
    head = f"Row: 0 {column}="
    if not answer.startswith(head):
        raise DeviceError(f"{uri} has no column {column}, or lost row {number}: {answer.strip()[:200]}")
    return answer.removeprefix(head).removesuffix("\n")

"""The cells of a spreadsheet that can be seen: of a thousand million, those between two corners."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from crab_core import Box
from crab_ubuntu.desktop.atspi import ACCESSIBLE, COMPONENT, PROPERTIES, Reference, Widget
from crab_ubuntu.desktop.line import Call
from crab_ubuntu.desktop.roles import CELL

if TYPE_CHECKING:
    from crab_ubuntu.desktop.widgets import Frame

MOST_CELLS = 3000
"""That are read."""
LONGEST_TEXT = 200
"""Characters of a cell that are kept. LibreOffice tells nothing when asked for more than there are."""
ADDRESS = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,6})")
"""What a cell is called."""
TABLE = "org.a11y.atspi.Table"

Ask = Callable[[Iterable[Call]], list[list[Any]]]


def visible_cells(sheet: Widget, frame: Frame, ask: Ask) -> list[Widget] | None:
    """The cells of a sheet that can be seen, row by row.

    Args:
        sheet: A table whose cells are called A1, B1, and so on.
        frame: Of the cells.
        ask: Asks the application.

    Returns:
        None when it is another kind of table.
    """
    area, path = frame.clip.intersection(sheet.box), sheet.reference.path
    if not area.area:
        return None
    left, top = area.x - frame.x, area.y - frame.y
    points = ((left + 1, top + 1), (left + area.width - 2, top + area.height - 2))
    corners = ask(Call(path, COMPONENT, "GetAccessibleAtPoint", "iiu", (x, y, 0)) for x, y in points)
    if not all(corners):
        return None
    names = ask(Call(c[0][1], PROPERTIES, "Get", "ss", (ACCESSIBLE, "Name")) for c in corners)
    places = [_place(str(name[0].value)) if name else None for name in names]
    first, last = places
    if first is None or last is None:
        return None
    rows, columns = range(first[0], last[0] + 1), range(first[1], last[1] + 1)
    if not 0 < len(rows) * len(columns) <= MOST_CELLS:
        return None
    return list(_cells(sheet, frame, rows, columns, ask))


def _cells(sheet: Widget, frame: Frame, rows: range, columns: range, ask: Ask) -> Iterator[Widget]:
    bus, path = sheet.reference

    def references(places: Sequence[tuple[int, int]]) -> dict[tuple[int, int], str]:
        found = ask(Call(path, TABLE, "GetAccessibleAt", "ii", place) for place in places)
        return {place: str(answer[0][1]) for place, answer in zip(places, found, strict=True) if answer}

    def boxes(line: dict[tuple[int, int], str]) -> list[Box]:
        answers = ask(Call(cell, COMPONENT, "GetExtents", "u", (0,)) for cell in line.values())
        return [Box(*answer[0]) if answer else Box(0, 0, 0, 0) for answer in answers]

    # A cell is as high as the first of its row and as wide as the first of its column.
    first_column = references([(row, columns[0]) for row in rows])
    first_row = references([(rows[0], column) for column in columns])
    heights = {row: box for (row, _), box in zip(first_column, boxes(first_column), strict=True)}
    widths = {column: box for (_, column), box in zip(first_row, boxes(first_row), strict=True)}
    shown = {
        (row, column): box
        for row, high in heights.items()
        for column, wide in widths.items()
        if (box := _shown(Box(wide.x, high.y, wide.width, high.height), frame)) is not None
    }
    cells = references(list(shown))
    states = ask(Call(cell, ACCESSIBLE, "GetState") for cell in cells.values())
    texts = ask(Call(cell, "org.a11y.atspi.Text", "GetText", "ii", (0, -1)) for cell in cells.values())
    for ((row, column), cell), state, text in zip(cells.items(), states, texts, strict=True):
        if state:
            low, high_bits = state[0]
            yield Widget(
                Reference(bus, cell),
                CELL,
                _name(row, column),
                "",
                "",
                low | high_bits << 32,
                shown[row, column],
                str(text[0])[:LONGEST_TEXT] if text else "",
            )


def _shown(told: Box, frame: Frame) -> Box | None:
    """What can be seen of a cell; None when nothing can."""
    box = Box(told.x + frame.x, told.y + frame.y, told.width, told.height).intersection(frame.clip)
    return box if box.area and not any(cover.contains(box) for cover in frame.covers) else None


def _place(name: str) -> tuple[int, int] | None:
    """Row and column of a cell, counted from 0; None when this is no cell's name."""
    match = ADDRESS.fullmatch(name)
    if match is None:
        return None
    column = 0
    for letter in match[1]:
        column = column * 26 + ord(letter) - ord("A") + 1
    return int(match[2]) - 1, column - 1


def _name(row: int, column: int) -> str:
    letters, left = "", column + 1
    while left:
        left, digit = divmod(left - 1, 26)
        letters = chr(ord("A") + digit) + letters
    return f"{letters}{row + 1}"

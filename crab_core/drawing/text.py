"""Graphs in the terminal: a node on each line, and the ways between them at its left."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from crab_core.drawing.labels import Label
from crab_core.drawing.plan import Edge, Plan

_WIDTH: Final = 100
_LEFT, _RIGHT, _UP, _DOWN = 1, 2, 4, 8
_STROKES: Final = {
    0: " ",
    _LEFT | _RIGHT: "─",
    _UP | _DOWN: "│",
    _LEFT | _UP: "╯",
    _LEFT | _DOWN: "╮",
    _RIGHT | _UP: "╰",
    _RIGHT | _DOWN: "╭",
    _UP | _DOWN | _RIGHT: "├",
    _UP | _DOWN | _LEFT: "┤",
    _LEFT | _RIGHT | _DOWN: "┬",
    _LEFT | _RIGHT | _UP: "┴",
    _LEFT | _RIGHT | _UP | _DOWN: "┼",
}


def to_text(nodes: Mapping[str, Label], edges: Iterable[Edge], width: int = _WIDTH) -> str:
    """The graph from top to bottom, each node below all that lead to it.

    Edges that close a cycle are told in words.

    Args:
        nodes: By name.
        edges: Pairs (from, to).
        width: Columns that there are.

    Raises:
        UnknownNameError: An edge names a node that does not exist.
    """
    plan = Plan.of(nodes, edges)
    before: dict[str, set[str]] = {name: set() for name in nodes}
    after: dict[str, list[str]] = {name: [] for name in nodes}
    back: dict[str, list[str]] = {name: [nodes[name].title] for name in plan.loops}
    for (one, other), ends in plan.arrows.items():
        before[other].add(one)
        after[one].append(other)
        if one in ends:
            back.setdefault(other, []).append(nodes[one].title)
    order = _order(before, after)
    position = {name: i for i, name in enumerate(order)}
    lanes: list[str | None] = []  # for each column, the node that the way in it leads to
    lines: list[str] = []
    for name in order:
        lines += _arriving(name, lanes)
        here = lanes.index(name) if name in lanes else _free(lanes)
        lanes[here] = name
        _trim(lanes)
        ways = sorted(after[name], key=lambda other: position[other])
        lanes[here] = ways[0] if ways else None
        rails = "".join("●" if i == here else "│" if lane else " " for i, lane in enumerate(lanes))
        said = [*nodes[name].lines, *(f"back to {title}" for title in back.get(name, ()))]
        label = nodes[name]
        head = f"{label.title}  [{label.group}]" if label.group else label.title
        room = max(width - 2 * len(lanes) - 1, 20)
        passing = _rails(lanes)
        for i, line in enumerate([head, *(f"  {text}" for text in said)]):
            for j, part in enumerate(textwrap.wrap(line, room, subsequent_indent="    ") or [""]):
                lines.append(f"{_spaced(rails if not i and not j else passing)} {part}".rstrip())
        lines += _leaving(here, ways[1:], lanes)
        _trim(lanes)
    return "\n".join(lines)


def _order(before: Mapping[str, set[str]], after: Mapping[str, Sequence[str]]) -> list[str]:
    """Each node after all that lead to it, and as soon after the last of them as can be."""
    left = {name: set(names) for name, names in before.items()}
    ready = [name for name, names in left.items() if not names][::-1]
    order = []
    while ready:
        name = ready.pop()
        order.append(name)
        freed = []
        for follower in after[name]:
            left[follower].discard(name)
            if not left[follower]:
                freed.append(follower)
        ready += freed[::-1]
    return order


def _free(lanes: list[str | None]) -> int:
    """A column without a way in it."""
    if None in lanes:
        return lanes.index(None)
    lanes.append(None)
    return len(lanes) - 1


def _trim(lanes: list[str | None]) -> None:
    """Give up the columns at the right that no way is in."""
    while lanes and lanes[-1] is None:
        lanes.pop()


def _arriving(name: str, lanes: list[str | None]) -> list[str]:
    """The ways to a node come together in the leftmost of their columns."""
    columns = [i for i, lane in enumerate(lanes) if lane == name]
    if len(columns) < 2:
        return []
    line = _joined(columns, lanes, _UP)
    for column in columns[1:]:
        lanes[column] = None
    return [line]


def _leaving(here: int, ways: Sequence[str], lanes: list[str | None]) -> list[str]:
    """The ways from a node part: the first goes on below it, each other in a column of its own."""
    if not ways:
        return []
    columns = [here]
    before = [lane is not None for lane in lanes]
    for way in ways:
        column = _free(lanes)
        lanes[column] = way
        columns.append(column)
    passing = [*before, *[False] * (len(lanes) - len(before))]
    return [_joined(columns, lanes, _DOWN, passing)]


def _joined(
    columns: Sequence[int], lanes: Sequence[str | None], side: int, passing: Sequence[bool] | None = None
) -> str:
    """A line across: from the first of these columns to all others, which end or begin at `side`."""
    least, most = min(columns), max(columns)
    cells = []
    for i, lane in enumerate(lanes):
        through = passing[i] if passing is not None else lane is not None
        stroke = 0
        if i == columns[0]:
            stroke = _UP | _DOWN
        elif i in columns:
            stroke = side
        elif through:
            stroke = _UP | _DOWN
        stroke |= (_LEFT if least < i <= most else 0) | (_RIGHT if least <= i < most else 0)
        cells.append(_STROKES[stroke])
        cells.append("─" if least <= i < most else " ")
    return "".join(cells).rstrip()


def _rails(lanes: Sequence[str | None]) -> str:
    return "".join(" " if lane is None else "│" for lane in lanes)


def _spaced(rails: str) -> str:
    return " ".join(rails)

"""What sub-tasks take from each other: places that hold one value, like a clipboard, and what is spoilt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from crab_core.compose.part import Part
from crab_core.values import ValueTypes

_START = -1
"""Stands for the start world among the positions of those that put a value somewhere."""

_SPOILT: Final = "spoilt: "
"""Before the ids of sub-tasks that cannot be done any more, among the places."""


class _Taken(Exception):  # noqa: N818 - it never leaves this module
    """A sub-task does not find its value where it has to lie."""


def clash(parts: Sequence[Part], types: ValueTypes) -> str:
    """Why these sub-tasks, done in this order, take each other's values away; empty when they do not."""
    held: Mapping[str, int] = {}
    try:
        for number, part in enumerate(parts):
            held = _after(held, number, part, types)
    except _Taken as problem:
        return str(problem)
    return ""


def _after(held: Mapping[str, int], number: int, part: Part, types: ValueTypes) -> Mapping[str, int]:
    """Who put something into each place, once a part is done.

    Raises:
        _Taken: It cannot be done now.
    """
    name = part.subtask.id
    if f"{_SPOILT}{name}" in held:
        raise _Taken(f"{name!r} cannot be done any more after what comes before it")
    now = {**held, **{f"{_SPOILT}{other}": number for other in part.subtask.spoils}}
    for name, kind in part.subtask.inputs.items():
        place = types.place(kind)
        if not place:
            continue
        if name not in part.sources and place in now:
            raise _Taken(f"{name!r} of {part.subtask.id!r} has to lie in {place}, which is in use")
        if now.setdefault(place, _START) != part.sources.get(name, _START):
            raise _Taken(f"{name!r} of {part.subtask.id!r} lay in {place}, and was replaced there")
    if place := types.place(part.subtask.output):
        now[place] = number
    return now


def in_order(parts: Sequence[Part], types: ValueTypes) -> list[int] | None:
    """An order in which each comes after what feeds it, and none takes another's value away.

    What takes a value comes as soon as it can after what gave it.

    Args:
        parts: In any order; their `sources` are positions in it.
        types: All types.

    Returns:
        Positions; None when there is no such order.
    """
    tried: set[tuple[frozenset[int], frozenset[tuple[str, int]]]] = set()

    def on(order: list[int], held: Mapping[str, int]) -> list[int] | None:
        if len(order) == len(parts):
            return order
        state = frozenset(order), frozenset(held.items())
        if state in tried:
            return None
        tried.add(state)
        when = {number: position for position, number in enumerate(order)}
        ready = [
            (-max((when[source] for source in part.sources.values()), default=-1), number)
            for number, part in enumerate(parts)
            if number not in when and when.keys() >= set(part.sources.values())
        ]
        for _, number in sorted(ready):
            try:
                now = _after(held, number, parts[number], types)
            except _Taken:
                continue
            if found := on([*order, number], now):
                return found
        return None

    return on([], {})

"""What an action call points at: the elements under the numbers and positions among its arguments."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from crab_core.action import ActionCall
from crab_core.content import Box, UiNode, UiTree
from crab_core.turn import View


def labels_of(call: ActionCall, view: View) -> tuple[str, ...]:
    """Labels of the elements that a call points at, by number or by position, as far as the screen tells.

    Args:
        call: Its arguments `element` or `x` and `y`, with or without a prefix such as `from_`.
        view: What the agent saw of the device.
    """
    labels = [mark.label for number in numbers_of(call) if (mark := view.elements.get(number))]
    for place in places_of(call):
        marked = [mark.label for mark in view.elements if _holds(mark.box, place)]
        labels += marked or _named(view.tree, place)
    return tuple(dict.fromkeys(label for label in labels if label))


def places_of(call: ActionCall) -> list[tuple[int, int]]:
    """The positions among the arguments of a call, in pixels."""
    places = []
    for name in call.arguments:
        prefix = _prefix(name, "x")
        if prefix is None:
            continue
        x, y = (_whole(call.arguments.get(f"{prefix}{axis}")) for axis in "xy")
        if x is not None and y is not None:
            places.append((x, y))
    return places


def numbers_of(call: ActionCall) -> Iterator[int]:
    """The numbers of elements among the arguments of a call."""
    for name, value in call.arguments.items():
        number = _whole(value) if _prefix(name, "element") is not None else None
        if number is not None:
            yield number


def _prefix(name: str, ending: str) -> str | None:
    """What stands before `ending`: nothing, or something with an underscore; None for another argument."""
    prefix = name.removesuffix(ending)
    return prefix if prefix != name and (not prefix or prefix.endswith("_")) else None


def _whole(value: Any) -> int | None:
    """A number as validation would read it: models write 3.0 or "3" for 3."""
    try:
        return int(float(value))
    except (TypeError, ValueError, OverflowError):
        return None


def _holds(box: Box, place: tuple[int, int]) -> bool:
    return box.x <= place[0] < box.x + box.width and box.y <= place[1] < box.y + box.height


def _named(tree: UiTree | None, place: tuple[int, int]) -> list[str]:
    """The name of the smallest element of a tree at a place that has one."""
    found: list[tuple[int, UiNode]] = [
        (node.box.area, node)
        for node in (tree.walk() if tree else ())
        if node.name and node.box and _holds(node.box, place)
    ]
    return [min(found, key=lambda pair: pair[0])[1].name] if found else []

"""The checkpoint graph from top to bottom: a line a checkpoint, its edges as lanes beside it."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from crab_core.graph import NodeRecord, NodeState
from crab_core.layout import Point, lay_out
from crab_core.markup import Html, join, tag

WIDTH: Final = 300
_LINE, _LANE, _RADIUS, _MARGIN = 42, 20, 8, 12
_LETTER: Final = 7.0
"""Width of a letter on average, in pixels."""


def draw_progress(
    names: Sequence[str], edges: Sequence[tuple[str, str]], nodes: Sequence[NodeRecord]
) -> Html:
    """The graph as inline SVG, coloured by how far its checkpoints are.

    Args:
        names: The checkpoints.
        edges: Pairs (predecessor, successor).
        nodes: What is known of each checkpoint.
    """
    places = _places(tuple(names), tuple(edges))
    order = sorted(names, key=lambda name: (places[name].layer, places[name].row))
    spots: dict[str, tuple[float, float]] = {}
    in_layer: dict[int, int] = {}
    for line, name in enumerate(order):
        lane = in_layer.get(places[name].layer, 0)
        in_layer[places[name].layer] = lane + 1
        spots[name] = (_MARGIN + lane * _LANE, _MARGIN + (line + 0.5) * _LINE - _RADIUS)
    left = _MARGIN + max(in_layer.values()) * _LANE
    records = {node.name: node for node in nodes}
    passed = {node.name for node in nodes if node.state is NodeState.PASSED}
    height = len(names) * _LINE + _MARGIN
    return tag(
        "svg",
        tag("title", f"{len(passed)} of {len(names)} checkpoints passed"),
        *(_edge(spots[before], spots[after], done=before in passed) for before, after in edges),
        *(_node(records[name], spots[name], left) for name in order),
        class_="lanes",
        role="img",
        viewBox=f"0 0 {WIDTH} {height}",
        width=WIDTH,
        height=height,
    )


@lru_cache(maxsize=4)
def _places(names: tuple[str, ...], edges: tuple[tuple[str, str], ...]) -> Mapping[str, Point]:
    """Where the checkpoints stand; the same graph is drawn again after every step."""
    return lay_out(names, edges).nodes


def _edge(start: tuple[float, float], end: tuple[float, float], *, done: bool) -> Html:
    """A line that changes lanes at once when it goes outwards, at last when it goes inwards."""
    (x1, y1), (x2, y2) = start, end
    if x1 == x2:
        # Past a checkpoint in the same lane the line swings out, else it would seem to go through it.
        aside = x1 + (_LANE / 2 if y2 - y1 > _LINE else 0)
        path = f"M{x1:g} {y1:g}C{aside:g} {y1 + _LINE / 2:g} {aside:g} {y2 - _LINE / 2:g} {x2:g} {y2:g}"
    else:
        above = y1 if x2 > x1 else y2 - _LINE
        middle, below = above + _LINE / 2, above + _LINE
        bend = f"C{x1:g} {middle:g} {x2:g} {middle:g} {x2:g} {below:g}"
        path = f"M{x1:g} {y1:g}V{above:g}{bend}V{y2:g}"
    return tag("path", d=path, class_="edge done" if done else "edge")


def _node(record: NodeRecord, spot: tuple[float, float], left: float) -> Html:
    x, y = spot
    state = "error" if record.error and record.state is not NodeState.PASSED else str(record.state)
    name = textwrap.shorten(record.name, int((WIDTH - left) / _LETTER), placeholder=" …") or record.name
    sign = {
        "passed": f"M{x - 4:g} {y + 0.5:g}l2.8 2.8l5.2-6",
        "error": f"M{x - 3:g} {y - 3:g}l6 6m0-6l-6 6",
        "active": f"M{x - 2:g} {y - 3.5:g}l5 3.5l-5 3.5z",
    }.get(state)
    return tag(
        "g",
        tag("title", f"{record.name}: {record.reason}" if record.reason else record.name),
        tag("circle", cx=x, cy=y, r=_RADIUS, class_="disc"),
        tag("path", d=sign, class_="sign") if sign else None,
        join(
            tag("text", name, x=left + 4, y=y, class_="name"),
            tag("text", _words(record, state), x=left + 4, y=y + 16, class_="status"),
        ),
        class_=f"node {state}",
    )


def _words(record: NodeRecord, state: str) -> str:
    if state == "passed":
        return "true at the start" if record.step == 0 else f"passed at step {record.step}"
    return {"error": "cannot be judged now", "active": "to be reached"}.get(state, "waits for others")

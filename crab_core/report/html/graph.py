"""The checkpoint graph as inline SVG; the page colours it anew for every step."""

from __future__ import annotations

import itertools
import textwrap
from collections.abc import Mapping, Sequence
from typing import Any, Final

from crab_core.layout import Layout, Point, lay_out
from crab_core.markup import Html, join, tag

LARGEST: Final = 120
"""Graphs with more checkpoints are listed, not drawn: nobody can read such a drawing."""

_WIDTH, _HEIGHT = 208, 62
_GAP_X, _GAP_Y = 48, 18
_MARGIN = 6
_LINE = 17
_LETTERS: Final = 24
"""Letters that fit in a line of a checkpoint."""


def state_of(node: Mapping[str, Any]) -> str:
    """What colours a checkpoint: `waiting`, `active`, `passed`, or `error` while its evaluator raises."""
    return "error" if node.get("error") and node["state"] != "passed" else str(node["state"])


def label_of(node: Mapping[str, Any]) -> str:
    """The second line of a checkpoint: what its state means."""
    state = state_of(node)
    if state == "passed":
        return "true at the start" if node["step"] == 0 else f"passed at step {node['step']}"
    return {"error": "evaluator raised", "active": "not passed yet"}.get(state, state)


def draw_graph(
    identifier: str, names: Sequence[str], edges: Sequence[Sequence[str]], nodes: Sequence[Mapping[str, Any]]
) -> Html:
    """The graph as it stands at the end.

    Args:
        identifier: Makes the ids on the page unique.
        names: The checkpoints.
        edges: Pairs (predecessor, successor).
        nodes: The record of each checkpoint.
    """
    layout = lay_out(names, [(before, after) for before, after in edges])
    width = layout.layers * (_WIDTH + _GAP_X) - _GAP_X + 2 * _MARGIN
    height = layout.rows * (_HEIGHT + _GAP_Y) - _GAP_Y + 2 * _MARGIN
    record = {node["name"]: node for node in nodes}
    passed = sum(node["state"] == "passed" for node in nodes)
    return tag(
        "svg",
        tag("title", f"Checkpoint graph: {passed} of {len(names)} passed"),
        *(_edge(edge, points, names) for edge, points in layout.edges),
        *(_node(i, record[name], layout) for i, name in enumerate(names)),
        class_="graph",
        id=f"graph-{identifier}",
        role="group",
        viewBox=f"0 0 {width} {height}",
        width=width,
        height=height,
    )


def _edge(edge: tuple[str, str], points: Sequence[Point], names: Sequence[str]) -> Html:
    path = []
    for left, right in itertools.pairwise(points):
        x1, y1 = _corner(left)
        x2, y2 = _corner(right)
        # A bend is a point in the middle of its layer; a checkpoint is left at its right side.
        x1 += _WIDTH if left is points[0] else _WIDTH / 2
        x2 += 0 if right is points[-1] else _WIDTH / 2
        y1, y2 = y1 + _HEIGHT / 2, y2 + _HEIGHT / 2
        bend = (x2 - x1) / 2
        path.append(f"M{x1:g} {y1:g}C{x1 + bend:g} {y1:g} {x2 - bend:g} {y2:g} {x2:g} {y2:g}")
    before, after = (names.index(name) for name in edge)
    return tag("path", d="".join(path), class_="edge", data_from=before, data_to=after)


def _node(index: int, node: Mapping[str, Any], layout: Layout) -> Html:
    x, y = _corner(layout.nodes[node["name"]])
    lines = textwrap.wrap(node["name"], _LETTERS, max_lines=2, placeholder=" …") or [node["name"]]
    top = y + _HEIGHT / 2 - _LINE * len(lines) / 2 + 4
    texts = [tag("tspan", line, x=x + 34, y=top + _LINE * i, class_="name") for i, line in enumerate(lines)]
    status = tag("tspan", label_of(node), x=x + 34, y=top + _LINE * len(lines), class_="status")
    return tag(
        "g",
        tag("title", node["name"]),
        tag("rect", x=x, y=y, width=_WIDTH, height=_HEIGHT, rx=9),
        _mark(x + 18, y + _HEIGHT / 2),
        tag("text", *texts, status),
        class_=f"node {state_of(node)}",
        data_node=index,
        data_step=node["step"],
    )


def _mark(x: float, y: float) -> Html:
    """A disc with a sign for each state, so that colour is not all that tells; styles show the right one."""
    signs = {
        "passed": f"M{x - 4:g} {y + 0.5:g}l2.8 2.8l5.2-6",
        "error": f"M{x - 3:g} {y - 3:g}l6 6m0-6l-6 6",
        "active": f"M{x - 2:g} {y - 3.5:g}l5 3.5l-5 3.5z",
    }
    return join(
        tag("circle", cx=x, cy=y, r=8, class_="disc"),
        *(tag("path", d=d, class_=f"sign {state}") for state, d in signs.items()),
    )


def _corner(point: Point) -> tuple[float, float]:
    """The upper left corner of a checkpoint."""
    return _MARGIN + point.layer * (_WIDTH + _GAP_X), _MARGIN + point.row * (_HEIGHT + _GAP_Y)

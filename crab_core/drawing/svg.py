"""Graphs as SVG, in layers, for light and dark paper."""

from __future__ import annotations

import hashlib
import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from crab_core.drawing.labels import WIDEST, Label, width_of, wrapped
from crab_core.drawing.plan import Edge, Plan
from crab_core.layout import Layout, Point, lay_out
from crab_core.markup import Html, join, tag

_TITLE, _SMALL, _TAG = 14, 12, 10
_LEADING: Final = 1.35
_PADDING = 12
_GAP_ACROSS, _GAP_DOWN = 54, 38
_GAP_BESIDE = 20
_BEND = 8
_MARGIN = 20
_SWEEPS: Final = 8
_COLOURS: Final = 6

_STYLE: Final = """
.crab-drawing text{font-family:system-ui,Cantarell,"Segoe UI",Helvetica,Arial,sans-serif}
.crab-drawing .paper{fill:#fff}.crab-drawing .box{fill:#f6f7f9;stroke:#c4cbd5}
.crab-drawing .title{fill:#1b1f27;font-weight:600}.crab-drawing .line{fill:#525b69}
.crab-drawing .edge{fill:none;stroke:#8a95a5;stroke-width:1.5}.crab-drawing .tip{fill:#8a95a5}
.crab-drawing .tag{font-weight:600;letter-spacing:.04em}
.crab-drawing .g0{fill:#1f6fd6}.crab-drawing .g1{fill:#b3470f}.crab-drawing .g2{fill:#12805c}
.crab-drawing .g3{fill:#8a3fc4}.crab-drawing .g4{fill:#b0225f}.crab-drawing .g5{fill:#7a6400}
@media (prefers-color-scheme:dark){
.crab-drawing .paper{fill:#14171c}.crab-drawing .box{fill:#1f242c;stroke:#434c5a}
.crab-drawing .title{fill:#eef1f5}.crab-drawing .line{fill:#aab4c2}
.crab-drawing .edge{stroke:#7d8898}.crab-drawing .tip{fill:#7d8898}
.crab-drawing .g0{fill:#79b4ff}.crab-drawing .g1{fill:#ff9d66}.crab-drawing .g2{fill:#55d3a5}
.crab-drawing .g3{fill:#cf9bff}.crab-drawing .g4{fill:#ff8ab8}.crab-drawing .g5{fill:#e3cb55}}
"""


def to_svg(nodes: Mapping[str, Label], edges: Iterable[Edge], title: str = "") -> str:
    """A drawing in layers: every edge that is in no cycle leads the same way, and nothing covers a text.

    Args:
        nodes: By name.
        edges: Pairs (from, to); cycles and edges from a node to itself may be among them.
        title: Heads the drawing.

    Raises:
        UnknownNameError: An edge names a node that does not exist.
    """
    plan = Plan.of(nodes, edges)
    boxes = {name: _Box.of(label) for name, label in nodes.items()}
    across, down = _place(plan, boxes, down=False), _place(plan, boxes, down=True)
    drawing = min(across, down, key=lambda d: max(d.width / 1500, d.height / 1000))
    heading = wrapped(title, 17, bold=True, widest=max(drawing.width - 2 * _MARGIN, WIDEST))
    top = len(heading) * 17 * _LEADING + (14 if heading else 0)
    widest = max((width_of(line, 17, bold=True) for line in heading), default=0)
    width, height = math.ceil(max(drawing.width, widest + 2 * _MARGIN)), math.ceil(drawing.height + top)
    tip = "tip-" + hashlib.sha256(repr((sorted(nodes), sorted(plan.drawn), title)).encode()).hexdigest()[:8]
    groups = sorted({label.group for label in nodes.values() if label.group})
    return tag(
        "svg",
        tag("title", title or "Graph"),
        tag("desc", _in_words(nodes, plan)),
        tag("style", Html(_STYLE)),
        tag("defs", _arrow(tip)),
        tag("rect", width=width, height=height, class_="paper"),
        _text(heading, _MARGIN, _MARGIN, 17, "title"),
        tag(
            "g",
            *(_edge(d, points, plan, drawing, tip) for d, points in drawing.paths.items()),
            *(_loop(name, drawing, tip) for name in plan.loops),
            *(_node(label, boxes[name], drawing.corners[name], groups) for name, label in nodes.items()),
            transform=f"translate(0 {top:g})",
        ),
        xmlns="http://www.w3.org/2000/svg",
        class_="crab-drawing",
        role="img",
        viewBox=f"0 0 {width} {height}",
        width=width,
        height=height,
    )


# -- places ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Drawing:
    """Where everything stands, in pixels."""

    down: bool
    """Whether the layers follow each other downwards; to the right otherwise."""
    width: float
    height: float
    corners: Mapping[str, tuple[float, float, float, float]]
    """Each box: left, top, width, height."""
    paths: Mapping[Edge, Sequence[tuple[float, float, float, float]]]
    """Each edge: for what it passes in turn (start, end, and layers between), begin and end on its way."""


@dataclass(frozen=True, slots=True)
class _Box:
    """A label in lines, and the room that it takes."""

    title: Sequence[str]
    lines: Sequence[str]
    group: str
    width: float
    height: float

    @classmethod
    def of(cls, label: Label) -> _Box:
        title = wrapped(label.title, _TITLE, bold=True)
        lines = [part for line in label.lines for part in wrapped(line, _SMALL)]
        group = next(iter(wrapped(label.group.upper(), _TAG, bold=True)), "")
        widths = [width_of(line, _TITLE, bold=True) for line in title]
        widths += [width_of(line, _SMALL) for line in lines]
        widths.append(width_of(group, _TAG, bold=True) * 1.08)
        rows = (_TAG if group else 0) + _TITLE * len(title) + _SMALL * len(lines)
        return cls(title, lines, group, max(widths) + 2 * _PADDING + 5, rows * _LEADING + 2 * _PADDING - 4)


def _place(plan: Plan, boxes: Mapping[str, _Box], *, down: bool) -> _Drawing:
    if not boxes:
        return _Drawing(down, 2 * _MARGIN, 2 * _MARGIN, {}, {})
    layout = lay_out(list(boxes), plan.drawn)
    at = {point: name for name, point in layout.nodes.items()}

    def size(point: Point) -> tuple[float, float]:
        """How much a place takes along the layers, and across them."""
        if point not in at:
            return 0.0, _BEND
        box = boxes[at[point]]
        return (box.height, box.width) if down else (box.width, box.height)

    layers = _layers(layout)
    lengths = [max(size(point)[0] for point in layer) for layer in layers]
    gaps = [(_GAP_DOWN if down else _GAP_ACROSS) + min(3 * n, 90) for n in _crowds(layout)]
    starts = [_MARGIN + sum(lengths[:i]) + sum(gaps[:i]) for i in range(len(layers))]
    middles = _middles(layout, layers, {point: size(point)[1] for layer in layers for point in layer})
    corners = {}
    for name, point in layout.nodes.items():
        # Boxes of a layer are as long as the longest; beside each other that looks like a column.
        main, cross = starts[point.layer], middles[point] - size(point)[1] / 2
        length, breadth = lengths[point.layer], size(point)[1]
        corners[name] = (cross, main, breadth, length) if down else (main, cross, length, breadth)
    paths = {
        edge: [(starts[p.layer], starts[p.layer] + lengths[p.layer], middles[p], middles[p]) for p in points]
        for edge, points in layout.edges
    }
    long = starts[-1] + lengths[-1] + _MARGIN
    broad = max(middles[p] + size(p)[1] / 2 for layer in layers for p in layer) + _MARGIN
    loop = 26 if plan.loops else 0
    return _Drawing(down, (broad if down else long) + loop, (long if down else broad) + loop, corners, paths)


def _layers(layout: Layout) -> list[list[Point]]:
    """The places of each layer in their order."""
    layers: list[set[Point]] = [set() for _ in range(layout.layers)]
    for point in itertools.chain(layout.nodes.values(), *(points for _, points in layout.edges)):
        layers[point.layer].add(point)
    return [sorted(layer, key=lambda point: point.row) for layer in layers]


def _crowds(layout: Layout) -> list[int]:
    """How many edges leave each layer."""
    crowds = [0] * layout.layers
    for _, points in layout.edges:
        for point in points[:-1]:
            crowds[point.layer] += 1
    return crowds


def _middles(
    layout: Layout, layers: Sequence[Sequence[Point]], breadths: Mapping[Point, float]
) -> dict[Point, float]:
    """Where the middle of each place is across the layers: near its neighbours, its order kept."""
    before: dict[Point, list[Point]] = {}
    after: dict[Point, list[Point]] = {}
    for _, points in layout.edges:
        for one, other in itertools.pairwise(points):
            before.setdefault(other, []).append(one)
            after.setdefault(one, []).append(other)
    middles: dict[Point, float] = {}
    for layer in layers:
        total = sum(breadths[p] + _GAP_BESIDE for p in layer)
        edge = -total / 2
        for point in layer:
            middles[point] = edge + breadths[point] / 2
            edge += breadths[point] + _GAP_BESIDE
    for sweep in range(_SWEEPS):
        forth = sweep % 2 == 0
        for layer in layers if forth else reversed(layers):
            near = [(before if forth else after).get(point, []) for point in layer]
            wanted = [
                sum(middles[n] for n in beside) / len(beside) if beside else middles[point]
                for point, beside in zip(layer, near, strict=True)
            ]
            middles.update(zip(layer, _apart(wanted, [breadths[p] for p in layer]), strict=True))
    least = min(middles[p] - breadths[p] / 2 for layer in layers for p in layer)
    return {point: middle - least + _MARGIN for point, middle in middles.items()}


def _apart(wanted: Sequence[float], breadths: Sequence[float]) -> list[float]:
    """The middles nearest to the wanted ones at which nothing touches: isotonic regression, by pooling."""
    offsets = [0.0]
    for one, other in itertools.pairwise(breadths):
        offsets.append(offsets[-1] + (one + other) / 2 + _GAP_BESIDE)
    pools: list[tuple[float, int]] = []  # mean, and how many share it
    for middle, offset in zip(wanted, offsets, strict=True):
        pools.append((middle - offset, 1))
        while len(pools) > 1 and pools[-2][0] > pools[-1][0]:
            (mean, many), (other, more) = pools[-2:]
            pools[-2:] = [((mean * many + other * more) / (many + more), many + more)]
    shared = [mean for mean, many in pools for _ in range(many)]
    return [mean + offset for mean, offset in zip(shared, offsets, strict=True)]


def _in_words(nodes: Mapping[str, Label], plan: Plan) -> str:
    """The graph for those who do not see it."""
    after: dict[str, list[str]] = {}
    for edge, ends in plan.arrows.items():
        for end in sorted(ends):
            start = edge[0] if end == edge[1] else edge[1]
            after.setdefault(start, []).append(nodes[end].title)
    sentences = [f"{nodes[name].title} leads to {', '.join(ends)}." for name, ends in after.items()]
    return f"{len(nodes)} nodes. {' '.join(sentences)}"


# -- marks on paper ---------------------------------------------------------------------------------------


def _arrow(identifier: str) -> Html:
    tip = tag("path", d="M0 0L9 4.5L0 9z", class_="tip")
    return tag(
        "marker",
        tip,
        id=identifier,
        viewBox="0 0 9 9",
        refX=8,
        refY=4.5,
        markerWidth=8,
        markerHeight=8,
        markerUnits="userSpaceOnUse",
        orient="auto-start-reverse",
    )


def _edge(
    edge: Edge, passed: Sequence[tuple[float, float, float, float]], plan: Plan, drawing: _Drawing, tip: str
) -> Html:
    def at(main: float, cross: float) -> str:
        return f"{cross:.1f} {main:.1f}" if drawing.down else f"{main:.1f} {cross:.1f}"

    path = [f"M{at(passed[0][1], passed[0][3])}"]
    for (_, start, _, from_), (end, beyond, to, _) in itertools.pairwise(passed):
        half = (start + end) / 2
        path.append(f"C{at(half, from_)} {at(half, to)} {at(end, to)}")
        if beyond != passed[-1][1]:
            path.append(f"L{at(beyond, to)}")
    ends = plan.arrows[edge]
    return tag(
        "path",
        d="".join(path),
        class_="edge",
        marker_end=f"url(#{tip})" if edge[1] in ends else None,
        marker_start=f"url(#{tip})" if edge[0] in ends else None,
    )


def _loop(name: str, drawing: _Drawing, tip: str) -> Html:
    """An edge from a node to itself, round its lower right corner."""
    left, top, width, height = drawing.corners[name]
    x, y = left + width, top + height
    d = f"M{x - 30:.1f} {y:.1f}C{x - 30:.1f} {y + 22:.1f} {x + 22:.1f} {y + 22:.1f} {x + 22:.1f} {y - 14:.1f}"
    return tag("path", d=f"{d}L{x:.1f} {y - 14:.1f}", class_="edge", marker_end=f"url(#{tip})")


def _node(label: Label, box: _Box, corner: tuple[float, float, float, float], groups: Sequence[str]) -> Html:
    left, top, width, height = corner
    colour = f"g{groups.index(label.group) % _COLOURS}" if label.group else ""
    x, y = left + _PADDING + 3, top + (height - box.height) / 2 + _PADDING - 4
    texts = []
    if box.group:
        texts.append(_text([box.group], x, y, _TAG, f"tag {colour}"))
        y += _TAG * _LEADING
    texts.append(_text(box.title, x, y, _TITLE, "title"))
    y += _TITLE * _LEADING * len(box.title)
    texts.append(_text(box.lines, x, y, _SMALL, "line"))
    whole = [label.title, *label.lines, *([label.group] if label.group else [])]
    return tag(
        "g",
        tag("title", "\n".join(whole)),
        tag("rect", x=left, y=top, width=width, height=height, rx=8, class_="box"),
        tag("rect", x=left, y=top + 8, width=4, height=height - 16, rx=2, class_=colour) if colour else None,
        *texts,
    )


def _text(lines: Sequence[str], x: float, y: float, size: float, style: str) -> Html:
    """Lines of text whose first begins at this height."""
    return join(
        *(
            tag("text", line, x=x, y=y + size * (_LEADING * i + 1), font_size=size, class_=style)
            for i, line in enumerate(lines)
        )
    )

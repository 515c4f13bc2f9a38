"""Graphs for people: as SVG that reads well on light and dark paper, and as text for the terminal."""

from __future__ import annotations

import hashlib
import itertools
import math
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from crab_core.errors import UnknownNameError
from crab_core.layout import Layout, Point, lay_out
from crab_core.markup import Html, join, tag

Edge = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Label:
    """What stands in the box of a node."""

    title: str
    lines: Sequence[str] = ()
    """Smaller, below the title."""
    group: str = ""
    """What the node belongs to, such as a device; nodes of one group share a colour."""


_WIDEST: Final = 236.0
"""Pixels that a line of text may take before it is wrapped."""
_MOST_LINES: Final = 4
"""Lines of one text; what is longer ends in an ellipsis, and stands whole in the node's tooltip."""
_TITLE, _SMALL, _TAG = 14, 12, 10
_LEADING: Final = 1.35
_PADDING = 12
_GAP_MAIN, _GAP_CROSS = 54, 20
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
    plan = _Plan.of(nodes, edges)
    boxes = {name: _Box.of(label) for name, label in nodes.items()}
    across, down = _place(plan, boxes, down=False), _place(plan, boxes, down=True)
    drawing = min(across, down, key=lambda d: max(d.width / 1500, d.height / 1000))
    heading = _wrapped(title, 17, bold=True, widest=max(drawing.width - 2 * _MARGIN, _WIDEST))
    top = len(heading) * 17 * _LEADING + (14 if heading else 0)
    widest = max((_width_of(line, 17, bold=True) for line in heading), default=0)
    width, height = math.ceil(max(drawing.width, widest + 2 * _MARGIN)), math.ceil(drawing.height + top)
    tip = "tip-" + hashlib.sha256(repr((sorted(nodes), sorted(plan.drawn), title)).encode()).hexdigest()[:8]
    groups = list(dict.fromkeys(label.group for label in nodes.values() if label.group))
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


# -- which edges there are ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Plan:
    """The edges, with those that close a cycle turned round so that what is left can be layered."""

    drawn: Sequence[Edge]
    """Without cycles."""
    arrows: Mapping[Edge, frozenset[str]]
    """At which ends of a drawn edge an arrow stands: one, or both for two edges against each other."""
    loops: Sequence[str]
    """Nodes with an edge to themselves."""

    @classmethod
    def of(cls, nodes: Mapping[str, Label], edges: Iterable[Edge]) -> _Plan:
        wanted = list(dict.fromkeys(edges))
        for name in itertools.chain.from_iterable(wanted):
            if name not in nodes:
                raise UnknownNameError("node", name, nodes)
        between = [(a, b) for a, b in wanted if a != b]
        closing = _closing(nodes, between)
        arrows: dict[Edge, frozenset[str]] = {}
        for one, other in between:
            drawn = (other, one) if (one, other) in closing else (one, other)
            arrows[drawn] = arrows.get(drawn, frozenset()) | {other}
        return cls(list(arrows), arrows, [a for a, b in wanted if a == b])


def _closing(nodes: Iterable[str], edges: Iterable[Edge]) -> set[Edge]:
    """Edges that lead back to where a walk in depth came from; without them there is no cycle."""
    after: dict[str, list[str]] = {name: [] for name in nodes}
    for one, other in edges:
        after[one].append(other)
    closing: set[Edge] = set()
    seen: set[str] = set()
    starts = sorted(after, key=lambda name: any(name in successors for successors in after.values()))
    for start in starts:
        if start in seen:
            continue
        way, on_way = [(start, iter(after[start]))], {start}
        seen.add(start)
        while way:
            name, left = way[-1]
            follower = next(left, None)
            if follower is None:
                way.pop()
                on_way.discard(name)
            elif follower in on_way:
                closing.add((name, follower))
            elif follower not in seen:
                seen.add(follower)
                on_way.add(follower)
                way.append((follower, iter(after[follower])))
    return closing


def _in_words(nodes: Mapping[str, Label], plan: _Plan) -> str:
    """The graph for those who do not see it."""
    after: dict[str, list[str]] = {}
    for edge, ends in plan.arrows.items():
        for end in sorted(ends):
            start = edge[0] if end == edge[1] else edge[1]
            after.setdefault(start, []).append(nodes[end].title)
    sentences = [f"{nodes[name].title} leads to {', '.join(ends)}." for name, ends in after.items()]
    return f"{len(nodes)} nodes. {' '.join(sentences)}"


# -- texts ----------------------------------------------------------------------------------------------


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
        title = _wrapped(label.title, _TITLE, bold=True)
        lines = [part for line in label.lines for part in _wrapped(line, _SMALL)]
        group = next(iter(_wrapped(label.group.upper(), _TAG, bold=True)), "")
        widths = [_width_of(line, _TITLE, bold=True) for line in title]
        widths += [_width_of(line, _SMALL) for line in lines]
        widths.append(_width_of(group, _TAG, bold=True) * 1.08)
        rows = (_TAG if group else 0) + _TITLE * len(title) + _SMALL * len(lines)
        return cls(title, lines, group, max(widths) + 2 * _PADDING + 5, rows * _LEADING + 2 * _PADDING - 4)


def _width_of(text: str, size: float, *, bold: bool = False) -> float:
    """How wide a text may get; which of the fonts shows it is not known, so the widest counts."""
    return sum(_letter(letter) for letter in text) * size * (1.1 if bold else 1.0)


def _letter(letter: str) -> float:
    if unicodedata.east_asian_width(letter) in "WF":
        return 1.05
    if letter in "iIjl.,:;'|!()[]ft \"":
        return 0.4
    if letter in "mwMW@%—…":
        return 0.95
    return 0.74 if letter.isupper() else 0.61


def _wrapped(text: str, size: float, *, bold: bool = False, widest: float = _WIDEST) -> list[str]:
    """Lines that fit; words that are too long are broken."""
    lines: list[str] = []
    for word in text.split():
        rest = word
        if lines and _width_of(f"{lines[-1]} {rest}", size, bold=bold) <= widest:
            lines[-1] = f"{lines[-1]} {rest}"
            continue
        while _width_of(rest, size, bold=bold) > widest:
            fits = next(n for n in range(len(rest), 0, -1) if _width_of(rest[:n], size, bold=bold) <= widest)
            lines.append(rest[:fits])
            rest = rest[fits:]
        lines.append(rest)
    if len(lines) > _MOST_LINES:
        lines = [*lines[: _MOST_LINES - 1], lines[_MOST_LINES - 1].rstrip(".,;") + " …"]
    return lines


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


def _place(plan: _Plan, boxes: Mapping[str, _Box], *, down: bool) -> _Drawing:
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
    gaps = [_GAP_MAIN + min(3 * n, 90) for n in _crowds(layout)]
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
        total = sum(breadths[p] + _GAP_CROSS for p in layer)
        edge = -total / 2
        for point in layer:
            middles[point] = edge + breadths[point] / 2
            edge += breadths[point] + _GAP_CROSS
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
        offsets.append(offsets[-1] + (one + other) / 2 + _GAP_CROSS)
    pools: list[tuple[float, int]] = []  # mean, and how many share it
    for middle, offset in zip(wanted, offsets, strict=True):
        pools.append((middle - offset, 1))
        while len(pools) > 1 and pools[-2][0] > pools[-1][0]:
            (mean, many), (other, more) = pools[-2:]
            pools[-2:] = [((mean * many + other * more) / (many + more), many + more)]
    shared = [mean for mean, many in pools for _ in range(many)]
    return [mean + offset for mean, offset in zip(shared, offsets, strict=True)]


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
    edge: Edge, passed: Sequence[tuple[float, float, float, float]], plan: _Plan, drawing: _Drawing, tip: str
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

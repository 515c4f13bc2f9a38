"""Where the checkpoints of a graph stand on paper: in layers from left to right, with few crossings."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final

_SWEEPS: Final = 4
"""Sweeps back and forth that order the layers; more than a few change nothing in graphs that people read."""


@dataclass(frozen=True, slots=True)
class Point:
    """A place in the grid: the layer from the left, and the row, halves allowed."""

    layer: int
    row: float


@dataclass(frozen=True, slots=True)
class Layout:
    """A drawn graph, in units of the grid."""

    nodes: Mapping[str, Point]
    edges: Sequence[tuple[tuple[str, str], Sequence[Point]]]
    """Each edge with the places that it passes, both ends included."""
    layers: int
    rows: int


@dataclass(frozen=True, slots=True)
class _Bend:
    """Stands where an edge crosses a layer, so that it is led around what stands there."""

    edge: tuple[str, str]
    layer: int


_Spot = str | _Bend


def lay_out(names: Sequence[str], edges: Sequence[tuple[str, str]]) -> Layout:
    """Place a graph: sources at the left, every edge to the right, neighbours near each other.

    Each checkpoint stands one layer behind its furthest predecessor; layers are ordered by the barycentre
    heuristic (K. Sugiyama, S. Tagawa, M. Toda, 1981).

    Args:
        names: The checkpoints.
        edges: Pairs (predecessor, successor) without a cycle.
    """
    import networkx

    graph: networkx.DiGraph[str] = networkx.DiGraph()
    graph.add_nodes_from(names)
    graph.add_edges_from(edges)
    layers: list[list[_Spot]] = [list(generation) for generation in networkx.topological_generations(graph)]
    layer_of = {spot: i for i, layer in enumerate(layers) for spot in layer}
    paths = {edge: _path(edge, layer_of[edge[0]], layer_of[edge[1]]) for edge in edges}
    for path in paths.values():
        for spot in path[1:-1]:
            assert isinstance(spot, _Bend)
            layers[spot.layer].append(spot)
    before, after = _neighbours(paths.values())
    for sweep in range(_SWEEPS):
        forth = sweep % 2 == 0
        _sweep(layers if forth else layers[::-1], before if forth else after)
    rows = max(len(layer) for layer in layers)
    places = {
        spot: Point(i, row + (rows - len(layer)) / 2)
        for i, layer in enumerate(layers)
        for row, spot in enumerate(layer)
    }
    return Layout(
        {name: places[name] for name in names},
        [(edge, [places[spot] for spot in path]) for edge, path in paths.items()],
        len(layers),
        rows,
    )


def _path(edge: tuple[str, str], start: int, end: int) -> list[_Spot]:
    return [edge[0], *(_Bend(edge, layer) for layer in range(start + 1, end)), edge[1]]


def _neighbours(
    paths: Iterable[Sequence[_Spot]],
) -> tuple[dict[_Spot, list[_Spot]], dict[_Spot, list[_Spot]]]:
    before: dict[_Spot, list[_Spot]] = {}
    after: dict[_Spot, list[_Spot]] = {}
    for path in paths:
        for left, right in itertools.pairwise(path):
            before.setdefault(right, []).append(left)
            after.setdefault(left, []).append(right)
    return before, after


def _sweep(layers: Sequence[list[_Spot]], neighbours: Mapping[_Spot, Sequence[_Spot]]) -> None:
    """Order each layer by where its neighbours in the layer before stand."""
    for previous, layer in itertools.pairwise(layers):
        rows = {spot: row - len(previous) / 2 for row, spot in enumerate(previous)}
        own = {spot: row - len(layer) / 2 for row, spot in enumerate(layer)}
        layer.sort(key=lambda spot: _barycentre(spot, rows, own, neighbours))


def _barycentre(
    spot: _Spot,
    rows: Mapping[_Spot, float],
    own: Mapping[_Spot, float],
    neighbours: Mapping[_Spot, Sequence[_Spot]],
) -> float:
    near = [rows[n] for n in neighbours.get(spot, ()) if n in rows]
    return fmean(near) if near else own[spot]

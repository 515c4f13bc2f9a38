"""The drawing of a graph: every edge leads to the right and nothing stands on something else."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from crab_core.layout import Layout, Point, lay_out


def test_a_diamond_stands_in_three_layers() -> None:
    layout = lay_out("abcd", [("a", "b"), ("a", "c"), ("b", "d"), ("c", "d")])
    assert (layout.layers, layout.rows) == (3, 2)
    assert layout.nodes["a"] == Point(0, 0.5)
    assert {layout.nodes["b"], layout.nodes["c"]} == {Point(1, 0.0), Point(1, 1.0)}
    assert layout.nodes["d"] == Point(2, 0.5)


def crossings(layout: Layout) -> int:
    lines = [pair for _, points in layout.edges for pair in itertools.pairwise(points)]
    return sum(
        one[0].layer == other[0].layer and (one[0].row - other[0].row) * (one[1].row - other[1].row) < 0
        for one, other in itertools.combinations(lines, 2)
    )


def test_successors_stand_in_the_order_of_their_predecessors() -> None:
    assert crossings(lay_out(["a", "b", "y", "x"], [("b", "y"), ("a", "x"), ("b", "x")])) == 0


def test_predecessors_of_one_checkpoint_stand_together() -> None:
    assert crossings(lay_out(["a", "b", "c", "x", "y"], [("a", "x"), ("b", "y"), ("c", "x")])) == 0


def test_a_long_edge_is_led_around_what_stands_between() -> None:
    layout = lay_out("abc", [("a", "b"), ("b", "c"), ("a", "c")])
    ((_, points),) = [item for item in layout.edges if item[0] == ("a", "c")]
    assert [p.layer for p in points] == [0, 1, 2]
    assert points[1] != layout.nodes["b"]


@st.composite
def graphs(draw: st.DrawFn) -> tuple[list[str], list[tuple[str, str]]]:
    names = [f"n{i}" for i in range(draw(st.integers(1, 12)))]
    pairs = list(itertools.combinations(names, 2))
    edges = draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    return draw(st.permutations(names)), edges


@given(graphs())
def test_edges_lead_to_the_right_and_places_are_free(graph: tuple[list[str], list[tuple[str, str]]]) -> None:
    names, edges = graph
    layout = lay_out(names, edges)
    assert set(layout.nodes) == set(names)
    bends = [point for _, points in layout.edges for point in points[1:-1]]
    places = [*layout.nodes.values(), *bends]
    assert len(places) == len(set(places))
    assert all(0 <= p.layer < layout.layers and 0 <= p.row <= layout.rows - 1 for p in places)
    for (before, after), points in layout.edges:
        assert points[0] == layout.nodes[before]
        assert points[-1] == layout.nodes[after]
        assert all(left.layer + 1 == right.layer for left, right in itertools.pairwise(points))

"""Drawings of graphs: nothing covers anything, everything can be read, and cycles do no harm."""

from __future__ import annotations

import itertools
import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import crab_core as crab
from crab_core.drawing import Label, to_svg, to_text
from crab_core.drawing.labels import WIDEST, width_of, wrapped

SVG = "{http://www.w3.org/2000/svg}"
DIAMOND = [("a", "b"), ("a", "c"), ("b", "d"), ("c", "d")]
Box = tuple[float, float, float, float]


def labels(names: str) -> dict[str, Label]:
    return {name: Label(f"node {name}") for name in names}


def drawn(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def boxes(svg: str) -> dict[str, Box]:
    """Left, top, width and height of each box, by the title of its node."""
    found = {}
    for group in drawn(svg).iter(f"{SVG}g"):
        title, rect = group.find(f"{SVG}title"), group.find(f"{SVG}rect")
        if title is not None and rect is not None:
            sides = [float(rect.get(side, "")) for side in ("x", "y", "width", "height")]
            found[str(title.text)] = (sides[0], sides[1], sides[2], sides[3])
    return found


def apart(one: Box, other: Box) -> bool:
    (x, y, w, h), (x2, y2, w2, h2) = one, other
    return x + w < x2 or x2 + w2 < x or y + h < y2 or y2 + h2 < y


# -- SVG -------------------------------------------------------------------------------------------


def test_a_drawing_names_itself_and_says_in_words_what_leads_where() -> None:
    root = drawn(to_svg(labels("abcd"), DIAMOND, "What comes first"))
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == "What comes first"
    assert "node a leads to node b, node c." in str(root.findtext(f"{SVG}desc"))


def test_every_node_stands_once_and_every_edge_is_drawn() -> None:
    svg = to_svg(labels("abcd"), DIAMOND)
    assert sorted(boxes(svg)) == ["node a", "node b", "node c", "node d"]
    assert len(re.findall('class="edge"', svg)) == 4


@given(st.sets(st.tuples(st.sampled_from("abcdefgh"), st.sampled_from("abcdefgh")), max_size=20))
def test_boxes_never_touch_whatever_the_edges(edges: set[tuple[str, str]]) -> None:
    nodes = {name: Label("word " * (i * 3 + 1), ["a line"] * (i % 3)) for i, name in enumerate("abcdefgh")}
    svg = to_svg(nodes, sorted(edges))
    places = boxes(svg)
    assert len(places) == 8
    assert all(apart(one, other) for one, other in itertools.combinations(places.values(), 2))
    root = drawn(svg)
    width, height = float(root.get("width", "")), float(root.get("height", ""))
    assert all(x >= 0 and x + w <= width and y >= 0 and y + h <= height for x, y, w, h in places.values())


def test_texts_stay_inside_of_their_boxes() -> None:
    title = "ann.lee@" + "averylongdomainname" * 5 + ".example says something in many words"
    svg = to_svg({"a": Label(title, ["a line that is long " * 5], "a group")}, [])
    [(x, y, w, h)] = boxes(svg).values()
    texts = [t for t in drawn(svg).iter(f"{SVG}text") if t.text]
    assert len(texts) > 4
    for text in texts:
        size, left, foot = (float(text.get(key, "")) for key in ("font-size", "x", "y"))
        bold = "line" not in str(text.get("class"))
        assert x < left
        assert left + width_of(str(text.text), size, bold=bold) <= x + w
        assert y < foot - size
        assert foot <= y + h


def test_a_long_text_ends_in_an_ellipsis_and_stands_whole_in_the_tooltip() -> None:
    words = " ".join(f"word{i}" for i in range(200))
    svg = to_svg({"a": Label(words)}, [])
    assert words in boxes(svg)
    assert "word199<" not in svg.replace(f"<title>{words}</title>", "")
    assert "…" in svg


def test_a_long_chain_is_drawn_downwards_and_a_short_one_across() -> None:
    def shape(length: int) -> tuple[float, float]:
        names = "abcdefghijkl"[:length]
        nodes = {name: Label(f"the checkpoint that is called {name}") for name in names}
        root = drawn(to_svg(nodes, itertools.pairwise(names)))
        return float(root.get("width", "")), float(root.get("height", ""))

    assert shape(2)[0] > shape(2)[1]
    assert shape(12)[0] < shape(12)[1]


def test_two_edges_against_each_other_are_one_line_with_two_arrows() -> None:
    svg = to_svg(labels("ab"), [("a", "b"), ("b", "a")])
    assert len(re.findall('class="edge"', svg)) == 1
    assert "marker-start" in svg
    assert "marker-end" in svg


def test_an_edge_that_closes_a_cycle_keeps_its_direction() -> None:
    words = str(drawn(to_svg(labels("abc"), [("a", "b"), ("b", "c"), ("c", "a")])).findtext(f"{SVG}desc"))
    assert "node c leads to node a." in words
    assert "node a leads to node b." in words


def test_an_edge_from_a_node_to_itself_is_drawn() -> None:
    assert len(re.findall('class="edge"', to_svg(labels("a"), [("a", "a")]))) == 1


def test_markup_in_a_label_is_text() -> None:
    svg = to_svg({"a": Label('<script>alert("&")</script>', ["<b>"], "<i>")}, [])
    assert "<script>" not in svg
    assert drawn(svg).find(f".//{SVG}script") is None


def test_groups_have_colours_of_their_own_and_are_named() -> None:
    nodes = {
        "a": Label("one", group="phone"),
        "b": Label("two", group="desktop"),
        "c": Label("x", group="phone"),
    }
    svg = to_svg(nodes, [])
    assert sorted(set(re.findall(r'class="tag (g\d)"', svg))) == ["g0", "g1"]
    assert svg.count(">PHONE<") == 2
    assert "prefers-color-scheme:dark" in svg


def test_nothing_is_a_drawing_too() -> None:
    assert drawn(to_svg({}, [])).get("width") is not None
    assert to_text({}, []) == ""


def test_an_edge_to_nowhere_is_an_error() -> None:
    with pytest.raises(crab.UnknownNameError, match="node"):
        to_svg(labels("a"), [("a", "z")])
    with pytest.raises(crab.UnknownNameError, match="node"):
        to_text(labels("a"), [("a", "z")])


def test_a_thousand_nodes_are_drawn() -> None:
    nodes = {str(i): Label(f"n{i}") for i in range(1000)}
    assert len(boxes(to_svg(nodes, [(str(i), str(i + 1)) for i in range(999)]))) == 1000


def test_lines_are_as_wide_as_they_may_be() -> None:
    svg = to_svg({"a": Label("word " * 40)}, [])
    assert all(
        width_of(str(t.text), 14, bold=True) <= WIDEST + 30 for t in drawn(svg).iter(f"{SVG}text") if t.text
    )


# -- text --------------------------------------------------------------------------------------------


def test_a_chain_as_text() -> None:
    nodes = {"a": Label("first", ["a detail"], "phone"), "b": Label("second")}
    assert to_text(nodes, [("a", "b")]).splitlines() == ["● first  [phone]", "│   a detail", "● second"]


def test_a_diamond_as_text() -> None:
    assert to_text(labels("abcd"), DIAMOND).splitlines() == [
        "● node a",
        "├─╮",
        "● │ node b",
        "│ ● node c",
        "├─╯",
        "● node d",
    ]


def test_ways_that_cross_as_text() -> None:
    edges = [("a", "b"), ("a", "e"), ("b", "c"), ("b", "d"), ("c", "e"), ("d", "e")]
    assert to_text(labels("abcde"), edges).splitlines() == [
        "● node a",
        "├─╮",
        "● │ node b",
        "├─┼─╮",
        "● │ │ node c",
        "│ │ ● node d",
        "├─┴─╯",
        "● node e",
    ]


def test_parts_that_hang_together_with_nothing_stand_below_each_other() -> None:
    assert to_text(labels("ab"), []).splitlines() == ["● node a", "● node b"]


def test_a_cycle_is_told_in_words() -> None:
    text = to_text(labels("abc"), [("a", "b"), ("b", "a"), ("c", "c"), ("b", "c")])
    assert text.splitlines() == [
        "● node a",
        "● node b",
        "│   back to node a",
        "● node c",
        "    back to node c",
    ]


def test_long_lines_are_wrapped_beside_the_ways() -> None:
    nodes = {"a": Label("many words " * 10), "b": Label("end")}
    lines = to_text(nodes, [("a", "b")], width=40).splitlines()
    assert max(map(len, lines)) <= 40
    assert all(line.startswith(("●", "│")) for line in lines)


@given(st.sets(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=16))
def test_every_node_is_told_once_after_all_that_lead_to_it(pairs: set[tuple[int, int]]) -> None:
    edges = [(str(a), str(b)) for a, b in sorted(pairs) if a < b]
    text = to_text({str(i): Label(f"node {i}") for i in range(8)}, edges)
    order = re.findall(r"●.* node (\d)", text)
    assert sorted(order) == [str(i) for i in range(8)]
    assert all(order.index(a) < order.index(b) for a, b in edges)


def test_a_long_name_is_broken_where_it_has_a_joint_and_else_where_it_must_be() -> None:
    lines = wrapped("desktop_find_and_write_document, seed 730", 17, bold=True)
    assert lines[0] == "desktop_find_and_"
    assert lines[1].startswith("write_document,")
    address = "http://pictures.crab.test/files/red-balloon-cwlo38pt.png"
    assert wrapped(address, 12)[0] == "http://pictures.crab.test/files/red-"
    assert "".join(wrapped("x" * 60, 17)) == "x" * 60
    assert wrapped("_" + "x" * 59, 17)[0] != "_"

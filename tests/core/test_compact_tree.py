"""Text-only mode: a screen as short text with the numbers of the marks."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from crab_core import Box, ElementMap, Mark, UiNode, UiTree
from crab_core.chat import compact_tree
from crab_core.chat.compact_tree import render

ROW, CHECK, TITLE = Box(0, 40, 200, 20), Box(180, 40, 20, 20), Box(0, 10, 100, 10)


def node(role: str, *children: UiNode, name: str = "", box: Box | None = None, **more: Any) -> UiNode:
    return UiNode(role, name, box=box, children=children, **more)


def screen(*children: UiNode) -> UiTree:
    return UiTree(node("window", *children, name="Tasks", box=Box(0, 0, 200, 300)), 200, 300)


def mark(number: int, role: str, label: str, box: Box, **more: Any) -> Mark:
    return Mark(number, box, label, role, **more)


def test_what_has_a_number_is_told_with_it_where_it_stands() -> None:
    tree = screen(
        node("label", name="2 to do", box=TITLE),
        node("list item", node("label", name="Milk", box=ROW), node("check box", box=CHECK), box=ROW),
    )
    marks = ElementMap(
        (
            mark(1, "list item", "Milk", ROW),
            mark(2, "check box", "Milk", CHECK, states=frozenset({"checkable", "checked", "focused"})),
        )
    )
    assert render(tree, marks).splitlines() == [
        'window "Tasks"',
        '  "2 to do"',
        '  [1] list item "Milk"',
        '    [2] check box "Milk" (checked, focused)',
    ]


def test_the_role_decides_between_nodes_in_one_place() -> None:
    tree = screen(node("button", node("image", name="", box=ROW), box=ROW))
    assert render(tree, ElementMap((mark(1, "button", "Go", ROW),))).endswith('  [1] button "Go"')


def test_a_mark_of_the_picture_alone_is_told_at_the_end() -> None:
    marks = ElementMap((mark(1, "text", "Printed", Box(50, 200, 30, 10), source="ocr"),))
    assert render(screen(), marks).splitlines() == ['window "Tasks"', '[1] text "Printed"']


def test_without_a_tree_the_marks_are_told() -> None:
    assert render(None, ElementMap((mark(1, "button", "Go", ROW),))) == '[1] button "Go"'
    assert render(None, ElementMap()) == ""


def test_nothing_beside_the_screen_is_told() -> None:
    below, sliver = Box(0, 400, 100, 20), Box(0, 299, 100, 20)
    inside = node("label", name="scrolled away", box=Box(0, 100, 50, 10))
    tree = screen(
        node("label", name="below", box=below),
        node("label", name="sliver", box=sliver),
        node("list", inside, box=Box(0, 0, 100, 50), states=frozenset({"scrollable"})),
    )
    assert render(tree, ElementMap()) == 'window "Tasks"'


def test_no_text_is_told_twice() -> None:
    tree = screen(
        node("label", name="Home", box=TITLE),
        node("label", name="home", box=TITLE),
        node("button", node("label", name="Save as", box=ROW), name="Save as", box=ROW),
    )
    text = render(tree, ElementMap((mark(1, "button", "Save as", ROW),)))
    assert text.count("Save as") == 1
    assert text.lower().count("home") == 1


def test_the_texts_that_a_label_is_made_of_are_not_told_again() -> None:
    texts = [node("label", name=name, box=ROW) for name in ("Mail", "3 new", "Today")]
    tree = screen(node("list item", *texts, box=ROW))
    text = render(tree, ElementMap((mark(1, "list item", "Mail, 3 new, today", ROW),)))
    assert text.splitlines() == ['window "Tasks"', '  [1] list item "Mail, 3 new, today"']


def test_a_text_that_a_title_happens_to_contain_is_told() -> None:
    tree = screen(node("label", name="task", box=TITLE))
    assert render(tree, ElementMap()).endswith('\n  "task"')


def test_what_a_field_holds_is_told_in_one_line_and_a_password_never() -> None:
    marks = ElementMap(
        (
            mark(1, "text field", "Note", ROW, value="one\n  two "),
            mark(2, "text field", "Pin", TITLE, value="1234", states=frozenset({"password"})),
        )
    )
    tree = screen(
        node("text field", name="Note", value="one\ntwo", box=ROW),
        node("text field", name="Pin", value="1234", box=TITLE, states=frozenset({"password"})),
    )
    text = render(tree, marks)
    assert '[1] text field "Note" = "one\\ntwo"' in text
    assert "(password)" in text
    assert "1234" not in text
    assert "1234" not in render(tree, ElementMap())


def test_what_can_do_nothing_now_is_told_as_disabled() -> None:
    marks = ElementMap(
        (mark(1, "button", "Save", ROW, states=frozenset({"enabled"})), mark(2, "button", "Undo", CHECK))
    )
    tree = screen(
        node("button", name="Back", box=TITLE),
        node("button", name="Save", box=ROW),
        node("button", name="Undo", box=CHECK),
    )
    assert render(tree, marks).splitlines()[1:] == [
        '  button "Back" (disabled)',
        '  [1] button "Save"',
        '  [2] button "Undo" (disabled)',
    ]


def test_a_device_that_tells_nothing_about_it_has_nothing_disabled() -> None:
    assert "disabled" not in render(screen(node("button", name="Back", box=TITLE)), ElementMap())


def test_a_long_text_keeps_its_beginning_and_its_end() -> None:
    long = "first " + "x" * 5_000 + " last"
    text = render(screen(node("terminal", value=long, box=ROW)), ElementMap())
    assert text.startswith('window "Tasks"\n  terminal "first ')
    assert text.endswith(' last"')
    assert len(text) < 1_200


def test_a_flood_of_texts_is_cut_and_the_marks_are_still_told() -> None:
    lines = [node("label", name=f"{i} " + "x" * 900, box=TITLE) for i in range(100)]
    tree = screen(*lines, node("button", name="Go", box=ROW))
    text = render(tree, ElementMap((mark(1, "button", "Go", ROW),)))
    assert len(text) < compact_tree.MOST_TEXT + 1_000
    assert '[1] button "Go"' in text
    assert text.endswith("more texts)")


def test_a_row_of_empty_cells_takes_one_line() -> None:
    places = {
        f"{column}{row}": Box(30 * i, 20 * row, 30, 20) for row in (1, 2) for i, column in enumerate("ABCDE")
    }
    values = {"A1": "Apples"}
    cells = [node("cell", name=name, value=values.get(name, ""), box=box) for name, box in places.items()]
    marks = ElementMap(
        tuple(
            mark(i, "cell", cell.name, cell.box or ROW, value=cell.value)
            for i, cell in enumerate(cells, start=1)
        )
    )
    told = [
        '[1] cell "A1" = "Apples"',
        '[2]-[5] cell "B1" to "E1", empty',
        '[6]-[10] cell "A2" to "E2", empty',
    ]
    assert [line.strip() for line in render(screen(*cells), marks).splitlines()[1:]] == told
    assert render(None, marks).splitlines() == told


def test_cells_with_names_and_states_are_told_one_by_one() -> None:
    files = [
        mark(i, "cell", name, ROW) for i, name in enumerate(("Desktop", "Music", "Videos", "Trash"), start=1)
    ]
    cells = [mark(i, "cell", f"A{i}", ROW) for i in (1, 2, 3, 4)]
    focused = [
        mark(i, "cell", f"{c}1", ROW, states=frozenset({"focused"})) for i, c in enumerate("ABCD", start=1)
    ]
    apart = [mark(2 * i, "cell", f"{c}1", ROW) for i, c in enumerate("ABCD", start=1)]
    for marks in (files, cells, focused, apart):
        assert len(render(None, ElementMap(tuple(marks))).splitlines()) == 4


def test_a_tree_of_any_depth_is_rendered() -> None:
    deep = node("label", name="bottom", box=ROW)
    for _ in range(5_000):
        deep = node("group", deep, box=Box(0, 0, 200, 300))
    assert render(screen(deep), ElementMap()) == 'window "Tasks"'


_BOXES = st.builds(Box, *[st.integers(-20, 220)] * 2, *[st.integers(0, 200)] * 2)
_NODES = st.recursive(
    st.builds(
        UiNode, st.sampled_from(["button", "label", "list"]), st.text(max_size=3), box=st.none() | _BOXES
    ),
    lambda inner: st.builds(
        UiNode, st.just("group"), box=st.none() | _BOXES, children=st.lists(inner, max_size=3).map(tuple)
    ),
    max_leaves=8,
)


@given(_NODES, st.lists(_BOXES, max_size=5))
def test_every_mark_is_told_exactly_once_whatever_the_tree(root: UiNode, boxes: list[Box]) -> None:
    marks = ElementMap(tuple(mark(i, "button", "", box) for i, box in enumerate(boxes, start=1)))
    lines = [line.strip() for line in render(UiTree(root, 200, 200), marks).splitlines()]
    for one in marks:
        assert lines.count(f"[{one.number}] button") == 1

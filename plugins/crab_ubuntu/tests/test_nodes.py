"""Names, rows and what is covered: how widgets become the tree that an agent sees."""

from __future__ import annotations

from crab_core import Box, UiNode
from crab_ubuntu.desktop.atspi import Reference, State, Widget
from crab_ubuntu.desktop.coverage import Coverage, above
from crab_ubuntu.desktop.nodes import plain, to_nodes
from crab_ubuntu.desktop.windows import Window

PLACE = Box(10, 10, 100, 40)
BUTTON, CHECK_BOX, LABEL, LIST_ITEM, PANEL, IMAGE, CELL = 43, 7, 29, 32, 39, 27, 56
USABLE = sum(1 << s for s in (State.ENABLED, State.SENSITIVE, State.SHOWING, State.VISIBLE, State.FOCUSABLE))


def widget(role: int, name: str = "", *children: Widget, box: Box = PLACE, states: int = USABLE) -> Widget:
    return Widget(Reference(":1.1", "/x"), role, name, "", "", states, box, "", list(children))


def only(nodes: tuple[UiNode, ...]) -> UiNode:
    (node,) = nodes
    return node


def test_a_button_without_a_name_is_called_after_its_label() -> None:
    node = only(to_nodes(widget(BUTTON, "", widget(PANEL, "", widget(LABEL, "Open"))), Coverage()))
    assert (node.role, node.name, node.children) == ("button", "Open", ())
    assert "clickable" in node.states


def test_a_switch_without_a_name_is_called_after_its_row() -> None:
    switch = widget(CHECK_BOX, "", states=USABLE | 1 << State.CHECKED)
    row = only(to_nodes(widget(LIST_ITEM, "", widget(LABEL, "Large Text"), switch), Coverage()))
    assert (row.role, row.name) == ("list item", "Large Text")
    assert "clickable" not in row.states
    inner = only(row.children)
    assert (inner.role, inner.name) == ("check box", "Large Text")
    assert {"clickable", "checkable", "checked"} <= inner.states


def test_a_plain_row_is_clicked_itself() -> None:
    row = only(to_nodes(widget(LIST_ITEM, "", widget(IMAGE), widget(LABEL, "Appearance")), Coverage()))
    assert row.name == "Appearance"
    assert "clickable" in row.states
    assert row.children == ()


def test_what_merely_groups_disappears() -> None:
    nodes = to_nodes(
        widget(PANEL, "", widget(PANEL, "", widget(BUTTON, "A")), widget(BUTTON, "B")), Coverage()
    )
    assert [node.name for node in nodes] == ["A", "B"]


def test_a_control_inside_its_namesake_is_not_told_twice() -> None:
    node = only(to_nodes(widget(CELL, "", widget(CELL, "Documents")), Coverage()))
    assert (node.name, node.children) == ("Documents", ())


def test_what_another_window_covers_is_left_out() -> None:
    hidden, free = widget(BUTTON, "hidden"), widget(BUTTON, "free", box=Box(300, 10, 50, 20))
    nodes = to_nodes(widget(PANEL, "", hidden, free), Coverage((Box(0, 0, 200, 200),)))
    assert [node.name for node in nodes] == ["free"]


def test_a_popover_covers_its_window_but_not_itself() -> None:
    place = Box(0, 0, 200, 200)
    popover = widget(PANEL, "", widget(BUTTON, "inside"), box=place)
    nodes = to_nodes(widget(PANEL, "", widget(BUTTON, "beneath"), popover), Coverage((), (place,)))
    assert [node.name for node in nodes] == ["inside"]


def test_a_disabled_button_is_shown_but_not_clickable() -> None:
    node = only(to_nodes(widget(BUTTON, "Back", states=1 << State.SHOWING), Coverage()))
    assert node.states == frozenset()


def test_the_edge_of_a_row_that_is_scrolled_away_is_not_offered() -> None:
    assert to_nodes(widget(LIST_ITEM, "", box=Box(0, 0, 200, 8)), Coverage()) == ()


def test_names_are_one_line_without_layout_characters() -> None:
    assert plain("Nov 21\u2002\u200e01\n") == "Nov 21 01"


def test_only_higher_windows_cover() -> None:
    def window(number: int, kind: str = "NORMAL", pid: int = 1, managed: bool = True) -> Window:
        return Window(number, "", pid, "", Box(number, 0, 10, 10), kind, managed)

    low, middle, high = window(1), window(2), window(3)
    menu, tip, other_menu = window(4, "MENU", 1, False), window(5, "TOOLTIP"), window(6, "MENU", 9, False)
    stack = [low, middle, high, menu, tip, other_menu]
    shell = [Box(99, 0, 1, 1)]
    assert above(middle, stack, shell) == Coverage((shell[0], high.box, other_menu.box), (menu.box,))
    assert above(None, stack, shell) == Coverage((shell[0],))

"""Which elements of a UI tree get a mark."""

from __future__ import annotations

from crab_core import Box, UiNode, UiTree
from crab_visualprompt.select import Candidate, select

CLICK = frozenset({"enabled", "clickable"})
SWITCH = frozenset({"enabled", "checkable", "checked"})


def node(
    role: str, name: str = "", box: tuple[int, int, int, int] | None = None, *children: UiNode, **more
) -> UiNode:
    states = more.pop("states", frozenset({"enabled"}))
    return UiNode(role, name, box=box and Box(*box), states=states, children=children, **more)


def button(name: str, box: tuple[int, int, int, int], *children: UiNode, **more) -> UiNode:
    return node("button", name, box, *children, states=CLICK, **more)


def chosen(*nodes: UiNode, texts: bool = False) -> list[Candidate]:
    return list(
        select(UiTree(node("window", "Main", (0, 0, 1000, 800), *nodes), 1000, 800), texts=texts).elements
    )


def labels(*nodes: UiNode, texts: bool = False) -> list[str]:
    return [candidate.label for candidate in chosen(*nodes, texts=texts)]


def test_what_can_be_clicked_checked_typed_into_or_focused_is_chosen():
    found = labels(
        button("click", (0, 0, 90, 40)),
        node("check box", "check", (100, 0, 90, 40), states=SWITCH),
        node("text field", "type", (200, 0, 90, 40), states=frozenset({"enabled", "editable"})),
        node("label", "focus", (300, 0, 90, 40), states=frozenset({"enabled", "focusable"})),
        node("document", "write here", (0, 100, 900, 600)),
    )
    assert found == ["click", "check", "type", "focus", "write here"]


def test_containers_pictures_and_texts_are_not_chosen():
    assert (
        labels(
            node("list", "Places", (0, 0, 300, 300), node("label", "Home", (0, 0, 300, 40))),
            node("image", "Logo", (400, 0, 40, 40)),
            node(
                "scroll area",
                "",
                (0, 400, 300, 300),
                states=frozenset({"enabled", "scrollable", "focusable"}),
            ),
        )
        == []
    )


def test_texts_are_chosen_on_demand():
    assert labels(node("label", "Style", (0, 0, 80, 20)), button("Dark", (0, 40, 80, 80)), texts=True) == [
        "Style",
        "Dark",
    ]


def test_nothing_without_a_visible_area_is_chosen():
    assert (
        labels(
            button("empty", (10, 10, 0, 40)),
            button("left of the screen", (-200, 10, 100, 40)),
            button("below the screen", (10, 900, 100, 40)),
            button("a sliver at the edge", (10, 798, 100, 40)),
            node("button", "nowhere", None, states=CLICK),
        )
        == []
    )


def test_an_element_across_the_edge_keeps_the_part_that_shows():
    (found,) = chosen(button("half", (950, 700, 100, 40)))
    assert found.box == Box(950, 700, 50, 40)


def test_what_scrolled_out_of_its_area_is_not_chosen():
    rows = [node("list item", f"row {i}", (0, 100 + 50 * i, 300, 50), states=CLICK) for i in range(6)]
    area = node("list", "", (0, 100, 300, 125), *rows, states=frozenset({"enabled", "scrollable"}))
    found = chosen(area)
    assert [c.label for c in found] == ["row 0", "row 1", "row 2"]
    assert found[-1].box.height == 25


def test_texts_inside_become_the_label():
    row = node(
        "list item",
        "",
        (0, 0, 500, 100),
        node("image", "", (0, 0, 90, 100)),
        node(
            "group",
            "",
            (100, 0, 400, 100),
            node("label", "Display", (100, 0, 300, 50)),
            node("label", "Dark theme", (100, 50, 300, 50)),
        ),
        states=CLICK,
    )
    (found,) = chosen(row, texts=True)
    assert (found.label, found.role, found.box) == ("Display, Dark theme", "list item", Box(0, 0, 500, 100))


def test_a_text_that_repeats_the_name_is_not_said_twice():
    assert labels(button("Save as…", (0, 0, 90, 40), node("label", "save  as…", (5, 5, 80, 30)))) == [
        "Save as…"
    ]


def test_a_container_that_only_wraps_one_element_gives_way_to_it():
    (found,) = chosen(
        node("cell", "Music", (0, 0, 144, 133), button("Music", (20, 20, 60, 60)), states=CLICK)
    )
    assert (found.role, found.box) == ("button", Box(20, 20, 60, 60))


def test_a_row_with_a_text_and_a_button_is_two_elements():
    row = node("list item", "Wi-Fi", (0, 0, 500, 80), button("Details", (400, 0, 100, 80)), states=CLICK)
    assert labels(row) == ["Wi-Fi", "Details"]


def test_a_text_belongs_to_the_innermost_element_only():
    row = node("list item", "", (0, 0, 500, 80), node("label", "Wi-Fi", (0, 0, 200, 80)), states=CLICK)
    title = node("label", "Network", (0, 100, 200, 80))
    assert labels(node("card", "", (0, 0, 500, 200), row, title, states=CLICK)) == ["Network", "Wi-Fi"]


def test_a_switch_that_is_switched_by_its_row_gives_the_row_its_state():
    row = node(
        "list item", "", (0, 0, 500, 80),
        node("label", "Dark theme", (0, 0, 300, 80)), node("switch", "", (400, 0, 100, 80), states=SWITCH),
        states=CLICK,
    )  # fmt: skip
    (found,) = chosen(row)
    assert found.label == "Dark theme"
    assert {"checkable", "checked", "clickable"} <= found.states


def test_a_switch_of_its_own_takes_the_name_of_its_row():
    row = node(
        "list item", "", (0, 0, 500, 80),
        node("label", "Bluetooth", (0, 0, 300, 80)),
        node("switch", "", (400, 0, 100, 80), states=SWITCH | CLICK),
        states=CLICK,
    )  # fmt: skip
    assert [(c.role, c.label) for c in chosen(row)] == [("list item", "Bluetooth"), ("switch", "Bluetooth")]


def test_one_element_told_twice_is_marked_once():
    (found,) = chosen(
        node("icon", "", (10, 10, 100, 100), states=CLICK),
        node("icon", "Trash", (12, 11, 98, 98), states=CLICK | {"selected"}),
    )
    assert found.label == "Trash"
    assert "selected" in found.states


def test_one_element_told_three_times_in_boxes_that_drift_is_marked_once():
    boxes = [(10 + 9 * i, 10, 100, 100) for i in range(3)]  # the third is not in the place of the first
    assert len(chosen(*(node("icon", "", box, states=CLICK) for box in boxes))) == 1


def test_two_elements_with_names_of_their_own_may_share_a_place():
    assert labels(button("Front", (10, 10, 100, 100)), button("Behind", (10, 10, 100, 100))) == [
        "Front",
        "Behind",
    ]


def test_a_nameless_backdrop_is_not_an_element():
    assert labels(node("group", "", (0, 0, 1000, 800), states=CLICK)) == []


def test_an_element_without_a_name_is_called_by_its_identifier():
    assert labels(button("", (0, 0, 80, 80), identifier="org.app:id/add_task")) == ["add task"]


def test_value_and_states_are_kept():
    field = node(
        "text field",
        "Name",
        (0, 0, 200, 40),
        value="Ada",
        states=frozenset({"enabled", "editable", "focused"}),
    )
    (found,) = chosen(field)
    assert (found.value, found.states) == ("Ada", frozenset({"enabled", "editable", "focused"}))


def test_lines_are_read_from_left_to_right():
    cells = [button(f"{x},{y}", (x, y + (x // 100) % 2 * 5, 80, 80)) for x in (200, 0, 100) for y in (100, 0)]
    assert labels(*cells) == ["0,0", "100,0", "200,0", "0,100", "100,100", "200,100"]


def test_a_side_bar_is_read_before_what_stands_beside_it():
    def column(x: int, *names: str) -> UiNode:
        buttons = [button(name, (x, 100 + 60 * i, 150, 50)) for i, name in enumerate(names)]
        return node("list", "", (x, 100, 150, 300), *buttons)

    content = column(400, "Style", "Accent", "Background")
    assert labels(content, column(0, "Network", "Bluetooth")) == [
        "Network",
        "Bluetooth",
        "Style",
        "Accent",
        "Background",
    ]


def sheet(**values: str) -> UiNode:
    """Ten columns and twenty rows, as LibreOffice tells them."""
    cells = [
        node(
            "cell", f"{column}{row}", (100 + 80 * place, 100 + 20 * row, 80, 20),
            value=values.get(f"{column}{row}", ""), states=CLICK,
        )
        for row in range(1, 21)
        for place, column in enumerate("ABCDEFGHIJ")
    ]  # fmt: skip
    return node("table", "Sheet1", (100, 120, 800, 400), *cells)


def test_of_an_empty_sheet_only_the_cells_beside_its_data_are_chosen():
    assert labels(sheet(B2="Ada")) == ["A1", "B1", "C1", "A2", "B2", "C2", "A3", "B3", "C3"]
    assert labels(sheet()) == []


def test_all_cells_between_those_with_data_are_chosen():
    assert len(labels(sheet(A1="Ada", J20="Lovelace"))) == 200


def test_icons_in_a_table_are_not_taken_for_the_cells_of_a_sheet():
    icons = [
        node("cell", f"Photo {i}", (10 + 90 * (i % 10), 80 * (i // 10), 80, 70), states=CLICK)
        for i in range(100)
    ]
    assert len(labels(*icons)) == 100


def test_a_very_deep_tree_is_read_as_far_as_it_makes_sense():
    tree = button("deepest", (0, 0, 90, 40))
    for _ in range(5000):
        tree = UiNode("group", children=(tree,))
    assert labels(button("top", (0, 0, 90, 40)), tree) == ["top"]

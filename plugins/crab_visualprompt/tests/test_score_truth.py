"""What a UI tree makes true about its screen."""

from __future__ import annotations

from crab_core import Box, UiNode, UiTree
from crab_visualprompt.score.truth import Truth, truth_of

CLICKABLE = frozenset(("clickable", "enabled"))


def truth(*nodes: UiNode, platform: str = "linux") -> Truth:
    tree = UiTree(UiNode("desktop", box=Box(0, 0, 1000, 800), children=nodes), 1000, 800)
    return truth_of(tree, platform)


def test_what_reacts_to_a_click_is_an_element() -> None:
    found = truth(
        UiNode("button", "Save", box=Box(10, 10, 80, 30), states=CLICKABLE),
        UiNode("label", "Name", box=Box(10, 60, 80, 20)),
    )
    assert [(e.role, e.label, e.box) for e in found.elements] == [("button", "Save", Box(10, 10, 80, 30))]


def test_an_element_without_a_name_is_called_by_the_texts_in_it() -> None:
    label = UiNode("label", "Wi-Fi", box=Box(20, 20, 60, 20))
    found = truth(UiNode("list item", box=Box(10, 10, 400, 40), states=CLICKABLE, children=(label,)))
    assert [e.label for e in found.elements] == ["Wi-Fi"]


def test_what_scrolled_away_is_no_element_and_what_is_half_seen_has_the_part_that_is() -> None:
    inside = (
        UiNode("button", "Half", box=Box(0, 190, 100, 20), states=CLICKABLE),
        UiNode("button", "Gone", box=Box(0, 300, 100, 20), states=CLICKABLE),
    )
    found = truth(
        UiNode("list", box=Box(0, 100, 200, 100), states=frozenset(("scrollable",)), children=inside)
    )
    assert [(e.label, e.box) for e in found.elements] == [("Half", Box(0, 190, 100, 10))]


def test_two_nodes_in_one_place_are_one_element() -> None:
    inner = UiNode("button", "Open", box=Box(11, 11, 98, 38), states=CLICKABLE)
    found = truth(UiNode("group", box=Box(10, 10, 100, 40), states=CLICKABLE, children=(inner,)))
    assert [(e.role, e.label) for e in found.elements] == [("button", "Open")]


def test_a_backdrop_without_a_name_is_no_element() -> None:
    assert truth(UiNode("group", box=Box(0, 0, 1000, 790), states=CLICKABLE)).elements == ()


def test_labels_are_drawn_and_names_of_icons_are_not() -> None:
    found = truth(
        UiNode("label", "Brightness", box=Box(10, 10, 90, 20)),
        UiNode("button", "Close", box=Box(900, 10, 24, 24), states=CLICKABLE),
        UiNode("button", "Cancel", box=Box(700, 10, 90, 34), states=CLICKABLE),
    )
    assert [text.text for text in found.texts] == ["Brightness", "Cancel"]


def test_a_phones_button_tells_a_description_and_not_a_text() -> None:
    button = UiNode("button", "Navigate up", box=Box(10, 50, 300, 60), states=CLICKABLE)
    assert truth(button, platform="android").texts == ()


def test_a_name_that_does_not_fit_into_its_box_is_not_drawn() -> None:
    assert truth(UiNode("label", "Wednesday", box=Box(10, 10, 32, 16))).texts == ()
    assert len(truth(UiNode("label", "Wednesday", box=Box(10, 10, 72, 16))).texts) == 1


def test_a_text_that_is_cut_off_where_its_list_ends_is_not_asked_for() -> None:
    inside = (
        UiNode("label", "Cut", box=Box(0, 180, 100, 20)),
        UiNode("label", "Whole", box=Box(0, 120, 100, 20)),
    )
    found = truth(
        UiNode("list", box=Box(0, 100, 200, 100), states=frozenset(("scrollable",)), children=inside)
    )
    assert [text.text for text in found.texts] == ["Whole"]


def test_a_text_under_a_button_of_a_phone_is_not_asked_for() -> None:
    under = UiNode("label", "See you at noon", box=Box(10, 100, 500, 60))
    over = UiNode("button", "Start chat", box=Box(400, 90, 200, 100), states=CLICKABLE)
    beside = UiNode("button", "Start chat", box=Box(600, 90, 200, 100), states=CLICKABLE)
    assert truth(under, over, platform="android").texts == ()
    assert [text.text for text in truth(under, beside, platform="android").texts] == ["See you at noon"]


def test_what_lies_under_the_shells_menu_is_not_there() -> None:
    day = UiNode("button", "14", box=Box(100, 100, 40, 40), states=CLICKABLE)
    under = UiNode("button", "Hyperlink", box=Box(110, 110, 40, 40), states=CLICKABLE)
    beside = UiNode("button", "Table", box=Box(200, 110, 40, 40), states=CLICKABLE)
    shell = UiNode("shell", "GNOME Shell", box=Box(0, 0, 1000, 800), children=(day,))
    window = UiNode("window", "Writer", box=Box(0, 0, 1000, 800), children=(under, beside))
    assert [e.label for e in truth(shell, window).elements] == ["14", "Table"]


def test_a_field_draws_what_it_holds_and_a_password_does_not() -> None:
    states = frozenset(("editable",))
    found = truth(
        UiNode("text field", "Name", "Ada", box=Box(10, 10, 200, 30), states=states),
        UiNode("text field", "Password", "secret", box=Box(10, 60, 200, 30), states=states | {"password"}),
    )
    assert [text.text for text in found.texts] == ["Ada"]


def test_what_reacts_only_when_it_is_held_may_be_told_or_left_out() -> None:
    found = truth(UiNode("label", "Lexicon", box=Box(10, 10, 90, 20), states=frozenset(("long-clickable",))))
    assert (found.elements, found.neutral) == ((), (Box(10, 10, 90, 20),))


def test_empty_cells_and_documents_may_be_told_or_left_out() -> None:
    found = truth(
        UiNode("cell", "A1", box=Box(100, 100, 80, 20), states=CLICKABLE),
        UiNode("cell", "B1", "42", box=Box(180, 100, 80, 20), states=CLICKABLE),
        UiNode("document", "Sheet", box=Box(100, 80, 800, 600), states=CLICKABLE),
    )
    assert [e.label for e in found.elements] == ["B1"]
    assert found.neutral == (Box(100, 100, 80, 20), Box(100, 80, 800, 600))
    assert [text.text for text in found.texts] == ["42"]

"""Search bars, chips, tabs and the bar at the foot."""

from __future__ import annotations

import pytest

from crab_android.phone.kit import MATCH, bottom_bar, chip, column, label, row, search_bar, tabs


def searching(stage, **more):
    def build(context):
        found = context.field("query").text
        return column(search_bar(context, "query", "Search", **more), label(f"for {found}", id="found"))

    return build


def test_what_is_typed_into_a_search_bar_is_searched_for_at_once(phone, hand, stage, screen):
    screen(searching(stage))
    assert hand.node(id="search_src_text").get("text") == "Search"  # the hint
    assert not hand.sees(id="search_close_btn")
    hand.tap(id="search_src_text")
    hand.keys("Ada")
    assert hand.node(id="found").get("text") == "for Ada"


def test_the_cross_empties_a_search_bar_and_leaves_the_cursor_in_it(phone, hand, stage, screen):
    screen(searching(stage))
    hand.tap(id="search_src_text")
    phone.type_text("ada")
    hand.tap(desc="Clear query")
    assert hand.node(id="found").get("text") == "for "
    phone.type_text("eve")
    assert hand.node(id="found").get("text") == "for eve"


def test_a_search_bar_has_an_enter_key_and_a_way_back(phone, hand, stage, screen):
    screen(searching(stage, on_enter=stage.note("go"), on_back=stage.note("back")))
    hand.tap(id="search_src_text")
    phone.key(66)
    hand.tap(desc="Navigate up")
    assert stage.happened == ["go", "back"]


def test_a_search_bar_has_a_name_of_its_own_where_it_is_given_one(hand, stage, screen):
    screen(searching(stage, id="query_field"))
    assert hand.sees(id="query_field")


@pytest.mark.parametrize("scale", ["1.0", "2.0"])
def test_a_chip_is_touched_in_48_dp_and_says_whether_it_is_chosen(phone, hand, stage, screen, scale):
    phone.put_setting("system", "font_scale", scale)
    screen(
        lambda context: row(
            chip("Unread", context.theme, stage.note("unread"), selected=True, id="chip_unread"),
            chip("Places", context.theme, stage.note("places"), id="chip_places", icon="place"),
        )
    )
    node = hand.node(id="chip_unread")
    assert node.get("selected") == "true"
    top, bottom = (
        int(n)
        for n in (node.get("bounds").split(",")[1].split("]")[0], node.get("bounds")[:-1].split(",")[-1])
    )
    assert bottom - top >= 126  # 48 dp
    hand.tap(text="Places")
    assert stage.happened == ["places"]


def test_tabs(hand, stage, screen):
    screen(
        lambda context: tabs(context.theme, ("Chats", "Calls", "A very long name"), 1, stage.happened.append)
    )
    chosen = [node.get("text") for node in hand.nodes(selected="true")]
    assert chosen == ["Calls"]
    hand.tap(text="Chats")
    assert stage.happened == [0]


ENTRIES = (("tab_home", "home", "Home"), ("tab_files", "folder", "Files"))


def test_the_bar_at_the_foot(hand, stage, screen):
    screen(lambda context: bottom_bar(context.theme, ENTRIES, "tab_files", stage.happened.append))
    assert [node.get("resource-id") for node in hand.nodes(selected="true")] == [
        "org.crab.stage:id/tab_files"
    ]
    hand.tap(text="Home")
    hand.tap(id="tab_files")
    assert stage.happened == ["tab_home", "tab_files"]


def test_the_bar_reaches_below_the_navigation_bar_where_it_is_told_to(hand, stage, screen):
    def build(context):
        bar = bottom_bar(context.theme, ENTRIES, "tab_home", stage.happened.append, foot=24)
        return column(bar, width=MATCH)

    screen(build)
    high = hand.node(id="bottom_navigation").get("bounds")
    screen(lambda context: column(bottom_bar(context.theme, ENTRIES, "tab_home", print), width=MATCH))
    low = hand.node(id="bottom_navigation").get("bounds")
    assert int(high[:-1].split(",")[-1]) - int(low[:-1].split(",")[-1]) == 63

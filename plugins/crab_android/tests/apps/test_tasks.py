"""The Tasks app: see, add, edit, complete, delete."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def open_tasks(phone):
    phone.launch("org.crab.tasks")


def titles(phone):
    return [(item.title, item.done) for item in phone.state.apps["org.crab.tasks"].items]


def test_each_to_do_is_a_row_with_a_check_box_and_its_title_in_order(hand):
    rows = hand.nodes(id="task_row")
    shown = []
    for row in rows:
        box = next(node for node in row.iter("node") if node.get("class") == "android.widget.CheckBox")
        title = next(
            node for node in row.iter("node") if node.get("resource-id") == "org.crab.tasks:id/task_title"
        )
        assert box.get("checkable") == "true"
        shown.append((title.get("text"), box.get("checked")))
    assert shown == [("Pay rent", "true"), ("Buy milk", "false"), ("Call Ada", "false")]
    assert "2 of 3 to do" in hand.texts()


def test_the_check_box_completes_a_to_do_and_takes_it_back(hand):
    hand.tap(desc="Mark as done")
    assert titles(hand.phone)[1] == ("Buy milk", True)
    hand.phone.tap(*hand.spot(desc="Mark as not done"))
    assert titles(hand.phone)[0] == ("Pay rent", False)


def test_a_new_to_do_is_added_with_the_soft_keyboard(hand):
    hand.tap(desc="Add task")
    hand.keys("Hi ")
    hand.key("Symbols")
    hand.key("5")
    hand.tap(text="Save")
    assert titles(hand.phone)[-1] == ("Hi 5", False)
    assert not hand.sees(id="add_task_sheet")


def test_an_empty_to_do_cannot_be_saved(hand):
    hand.tap(desc="Add task")
    assert hand.node(text="Save").get("enabled") == "false"
    hand.tap(text="Save")
    hand.phone.key(66)
    assert len(titles(hand.phone)) == 3


def test_notes_are_added_with_the_title(hand):
    hand.tap(desc="Add task")
    hand.phone.type_text("Bake")
    hand.tap(text="Add details")
    hand.phone.type_text("rye\nand wheat")
    hand.tap(text="Save")
    added = hand.phone.state.apps["org.crab.tasks"].items[-1]
    assert (added.title, added.notes) == ("Bake", "rye\nand wheat")


def test_a_touch_outside_the_sheet_closes_it_without_adding(hand):
    hand.tap(desc="Add task")
    hand.phone.type_text("Nothing")
    hand.phone.tap(540, 300)
    assert not hand.sees(id="add_task_sheet")
    assert len(titles(hand.phone)) == 3


def test_the_title_is_edited_on_the_details_screen(hand):
    hand.tap(text="Buy milk")
    hand.tap(id="edit_title")
    hand.phone.key(123)
    hand.phone.type_text(" and eggs")
    hand.tap(text="Save")
    assert titles(hand.phone)[1] == ("Buy milk and eggs", False)


def test_leaving_the_details_with_back_keeps_what_was_typed(hand):
    hand.tap(text="Call Ada")
    hand.tap(id="edit_notes")
    hand.phone.key(123)
    hand.phone.type_text("!")
    hand.phone.back()  # hides the keyboard
    hand.phone.back()
    assert hand.phone.state.apps["org.crab.tasks"].items[2].notes == "at noon!"
    assert hand.sees(id="task_list")


def test_a_due_date_is_chosen_and_shown_in_the_list(hand):
    hand.tap(text="Buy milk")
    hand.tap(text="Tomorrow")
    assert hand.node(text="Tomorrow", cls="android.widget.Button").get("selected") == "true"
    hand.phone.back()
    assert hand.node(id="task_due").get("text") == "Tomorrow"


def test_deleting_asks_first(hand):
    hand.long_tap(text="Buy milk")
    assert "Delete this task?" in hand.texts()
    hand.tap(text="Cancel")
    assert len(titles(hand.phone)) == 3
    hand.long_tap(text="Buy milk")
    hand.tap(text="Delete")
    assert titles(hand.phone) == [("Pay rent", True), ("Call Ada", False)]


def test_a_to_do_deleted_from_its_details_leads_back_to_the_list(hand):
    hand.tap(text="Call Ada")
    hand.tap(desc="Delete task")
    hand.tap(text="Delete")
    assert hand.sees(id="task_list")
    assert "Call Ada" not in hand.texts()


def test_the_menu_deletes_what_is_done(hand):
    hand.tap(desc="More options")
    hand.tap(text="Delete completed tasks")
    assert titles(hand.phone) == [("Buy milk", False), ("Call Ada", False)]


def test_an_empty_list_says_so(hand):
    hand.phone.reset({"tasks": [], "open": "org.crab.tasks"})
    assert "No tasks yet" in hand.texts()


def test_a_long_list_scrolls_and_shows_what_is_below(hand):
    hand.phone.reset({"tasks": [f"Errand {number}" for number in range(40)], "open": "org.crab.tasks"})
    assert hand.node(id="task_list").get("scrollable") == "true"
    assert "Errand 25" not in hand.texts()
    for _ in range(3):
        hand.phone.swipe(540, 1900, 540, 700, 60_000)  # so slow that nothing flings
    assert "Errand 25" in hand.texts()
    assert "Errand 0" not in hand.texts()


def test_rows_that_are_half_hidden_have_the_bounds_of_what_is_seen(hand):
    hand.phone.reset({"tasks": [f"Errand {number}" for number in range(40)], "open": "org.crab.tasks"})
    box = hand.node(id="task_list").get("bounds")
    bottom = int(box.rstrip("]").rpartition(",")[2])
    for row in hand.nodes(id="task_row"):
        assert int(row.get("bounds").rstrip("]").rpartition(",")[2]) <= bottom

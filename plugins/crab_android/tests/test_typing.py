"""The soft keyboard, keys and text fields."""

from __future__ import annotations

import pytest

from crab_android.phone.state import TextField


@pytest.fixture(autouse=True)
def open_sheet(phone, hand):
    phone.launch("org.crab.tasks")
    hand.tap(desc="Add task")


def text(phone):
    return phone.activity.fields["new_title"].text


def test_the_keyboard_comes_with_the_focus_and_goes_with_back(phone):
    assert phone.state.keyboard.visible
    phone.back()
    assert not phone.state.keyboard.visible
    assert phone.activity.dialog is not None


def test_the_keyboard_covers_the_lower_part_of_the_screen_and_takes_its_touches(phone, hand):
    top = next(window for window in phone.windows() if window.title == "InputMethod").root.rect.top
    assert hand.node(id="add_task_sheet").get("bounds").endswith(f"{top}]")
    hand.key("q") if hand.phone.state.keyboard.layer == "lower" else hand.key("Q")
    assert text(phone) == "Q"


def test_a_sentence_starts_with_a_capital_and_goes_on_small(hand):
    hand.key("M")
    hand.key("e")
    assert text(hand.phone) == "Me"


def test_shift_symbols_and_delete(hand):
    hand.key("A")
    hand.key("Shift")
    hand.key("B")
    hand.key("Symbols")
    hand.key("?")
    hand.key("=\\<")
    hand.key("€")
    assert text(hand.phone) == "AB?€"
    hand.key("Delete")
    assert text(hand.phone) == "AB?"


def test_the_hide_key_takes_the_keyboard_away(hand):
    hand.key("Hide keyboard")
    assert not hand.phone.state.keyboard.visible


def test_key_codes_move_the_cursor_and_erase(phone):
    phone.type_text("abcd")
    phone.key(122)
    phone.key(22)
    phone.key(112)
    phone.key(67)
    assert text(phone) == "cd"
    phone.key(123)
    phone.type_text("e")
    assert text(phone) == "cde"


def test_a_touch_sets_the_cursor_where_it_is(phone, hand):
    phone.type_text("wwwwwwwwww")
    left, y = hand.spot(id="add_task_title")[0], hand.spot(id="add_task_title")[1]
    phone.tap(70, y)
    phone.type_text("1")
    assert text(phone) == "1wwwwwwwwww"
    phone.tap(left + 300, y)
    phone.type_text("2")
    assert text(phone).endswith("2")


def test_a_long_touch_selects_the_word_and_typing_replaces_it(phone, hand):
    phone.type_text("old")
    hand.long_tap(id="add_task_title")
    phone.tap(70, hand.spot(id="add_task_title")[1])
    phone.type_text("very ")
    phone.long_tap(75, hand.spot(id="add_task_title")[1])
    phone.type_text("new")
    assert text(phone) == "new old"


def test_cut_and_paste_go_through_the_clipboard(phone, hand):
    phone.type_text("take")
    phone.key_combination((113, 29))
    phone.key(277)
    assert text(phone) == ""
    assert phone.state.clipboard == "take"
    phone.key(279)
    phone.key(279)
    assert text(phone) == "taketake"


def test_tab_goes_to_the_next_field(phone):
    phone.type_text("a")
    phone.key(61)
    phone.type_text("b")
    assert phone.activity.fields["new_notes"].text == "b"


def test_without_a_focus_typing_goes_nowhere(phone):
    phone.home()
    before = phone.export()
    phone.type_text("lost")
    assert phone.export() == before


@pytest.mark.parametrize(
    ("cursor", "selected", "typed", "expected"),
    [(0, None, "x", "xabc"), (3, None, "x", "abcx"), (1, 2, "x", "axc"), (3, 0, "", "")],
)
def test_a_text_field_inserts_at_the_cursor_and_replaces_the_selection(cursor, selected, typed, expected):
    field = TextField(text="abc", cursor=cursor, selected_from=selected)
    field.insert(typed)
    assert field.text == expected

"""Selecting, cutting, copying and pasting by touch and by keys."""

from __future__ import annotations

import pytest

from crab_android.phone.selection import word_after, word_at, word_before

CONTROL, SHIFT, LEFT, RIGHT, DELETE = 113, 59, 21, 22, 67


@pytest.fixture
def field(phone, hand, post):
    """A field with a text in it; call it with an index to get the spot of that character."""
    from crab_android.phone.touch import spot_of_index, walk

    post("plain")
    phone.type_text("Meet Ada at the mill")

    def spot(index):
        view = next(v for v in walk(phone.active_window().root) if v.field == "plain")
        rect = spot_of_index(view, index, phone.font_scale)
        return rect.left + 4, rect.center[1]

    spot.state = lambda: phone.activity.fields["plain"]
    return spot


def menu(hand):
    return [node.get("text") for node in hand.nodes(id="android:id/floating_toolbar_menu_item_text")]


def test_a_long_touch_selects_the_word_and_offers_what_can_be_done(phone, hand, field):
    phone.long_tap(*field(6))
    assert field.state().selection == (5, 8)
    assert menu(hand) == ["Cut", "Copy", "Select all"]


def test_a_double_tap_selects_the_word_but_two_single_ones_do_not(phone, field):
    spot = field(6)
    phone.tap(*spot)
    phone.tap(*spot)
    assert field.state().selection == (5, 8)
    phone.tap(*field(1))
    phone.ui_xml()
    phone.tap(*field(1))
    assert field.state().selected_from is None


def test_copy_and_paste_by_touch(phone, hand, field):
    phone.long_tap(*field(6))
    hand.tap(text="Copy")
    assert phone.state.clipboard == "Ada"
    assert menu(hand) == []
    phone.long_tap(*field(16))
    hand.tap(text="Paste")
    assert field.state().text == "Meet Ada at the Ada"


def test_cut_takes_the_word_out(phone, hand, field):
    phone.long_tap(*field(6))
    hand.tap(text="Cut")
    assert field.state().text == "Meet  at the mill"
    assert phone.state.clipboard == "Ada"


def test_select_all_selects_all_and_is_not_offered_again(phone, hand, field):
    phone.long_tap(*field(6))
    hand.tap(text="Select all")
    assert field.state().selection == (0, 20)
    assert menu(hand) == ["Cut", "Copy"]


def test_an_empty_field_offers_to_paste(phone, hand, post):
    phone.copy("from elsewhere")
    post("mail")
    hand.long_tap(id="mail")
    hand.tap(text="Paste")
    assert phone.activity.fields["mail"].text == "from elsewhere"


def test_a_touch_at_the_cursor_offers_to_paste_what_is_on_the_clipboard(phone, hand, field):
    phone.copy("x")
    phone.tap(*field(3))
    phone.ui_xml()
    phone.tap(*field(3))
    assert menu(hand) == ["Paste", "Select all"]


@pytest.mark.parametrize("how", ["back", "touch", "type"])
def test_the_toolbar_goes(phone, hand, field, how):
    phone.long_tap(*field(6))
    if how == "back":
        phone.back()
        assert phone.state.keyboard.visible
    elif how == "touch":
        phone.tap(540, 1350)
    else:
        phone.type_text("Bo")
        assert field.state().text == "Meet Bo at the mill"
    assert menu(hand) == []
    assert field.state().selected_from is None


def test_a_handle_is_dragged_to_select_more(phone, hand, field):
    phone.long_tap(*field(6))
    x, y = field(8)
    end, _y = field(15)
    phone.swipe(x + 15, y + 60, end + 15, y + 60)
    assert field.state().selection == (5, 15)


def test_a_password_is_neither_copied_nor_cut(phone, hand, post):
    post("secret")
    phone.type_text("hunter2")
    hand.long_tap(id="secret")
    assert menu(hand) == []
    phone.key_combination((CONTROL, 29))
    phone.key_combination((CONTROL, 31))
    assert phone.state.clipboard == ""


@pytest.mark.parametrize(
    ("combinations", "selected"),
    [
        ([(SHIFT, LEFT)] * 4, "mill"),
        ([(SHIFT, CONTROL, LEFT)] * 2, "the mill"),
        ([(SHIFT, 122)], "Meet Ada at the mill"),
        ([(CONTROL, 29)], "Meet Ada at the mill"),
        ([(SHIFT, LEFT), (SHIFT, RIGHT)], ""),
        ([(SHIFT, 122), (LEFT,)], ""),
    ],
)
def test_keys_select(phone, field, combinations, selected):
    for codes in combinations:
        phone.key_combination(codes)
    start, end = field.state().selection
    assert field.state().text[start:end] == selected


def test_keys_copy_cut_and_paste(phone, field):
    phone.key_combination((CONTROL, 29))
    phone.key_combination((CONTROL, 52))
    assert field.state().text == ""
    phone.key_combination((CONTROL, 50))
    phone.key_combination((CONTROL, 50))
    assert field.state().text == "Meet Ada at the mill" * 2


def test_control_delete_deletes_a_word_and_shift_types_capitals(phone, field):
    phone.key_combination((CONTROL, DELETE))
    phone.key_combination((SHIFT, 41))
    phone.key_combination((SHIFT, 8))
    assert field.state().text == "Meet Ada at the M!"


@pytest.mark.parametrize(
    ("text", "index", "word"),
    [("to be", 0, "to"), ("to be", 2, "to"), ("to  be", 3, ""), ("don’t go", 2, "don’t"), ("", 0, "")],
)
def test_words_are_found(text, index, word):
    start, end = word_at(text, index)
    assert text[start:end] == word


def test_the_ends_of_words_are_found():
    assert word_before("one two ", 8) == 4
    assert word_before("one", 0) == 0
    assert word_after("one two", 0) == 3
    assert word_after("one two", 3) == 7
    assert word_after("one", 3) == 3


# -- texts longer than their field --------------------------------


def shown(phone, name):
    from crab_android.phone.touch import walk

    return next(view for view in walk(phone.active_window().root) if view.field == name).wrapped


def test_a_long_line_moves_along_with_the_cursor(phone, hand, post):
    post("plain")
    address = "https://example.test/" + "path/" * 30 + "end"
    phone.type_text(address)
    assert shown(phone, "plain")[0].endswith("/end")
    assert hand.node(id="plain").get("text") == address
    phone.key(122)
    assert shown(phone, "plain")[0].startswith("https://")
    for _ in range(60):
        phone.key(22)
    start = address.index(shown(phone, "plain")[0])
    assert start < 60 <= start + len(shown(phone, "plain")[0])


def test_a_touch_in_a_moved_line_puts_the_cursor_where_it_is(phone, hand, post):
    post("plain")
    phone.type_text("a" * 100 + "bcd")
    right, y = 1070, hand.spot(id="plain")[1]
    phone.tap(right, y)
    phone.ui_xml()
    phone.type_text("!")
    assert phone.activity.fields["plain"].text.endswith("bcd!")


def test_a_field_of_four_lines_shows_those_around_the_cursor(phone, post):
    post("long")
    phone.type_text("\n".join(f"line {number}" for number in range(9)))
    assert shown(phone, "long") == ("line 5", "line 6", "line 7", "line 8")
    for _ in range(6):
        phone.key(19)
    phone.type_text("!")
    assert "line 2!" in shown(phone, "long")


def test_lines_are_found_again_in_their_text():
    from crab_android.phone.ui.text import line_starts

    text = "one  two\n\n  three\nfour"
    assert line_starts(text, ("one", "two", "", "  three", "four")) == (0, 5, 9, 10, 18)
    assert line_starts("abcdef", ("abc", "def")) == (0, 3)
    assert line_starts("one two three", ("one", "two th…")) == (0, 4)

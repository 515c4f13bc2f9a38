"""The soft keyboard: its layers by kind of text, its special keys, and how it keeps the field in sight."""

from __future__ import annotations

import string

import pytest

from .conftest import keys


def text(phone, name):
    return phone.activity.fields[name].text


def type_char(phone, hand, char):
    """Type a character by touches alone, on whichever layer it is."""
    name = "Space" if char == " " else char
    for layer in ("", "Shift", "Symbols", "=\\<", "ABC"):
        if layer and layer in keys(phone):
            hand.key(layer)
        if name in keys(phone):
            hand.key(name)
            if "ABC" in keys(phone):
                hand.key("ABC")
            return
    raise AssertionError(f"no key for {char!r}")


def test_every_printable_character_can_be_typed_by_touch(phone, hand, post):
    post("plain")
    wanted = "".join(char for char in string.printable if char.isprintable())
    for char in wanted:
        type_char(phone, hand, char)
    assert text(phone, "plain") == wanted


@pytest.mark.parametrize("rotation", ["1", "3"])
def test_it_types_as_exactly_on_its_side(phone, hand, post, rotation):
    phone.put_setting("system", "user_rotation", rotation)
    post("plain")
    for char in "Zebra, 7 (quiet)":
        type_char(phone, hand, char)
    assert text(phone, "plain") == "Zebra, 7 (quiet)"


def test_sentences_begin_with_a_capital(phone, hand, post):
    post("plain")
    for name in ("H", "i", ".", "Space", "Y", "o", "u"):
        hand.key(name)
    assert text(phone, "plain") == "Hi. You"


def test_shift_makes_one_capital_and_a_double_tap_locks_it(phone, hand, post):
    post("mail")
    hand.key("Shift")
    hand.key("A")
    hand.key("b")
    spot = keys(phone)["Shift"].visible.center
    phone.tap(*spot)
    phone.tap(*spot)
    hand.key("C")
    hand.key("D")
    hand.key("Shift")
    hand.key("e")
    assert text(phone, "mail") == "AbCDe"


def test_a_slow_second_touch_of_shift_takes_it_back(phone, hand, post):
    post("mail")
    for _ in range(2):
        hand.key("Shift")
        phone.ui_xml()
    hand.key("a")
    assert text(phone, "mail") == "a"


def test_shift_held_locks_it_too(phone, hand, post):
    post("mail")
    phone.long_tap(*keys(phone)["Shift"].visible.center)
    hand.key("A")
    hand.key("B")
    assert text(phone, "mail") == "AB"


def test_delete_held_deletes_a_word(phone, post):
    post("plain")
    phone.type_text("two words")
    phone.long_tap(*keys(phone)["Delete"].visible.center)
    assert text(phone, "plain") == "two "


@pytest.mark.parametrize(
    ("name", "there", "absent"),
    [
        ("count", "0123456789-.,", "q@"),
        ("number", "0123456789+*#", "q@"),
        ("mail", "q@.", ","),
        ("site", "q/.", ","),
        ("secret", "q1234567890", "@"),
        ("plain", "Q,.", "@"),
    ],
)
def test_the_keys_suit_what_is_typed(phone, post, name, there, absent):
    post(name)
    shown = keys(phone)
    assert all(char in shown for char in there)
    assert not any(char in shown for char in absent)


def test_number_pads_type(phone, hand, post):
    post("number")
    for name in ("+", "4", "9", "Space", "1", "#", "Delete"):
        hand.key(name)
    assert text(phone, "number") == "+49 1"


@pytest.mark.parametrize(
    ("name", "action"), [("plain", "Next"), ("long", "Enter"), ("last", "Done"), ("secret", "Next")]
)
def test_the_enter_key_says_what_it_does(phone, hand, post, name, action):
    if name == "last":
        phone.swipe(540, 1500, 540, 200)
    post(name)
    assert action in keys(phone)
    hand.key(action)
    if action == "Next":
        assert phone.activity.focus != name
    elif action == "Enter":
        assert text(phone, name) == "\n"
    else:
        assert not phone.state.keyboard.visible


def test_a_field_may_name_its_action_and_do_it(phone, hand):
    phone.start("test.post", "letter")
    hand.tap(id="answer")
    hand.key("H")
    hand.key("i")
    hand.key("Send")
    assert phone.app_state("test.post").sent == ["Hi"]


def test_the_drawers_search_has_a_search_key(phone, hand):
    hand.tap(id="search_bar")
    phone.type_text("tas")
    hand.key("Search")
    assert phone.front.package == "org.crab.tasks"


def test_emoji_are_typed_and_drawn(phone, hand, post):
    from crab_android.phone.system.layers import EMOJI
    from crab_android.phone.ui.fonts import fallback

    post("plain")
    hand.key("Emoji")
    hand.key("😀")
    hand.key("👍")
    assert text(phone, "plain") == "😀👍"
    assert all(fallback(char) is not None for line in EMOJI for char in line)
    assert all(len(line) == len(EMOJI[0]) for line in EMOJI)


# -- keeping the field in sight --------------------------------


def in_sight(phone, hand, name):
    board = next(window for window in phone.windows() if window.title == "InputMethod").root.rect
    left, top, right, bottom = (
        int(number) for number in hand.node(id=name).get("bounds").replace("][", ",").strip("[]").split(",")
    )
    return bottom - top > 40 and right > left and bottom <= board.top * phone.scale + 1


def test_a_field_below_the_keyboard_is_scrolled_into_sight(phone, hand, post):
    phone.swipe(540, 1500, 540, 200)
    low = hand.spot(id="last")[1]
    post("last")
    assert in_sight(phone, hand, "last")
    assert hand.spot(id="last")[1] < low


def test_a_field_at_the_foot_of_a_screen_stands_above_the_keyboard(phone, hand):
    phone.start("test.post", "letter")
    hand.tap(id="answer")
    assert in_sight(phone, hand, "answer")


def test_on_its_side_a_field_is_seen_too(phone, hand):
    phone.put_setting("system", "user_rotation", "1")
    phone.start("test.post", "letter")
    hand.tap(id="answer")
    assert in_sight(phone, hand, "answer")


def test_a_screen_without_room_above_the_keyboard_is_pushed_up(phone, hand):
    phone.start("test.post", "tight")
    hand.tap(id="foot")
    assert hand.sees(text="Row 0")
    phone.put_setting("system", "user_rotation", "1")
    assert in_sight(phone, hand, "foot")
    assert not hand.sees(text="Row 0")


def test_the_user_may_scroll_away_and_typing_comes_back(phone, hand, post):
    phone.swipe(540, 1500, 540, 200)
    post("last")
    phone.swipe(540, 400, 540, 1300)
    assert not hand.sees(id="last")
    phone.type_text("x")
    assert in_sight(phone, hand, "last")


def test_looking_changes_nothing(phone, post):
    phone.swipe(540, 1500, 540, 200)
    post("last")
    before = phone.export()
    phone.png()
    phone.ui_xml()
    assert phone.export() == before


def test_tab_moves_on_to_a_field_below_the_keyboard_and_shows_it(phone, hand, post):
    post("secret")
    phone.key(61)
    assert phone.activity.focus == "last"
    assert in_sight(phone, hand, "last")


# -- held keys and lines --------------------------------


def test_a_held_letter_offers_its_accents_and_its_digit(phone, hand, post):
    post("mail")
    phone.long_tap(*keys(phone)["e"].visible.center)
    hand.key("é")
    phone.long_tap(*keys(phone)["e"].visible.center)
    hand.key("3")
    hand.key("x")
    assert text(phone, "mail") == "é3x"
    assert "é" not in keys(phone)


def test_a_held_capital_offers_capitals(phone, hand, post):
    post("plain")
    phone.long_tap(*keys(phone)["U"].visible.center)
    hand.key("Ü")
    assert text(phone, "plain") == "Ü"


def test_up_and_down_move_between_lines(phone, post):
    post("long")
    phone.type_text("first\nsecond\nthird")
    phone.key(19)
    phone.type_text("!")
    phone.key(19)
    phone.type_text("?")
    phone.key(20)
    phone.key(20)
    phone.type_text(".")
    lines = text(phone, "long").split("\n")
    assert [sorted(set(line) & set("!?.")) for line in lines] == [["?"], ["!"], ["."]]


def test_nothing_is_typed_below_what_the_system_shows(phone, hand, post):
    post("plain")
    phone.type_text("kept")
    phone.key(83)
    phone.type_text("lost")
    phone.key(67)
    phone.key_combination((113, 29))
    phone.key_combination((113, 52))
    phone.back()
    assert text(phone, "plain") == "kept"
    phone.put_setting("secure", "lockscreen.pin", "1")
    phone.key(26)
    phone.key(26)
    phone.key_combination((113, 67))
    assert text(phone, "plain") == "kept"


@pytest.mark.parametrize("layer", ["lower", "upper", "symbols", "more", "emoji"])
def test_every_key_of_a_layer_types_what_stands_on_it(phone, post, layer):
    post("site")
    phone.press_soft_key(f"<{layer}>")
    names = [name for name in keys(phone) if len(name) == 1 or name == ".com"]
    assert len(names) > 25
    for name in names:
        phone.press_soft_key(f"<{layer}>")
        phone.tap(*keys(phone)[name].visible.center)
    assert text(phone, "site") == "".join(names)

"""Text fields in a box, and sliders in steps."""

from __future__ import annotations

import pytest

from crab_android.phone.kit import MATCH, column, dropdown, slider, step_slider, text_box
from crab_android.phone.touch import walk


@pytest.fixture
def box(screen):
    """Shows a text field."""

    def put(**more) -> None:
        screen(lambda context: column(text_box(context, "mail", "Mail", **more), width=MATCH, height=MATCH))

    return put


def view(phone):
    return next(view for view in walk(phone.active_window().root) if view.field)


def test_the_label_is_the_hint_of_an_empty_field(hand, box):
    box()
    assert hand.texts() == ["Mail"]
    assert hand.node(id="mail").get("text") == "Mail"


def test_with_the_cursor_in_it_the_label_stands_on_the_edge(phone, hand, box):
    box()
    hand.tap(id="mail")
    assert hand.node(id="mail").get("text") == ""
    assert hand.texts() == ["Mail"]
    phone.type_text("ada@example.test")
    assert hand.texts() == ["ada@example.test", "Mail"]


def test_what_is_wrong_is_told_below(hand, box):
    box(error="No mail address", helper="not shown now")
    assert hand.node(id="textinput_error").get("text") == "No mail address"
    box(helper="Only you see this")
    assert hand.node(id="textinput_helper_text").get("text") == "Only you see this"


def test_a_password_is_shown_as_dots_until_the_eye_is_touched(phone, hand, box):
    box(input_type="password", initial="secret")
    assert hand.node(id="mail").get("text") == "••••••"
    assert hand.node(id="mail").get("password") == "true"
    assert view(phone).wrapped == ("••••••",)
    hand.tap(desc="Show password")
    assert hand.node(id="mail").get("text") == "secret"
    hand.tap(desc="Hide password")
    assert view(phone).wrapped == ("••••••",)


def test_a_password_is_typed_and_edited_as_any_text(phone, hand, box):
    box(input_type="password")
    hand.tap(id="mail")
    phone.type_text("secret!")
    phone.key(67)
    assert phone.context().field("mail").text == "secret"


@pytest.mark.parametrize("kind", ["text", "number", "phone", "email", "password"])
def test_the_keyboard_is_told_what_is_typed(phone, box, kind):
    box(input_type=kind)
    assert view(phone).input_type == kind


def test_a_field_of_several_lines_grows_and_breaks_at_enter(phone, hand, box):
    box(lines=4)
    low = view(phone).rect.height
    hand.tap(id="mail")
    phone.type_text("one")
    phone.key(66)
    phone.type_text("two")
    assert phone.context().field("mail").text == "one\ntwo"
    assert view(phone).rect.height > low


def test_enter_does_what_it_is_told(phone, hand, stage, box):
    box(on_enter=stage.note("enter"), icon="mail", id="address")
    hand.tap(id="address")
    phone.key(66)
    assert stage.happened == ["enter"]


def test_a_box_that_opens_a_choice_shows_what_is_chosen(hand, stage, screen):
    screen(
        lambda context: dropdown(context.theme, "Label", "Mobile", stage.note("open"), "kind", icon="call")
    )
    node = hand.node(id="kind")
    assert (node.get("class"), node.get("content-desc")) == ("android.widget.Spinner", "Label")
    assert hand.texts() == ["Mobile"]
    hand.tap(text="Mobile")
    assert stage.happened == ["open"]


def test_a_slider_is_set_by_a_tap(phone, hand, stage, screen):
    screen(lambda context: slider(0.5, context.theme, "Volume", stage.happened.append, "volume"))
    x, y = hand.spot(id="volume")
    phone.tap(x, y)
    phone.tap(1079, y)
    phone.tap(0, y)
    assert stage.happened == pytest.approx([0.5, 1, 0], abs=0.01)


def test_a_slider_in_steps_stops_at_them(phone, hand, stage, screen):
    screen(lambda context: step_slider(0.0, 5, context, "Size", stage.happened.append, "size"))
    _x, y = hand.spot(id="size")
    for x in (2, 250, 300, 700, 1078):
        phone.tap(x, y)
    assert stage.happened == [0, 0.25, 0.25, 0.75, 1]

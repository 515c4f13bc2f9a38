"""Menus, sheets and dialogs, used as a person uses them."""

from __future__ import annotations

import pytest

from crab_android.phone.kit import (
    choice,
    confirm,
    label,
    list_row,
    menu,
    multi_choice,
    overflow,
    sheet,
    text_prompt,
)


def test_the_button_with_three_dots_opens_a_menu_which_closes_before_it_acts(phone, hand, stage, screen):
    stage.popup = lambda context: menu(
        context,
        ("menu_edit", "Edit", lambda: stage.happened.append(phone.activity.dialog)),
        ("menu_delete", "Delete", stage.note("deleted")),
    )
    screen(lambda context: overflow(context, "it"))
    hand.tap(desc="More options")
    assert [node.get("text") for node in hand.nodes(id="android:id/title")] == ["Edit", "Delete"]
    assert hand.sees(cls="android.widget.ListView")
    hand.tap(id="menu_edit")
    assert stage.happened == [None]
    assert not hand.sees(text="Edit")


def test_a_menu_entry_may_open_another_dialog(phone, hand, stage, screen):
    def popup(context):
        if context.dialog.get("sure"):
            return confirm(context, "Sure?", "", "Yes", stage.note("yes"))
        return menu(context, ("menu_next", "Next", lambda: context.show_dialog("it", sure=True)))

    stage.popup = popup
    screen(lambda context: overflow(context, "it"))
    hand.tap(desc="More options")
    hand.tap(text="Next")
    hand.tap(id="android:id/button1")
    assert stage.happened == ["yes"]


def test_a_touch_beside_a_menu_closes_it(phone, hand, stage, dialog):
    dialog(lambda context: menu(context, ("menu_edit", "Edit", stage.note("edit"))))
    phone.tap(300, 2000)
    assert phone.activity.dialog is None
    assert stage.happened == []


def test_a_long_menu_scrolls(phone, hand, stage, dialog):
    dialog(lambda context: menu(context, *((f"entry_{n}", f"Entry {n}", stage.note(n)) for n in range(40))))
    assert not hand.sees(text="Entry 39")
    for _ in range(4):
        phone.swipe(800, 2000, 800, 300, 300)
    hand.tap(text="Entry 39")
    assert stage.happened == [39]


def test_a_sheet_stands_at_the_foot(phone, hand, dialog):
    dialog(lambda context: sheet(context, list_row(context.theme, "Share"), list_row(context.theme, "Copy")))
    assert hand.texts() == ["Share", "Copy"]
    assert hand.node(id="bottom_sheet").get("bounds", "").endswith("[1080,2400]")
    phone.back()
    assert phone.activity.dialog is None


def test_what_cannot_be_undone_is_confirmed(phone, hand, stage, dialog):
    def popup(context):
        return confirm(context, "Delete?", "It is gone then.", "Delete", stage.note("deleted"))

    dialog(popup)
    assert hand.node(id="alertTitle").get("text") == "Delete?"
    assert hand.node(id="android:id/message").get("text") == "It is gone then."
    hand.tap(id="android:id/button2")
    assert (stage.happened, phone.activity.dialog) == ([], None)
    dialog(popup)
    hand.tap(text="Delete")
    assert (stage.happened, phone.activity.dialog) == (["deleted"], None)


COLORS = (("red", "Red"), ("green", "Green"), ("blue", "Blue"))


def test_one_of_several_is_chosen_by_a_tap(phone, hand, stage, dialog):
    dialog(lambda context: choice(context, "Colour", COLORS, "green", stage.happened.append))
    checked = {node.get("text"): node.get("checked") for node in hand.nodes(id="android:id/text1")}
    assert checked == {"Red": "false", "Green": "true", "Blue": "false"}
    hand.tap(text="Blue")
    assert (stage.happened, phone.activity.dialog) == (["blue"], None)


def test_a_choice_can_be_left(phone, hand, stage, dialog):
    dialog(lambda context: choice(context, "Colour", COLORS, "green", stage.happened.append))
    hand.tap(id="android:id/button2")
    assert (stage.happened, phone.activity.dialog) == ([], None)


@pytest.mark.parametrize("rotation", ["0", "1"])
def test_many_options_scroll_and_leave_room_for_the_buttons(phone, hand, stage, dialog, rotation):
    phone.put_setting("system", "user_rotation", rotation)
    options = [(str(n), f"Option {n}") for n in range(30)]
    dialog(lambda context: choice(context, "One of many", options, "0", stage.happened.append))
    assert hand.node(id="select_dialog_listview").get("scrollable") == "true"
    assert hand.sees(id="alertTitle")
    assert hand.sees(id="android:id/button2")
    x, y = hand.spot(id="select_dialog_listview")
    for _ in range(25):
        phone.swipe(x, y + 150, x, y - 150, 300)
    hand.tap(text="Option 29")
    assert stage.happened == ["29"]


def test_any_of_several_are_toggled_and_taken_over_with_ok(phone, hand, stage, dialog):
    def popup(context):
        chosen = context.dialog.setdefault("chosen", ["red"])

        def toggle(key):
            context.dialog["chosen"] = [k for k in chosen if k != key] if key in chosen else [*chosen, key]

        return multi_choice(
            context, "Colours", COLORS, chosen, toggle, lambda: stage.happened.append(sorted(chosen))
        )

    dialog(popup, chosen=["red"])
    hand.tap(text="Blue")
    hand.tap(text="Red")
    hand.tap(text="Green")
    assert [node.get("checked") for node in hand.nodes(id="android:id/text1")] == ["false", "true", "true"]
    hand.tap(id="android:id/button1")
    assert (stage.happened, phone.activity.dialog) == ([["blue", "green"]], None)


def rename(stage):
    return lambda context: text_prompt(
        context, "Rename", "new_name", "Name", "Save", stage.happened.append, initial="Old"
    )


def test_a_text_is_asked_for(phone, hand, stage, dialog):
    dialog(rename(stage))
    assert hand.node(id="new_name").get("text") == "Old"
    hand.tap(id="new_name")
    phone.type_text(" and new ")
    hand.tap(id="android:id/button1")
    assert stage.happened == ["Old and new"]
    assert phone.activity.dialog is None
    dialog(rename(stage))
    assert hand.node(id="new_name").get("text") == "Old"


def test_enter_saves_too(phone, hand, stage, dialog):
    dialog(rename(stage))
    phone.context().edit("new_name", "")
    phone.type_text("Other")
    phone.key(66)
    assert stage.happened == ["Other"]


def test_an_empty_text_cannot_be_saved(phone, hand, stage, dialog):
    dialog(
        lambda context: text_prompt(context, "New folder", "name", "Name", "Create", stage.happened.append)
    )
    assert hand.node(id="name").get("text") == "Name"  # the hint
    assert hand.node(id="android:id/button1").get("enabled") == "false"
    hand.tap(id="android:id/button1")
    phone.context().edit("name", "")
    phone.type_text("  ")
    phone.key(66)
    assert stage.happened == []
    assert phone.activity.dialog is not None


def test_a_text_that_was_cancelled_is_forgotten(phone, hand, stage, dialog):
    dialog(rename(stage))
    phone.context().edit("new_name", "Half a na")
    phone.changed()
    hand.tap(id="android:id/button2")
    dialog(rename(stage))
    assert hand.node(id="new_name").get("text") == "Old"
    assert stage.happened == []


def test_long_titles_and_messages_stay_on_the_screen(hand, dialog, stage):
    dialog(lambda context: confirm(context, "Why " * 60, "Because " * 400, "Yes", stage.note("yes")))
    hand.tap(id="android:id/button1")
    assert stage.happened == ["yes"]


def test_a_label_may_have_another_class(hand, screen):
    screen(lambda context: label("x", cls="android.widget.CheckedTextView"))
    assert hand.sees(cls="android.widget.CheckedTextView")

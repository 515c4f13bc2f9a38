"""The lock screen, the power key and its menu, and the volume panel."""

from __future__ import annotations

import pytest

from crab_android.phone import Phone

from .conftest import POST, UI


@pytest.fixture
def lock(phone):
    """Turns the screen off and on, so that the phone is locked, perhaps with a PIN."""

    def act(pin=""):
        phone.put_setting("secure", "lockscreen.disabled", "0")
        phone.put_setting("secure", "lockscreen.pin", pin)
        phone.key(26)
        phone.key(26)

    return act


def swipe_up(phone):
    phone.swipe(540, 1900, 540, 900)


def press(hand, digits):
    for digit in digits:
        hand.tap(id=f"{UI}key{digit}")


def test_a_phone_does_not_lock_itself_unless_it_is_set_so(phone):
    phone.key(26)
    phone.key(26)
    assert not phone.state.locked


def test_the_lock_screen_has_clock_date_and_notifications(hand, busy, lock):
    lock()
    assert busy.state.locked
    assert hand.node(id=f"{UI}lockscreen_clock_view_large").get("text") == "10:24"
    assert {"Ada", "A letter from Leo", "Swipe up to open"} <= set(hand.texts())


def test_a_swipe_up_unlocks_and_the_app_is_where_it_was(hand, phone, lock):
    phone.launch(POST)
    lock()
    assert not hand.sees(text="Post")
    swipe_up(phone)
    assert not phone.state.locked
    assert hand.sees(text="Post")


def test_nothing_below_the_lock_screen_can_be_touched_typed_into_or_left(hand, phone, lock):
    phone.launch(POST)
    x, y = hand.spot(desc="More")
    lock()
    phone.tap(x, y)
    phone.type_text("x")
    for code in (3, 4, 187, 66 + 1):
        phone.key(code)
    assert phone.state.locked
    assert phone.front.package == POST
    assert phone.activity.dialog is None


def test_a_pin_is_asked_for_and_opens_the_phone(hand, phone, lock):
    lock("2580")
    swipe_up(phone)
    assert hand.sees(text="Enter PIN")
    press(hand, "2580")
    hand.tap(id=f"{UI}key_enter")
    assert not phone.state.locked


def test_a_wrong_pin_is_told_and_another_may_be_tried(hand, phone, lock):
    lock("2580")
    swipe_up(phone)
    press(hand, "1111")
    hand.tap(id=f"{UI}key_enter")
    assert hand.sees(text="Wrong PIN. Try again")
    assert phone.state.locked
    press(hand, "25801")
    hand.tap(id=f"{UI}delete_button")
    hand.tap(id=f"{UI}key_enter")
    assert not phone.state.locked


def test_the_pin_can_be_typed_and_is_not_shown(hand, phone, lock):
    lock("2580")
    phone.type_text("258")
    assert "258" not in phone.ui_xml()
    phone.key(7)
    phone.key(66)
    assert not phone.state.locked


def test_back_leads_from_the_pin_to_the_clock(hand, phone, lock):
    lock("2580")
    swipe_up(phone)
    phone.back()
    assert hand.sees(id=f"{UI}lockscreen_clock_view_large")


def test_a_notification_on_the_lock_screen_opens_after_the_pin(hand, busy, lock):
    lock("2580")
    hand.tap(text="A letter from Ada")
    assert hand.sees(text="Enter PIN")
    busy.type_text("2580")
    busy.key(66)
    assert (busy.activity.package, busy.activity.screen) == (POST, "letter")


def test_the_shade_can_be_pulled_down_over_the_lock_screen(hand, busy, lock):
    lock("2580")
    busy.swipe(540, 10, 540, 800)
    assert hand.sees(text="Clear all")
    busy.back()
    assert hand.sees(id=f"{UI}lockscreen_clock_view_large")


def test_a_world_may_begin_locked():
    phone = Phone({"locked": True, "settings": {"secure": {"lockscreen.pin": "12"}}})
    phone.type_text("12")
    phone.key(66)
    assert not phone.state.locked


def test_a_question_of_an_app_waits_below_the_lock_screen(hand, phone, lock):
    phone.ask_uninstall(POST)
    lock()
    assert not hand.sees(text="Uninstall app")
    swipe_up(phone)
    assert hand.sees(text="Uninstall app")


# -- power --------------------------------


def test_the_power_key_held_shows_a_menu_that_back_leaves(hand, phone):
    phone.key(26, long=True)
    assert {"Emergency", "Restart", "Power off"} <= set(hand.texts())
    phone.back()
    assert not phone.state.overlays


def test_restart_ends_apps_and_keeps_what_they_stored(hand, busy):
    busy.app_state(POST).heard.append("kept")
    busy.launch(POST)
    busy.key(26, long=True)
    hand.tap(text="Restart")
    assert [stack.package for stack in busy.state.stacks] == ["org.crab.launcher"]
    assert busy.state.awake
    assert busy.app_state(POST).heard == ["kept"]


def test_power_off_makes_the_screen_black_until_the_power_key(hand, phone):
    phone.key(26, long=True)
    hand.tap(text="Power off")
    assert set(phone.raw()[16 : 16 + 4 * 1080]) == {0, 255}
    phone.key(224)
    assert not phone.state.awake
    phone.key(26)
    assert phone.state.awake
    assert phone.state.powered


# -- volume --------------------------------


def panel(phone):
    from crab_android.phone.touch import walk

    window = next((w for w in phone.windows() if w.title == "VolumeDialogImpl"), None)
    return window and {view.id: view for view in walk(window.root) if view.id}


def test_volume_keys_show_a_panel_which_does_not_take_the_focus(hand, phone):
    phone.launch(POST)
    before = phone.ui_xml()
    phone.key(24)
    assert phone.state.settings["system"]["volume_music"] == "9"
    assert panel(phone)
    assert phone.ui_xml() == before


def test_the_panel_goes_with_a_touch_beside_it_which_still_counts(hand, phone):
    phone.launch(POST)
    phone.key(25)
    hand.tap(desc="More")
    assert not panel(phone)
    assert phone.activity.dialog.name == "about"


def test_the_panel_slides_and_changes_the_ringer(phone):
    phone.key(25)
    bar = panel(phone)["volume_row_slider"].rect
    phone.swipe(bar.center[0], bar.bottom - 40, bar.center[0], bar.top)
    assert phone.state.settings["system"]["volume_music"] == "15"
    phone.tap(*panel(phone)["ringer_icon"].rect.center)
    assert phone.state.settings["global"]["mode_ringer"] == "1"
    phone.key(4)
    assert not panel(phone)


def test_the_screenshot_key_keeps_a_picture(phone):
    before = phone.png()
    phone.key(120)
    assert phone.state.files.read("/sdcard/Pictures/Screenshots/Screenshot_20260514-102400.png") == before

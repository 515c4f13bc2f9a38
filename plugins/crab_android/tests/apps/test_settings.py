"""The Settings app changes what the settings provider holds, and the phone follows."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def open_settings(phone):
    phone.launch("com.android.settings")


def test_the_dark_theme_switch_changes_the_setting_and_the_colours(hand):
    light = hand.phone.png()
    hand.tap(text="Display")
    assert hand.node(desc="Dark theme").get("checked") == "false"
    hand.tap(desc="Dark theme")
    assert hand.phone.state.settings["secure"]["ui_night_mode"] == "2"
    assert hand.node(desc="Dark theme").get("checked") == "true"
    hand.phone.back()
    assert hand.phone.png() != light
    hand.phone.put_setting("secure", "ui_night_mode", "1")
    assert hand.phone.png() == light


def test_font_size_is_chosen_in_a_dialog_and_enlarges_texts(hand):
    hand.tap(text="Display")
    before = hand.node(text="Dark theme").get("bounds")
    hand.tap(text="Font size")
    assert [node.get("text") for node in hand.nodes(id="android:id/text1")] == [
        "Small",
        "Default",
        "Large",
        "Larger",
        "Largest",
    ]
    hand.tap(text="Largest")
    assert hand.phone.state.settings["system"]["font_scale"] == "1.5"
    assert hand.node(text="Dark theme").get("bounds") != before


def test_the_dialog_marks_the_value_in_force(hand):
    hand.tap(text="Display")
    hand.tap(text="Screen timeout")
    marked = [node.get("checked") for node in hand.nodes(cls="android.widget.RadioButton")]
    assert marked.index("true") == 2
    assert marked.count("true") == 1


def test_a_slider_follows_the_finger(hand):
    hand.tap(text="Display")
    x, y = hand.spot(id="seekbar")
    hand.phone.swipe(x, y, 1000, y)
    assert int(hand.phone.state.settings["system"]["screen_brightness"]) > 240
    hand.phone.tap(250, y)
    assert int(hand.phone.state.settings["system"]["screen_brightness"]) < 60


def test_the_device_name_is_edited(hand):
    hand.tap(text="Connected devices")
    hand.tap(text="Device name")
    hand.phone.key_combination((113, 29))  # selects all
    hand.phone.type_text("Ada's phone")
    hand.tap(text="Save")
    assert hand.phone.state.settings["global"]["device_name"] == "Ada's phone"
    assert "Ada's phone" in hand.texts()


def test_cancel_leaves_the_device_name(hand):
    hand.tap(text="Connected devices")
    hand.tap(text="Device name")
    hand.phone.type_text(" 2")
    hand.tap(text="Cancel")
    assert hand.phone.state.settings["global"]["device_name"] == "Crab Phone"
    hand.tap(text="Device name")
    assert hand.node(id="android:id/edit").get("text") == "Crab Phone"


def test_wifi_off_takes_its_sign_from_the_status_bar(hand):
    hand.tap(text="Network & internet")
    hand.tap(text="Internet")
    with_sign = hand.phone.raw()[: 4 * 1080 * 100]
    hand.tap(desc="Wi-Fi")
    assert hand.phone.state.settings["global"]["wifi_on"] == "0"
    assert hand.phone.raw()[: 4 * 1080 * 100] != with_sign


def test_about_phone_tells_the_properties(hand):
    hand.phone.swipe(540, 1900, 540, 700)
    hand.tap(text="About phone")
    assert {"Android version", "16", "Model"} <= set(hand.texts())


def test_a_twelve_hour_clock(hand):
    hand.phone.reset({"clock": "2026-05-14T15:05"})
    assert "15:05" in hand.texts()
    hand.phone.put_setting("system", "time_12_24", "12")
    assert "3:05" in hand.texts()

"""Notifications in the status bar and in the shade, and the quick settings."""

from __future__ import annotations

import pytest

from crab_android.phone.system.overlays.shade import collapse, open_quick_settings, open_shade
from crab_android.phone.system.tiles import TILES

from .conftest import POST, UI


def pull(phone, far=700):
    """A finger from the upper edge down."""
    phone.swipe(540, 10, 540, 10 + far)


def test_a_swipe_from_the_upper_edge_shows_the_notifications_the_newest_app_first(hand, busy):
    pull(busy)
    titles = [node.get("text") for node in hand.nodes(id="android:id/title")]
    assert titles == ["Keeping up", "Ada", "Leo"]
    assert [node.get("text") for node in hand.nodes(id="android:id/app_name_text")] == [
        "Tasks",
        "Post",
        "Post",
    ]
    assert [node.get("text") for node in hand.nodes(id="android:id/time")] == ["now", "3m", "2h"]
    assert hand.sees(id=f"{UI}notification_stack_scroller")


def test_an_empty_shade_says_so(hand, phone):
    pull(phone)
    assert hand.sees(text="No notifications")
    assert not hand.sees(text="Clear all")


def test_a_tap_opens_what_the_notification_is_about_and_takes_it_away(hand, busy):
    pull(busy)
    hand.tap(text="A letter from Ada")
    assert (busy.activity.package, busy.activity.screen) == (POST, "letter")
    assert hand.sees(id="name", text="Ada")
    assert [n.title for n in busy.state.notifications] == ["Keeping up", "Leo"]
    assert not busy.state.overlays


def test_a_button_of_a_notification_tells_its_app(hand, busy):
    pull(busy)
    hand.tap(text="Mark as read")
    assert busy.app_state(POST).heard == ["Ada"]


def test_a_swipe_sideways_dismisses_one_but_not_an_ongoing_one(hand, busy):
    pull(busy)
    _x, y = hand.spot(text="A letter from Leo")
    busy.swipe(300, y, 900, y)
    _x, y = hand.spot(text="Keeping up")
    busy.swipe(900, y, 300, y)
    assert [n.title for n in busy.state.notifications] == ["Keeping up", "Ada"]


def test_clear_all_leaves_what_is_ongoing(hand, busy):
    pull(busy)
    hand.tap(text="Clear all")
    assert [n.title for n in busy.state.notifications] == ["Keeping up"]
    pull(busy)
    assert not hand.sees(text="Clear all")


def test_many_notifications_scroll(hand, busy):
    for number in range(12):
        first = busy.state.notifications[0]
        busy.notify(first.model_copy(update={"tag": str(number + 10), "title": f"Letter {number}"}))
    pull(busy)
    assert not hand.sees(text="Clear all")
    for _ in range(6):
        busy.swipe(540, 1900, 540, 1000)
    assert hand.sees(text="Clear all")
    assert busy.export()["overlays"][0]["args"]["scroll"]["notifications"] > 0


@pytest.mark.parametrize("close", ["back", "home", "swipe"])
def test_the_shade_is_left_by_back_home_and_a_swipe_up(hand, busy, close):
    busy.launch("org.crab.tasks")
    pull(busy)
    if close == "swipe":
        busy.swipe(540, 2200, 540, 1500)
    else:
        busy.key({"back": 4, "home": 3}[close])
    assert not busy.state.overlays
    assert busy.front.package == ("org.crab.launcher" if close == "home" else "org.crab.tasks")


def test_a_second_or_a_long_swipe_down_shows_all_quick_settings(hand, phone):
    pull(phone)
    pull(phone)
    assert hand.sees(id=f"{UI}quick_settings_panel")
    phone.back()
    phone.back()
    pull(phone, far=1800)
    assert hand.sees(id=f"{UI}quick_settings_panel")


@pytest.mark.parametrize(
    ("tile", "namespace", "key", "value"),
    [
        ("Wi-Fi, On", "global", "wifi_on", "0"),
        ("Bluetooth, On", "global", "bluetooth_on", "0"),
        ("Airplane mode, Off", "global", "airplane_mode_on", "1"),
        ("Do Not Disturb, Off", "global", "zen_mode", "1"),
        ("Dark theme, Off", "secure", "ui_night_mode", "2"),
        ("Flashlight, Off", "secure", "flashlight_enabled", "1"),
        ("Auto-rotate, Off", "system", "accelerometer_rotation", "1"),
        ("Battery Saver, Off", "global", "low_power", "1"),
        ("Mobile data, On", "global", "mobile_data", "0"),
        ("Location, On", "secure", "location_mode", "0"),
    ],
)
def test_a_tile_shows_and_changes_its_setting(hand, phone, tile, namespace, key, value):
    open_quick_settings(phone)
    assert hand.node(desc=tile).get("checked") == ("true" if tile.endswith("On") else "false")
    hand.tap(desc=tile)
    assert phone.state.settings[namespace][key] == value
    name = tile.partition(",")[0]
    assert hand.node(desc=f"{name}, {'Off' if tile.endswith('On') else 'On'}")


@pytest.mark.parametrize("tile", [tile for tile in TILES if tile.settings], ids=lambda tile: tile.name)
def test_a_long_touch_on_a_tile_opens_its_page_in_settings(hand, phone, tile):
    open_quick_settings(phone)
    before = dict(phone.state.settings[tile.key[0]])
    name = next(
        n.get("content-desc") for n in hand.nodes() if n.get("content-desc", "").startswith(tile.name)
    )
    hand.long_tap(desc=name)
    assert phone.activity.package == "com.android.settings"
    assert phone.state.settings[tile.key[0]] == before
    assert not phone.state.overlays


def test_the_brightness_slider_sets_the_brightness(hand, phone):
    open_shade(phone)
    x, y = hand.spot(id=f"{UI}slider")
    phone.swipe(x, y, 1060, y)
    assert phone.state.settings["system"]["screen_brightness"] == "255"


def test_settings_and_the_power_menu_are_at_the_foot_of_the_quick_settings(hand, phone):
    open_quick_settings(phone)
    hand.tap(desc="Open power menu")
    assert hand.sees(text="Restart")
    phone.back()
    hand.tap(desc="Open settings")
    assert phone.front.package == "com.android.settings"


def test_panels_are_opened_and_closed_from_outside(phone):
    open_shade(phone)
    open_quick_settings(phone)
    assert [overlay.kind for overlay in phone.state.overlays] == ["quick_settings"]
    collapse(phone)
    assert not phone.state.overlays


def test_the_status_bar_has_a_sign_for_each_app_that_notifies(busy):
    from crab_android.phone.touch import walk

    bar = next(window for window in busy.windows() if window.title == "StatusBar")
    icons = [view.icon for view in walk(bar.root) if view.icon]
    assert icons[:2] == ["check_circle", "bell"]


def test_a_snapshot_keeps_the_open_shade(hand, busy):
    pull(busy)
    twin = busy.fork()
    assert twin.ui_xml() == busy.ui_xml()
    busy.back()
    assert twin.state.overlays
    assert twin.png() != busy.png()

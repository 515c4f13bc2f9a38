"""Home, drawer, back stack and gestures."""

from __future__ import annotations

import pytest

from crab_android.phone import Phone, UnknownActivityError


def test_a_phone_starts_on_the_home_screen_with_clock_and_icons(hand):
    assert hand.phone.front.package == "org.crab.launcher"
    assert "10:24" in hand.texts()
    assert hand.sees(desc="Tasks", clickable="true")


def test_an_icon_opens_its_app_and_back_returns_home(hand):
    hand.tap(desc="Tasks")
    assert hand.phone.front.package == "org.crab.tasks"
    hand.phone.back()
    assert hand.phone.front.package == "org.crab.launcher"


def test_a_swipe_up_opens_the_drawer_and_a_swipe_down_closes_it(hand):
    hand.phone.swipe(540, 1500, 540, 600)
    assert hand.sees(id="apps_list_view")
    names = [text for text in hand.texts() if text != "Search apps"]
    assert {"Settings", "Tasks"} <= set(names)
    assert names == sorted(names, key=str.casefold)
    hand.phone.swipe(540, 600, 540, 1500)
    assert not hand.sees(id="apps_list_view")


def test_a_swipe_sideways_does_not_open_the_drawer(hand):
    hand.phone.swipe(300, 1200, 700, 1200)
    assert not hand.sees(id="apps_list_view")


def test_the_drawer_finds_apps_by_what_is_typed_and_enter_opens_the_first(hand):
    hand.tap(id="search_bar")
    hand.phone.type_text("tas")
    assert "Settings" not in hand.texts()
    hand.phone.key(66)
    assert hand.phone.front.package == "org.crab.tasks"


def test_the_drawer_says_so_when_no_app_matches(hand):
    hand.tap(id="search_bar")
    hand.phone.type_text("zzz")
    assert hand.node(id="empty_title").get("text") == "No app is called “zzz”"


def test_an_app_is_left_where_it_was_and_found_there_again(hand):
    hand.tap(desc="Settings")
    hand.tap(text="Display")
    hand.phone.home()
    hand.phone.launch("com.android.settings")
    assert "Dark theme" in hand.texts()


def test_force_stop_forgets_the_screens_but_keeps_what_is_stored(hand):
    hand.phone.put_setting("global", "device_name", "Ada's")
    hand.tap(desc="Settings")
    hand.tap(text="Display")
    hand.phone.force_stop("com.android.settings")
    assert hand.phone.front.package == "org.crab.launcher"
    hand.phone.launch("com.android.settings")
    assert "Settings" in hand.texts()
    assert hand.phone.state.settings["global"]["device_name"] == "Ada's"


def test_a_swipe_from_the_lower_edge_goes_home_and_one_from_the_side_goes_back(hand):
    hand.tap(desc="Settings")
    hand.tap(text="Display")
    hand.phone.swipe(5, 1200, 500, 1200)
    assert "Network & internet" in hand.texts()
    hand.phone.swipe(540, 2395, 540, 1500)
    assert hand.phone.front.package == "org.crab.launcher"


def test_three_buttons_take_the_place_of_the_gestures(hand):
    hand.phone.put_setting("secure", "navigation_mode", "0")
    hand.phone.launch("com.android.settings")
    hand.phone.swipe(540, 2395, 540, 1500)
    assert hand.phone.front.package == "com.android.settings"
    hand.phone.tap(540, 2340)
    assert hand.phone.front.package == "org.crab.launcher"


def test_back_on_the_home_screen_does_nothing(phone):
    before = phone.export()
    phone.back()
    assert phone.export() == before


def test_an_unknown_app_or_screen_is_an_error_that_names_it(phone):
    with pytest.raises(UnknownActivityError, match=r"org\.nobody"):
        phone.launch("org.nobody")
    with pytest.raises(UnknownActivityError, match="cellar"):
        phone.start("org.crab.tasks", "cellar")


def test_a_sleeping_phone_is_black_and_does_not_react_until_woken(hand):
    hand.phone.key(26)
    hand.phone.tap(*hand.spot(desc="Tasks"))
    assert hand.phone.front.package == "org.crab.launcher"
    assert set(hand.phone.raw()[16 : 16 + 4 * 1080]) == {0, 255}
    hand.phone.key(224)
    hand.tap(desc="Tasks")
    assert hand.phone.front.package == "org.crab.tasks"


def test_a_toast_goes_with_the_next_touch(hand):
    hand.tap(desc="Tasks")
    hand.tap(desc="Mark as done")
    assert hand.phone.state.toast is not None
    hand.phone.tap(540, 2000)
    assert hand.phone.state.toast is None


def test_every_settings_page_renders_dumps_and_is_left_by_back(phone):
    from crab_android.phone.apps.settings.pages import PAGES

    for name in PAGES:
        phone.home()
        phone.start("com.android.settings", name)
        assert phone.ui_xml().count("<node") > 3
        assert phone.png().startswith(b"\x89PNG")
        phone.back()
    assert isinstance(phone, Phone)

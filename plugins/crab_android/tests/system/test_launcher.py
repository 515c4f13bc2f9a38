"""The home screen, the drawer and the menu of an app."""

from __future__ import annotations

import pytest

from crab_android.phone import Phone
from crab_android.phone.apps.launcher.model import DOCK, FAVOURITES


@pytest.fixture
def hand(phone, hand):
    return hand


def test_home_has_a_clock_favourites_a_dock_and_a_search_bar():
    phone = Phone()
    from crab_android.phone.crawl import find

    for name in ("clock", "date", "favourites", "hotseat", "search_bar"):
        assert not find(phone, id=name).visible.empty
    home = phone.state.apps["org.crab.launcher"]
    assert set(home.dock) <= set(DOCK)
    assert [package for package in FAVOURITES if package in phone.apps] == home.favourites[
        : len([package for package in FAVOURITES if package in phone.apps])
    ]
    assert len(home.favourites) <= 12


def test_apps_of_a_small_phone_all_stand_on_the_home_screen(hand):
    for name in ("Tasks", "Settings", "Post"):
        assert hand.sees(desc=name, clickable="true")


def test_icons_stand_in_four_columns_that_do_not_overlap():
    from crab_android.phone.touch import walk

    phone = Phone()
    icons = [view.rect for view in walk(phone.active_window().root) if view.id == "icon"]
    assert all(one.intersect(other).empty for n, one in enumerate(icons) for other in icons[n + 1 :]), (
        "icons overlap"
    )
    assert all(phone.area.contains(*rect.center) for rect in icons)


def test_a_long_touch_offers_what_can_be_done_with_an_app(hand):
    hand.long_tap(desc="Post")
    assert {"Post", "App info", "Remove from Home screen", "Uninstall"} <= set(hand.texts())


def test_an_app_of_the_system_cannot_be_uninstalled(hand):
    hand.long_tap(desc="Tasks")
    assert "Uninstall" not in hand.texts()


def test_an_app_is_uninstalled_after_a_question(hand):
    hand.long_tap(desc="Post")
    hand.tap(text="Uninstall")
    assert hand.sees(text="Do you want to uninstall this app? What it has stored is deleted.")
    hand.tap(text="Cancel")
    assert "test.post" in hand.phone.apps
    hand.long_tap(desc="Post")
    hand.tap(text="Uninstall")
    hand.tap(text="OK")
    assert "test.post" not in hand.phone.apps
    assert not hand.sees(desc="Post")


def test_app_info_opens_settings(hand):
    hand.long_tap(desc="Tasks")
    hand.tap(text="App info")
    assert hand.phone.front.package == "com.android.settings"
    assert "Tasks" in hand.texts()


def test_an_icon_is_taken_off_the_home_screen_and_put_back_from_the_drawer(hand):
    hand.long_tap(desc="Tasks")
    hand.tap(text="Remove from Home screen")
    assert not hand.sees(desc="Tasks")
    hand.phone.swipe(540, 1500, 540, 600)
    hand.long_tap(desc="Tasks")
    hand.tap(text="Add to Home screen")
    hand.phone.back()
    assert hand.sees(desc="Tasks")


def test_a_swipe_down_on_home_shows_the_notifications(hand):
    hand.phone.swipe(540, 900, 540, 1500)
    assert hand.sees(text="No notifications")


def test_the_drawer_has_every_app_and_scrolls_when_there_are_many(hand):
    hand.phone.swipe(540, 1500, 540, 600)
    assert [name for name in hand.texts() if name != "Search apps"] == ["Post", "Settings", "Tasks"]


@pytest.mark.parametrize("rotation", ["1", "3"])
def test_on_its_side_everything_on_home_can_be_touched(hand, rotation):
    hand.phone.put_setting("system", "user_rotation", rotation)
    assert hand.phone.png()
    hand.tap(desc="Tasks")
    assert hand.phone.front.package == "org.crab.tasks"
    hand.phone.home()
    hand.tap(id="search_bar")
    assert hand.phone.state.keyboard.visible


@pytest.mark.parametrize(
    "display",
    [
        {"width": 480, "height": 800, "density": 240},
        {"width": 720, "height": 1280, "density": 320},
        {"width": 1440, "height": 3120, "density": 560},
    ],
)
def test_dock_and_search_bar_stand_on_screens_of_every_size(display):
    from crab_android.phone.touch import walk

    phone = Phone({"display": display})
    views = {view.id: view for view in walk(phone.active_window().root) if view.id}
    for name in ("clock", "hotseat", "search_bar"):
        assert views[name].rect.height > 100, name
        assert views[name].rect.bottom <= phone.area.bottom
    assert views["clock_widget"].rect.bottom <= views["favourites"].rect.top

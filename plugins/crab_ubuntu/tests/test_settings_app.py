"""The way through the Settings application, by names alone; the tests follow one another on one desktop."""

from __future__ import annotations

import pytest

from crab_ubuntu.providers.sandbox import SandboxProvider
from crab_ubuntu.testing import Person

pytestmark = pytest.mark.desktop

INTERFACE = "org.gnome.desktop.interface"


@pytest.fixture(scope="module")
def person(provider: SandboxProvider) -> Person:
    someone = Person(provider.reset({}))
    someone.do("search_app", name="Settings")
    return someone


def test_search_app_opens_settings(person: Person) -> None:
    assert person.judge("focused_window", app="gnome-control-center", title="Settings").passed


def test_the_dark_style_is_a_click_away(person: Person) -> None:
    person.click("Appearance", "list item")
    assert "checked" in person.find("Default", "button").states
    person.click("Dark", "button")
    assert person.judge("gsettings_value", schema=INTERFACE, key="color-scheme", value="prefer-dark").passed
    assert "checked" in person.find("Dark", "button").states
    wrong = person.judge("gsettings_value", schema=INTERFACE, key="color-scheme", value="prefer-light")
    assert not wrong.passed
    assert "is 'prefer-dark', not 'prefer-light'" in wrong.reason


def test_the_light_style_comes_back(person: Person) -> None:
    person.click("Default", "button")
    assert person.judge("gsettings_value", schema=INTERFACE, key="color-scheme", value="default").passed


def test_a_wallpaper_goes_by_its_name(person: Person) -> None:
    person.click("Drool", "cell")
    picture = "file:///usr/share/backgrounds/gnome/drool-l.svg"
    assert person.judge(
        "gsettings_value", schema="org.gnome.desktop.background", key="picture-uri", value=picture
    ).passed


def test_scrolling_brings_what_is_further_below(person: Person) -> None:
    assert not person.shows("Accessibility")
    box = person.find("Power", "list item").box
    assert box is not None
    person.do("scroll", direction="down", amount=20, x=box.center[0], y=box.center[1])
    assert person.shows("Accessibility")


def test_large_text_is_a_switch_with_a_name(person: Person) -> None:
    person.click("Accessibility", "list item")
    assert "checked" not in person.find("Large Text").states
    person.click("Large Text")
    assert "checked" in person.find("Large Text").states
    assert person.judge("gsettings_value", schema=INTERFACE, key="text-scaling-factor", value=1.25).passed
    assert not person.judge("gsettings_value", schema=INTERFACE, key="text-scaling-factor", value=1.0).passed


def test_a_menu_is_where_its_boxes_say(person: Person) -> None:
    person.click("Primary Menu")
    person.click("Keyboard Shortcuts", "menu item")
    assert person.find("Close", "button").box is not None
    roles = {node.role for node in person.tree().walk()}
    assert "dialog" in roles


def test_an_application_that_is_open_comes_to_the_front(person: Person) -> None:
    person.do("hotkey", keys=["alt", "f4"])
    for name in ("Files", "Settings", "Settings"):
        assert person.do("search_app", name=name) == f"Opened {name}."
    assert person.judge("focused_window", title="Settings").passed
    person.do("search_app", name="Files")
    assert person.judge("focused_window", app="org.gnome.Nautilus").passed

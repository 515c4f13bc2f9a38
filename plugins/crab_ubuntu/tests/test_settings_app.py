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
    person.soon("focused_window", app="gnome-control-center", title="Settings")


def test_the_dark_style_is_a_click_away(person: Person) -> None:
    person.click("Appearance", "list item")
    person.until(lambda: "checked" in person.states("Default", "button"), "Default is not chosen")
    person.click("Dark", "button")
    person.soon("gsettings_value", schema=INTERFACE, key="color-scheme", value="prefer-dark")
    person.until(lambda: "checked" in person.states("Dark", "button"), "Dark is not chosen")
    wrong = person.judge("gsettings_value", schema=INTERFACE, key="color-scheme", value="prefer-light")
    assert not wrong.passed
    assert "is 'prefer-dark', not 'prefer-light'" in wrong.reason


def test_the_light_style_comes_back(person: Person) -> None:
    person.click("Default", "button")
    person.soon("gsettings_value", schema=INTERFACE, key="color-scheme", value="default")


def test_a_wallpaper_goes_by_its_name(person: Person) -> None:
    person.click("Drool", "cell")
    picture = "file:///usr/share/backgrounds/gnome/drool-l.svg"
    person.soon("gsettings_value", schema="org.gnome.desktop.background", key="picture-uri", value=picture)


def test_scrolling_brings_what_is_further_below(person: Person) -> None:
    assert not person.shows("Accessibility")
    box = person.find("Power", "list item").box
    assert box is not None
    person.do("scroll", direction="down", amount=20, x=box.center[0], y=box.center[1])
    person.sees("Accessibility")


def test_large_text_is_a_switch_with_a_name(person: Person) -> None:
    person.click("Accessibility", "list item")
    assert "checked" not in person.states("Large Text")
    person.click("Large Text")
    person.until(lambda: "checked" in person.states("Large Text"), "the switch is not on")
    person.soon("gsettings_value", schema=INTERFACE, key="text-scaling-factor", value=1.25)
    assert not person.judge("gsettings_value", schema=INTERFACE, key="text-scaling-factor", value=1.0).passed


def test_a_menu_is_where_its_boxes_say(person: Person) -> None:
    person.click("Primary Menu")
    person.click("Keyboard Shortcuts", "menu item")
    person.until(lambda: "dialog" in {node.role for node in person.tree().walk()}, "no dialog opens")
    assert person.find("Close", "button").box is not None


def test_an_application_that_is_open_comes_to_the_front(person: Person) -> None:
    person.do("hotkey", keys=["alt", "f4"])
    for name in ("Files", "Settings", "Settings"):
        assert person.do("search_app", name=name) == f"Opened {name}."
    person.soon("focused_window", title="Settings")
    person.do("search_app", name="Files")
    person.soon("focused_window", app="org.gnome.Nautilus")


def test_an_open_menu_or_prompt_does_not_keep_the_search_away(person: Person) -> None:
    person.do("hotkey", keys=["alt", "f2"])
    assert person.do("search_app", name="Settings") == "Opened Settings."
    person.soon("focused_window", title="Settings")
    person.click("Primary Menu")
    person.until(lambda: person.shows("Keyboard Shortcuts"), "no menu opens")
    assert person.do("search_app", name="Files") == "Opened Files."
    person.soon("focused_window", app="org.gnome.Nautilus")

"""Whole desktops, used as an agent uses them."""

from __future__ import annotations

from collections.abc import Callable
from configparser import ConfigParser
from pathlib import Path

import numpy as np
import pytest

import crab_ubuntu
from crab_core import Box, InvalidAction, UiTree
from crab_ubuntu.providers.sandbox import SandboxProvider
from crab_ubuntu.testing import Person, pixels

pytestmark = pytest.mark.desktop

DARK = {"org.gnome.desktop.interface": {"color-scheme": "prefer-dark"}}
INTERFACE = "org.gnome.desktop.interface"


@pytest.fixture(scope="module")
def bare(provider: SandboxProvider) -> Person:
    """At a desktop without a world, on which the first tests follow one another."""
    return Person(provider.reset({}))


def test_what_is_impossible_says_why_and_leaves_the_desktop_as_it_was(bare: Person) -> None:
    person, before = bare, bare.picture()
    with pytest.raises(InvalidAction, match="No application is called 'Photoshop'"):
        person.do("search_app", name="Photoshop")
    for action, arguments, reason in (
        ("click", {"x": 1920, "y": 0}, "1920 is outside the screen"),
        ("click", {"x": 5}, "give element, or both x and y"),
        ("press", {"key": "entr"}, "did you mean enter"),
        ("hotkey", {"keys": []}, "keys"),
        ("scroll", {"direction": "sideways"}, "direction"),
        ("write_text", {"text": "\x1b[0m"}, "cannot be typed"),
    ):
        with pytest.raises(InvalidAction, match=reason):
            person.device.act(action, arguments)
    person.until(
        lambda: np.array_equal(pixels(person.picture())[40:], pixels(before)[40:]), "something has changed"
    )


def test_the_quick_settings_of_the_shell_can_be_used(bare: Person) -> None:
    person = bare
    person.click("System", "menu")
    person.click("Dark Mode", "toggle button")
    person.soon("gsettings_value", schema=INTERFACE, key="color-scheme", value="prefer-dark")
    person.do("press", key="esc")
    person.misses("Dark Mode")


def test_a_context_menu_of_the_desktop_can_be_used(bare: Person) -> None:
    person = bare
    person.do("right_click", x=1500, y=800)
    person.click("Change Background…", "menu item")
    person.soon("focused_window", app="gnome-control-center")
    # The panel answers nobody while it draws its wallpapers, which takes longer than settling may.
    person.sees("Add Picture…")


def test_text_is_typed_exactly_and_saved(fresh: Callable[..., Person]) -> None:
    person = fresh(apps=["org.gnome.gedit"])
    text = "Grüße <a href=\"x\"> 日本語 😀\n{tab}\t~|\\ 'quoted' $(rm -rf ~) `id` ñandú"
    person.do("write_text", text=text)
    person.do("hotkey", keys=["ctrl", "s"])
    person.name_file("/home/crab/note.txt")
    person.soon("file_content", path="note.txt", content=text)
    assert not person.judge("file_content", path="note.txt", content=text.replace("ñ", "n")).passed


def test_a_world_is_in_place_when_the_desktop_is_ready(fresh: Callable[..., Person]) -> None:
    person = fresh(gsettings=DARK, files={"Desktop/todo.txt": "buy milk\n"}, apps=["org.gnome.Nautilus"])
    person.soon("gsettings_value", schema=INTERFACE, key="color-scheme", value="prefer-dark")
    person.soon("file_content", path="Desktop/todo.txt", content="buy milk")
    person.soon("window_title", title="Home")
    person.soon("process_running", name="nautilus")
    person.sees("todo.txt")


def test_a_session_writes_no_setting_of_its_own_that_could_come_late(provider: SandboxProvider) -> None:
    given = ConfigParser(delimiters="=", interpolation=None)
    given.read(Path(crab_ubuntu.__file__).with_name("data") / "settings.ini")
    keys = {f"{folder}/{key}": value for folder in given.sections() for key, value in given[folder].items()}
    assert provider.reset({}).state()["settings"] == keys


def test_nothing_of_an_episode_is_left_after_a_reset_and_the_same_world_looks_the_same(
    provider: SandboxProvider,
) -> None:
    person = Person(provider.reset({}))
    before, looked = person.device.state(), pixels(person.picture())
    person = Person(provider.reset({"apps": ["org.gnome.Terminal"]}))
    person.do(
        "write_text", text="touch left.txt; gsettings set org.gnome.desktop.interface clock-show-date false\n"
    )
    person.soon("file_exists", path="left.txt")
    person.soon("gsettings_value", schema=INTERFACE, key="clock-show-date", value=False)
    changed = person.device.state()
    assert "left.txt" in changed["files"]
    assert changed != before
    person = Person(provider.reset({}))
    person.until(lambda: person.device.state() == before, lambda: f"{person.device.state()}, not {before}")
    # The clock in the panel is the machine's.
    person.until(lambda: np.array_equal(pixels(person.picture())[28:], looked[28:]), "the pictures differ")


def test_the_tree_tells_what_lies_on_top(fresh: Callable[..., Person]) -> None:
    person = fresh(apps=["org.gnome.gedit", "org.gnome.Nautilus"])

    def both() -> UiTree | None:
        tree = person.tree()
        windows = [node.identifier for node in tree.root.children if node.role == "window"]
        return tree if windows == ["org.gnome.Nautilus", "Gedit"] else None

    tree = person.until(both, "the windows do not stand as they were opened")
    assert tree is not None
    nautilus = next(node for node in tree.root.children if node.identifier == "org.gnome.Nautilus")
    assert nautilus.box is not None
    under = next(node for node in tree.root.children if node.identifier == "Gedit")
    for node in under.walk():
        if "clickable" in node.states:
            assert node.box is not None
            assert nautilus.box.intersection(Box(*node.box.center, 1, 1)).area == 0


def test_clicking_the_middle_of_a_box_hits_the_element(fresh: Callable[..., Person]) -> None:
    person = fresh(files={"Documents/a.txt": "a", "Pictures/b.txt": "b"}, apps=["org.gnome.Nautilus"])
    person.click("Documents", "cell", "double_click")
    person.soon("window_title", title="Documents")
    person.click("Home", "list item")
    person.soon("window_title", title="Home")
    person.click("Terminal", "button")  # in the dock
    person.soon("focused_window", app="Gnome-terminal")
    person.click("Close", "button")
    person.no_longer("process_running", name="bash")


def test_a_hotkey_reaches_the_window_manager(fresh: Callable[..., Person]) -> None:
    person = fresh(apps=["org.gnome.Nautilus"])
    person.do("hotkey", keys=["super", "d"])
    person.no_longer("window_title", title="Home")
    person.until(
        lambda: person.judge("focused_window", title="Home").reason == "no window has the focus",
        "a window has the focus",
    )
    person.do("hotkey", keys=["super", "d"])
    person.soon("window_title", title="Home")
    person.click("Documents", "cell")
    person.do("hotkey", keys=["alt", "f4"])
    person.no_longer("window_title", title="Home")


def test_an_application_cannot_look_into_the_host(fresh: Callable[..., Person]) -> None:
    person = fresh(apps=["org.gnome.Terminal"])
    person.do("write_text", text="tr -d '\\0' < /proc/2/cmdline > who\n")
    person.soon("file_content", path="who", content="crab_ubuntu", match="contains")
    for name, command in (("maps", "cat"), ("environ", "cat"), ("fd/3", "readlink -v"), ("mem", "head -c1")):
        said = name.replace("/", "-")
        person.do("write_text", text=f"{command} /proc/2/{name} > {said} 2>&1\n")
        person.soon("file_content", path=said, content="Permission denied", match="contains")

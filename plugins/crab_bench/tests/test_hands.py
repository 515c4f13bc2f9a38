"""What solutions share: nothing is typed before what it is meant for is there."""

from __future__ import annotations

from collections.abc import Generator, Sequence

import pytest

from crab_bench.files.solving import go_to, new_terminal, terminal, told_to_dialog
from crab_bench.hands import DESKTOP, PATIENCE, awaited, chooser, opened
from crab_bench.pictures.solving_gimp import open_in_gimp
from crab_bench.web.solving_pages import address_bar
from crab_core import ActionCall, Box, ElementMap, Mark, Turn, UiNode, UiTree, View

BOX = Box(0, 0, 100, 30)
FOCUSED = frozenset({"enabled", "focused"})


def turn(*windows: tuple[str, str], marks: Sequence[Mark] = (), keys: bool = True) -> Turn:
    """A desktop with windows of this application and title, from the top down; the first has the keys."""
    states = [FOCUSED if keys else frozenset[str](), *[frozenset[str]()] * len(windows)]
    nodes = tuple(
        UiNode("window", title, "", BOX, state, app)
        for (app, title), state in zip(windows, states, strict=False)
    )
    tree = UiTree(UiNode("desktop", children=(UiNode("shell", "GNOME Shell"), *nodes)), 1920, 1080)
    return Turn(1, {DESKTOP: View(DESKTOP, {"ui_tree": tree}, ElementMap(tuple(marks)))})


def mark(label: str, role: str, value: str = "", *, focused: bool = True) -> Mark:
    return Mark(1, BOX, label, role, value, FOCUSED if focused else frozenset({"enabled"}))


BARE = turn()
TERMINAL = ("Gnome-terminal", "Terminal")
GEDIT = ("Gedit", "Untitled Document 1 - gedit")


def calls(running: Generator[ActionCall, Turn, Turn], *then: Turn) -> list[str]:
    """The names of the calls, when these turns follow; it has to end with the last."""
    names, turns = [], iter(then)
    try:
        call = next(running)
        while True:
            names.append(call.name)
            call = running.send(next(turns))
    except StopIteration:
        assert next(turns, None) is None
        return names


def test_an_application_whose_window_is_in_front_is_open() -> None:
    assert calls(opened(BARE, "gedit"), turn(GEDIT, TERMINAL)) == ["search_app"]


def test_an_application_without_a_window_is_opened_from_the_dock() -> None:
    gedit, firefox = mark("gedit", "button"), mark("Firefox ESR", "button")
    assert calls(opened(turn(TERMINAL, marks=[gedit]), "gedit"), turn(GEDIT)) == ["click"]
    assert calls(opened(turn(marks=[firefox]), "Firefox"), turn(("firefox-esr", "News"))) == ["click"]
    assert calls(opened(turn(TERMINAL), "gedit"), turn(GEDIT)) == ["search_app"], "the dock does not show it"
    late = (turn(TERMINAL), turn(GEDIT, TERMINAL))
    assert calls(opened(turn(TERMINAL, marks=[gedit]), "gedit"), *late) == ["click", "wait_for_window"]


def test_an_application_with_a_window_is_not_clicked_in_the_dock() -> None:
    behind = turn(TERMINAL, GEDIT, marks=[mark("gedit", "button")])
    assert calls(opened(behind, "gedit"), turn(GEDIT, TERMINAL)) == ["search_app"]


def test_an_application_that_is_starting_is_waited_for() -> None:
    then = (turn(TERMINAL), turn(TERMINAL), turn(GEDIT, TERMINAL))
    assert calls(opened(BARE, "gedit"), *then) == ["search_app", "wait_for_window", "wait_for_window"]


def test_an_application_that_opens_below_is_brought_to_the_front() -> None:
    assert calls(opened(BARE, "gedit"), turn(TERMINAL, GEDIT), turn(GEDIT, TERMINAL)) == [
        "search_app",
        "focus_window",
    ]


def test_an_application_of_the_office_is_known_by_its_title() -> None:
    assert calls(opened(BARE, "Calc"), turn(("libreoffice-calc", "Untitled 1 — LibreOffice Calc"))) == [
        "search_app"
    ]


def test_an_application_that_never_opens_is_no_place_to_type() -> None:
    with pytest.raises(LookupError, match="gedit does not open"):
        calls(opened(BARE, "gedit"), *[turn(TERMINAL)] * (PATIENCE + 1))


def test_a_terminal_waits_for_a_command_before_one_is_typed() -> None:
    def shows(text: str) -> Turn:
        return turn(TERMINAL, marks=[mark("Terminal", "terminal", text)])

    assert calls(new_terminal(BARE), shows("crab@crab:~$ ")) == ["search_app"]
    assert calls(new_terminal(BARE), shows(""), shows("crab@crab:~$ \n\n")) == ["search_app", "wait"]


def test_a_terminal_that_is_open_is_brought_to_the_front() -> None:
    waiting = turn(TERMINAL, GEDIT, marks=[mark("Terminal", "terminal", "crab@crab:~$ ")])
    assert calls(terminal(waiting)) == []
    assert calls(terminal(turn(GEDIT, TERMINAL)), waiting) == ["focus_window"]
    assert calls(terminal(turn(GEDIT)), waiting) == ["search_app"]


def test_no_path_is_typed_before_a_dialog_asks_for_it() -> None:
    asks = turn(GEDIT, marks=[mark("Cancel", "button")])
    assert calls(chooser(turn(GEDIT)), turn(GEDIT), asks) == ["wait", "wait"]
    with pytest.raises(LookupError, match="no dialog"):
        calls(chooser(BARE), *[BARE] * PATIENCE)


def test_what_does_not_come_is_waited_for_so_long_and_no_longer() -> None:
    there = turn(marks=[mark("birds.txt", "list item")])
    assert calls(awaited(BARE, "birds.txt"), BARE, there) == ["wait", "wait"]
    assert len(calls(awaited(BARE, "birds.txt"), *[BARE] * PATIENCE)) == PATIENCE


def test_the_address_bar_is_asked_for_again_by_a_browser_that_missed_it() -> None:
    name = "Search with Google or enter address"
    starting = turn(marks=[mark(name, "text field", focused=False)])
    assert calls(address_bar(), starting, BARE, turn(marks=[mark(name, "text field")])) == ["hotkey"] * 3


def test_a_folder_is_there_when_its_window_is_called_so() -> None:
    home, there = turn(("org.gnome.Nautilus", "Home")), turn(("org.gnome.Nautilus", "Letters"))
    assert calls(go_to("Documents/Letters"), home, home, there) == ["hotkey", "write_text", "wait"]


def test_nothing_is_typed_into_files_before_its_dialog_has_the_keyboard() -> None:
    files, asks = ("org.gnome.Nautilus", "Letters"), ("org.gnome.Nautilus", "New Folder")
    late = (turn(asks, files, keys=False), turn(asks, files), BARE)
    assert calls(told_to_dialog(turn(files), "New Folder", "Old"), *late) == ["wait", "wait", "write_text"]
    assert calls(told_to_dialog(turn(asks, files), "New Folder", "Old"), BARE) == ["write_text"]


def test_a_picture_is_worked_on_once_gimp_shows_it() -> None:
    empty, asks = ("Gimp", "GNU Image Manipulation Program"), ("Gimp", "Open Image")
    there = ("Gimp", "[sea] (imported)-1.0 (RGB color) 640x840 – GIMP")
    then = [turn(empty), turn(asks, empty), turn(asks, empty), turn(empty), turn(empty), turn(there)]
    typed = ["search_app", "hotkey", "hotkey", "write_text", "wait_for_window", "wait_for_window"]
    assert calls(open_in_gimp("Pictures/sea.jpg"), *then) == typed
    with pytest.raises(LookupError, match="does not show"):
        calls(open_in_gimp("Pictures/sea.jpg"), *then[:4], *[turn(empty)] * PATIENCE)

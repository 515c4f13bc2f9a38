"""A person's keys and movements become the actions that do the same."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import pytest
from Xlib import XK

from crab_ubuntu.view.keyboard import Keyboard
from crab_ubuntu.view.novnc import NEEDED
from crab_ubuntu.view.person import Doing, Person
from crab_ubuntu.view.pointer import Mouse
from crab_ubuntu.view.recorder import Recorder
from crab_ubuntu.view.rfb import Key, Pointer
from crab_ubuntu.view.session import pieces

MORE = {"ISO_Left_Tab": 0xFE20, "ISO_Level3_Shift": 0xFE03, "XF86AudioMute": 0x1008FF12}
"""Keysyms that python-xlib does not name until it is asked to."""


def sym(name: str) -> int:
    return MORE.get(name) or XK.string_to_keysym(name) or ord(name)


def typed(*words: str) -> list[Any]:
    """What keys do; "+a" is held, "-a" is let go, "a" is pressed and released."""
    keyboard, calls = Keyboard(), []
    for word in words:
        kind, name = (word[0], word[1:]) if len(word) > 1 and word[0] in "+-" else ("", word)
        for down in {"+": [True], "-": [False], "": [True, False]}[kind]:
            calls += keyboard.feed(Key(down, sym(name)))
    return recorded(calls)


def recorded(calls: list[Any], seconds: float = 0.1) -> list[Any]:
    recorder = Recorder()
    for number, call in enumerate(calls):
        recorder.add(call, number * seconds)
    return recorder.calls


def moved(*states: tuple[int, int, int], seconds: float = 0.1) -> list[Any]:
    mouse, calls = Mouse(), []
    for state in states:
        calls += mouse.feed(Pointer(*state)).done
    return recorded(calls, seconds)


def text(words: str) -> Any:
    return "write_text", {"text": words}


def press(key: str) -> Any:
    return "press", {"key": key}


def hotkey(*keys: str) -> Any:
    return "hotkey", {"keys": list(keys)}


def test_letters_that_follow_each_other_are_one_text() -> None:
    assert typed("H", "i", "space", "1") == [text("Hi 1")]


def test_shift_is_part_of_the_letter_that_it_makes() -> None:
    assert typed("+Shift_L", "A", "-Shift_L", "b") == [text("Ab")]


def test_letters_of_any_keyboard_are_themselves() -> None:
    keyboard = Keyboard()
    syms = [sym("udiaeresis"), 0x01000000 + ord("牛"), 0xFFB5]
    if NEEDED["novnc"].is_file():
        syms += [0x06D1, 0x20AC]  # Cyrillic_ya and EuroSign, as noVNC sends them
    calls = [call for keysym in syms for call in keyboard.feed(Key(True, keysym))]
    assert recorded(calls) == [text("ü牛5" + "я€" * NEEDED["novnc"].is_file())]


def test_enter_ends_a_text_because_the_desktop_answers_to_it() -> None:
    assert typed("a", "Return", "b") == [text("a"), press("enter"), text("b")]


def test_combinations_are_one_action_whatever_is_held() -> None:
    assert typed("+Control_L", "s", "-Control_L") == [hotkey("ctrl", "s")]
    assert typed("+Control_L", "c", "v", "-Control_L") == [hotkey("ctrl", "c"), hotkey("ctrl", "v")]
    assert typed("+Control_L", "+Shift_L", "T", "-Shift_L", "-Control_L") == [hotkey("ctrl", "shift", "t")]
    assert typed("+Shift_L", "Left", "-Shift_L") == [hotkey("shift", "left")]
    assert typed("+Shift_L", "ISO_Left_Tab", "-Shift_L") == [hotkey("shift", "tab")]


def test_shift_does_not_count_where_it_only_makes_the_sign() -> None:
    # On a German keyboard, Shift and 7 make a slash; on the desktop's, Shift and slash make a question mark.
    assert typed("+Control_L", "+Shift_L", "slash", "-Shift_L", "-Control_L") == [hotkey("ctrl", "/")]


def test_a_modifier_alone_is_pressed_but_shift_is_not() -> None:
    assert typed("Super_L") == [press("super")]
    assert typed("+Super_L", "a", "-Super_L") == [hotkey("super", "a")]
    assert typed("Shift_L") == []


def test_switching_windows_holds_alt_until_it_is_let_go() -> None:
    held = [("key_down", {"key": "alt"}), press("tab"), press("tab"), ("key_up", {"key": "alt"})]
    assert typed("+Alt_L", "Tab", "Tab", "-Alt_L") == held
    assert typed("+Alt_L", "Tab", "-Alt_L") == [hotkey("alt", "tab")]


def test_keys_that_type_nothing_and_have_no_name_do_nothing() -> None:
    assert typed("Caps_Lock", "Num_Lock", "ISO_Level3_Shift", "XF86AudioMute") == []


def test_who_leaves_holds_nothing_any_more() -> None:
    keyboard = Keyboard()
    keyboard.feed(Key(True, sym("Alt_L")))
    keyboard.feed(Key(True, sym("Tab")))
    assert keyboard.let_go() == [("key_up", {"key": "alt"})]
    assert keyboard.let_go() == []


def test_a_press_and_a_release_are_a_click_also_of_a_hand_that_trembles() -> None:
    assert moved((10, 20, 0), (10, 20, 1), (12, 18, 0)) == [("click", {"x": 10, "y": 20})]
    assert moved((10, 20, 4), (10, 20, 0)) == [("right_click", {"x": 10, "y": 20})]
    assert moved((10, 20, 2), (10, 20, 0)) == [("click", {"x": 10, "y": 20, "button": "middle"})]


def test_two_clicks_are_a_double_click_if_they_are_quick_and_at_the_same_place() -> None:
    twice = [(5, 5, 1), (5, 5, 0), (7, 5, 1), (7, 5, 0)]
    assert moved(*twice) == [("double_click", {"x": 5, "y": 5})]
    assert [name for name, _ in moved(*twice, seconds=0.5)] == ["click", "click"]
    assert [name for name, _ in moved((5, 5, 1), (5, 5, 0), (25, 5, 1), (25, 5, 0))] == ["click", "click"]
    assert moved(*twice, (5, 5, 1), (5, 5, 0)) == [("triple_click", {"x": 5, "y": 5})]
    assert [name for name, _ in moved(*twice, *twice)] == ["triple_click", "click"]
    assert [name for name, _ in moved((5, 5, 2), (5, 5, 0), (5, 5, 2), (5, 5, 0))] == ["click", "click"]


def test_what_goes_farther_is_dragged() -> None:
    drag = {"from_x": 10, "from_y": 20, "to_x": 300, "to_y": 40}
    assert moved((10, 20, 1), (150, 30, 1), (300, 40, 1), (300, 40, 0)) == [("drag", drag)]


def test_notches_of_the_wheel_are_counted_up_to_what_one_action_takes() -> None:
    def turn(bit: int, times: int) -> list[tuple[int, int, int]]:
        return [(10, 10, state) for _ in range(times) for state in (1 << bit, 0)]

    assert moved(*turn(4, 3)) == [("scroll", {"direction": "down", "amount": 3, "x": 10, "y": 10})]
    assert [a["direction"] for _, a in moved(*itertools.chain(*(turn(bit, 1) for bit in (3, 4, 5, 6))))] == [
        *("up", "down", "left", "right")
    ]
    assert [a["amount"] for _, a in moved(*turn(4, 130))] == [100, 30]


def test_the_pointer_goes_along_at_once_and_buttons_go_down_where_it_is() -> None:
    mouse = Mouse()
    assert mouse.feed(Pointer(3, 4, 0)).now == (("move", {"x": 3, "y": 4}),)
    assert mouse.feed(Pointer(3, 4, 1)).now == (("mouse_down", {"x": 3, "y": 4, "button": "left"}),)
    assert [name for name, _ in mouse.feed(Pointer(9, 9, 0)).now] == ["move", "mouse_up"]
    mouse.feed(Pointer(9, 9, 1))
    assert mouse.let_go() == [("mouse_up", {"x": 9, "y": 9, "button": "left"})]


class Notebook(Doing):
    def __init__(self) -> None:
        self.done: list[Any] = []
        self.noted: list[Any] = []

    def do(self, calls: Any) -> None:
        self.done += calls

    def note(self, calls: Any, moment: float) -> None:
        self.noted += calls


@pytest.fixture
def notebook() -> Iterator[Notebook]:
    return Notebook()


def test_a_click_with_a_key_held_holds_it_on_the_desktop_too(notebook: Notebook) -> None:
    person = Person(notebook)
    list(person.feed(b"RFB 003.008\n\1\1"))
    control, release = b"\4\1\0\0\0\0\xff\xe3", b"\4\0\0\0\0\0\xff\xe3"
    assert not list(person.feed(control + b"\5\1\0\x09\0\x09" + b"\5\0\0\x09\0\x09" + release))
    names = [name for name, _ in notebook.noted]
    assert names == ["key_down", "click", "key_up"]
    assert [name for name, _ in notebook.done] == ["key_down", "move", "mouse_down", "mouse_up", "key_up"]


def test_the_vnc_server_hears_nothing_of_keys_pointer_and_clipboard(notebook: Notebook) -> None:
    asked = b"\3\0" + bytes(8)
    for person in (Person(notebook), Person(None)):
        list(person.feed(b"RFB 003.008\n\1\1"))
        said = b"\4\1\0\0\0\0\0a" + b"\5\1\0\1\0\1" + b"\6\0\0\0\0\0\0\2hi" + asked
        assert list(person.feed(said)) == [asked]
    assert [name for name, _ in notebook.done] == ["write_text", "move", "mouse_down"]


def test_a_text_longer_than_one_action_takes_becomes_several() -> None:
    long = "x" * 15_000 + "y" * 10_000
    calls = list(pieces("write_text", {"text": long}))
    assert [len(call["text"]) for _, call in calls] == [10_000, 10_000, 5_000]
    assert "".join(call["text"] for _, call in calls) == long
    assert recorded(calls) == calls
    assert list(pieces("paste", {"text": long})) == [("paste", {"text": long})]


def test_an_action_can_be_left_out_and_is_not_joined_across_the_gap() -> None:
    recorder = Recorder()
    recorder.add(press("esc"), 0)
    recorder.add(("click", {"x": 1, "y": 1}), 1)
    recorder.remove(1)
    recorder.add(("click", {"x": 1, "y": 1}), 1.1)
    assert recorder.calls == [press("esc"), ("click", {"x": 1, "y": 1})]
    recorder.remove(7)
    assert len(recorder.calls) == 2

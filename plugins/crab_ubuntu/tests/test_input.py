"""Typing and pointing at a real X server, read back by a plain X client."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from Xlib import XK, X, display

from crab_core import EnvironmentUnavailable, InvalidAction
from crab_ubuntu.desktop.input import InputBackend, XTestInput
from crab_ubuntu.desktop.pyautogui_input import PyAutoGuiInput, check_installation


class Reader:
    """A window that notes what it gets, translating keys with the map that is valid when it reads them."""

    def __init__(self, name: str) -> None:
        self.display = display.Display(name)
        screen = self.display.screen()
        mask = X.KeyPressMask | X.ButtonPressMask | X.PointerMotionMask
        self.window = screen.root.create_window(0, 0, 640, 480, 0, screen.root_depth, event_mask=mask)
        self.window.map()
        self.display.sync()
        self.window.set_input_focus(X.RevertToParent, X.CurrentTime)
        self.display.sync()
        self.text = ""
        self.keys: list[int] = []
        self.buttons: list[tuple[int, int, int]] = []
        self._lock = threading.Lock()

    def read(self) -> None:
        with self._lock:
            self.display.sync()
            while self.display.pending_events():
                event = self.display.next_event()
                if event.type == X.MappingNotify:
                    self.display.refresh_keyboard_mapping(event)
                elif event.type == X.ButtonPress:
                    self.buttons.append((event.detail, event.event_x, event.event_y))
                elif event.type == X.KeyPress:
                    keysym = self.display.keycode_to_keysym(event.detail, event.state & X.ShiftMask)
                    # Both cases of a letter are a space apart (Latin-1).
                    locked = event.state & X.LockMask and chr(keysym & 0xFF).isalpha() and keysym < 0x100
                    self._note(keysym ^ 0x20 if locked else keysym)

    def _note(self, keysym: int) -> None:
        self.keys.append(keysym)
        if keysym == XK.XK_Return:
            self.text += "\n"
        elif keysym == XK.XK_Tab:
            self.text += "\t"
        elif keysym >= 0x01000000:
            self.text += chr(keysym - 0x01000000)
        elif keysym < 0x100:
            self.text += chr(keysym)


@pytest.fixture
def reader(x_display: str) -> Iterator[Reader]:
    client = Reader(x_display)
    yield client
    client.display.close()


@pytest.fixture
def hand(x_display: str, reader: Reader) -> Iterator[XTestInput]:
    backend = XTestInput(x_display, reader.read)
    yield backend
    backend.close()


@pytest.fixture(params=["xtest", "pyautogui"])
def any_hand(request: pytest.FixtureRequest, x_display: str, reader: Reader) -> Iterator[InputBackend]:
    made = XTestInput(x_display, reader.read) if request.param == "xtest" else PyAutoGuiInput(x_display)
    yield made
    made.close()


def pressed(reader: Reader) -> bool:
    """Whether any key or button is down."""
    pointer = reader.display.screen().root.query_pointer()
    return any(reader.display.query_keymap()) or bool(pointer.mask & 0x1F00)


def test_every_printable_ascii_character_arrives(any_hand: InputBackend, reader: Reader) -> None:
    text = "".join(chr(code) for code in range(0x20, 0x7F)) + "\n\tend"
    any_hand.type(text)
    reader.read()
    assert reader.text == text


def test_more_foreign_characters_than_places_for_them_arrive_in_order(
    hand: XTestInput, reader: Reader
) -> None:
    text = "".join(chr(0x4E00 + i) + "aÄ<"[i % 3] for i in range(900))
    hand.type(text)
    reader.read()
    assert reader.text == text


def test_a_foreign_character_keeps_its_key(hand: XTestInput, reader: Reader) -> None:
    hand.type("ñ")
    hand.type("ñandú ñ")
    reader.read()
    assert reader.text == "ññandú ñ"


def test_capitals_that_no_key_types_stay_capitals(hand: XTestInput, reader: Reader) -> None:
    hand.type("ÉéЖжΩω")
    reader.read()
    hand.type("ωΩжЖéÉ")
    reader.read()
    assert reader.text == "ÉéЖжΩωωΩжЖéÉ"
    hand.type("Ñ")  # alone on its key, on both levels: a letter on the first only would be a small one
    assert (XK.XK_Ntilde, XK.XK_Ntilde) in {tuple(r[:2]) for r in reader.display.get_keyboard_mapping(8, 248)}


def test_ten_thousand_characters_arrive(hand: XTestInput, reader: Reader) -> None:
    text = ("The quick brown fox → jumps über the lazy dog; 日本語 😀\n" * 200)[:10_000]
    hand.type(text)
    reader.read()
    assert reader.text == text


def test_a_chord_presses_in_order_and_releases_everything(any_hand: InputBackend, reader: Reader) -> None:
    any_hand.chord([XK.XK_Control_L, XK.XK_Shift_L, XK.XK_t])
    reader.read()
    assert reader.keys[:2] == [XK.XK_Control_L, XK.XK_Shift_L]
    assert not pressed(reader)


def test_clicks_land_where_they_were_sent(any_hand: InputBackend, reader: Reader) -> None:
    any_hand.click(17, 300)
    any_hand.click(639, 479, button="right", count=2)
    for direction in ("up", "down", "left", "right"):
        any_hand.scroll(5, 6, direction, 2)
    reader.read()
    wheel = [(button, 5, 6) for button in (4, 4, 5, 5, 6, 6, 7, 7)]
    assert reader.buttons == [(1, 17, 300), (3, 639, 479), (3, 639, 479), *wheel]


def test_a_held_key_and_a_held_button_stay_down_until_they_are_released(
    any_hand: InputBackend, reader: Reader
) -> None:
    root = reader.display.screen().root
    any_hand.key_down(XK.XK_Control_L)
    any_hand.key_down(XK.XK_Control_L)
    any_hand.move(30, 40)
    any_hand.button_down("middle")
    any_hand.move(50, 60)
    any_hand.chord([XK.XK_Control_L, XK.XK_a])
    assert root.query_pointer().mask & (X.ControlMask | X.Button2Mask) == X.ControlMask | X.Button2Mask
    any_hand.button_up("middle")
    any_hand.key_up(XK.XK_Control_L)
    assert not pressed(reader)
    reader.read()
    assert reader.buttons == [(2, 30, 40)]
    assert reader.keys == [XK.XK_Control_L, XK.XK_a]


def test_nothing_is_held_any_more_when_it_is_closed(any_hand: InputBackend, reader: Reader) -> None:
    any_hand.key_down(XK.XK_Shift_L)
    any_hand.key_down(XK.XK_x)
    any_hand.button_down("left")
    assert pressed(reader)
    any_hand.close()
    assert not pressed(reader)
    any_hand.close()


def test_a_text_is_exact_whatever_is_held_or_locked(hand: XTestInput, reader: Reader) -> None:
    hand.key_down(XK.XK_Shift_L)
    hand.type("aB1!")
    mask = reader.display.screen().root.query_pointer().mask
    assert mask & X.ShiftMask, "it is still held"
    hand.key_up(XK.XK_Shift_L)
    hand.chord([XK.XK_Caps_Lock])
    hand.type("aBé")
    mask = reader.display.screen().root.query_pointer().mask
    assert mask & X.LockMask, "it is still locked"
    reader.read()
    assert reader.text == "aB1!aBé"


def test_another_map_is_noticed(hand: XTestInput, reader: Reader) -> None:
    hand.type("é")
    reader.read()
    code = reader.display.keysym_to_keycode(XK.XK_q)
    reader.display.change_keyboard_mapping(code, [[XK.XK_z, XK.XK_Z]])
    other = reader.display.keysym_to_keycode(XK.XK_y)
    reader.display.change_keyboard_mapping(other, [[XK.XK_q, XK.XK_Q]])
    reader.display.sync()
    hand.type("qQzé")
    reader.read()
    assert reader.text == "éqQzé"


def test_lent_keys_are_given_back(x_display: str, reader: Reader) -> None:
    def rows() -> list[tuple[int, ...]]:
        with_display = display.Display(x_display)
        try:
            return [tuple(row) for row in with_display.get_keyboard_mapping(8, 248)]
        finally:
            with_display.close()

    before = rows()
    backend = XTestInput(x_display, reader.read)
    backend.type("日本語" * 3)
    reader.read()
    assert rows() != before
    backend.close()
    assert rows() == before


def test_keys_that_a_desktop_grabs_are_never_lent(x_display: str, reader: Reader) -> None:
    display_key = 0x1008FF59  # XF86Display: the window manager holds back what follows it
    code = reader.display.keysym_to_keycode(display_key)
    backend = XTestInput(x_display, reader.read)
    backend.type("".join(chr(0x4E00 + i) for i in range(400)))
    reader.read()
    assert reader.display.get_keyboard_mapping(code, 1)[0][0] == display_key
    backend.close()


def test_pyautogui_refuses_what_it_cannot_type_and_types_nothing(x_display: str, reader: Reader) -> None:
    backend = PyAutoGuiInput(x_display)
    with pytest.raises(InvalidAction, match="cannot type 'ñ'"):
        backend.type("abcñ")
    with pytest.raises(InvalidAction, match="no name for this key"):
        backend.chord([XK.XK_Control_L, XK.XK_ntilde])
    reader.read()
    assert reader.text == ""
    assert not pressed(reader)
    backend.close()


def test_two_xlibs_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    from types import SimpleNamespace

    def installed(*names: str) -> None:
        found = [SimpleNamespace(metadata={"Name": name}) for name in names]
        monkeypatch.setattr("importlib.metadata.distributions", lambda: found)

    installed("PyAutoGUI", "python-xlib")
    check_installation()
    installed("PyAutoGUI", "python-xlib", "python3-Xlib")
    with pytest.raises(EnvironmentUnavailable, match="pip uninstall -y python3-xlib"):
        check_installation()
    installed("python-xlib")
    with pytest.raises(EnvironmentUnavailable, match=r"crab-ubuntu\[pyautogui\]"):
        check_installation()

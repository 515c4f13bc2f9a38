"""Typing and pointing at a real X server, read back by a plain X client."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from Xlib import XK, X, display

from crab_ubuntu.desktop.input import XTestInput


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
                    self._note(self.display.keycode_to_keysym(event.detail, event.state & X.ShiftMask))

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


def test_every_printable_ascii_character_arrives(hand: XTestInput, reader: Reader) -> None:
    text = "".join(chr(code) for code in range(0x20, 0x7F)) + "\n\tend"
    hand.type(text)
    reader.read()
    assert reader.text == text


def test_more_foreign_characters_than_spare_keys_arrive_in_order(hand: XTestInput, reader: Reader) -> None:
    text = "".join(chr(0x4E00 + i) + "aÄ<"[i % 3] for i in range(300))
    hand.type(text)
    reader.read()
    assert reader.text == text


def test_a_foreign_character_keeps_its_key(hand: XTestInput, reader: Reader) -> None:
    hand.type("ñ")
    hand.type("ñandú ñ")
    reader.read()
    assert reader.text == "ññandú ñ"


def test_ten_thousand_characters_arrive(hand: XTestInput, reader: Reader) -> None:
    text = ("The quick brown fox → jumps über the lazy dog; 日本語 😀\n" * 200)[:10_000]
    hand.type(text)
    reader.read()
    assert reader.text == text


def test_a_chord_presses_in_order_and_releases_everything(hand: XTestInput, reader: Reader) -> None:
    hand.chord([XK.XK_Control_L, XK.XK_Shift_L, XK.XK_t])
    reader.read()
    assert reader.keys[:2] == [XK.XK_Control_L, XK.XK_Shift_L]
    held = reader.display.screen().root.query_pointer().mask
    assert held & (X.ControlMask | X.ShiftMask) == 0


def test_clicks_land_where_they_were_sent(hand: XTestInput, reader: Reader) -> None:
    hand.click(17, 300)
    hand.click(639, 479, button="right", count=2)
    hand.scroll(5, 6, "down", 3)
    reader.read()
    assert reader.buttons == [(1, 17, 300), (3, 639, 479), (3, 639, 479), (5, 5, 6), (5, 5, 6), (5, 5, 6)]

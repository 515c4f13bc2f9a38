"""The clipboard on a real X server, against xclip, against itself, and against owners that mean no good."""

from __future__ import annotations

import os
import shutil
import subprocess
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from Xlib import X, Xatom, display
from Xlib.protocol import event

from crab_core import DeviceError, InvalidAction
from crab_ubuntu.desktop import clipboard as clipboard_module
from crab_ubuntu.desktop import selections
from crab_ubuntu.desktop.clipboard import Clipboard, ClipboardContent

TEXT = "Grüße <b>日本語</b> 😀\n\ttab\r\nend \\ \" ' é"
LARGE = "0123456789 ñ 日本 😀\n" * 40_000
"""About 1.2 MB: more than one request can carry."""

needs_xclip = pytest.mark.skipif(shutil.which("xclip") is None, reason="xclip is not installed")


@pytest.fixture
def clipboard(x_display: str) -> Iterator[Clipboard]:
    clipboard = Clipboard(x_display)
    yield clipboard
    clipboard.close()


@pytest.fixture
def other(x_display: str) -> Iterator[Clipboard]:
    """That of another program."""
    clipboard = Clipboard(x_display)
    yield clipboard
    clipboard.close()


def xclip(name: str, *arguments: str, text: bytes | None = None) -> bytes:
    command = ["xclip", "-display", name, *arguments]
    if text is None:
        return subprocess.run(command, capture_output=True, timeout=60, check=True).stdout
    # It goes on in the background to answer, holding its output open, and owns the clipboard only then.
    subprocess.run(command, input=text, stdout=subprocess.DEVNULL, timeout=60, check=True)
    asking, deadline = display.Display(name), time.monotonic() + 60
    while not asking.get_selection_owner(asking.intern_atom("CLIPBOARD")) and time.monotonic() < deadline:
        threading.Event().wait(0.01)
    asking.close()
    return b""


class Owner:
    """A program that holds the clipboard and answers as a test wants it to, or not at all."""

    def __init__(self, name: str) -> None:
        self.display = display.Display(name)
        self.display.set_error_handler(lambda *_: None)
        root = self.display.screen().root
        self.window = root.create_window(0, 0, 1, 1, 0, 0)
        self.window.set_selection_owner(self.atom("CLIPBOARD"), X.CurrentTime)
        self.display.sync()
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def atom(self, name: str) -> int:
        return int(self.display.intern_atom(name))

    def _serve(self) -> None:
        while not self._ending.wait(0.005):
            while self.display.pending_events():
                happened = self.display.next_event()
                if happened.type == X.SelectionRequest:
                    self.answer(happened)

    def answer(self, request: Any) -> None:
        """Say nothing."""

    def put(self, request: Any, kind: int, size: int, data: Any) -> None:
        request.requestor.change_property(request.property, kind, size, data)
        self.say(request, request.property)

    def say(self, request: Any, place: int) -> None:
        request.requestor.send_event(
            event.SelectionNotify(
                time=request.time,
                requestor=request.requestor,
                selection=request.selection,
                target=request.target,
                property=place,
            )
        )
        self.display.sync()

    def close(self) -> None:
        self._ending.set()
        self._thread.join()
        self.display.close()


# -- what is there ---------------------------------------------------------------------------------


def test_nothing_was_copied_at_first(clipboard: Clipboard) -> None:
    assert clipboard.read() == ClipboardContent()


def test_a_text_is_read_as_it_was_written(clipboard: Clipboard, other: Clipboard) -> None:
    clipboard.write(TEXT)
    assert other.read().text == TEXT
    assert clipboard.read().text == TEXT
    assert "UTF8_STRING" in other.read().targets
    assert other.read().image is None


def test_an_empty_text_is_a_text(clipboard: Clipboard, other: Clipboard) -> None:
    clipboard.write("")
    assert other.read().text == ""


def test_the_last_who_writes_is_heard(clipboard: Clipboard, other: Clipboard) -> None:
    clipboard.write("first")
    other.write("second")
    assert clipboard.read().text == "second"
    clipboard.write("third")
    assert other.read().text == "third"


def test_what_is_selected_and_what_is_copied_are_apart(clipboard: Clipboard, other: Clipboard) -> None:
    clipboard.write("copied")
    other.write("selected", "primary")
    assert (other.read().text, clipboard.read("primary").text) == ("copied", "selected")


def test_large_texts_go_both_ways(clipboard: Clipboard, other: Clipboard) -> None:
    clipboard.write(LARGE)
    assert other.read().text == LARGE


def test_several_readers_are_served_at_the_same_time(clipboard: Clipboard, x_display: str) -> None:
    clipboard.write(LARGE)
    read: list[str | None] = []

    def once() -> None:
        reader = Clipboard(x_display)
        read.append(reader.read().text)
        reader.close()

    threads = [threading.Thread(target=once) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert read == [LARGE] * 6


def test_a_reader_that_goes_away_in_the_middle_harms_nobody(
    clipboard: Clipboard, other: Clipboard, x_display: str
) -> None:
    clipboard.write(LARGE)
    for _ in range(3):
        fleeting = display.Display(x_display)
        window = fleeting.screen().root.create_window(0, 0, 1, 1, 0, 0, event_mask=X.PropertyChangeMask)
        place = fleeting.intern_atom("PLACE")
        window.convert_selection(
            fleeting.intern_atom("CLIPBOARD"), fleeting.intern_atom("UTF8_STRING"), place, X.CurrentTime
        )
        assert fleeting.next_event()
        window.delete_property(place)  # the sign to go on
        fleeting.close()
    assert other.read().text == LARGE


def test_giving_up_leaves_nothing(clipboard: Clipboard, other: Clipboard) -> None:
    other.write("mine")
    other.close()
    assert clipboard.read() == ClipboardContent()


@pytest.mark.parametrize(
    ("text", "reason"),
    [("x" * (selections.LARGEST + 1), "at most 16777216"), ("a\ud800b", "character 1 is half")],
)
def test_what_cannot_be_copied_is_refused(clipboard: Clipboard, text: str, reason: str) -> None:
    clipboard.write("before")
    with pytest.raises(InvalidAction, match=reason):
        clipboard.write(text)
    assert clipboard.read().text == "before"


# -- with another program ----------------------------------------------------------------------------


@needs_xclip
@pytest.mark.parametrize("text", [TEXT, LARGE, ""], ids=["text", "large", "empty"])
def test_xclip_pastes_what_was_written(clipboard: Clipboard, x_display: str, text: str) -> None:
    clipboard.write(text)
    clipboard.write(text[::-1], "primary")
    assert xclip(x_display, "-o", "-selection", "clipboard").decode() == text
    assert xclip(x_display, "-o", "-selection", "primary").decode() == text[::-1]


@needs_xclip
@pytest.mark.parametrize("text", [TEXT, LARGE * 3], ids=["text", "large"])
def test_what_xclip_copies_is_read(clipboard: Clipboard, x_display: str, text: str) -> None:
    xclip(x_display, "-i", "-selection", "clipboard", text=text.encode())
    assert clipboard.read().text == text


@needs_xclip
@pytest.mark.parametrize(
    ("form", "expected"), [("STRING", "Grusse né".encode("latin-1")), ("text/plain", TEXT.encode())]
)
def test_texts_are_offered_in_old_forms_as_well(
    clipboard: Clipboard, x_display: str, form: str, expected: bytes
) -> None:
    clipboard.write("Grusse né" if form == "STRING" else TEXT)
    assert xclip(x_display, "-o", "-selection", "clipboard", "-target", form) == expected


@needs_xclip
def test_a_picture_is_read_whole(clipboard: Clipboard, x_display: str) -> None:
    picture = b"\x89PNG\r\n\x1a\n" + os.urandom(700_000)
    xclip(x_display, "-i", "-selection", "clipboard", "-target", "image/png", text=picture)
    content = clipboard.read()
    assert (content.image, content.image_type, content.text) == (picture, "image/png", None)
    assert "image/png" in content.targets


@needs_xclip
def test_files_are_read_as_paths(clipboard: Clipboard, x_display: str) -> None:
    uris = "# a comment\r\nfile:///home/crab/My%20Pictures/%C3%BC.png\r\nsftp://host/x\r\n"
    xclip(x_display, "-i", "-selection", "clipboard", "-target", "text/uri-list", text=uris.encode())
    assert clipboard.read().files == ("/home/crab/My Pictures/ü.png", "sftp://host/x")


# -- owners that mean no good ------------------------------------------------------------------------


def test_an_owner_that_does_not_answer_is_given_up(
    clipboard: Clipboard, x_display: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selections, "STEP_SECONDS", 0.2)
    owner = Owner(x_display)
    begun = time.monotonic()
    try:
        with pytest.raises(DeviceError, match="does not answer"):
            clipboard.read()
        assert time.monotonic() - begun < 15.0, "the whole content may take twenty seconds"
    finally:
        owner.close()
    monkeypatch.undo()
    clipboard.write("after")  # it was not the end of the clipboard
    assert clipboard.read().text == "after"


def test_an_owner_that_drips_is_given_up(
    clipboard: Clipboard, x_display: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Dripping(Owner):
        def answer(self, request: Any) -> None:
            request.requestor.change_attributes(event_mask=X.PropertyChangeMask)
            self.put(request, self.atom("INCR"), 32, [10_000])
            for _ in range(1200):
                if self._ending.wait(0.05):
                    return
                request.requestor.change_property(request.property, self.atom("UTF8_STRING"), 8, b"x")
                self.display.sync()

    monkeypatch.setattr(clipboard_module, "WHOLE_SECONDS", 0.5)
    owner = Dripping(x_display)
    begun = time.monotonic()
    try:
        with pytest.raises(DeviceError, match="does not answer"):
            clipboard.read()
        assert time.monotonic() - begun < 30.0, "it would have dripped for a minute"
    finally:
        owner.close()


@pytest.mark.parametrize(
    ("size", "limit"), [(5_000, 4_000), (1_000_000, 300_000)], ids=["at once", "in pieces"]
)
def test_an_owner_of_too_much_is_not_heard_to_the_end(
    clipboard: Clipboard, other: Clipboard, monkeypatch: pytest.MonkeyPatch, size: int, limit: int
) -> None:
    other.write("x" * size)
    monkeypatch.setattr(selections, "LARGEST", limit)
    with pytest.raises(DeviceError, match="larger than"):
        clipboard.read()


def test_an_owner_that_answers_nonsense_holds_no_text(clipboard: Clipboard, x_display: str) -> None:
    class Confused(Owner):
        def answer(self, request: Any) -> None:
            if request.target == self.atom("TARGETS"):  # one that exists, and one that does not
                self.put(request, Xatom.ATOM, 32, [self.atom("UTF8_STRING"), 0x0FFFFFF0])
            elif request.target == self.atom("UTF8_STRING"):
                self.put(request, self.atom("UTF8_STRING"), 8, b"a\xff\xfeb")
            else:
                self.say(request, X.NONE)

    owner = Confused(x_display)
    try:
        content = clipboard.read()
    finally:
        owner.close()
    assert content.targets == ("UTF8_STRING",)
    assert content.text == "a\ufffd\ufffdb"


def test_an_old_owner_has_texts_in_latin_1(clipboard: Clipboard, x_display: str) -> None:
    class Old(Owner):
        def answer(self, request: Any) -> None:
            if request.target == self.atom("TARGETS"):
                self.put(request, Xatom.ATOM, 32, [Xatom.STRING])
            else:
                self.put(request, Xatom.STRING, 8, "Größe".encode("latin-1"))

    owner = Old(x_display)
    try:
        assert clipboard.read().text == "Größe"
    finally:
        owner.close()


def test_an_owner_that_offers_nothing_has_no_text(clipboard: Clipboard, x_display: str) -> None:
    class Silent(Owner):
        def answer(self, request: Any) -> None:
            self.say(request, X.NONE)

    owner = Silent(x_display)
    try:
        assert clipboard.read() == ClipboardContent()
    finally:
        owner.close()


def test_an_owner_that_only_claims_to_answer_holds_nothing(clipboard: Clipboard, x_display: str) -> None:
    class Liar(Owner):
        def answer(self, request: Any) -> None:
            self.say(request, request.property)  # where there is nothing

    owner = Liar(x_display)
    try:
        assert clipboard.read().text is None
    finally:
        owner.close()

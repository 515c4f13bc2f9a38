"""Parts of reading a UI tree: what is left of a covered box, cells of a sheet, the line to an application."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from crab_core import Box
from crab_ubuntu.desktop.coverage import Coverage, visible_part
from crab_ubuntu.desktop.line import AT_ONCE, Call, Line, SilentError
from crab_ubuntu.desktop.sheet import _name, _place
from crab_ubuntu.desktop.titlebar import title_bar_nodes
from crab_ubuntu.desktop.windows import Window

DAEMON = "org.freedesktop.DBus"
GET_ID = Call("/org/freedesktop/DBus", DAEMON, "GetId")


def test_the_largest_free_part_of_a_covered_box_is_left() -> None:
    box = Box(0, 0, 100, 100)
    assert visible_part(box, ()) == box
    assert visible_part(box, [Box(0, 0, 100, 70)]) == Box(0, 70, 100, 30)
    assert visible_part(box, [Box(0, 0, 60, 100), Box(0, 0, 100, 10)]) == Box(60, 10, 40, 90)
    assert visible_part(box, [Box(0, 0, 60, 100), Box(50, 0, 90, 100)]) is None
    assert visible_part(Box(5, 5, 0, 9), ()) is None


def test_a_box_whose_middle_is_free_stays_as_it_is() -> None:
    box = Box(0, 0, 100, 20)
    assert Coverage((Box(0, 0, 40, 20),)).visible(box) == box
    assert Coverage((Box(30, 0, 40, 20),)).visible(box) in (Box(0, 0, 30, 20), Box(70, 0, 30, 20))
    assert Coverage((Box(5, 0, 90, 20),)).visible(box) is None, "a strip of 5 pixels is no thing to click"


def test_an_item_of_a_menu_is_covered_by_what_opened_from_it_only() -> None:
    menu, submenu, item = Box(0, 0, 100, 300), Box(90, 40, 100, 100), Box(0, 60, 100, 20)
    above = Coverage((Box(0, 0, 500, 500),), (menu, submenu)).above_menu(item)
    assert above == Coverage((), (submenu,))
    assert Coverage((), (menu, submenu)).above_menu(Box(90, 60, 100, 20)) == Coverage((), ())


def test_cells_are_called_as_in_a_spreadsheet() -> None:
    for name, place in (("A1", (0, 0)), ("Z9", (8, 25)), ("AA10", (9, 26)), ("XFD1048576", (1048575, 16383))):
        assert _place(name) == place
        assert _name(*place) == name
    assert _place("Sheet1 A1") is None
    assert _place("A0") is None


def test_a_title_bar_has_its_buttons_at_the_right() -> None:
    window = Window(1, "", 1, "", Box(100, 137, 400, 300), "NORMAL", True, 37, ("Minimize", "Close"))
    minimize, close = title_bar_nodes(window, Coverage())
    assert (minimize.name, close.name) == ("Minimize", "Close")
    assert close.box is not None
    assert minimize.box is not None
    assert window.frame.contains(close.box)
    assert minimize.box.x + minimize.box.width <= close.box.x
    (left,) = title_bar_nodes(window, Coverage((close.box,)))
    assert left.name == "Minimize"
    assert title_bar_nodes(Window(1, "", 1, "", Box(0, 0, 99, 99), "NORMAL", True), Coverage()) == ()


@pytest.fixture
def bus(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """A message bus, which is also somebody to ask."""
    address = f"unix:path={tmp_path}/bus"
    read, write = os.pipe()
    process = subprocess.Popen(
        ["dbus-daemon", "--session", "--nofork", f"--address={address}", f"--print-address={write}"],
        pass_fds=(write,),
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    with os.fdopen(read) as pipe:
        assert pipe.readline()
    yield process, address
    process.kill()
    process.wait()


def soon() -> float:
    return time.monotonic() + 10


def test_many_questions_are_answered_in_their_order(bus: tuple[subprocess.Popen[bytes], str]) -> None:
    line = Line.to_bus(bus[1], DAEMON, soon())
    unknown = Call("/org/freedesktop/DBus", DAEMON, "NoSuchThing")
    names = Call("/org/freedesktop/DBus", DAEMON, "NameHasOwner", "s", (DAEMON,))
    answers = line.ask([GET_ID, unknown, names] * AT_ONCE, soon())
    assert len(answers) == 3 * AT_ONCE
    assert answers[0] == answers[-3] != []
    assert answers[1] == answers[-2] == []
    assert answers[2] == answers[-1] == [True]
    line.close()


def test_who_hangs_is_left_alone_and_asked_again(bus: tuple[subprocess.Popen[bytes], str]) -> None:
    process, address = bus
    line = Line.to_bus(address, DAEMON, soon())
    line.process = process.pid
    process.send_signal(signal.SIGSTOP)
    with pytest.raises(SilentError):
        line.ask([GET_ID], soon())
    assert line.hung
    assert not line.closed
    begun = time.monotonic()
    for _ in range(5):
        with pytest.raises(SilentError):
            line.ask([GET_ID], soon())
    assert time.monotonic() - begun < 5, "each waits for the silence of a whole application again"
    process.send_signal(signal.SIGCONT)
    deadline = soon()
    while line.hung and time.monotonic() < deadline:
        try:
            line.ask([GET_ID], soon())
        except SilentError:
            continue
    assert not line.hung
    (answer,) = line.ask([GET_ID], soon())
    assert len(answer[0]) == 32, "an answer to an earlier question came for this one"
    line.close()


def test_who_ends_is_noticed(bus: tuple[subprocess.Popen[bytes], str]) -> None:
    process, address = bus
    line = Line.to_bus(address, DAEMON, soon())
    process.kill()
    with pytest.raises(SilentError):
        line.ask([GET_ID], soon())
    assert line.closed
    with pytest.raises(SilentError):
        line.ask([GET_ID], soon())
    with pytest.raises(SilentError):
        Line.to_application("tcp:host=127.0.0.1,port=1", soon())


def test_a_question_that_cannot_be_asked_spoils_no_later_one(
    bus: tuple[subprocess.Popen[bytes], str],
) -> None:
    line = Line.to_bus(bus[1], DAEMON, soon())
    with pytest.raises(SilentError):
        line.ask([GET_ID, Call("no path at all", DAEMON, "GetId")], soon())
    (answer,) = line.ask([GET_ID], soon())
    assert len(answer[0]) == 32
    line.close()

"""Waiting at a real X server that shows something, or nothing, or never rests."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Iterator

import pytest
from Xlib import display

from crab_ubuntu.desktop.settle import STEADY, ScreenWatch, Settler, processor_seconds


class Painter:
    """Changes the screen in a thread until told to stop."""

    def __init__(self, name: str, pause: float, side: int = 400) -> None:
        self._display = display.Display(name)
        screen = self._display.screen()
        self._window = screen.root.create_window(0, 0, side, side, 0, screen.root_depth)
        self._window.map()
        self._display.sync()
        self._pause, self._side, self._stop = pause, side, threading.Event()
        self.last = 0.0  # when it painted, on the monotonic clock
        self._thread = threading.Thread(target=self._paint)
        self._thread.start()

    def _paint(self) -> None:
        colours = [self._window.create_gc(foreground=c) for c in (0xFF0000, 0x00FF00)]
        while not self._stop.wait(self._pause):
            colours.reverse()
            self.last = time.monotonic()
            self._window.fill_rectangle(colours[0], 0, 0, self._side, self._side)
            self._display.sync()

    def stop(self) -> None:
        self._stop.set()
        self._thread.join()
        self._display.close()


@pytest.fixture
def watch(x_display: str) -> Iterator[ScreenWatch]:
    watcher = ScreenWatch(x_display)
    yield watcher
    watcher.close()


def settler(watch: ScreenWatch, last_input: float = 0.0) -> Settler:
    return Settler(watch, lambda: last_input, lambda _seconds: None, idle)


def idle() -> float:
    """The processor time of a session in which nothing works; this machine may have other work to do."""
    return 0.0


def test_an_unchanging_screen_is_still_at_once(watch: ScreenWatch) -> None:
    settled = settler(watch).settle(quiet=0.1, cap=5.0)
    assert settled.reason == "still"
    assert settled.seconds < 5.0


def test_quiet_is_counted_from_the_last_input(watch: ScreenWatch) -> None:
    last_input = time.monotonic() + 0.2
    settled = settler(watch, last_input).settle(quiet=0.1, cap=60.0)
    assert settled.reason == "still"
    assert time.monotonic() >= last_input + 0.1


def test_a_screen_that_never_rests_reaches_the_cap(watch: ScreenWatch, x_display: str) -> None:
    painter = Painter(x_display, 0.02)
    try:
        settled = settler(watch).settle(quiet=1.5, cap=1.6)
    finally:
        painter.stop()
    assert settled.reason == "cap"
    assert settled.seconds >= 1.6


def test_what_moves_in_one_small_place_is_not_waited_for_long(watch: ScreenWatch, x_display: str) -> None:
    spinner = Painter(x_display, 0.02, side=50)
    try:
        settled = settler(watch).settle(quiet=0.3, cap=20.0)
        patient = settler(watch).settle(quiet=1.4, cap=1.5, patient=True)
    finally:
        spinner.stop()
    assert settled.reason == "still"
    assert settled.seconds >= STEADY - 0.3
    assert patient.reason == "cap"


def test_a_spinner_does_not_hide_that_something_large_changes(watch: ScreenWatch, x_display: str) -> None:
    spinner, drawing = Painter(x_display, 0.02, side=50), Painter(x_display, 0.3)
    try:
        settled = settler(watch).settle(quiet=2.4, cap=2.5)
    finally:
        spinner.stop()
        drawing.stop()
    assert settled.reason == "cap"


def test_it_waits_until_the_drawing_is_over(watch: ScreenWatch, x_display: str) -> None:
    painter = Painter(x_display, 0.02)
    ending = threading.Timer(0.5, painter.stop)
    ending.start()
    settled = settler(watch).settle(quiet=1.0, cap=60.0, patient=True)
    ended = time.monotonic()
    ending.join()
    assert settled.reason == "still"
    assert ended >= painter.last + 1.0


def test_an_application_that_does_not_answer_at_once_is_waited_for(watch: ScreenWatch) -> None:
    answers = iter([0.3])

    def answered(_seconds: float) -> None:
        threading.Event().wait(next(answers, 0.0))

    settled = Settler(watch, lambda: 0.0, answered, idle).settle(quiet=0.1, cap=5.0)
    assert settled.reason == "still"
    assert settled.seconds >= 0.4


def test_a_condition_is_looked_at_again_after_a_change(watch: ScreenWatch, x_display: str) -> None:
    painter = Painter(x_display, 0.02)
    try:
        before = watch.changes
        assert watch.wait_until(lambda: watch.changes > before + 5, time.monotonic() + 60)
    finally:
        painter.stop()
    assert not watch.wait_until(lambda: False, time.monotonic() + 0.2)


def test_work_that_has_not_shown_yet_is_waited_for(watch: ScreenWatch) -> None:
    begun: list[float] = []

    def busy_at_first() -> float:
        """One whole processor for 0.4 s from the first look on, then nothing."""
        begun.append(time.monotonic())
        return min(begun[-1] - begun[0], 0.4)

    settled = Settler(watch, lambda: 0.0, lambda _seconds: None, busy_at_first).settle(quiet=0.1, cap=10.0)
    assert settled.reason == "still"
    assert settled.seconds >= 0.35


def test_a_session_that_never_stops_working_reaches_the_cap(watch: ScreenWatch) -> None:
    settled = Settler(watch, lambda: 0.0, lambda _seconds: None, time.monotonic).settle(quiet=0.1, cap=0.5)
    assert settled.reason == "cap"


def test_the_work_of_other_processes_is_seen() -> None:
    before = processor_seconds()
    with subprocess.Popen([sys.executable, "-c", "while True: pass"]) as process:
        deadline = time.monotonic() + 60
        while processor_seconds() - before < 0.2 and time.monotonic() < deadline:
            threading.Event().wait(0.05)
        process.kill()
    assert time.monotonic() < deadline

"""Recording a real X server: what it shows, when it shows it, with the pointer, and no more."""

from __future__ import annotations

import io
import itertools
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from Xlib import X, display
from Xlib.ext import xtest

from crab_core import Clip, DeviceError, png
from crab_ubuntu.desktop.recorder import FRAMES_A_SECOND, Recorder
from crab_ubuntu.desktop.screen import Screen

RED, GREEN, BLUE = 0xFF0000, 0x00A000, 0x0000FF


class Painter:
    """A window that fills the screen with one colour, and a hand on the pointer."""

    def __init__(self, name: str) -> None:
        self._display = display.Display(name)
        screen = self._display.screen()
        self._window = screen.root.create_window(0, 0, 640, 480, 0, screen.root_depth, background_pixel=0)
        self._window.map()
        self.point_at(639, 479)

    def paint(self, colour: int, x: int = 0, y: int = 0, width: int = 640, height: int = 480) -> None:
        self._window.fill_rectangle(self._window.create_gc(foreground=colour), x, y, width, height)
        self._display.sync()

    def point_at(self, x: int, y: int) -> None:
        xtest.fake_input(self._display, X.MotionNotify, x=x, y=y)
        self._display.sync()

    def close(self) -> None:
        self._display.close()


@pytest.fixture
def painter(x_display: str) -> Iterator[Painter]:
    painter = Painter(x_display)
    yield painter
    painter.close()


@pytest.fixture
def recorder(x_display: str, painter: Painter) -> Iterator[Recorder]:
    recorder = Recorder(x_display)
    yield recorder
    recorder.close()
    recorder.close()


def pictures(clip: Clip) -> list[tuple[float, Any]]:
    import av

    with av.open(io.BytesIO(clip.data)) as file:
        return [(float(frame.time), frame.to_ndarray(format="rgb24")) for frame in file.decode(video=0)]


def colours(clip: Clip) -> list[str]:
    """The strongest part of the colour at the upper left of each picture."""
    return ["RGB"[int(np.argmax(picture[10, 10]))] for _, picture in pictures(clip)]


def eventually(condition: Callable[[], bool], every: float = 0.02) -> bool:
    deadline = time.monotonic() + 60
    while not condition() and time.monotonic() < deadline:
        threading.Event().wait(every)
    return condition()


def test_nothing_is_recorded_before_the_start(recorder: Recorder) -> None:
    assert not recorder.running
    with pytest.raises(DeviceError, match="not being recorded"):
        recorder.take()


def test_every_change_is_recorded_the_last_one_without_waiting(recorder: Recorder, painter: Painter) -> None:
    painter.paint(RED)
    recorder.start()
    for colour in (GREEN, BLUE, RED):
        painter.paint(colour)
        recorder.whole()
    assert colours(recorder.whole()) == ["R", "G", "B", "R"]


def test_the_last_picture_is_what_a_screenshot_shows(
    recorder: Recorder, painter: Painter, x_display: str
) -> None:
    painter.paint(RED)
    recorder.start()
    painter.paint(GREEN, 100, 50, 200, 300)
    painter.paint(BLUE, 350, 150, 77, 33)
    clip = recorder.whole()
    screen = Screen(x_display)
    shot = png.decode(screen.screenshot().data).astype(int)
    screen.close()
    _, last = pictures(clip)[-1]
    wrong = np.abs(last.astype(int) - shot).max(axis=2)[:440, :600]  # without the pointer
    assert (wrong > 40).mean() < 0.01
    assert tuple(shot[60, 110]) == (0, 160, 0)


def test_a_screen_that_keeps_changing_is_recorded_all_the_time(recorder: Recorder, painter: Painter) -> None:
    recorder.start()
    assert recorder._camera is not None
    samples = recorder._camera.film._samples  # asking the recorder itself would wake it up

    def more_of_it() -> bool:
        painter.paint((RED, GREEN, BLUE)[len(samples) % 3])
        return len(samples) >= 8

    assert eventually(more_of_it)


def test_a_screen_that_is_still_adds_no_pictures(recorder: Recorder, painter: Painter) -> None:
    painter.paint(RED)
    recorder.start()
    first = recorder.whole()
    threading.Event().wait(0.5)
    second = recorder.whole()
    assert len(pictures(first)) == len(pictures(second))
    assert second.seconds >= first.seconds + 0.5 - 0.1


def test_what_moves_fast_is_recorded_at_a_bounded_rate(recorder: Recorder, painter: Painter) -> None:
    recorder.start()
    begun = time.monotonic()
    assert recorder._camera is not None
    samples, painted = recorder._camera.film._samples, itertools.count()

    def often_enough() -> bool:
        painter.paint((RED, GREEN, BLUE)[(number := next(painted)) % 3])
        return number >= 150 and len(samples) >= 3

    assert eventually(often_enough, every=0.005)
    clip = recorder.whole()
    lasted = time.monotonic() - begun
    assert 3 <= len(pictures(clip)) <= lasted * FRAMES_A_SECOND + 3


def test_the_pointer_is_in_recordings_and_not_in_screenshots(
    recorder: Recorder, painter: Painter, x_display: str
) -> None:
    painter.paint(GREEN)
    recorder.start()
    painter.point_at(300, 200)
    assert eventually(lambda: len(pictures(recorder.whole())) >= 2)  # moving it is a change
    _, last = pictures(recorder.whole())[-1]
    around = last[190:210, 290:310].astype(int)
    assert np.abs(around - (0, 160, 0)).max() > 100
    screen = Screen(x_display)
    shot = png.decode(screen.screenshot().data)
    screen.close()
    assert (shot[190:210, 290:310] == (0, 160, 0)).all()


def test_taking_gives_what_is_new(recorder: Recorder, painter: Painter) -> None:
    painter.paint(RED)
    recorder.start()
    painter.paint(GREEN)
    assert colours(recorder.take())[-1] == "G"
    assert colours(recorder.take()) == ["G"]
    painter.paint(BLUE)
    assert colours(recorder.take()) == ["G", "B"]


def test_a_clip_is_as_long_as_asked_for_or_as_was_recorded(recorder: Recorder, painter: Painter) -> None:
    painter.paint(RED)
    recorder.start()
    recorder.whole()  # its first picture is there
    threading.Event().wait(0.6)
    assert 0.3 <= recorder.clip(0.3).seconds < 0.6
    assert recorder.clip(1000.0).seconds < 900


def test_starting_twice_records_once(recorder: Recorder, painter: Painter) -> None:
    painter.paint(RED)
    recorder.start()
    painter.paint(GREEN)
    first = len(pictures(recorder.whole()))
    recorder.start()
    assert len(pictures(recorder.whole())) == first


def test_a_recorder_can_be_closed_while_everything_moves(
    recorder: Recorder, painter: Painter, x_display: str
) -> None:
    stop = threading.Event()
    other = Painter(x_display)

    def paint() -> None:
        while not stop.wait(0.001):
            other.paint(RED)
            other.paint(BLUE)

    thread = threading.Thread(target=paint)
    thread.start()
    try:
        recorder.start()
        recorder.take()
        recorder.close()
    finally:
        stop.set()
        thread.join()
        other.close()
    assert not recorder.running
    assert not [t for t in threading.enumerate() if t.name == "recorder"]
    recorder.start()  # and it can begin anew
    assert recorder.whole().data


def test_several_threads_may_ask(recorder: Recorder, painter: Painter) -> None:
    painter.paint(RED)
    recorder.start()
    clips: list[Clip] = []
    threads = [threading.Thread(target=lambda: clips.append(recorder.clip(5.0))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [colours(clip) for clip in clips] == [["R"]] * 8


def test_a_display_that_is_gone_is_told(recorder: Recorder, painter: Painter) -> None:
    recorder.start()
    assert recorder._camera is not None
    painter._display.create_resource_object("resource", recorder._camera._damage).kill_client()
    painter.paint(RED)
    with pytest.raises(DeviceError, match="ended early"):
        recorder.whole()

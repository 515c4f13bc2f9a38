"""Records the screen of an X display, with its pointer. A screen that is still costs nothing."""

from __future__ import annotations

import os
import select
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from crab_core import Clip, DeviceError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from crab_ubuntu.desktop.film import Film

FRAMES_A_SECOND = 10
"""At most; what moves faster is seen as it stands then."""
CLIP_SECONDS = 30.0
"""How much of the past is kept for clips at least."""
LARGEST = 96 * 2**20
"""Bytes of film that are kept in memory at most."""
ANSWER_SECONDS = 10.0
"""Within which the thread has taken a last picture."""


class Recorder:
    """Records one screen. Nothing runs until `start`; safe to use from several threads."""

    def __init__(self, display_name: str) -> None:
        """Remember the display."""
        self._display_name = display_name
        self._lock = threading.Lock()
        self._camera: _Camera | None = None
        self._taken = 0.0

    @property
    def running(self) -> bool:
        """Whether it records."""
        return self._camera is not None

    def start(self, *, seconds: float = CLIP_SECONDS, scale: int = 1) -> None:
        """Begin to record, with what is on the screen now; nothing happens when it does already.

        Args:
            seconds: How much of the past is kept; infinity for all that fits.
            scale: The film is so many times smaller than the screen.

        Raises:
            DeviceError: The screen cannot be recorded.
        """
        with self._lock:
            if self._camera is None:
                self._camera = _Camera(self._display_name, seconds, scale)
                self._taken = self._camera.catch_up()

    def clip(self, seconds: float) -> Clip:
        """What the screen has shown in the last so many seconds, as far as that was recorded.

        Raises:
            DeviceError: It does not record.
        """
        with self._lock:
            camera, now = self._running()
            return camera.film.cut(now - seconds, now)

    def take(self) -> Clip:
        """What the screen has shown since the last call, or since the start, as far as that is kept.

        Raises:
            DeviceError: It does not record.
        """
        with self._lock:
            camera, now = self._running()
            since, self._taken = max(self._taken, now - CLIP_SECONDS), now
            return camera.film.cut(since, now)

    def whole(self) -> Clip:
        """Everything that is kept.

        Raises:
            DeviceError: It does not record.
        """
        with self._lock:
            camera, now = self._running()
            return camera.film.cut(0.0, now)

    def close(self) -> None:
        """Stop, and forget what was recorded; safe to call twice."""
        with self._lock:
            camera, self._camera = self._camera, None
            if camera is not None:
                camera.close()

    def _running(self) -> tuple[_Camera, float]:
        """What records, and until when its film shows everything."""
        if self._camera is None:
            raise DeviceError("The screen is not being recorded.", advice="Call start() first.")
        return self._camera, self._camera.catch_up()


class _Camera:
    """Takes a picture whenever the screen or the pointer has changed, but not too often."""

    def __init__(self, display_name: str, seconds: float, scale: int) -> None:
        import mss
        from Xlib import display
        from Xlib.ext import damage, xinput

        from crab_ubuntu.desktop.film import Film

        self._capture: Any = mss.MSS(display=display_name, with_cursor=True)
        self._area = self._capture.monitors[0]
        width, height = self._area["width"], self._area["height"]
        self.film: Film = Film(width, height, scale=scale, seconds=seconds, size=LARGEST)
        self._display = display.Display(display_name)
        root = self._display.screen().root
        self._display.damage_query_version()
        self._display.xinput_query_version()
        self._damage = root.damage_create(damage.DamageReportNonEmpty)
        # The pointer is no part of the screen's contents: its motion damages nothing.
        root.xinput_select_events([(xinput.AllMasterDevices, xinput.RawMotionMask)])
        self._display.sync()
        self._wake_read, self._wake_write = os.pipe()
        self._ending = False
        self._waiting: list[threading.Event] = []
        self._failure: BaseException | None = None
        self._thread = threading.Thread(target=self._work, name="recorder", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the thread and disconnect."""
        from Xlib.error import ConnectionClosedError

        self._ending = True
        os.write(self._wake_write, b"x")
        self._thread.join()
        with suppress(ConnectionClosedError):  # the display may be gone already
            self._display.close()
        self._capture.close()
        self.film.close()
        os.close(self._wake_read)
        os.close(self._wake_write)

    def catch_up(self) -> float:
        """Let the film show what the screen shows now; returns when that was, on the monotonic clock.

        Raises:
            DeviceError: Recording has failed.
        """
        done = threading.Event()
        self._waiting.append(done)
        os.write(self._wake_write, b"x")
        if not done.wait(ANSWER_SECONDS) or self._failure is not None:
            raise DeviceError("The recording of the screen has ended early.") from self._failure
        return time.monotonic()

    def _work(self) -> None:
        try:
            self._record()
        except Exception as error:  # noqa: BLE001 - raised where the film is wanted
            self._failure = error
        while not self._ending:  # nobody waits for what will not come
            while self._waiting:
                self._waiting.pop().set()
            select.select([self._wake_read], [], [])
            os.read(self._wake_read, 64)

    def _record(self) -> None:
        poll = select.poll()
        poll.register(self._display.fileno(), select.POLLIN)
        poll.register(self._wake_read, select.POLLIN)
        changed, due = True, 0.0
        while not self._ending:
            waiting = list(self._waiting)
            if waiting:
                self._display.sync()  # what changed before they asked has been reported then
            while self._display.pending_events():
                self._display.next_event()
                changed = True
            now = time.monotonic()
            if changed and (now >= due or waiting):
                changed, due = False, now + 1 / FRAMES_A_SECOND
                self._take_picture()
            for done in waiting:
                self._waiting.remove(done)
                done.set()
            if self._display.pending_events():
                continue  # they came while the picture was taken: no sign of them is left to wake up by
            # When nothing has changed, sleep until something does.
            left = max(due - time.monotonic(), 0) * 1000 if changed else None
            if self._wake_read in {descriptor for descriptor, _ in poll.poll(left)}:
                os.read(self._wake_read, 64)

    def _take_picture(self) -> None:
        # Re-armed first: what changes from here on is reported again.
        self._display.damage_subtract(self._damage)
        self._display.sync()
        now = time.monotonic()
        shot = self._capture.grab(self._area)
        self.film.add(_pixels(shot), now)


def _pixels(shot: Any) -> NDArray[np.uint8]:
    """Shape (height, width, 4): blue, green, red and a byte that means nothing."""
    import numpy

    return numpy.frombuffer(shot.raw, numpy.uint8).reshape(shot.height, shot.width, 4)

"""Recording the screen with Android's `screenrecord`, from an action to the next observation."""

from __future__ import annotations

import time
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress

from crab_android.device.link import AdbLink, quoted
from crab_core import Clip, DeviceError

_PATH = "/sdcard/.crab-clip.mp4"
_LONGEST = 180  # seconds; screenrecord itself takes no more
_START_SECONDS = 5.0
_STOP_SECONDS = 15.0


class Recorder:
    """Records the screen of one phone, one clip at a time. Nothing runs until `start`."""

    def __init__(self, link: AdbLink) -> None:
        self._link = link
        self._running: Future[bytes] | None = None
        self._since = 0.0

    def start(self) -> None:
        """Begin to record; nothing happens when it is recording already.

        Raises:
            DeviceError: The phone does not record.
        """
        if self._running is not None:
            return
        words = ["screenrecord", "--time-limit", str(_LONGEST), _PATH]
        # The command ends when the recording does: a thread of its own waits for that.
        pool = ThreadPoolExecutor(1, "crab-screenrecord")
        self._running = pool.submit(self._link.raw, quoted(words), seconds=_LONGEST + 20.0, repeatable=False)
        pool.shutdown(wait=False)
        self._since = time.monotonic()
        while not self._is_recording():
            if self._running.done() or time.monotonic() - self._since > _START_SECONDS:
                raise DeviceError(f"screenrecord does not start: {self._end()[:200]!r}.")
        self._since = time.monotonic()

    def take(self) -> Clip:
        """Stop, and give what was recorded; an empty clip when nothing was.

        Raises:
            DeviceError: The recording is lost.
        """
        if self._running is None:
            return Clip(b"", 0.0)
        seconds = time.monotonic() - self._since
        said = self._end()
        data = self._link.raw(quoted(["cat", _PATH]))
        self._link.run(quoted(["rm", "-f", _PATH]))
        if data[4:8] != b"ftyp":
            raise DeviceError(f"screenrecord left no video: {said[:200]!r} {data[:80]!r}.")
        return Clip(data, _length(data) or seconds)

    def drop(self) -> None:
        """Stop, and forget what was recorded; also when the phone is gone."""
        if self._running is not None:
            with suppress(DeviceError):
                self._end()
                self._link.run(quoted(["rm", "-f", _PATH]))

    def _is_recording(self) -> bool:
        return self._link.run("pidof screenrecord").text.strip().isdigit()

    def _end(self) -> bytes:
        """Interrupt it, as Ctrl-C does: only then does it finish its file. Returns what it has said."""
        running, self._running = self._running, None
        if running is None:
            return b""
        if not running.done():
            self._link.run("kill -INT $(pidof screenrecord)", repeatable=True)
        try:
            return running.result(_STOP_SECONDS)
        except TimeoutError as error:
            raise DeviceError("screenrecord does not end although it was interrupted.") from error


def _length(video: bytes) -> float | None:
    """Seconds that an MP4 file plays, out of its movie header (ISO/IEC 14496-12, section 8.2.2)."""
    at = video.find(b"mvhd")
    head = video[at + 4 : at + 36]
    if at < 0 or len(head) < 32:
        return None
    if head[0] == 1:
        scale, duration = int.from_bytes(head[20:24], "big"), int.from_bytes(head[24:32], "big")
    else:
        scale, duration = int.from_bytes(head[12:16], "big"), int.from_bytes(head[16:20], "big")
    return duration / scale if scale else None

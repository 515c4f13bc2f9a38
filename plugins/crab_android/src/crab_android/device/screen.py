"""Looking at the screen: pictures, the UI hierarchy, the size, and waiting until nothing moves."""

from __future__ import annotations

import re
import time

from crab_android.device.link import AdbLink
from crab_core import DeviceError, Screenshot, Settled

_PNG = b"\x89PNG\r\n\x1a\n"
_PNG_END = b"IEND\xaeB`\x82"
_ATTEMPTS = 4


class Screen:
    """The screen of one phone.

    Args:
        link: The phone.
        cap: Longest time to wait for a screen to come to rest, in seconds.
        quiet: How long it must not have changed; real devices need some time before an animation begins.
    """

    def __init__(self, link: AdbLink, *, cap: float = 3.0, quiet: float = 0.0) -> None:
        self._link = link
        self._cap = cap
        self._quiet = quiet
        self._size: tuple[int, int] | None = None
        self._settled: Screenshot | None = None
        self._frame_size: tuple[int, int] | None = None

    @property
    def frame_size(self) -> tuple[int, int]:
        """Width and height of the last picture in pixels: a phone held sideways has them the other way round.

        Raises:
            DeviceError: No picture was taken yet, and the phone does not tell its size.
        """
        return self._frame_size or self.size

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels, as the device has them when held upright.

        Raises:
            DeviceError: The phone does not tell.
        """
        if self._size is None:
            answer = self._link.check("wm size")
            sizes = re.findall(r"(Physical|Override) size: (\d+)x(\d+)", answer)
            if not sizes:
                raise DeviceError(f"The phone does not tell its size: {answer!r}.")
            # An override stands after the physical size, and wins.
            self._size = int(sizes[-1][1]), int(sizes[-1][2])
        return self._size

    def forget(self) -> None:
        """The screen may have changed: what was captured is of no use any more."""
        self._settled = None

    def screenshot(self) -> Screenshot:
        """A picture of the screen; the one that settling ended with, if nothing was done since.

        Raises:
            DeviceError: The phone gives no picture, as for a window that forbids it.
        """
        settled, self._settled = self._settled, None
        return settled or self._capture()

    def _capture(self) -> Screenshot:
        for _ in range(_ATTEMPTS):
            data = self._link.raw("screencap -p")
            start = data.find(_PNG)
            # Some devices write a warning before the picture; a torn picture lacks its end.
            if start >= 0 and data.endswith(_PNG_END):
                picture = Screenshot.from_png(data[start:])
                self._frame_size = picture.width, picture.height
                return picture
        raise DeviceError(
            f"screencap gave no picture but {data[:120]!r}.",
            advice="The window in front may forbid screenshots.",
        )

    def settle(self) -> Settled:
        """Wait until a picture comes back that was there a quiet time ago, or until the cap.

        A blinking cursor makes two pictures take turns: that counts as rest.
        """
        start = time.monotonic()
        last = self._capture()
        seen = {last.digest: start}
        while True:
            frame = self._capture()
            now = time.monotonic()
            self._settled = frame
            if frame.digest in seen and now - seen[frame.digest] >= self._quiet:
                return Settled("still", now - start)
            if frame.digest not in seen:
                seen[frame.digest] = now
            if now - start >= self._cap:
                return Settled("cap", now - start)

    def hierarchy(self) -> str:
        """The XML of `uiautomator dump` for the window in front.

        Raises:
            DeviceError: The phone gives none, also after some attempts.
        """
        for _ in range(_ATTEMPTS):
            answer = self._link.raw("uiautomator dump /dev/tty").decode("utf-8", "replace")
            start, end = answer.find("<?xml"), answer.rfind("</hierarchy>")
            if start >= 0 and end > start:
                return answer[start : end + len("</hierarchy>")]
        raise DeviceError(
            f"uiautomator gave no hierarchy: {answer.strip()[:200]!r}.",
            advice="It needs a screen that comes to rest; stop what is animated or playing.",
        )

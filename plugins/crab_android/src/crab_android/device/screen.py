"""Looking at the screen: pictures, the UI hierarchy, the size, and waiting until nothing moves."""

from __future__ import annotations

import re
import time
from typing import Final

from crab_android.device.errors import NoHierarchyError, NoPictureError
from crab_android.device.link import AdbLink
from crab_android.device.picture import black_png, may_be_blank, png_in
from crab_core import DeviceError, Screenshot, Settled

_ATTEMPTS: Final = 4
_DUMP_SECONDS: Final = 40.0
"""uiautomator itself waits ten seconds for a screen to come to rest (UiAutomation.waitForIdle)."""
_DUMP_FILE: Final = "/data/local/tmp/crab-window.xml"
_MOVING: Final = ("could not get idle state", "null root node", "killed")
_SECURE_FLAG: Final = 0x2000  # WindowManager.LayoutParams.FLAG_SECURE


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
        self._through_file = False
        self._forbidden = False

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels, as the phone is held now; every picture and every hierarchy tells anew.

        Raises:
            DeviceError: The phone does not tell.
        """
        if self._size is None:
            self._size = self._told_size()
        return self._size

    @property
    def forbidden(self) -> bool:
        """Whether the last screenshot is black because the window in front forbids pictures of itself."""
        return self._forbidden

    def forget(self) -> None:
        """The screen may have changed: what was captured is of no use any more."""
        self._settled = None

    def screenshot(self) -> Screenshot:
        """A picture of the screen; the one that settling ended with, if nothing was done since.

        Where a window forbids pictures of itself, it is black, and `forbidden` says so.

        Raises:
            NoPictureError: The phone gives no picture, also after some attempts.
        """
        settled, self._settled = self._settled, None
        picture = settled or self._capture()
        self._forbidden = may_be_blank(picture.data) and self._front_forbids_pictures()
        return picture

    def settle(self) -> Settled:
        """Wait until a picture comes back that was there a quiet time ago, or until the cap.

        A blinking cursor makes two pictures take turns: that counts as rest.

        Raises:
            NoPictureError: As `screenshot`.
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
            NoHierarchyError: The phone gives none, also after some attempts.
        """
        deadline = time.monotonic() + _DUMP_SECONDS
        for attempt in range(_ATTEMPTS):
            answer = self._dump()
            start, end = answer.find("<?xml"), answer.rfind("</hierarchy>")
            if start >= 0 and end > start:
                xml = answer[start : end + len("</hierarchy>")]
                self._turn(xml)
                return xml
            if not any(reason in answer.lower() for reason in _MOVING):
                # Some devices have no terminal to write to; a file they all have.
                self._through_file = not self._through_file
            if attempt and time.monotonic() >= deadline:
                break
        raise NoHierarchyError(
            f"uiautomator gave no hierarchy: {answer.strip()[:200]!r}.",
            advice="It needs a screen that comes to rest; stop what is animated or playing.",
        )

    def _dump(self) -> str:
        command = "uiautomator dump /dev/tty"
        if self._through_file:
            command = f"uiautomator dump {_DUMP_FILE} && cat {_DUMP_FILE}"
        return self._link.raw(command, repeatable=True).decode("utf-8", "replace")

    # -- pictures --------------------------------

    def _capture(self) -> Screenshot:
        answer = b""
        for _ in range(_ATTEMPTS):
            answer = self._link.raw("screencap -p")
            data = png_in(answer)
            if data is not None:
                picture = Screenshot.from_png(data)
                self._size = picture.width, picture.height
                return picture
            if self._front_forbids_pictures():
                return Screenshot(black_png(*self.size), *self.size)
        raise NoPictureError(
            f"screencap gave no picture but {answer[:120]!r}.",
            advice="Is the screen on? `adb exec-out screencap -p` shows what the phone says.",
        )

    def _front_forbids_pictures(self) -> bool:
        """Whether the window that has the focus carries FLAG_SECURE."""
        try:
            return _focus_is_secure(self._link.check("dumpsys window windows"))
        except DeviceError:
            return False

    # -- size --------------------------------

    def _told_size(self) -> tuple[int, int]:
        """From the display, as it is turned now, or, where it does not tell, as the phone is held upright."""
        answer = self._link.run("wm size\ndumpsys window displays").text
        turned = re.search(r"\bcur=(\d+)x(\d+)", answer)
        if turned:
            return int(turned[1]), int(turned[2])
        sizes = re.findall(r"(Physical|Override) size: (\d+)x(\d+)", answer)
        if not sizes:
            raise DeviceError(f"The phone does not tell its size: {answer[:200]!r}.")
        # An override stands after the physical size, and wins.
        return int(sizes[-1][1]), int(sizes[-1][2])

    def _turn(self, xml: str) -> None:
        """The root of a hierarchy covers the screen; what it tells is newer than what was known."""
        root = re.search(r'<node [^>]*bounds="\[0,0\]\[(\d+),(\d+)\]"', xml)
        if root is not None and self._size == (int(root[2]), int(root[1])):
            self._size = self._size[1], self._size[0]


def _focus_is_secure(windows: str) -> bool:
    """Whether the window in focus has FLAG_SECURE, in what `dumpsys window windows` prints."""
    focus = re.search(r"mCurrentFocus=Window\{(\w+) ", windows)
    if focus is None:
        return False
    block = re.search(rf"Window #\d+ Window\{{{focus[1]} .*?(?=\n\s*Window #\d+|\Z)", windows, re.DOTALL)
    flags = re.search(r"\bfl=(#?[0-9a-fA-F]+\b|[A-Z_0-9 |]+)", block[0]) if block else None
    if flags is None:
        return False
    value = flags[1].removeprefix("#")
    # Android 8 and older print a number.
    return (
        bool(int(value, 16) & _SECURE_FLAG)
        if re.fullmatch(r"[0-9a-f]+", value)
        else "SECURE" in value.split()
    )

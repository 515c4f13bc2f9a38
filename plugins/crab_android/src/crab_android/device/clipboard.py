"""The clipboard, through broadcasts to Clipper (github.com/majido/clipper); the simulated phone has it.

Android has no shell command for it. From Android 10 on only the app in front may read it: there Clipper has
to be opened once, and stay open behind the others.
"""

from __future__ import annotations

import re

from crab_android.device.link import AdbLink, quoted
from crab_core import DeviceError

_ANSWER = re.compile(r'Broadcast completed: result=(-?\d+)(?:, data="(.*)")?', re.DOTALL)
_ADVICE = "Install Clipper (github.com/majido/clipper), and open it once."


class Clipboard:
    """The clipboard of one phone."""

    def __init__(self, link: AdbLink) -> None:
        self._link = link

    def read(self) -> str:
        """The text on it; empty when there is none.

        Raises:
            DeviceError: It cannot be read on this phone.
        """
        return self._ask(["am", "broadcast", "-a", "clipper.get"])

    def write(self, text: str) -> None:
        """Put a text on it.

        Raises:
            DeviceError: That cannot be done on this phone.
        """
        self._ask(["am", "broadcast", "-a", "clipper.set", "-e", "text", text])

    def _ask(self, words: list[str]) -> str:
        answer = _ANSWER.search(self._link.check(quoted(words)))
        # -1 is Activity.RESULT_OK; 0 is what comes back when nobody received the broadcast.
        if answer is None or answer.group(1) == "0":
            raise DeviceError("The clipboard of this phone cannot be reached.", advice=_ADVICE)
        return answer.group(2) or ""

"""Services that restart the daemon or the phone, and what a production build refuses, as adbd words it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from ..phone import Phone
from .sockets import small_number
from .stream import Stream

Serve = Callable[[Stream], Awaitable[None]]

_ROOT = "service.adb.root"  # the property that says whether the shell is the superuser


class Restarts:
    """Answers ``root:``, ``remount:``, ``tcpip:``, ``usb:``, ``reboot:`` and their like.

    Args:
        phone: the phone.
        restart: drops every connection soon and comes back, after a reboot of the phone when told so.
    """

    def __init__(self, phone: Phone, restart: Callable[[bool], None]) -> None:
        self._phone = phone
        self._restart = restart
        self._answers: dict[str, Callable[[str], Serve]] = {
            "root": lambda _rest: self._become(root=True),
            "unroot": lambda _rest: self._become(root=False),
            "remount": self._remount,
            "disable-verity": self._verity,
            "enable-verity": self._verity,
            "usb": self._usb,
            "tcpip": self._tcpip,
            "reboot": lambda _rest: say("", lambda: restart(True)),
        }

    def find(self, kind: str, rest: str) -> Serve | None:
        """The service of that kind, or None when it is of no kind that is answered here."""
        answer = self._answers.get(kind)
        return answer(rest) if answer is not None else None

    def after_command(self) -> bool:
        """Whether a command has set the property that makes Android's init restart the phone."""
        return bool(self._phone.state.properties.get("sys.powerctl"))

    @property
    def _root(self) -> bool:
        return self._phone.state.properties.get(_ROOT) == "1"

    def _become(self, *, root: bool) -> Serve:
        """Only a phone whose build may be debugged lets its shell be root."""
        if root and self._phone.state.properties.get("ro.debuggable") != "1":
            return say("adbd cannot run as root in production builds\n")
        if root == self._root:
            return say("adbd is already running as root\n" if root else "adbd not running as root\n")

        def switch() -> None:
            self._phone.state.properties[_ROOT] = "1" if root else "0"
            self._restart(False)

        return say(f"restarting adbd as {'root' if root else 'non root'}\n", switch)

    def _remount(self, _rest: str) -> Serve:
        return say("remount succeeded\n" if self._root else 'Not running as root. Try "adb root" first.\n')

    def _verity(self, _rest: str) -> Serve:
        return say("verity cannot be disabled/enabled - USER build\n")

    def _usb(self, _rest: str) -> Serve:
        return say("restarting in USB mode\n", lambda: self._restart(False))

    def _tcpip(self, port: str) -> Serve:
        number = small_number(port)
        if not number or number > 0xFFFF:
            return say("invalid port\n")
        # The phone stays where it is: its address is its owner's choice.
        return say(f"restarting in TCP mode port: {number}\n", lambda: self._restart(False))


def say(text: str, then: Callable[[], None] | None = None) -> Serve:
    """A service that writes a text, and then does something that drops its connection."""

    async def serve(stream: Stream) -> None:
        await stream.write(text.encode())
        if then is not None:
            await stream.taken()
            then()
            # The stream ends with the connection, so that the host does not take the phone for present.
            await asyncio.Event().wait()

    return serve

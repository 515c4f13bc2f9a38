"""When a GNOME session is ready: shell and dock drawn, desktop icons there, the screen still."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable

from crab_core import DeviceError
from crab_ubuntu.desktop.live import Desktop

SECONDS = 30.0
"""How long a session may take to become ready."""
DISPLAY_MANAGER = "org.gnome.DisplayManager"


class StartupSignal:
    """Receives what the shell tells its display manager when its start-up is complete.

    A shell registers its session with the display manager (the bus name `org.gnome.DisplayManager`, method
    `RegisterSession`) as the last step of its start. Nobody else owns that name on the private system bus.
    """

    def __init__(self) -> None:
        """Own the name, in a thread of its own."""
        self._complete = threading.Event()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="startup-signal", daemon=True)
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self._listen(), self._loop).result(SECONDS)

    async def _listen(self) -> None:
        from dbus_fast import BusType, Message
        from dbus_fast.aio import MessageBus

        self._bus = await MessageBus(bus_type=BusType.SYSTEM).connect()

        def receive(message: Message) -> Message | None:
            if message.member != "RegisterSession":
                return None
            self._complete.set()
            return Message.new_method_return(message)

        self._bus.add_message_handler(receive)
        await self._bus.request_name(DISPLAY_MANAGER)

    @property
    def received(self) -> bool:
        """Whether the shell has said that its start-up is complete."""
        return self._complete.is_set()

    def close(self) -> None:
        """Give the name back."""
        self._loop.call_soon_threadsafe(self._bus.disconnect)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


def wait_until_ready(desktop: Desktop, signal: StartupSignal, report: Callable[[str], None]) -> None:
    """Wait until the shell has started, the desktop icons are drawn and the screen is still.

    Args:
        desktop: To wait for.
        signal: Receives the shell's word that it has started.
        report: Told the name of each part that has appeared.

    Raises:
        DeviceError: That takes too long.
    """
    deadline = time.monotonic() + SECONDS
    steps = (
        ("the window manager", lambda: desktop.windows.managed_by != 0),
        ("the shell", lambda: signal.received),
        ("the desktop icons", lambda: any(w.kind == "DESKTOP" for w in desktop.windows.stacked())),
    )
    for name, condition in steps:
        if not desktop.watch.wait_until(condition, deadline):
            raise DeviceError(f"The desktop did not get ready: {name} did not appear within {SECONDS:g} s.")
        report(name)
    desktop.settler.settle()

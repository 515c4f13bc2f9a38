"""The shell's own word that its start is complete."""

from __future__ import annotations

import threading
from contextlib import suppress

from crab_core.serving import LoopThread

DISPLAY_MANAGER = "org.gnome.DisplayManager"
SECONDS = 30.0
"""How long the system bus may take to give the name."""


class StartupSignal:
    """Receives what the shell tells its display manager when its start-up is complete.

    A shell registers its session with the display manager (the bus name `org.gnome.DisplayManager`, method
    `RegisterSession`) as the last step of its start. Nobody else owns that name on the private system bus.
    """

    def __init__(self) -> None:
        """Own the name, in a thread of its own."""
        self._complete = threading.Event()
        self._thread = LoopThread("startup-signal")
        try:
            self._thread.ask(self._listen(), SECONDS)
        except BaseException:
            self._thread.close(SECONDS)
            raise

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
        self._thread.ask(self._leave(), SECONDS)
        self._thread.close(SECONDS)

    async def _leave(self) -> None:
        self._bus.disconnect()
        with suppress(EOFError, OSError):  # the bus has gone before
            await self._bus.wait_for_disconnect()  # type: ignore[no-untyped-call]

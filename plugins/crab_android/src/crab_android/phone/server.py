"""A phone with its ADB daemon on a thread of its own, for use inside a process."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from crab_core.serving import LoopThread

from .adbd.auth import Authorization
from .adbd.daemon import AdbDaemon
from .adbd.sockets import Handler, PipeEnd
from .phone import Phone

Result = TypeVar("Result")


class PhoneServer:
    """Serves a phone over ADB until closed.

    Args:
        phone: the phone. From now on touch it only through :meth:`call`.
        host: the address to listen on.
        port: the port; a free one when 0.
        authorization: which hosts may come in; everyone when None.

    Raises:
        OSError: when the address cannot be had.
    """

    def __init__(
        self,
        phone: Phone,
        host: str = "127.0.0.1",
        port: int = 0,
        *,
        authorization: Authorization | None = None,
    ) -> None:
        self._phone = phone
        self._daemon = AdbDaemon(phone, authorization)
        self._thread = LoopThread("phone")
        try:
            self.host, self.port = self._thread.ask(self._daemon.start(host, port))
        except BaseException:
            self._thread.close()
            raise

    @property
    def serial(self) -> str:
        """What ``adb connect`` and ``adb -s`` take."""
        return f"{self.host}:{self.port}"

    def call(self, function: Callable[[Phone], Result]) -> Result:
        """Run a function with the phone where nothing else touches it; returns what it returns."""

        async def run(phone: Phone) -> Result:
            return function(phone)

        return self.run(run)

    def run(self, function: Callable[[Phone], Coroutine[Any, Any, Result]]) -> Result:
        """Run a coroutine function with the phone, beside its other services; returns what it returns."""
        return self._thread.ask(function(self._phone))

    def connect(self, address: str) -> PipeEnd:
        """Connect to a socket of the phone from inside; to be called within :meth:`run`.

        Raises:
            SocketError: when nothing listens there.
        """
        return self._daemon.sockets.connect(address)

    def listen(self, address: str, handler: Handler) -> str:
        """Let something answer at a socket of the phone, such as ``tcp:8080`` or ``localabstract:name``.

        Returns:
            The address, with the port chosen for ``tcp:0``.

        Raises:
            SocketError: when it is no address, or taken.
        """
        return self.call(lambda _phone: self._daemon.sockets.listen(address, handler))

    def close(self) -> None:
        """Drop all connections and stop."""
        if not self._thread.loop.is_closed():
            self._thread.ask(self._daemon.stop())
            self._thread.close()

    def __enter__(self) -> PhoneServer:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.close()

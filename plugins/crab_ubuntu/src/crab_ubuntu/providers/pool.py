"""A warm pool: desktops that are made ahead of need."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable

from crab_core import DeviceError
from crab_ubuntu.providers.launch import RunningDesktop


class WarmPool:
    """Keeps some desktops ready, made one after the other in a thread of its own."""

    def __init__(self, make: Callable[[], RunningDesktop], size: int) -> None:
        """Start making them.

        Args:
            make: Starts a desktop; an error is told to the next one who asks.
            size: How many to keep ready.
        """
        self._make = make
        self._size = size
        self._ready: deque[RunningDesktop] = deque()
        self._failure: BaseException | None = None
        self._closed = False
        self._news = threading.Condition()
        self._thread = threading.Thread(target=self._fill, name="warm-desktops", daemon=True)
        self._thread.start()

    def take(self) -> RunningDesktop:
        """A desktop that is ready; waits for the one in the making when there is none.

        Raises:
            CrabError: What making it raised; the next one who asks has it tried again.
            DeviceError: The pool is closed.
        """
        while True:
            with self._news:
                self._news.wait_for(lambda: self._ready or self._failure is not None or self._closed)
                if self._closed:
                    raise DeviceError("The desktops that were kept ready are gone: their provider is closed.")
                if self._failure is not None and not self._ready:
                    failure, self._failure = self._failure, None
                    self._news.notify_all()
                    raise failure
                desktop = self._ready.popleft()
                self._news.notify_all()
            if desktop.process.alive:
                return desktop
            desktop.close()

    @property
    def ready(self) -> int:
        """How many desktops wait."""
        with self._news:
            return len(self._ready)

    def wait_until_full(self, seconds: float) -> bool:
        """Wait until as many desktops as wanted are ready; False when the time is over, or one failed."""
        with self._news:
            self._news.wait_for(
                lambda: len(self._ready) >= self._size or self._failure is not None or self._closed, seconds
            )
            return len(self._ready) >= self._size

    def close(self) -> None:
        """End all desktops that wait; safe to call twice."""
        with self._news:
            self._closed = True
            self._news.notify_all()
        self._thread.join()
        while self._ready:
            self._ready.popleft().close()

    def _fill(self) -> None:
        while True:
            with self._news:
                self._news.wait_for(
                    lambda: self._closed or (len(self._ready) < self._size and self._failure is None)
                )
                if self._closed:
                    return
            try:
                desktop = self._make()
            except BaseException as error:  # noqa: BLE001 - handed to the one who asks for a desktop
                with self._news:
                    self._failure = error
                    self._news.notify_all()
                continue
            with self._news:
                self._ready.append(desktop)
                self._news.notify_all()

"""How many requests at once a service takes: found out together by all who use the same key."""

from __future__ import annotations

import contextlib
import hashlib
import math
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit
from weakref import WeakValueDictionary

from crab_models.pauses import Pauses
from crab_models.settings import Secret


class PauseTooLong(Exception):  # noqa: N818 - sorted by the caller, who knows the service's name
    """The service has asked everybody to wait for longer than one is willing to.

    Attributes:
        seconds: What is left of the pause.
    """

    def __init__(self, seconds: float) -> None:
        super().__init__(f"{seconds:.0f} s")
        self.seconds = seconds


class Limiter:
    """Adaptive concurrency: halved when the service says "too many", raised slowly while it does not.

    Additive increase, multiplicative decrease, as TCP avoids congestion (Jacobson 1988). There is no bound
    until the first rate limit, so that nobody waits for a service that takes everything. When the service
    says how long to wait, everybody waits.
    """

    def __init__(self, most: float = math.inf, pauses: Pauses | None = None) -> None:
        """Nothing is known of the service yet.

        Args:
            most: Never more requests at once than this.
            pauses: What other processes are told of pauses, and tell; None for nothing.
        """
        self._pauses = pauses
        self._changed = threading.Condition()
        self._most = most
        self._limit = most
        self._running = 0
        self._paused_until = 0.0
        self._halved_at = -math.inf

    @property
    def limit(self) -> float:
        """How many requests may run at once; infinite before the first rate limit."""
        return self._limit

    @property
    def running(self) -> int:
        """How many requests run now."""
        return self._running

    def at_most(self, most: int) -> None:
        """Lower the bound; the lowest that anybody asked for holds."""
        with self._changed:
            self._most = min(self._most, most)
            self._limit = min(self._limit, self._most)

    def paused(self) -> float:
        """Seconds for which nobody may ask, from now."""
        told = self._pauses.left() if self._pauses else 0.0
        return max(told, self._paused_until - time.monotonic(), 0.0)

    @contextlib.contextmanager
    def slot(
        self, patience: float = math.inf, stopped: threading.Event | None = None, until: float = math.inf
    ) -> Iterator[None]:
        """One request's place, waited for; several threads may ask at once.

        Args:
            patience: Longest pause that is waited for, in seconds.
            stopped: Ends waiting when it is set and `wake` is called; the place is then given at once.
            until: When waiting for others ends too (`time.monotonic`); the place is then given at once.

        Raises:
            PauseTooLong: The service has asked for a longer pause.
        """
        with self._changed:
            while not (stopped is not None and stopped.is_set()):
                pause = self.paused()
                if pause and pause > patience:
                    raise PauseTooLong(pause)
                left = until - time.monotonic()
                if left <= 0 or (not pause and self._running < self._limit):
                    break
                wait = min(pause or math.inf, left)
                self._changed.wait(wait if wait < math.inf else None)
            self._running += 1
        try:
            yield
        finally:
            with self._changed:
                self._running -= 1
                self._let_in()

    def wake(self) -> None:
        """Let everybody who waits look whether that is still wanted."""
        with self._changed:
            self._changed.notify_all()

    def succeeded(self) -> None:
        """A request was answered: one more at once for each round of requests that passes."""
        with self._changed:
            self._limit = min(self._most, self._limit + 1 / self._limit)
            self._let_in()

    def rate_limited(self, started: float, retry_after: float | None) -> None:
        """A request was refused because there were too many.

        Args:
            started: When the request began (`time.monotonic`): those that began before the last halving
                tell nothing new.
            retry_after: Seconds that the service asks to wait.
        """
        with self._changed:
            now = time.monotonic()
            if started >= self._halved_at:
                self._limit = max(1.0, min(self._limit, self._running) / 2)
                self._halved_at = now
            if retry_after:
                self._paused_until = max(self._paused_until, now + retry_after)
        if retry_after and self._pauses:
            self._pauses.tell(retry_after)

    def _let_in(self) -> None:
        free = min(self._limit, 1_000_000) - self._running
        self._changed.notify(max(1, int(free)))


_shared: WeakValueDictionary[tuple[str, str, str], Limiter] = WeakValueDictionary()
_sharing = threading.Lock()


def shared(
    provider: str, address: str, key: Secret, *, most: int | None = None, folder: Path | None = None
) -> Limiter:
    """The limiter of this process for one key at one service; it lives as long as somebody holds it.

    Args:
        provider: As users choose it.
        address: Of the service; empty for the provider's own.
        key: Whose limits they are.
        most: Never more requests at once than this; the lowest that anybody asked for holds.
        folder: Where processes tell each other of pauses. None for nowhere; nor do they of a service on this
            machine, or of one without a key.
    """
    digest = hashlib.sha256(key.reveal().encode()).hexdigest()
    pauses = None
    if folder is not None and key and not _is_here(address):
        name = hashlib.sha256(f"crab pauses {provider} {address} {digest}".encode()).hexdigest()
        pauses = Pauses(folder / name[:32])
    with _sharing:
        found = _shared.setdefault((provider, address, digest), Limiter(pauses=pauses))
    if most is not None:
        found.at_most(most)
    return found


def _is_here(address: str) -> bool:
    """Whether a service runs on this machine."""
    host = urlsplit(address.partition(" ")[0]).hostname or ""
    return host in ("localhost", "::1") or host.startswith("127.")

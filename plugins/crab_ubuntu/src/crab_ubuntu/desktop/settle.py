"""Waiting for a desktop to come to rest, by what its X server reports, never by the clock alone."""

from __future__ import annotations

import os
import select
import threading
import time
from collections.abc import Callable
from pathlib import Path

from crab_core import Settled

QUIET = 0.09
"""Seconds without a change of the screen after which it counts as still."""
CAP = 3.0
"""Seconds after which waiting ends in any case."""
BUSY = 0.3
"""Processors used or waited for above which the applications are at work on what will change the screen."""
PROMPT = 0.03
"""Seconds within which an application answers that has nothing else to do."""


class ScreenWatch:
    """Notes when the screen of an X display last changed, from damage events, in a thread of its own."""

    def __init__(self, display_name: str) -> None:
        """Connect and start watching."""
        from Xlib import X, display
        from Xlib.ext import damage

        self._display = display.Display(display_name)
        self._root = self._display.screen().root
        self._display.damage_query_version()
        self._damage = self._root.damage_create(damage.DamageReportNonEmpty)
        self._root.change_attributes(event_mask=X.PropertyChangeMask | X.SubstructureNotifyMask)
        self._display.flush()
        self._changed = threading.Condition()
        self._wake_read, self._wake_write = os.pipe()
        self.changes = 0
        """How many changes were noted."""
        self.last_change = time.monotonic()
        """When the last was noted, on the monotonic clock."""
        self._thread = threading.Thread(target=self._watch, name="screen-watch", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop watching; safe to call twice."""
        if self._thread.is_alive():
            os.write(self._wake_write, b"x")
            self._thread.join()
            self._display.close()
            os.close(self._wake_read)
            os.close(self._wake_write)

    def _watch(self) -> None:
        poll = select.poll()
        poll.register(self._display.fileno(), select.POLLIN)
        poll.register(self._wake_read, select.POLLIN)
        while True:
            while self._display.pending_events():
                self._note(self._display.next_event())
            ready = {descriptor for descriptor, _ in poll.poll()}
            if self._wake_read in ready:
                return

    def _note(self, event: object) -> None:
        if type(event).__name__ == "DamageNotify":
            # Re-arms the report: at most one event a round trip, however fast things move.
            self._display.damage_subtract(self._damage)
            self._display.flush()
        with self._changed:
            self.changes += 1
            self.last_change = time.monotonic()
            self._changed.notify_all()

    def wait_until(self, condition: Callable[[], bool], deadline: float) -> bool:
        """Wait until `condition` holds, looking again after every change of screen, windows or properties.

        Args:
            condition: What to wait for.
            deadline: On the monotonic clock.

        Returns:
            Whether it came to hold.
        """
        while True:
            with self._changed:
                seen = self.changes
            if condition():
                return True
            with self._changed:
                if self.changes == seen:
                    left = deadline - time.monotonic()
                    if left <= 0:
                        return False
                    # Not everything that is waited for changes the screen: look again now and then.
                    self._changed.wait(min(left, 0.1))

    def wait_for_quiet(self, since: float, quiet: float, deadline: float) -> bool:
        """Wait until nothing has changed for `quiet` seconds, counted from `since` at the earliest."""
        with self._changed:
            while True:
                now = time.monotonic()
                left = max(self.last_change, since) + quiet - now
                if left <= 0:
                    return True
                if now >= deadline:
                    return False
                self._changed.wait(min(left, deadline - now))


class Settler:
    """Waits for a desktop: the screen is still, and its applications are not about to change it."""

    def __init__(
        self,
        watch: ScreenWatch,
        last_input: Callable[[], float],
        answered: Callable[[float], None],
        work: Callable[[], float] | None = None,
    ) -> None:
        """Make one.

        Args:
            watch: Of the desktop's screen.
            last_input: When the last input was sent, on the monotonic clock.
            answered: Returns once all applications have answered a question, or after so many seconds.
            work: Processor seconds used and waited for so far; those of all processes that can be seen, which
                in a sandbox are those of the session.
        """
        self._watch = watch
        self._last_input = last_input
        self._answered = answered
        self._work = work or processor_seconds

    def settle(self, quiet: float = QUIET, cap: float = CAP) -> Settled:
        """Wait until the desktop is still, or until `cap`.

        Still means: no change of the screen for `quiet` seconds, hardly any processor time used or waited for
        meanwhile, and every application answers at once, so none has input or work in its queue.

        Args:
            quiet: Seconds.
            cap: Seconds.
        """
        started = time.monotonic()
        deadline, half = started + cap, quiet / 2
        since = max(self._last_input(), started - half)
        while True:
            # The first half of the quiet holds the end of the reaction, the second shows what is to come.
            if not self._watch.wait_for_quiet(since, half, deadline):
                break
            work, looked, seen = self._work(), time.monotonic(), self._watch.changes
            if not self._watch.wait_for_quiet(looked, half, deadline):
                break
            now = time.monotonic()
            if self._watch.changes != seen or self._work() - work > BUSY * (now - looked):
                since = now - half
                continue
            self._answered(deadline - now)
            since = time.monotonic() - half
            if since + half - now <= PROMPT and self._watch.changes == seen:
                return Settled("still", time.monotonic() - started)
        return Settled("cap", time.monotonic() - started)


def processor_seconds() -> float:
    """Seconds of processor used and waited for so far by all processes that can be seen, but this one."""
    own, total = str(os.getpid()), 0
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit() and folder.name != own:
            try:
                used, waited, _ = (folder / "schedstat").read_bytes().split()
                total += int(used) + int(waited)
            except (OSError, ValueError):
                continue
    return total / 1e9

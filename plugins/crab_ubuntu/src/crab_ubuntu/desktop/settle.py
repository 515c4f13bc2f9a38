"""Waiting for a desktop to come to rest, by what its X server reports, never by the clock alone."""

from __future__ import annotations

import math
import os
import select
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from crab_core import Box, Settled

QUIET = 0.09
"""Seconds without a change of the screen after which it counts as still."""
CAP = 3.0
"""Seconds after which waiting ends in any case."""
BUSY = 0.3
"""Processors used or waited for above which the applications are at work on what will change the screen."""
PROMPT = 0.03
"""Seconds within which an application answers that has nothing else to do."""
STEADY = 0.8
"""Seconds after which what moves in one small place is no longer waited for: a spinner, a progress bar."""
SMALL = 20_000
"""Pixels of such a place, at most."""
PLACES = 3
"""That are told apart: a caret may blink beside a spinner."""


class ScreenWatch:
    """Notes when the screen of an X display last changed, from damage events, in a thread of its own."""

    def __init__(self, display_name: str) -> None:
        """Connect and start watching."""
        from Xlib import X, display
        from Xlib.ext import damage

        self._display = display.Display(display_name)
        self._root = self._display.screen().root
        self._display.damage_query_version()
        self._damage = self._root.damage_create(damage.DamageReportBoundingBox)
        self._root.change_attributes(event_mask=X.PropertyChangeMask | X.SubstructureNotifyMask)
        self._display.flush()
        self._changed = threading.Condition()
        self._wake_read, self._wake_write = os.pipe()
        self.changes = 0
        """How many changes were noted."""
        self.last_change = time.monotonic()
        """When the last was noted, on the monotonic clock."""
        self.last_large = self.last_change
        """When the last was noted that was not in one of the small places of those since."""
        self._places: list[Box] = []
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
        area = getattr(event, "area", None)
        if area is not None:
            # Re-arms the report: hardly more than one event a round trip, however fast things move.
            self._display.damage_subtract(self._damage)
            self._display.flush()
        with self._changed:
            self.changes += 1
            self.last_change = time.monotonic()
            if area is None or not self._is_in_place(Box(area.x, area.y, area.width, area.height)):
                self.last_large = self.last_change
            self._changed.notify_all()

    def _is_in_place(self, area: Box) -> bool:
        """Whether a change is in one of the small places where things have moved lately."""
        for number, place in enumerate(self._places):
            both = _around(place, area)
            if both.area <= SMALL:
                self._places[number] = both
                return True
        self._places = [*self._places[-PLACES + 1 :], area] if area.area <= SMALL else []
        return False

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

    def wait_for_quiet(self, since: float, quiet: float, deadline: float, calm: float = math.inf) -> bool:
        """Wait until nothing has changed for `quiet` seconds, counted from `since` at the earliest.

        Args:
            since: On the monotonic clock.
            quiet: Seconds.
            deadline: On the monotonic clock.
            calm: On the monotonic clock: from then on, nothing large for `STEADY` seconds is quiet enough.

        Returns:
            Whether it came to be quiet before the deadline.
        """
        with self._changed:
            while True:
                now = time.monotonic()
                left = max(self.last_change, since) + quiet - now
                left = min(left, max(calm, self.last_large + STEADY) - now)
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

    def settle(self, quiet: float = QUIET, cap: float = CAP, *, patient: bool = False) -> Settled:
        """Wait until the desktop is still, or until `cap`.

        Still means: no change of the screen for `quiet` seconds, hardly any processor time used or waited for
        meanwhile, and every application answers at once, so none has input or work in its queue. What moves
        for long in one small place, such as a spinner, does not keep it from being still.

        Args:
            quiet: Seconds.
            cap: Seconds.
            patient: Wait for such a spinner as well.
        """
        started = time.monotonic()
        deadline, half = started + cap, quiet / 2
        since = max(self._last_input(), started - half)
        calm = math.inf if patient else max(self._last_input(), started - STEADY) + STEADY
        while True:
            # The first half of the quiet holds the end of the reaction, the second shows what is to come.
            if not self._watch.wait_for_quiet(since, half, deadline, calm):
                break
            if calm <= time.monotonic() < self._watch.last_change + half and self._is_steady(deadline):
                return Settled("still", time.monotonic() - started)
            work, looked, seen = self._work(), time.monotonic(), self._watch.changes
            if not self._watch.wait_for_quiet(looked, half, deadline, calm):
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

    def _is_steady(self, deadline: float) -> bool:
        """Whether only one small place moves, and all applications answer all the same."""
        if time.monotonic() < self._watch.last_large + STEADY:
            return False
        asked = time.monotonic()
        self._answered(deadline - asked)
        return time.monotonic() - asked <= PROMPT


def processor_seconds() -> float:
    """Seconds of processor used and waited for so far by all processes that can be seen, but this one."""
    own, total = "", 0
    with suppress(OSError):  # seen from another namespace, this process has no number in this /proc
        own = Path("/proc/self").readlink().name
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit() and folder.name != own:
            try:
                used, waited, _ = (folder / "schedstat").read_bytes().split()
                total += int(used) + int(waited)
            except (OSError, ValueError):
                continue
    return total / 1e9


def _around(one: Box, other: Box) -> Box:
    """The smallest box around two."""
    left, top = min(one.x, other.x), min(one.y, other.y)
    right = max(one.x + one.width, other.x + other.width)
    return Box(left, top, right - left, max(one.y + one.height, other.y + other.height) - top)

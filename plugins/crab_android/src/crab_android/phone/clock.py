"""The phone's clock: its own instant, shown in its own time zone."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta, tzinfo
from functools import lru_cache
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from .context import AppContext

if TYPE_CHECKING:
    from .phone import Phone


@lru_cache(maxsize=64)
def zone(name: str) -> tzinfo:
    """The time zone of a name such as ``Europe/Berlin``; UTC for a name that nobody knows."""
    if name in ("", "UTC", "GMT", "Etc/UTC"):
        return UTC
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC


class PhoneClock:
    """Tells and moves a phone's time. It stands still unless its state says that it runs."""

    def __init__(self, phone: Phone) -> None:
        self._phone = phone
        self._started = time.monotonic()
        self._seen: datetime | None = None

    def started(self) -> None:
        """The phone has taken a state: its time counts from now."""
        self._started = time.monotonic()
        self._seen = None

    def as_in(self, other: PhoneClock) -> None:
        """Run on from where another clock is."""
        self._started, self._seen = other._started, other._seen

    @property
    def zone(self) -> tzinfo:
        """The phone's time zone."""
        return zone(self._phone.state.properties.get("persist.sys.timezone", "UTC"))

    def instant(self) -> datetime:
        """The time now, in UTC."""
        clock = self._phone.state.clock
        if not clock.running:
            return clock.now
        return clock.now + timedelta(seconds=time.monotonic() - self._started)

    def local(self, name: str = "") -> datetime:
        """The local time now, without a time zone; of another time zone when named."""
        there = zone(name) if name else self.zone
        return self.instant().astimezone(there).replace(tzinfo=None)

    def set(self, local: datetime) -> None:
        """Set the time, given in the phone's time zone (or with one of its own)."""
        aware = local if local.tzinfo else local.replace(tzinfo=self.zone)
        self._move(aware.astimezone(UTC))

    def advance(self, seconds: float) -> None:
        """Let time pass at once; alarms and reminders on the way are kept."""
        self._move(self.instant() + timedelta(seconds=seconds))

    def _move(self, instant: datetime) -> None:
        before = self.local()
        self._phone.state.clock.now = instant
        self._started = time.monotonic()
        self._tell(before)

    def tick(self) -> None:
        """Notice that a running clock has gone on."""
        if not self._phone.state.clock.running:
            return
        now = self.local()
        before = self._seen or now
        if now.replace(microsecond=0) != before.replace(microsecond=0):
            self._tell(before)
        self._seen = now

    def _tell(self, before: datetime) -> None:
        phone, now = self._phone, self.local()
        self._seen = now
        for app in list(phone.apps.values()):
            if app.on_time is not None:
                app.on_time(AppContext(phone, app), before, now)
        screen = phone.apps[phone.activity.package].screens[phone.activity.screen]
        live = screen.live is not None and screen.live(phone.context())
        if live or before.replace(second=0, microsecond=0) != now.replace(second=0, microsecond=0):
            phone.changed()

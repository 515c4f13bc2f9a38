"""What the Clock app remembers."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Tab = Literal["alarm", "clock", "timer", "stopwatch"]

SOUNDS = ("Morning Mist", "Clear Bell", "Harbour", "Marimba", "Rooster", "Slow Rise", "Silent")


class Alarm(BaseModel):
    """An alarm.

    Attributes:
        id: its number.
        hour: of the time at which it rings, from 0 to 23.
        minute: of that time.
        days: the weekdays it rings on (0 is Monday); empty when it rings once.
        label: what it is for.
        enabled: whether it is on.
        vibrate: whether the phone vibrates.
        sound: the name of its sound.
        snoozed: when it rings again after snoozing, in local time.
    """

    model_config = ConfigDict(extra="forbid")

    id: int = 0
    hour: int = Field(ge=0, le=23)
    minute: int = Field(default=0, ge=0, le=59)
    days: list[Annotated[int, Field(ge=0, le=6)]] = Field(default_factory=list)
    label: str = ""
    enabled: bool = True
    vibrate: bool = True
    sound: str = SOUNDS[0]
    snoozed: datetime | None = None


class Timer(BaseModel):
    """A timer.

    Attributes:
        id: its number.
        length: how long it runs, in seconds.
        label: what it is for.
        ends: when it ends, in seconds since 1970, while it runs; None while it stands.
        remaining: seconds left while it stands.
        ringing: whether it has ended and rings.
    """

    model_config = ConfigDict(extra="forbid")

    id: int = 0
    length: float = Field(gt=0, le=360_000)
    label: str = ""
    ends: float | None = None
    remaining: float = 0
    ringing: bool = False

    @property
    def state(self) -> Literal["RUNNING", "PAUSED", "EXPIRED", "RESET"]:
        """What it does, in AOSP's words."""
        if self.ringing:
            return "EXPIRED"
        if self.ends is not None:
            return "RUNNING"
        return "RESET" if self.remaining >= self.length else "PAUSED"

    def left(self, now: float) -> float:
        """Seconds left at a time; negative after its end."""
        return self.remaining if self.ends is None else self.ends - now

    def start(self, now: float) -> None:
        """Run from where it stands."""
        self.ends = now + self.remaining
        self.ringing = False

    def pause(self, now: float) -> None:
        """Stand still."""
        self.remaining = max(0.0, self.left(now))
        self.ends = None

    def reset(self) -> None:
        """Stand at the beginning."""
        self.ends, self.remaining, self.ringing = None, self.length, False

    def add_minute(self, now: float) -> None:
        """A minute more; one that rings runs again for a minute."""
        if self.ringing:
            self.remaining = 60
            self.start(now)
        elif self.ends is not None:
            self.ends += 60
        else:
            self.remaining += 60
            self.length = max(self.length, self.remaining)


class Stopwatch(BaseModel):
    """The stopwatch: when it was started (seconds since 1970), what it had counted, and the laps' ends."""

    model_config = ConfigDict(extra="forbid")

    since: float | None = None
    counted: float = 0
    laps: list[float] = Field(default_factory=list)

    def elapsed(self, now: float) -> float:
        """Seconds counted until now."""
        return self.counted + (now - self.since if self.since is not None else 0.0)


class Preferences(BaseModel):
    """What the settings of the app hold.

    Attributes:
        style: how the clock is drawn.
        home: the time zone at home, shown when the phone is in another one; empty for none.
        first_weekday: 0 (Monday) to 6; the language's when None.
        snooze: minutes until an alarm rings again.
        silence: minutes after which an alarm goes quiet; 0 for never.
        timer_sound: the name of the timers' sound.
        timer_vibrate: whether the phone vibrates when a timer has ended.
    """

    model_config = ConfigDict(extra="forbid")

    style: Literal["digital", "analog"] = "digital"
    home: str = ""
    first_weekday: int | None = Field(default=None, ge=0, le=6)
    snooze: int = Field(default=10, ge=1, le=60)
    silence: int = Field(default=10, ge=0, le=60)
    timer_sound: str = SOUNDS[1]
    timer_vibrate: bool = True


class ClockState(BaseModel):
    """Alarms, cities, timers and the stopwatch.

    ``ringing`` is the number of the alarm that rings now, ``since`` when it began, in local time.
    """

    alarms: list[Alarm] = Field(default_factory=list)
    cities: list[str] = Field(default_factory=list)
    timers: list[Timer] = Field(default_factory=list)
    stopwatch: Stopwatch = Field(default_factory=Stopwatch)
    preferences: Preferences = Field(default_factory=Preferences)
    tab: Tab = "clock"
    ringing: int | None = None
    since: datetime | None = None
    next_id: int = 1

    def alarm(self, number: int) -> Alarm | None:
        """The alarm with a number, or None."""
        return next((alarm for alarm in self.alarms if alarm.id == number), None)

    def timer(self, number: int) -> Timer | None:
        """The timer with a number, or None."""
        return next((timer for timer in self.timers if timer.id == number), None)

    def add_alarm(self, alarm: Alarm) -> Alarm:
        """Keep an alarm; it gets a number of its own."""
        alarm.id = self._number()
        self.alarms.append(alarm)
        return alarm

    def add_timer(self, timer: Timer) -> Timer:
        """Keep a timer; it gets a number of its own, and stands at its beginning."""
        timer.id = self._number()
        timer.remaining = timer.length
        self.timers.append(timer)
        return timer

    def remove_alarm(self, number: int) -> None:
        """Delete an alarm."""
        self.alarms = [alarm for alarm in self.alarms if alarm.id != number]
        if self.ringing == number:
            self.ringing = None

    def remove_timer(self, number: int) -> None:
        """Delete a timer."""
        self.timers = [timer for timer in self.timers if timer.id != number]

    def in_order(self) -> list[Alarm]:
        """The alarms by time of day."""
        return sorted(self.alarms, key=lambda alarm: (alarm.hour, alarm.minute, alarm.id))

    def _number(self) -> int:
        self.next_id += 1
        return self.next_id - 1

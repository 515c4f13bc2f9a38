"""The first state of the clock: a world's, or a made-up one."""

from __future__ import annotations

from datetime import time

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, field_validator

from crab_android.phone.kit import AppContext, Seeding

from .cities import find_city
from .model import SOUNDS, Alarm, ClockState, Preferences, Timer
from .times import note_next

_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_OFTEN = ("London", "New York", "Tokyo", "Sydney", "São Paulo", "Nairobi", "Singapore", "Lisbon", "Mumbai")


class WorldAlarm(BaseModel):
    """An alarm as a world writes it.

    Attributes:
        time: such as ``06:45``.
        days: weekdays such as ``["Mon", "Tue"]``, or ``weekdays``, ``weekends`` or ``daily``; it rings once
            when left out.
        label: what it is for.
        enabled: whether it is on.
        vibrate: whether the phone vibrates.
        sound: the name of its sound.
    """

    model_config = ConfigDict(extra="forbid")

    time: time
    days: list[int] = Field(default_factory=list)
    label: str = ""
    enabled: bool = True
    vibrate: bool = True
    sound: str = SOUNDS[0]

    @field_validator("days", mode="before")
    @classmethod
    def _names(cls, value: object) -> object:
        groups = {"weekdays": [0, 1, 2, 3, 4], "weekends": [5, 6], "daily": list(range(7))}
        if isinstance(value, str):
            if value not in groups:
                raise ValueError(f"days are a list such as ['Mon', 'Tue'], or {', '.join(groups)}")
            return groups[value]
        if not isinstance(value, list):
            return value
        days = []
        for name in value:
            if not isinstance(name, str) or name[:3].lower() not in _DAYS:
                raise ValueError(f"there is no day {name!r}: Mon, Tue, Wed, Thu, Fri, Sat, Sun")
            days.append(_DAYS.index(name[:3].lower()))
        return sorted(set(days))

    @field_validator("sound")
    @classmethod
    def _known(cls, value: str) -> str:
        if value not in SOUNDS:
            raise ValueError(f"there is no sound {value!r}: {', '.join(SOUNDS)}")
        return value


class WorldTimer(BaseModel):
    """A timer: its length in seconds, and what it is for."""

    model_config = ConfigDict(extra="forbid")

    length: float = Field(gt=0, le=360_000)
    label: str = ""


class WorldPart(BaseModel):
    """The whole part: alarms, names of cities, timers and preferences."""

    model_config = ConfigDict(extra="forbid")

    alarms: list[WorldAlarm] = Field(default_factory=list)
    cities: list[str] = Field(default_factory=list)
    timers: list[WorldTimer] = Field(default_factory=list)
    preferences: Preferences = Field(default_factory=Preferences)

    @field_validator("cities")
    @classmethod
    def _known(cls, value: list[str]) -> list[str]:
        for name in value:
            if find_city(name) is None:
                raise ValueError(f"the clock knows no city {name!r}")
        return value


_ADAPTER = TypeAdapter(WorldPart)


def seed_clock(seeding: Seeding) -> ClockState:
    """The world's clock, or one with a few alarms and cities.

    Raises:
        pydantic.ValidationError: when the world's part does not fit.
    """
    state = ClockState()
    if seeding.part is None:
        _make_up(state, seeding)
        return state
    world = _ADAPTER.validate_python(seeding.part)
    state.preferences = world.preferences
    for entry in world.alarms:
        state.add_alarm(
            Alarm(
                hour=entry.time.hour,
                minute=entry.time.minute,
                days=entry.days,
                label=entry.label,
                enabled=entry.enabled,
                vibrate=entry.vibrate,
                sound=entry.sound,
            )
        )
    state.cities = [city.name for name in world.cities if (city := find_city(name)) is not None]
    for timer in world.timers:
        state.add_timer(Timer(length=timer.length, label=timer.label))
    return state


def _make_up(state: ClockState, seeding: Seeding) -> None:
    state.add_alarm(Alarm(hour=6, minute=45, days=[0, 1, 2, 3, 4], label="Work"))
    state.add_alarm(Alarm(hour=8, minute=30, days=[5, 6], enabled=False))
    state.add_alarm(Alarm(hour=16, minute=50, label="Pick up the cake", sound=SOUNDS[3]))
    state.add_alarm(
        Alarm(hour=22, minute=15, days=list(range(7)), label="Wind down", vibrate=False, sound=SOUNDS[5])
    )
    state.cities = seeding.chance.sample(_OFTEN, k=3)
    state.add_timer(Timer(length=240, label="Tea"))


def on_boot(context: AppContext[ClockState]) -> None:
    """Tell the system of the next alarm."""
    note_next(context)

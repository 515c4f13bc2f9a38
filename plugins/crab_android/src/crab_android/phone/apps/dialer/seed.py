"""Calls that a phone in use has seen, with the persons it knows and some it does not."""

from __future__ import annotations

from datetime import datetime, time, timedelta

from crab_android.phone.kit import Seeding

from .model import Dialer, Entry, Kind, Voicemail, from_world

_UNKNOWN = ("+1 202 555 0100", "+1 415 555 0100")

# Who (persons by place, or an unknown number below zero), which way, days ago, time, seconds.
_CALLS: tuple[tuple[int, Kind, int, str, int], ...] = (
    (0, "out", 0, "09:41", 184),
    (-1, "missed", 0, "08:52", 0),
    (1, "in", 0, "08:15", 412),
    (2, "missed", 1, "20:37", 0),
    (2, "out", 1, "20:58", 1260),
    (3, "in", 1, "17:20", 95),
    (0, "out", 1, "12:02", 31),
    (4, "out", 2, "18:44", 0),
    (-2, "rejected", 2, "11:09", 0),
    (1, "in", 2, "09:30", 640),
    (5, "in", 3, "21:15", 2210),
    (6, "out", 4, "16:50", 77),
    (3, "out", 5, "13:05", 128),
    (7, "missed", 6, "10:26", 0),
    (5, "out", 8, "19:48", 905),
    (8, "in", 10, "15:12", 53),
    (0, "in", 12, "08:33", 260),
    (9, "out", 15, "14:40", 340),
)
_VOICEMAILS: tuple[tuple[int, int, str, int, str], ...] = (
    (2, 1, "20:38", 14, "Hi, it’s me. Nothing urgent, just call me back when you have a minute. Bye!"),
    (
        -1,
        3,
        "11:20",
        22,
        "Hello, this is the Tidewater Clinic. Please call us back to confirm your appointment.",
    ),
    (7, 6, "10:27", 9, "Hey, I’m at the market. Do we need anything else?"),
)


def seed_calls(seeding: Seeding) -> Dialer:
    """From a world: its calls. Without one, a log of calls with the persons that the phone knows."""
    if seeding.part is not None:
        return from_world(seeding.part, seeding.now)
    made = Dialer()
    numbers = [person.number for person in seeding.people if person.number]
    seeding.chance.shuffle(numbers)

    def number_of(who: int) -> str:
        return _UNKNOWN[-who - 1] if who < 0 else numbers[who % len(numbers)] if numbers else _UNKNOWN[0]

    for who, kind, days, clock, seconds in reversed(_CALLS):
        when = _moment(seeding.now, days, clock)
        new = kind == "missed" and days == 0
        made.put(Entry(number=number_of(who), kind=kind, when=when, duration=seconds, new=new))
    for who, days, clock, seconds, text in reversed(_VOICEMAILS):
        made.voicemails.append(
            Voicemail(
                id=made.new_id(),
                number=number_of(who),
                when=_moment(seeding.now, days, clock),
                duration=seconds,
                text=text,
                heard=days > 1,
            )
        )
    made.block("+1 718 555 0100")
    return made


def _moment(now: datetime, days: int, clock: str) -> datetime:
    """A time of day so many days ago; a day earlier where it would not be over yet."""
    when = datetime.combine(now.date() - timedelta(days=days), time.fromisoformat(clock))
    return when if when <= now else when - timedelta(days=1)

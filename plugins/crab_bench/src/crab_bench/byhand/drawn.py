"""People, words and days that the tasks by hand draw."""

from __future__ import annotations

import base64
import datetime
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

NOW: Final = "2026-05-14T10:24"
"""What the phone's clock says in these tasks: a Thursday."""

_FIRST: Final = (
    "Ada",
    "Bela",
    "Cora",
    "Dino",
    "Edda",
    "Finn",
    "Gita",
    "Hugo",
    "Ines",
    "Jonas",
    "Kira",
    "Liam",
    "Mona",
    "Nils",
    "Olga",
    "Pia",
    "Quinn",
    "Rosa",
    "Sven",
    "Tara",
    "Uma",
    "Viktor",
)
_LAST: Final = (
    "Arend",
    "Boland",
    "Corti",
    "Dahl",
    "Ekman",
    "Farkas",
    "Gruber",
    "Holm",
    "Ibsen",
    "Jansen",
    "Kovac",
    "Lindt",
    "Moreau",
    "Novak",
    "Okoye",
    "Pereira",
    "Rossi",
    "Santos",
    "Tanaka",
    "Urban",
    "Vidal",
    "Weber",
)
_ADJECTIVES: Final = (
    "amber",
    "brass",
    "copper",
    "crimson",
    "frosted",
    "golden",
    "hollow",
    "ivory",
    "mossy",
    "painted",
    "silver",
    "striped",
)
_NOUNS: Final = (
    "anchor",
    "basket",
    "candle",
    "drum",
    "ferry",
    "garden",
    "ladder",
    "lantern",
    "mirror",
    "piano",
    "sail",
    "teapot",
)
_LINES: Final = (
    "The boxes came on time",
    "Nobody has asked for the key",
    "We need two more chairs",
    "The second floor is dry again",
    "Paint is still missing",
    "All windows were cleaned",
    "The driver waits until four",
    "Somebody left a green coat",
    "The printer works again",
    "Coffee is in the left cupboard",
    "Please switch the heating off",
    "The sign hangs straight now",
)
PLACES: Final = ("Room 4", "Hall B", "Garden", "Studio", "Library", "Annex", "Kitchen", "Terrace")
TITLES: Final = (
    "Budget review",
    "Choir practice",
    "Dentist",
    "Exhibition tour",
    "First aid course",
    "Guitar lesson",
    "House viewing",
    "Job interview",
    "Knitting circle",
    "Language class",
)


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with a number and a mail address."""

    name: str
    number: str
    mail: str


def people(chance: random.Random, count: int) -> list[Person]:
    """So many people, no two of whom share a name, a number or an address."""
    firsts, lasts = chance.sample(_FIRST, k=count), chance.sample(_LAST, k=count)
    numbers = chance.sample(range(100, 200), k=count)
    return [
        Person(f"{first} {last}", f"+1 202 555 0{number}", f"{first}.{last}@mail.test".lower())
        for first, last, number in zip(firsts, lasts, numbers, strict=True)
    ]


def contacts(persons: Sequence[Person]) -> list[dict[str, Any]]:
    """People as the phone's Contacts are told of them."""
    return [{"name": one.name, "number": one.number, "mail": one.mail} for one in persons]


def phrases(chance: random.Random, count: int) -> list[tuple[str, str]]:
    """Pairs of words; each word stands in one pair only."""
    return list(zip(chance.sample(_ADJECTIVES, k=count), chance.sample(_NOUNS, k=count), strict=True))


def lines(chance: random.Random, count: int) -> list[str]:
    """So many different lines of text, of what nobody looks for."""
    return chance.sample(_LINES, k=count)


def days(chance: random.Random, count: int) -> list[datetime.date]:
    """So many different days of the four weeks after the one of `NOW`, in order."""
    first = datetime.date(2026, 5, 18)
    return sorted(first + datetime.timedelta(days=n) for n in chance.sample(range(28), k=count))


def long_date(day: datetime.date) -> str:
    """ "18 May 2026"."""
    return f"{day.day} {day:%B %Y}"


def data(text: str) -> str:
    """A text as a reference that no agent can change."""
    return "data:;base64," + base64.b64encode(text.encode()).decode()

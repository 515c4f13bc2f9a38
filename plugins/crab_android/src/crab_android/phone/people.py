"""The persons whom everything on a phone agrees on: contacts, messages, mails and calls are between them."""

from __future__ import annotations

import random
from datetime import date, timedelta

from pydantic import BaseModel, ConfigDict

_FIRST = (
    "Ada", "Amir", "Anouk", "Bela", "Bruno", "Carla", "Chidi", "Clara", "Dario", "Dilek", "Elif",
    "Emil", "Esther", "Farah", "Felix", "Gita", "Hana", "Hugo", "Ines", "Ivan", "Jonas", "Judith",
    "Kaito", "Kemal", "Lena", "Leo", "Lucia", "Malik", "Mara", "Mei", "Milo", "Nadia", "Nils",
    "Noor", "Olga", "Omar", "Petra", "Priya", "Rafael", "Rosa", "Sami", "Selma", "Sven", "Tara",
    "Theo", "Uma", "Vera", "Wanda", "Yara", "Zeno",
)  # fmt: skip
_LAST = (
    "Abebe", "Almeida", "Bakker", "Berger", "Bianchi", "Castillo", "Costa", "Dahl", "Demir",
    "Dubois", "Eriksen", "Fischer", "Fontaine", "Garcia", "Haddad", "Hansen", "Horvat", "Ito",
    "Jansen", "Kaya", "Keller", "Kovacs", "Lindberg", "Lopez", "Marino", "Mehta", "Moreau",
    "Nakamura", "Novak", "Okafor", "Olsen", "Park", "Pereira", "Quinn", "Rossi", "Sato", "Schmidt",
    "Silva", "Tanaka", "Torres", "Usman", "Varga", "Weber", "Yilmaz", "Zhang",
)  # fmt: skip
_STREETS = (
    "Linden Street", "Harbour Road", "Mill Lane", "Station Street", "Orchard Way", "Castle Hill", "Canal Row",
)  # fmt: skip
_TOWNS = ("Northfield", "Eastbrook", "Lakeside", "Marlow", "Stonebridge", "Greenhaven")
_COMPANIES = (
    "Brightline Studio", "Harbour Bakery", "Northfield Library", "Kestrel Logistics", "Solstice Energy",
    "Maple & Stone", "Tidewater Clinic", "Copperleaf Press",
)  # fmt: skip
_JOBS = ("Architect", "Baker", "Librarian", "Planner", "Engineer", "Gardener", "Nurse", "Editor")
_DOMAINS = ("mail.test", "post.test", "inbox.test")


class Person(BaseModel):
    """Somebody. Made-up numbers are those that the numbering plan keeps for fiction (555-0100 to 0199)."""

    model_config = ConfigDict(extra="forbid")

    name: str
    number: str = ""
    mail: str = ""
    street: str = ""
    town: str = ""
    birthday: date | None = None
    company: str = ""
    job: str = ""

    @property
    def first(self) -> str:
        """The given name."""
        return self.name.split(" ")[0]

    @property
    def address(self) -> str:
        """Street and town in one line."""
        return ", ".join(part for part in (self.street, self.town) if part)


OWNER = Person(
    name="Robin Ferrer",
    number="+1 555 0100",
    mail="robin.ferrer@crab.test",
    street="12 Linden Street",
    town="Northfield",
    birthday=date(1994, 3, 9),
)


def make_people(chance: random.Random, count: int = 24) -> list[Person]:
    """So many persons, no two with the same name, number or mail, sorted by name."""
    firsts = chance.sample(_FIRST, k=count)
    lasts = chance.sample(_LAST, k=count)
    numbers = chance.sample(range(101, 200), k=count)
    people = [
        _person(chance, first, last, number)
        for first, last, number in zip(firsts, lasts, numbers, strict=True)
    ]
    return sorted(people, key=lambda person: person.name)


def _person(chance: random.Random, first: str, last: str, number: int) -> Person:
    area = chance.choice(("202", "312", "415", "617", "718"))
    works = chance.random() < 0.5
    index = chance.randrange(len(_JOBS))
    return Person(
        name=f"{first} {last}",
        number=f"+1 {area} 555 0{number}",
        mail=f"{first}.{last}@{chance.choice(_DOMAINS)}".lower(),
        street=f"{chance.randrange(1, 120)} {chance.choice(_STREETS)}",
        town=chance.choice(_TOWNS),
        birthday=date(1960, 1, 1) + timedelta(days=chance.randrange(365 * 45)),
        company=_COMPANIES[index] if works else "",
        job=_JOBS[index] if works else "",
    )

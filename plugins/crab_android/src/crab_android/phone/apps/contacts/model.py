"""What the Contacts app remembers.

A world's ``contacts`` is a list of :class:`Contact`; a contact may be just a name, and ``name``, ``number``
and ``mail`` stand for parts of it::

    {"contacts": [{"name": "Ada Novak", "number": "+1 202 555 0142", "mail": "ada.novak@mail.test"},
                  {"first": "Omar", "last": "Dahl", "starred": true, "birthday": "1990-02-28",
                   "numbers": [{"value": "+1 202 555 0143", "type": "work"}]}]}
"""

from __future__ import annotations

import unicodedata
from datetime import date
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from crab_android.phone.kit import Seeding

Kind = Literal["mobile", "home", "work", "main", "other"]
NUMBER_KINDS: tuple[Kind, ...] = ("mobile", "home", "work", "main", "other")
MAIL_KINDS: tuple[Kind, ...] = ("home", "work", "other", "mobile")
NO_NAME = "(No name)"
KIND_TEXT: dict[str, str] = {
    "mobile": "Mobile",
    "home": "Home",
    "work": "Work",
    "main": "Main",
    "other": "Other",
}


class Reach(BaseModel):
    """A number or a mail address, and what kind of one it is."""

    model_config = ConfigDict(extra="forbid")

    value: str = Field(min_length=1)
    type: Kind


class Contact(BaseModel):
    """One person (or company) that one knows.

    Attributes:
        id: given by the app.
        first: given names.
        last: family name.
        numbers: telephone numbers; the first is the default one.
        mails: mail addresses; the first is the default one.
        company: where the person works.
        title: as what.
        address: in one or more lines.
        birthday: the day of birth.
        notes: anything else.
        starred: whether it is a favourite.
        contacted: how often it was called or written to.
    """

    model_config = ConfigDict(extra="forbid")

    id: int = 0
    first: str = ""
    last: str = ""
    numbers: list[Reach] = Field(default_factory=list)
    mails: list[Reach] = Field(default_factory=list)
    company: str = ""
    title: str = ""
    address: str = ""
    birthday: date | None = None
    notes: str = ""
    starred: bool = False
    contacted: int = Field(default=0, ge=0)

    @model_validator(mode="before")
    @classmethod
    def _short_forms(cls, value: Any) -> Any:
        if isinstance(value, str):
            value = {"name": value}
        if not isinstance(value, dict):
            return value
        given = dict(value)
        if "name" in given:
            given["first"], given["last"] = split_name(str(given.pop("name")))
        for short, full, kind in (("number", "numbers", "mobile"), ("mail", "mails", "home")):
            if short in given:
                given[full] = [{"value": given.pop(short), "type": kind}, *given.get(full, [])]
            if isinstance(given.get(full), list):
                given[full] = [
                    {"value": entry, "type": kind} if isinstance(entry, str) else entry
                    for entry in given[full]
                ]
        return given

    @property
    def name(self) -> str:
        """What the contact is called: its name, else its company, number or mail."""
        for text in (f"{self.first} {self.last}".strip(), self.company):
            if text:
                return text
        reach = [*self.numbers, *self.mails]
        return reach[0].value if reach else NO_NAME

    @property
    def last_first(self) -> str:
        """The name with the family name in front: ``Novak, Ada``."""
        return f"{self.last}, {self.first}" if self.first and self.last else self.name

    @property
    def job(self) -> str:
        """Title and company in one line."""
        return ", ".join(part for part in (self.title, self.company) if part)


def split_name(name: str) -> tuple[str, str]:
    """Given names and family name; the last word is the family name."""
    first, _, last = " ".join(name.split()).rpartition(" ")
    return (first, last) if first else (last, "")


class Contacts(BaseModel):
    """All contacts, and how the list is shown."""

    people: list[Contact] = Field(default_factory=list)
    next_id: int = 1
    sort_by: Literal["first", "last"] = "first"
    name_format: Literal["first", "last"] = "first"

    def get(self, number: int) -> Contact | None:
        """The contact with an id, or None."""
        return next((person for person in self.people if person.id == number), None)

    def add(self, person: Contact) -> Contact:
        """Keep a new contact; it gets an id of its own."""
        person.id = self.next_id
        self.next_id += 1
        self.people.append(person)
        return person

    def remove(self, number: int) -> None:
        """Delete the contact with an id."""
        self.people = [person for person in self.people if person.id != number]

    def shown_name(self, person: Contact) -> str:
        """The name as the settings want it."""
        return person.last_first if self.name_format == "last" else person.name

    def sort_name(self, person: Contact) -> str:
        """The name that the contact is sorted by."""
        return person.last_first if self.sort_by == "last" else person.name

    def in_order(self) -> list[Contact]:
        """All contacts as the list shows them."""
        return sorted(self.people, key=lambda person: (fold(self.sort_name(person)), person.id))

    def letter(self, person: Contact) -> str:
        """The letter that the contact stands under; ``#`` for what starts with none."""
        start = fold(self.sort_name(person))[:1].upper()
        return start if start.isalpha() else "#"

    def search(self, text: str) -> list[Contact]:
        """The contacts with all the words in names, company, mails, or as a part of a number."""
        words = fold(text).split()
        digits = "".join(char for char in text if char.isdigit())
        return [person for person in self.in_order() if _fits(person, words, digits)]


def fold(text: str) -> str:
    """A text without case and accents, to compare and to sort by."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in plain if not unicodedata.combining(char))


def _fits(person: Contact, words: list[str], digits: str) -> bool:
    texts = [person.name, person.company, person.title, *(mail.value for mail in person.mails)]
    found = fold(" ".join(texts))
    if words and all(any(part.startswith(word) for part in _parts(found)) for word in words):
        return True
    numbers = ("".join(char for char in number.value if char.isdigit()) for number in person.numbers)
    return len(digits) >= 2 and any(digits in number for number in numbers)


def _parts(text: str) -> list[str]:
    """The words of a text, and what follows a dot or an at sign in them."""
    words = text.split()
    return [*words, *(part for word in words for part in word.replace("@", ".").split(".")[1:])]


_NOTES = (
    "Met at the pottery class.",
    "Allergic to peanuts.",
    "Has our spare key.",
    "Best reached after six.",
    "Recommended by the neighbors.",
)


def seed_contacts(seeding: Seeding) -> Contacts:
    """From a world: its contacts. Without one, the persons that the whole phone knows."""
    contacts = Contacts()
    if seeding.part is not None:
        if not isinstance(seeding.part, list | dict) or (isinstance(seeding.part, dict) and seeding.part):
            raise ValueError("contacts is a list of contacts")
        for given in seeding.part:
            person = Contact.model_validate(given)
            if person.name == NO_NAME:
                raise ValueError("a contact has a name, a company, a number or a mail")
            contacts.add(person)
        return contacts
    chance = seeding.chance
    favourites = set(chance.sample(range(len(seeding.people)), k=min(5, len(seeding.people))))
    noted = dict(
        zip(chance.sample(range(len(seeding.people)), k=min(4, len(seeding.people))), _NOTES, strict=False)
    )
    for index, known in enumerate(seeding.people):
        first, last = split_name(known.name)
        numbers = [Reach(value=known.number, type="mobile")] if known.number else []
        mails = [Reach(value=known.mail, type="home")] if known.mail else []
        contacts.add(
            Contact(
                first=first,
                last=last,
                numbers=numbers,
                mails=mails,
                company=known.company,
                title=known.job,
                address=known.address,
                birthday=known.birthday,
                notes=noted.get(index, ""),
                starred=index in favourites,
                contacted=chance.randrange(1, 30) if index in favourites else 0,
            )
        )
    return contacts

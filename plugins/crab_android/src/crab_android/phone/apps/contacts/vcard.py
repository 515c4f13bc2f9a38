"""Contacts as vCard 3.0 texts (RFC 2426), to share and to export."""

from __future__ import annotations

from collections.abc import Iterable

from .model import Contact

_NUMBER = {"mobile": "CELL", "home": "HOME", "work": "WORK", "main": "MAIN", "other": "VOICE"}
_MAIL = {"home": "HOME", "work": "WORK", "other": "OTHER", "mobile": "CELL"}


def vcard(person: Contact) -> str:
    """One contact."""
    lines = ["BEGIN:VCARD", "VERSION:3.0"]
    lines.append(f"N:{_plain(person.last)};{_plain(person.first)};;;")
    lines.append(f"FN:{_plain(person.name)}")
    lines += [f"TEL;TYPE={_NUMBER[number.type]}:{_plain(number.value)}" for number in person.numbers]
    lines += [f"EMAIL;TYPE={_MAIL.get(mail.type, 'OTHER')}:{_plain(mail.value)}" for mail in person.mails]
    if person.company:
        lines.append(f"ORG:{_plain(person.company)}")
    if person.title:
        lines.append(f"TITLE:{_plain(person.title)}")
    if person.address:
        lines.append(f"ADR;TYPE=HOME:;;{_plain(person.address)};;;;")
    if person.birthday:
        lines.append(f"BDAY:{person.birthday.isoformat()}")
    if person.notes:
        lines.append(f"NOTE:{_plain(person.notes)}")
    return "\n".join([*lines, "END:VCARD"])


def vcards(people: Iterable[Contact]) -> str:
    """Several contacts in one text."""
    return "\n".join(vcard(person) for person in people) + "\n"


def _plain(text: str) -> str:
    for char, written in (("\\", "\\\\"), ("\n", "\\n"), (",", "\\,"), (";", "\\;")):
        text = text.replace(char, written)
    return text

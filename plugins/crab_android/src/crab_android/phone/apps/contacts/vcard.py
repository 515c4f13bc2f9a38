"""Contacts as vCard 3.0 texts (RFC 2426), to share, to export and to import."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import date

from .model import MAIL_KINDS, NUMBER_KINDS, Contact, Kind, Reach, split_name

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


# -- reading --------------------------------


def read_vcards(text: str) -> list[Contact]:
    """The contacts in a text of vCards, version 2.1 to 4.0; what says nothing about a contact is skipped."""
    found: list[Contact] = []
    # A line that begins with a blank goes on from the one before (RFC 2426, section 2.6).
    for line in re.sub(r"\r?\n[ \t]", "", text).splitlines():
        head, _, value = line.partition(":")
        name, *parameters = head.upper().split(";")
        if name == "BEGIN":
            found.append(Contact())
        elif found:
            _take(found[-1], name.rpartition(".")[2], " ".join(parameters), value.strip())
    return [person for person in found if person != Contact()]


def _take(person: Contact, name: str, parameters: str, value: str) -> None:
    parts = [_text(part) for part in re.split(r"(?<!\\);", value)]
    if name == "N" and len(parts) > 1:
        person.last = parts[0]
        person.first = " ".join(part for part in parts[1:3] if part)
    elif name == "FN" and not (person.first or person.last):
        person.first, person.last = split_name(_text(value))
    elif name == "TEL" and value:
        number = _text(value).removeprefix("tel:")
        person.numbers.append(Reach(value=number, type=_kind(_NUMBER, parameters, NUMBER_KINDS)))
    elif name == "EMAIL" and value:
        person.mails.append(Reach(value=_text(value), type=_kind(_MAIL, parameters, MAIL_KINDS)))
    elif name == "ORG":
        person.company = parts[0]
    elif name == "TITLE":
        person.title = _text(value)
    elif name == "ADR":
        person.address = ", ".join(part for part in parts if part)
    elif name == "BDAY":
        person.birthday = _day(value) or person.birthday
    elif name == "NOTE":
        person.notes = _text(value)


def _kind(names: Mapping[str, str], parameters: str, kinds: tuple[Kind, ...]) -> Kind:
    return next((kind for kind in kinds if names.get(kind, "") in parameters), kinds[0])


def _day(value: str) -> date | None:
    digits = re.sub(r"\D", "", value)[:8]
    try:
        return date(int(digits[:4]), int(digits[4:6]), int(digits[6:]))
    except ValueError:
        return None


def _text(value: str) -> str:
    return re.sub(r"\\(.)", lambda found: "\n" if found[1] in "nN" else found[1], value)

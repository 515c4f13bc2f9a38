"""The content provider ``com.android.contacts``: contacts, raw contacts and their data, as on Android.

A row of data belongs to a contact; its id is made of the contact's and of its place there. Columns and
numbers of types are those of ``android.provider.ContactsContract``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from crab_android.phone.kit import AppContext, Rows, Table

from .model import NO_NAME, Contact, Contacts, Kind, Reach, split_name

_ITEM = "vnd.android.cursor.item/"
PHONE, MAIL = f"{_ITEM}phone_v2", f"{_ITEM}email_v2"
NAME, WORK, POSTAL = f"{_ITEM}name", f"{_ITEM}organization", f"{_ITEM}postal-address_v2"
NOTE, EVENT = f"{_ITEM}note", f"{_ITEM}contact_event"

_PHONE_TYPES: dict[Kind, int] = {"home": 1, "mobile": 2, "work": 3, "other": 7, "main": 12}
_MAIL_TYPES: dict[Kind, int] = {"home": 1, "work": 2, "other": 3, "mobile": 4}
_BIRTHDAY = 3
_SPAN = 1000  # ids that each contact has for its rows of data
_SINGLE = {NAME: 1, WORK: 2, POSTAL: 3, NOTE: 4, EVENT: 5}
_NUMBERS, _MAILS = 100, 500  # where numbers and mails begin among them


def contact_rows(context: AppContext[Contacts]) -> Rows:
    """A row for each contact."""
    return [
        {
            "_id": person.id,
            "lookup": f"crab{person.id}",
            "name_raw_contact_id": person.id,
            "display_name": _called(person),
            "display_name_alt": person.last_first,
            "sort_key": context.state.sort_name(person),
            "starred": int(person.starred),
            "has_phone_number": int(bool(person.numbers)),
            "times_contacted": person.contacted,
            "in_visible_group": 1,
        }
        for person in context.state.in_order()
    ]


def raw_rows(context: AppContext[Contacts]) -> Rows:
    """A row for each raw contact: here each contact has exactly one, with the same id."""
    accounts = context.system.accounts
    name, kind = (accounts[0].name, accounts[0].type) if accounts else (None, None)
    return [
        {
            "_id": person.id,
            "contact_id": person.id,
            "account_name": name,
            "account_type": kind,
            "display_name": _called(person),
            "starred": int(person.starred),
            "deleted": 0,
        }
        for person in context.state.people
    ]


def data_rows(context: AppContext[Contacts]) -> Rows:
    """Everything about every contact, one fact a row."""
    return [row for person in context.state.people for row in _data(person)]


def _data(person: Contact) -> Rows:
    made = [_row(person, 1, NAME, f"{person.first} {person.last}".strip(), person.first, person.last)]
    if person.company or person.title:
        made.append(_row(person, 2, WORK, person.company, 1, None, person.title))
    if person.address:
        made.append(_row(person, 3, POSTAL, person.address, 1, None, person.address.partition(", ")[0]))
    if person.notes:
        made.append(_row(person, 4, NOTE, person.notes))
    if person.birthday:
        made.append(_row(person, 5, EVENT, person.birthday.isoformat(), _BIRTHDAY))
    return [*made, *_phones(person), *_mails(person)]


def _phones(person: Contact) -> Rows:
    return [
        _row(person, _NUMBERS + at, PHONE, number.value, _PHONE_TYPES[number.type], None, plain(number.value))
        for at, number in enumerate(person.numbers)
    ]


def _mails(person: Contact) -> Rows:
    return [
        _row(person, _MAILS + at, MAIL, mail.value, _MAIL_TYPES.get(mail.type, 3))
        for at, mail in enumerate(person.mails)
    ]


def _row(person: Contact, place: int, mimetype: str, *data: Any) -> dict[str, Any]:
    columns = [value if value != "" else None for value in data]
    columns += [None] * (4 - len(columns))
    return {
        "_id": person.id * _SPAN + place,
        "raw_contact_id": person.id,
        "contact_id": person.id,
        "lookup": f"crab{person.id}",
        "display_name": _called(person),
        "starred": int(person.starred),
        "mimetype": mimetype,
        **{f"data{at}": value for at, value in enumerate(columns, 1)},
        "is_primary": int(place in (_NUMBERS, _MAILS)),
    }


def _called(person: Contact) -> str | None:
    return None if person.name == NO_NAME else person.name


def plain(number: str) -> str:
    """A telephone number without what is only there for the eye."""
    return re.sub(r"[^\d+*#,;]", "", number)


def _only(kind: Callable[[Contact], Rows]) -> Callable[[AppContext[Contacts]], Rows]:
    def rows(context: AppContext[Contacts]) -> Rows:
        return [row for person in context.state.people for row in kind(person)]

    return rows


def _insert_raw(context: AppContext[Contacts], values: Mapping[str, Any]) -> int:
    return context.state.add(Contact(starred=_truth(values.get("starred", 0)))).id


def _update_contact(context: AppContext[Contacts], number: int, values: Mapping[str, Any]) -> None:
    person = _person(context, number)
    for column, value in values.items():
        if column == "starred":
            person.starred = _truth(value)
        elif column == "times_contacted":
            person.contacted = int(value)
        else:
            raise ValueError(f"the column {column} of a contact cannot be changed; change its rows of data")


def _delete_contact(context: AppContext[Contacts], number: int) -> None:
    context.state.remove(number)


def _truth(value: Any) -> bool:
    return str(value) not in ("0", "", "false", "None")


def _person(context: AppContext[Contacts], number: int) -> Contact:
    person = context.state.get(number)
    if person is None:
        raise ValueError(f"there is no contact {number}")
    return person


def _insert_data(default: str) -> Callable[[AppContext[Contacts], Mapping[str, Any]], int]:
    def insert(context: AppContext[Contacts], values: Mapping[str, Any]) -> int:
        person = _person(context, int(values.get("raw_contact_id", values.get("contact_id", 0))))
        mimetype = str(values.get("mimetype", default))
        if mimetype == PHONE:
            person.numbers.append(
                Reach(value=str(values["data1"]), type=_kind(_PHONE_TYPES, values, "mobile"))
            )
            return person.id * _SPAN + _NUMBERS + len(person.numbers) - 1
        if mimetype == MAIL:
            person.mails.append(Reach(value=str(values["data1"]), type=_kind(_MAIL_TYPES, values, "home")))
            return person.id * _SPAN + _MAILS + len(person.mails) - 1
        if mimetype not in _SINGLE:
            raise ValueError(f"contacts keep no {mimetype or 'data without a mimetype'}")
        _set_single(person, _SINGLE[mimetype], values)
        return person.id * _SPAN + _SINGLE[mimetype]

    return insert


def _kind(types: Mapping[Kind, int], values: Mapping[str, Any], default: Kind) -> Kind:
    if "data2" not in values:
        return default
    return next((kind for kind, number in types.items() if str(number) == str(values["data2"])), "other")


def _set_single(person: Contact, place: int, values: Mapping[str, Any]) -> None:
    text = str(values.get("data1") or "")
    if place == _SINGLE[NAME]:
        first, last = values.get("data2"), values.get("data3")
        if first is None and last is None:
            person.first, person.last = split_name(text)
        else:
            person.first = str(first if first is not None else "")
            person.last = str(last if last is not None else "")
    elif place == _SINGLE[WORK]:
        person.company = text if "data1" in values else person.company
        person.title = str(values.get("data4") or "") if "data4" in values else person.title
    elif place == _SINGLE[POSTAL]:
        person.address = text
    elif place == _SINGLE[NOTE]:
        person.notes = text
    else:
        person.birthday = date.fromisoformat(text)


def _update_data(context: AppContext[Contacts], number: int, values: Mapping[str, Any]) -> None:
    person, place = _person(context, number // _SPAN), number % _SPAN
    if place < _NUMBERS:
        _set_single(person, place, values)
        return
    phone = place < _MAILS
    types: Mapping[Kind, int] = _PHONE_TYPES if phone else _MAIL_TYPES
    reach = (person.numbers if phone else person.mails)[place - (_NUMBERS if phone else _MAILS)]
    if "data1" in values:
        reach.value = str(values["data1"])
    reach.type = _kind(types, values, reach.type)


def _delete_data(context: AppContext[Contacts], number: int) -> None:
    person, place = _person(context, number // _SPAN), number % _SPAN
    if place >= _MAILS:
        del person.mails[place - _MAILS]
    elif place >= _NUMBERS:
        del person.numbers[place - _NUMBERS]
    elif place == _SINGLE[EVENT]:
        person.birthday = None
    elif place == _SINGLE[WORK]:
        person.company = person.title = ""
    else:
        _set_single(person, place, {})


def _data_table(rows: Callable[[AppContext[Contacts]], Rows], default: str = "") -> Table[Contacts]:
    return Table(rows, insert=_insert_data(default), update=_update_data, delete=_delete_data)


TABLES: dict[str, Table[Contacts]] = {
    "contacts": Table(contact_rows, update=_update_contact, delete=_delete_contact),
    "raw_contacts": Table(raw_rows, insert=_insert_raw, update=_update_contact, delete=_delete_contact),
    "data": _data_table(data_rows),
    "data/phones": _data_table(_only(_phones), PHONE),
    "data/emails": _data_table(_only(_mails), MAIL),
    "data/postals": _data_table(
        _only(lambda person: [row for row in _data(person) if row["mimetype"] == POSTAL]), POSTAL
    ),
}
"""Path → table."""

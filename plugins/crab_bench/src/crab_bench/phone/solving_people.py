"""How people are found, called and written to on the phone: reference, other and wrong ways."""

from __future__ import annotations

import re
from typing import Final

from crab_bench.hands import PHONE, Doing, phone, tap
from crab_bench.phone.solving import field, filled, labelled, matching, picked, row, started, tap_row, tapped
from crab_core import Solving, Turn

CONTACTS: Final = "com.android.contacts"
DIALER: Final = "com.android.dialer"
MESSAGES: Final = "com.android.messaging"
MAIL: Final = "com.android.email"
_MAIL: Final = r"([\w.+-]+@[\w.-]+\w)"
_NUMBER: Final = r"^(\+?\d[\d ()-]{5,}\d)"


def _digits(text: str) -> str:
    return re.sub(r"[^\d+*#]", "", text)


def _near(phone_number: str) -> str:
    """A number that differs in its last digit."""
    return f"{phone_number[:-1]}{(int(phone_number[-1]) + 1) % 10}"


def _contact(turn: Turn, wanted: str, name: str) -> Doing:
    """Search the contacts, and open the one of a name; the first one found when that is empty."""
    turn = yield from started(turn, CONTACTS)
    turn = yield tap(turn, "Search contacts")
    turn = yield phone("write_text", text=wanted)
    if name:
        turn = yield from tap_row(turn, name)
    else:
        turn = yield from tapped(turn, _first_item(turn))
    return turn


def _first_item(turn: Turn) -> str:
    items = turn[PHONE].find_all(role="list item")
    found = next((mark for mark in items if "@" in mark.label or ", +" in mark.label), None)
    if found is None:
        raise LookupError("the search finds nobody")
    return found.label


def _namesake(turn: Turn, name: str) -> Doing:
    """Open another contact with the same first name."""
    turn = yield from started(turn, CONTACTS)
    turn = yield tap(turn, "Search contacts")
    turn = yield phone("write_text", text=name.split(maxsplit=1)[0])
    other = next((m for m in turn[PHONE].find_all(role="list item") if name not in m.label), None)
    if other is None:
        raise LookupError(f"nobody else is called {name.split(maxsplit=1)[0]}")
    turn = yield phone("tap", element=other.number)
    return turn


# -- finding ---------------------------------------------------------------------------------------


def find_contact_mail(turn: Turn, name: str) -> Solving:
    """Search the contact and read its mail address."""
    turn = yield from _contact(turn, name, name)
    return matching(turn[PHONE], _MAIL)


def find_contact_mail_scrolling(turn: Turn, name: str) -> Solving:
    """Look through the list of contacts."""
    turn = yield from picked(turn, "Contacts")
    turn = yield from tap_row(turn, name)
    return matching(turn[PHONE], _MAIL)


def find_contact_mail_of_namesake(turn: Turn, name: str) -> Solving:
    """Wrong: another person of this first name."""
    turn = yield from _namesake(turn, name)
    return matching(turn[PHONE], _MAIL)


def find_contact_number(turn: Turn, name: str) -> Solving:
    """Search the contact and read its number."""
    turn = yield from _contact(turn, name, name)
    return matching(turn[PHONE], _NUMBER)


def find_contact_number_by_phone(turn: Turn, name: str) -> Solving:
    """Search in the Phone app, which leads to the contact."""
    turn = yield from picked(turn, "Phone")
    turn = yield tap(turn, "Search contacts")
    turn = yield phone("write_text", text=name)
    turn = yield from tap_row(turn, name, "+")
    return matching(turn[PHONE], _NUMBER)


def find_contact_number_of_namesake(turn: Turn, name: str) -> Solving:
    """Wrong: another person of this first name."""
    turn = yield from _namesake(turn, name)
    return matching(turn[PHONE], _NUMBER)


def find_number_owner(turn: Turn, phone_number: str) -> Solving:
    """Search for the number in the Phone app."""
    turn = yield from started(turn, DIALER)
    turn = yield tap(turn, "Search contacts")
    turn = yield phone("write_text", text=_digits(phone_number))
    return _owner(turn)


def find_number_owner_by_end(turn: Turn, phone_number: str) -> Solving:
    """Search for the end of the number, from the icon of the app."""
    turn = yield from picked(turn, "Phone")
    turn = yield tap(turn, "Search contacts")
    turn = yield phone("write_text", text=_digits(phone_number)[-7:])
    return _owner(turn)


def _owner(turn: Turn) -> str:
    return _first_item(turn).partition(",")[0]


def find_number_owner_guessed(turn: Turn, phone_number: str) -> Solving:
    """Wrong: the namesake of whom the number is of, found among the contacts."""
    turn = yield from started(turn, CONTACTS)
    turn = yield tap(turn, "Search contacts")
    turn = yield phone("write_text", text=_digits(phone_number))
    turn = yield from _namesake(turn, _owner(turn))
    return labelled(turn[PHONE], "large_title")


def find_missed_caller(turn: Turn) -> Solving:
    """The first missed call from above."""
    turn = yield from started(turn, DIALER)
    turn = yield from tap_row(turn, _missed(turn, 0))
    return labelled(turn[PHONE], "contact_name")


def find_missed_caller_picked(turn: Turn) -> Solving:
    """The same, by the icons and the details of the call, held."""
    turn = yield from picked(turn, "Phone")
    turn = yield from tap_row(turn, _missed(turn, 0))
    return labelled(turn[PHONE], "contact_name")


def find_earlier_missed_caller(turn: Turn) -> Solving:
    """Wrong: the missed call before the last one."""
    turn = yield from started(turn, DIALER)
    turn = yield from tap_row(turn, _missed(turn, 1))
    return labelled(turn[PHONE], "contact_name")


def _missed(turn: Turn, place: int) -> str:
    rows = [mark.label for mark in turn[PHONE].find_all(role="list item") if ", Missed" in mark.label]
    if len(rows) <= place:
        raise LookupError("there are not so many missed calls")
    return rows[place]


def read_last_message(turn: Turn, name: str) -> Solving:
    """Open the conversation in the list of messages; the lowest bubble on the left is the last one."""
    turn = yield from started(turn, MESSAGES)
    turn = yield from tap_row(turn, name)
    return _bubbles(turn)[-1]


def read_last_message_by_contact(turn: Turn, name: str) -> Solving:
    """Come to the conversation from the contact."""
    turn = yield from _contact(turn, name, name)
    turn = yield tap(turn, "Text")
    return _bubbles(turn)[-1]


def read_first_message(turn: Turn, name: str) -> Solving:
    """Wrong: the last message of another person with this first name."""
    turn = yield from _namesake(turn, name)
    turn = yield tap(turn, "Text")
    return _bubbles(turn)[-1]


def _bubbles(turn: Turn) -> list[str]:
    """What the other one has written, from the top down."""
    view = turn[PHONE]
    width = view.tree.width if view.tree else 0
    marks = [
        mark for mark in view.find_all(role="label") if mark.box.center[0] < width / 2 or mark.box.x < 150
    ]
    if not marks:
        raise LookupError("the conversation shows no message")
    return [mark.label for mark in sorted(marks, key=lambda mark: mark.box.y)]


def read_mail(turn: Turn, subject: str) -> Solving:
    """Open the mail in the inbox."""
    turn = yield from started(turn, MAIL)
    turn = yield from tap_row(turn, subject)
    return labelled(turn[PHONE], "body_text")


def read_mail_found(turn: Turn, subject: str) -> Solving:
    """Search for the mail."""
    turn = yield from picked(turn, "Mail")
    turn = yield tap(turn, "Search in mail")
    turn = yield phone("write_text", text=subject)
    turn = yield from tap_row(turn, subject)
    return labelled(turn[PHONE], "body_text")


def read_other_mail(turn: Turn, subject: str) -> Solving:
    """Wrong: the first mail in the inbox that is about something else."""
    turn = yield from started(turn, MAIL)
    right = row(turn[PHONE], subject)
    rows = [mark for mark in turn[PHONE].find_all(role="list item") if mark != right]
    turn = yield phone("tap", element=rows[0].number)
    return labelled(turn[PHONE], "body_text")


# -- dialling and calling --------------------------------------------------------------------------


def _dial(turn: Turn, phone_number: str) -> Doing:
    turn = yield from started(turn, DIALER)
    turn = yield tap(turn, "Key pad")
    turn = yield phone("write_text", text=_digits(phone_number))
    return turn


def make_call(turn: Turn, phone_number: str) -> Solving:
    """Dial, call, hang up."""
    turn = yield from _dial(turn, phone_number)
    turn = yield tap(turn, "Call")
    yield tap(turn, "End call")
    return None


def make_call_by_contact(turn: Turn, phone_number: str) -> Solving:
    """Call from the contact that has the number."""
    turn = yield from _contact(turn, _digits(phone_number), "")
    turn = yield tap(turn, "Call")
    if turn[PHONE].find("Allow") is not None:
        turn = yield tap(turn, "Allow")
    yield tap(turn, "End call")
    return None


def make_call_misdialled(turn: Turn, phone_number: str) -> Solving:
    """Wrong: the last digit."""
    return (yield from make_call(turn, _near(phone_number)))


def dial_contact(turn: Turn, name: str) -> Solving:
    """Read the number in Contacts, and enter it."""
    turn = yield from _contact(turn, name, name)
    found = matching(turn[PHONE], _NUMBER)
    yield from _dial(turn, found)
    return found


def dial_contact_by_phone(turn: Turn, name: str) -> Solving:
    """Read the number in the search of the Phone app."""
    turn = yield from picked(turn, "Phone")
    turn = yield tap(turn, "Search contacts")
    turn = yield phone("write_text", text=name)
    found = matching(turn[PHONE], _NUMBER)
    yield from _dial(turn, found)
    return found


def dial_namesake(turn: Turn, name: str) -> Solving:
    """Wrong: the number of another person of this first name."""
    turn = yield from _namesake(turn, name)
    found = matching(turn[PHONE], _NUMBER)
    yield from _dial(turn, found)
    return found


# -- writing ---------------------------------------------------------------------------------------


def send_sms(turn: Turn, content: str, phone_number: str) -> Solving:
    """Start a chat with the number."""
    turn = yield from _composed(turn, content, phone_number)
    yield tap(turn, "Send message")
    return None


def _composed(turn: Turn, content: str, phone_number: str) -> Doing:
    turn = yield from started(turn, MESSAGES)
    turn = yield tap(turn, "Start chat")
    turn = yield phone("write_text", text=phone_number)
    turn = yield phone("press", key="enter")
    turn = yield phone("set_text", element=field(turn[PHONE], "compose message text"), text=content)
    return turn


def send_sms_by_contact(turn: Turn, content: str, phone_number: str) -> Solving:
    """Write from the contact that has the number."""
    turn = yield from _contact(turn, _digits(phone_number), "")
    turn = yield tap(turn, "Text")
    turn = yield phone("set_text", element=field(turn[PHONE], "compose message text"), text=content)
    yield tap(turn, "Send message")
    return None


def send_sms_astray(turn: Turn, content: str, phone_number: str) -> Solving:
    """Wrong: to a number that differs in its last digit."""
    return (yield from send_sms(turn, content, _near(phone_number)))


def send_sms_not(turn: Turn, content: str, phone_number: str) -> Solving:
    """Wrong: written and not sent."""
    turn = yield from _composed(turn, content, phone_number)
    yield phone("press", key="home")
    return None


def _mail_written(turn: Turn, content: str, mail_address: str) -> Doing:
    turn = yield from started(turn, MAIL)
    turn = yield tap(turn, "Compose")
    turn = yield phone("write_text", text=mail_address)
    turn = yield phone("press", key="enter")
    turn = yield phone("set_text", element=field(turn[PHONE], "body"), text=content)
    return turn


def send_mail(turn: Turn, content: str, mail_address: str) -> Solving:
    """Compose in the Mail app."""
    turn = yield from _mail_written(turn, content, mail_address)
    yield tap(turn, "Send")
    return None


def send_mail_by_contact(turn: Turn, content: str, mail_address: str) -> Solving:
    """Compose from the contact that has the address."""
    turn = yield from _contact(turn, mail_address, "")
    turn = yield tap(turn, "Email")
    turn = yield phone("set_text", element=field(turn[PHONE], "body"), text=content)
    yield tap(turn, "Send")
    return None


def send_mail_not(turn: Turn, content: str, mail_address: str) -> Solving:
    """Wrong: left among the drafts."""
    turn = yield from _mail_written(turn, content, mail_address)
    yield tap(turn, "Navigate up")
    return None


def send_mail_as_subject(turn: Turn, content: str, mail_address: str) -> Solving:
    """Wrong: the text stands in the subject."""
    turn = yield from started(turn, MAIL)
    turn = yield tap(turn, "Compose")
    turn = yield phone("write_text", text=mail_address)
    turn = yield phone("press", key="enter")
    turn = yield phone("set_text", element=field(turn[PHONE], "subject"), text=content)
    yield tap(turn, "Send")
    return None


def _new_contact(turn: Turn, mail_address: str, name: str) -> Doing:
    first, _, last = name.rpartition(" ")
    turn = yield from filled(turn, "edit first", first)
    turn = yield from filled(turn, "edit last", last)
    if mail_address:
        turn = yield from filled(turn, "edit email", mail_address)
    turn = yield tap(turn, "Save")
    return turn


def add_contact(turn: Turn, mail_address: str, name: str) -> Solving:
    """Create it in Contacts."""
    turn = yield from started(turn, CONTACTS)
    turn = yield tap(turn, "Create contact")
    yield from _new_contact(turn, mail_address, name)
    return None


def add_contact_by_phone(turn: Turn, mail_address: str, name: str) -> Solving:
    """Create it from the Phone app."""
    turn = yield from picked(turn, "Phone")
    turn = yield tap(turn, "Contacts")
    turn = yield tap(turn, "Create new contact")
    yield from _new_contact(turn, mail_address, name)
    return None


def add_contact_without_mail(turn: Turn, mail_address: str, name: str) -> Solving:  # noqa: ARG001
    """Wrong: the address is left out."""
    turn = yield from started(turn, CONTACTS)
    turn = yield tap(turn, "Create contact")
    yield from _new_contact(turn, "", name)
    return None

"""Evaluators that look at people: contacts, messages, calls and mail."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

from crab_android.device import content, seen
from crab_android.device.spellings import same_mail, same_number
from crab_android.evaluators.parameters import Perhaps, Some
from crab_core import Verdict, evaluator

if TYPE_CHECKING:
    from collections.abc import Callable

    from crab_android.environment import AndroidEnvironment

CONTACTS = "content://com.android.contacts/contacts"
MAILS = "content://com.android.contacts/data/emails"
PHONES = "content://com.android.contacts/data/phones"
SMS = "content://sms"
CALLS = "content://call_log/calls"
MAIL = "content://com.android.email/messages"
_SENT_SMS = 2  # Telephony.TextBasedSmsColumns.MESSAGE_TYPE_SENT
_OUTGOING = 2  # CallLog.Calls.OUTGOING_TYPE
_OFF_HOOK = "2"  # TelephonyManager.CALL_STATE_OFFHOOK


@evaluator(env="android")
def contact_exists(env: AndroidEnvironment, name: Some, mail: Perhaps = "", number: Perhaps = "") -> Verdict:
    """One contact has this name, and this mail address and telephone number if they are given.

    Args:
        name: Its whole name.
        mail: One of its mail addresses; letters are compared without case.
        number: One of its telephone numbers, however it is written.

    Raises:
        DeviceError: The contacts cannot be read.
    """
    if not (mail or number):
        found = content.matching(env.link, CONTACTS, {"display_name": name})
        return Verdict(bool(found), f"{name} is {'' if found else 'not '}among the contacts")
    kept: set[str] | None = None
    for uri, wanted, same in ((MAILS, mail, same_mail), (PHONES, number, same_number)):
        if not wanted:
            continue
        holders, reason = _holders(env, uri, name, wanted, same)
        if not holders:
            return Verdict(False, reason)
        kept = holders if kept is None else kept & holders
    said = " and ".join(part for part in (mail, number) if part)
    if not kept:
        return Verdict(False, f"no single contact {name} has both {said}")
    return Verdict(True, f"{name} has {said}")


def _holders(
    env: AndroidEnvironment, uri: str, name: str, wanted: str, same: Callable[[str, str], bool]
) -> tuple[set[str], str]:
    """The contacts of a name that have a mail address or number; why there is none."""
    rows = content.rows(env.link, uri, ["contact_id", "display_name", "data1"])
    fitting = [row for row in rows if same(row["data1"], wanted)]
    holders = {row["contact_id"] for row in fitting if row["display_name"] == name}
    if holders:
        return holders, ""
    if fitting:
        return set(), f"{wanted} belongs to {fitting[0]['display_name']!r}, not to {name!r}"
    theirs = [row["data1"] for row in rows if row["display_name"] == name]
    return set(), f"{name!r} has {', '.join(theirs) or 'nothing'}, not {wanted}"


@evaluator(env="android")
def contact_shown(
    env: AndroidEnvironment,
    name: Some,
    what: Literal["mail", "number"] = "mail",
    package: str = "com.android.contacts",
) -> Verdict:
    """The contacts app shows a contact together with its mail address or telephone number.

    Args:
        name: The contact's whole name.
        what: Which of the two; it is looked up among the contacts.
        package: The contacts app.

    Raises:
        DeviceError: The contacts cannot be read.
    """
    uri, same = (MAILS, same_mail) if what == "mail" else (PHONES, same_number)
    rows = content.rows(env.link, uri, ["display_name", "data1"])
    theirs = [row["data1"] for row in rows if row["display_name"] == name]
    if not theirs:
        return Verdict(False, f"no contact {name!r} has a {what}")
    screen = seen.Words.of(env.hierarchy())
    if package not in screen.packages:
        return Verdict(False, f"{', '.join(screen.packages) or 'no app'} is in front, not {package}")
    mine = [one.text for one in screen.sayings if one.package == package]
    if not screen.having(name, package):
        return Verdict(False, f"{name!r} is not on the screen of {package}")
    shown = next((one for one in theirs if any(same(text, one) for text in mine)), None)
    if shown is None:
        return Verdict(False, f"{theirs[0]} of {name!r} is not on the screen of {package}")
    return Verdict(True, f"{package} shows {name!r} with {shown}")


@evaluator(env="android")
def sms_sent(env: AndroidEnvironment, number: Some, text: Some) -> Verdict:
    """A message with exactly this text was sent to this number.

    Args:
        number: The receiver's number, however it is written.
        text: The whole message.

    Raises:
        DeviceError: The messages cannot be read.
    """
    rows = content.rows(env.link, SMS, ["address", "type", "body"])
    same_text = [row for row in rows if row["body"] == text]
    sent = [row for row in same_text if content.same(row["type"], _SENT_SMS)]
    if any(same_number(row["address"], number) for row in sent):
        return Verdict(True, f"{text!r} was sent to {number}")
    if sent:
        return Verdict(False, f"{text!r} was sent to {sent[0]['address']}, not to {number}")
    if same_text:
        return Verdict(False, f"{text!r} was not sent, it is of type {same_text[0]['type']}")
    theirs = [row["body"] for row in rows if same_number(row["address"], number) and row["type"] == "2"]
    return Verdict(False, f"{text!r} was not sent; {number} got {len(theirs)} other messages")


@evaluator(env="android")
def call_placed(env: AndroidEnvironment, number: Some) -> Verdict:
    """This number was called from the phone, and the call is over: only then does it stand in the log.

    Args:
        number: The number, however it is written.

    Raises:
        DeviceError: The calls cannot be read.
    """
    rows = content.rows(env.link, CALLS, ["number", "type"])
    theirs = [row for row in rows if same_number(row["number"], number)]
    if any(content.same(row["type"], _OUTGOING) for row in theirs):
        return Verdict(True, f"{number} was called")
    if theirs:
        return Verdict(False, f"calls came from {number}, none went there")
    return Verdict(False, f"none of {len(rows)} calls is with {number}")


@evaluator(env="android")
def call_ongoing(env: AndroidEnvironment, number: Some, package: str = "com.android.dialer") -> Verdict:
    """The phone is in a call, dialing included, and the screen of the telephone app shows this number.

    Args:
        number: The number, however it is written.
        package: The telephone app.
    """
    states = re.findall(r"mCallState=(\d)", env.link.check("dumpsys telephony.registry"))
    if _OFF_HOOK not in states:
        return Verdict(False, "the phone is in no call")
    shown = [one.text for one in seen.Words.of(env.hierarchy()).sayings if one.package == package]
    if any(same_number(text, number) for text in shown):
        return Verdict(True, f"the phone is in a call with {number}")
    return Verdict(False, f"the phone is in a call, and {package} does not show {number}")


@evaluator(env="android")
def mail_sent(env: AndroidEnvironment, to: Some, text: Perhaps = "", subject: Perhaps = "") -> Verdict:
    """A mail was sent to this address, perhaps among others.

    Args:
        to: The receiver's address; letters are compared without case.
        text: The whole text, below which only a signature may stand; any when empty.
        subject: The whole subject; any when empty.

    Raises:
        DeviceError: The mails cannot be read.
    """
    rows = content.rows(env.link, MAIL, ["mailbox", "to_address", "subject", "body"])
    theirs = [row for row in rows if any(same_mail(to, one) for one in row["to_address"].split(","))]
    sent = [row for row in theirs if row["mailbox"] == "sent"]
    if any(_reads(row, text, subject) for row in sent):
        return Verdict(True, f"the mail was sent to {to}")
    if any(_reads(row, text, subject) for row in theirs):
        return Verdict(False, f"the mail to {to} was written and not sent")
    if sent:
        return Verdict(False, f"{to} was sent {sent[0]['subject']!r}: {sent[0]['body'][:80]!r}")
    others = [row["to_address"] for row in rows if row["mailbox"] == "sent" and _reads(row, text, subject)]
    if others and (text or subject):
        return Verdict(False, f"the mail was sent to {others[0]}, not to {to}")
    return Verdict(False, f"no mail was sent to {to}")


def _reads(row: content.Row, text: str, subject: str) -> bool:
    body, wanted = row["body"].strip(), text.strip()
    return subject in ("", row["subject"]) and (
        body == wanted or body.startswith(wanted + "\n") or not wanted
    )


@evaluator(env="android")
def number_dialled(env: AndroidEnvironment, number: Some, package: str = "com.android.dialer") -> Verdict:
    """This number stands in the field of the dial pad, called or not.

    Args:
        number: The number, however it is written.
        package: The telephone app.
    """
    screen = seen.Words.of(env.hierarchy())
    for one in screen.sayings:
        if one.package == package and one.typed and same_number(one.text, number):
            return Verdict(True, f"{one.text} is dialled")
    if package not in screen.packages:
        return Verdict(False, f"{', '.join(screen.packages) or 'no app'} is in front, not {package}")
    return Verdict(False, f"{number} is not dialled")

"""Mail addresses: reading them, and whom to offer while one is typed."""

from __future__ import annotations

import re
from typing import Any

from crab_android.phone.kit import AppContext

from .model import Address, MailState

CONTACTS = "content://com.android.contacts/data/emails"
_ADDRESS = re.compile(r"[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;]+")
_MOST = 6  # suggestions


def is_address(text: str) -> bool:
    """Whether a text looks like a mail address."""
    return _ADDRESS.fullmatch(text.strip()) is not None


def parse_addresses(text: str) -> list[Address]:
    """The addresses in a text such as ``Ada Kaya <ada@mail.test>, bo@mail.test``; others are left out."""
    found = []
    for part in re.split(r"[,;\n]", text):
        match = _ADDRESS.search(part)
        if match:
            name = part[: match.start()].strip().strip("<\"' ")
            found.append(Address(mail=match.group(), name=name))
    return found


def name_for(context: AppContext[MailState], mail: str) -> str:
    """The name that goes with an address, from the contacts or from mails; empty when nobody knows it."""
    low = mail.lower()
    return next((known.name for known in known_addresses(context) if known.mail.lower() == low), "")


def known_addresses(context: AppContext[MailState]) -> list[Address]:
    """Everybody with an address: the contacts, then who wrote or was written to."""
    found: dict[str, Address] = {}
    rows: list[dict[str, Any]] = context.query(CONTACTS)
    for entry in rows:
        mail = str(entry.get("data1") or "")
        if mail:
            found.setdefault(mail.lower(), Address(mail=mail, name=str(entry.get("display_name") or "")))
    for message in context.state.messages:
        if message.mailbox not in ("spam", "trash"):
            for known in (message.sender, *message.to, *message.cc):
                found.setdefault(known.mail.lower(), known)
    return list(found.values())


def suggestions(context: AppContext[MailState], typed: str, without: set[str]) -> list[Address]:
    """Whom a few typed letters may mean: names and addresses with a word that starts with them come first."""
    low = typed.strip().lower()
    if not low:
        return []
    found: list[tuple[bool, str, Address]] = []
    for known in known_addresses(context):
        told = f"{known.name} {known.mail}".lower()
        if low in told and known.mail.lower() not in without:
            starts = any(word.startswith(low) for word in told.split())
            found.append((not starts, known.shown.lower(), known))
    return [entry[2] for entry in sorted(found, key=lambda entry: entry[:2])[:_MOST]]

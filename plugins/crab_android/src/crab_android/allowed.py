"""What tasks may change on a phone, said for the apps that every simulated phone has.

Each function gives what goes into `May` for one thing that a user does, so that tasks need not know where
an app keeps it. What comes with it by itself (counters, times, read marks, notifications) is incidental and
needs no word.
"""

from __future__ import annotations

from typing import Final

from crab_core import May

INCIDENTAL: Final = (
    # What the phone shows and how it is held.
    *("stacks*", "overlays*", "keyboard*", "keyguard*", "toast*", "notifications*", "clipboard"),
    *("awake", "locked", "powered", "held", "clock*", "battery*", "display*", "properties*"),
    "settings/system/user_rotation",
    "settings/system/next_alarm_formatted",
    # What apps count and note by themselves when something else changes, or when something is looked at.
    *("apps/*/next_id", "apps/*/next_message", "apps/*/next_thread", "apps/com.android.browser/last"),
    *("apps/*/created", "apps/*/modified", "apps/*/edited", "apps/*/opened", "apps/*/thread"),
    *("apps/*/read", "apps/*/answered", "apps/*/heard", "apps/com.android.dialer/log/*/new"),
    "apps/*/order",
    # Where an app is.
    *(f"apps/com.android.browser/{part}" for part in ("tabs*", "pages*", "current", "history*")),
    "apps/com.android.calculator2/*",
    "apps/com.android.calendar/preferences/view",
    *(f"apps/com.android.camera2/{part}" for part in ("mode", "zoom", "front", "last", "recording*")),
    *(f"apps/com.android.deskclock/{part}" for part in ("tab", "ringing*", "since", "stopwatch*")),
    *(f"apps/com.android.dialer/{part}" for part in ("keys", "muted", "speaker")),
    *(f"apps/org.crab.maps/{part}" for part in ("latitude", "longitude", "zoom", "recent*")),
    "apps/org.crab.drive/searches*",
    "apps/org.crab.tasks/current",
    "permissions*",
    # What apps keep beside what the user sees.
    *("files/data/*", "files/sdcard/Android/data/*", "files/sdcard/.thumbs*"),
)
"""Places in a phone's state that merely using it changes. Opening a message marks it as read, copying changes
the clipboard, an app asks for a permission before it can do its work: none of this is a side effect."""


def message_sent(number: str, text: str) -> list[May]:
    """One text message to one number, in a conversation that is there or in a new one."""
    return [
        May(
            "apps/com.android.messaging/conversations/*/messages/*",
            {"sent": True, "body": text, "numbers": [number]},
            ("added",),
        ),
        May(
            "apps/com.android.messaging/conversations/*",
            {"numbers": [number], "messages": [{"sent": True, "body": text}]},
            ("added",),
        ),
    ]


def mail_sent(address: str, subject: str, body: str) -> list[May]:
    """One mail to one address, without copies and attachments."""
    fields = {"to": [{"mail": address}], "cc": [], "bcc": [], "subject": subject, "body": body}
    where = {"mailbox": "sent", **fields, "attachments": []}
    return [May("apps/com.android.email/messages/*", where, ("added",))]


def called(number: str) -> list[May]:
    """One call to one number, which may still go on."""
    return [
        May("apps/com.android.dialer/calls/*", {"number": number, "incoming": False}, ("added",)),
        May("apps/com.android.dialer/log/*", {"number": number, "kind": "out"}, ("added",)),
    ]


def contact_added(first: str, last: str = "", number: str = "", mail: str = "") -> list[May]:
    """One contact with at most one number and one mail address."""
    where = {
        "first": first,
        "last": last,
        "numbers": [{"value": number}] if number else [],
        "mails": [{"value": mail}] if mail else [],
    }
    return [May("apps/com.android.contacts/people/*", where, ("added",))]


def todo_added(title: str) -> list[May]:
    """One to-do."""
    return [May("apps/org.crab.tasks/items/*", {"title": title}, ("added",))]


def note_added(title: str = "", body: str = "") -> list[May]:
    """One note."""
    return [May("apps/org.crab.notes/items/*", {"title": title, "body": body}, ("added",))]


def event_added(title: str, start: str = "") -> list[May]:
    """One event of the calendar; `start`, when given, as "2026-05-14T09:15:00"."""
    where = {"title": title, **({"start": start} if start else {})}
    return [May("apps/com.android.calendar/events/*", where, ("added",))]


def alarm_set(hour: int, minute: int) -> list[May]:
    """One new alarm that is on."""
    where = {"hour": hour, "minute": minute, "enabled": True}
    return [May("apps/com.android.deskclock/alarms/*", where, ("added",))]


def city_added(city: str) -> list[May]:
    """One city of the world clock."""
    return [May(f"apps/com.android.deskclock/cities/{city}", kinds=("added",))]


def folder_added(name: str) -> list[May]:
    """One folder in Drive."""
    where = {"name": name, "mime": "vnd.android.document/directory"}
    return [May("apps/org.crab.drive/items/*", where, ("added",))]


def setting_changed(space: str, key: str, value: str) -> list[May]:
    """One setting: `setting_changed("secure", "bluetooth_name", "Desk")`."""
    return [May(f"settings/{space}/{key}", {"value": value}, ("added", "changed"))]

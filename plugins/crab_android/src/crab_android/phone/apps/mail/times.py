"""Moments in the phone's time zone, however it was changed."""

from __future__ import annotations

from datetime import UTC, datetime

from crab_android.phone.kit import AppContext, zone

from .model import MailState, Message


def zone_name(context: AppContext[MailState]) -> str:
    """The phone's time zone."""
    return context.system.properties.get("persist.sys.timezone", "UTC")


def moment_of(stamp: float, name: str) -> datetime:
    """The local time in a time zone of milliseconds since 1970."""
    return datetime.fromtimestamp(stamp / 1000, UTC).astimezone(zone(name)).replace(tzinfo=None)


def stamp_of(context: AppContext[MailState], message: Message) -> int:
    """When a mail came, in milliseconds since 1970."""
    there = zone(context.state.zone or zone_name(context))
    return int(message.time.replace(tzinfo=there).timestamp() * 1000)


def local_time(context: AppContext[MailState], message: Message) -> datetime:
    """When a mail came, in the phone's local time."""
    if context.state.zone in ("", zone_name(context)):
        return message.time
    return moment_of(stamp_of(context, message), zone_name(context))


def now_there(context: AppContext[MailState]) -> datetime:
    """Now, in the time zone that the mailbox notes its times in."""
    there = context.state.zone
    return context.phone.clock.local(there) if there else context.now()

"""Numbers that are refused: one list for the whole phone, as on Android (``BlockedNumberContract``)."""

from __future__ import annotations

from collections.abc import Iterable

from crab_android.phone.kit import AppContext, ContentError, formats

from .model import Messages

_BLOCKED = "content://com.android.blockednumber/blocked"


def blocked_numbers(context: AppContext[Messages]) -> list[str]:
    """All of them, in the order in which they were blocked."""
    return [str(row["original_number"]) for row in context.query(_BLOCKED)]


def is_blocked(context: AppContext[Messages], number: str) -> bool:
    """Whether messages from a number are refused."""
    return any(formats.same_number(number, blocked) for blocked in blocked_numbers(context))


def block(context: AppContext[Messages], numbers: Iterable[str]) -> None:
    """Refuse messages and calls from numbers."""
    try:
        for number in numbers:
            context.insert(_BLOCKED, {"original_number": number})
    except ContentError:
        context.toast("Numbers cannot be blocked without the Phone app")
        return
    context.toast("Blocked")


def unblock(context: AppContext[Messages], number: str) -> None:
    """Take messages and calls from a number again."""
    for row in context.query(_BLOCKED):
        if formats.same_number(str(row["original_number"]), number):
            context.delete(_BLOCKED, int(row["_id"]))
    context.toast("Unblocked")

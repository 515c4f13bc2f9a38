"""Messages coming in and going out, and the notifications of them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from crab_android.phone.kit import AppContext, Callers, Intent, NotificationAction

from .blocking import is_blocked
from .model import Conversation, Message, Messages

RECEIVED = "android.provider.Telephony.SMS_RECEIVED"
MARK_READ = "com.android.messaging.MARK_READ"
END = 1_000_000_000  # a scroll offset below everything: the layout takes the last one there is


def receive(context: AppContext[Messages], number: str, body: str, when: datetime) -> None:
    """Keep a message that came in, and tell the user; one from a blocked number is dropped."""
    state = context.state
    if is_blocked(context, number):
        return
    entry = state.conversation_with([number])
    seen = _in_front(context, entry)
    state.put(entry, Message(address=number, body=body, when=when, read=seen))
    if seen:
        context.system.stacks[-1].activities[-1].scroll["messages"] = END
    elif state.notifications and not entry.muted:
        _tell(context, entry, number, body)


def _tell(context: AppContext[Messages], entry: Conversation, number: str, body: str) -> None:
    actions = (
        NotificationAction(title="Reply", screen="conversation", args={"thread": entry.id, "reply": True}),
        NotificationAction(title="Mark as read", broadcast=MARK_READ, args={"thread": entry.id}),
    )
    context.notify(
        tag_of(entry.id),
        Callers(context).name(number),
        body,
        screen="conversation",
        actions=actions,
        channel="messages",
        thread=entry.id,
    )


def tag_of(thread: int) -> str:
    """The tag of a conversation's notification."""
    return f"thread-{thread}"


def _in_front(context: AppContext[Messages], entry: Conversation) -> bool:
    """Whether the user is looking at the conversation."""
    top = context.system.stacks[-1].activities[-1]
    return (
        context.system.awake
        and not context.system.locked
        and top.package == context.app.package
        and top.screen == "conversation"
        and int(top.args.get("thread", 0)) == entry.id
    )


def sms_received(context: AppContext[Messages], intent: Intent) -> None:
    """A broadcast with ``number`` and ``body`` brings a message in, as a radio would."""
    extras = intent.extras
    number = next((str(extras[key]) for key in ("number", "address", "from") if extras.get(key)), "")
    body = next((str(extras[key]) for key in ("body", "text", "message") if extras.get(key)), "")
    if number:
        receive(context, number, body, context.now())


def mark_read(context: AppContext[Messages], intent: Intent) -> None:
    """The button on a notification."""
    entry = context.state.get(int(intent.extras.get("thread", 0)))
    if entry is not None:
        see(context, entry)


def see(context: AppContext[Messages], entry: Conversation) -> None:
    """Everything in a conversation has been seen."""
    for message in entry.messages:
        message.read = True
    context.cancel_notification(tag_of(entry.id))


def deliver_scheduled(context: AppContext[Messages], _before: datetime, after: datetime) -> None:
    """Bring in what was to come by now."""
    state = context.state
    while state.scheduled and state.scheduled[0].at <= after:
        due = state.scheduled.pop(0)
        receive(context, due.number, due.body, due.at)


def deliver_due(context: AppContext[Messages]) -> None:
    """On a new phone: bring in what was to come before now."""
    deliver_scheduled(context, context.now(), context.now())


def send(context: AppContext[Messages], numbers: Sequence[str], body: str, picture: str = "") -> Conversation:
    """Send a message; in airplane mode it stays behind, and can be sent again."""
    entry = context.state.conversation_with(numbers)
    entry.draft = ""
    message = Message(
        body=body,
        when=context.now(),
        sent=True,
        failed=_offline(context),
        picture=picture,
    )
    context.state.put(entry, message)
    return entry


def send_again(context: AppContext[Messages], entry: Conversation, message: Message) -> None:
    """Send a message that failed."""
    if _offline(context):
        context.toast("Not sent: airplane mode is on")
        return
    entry.messages.remove(message)
    context.state.put(entry, message.model_copy(update={"failed": False, "when": context.now()}))


def _offline(context: AppContext[Messages]) -> bool:
    return context.setting("global", "airplane_mode_on", "0") == "1"

"""Mails that are sent, and mails that come."""

from __future__ import annotations

from datetime import datetime

from crab_android.phone.kit import AppContext, Intent, NotificationAction, formats

from .model import Address, Attachment, MailState, Message
from .times import now_there

ARCHIVE = "com.android.email.ARCHIVE"
MARK_READ = "com.android.email.MARK_READ"

Ctx = AppContext[MailState]


def send(
    context: Ctx,
    *,
    to: list[Address],
    cc: list[Address],
    bcc: list[Address],
    subject: str,
    body: str,
    attachments: list[Attachment],
    answers: Message | None = None,
) -> Message:
    """Send a mail: it is kept with the sent ones, and comes in where it is to an address of this phone."""
    state = context.state
    sent = state.add(
        Message(
            mailbox="sent",
            sender=state.account,
            to=to,
            cc=cc,
            bcc=bcc,
            subject=subject,
            body=body,
            time=now_there(context),
            read=True,
            attachments=attachments,
            thread=answers.thread if answers else 0,
        )
    )
    if any(state.is_own(one.mail) for one in (*to, *cc, *bcc)):
        arrive(
            context,
            sent.model_copy(update={"id": 0, "mailbox": "inbox", "read": False, "bcc": []}, deep=True),
        )
    return sent


def arrive(context: Ctx, message: Message) -> None:
    """A mail comes in, and the user is told."""
    state = context.state
    if not message.thread:
        message.thread = _thread_of(state, message)
    if message.id:
        state.messages.append(message)
    else:
        state.add(message)
    if state.preferences.notifications and message.mailbox == "inbox":
        context.notify(
            f"mail-{message.id}",
            message.sender.shown,
            f"{message.subject or '(no subject)'}\n{message.body[:120].strip()}",
            screen="message",
            actions=(
                NotificationAction(title="Archive", broadcast=ARCHIVE, args={"id": message.id}),
                NotificationAction(title="Mark as read", broadcast=MARK_READ, args={"id": message.id}),
            ),
            channel="mail",
            id=message.id,
        )


def _thread_of(state: MailState, message: Message) -> int:
    """The conversation that an answer belongs to, by its subject; 0 when it starts one."""
    bare = bare_subject(message.subject)
    if bare == message.subject:
        return 0
    return next(
        (known.thread for known in state.messages if bare_subject(known.subject) == bare and known.subject),
        0,
    )


def bare_subject(subject: str) -> str:
    """A subject without what answers and forwards put before it."""
    while subject[:3].lower() == "re:" or subject[:4].lower() in ("fwd:", "fw: "):
        subject = subject.partition(":")[2].strip()
    return subject


def on_time(context: Ctx, _before: datetime, _after: datetime) -> None:
    """Bring in the mails whose time has come."""
    state, now = context.state, now_there(context)
    due = sorted((entry for entry in state.scheduled if entry.time <= now), key=lambda entry: entry.time)
    if due:
        state.scheduled = [entry for entry in state.scheduled if entry.time > now]
        for message in due:
            arrive(context, message)


def archive_received(context: Ctx, intent: Intent) -> None:
    """The notification's button: put the mail into the archive."""
    message = _noted(context, intent)
    if message is not None:
        message.mailbox, message.read = "archive", True


def read_received(context: Ctx, intent: Intent) -> None:
    """The notification's button: the mail was read."""
    message = _noted(context, intent)
    if message is not None:
        message.read = True


def _noted(context: Ctx, intent: Intent) -> Message | None:
    number = int(intent.extras.get("id", 0))
    context.cancel_notification(f"mail-{number}")
    return context.state.get(number)


def quoted(context: Ctx, message: Message, when: datetime) -> str:
    """A mail as it stands below an answer to it."""
    moment = formats.moment_text(when, context)
    lines = [f"> {line}" if line else ">" for line in message.body.splitlines()]
    return f"On {moment}, {message.sender} wrote:\n" + "\n".join(lines)


def forwarded(context: Ctx, message: Message, when: datetime) -> str:
    """A mail as it stands below what it is forwarded with."""
    lines = [
        "---------- Forwarded message ----------",
        f"From: {message.sender}",
        f"Date: {formats.moment_text(when, context)}",
        f"Subject: {message.subject}",
        "To: " + ", ".join(str(one) for one in message.to),
    ]
    if message.cc:
        lines.append("Cc: " + ", ".join(str(one) for one in message.cc))
    return "\n".join([*lines, "", message.body])

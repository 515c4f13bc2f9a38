"""The menu and the questions of a mail's screen."""

from __future__ import annotations

from crab_android.phone.kit import Context, Popup, choice, confirm, menu

from .entries import delete, move, remove
from .message import conversation_of, message_of
from .model import FOLDERS, MAILBOXES, MailState

Ctx = Context[MailState]


def message_menu(context: Ctx) -> Popup:
    """What else can be done with a mail."""
    found, message = conversation_of(context), message_of(context)
    spam = message is not None and message.mailbox == "spam"

    def report() -> None:
        move(context, found, "inbox" if spam else "spam")
        context.finish()

    def copy() -> None:
        if message is not None:
            context.copy(message.body)
            context.toast("Text copied")

    def share() -> None:
        if message is not None:
            context.share(text=message.body, subject=message.subject)

    return menu(
        context,
        ("move_to", "Move to", lambda: context.show_dialog("move")),
        ("report_spam", "Not spam" if spam else "Report spam", report),
        ("copy_text", "Copy text", copy),
        ("share", "Share", share),
        ("delete_forever", "Delete permanently", lambda: context.show_dialog("delete", forever=True)),
    )


def move_dialog(context: Ctx) -> Popup:
    """The folder that the conversation goes to."""
    found, message = conversation_of(context), message_of(context)
    here = message.mailbox if message else ""

    def choose(name: str) -> None:
        move(context, found, next(known for known in MAILBOXES if known == name))
        context.finish()

    options = [(name, FOLDERS[name][0]) for name in MAILBOXES if name not in ("sent", "drafts", here)]
    return choice(context, "Move to", options, "", choose)


def delete_dialog(context: Ctx) -> Popup:
    """The question before the conversation is deleted."""
    found = conversation_of(context)
    asked = bool(context.dialog.get("forever"))
    forever = asked or any(message.mailbox in ("trash", "drafts") for message in found)

    def done() -> None:
        if asked:
            remove(context, found)
        else:
            delete(context, found)
        context.finish()

    count = f"{len(found)} messages" if len(found) > 1 else "this message"
    text = "They are deleted for ever." if len(found) > 1 else "It is deleted for ever."
    return confirm(context, f"Delete {count}?", text if forever else "It is moved to Trash.", "Delete", done)

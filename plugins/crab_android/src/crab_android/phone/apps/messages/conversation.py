"""One conversation: its messages, and the bar to write in."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, quote, unquote

from crab_android.phone.kit import (
    BODY_LARGE,
    LABEL,
    MATCH,
    TITLE,
    Align,
    Callers,
    Context,
    Handler,
    Intent,
    Popup,
    View,
    button,
    closing,
    column,
    confirm,
    dialog_card,
    empty_state,
    formats,
    icon_button,
    intents,
    label,
    list_row,
    menu,
    overflow,
    row,
    scroll,
    sheet,
)

from .bubbles import bubbles
from .composer import FIELD, composer
from .list import face, title_of
from .model import Conversation, Message, Messages
from .post import END, see, send


def open_conversation(context: Context[Messages]) -> None:
    """What was not read is read now; an intent's people may have a conversation already."""
    args = context.args
    numbers = [str(number) for number in args.get("numbers", [])]
    if numbers and not args.get("thread"):
        known = context.state.find(numbers)
        args["thread"] = known.id if known else 0
    if not numbers and not args.get("thread"):
        body = args.get("body", "")
        context.finish()
        context.open("new", body=body)
        return
    entry = context.state.get(int(args["thread"]))
    if entry is not None:
        see(context, entry)
    context.activity.scroll["messages"] = END
    if args.get("reply"):
        context.edit(FIELD, _initial(context))


def _entry(context: Context[Messages]) -> Conversation:
    """The conversation; one without messages, that is kept nowhere, until the first is sent."""
    known = context.state.get(int(context.args.get("thread", 0)))
    return known or Conversation(id=0, numbers=[str(number) for number in context.args.get("numbers", [])])


def _initial(context: Context[Messages]) -> str:
    return str(context.args.get("body") or _entry(context).draft)


def conversation(context: Context[Messages]) -> View:
    """The screen."""
    theme, entry = context.theme, _entry(context)
    if not entry.numbers:
        return column(
            top_bar_of(context, entry),
            empty_state(theme, "chat", "This conversation is not here any more"),
            width=MATCH,
            height=MATCH,
        )

    def on_send(text: str, picture: str) -> None:
        made = send(context, entry.numbers, text, picture)
        context.args["thread"] = made.id
        context.activity.scroll["messages"] = END

    return column(
        top_bar_of(context, entry),
        scroll(
            context,
            "messages",
            *bubbles(context, entry),
            id="message_list",
            cls="androidx.recyclerview.widget.RecyclerView",
            pad=(12, 4, 12, 8),
            gap=2,
            justify=Align.END,
        ),
        composer(context, _initial(context), on_send),
        width=MATCH,
        height=MATCH,
    )


def top_bar_of(context: Context[Messages], entry: Conversation) -> View:
    """Back, whom it is with, call, and the menu."""
    theme, callers = context.theme, Callers(context)
    name = title_of(entry, callers) if entry.numbers else ""
    who = row(
        face(entry, callers, 36),
        label(name, TITLE._replace(size=18), theme.on_surface, id="conversation_title", weight=1),
        id="conversation_header",
        desc="Conversation details",
        weight=1,
        min_height=56,
        gap=12,
        on_tap=lambda: context.open("details", thread=entry.id) if entry.id else None,
    )
    call = icon_button(
        "call", "Call", theme.on_surface_variant, lambda: _call(context, entry), id="action_call"
    )
    single = len(entry.numbers) == 1
    return row(
        icon_button("back", "Navigate up", theme.on_surface, context.finish),
        who,
        *([call] if single else []),
        *([overflow(context)] if entry.id else []),
        cls="android.view.ViewGroup",
        id="toolbar",
        width=MATCH,
        height=64,
        gap=4,
        pad=(4, 0, 4, 0),
    )


def _call(context: Context[Messages], entry: Conversation) -> None:
    number = quote(entry.numbers[0], safe="+*#")
    context.start(Intent(action=intents.DIAL, data=f"tel:{number}"))


def keep_draft(context: Context[Messages]) -> None:
    """Leaving keeps what was typed as a draft, if the screen is left with something to say."""
    numbers = _entry(context).numbers
    if not numbers:
        return
    typed = context.field(FIELD, _initial(context)).text.strip()
    known = context.state.find(numbers)
    if typed or (known is not None and known.draft):
        context.state.conversation_with(numbers).draft = typed


def conversation_menu(context: Context[Messages]) -> Popup:
    """The menu."""
    entry = _entry(context)
    callers = Callers(context)
    known = len(entry.numbers) != 1 or callers.of(entry.numbers[0]).contact

    def add() -> None:
        context.start(
            Intent(
                action="android.intent.action.INSERT_OR_EDIT",
                type="vnd.android.cursor.item/contact",
                extras={"phone": entry.numbers[0]},
            )
        )

    def archive() -> None:
        entry.archived = not entry.archived
        context.finish()
        context.toast("Conversation archived" if entry.archived else "Conversation unarchived")

    added = [] if known else [("action_add_contact", "Add contact", add)]
    return menu(
        context,
        ("action_details", "Details", lambda: context.open("details", thread=entry.id)),
        *added,
        ("action_archive", "Unarchive" if entry.archived else "Archive", archive),
        ("action_block", "Block", lambda: context.show_dialog("block", thread=entry.id)),
        ("action_delete", "Delete", lambda: context.show_dialog("delete", thread=entry.id)),
    )


# -- single messages --------------------------------


def _message(context: Context[Messages]) -> Message | None:
    number = int(context.dialog.get("message", 0))
    return next((message for message in _entry(context).messages if message.id == number), None)


def message_sheet(context: Context[Messages]) -> Popup:
    """What can be done with a message on a long press."""
    theme, message = context.theme, _message(context)
    if message is None:
        return sheet(context)

    def copy() -> None:
        context.copy(message.body)
        context.toast("Copied to clipboard")

    def forward() -> None:
        picture = {"picture": message.picture} if message.picture else {}
        context.open("new", body=message.body, **picture)

    def ask(name: str) -> Handler:
        return lambda: context.show_dialog(name, message=message.id)

    def item(id_: str, icon: str, text: str, handler: Handler) -> View:
        mark = View(icon=icon, color=theme.on_surface_variant, width=24, height=24, hidden=True)
        return list_row(theme, text, start=mark, id=id_, on_tap=closing(context, handler), pad=(24, 8, 24, 8))

    rows = [
        item("action_forward", "forward", "Forward", forward),
        item("action_share", "share", "Share", lambda: context.share(text=message.body)),
        item("action_message_details", "info", "View details", ask("message_details")),
        item("action_delete_message", "delete", "Delete", ask("delete_message")),
    ]
    if message.body:
        rows.insert(0, item("action_copy", "copy", "Copy text", copy))
    return sheet(context, *rows)


def message_details(context: Context[Messages]) -> Popup:
    """Who wrote a message, to whom and when."""
    theme, message, entry = context.theme, _message(context), _entry(context)
    if message is None:
        return Popup(dialog_card(theme, "Message details"))
    locale = formats.locale_of(context)
    when = (
        f"{formats.date_long(message.when, locale)}, {formats.time_text(message.when, context, seconds=True)}"
    )
    others = ", ".join(formats.phone_number(number, locale) for number in entry.numbers)
    facts = [
        ("Type", "Multimedia message" if message.picture else "Text message"),
        ("To", others) if message.sent else ("From", formats.phone_number(message.address, locale)),
        ("Sent" if message.sent else "Received", when),
    ]
    if message.failed:
        facts.append(("Status", "Not sent"))
    lines = [
        column(
            label(name, LABEL, theme.on_surface_variant, width=MATCH),
            label(value, BODY_LARGE, theme.on_surface, id="detail_value", lines=3, width=MATCH),
            width=MATCH,
            hidden=True,
        )
        for name, value in facts
    ]
    close = button("OK", theme, context.dismiss, id="android:id/button1")
    return Popup(dialog_card(theme, "Message details", *lines, buttons=(close,)))


def confirm_delete_message(context: Context[Messages]) -> Popup:
    """The question before a message is deleted."""
    message, entry = _message(context), _entry(context)

    def delete() -> None:
        if message is None:
            return
        entry.messages.remove(message)
        if not entry.messages and not entry.draft:
            context.state.remove(entry.id)
            context.finish()
        context.toast("Message deleted")

    return confirm(context, "Delete this message?", "This cannot be undone.", "Delete", delete)


def conversation_arguments(intent: Intent) -> dict[str, Any]:
    """Whom an ``smsto:`` URI names, and the text that goes with it."""
    people, _, query = intent.rest.partition("?")
    numbers = [
        unquote(part).strip() for part in people.strip("/").replace(";", ",").split(",") if part.strip()
    ]
    given = intent.extras.get("sms_body") or intent.extras.get(intents.EXTRA_TEXT)
    body = given or parse_qs(query).get("body", [""])[0]
    return {"numbers": numbers, **({"body": str(body)} if body else {})}

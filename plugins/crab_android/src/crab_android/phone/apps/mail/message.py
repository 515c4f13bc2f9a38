"""A mail, and the conversation that it is a part of."""

from __future__ import annotations

from functools import partial
from typing import Any

from crab_android.phone.kit import (
    BODY,
    BODY_LARGE,
    LABEL,
    LABEL_LARGE,
    MATCH,
    Align,
    Context,
    Handler,
    TextStyle,
    Theme,
    View,
    avatar,
    card,
    column,
    divider,
    empty_state,
    formats,
    icon_button,
    label,
    overflow,
    row,
    scroll,
    space,
    top_bar,
)

from .body import body_view
from .entries import delete, mark, move, must_ask
from .files import FileError, icon_of, save_to_downloads
from .model import FOLDERS, Address, Attachment, MailState, Message
from .rows import snippet
from .times import local_time

Ctx = Context[MailState]


def message_of(context: Ctx) -> Message | None:
    """The mail that the screen was opened with."""
    return context.state.get(int(context.args.get("id", 0)))


def conversation_of(context: Ctx) -> list[Message]:
    """The mails that the screen shows, the oldest first."""
    message = message_of(context)
    if message is None:
        return []
    if not context.state.preferences.conversations:
        return [message]
    found = context.state.conversation(message.thread, message.mailbox)
    return found if message in found else [message]


def opened(context: Ctx) -> None:
    """What is shown counts as read."""
    mark(context, conversation_of(context), read=True)


def build(context: Ctx) -> View:
    """The screen."""
    theme, found = context.theme, conversation_of(context)
    if not found:
        gone = empty_state(theme, "mail", "Mail not found", "It may have been deleted.")
        return column(top_bar("", theme, context.finish), gone, width=MATCH, height=MATCH)
    shown = message_of(context)
    newest = found[-1]

    def remove() -> None:
        if must_ask(context, found):
            context.show_dialog("delete")
        else:
            delete(context, found)
            context.finish()

    def archive() -> None:
        move(context, found, "inbox" if newest.mailbox == "archive" else "archive")
        context.finish()

    def unread() -> None:
        mark(context, [newest], read=False)
        context.toast("Marked as unread")
        context.finish()

    def tool(icon: str, desc: str, id: str, handler: Handler) -> View:
        return icon_button(icon, desc, theme.on_surface_variant, handler, id=id)

    archived = newest.mailbox == "archive"
    bar = top_bar(
        "",
        theme,
        context.finish,
        tool(
            "inbox" if archived else "archive", "Move to inbox" if archived else "Archive", "archive", archive
        ),
        tool("delete", "Delete", "delete", remove),
        tool("mail", "Mark unread", "inside_conversation_unread", unread),
        overflow(context),
    )
    views = [
        _message(context, one, last=one is newest or one is shown or one.id in context.args.get("open", []))
        for one in found
    ]
    return column(
        bar,
        scroll(
            context, "message", _subject(context, newest), *views, space(height=16), id="conversation_pager"
        ),
        _answers(context, newest),
        width=MATCH,
        height=MATCH,
    )


def _subject(context: Ctx, message: Message) -> View:
    theme = context.theme

    def star() -> None:
        message.starred = not message.starred

    folder = label(
        FOLDERS[message.mailbox][0],
        LABEL,
        theme.on_surface_variant,
        id="folder_chip",
        pad=(8, 3, 8, 3),
        radius=6,
        fill=theme.surface_high,
    )
    return row(
        column(
            label(
                message.subject or "(no subject)",
                TextStyle(22, 29),
                theme.on_surface,
                id="subject",
                lines=6,
                width=MATCH,
            ),
            row(folder, hidden=True),
            weight=1,
            gap=8,
            hidden=True,
        ),
        icon_button(
            "star_full" if message.starred else "star",
            "Remove star" if message.starred else "Add star",
            theme.primary if message.starred else theme.outline,
            star,
            id="star",
        ),
        width=MATCH,
        align=Align.START,
        pad=(20, 4, 8, 8),
        hidden=True,
    )


def _message(context: Ctx, message: Message, *, last: bool) -> View:
    if not last:
        return _folded(context, message)
    parts: list[View] = [_head(context, message)]
    if message.id in context.args.get("details", []):
        parts.append(_details(context, message))
    parts.append(body_view(context, message.body))
    parts += [_attachment(context, file) for file in message.attachments]
    return column(*parts, id="message_card", width=MATCH)


def _folded(context: Ctx, message: Message) -> View:
    """An earlier mail in one row; a tap unfolds it."""
    theme = context.theme
    own = context.state.is_own(message.sender.mail)

    def unfold() -> None:
        context.args["open"] = [*context.args.get("open", []), message.id]

    line = row(
        avatar(message.sender.shown, 36),
        column(
            label(
                "me" if own else message.sender.shown,
                BODY_LARGE,
                theme.on_surface,
                id="sender_name",
                width=MATCH,
            ),
            label(snippet(message), BODY, theme.on_surface_variant, id="message_snippet", width=MATCH),
            weight=1,
            hidden=True,
        ),
        label(_when(context, message), LABEL, theme.on_surface_variant, id="upper_date"),
        id="collapsed_message",
        width=MATCH,
        min_height=64,
        gap=14,
        pad=(20, 6, 20, 6),
        on_tap=unfold,
    )
    return column(line, divider(theme), width=MATCH, hidden=True)


def _when(context: Ctx, message: Message) -> str:
    return formats.list_time(local_time(context, message), context)


def _head(context: Ctx, message: Message) -> View:
    theme, state = context.theme, context.state
    names = [
        "me" if state.is_own(one.mail) else one.shown.split(" ")[0] for one in (*message.to, *message.cc)
    ]
    details: list[int] = context.args.get("details", [])

    def toggle() -> None:
        rest = [one for one in details if one != message.id]
        context.args["details"] = rest if message.id in details else [*rest, message.id]

    recipients = row(
        label(
            "to " + ", ".join(names) if names else "to nobody",
            BODY,
            theme.on_surface_variant,
            id="recipient_summary",
        ),
        View(icon="down", icon_size=14, color=theme.on_surface_variant, width=20, height=20, hidden=True),
        id="show_details",
        desc="Hide details" if message.id in details else "Show details",
        min_height=30,
        gap=2,
        on_tap=toggle,
    )
    return row(
        avatar(message.sender.shown, 40),
        column(
            row(
                label(message.sender.shown, TextStyle(16, 22, 500), theme.on_surface, id="sender_name"),
                label(_when(context, message), LABEL, theme.on_surface_variant, id="upper_date"),
                gap=8,
                hidden=True,
            ),
            recipients,
            weight=1,
            hidden=True,
        ),
        icon_button(
            "reply",
            "Reply",
            theme.on_surface_variant,
            partial(_answer, context, message, "reply"),
            id="reply_icon",
        ),
        width=MATCH,
        gap=12,
        align=Align.CENTER,
        pad=(20, 8, 8, 8),
        hidden=True,
    )


def _details(context: Ctx, message: Message) -> View:
    """Everybody's address and the whole date."""
    theme, when = context.theme, local_time(context, message)
    locale = formats.locale_of(context)
    date = f"{formats.date_long(when, locale)}, {formats.time_text(when, context)}"
    lines: list[tuple[str, str]] = [("From", str(message.sender))]
    several: tuple[tuple[str, list[Address]], ...] = (
        ("To", message.to),
        ("Cc", message.cc),
        ("Bcc", message.bcc),
    )
    lines += [(name, "\n".join(str(one) for one in people)) for name, people in several if people]
    lines.append(("Date", date))
    rows = [
        row(
            label(name, BODY, theme.on_surface_variant, width=52),
            label(text, BODY, theme.on_surface, id=f"{name.lower()}_details", lines=12, weight=1),
            width=MATCH,
            align=Align.START,
            hidden=True,
        )
        for name, text in lines
    ]
    box = card(theme, *rows, id="details_expanded", gap=6)
    return row(box, width=MATCH, pad=(16, 0, 16, 12), hidden=True)


def _attachment(context: Ctx, file: Attachment) -> View:
    theme = context.theme

    def show() -> None:
        context.view(f"file://{file.path}", file.mime)

    def save() -> None:
        try:
            path = save_to_downloads(context, file)
        except FileError:
            context.toast("The file could not be saved")
        else:
            context.toast(f"Saved to Download/{path.rpartition('/')[2]}")

    line = row(
        _file_mark(theme, file),
        column(
            label(file.name, BODY_LARGE, theme.on_surface, id="attachment_title", width=MATCH),
            label(
                formats.size_text(file.size, formats.locale_of(context)),
                BODY,
                theme.on_surface_variant,
                id="attachment_subtitle",
            ),
            weight=1,
            hidden=True,
        ),
        icon_button("download", f"Save {file.name}", theme.on_surface_variant, save, id="attachment_save"),
        id="attachment_row",
        width=MATCH,
        min_height=64,
        gap=14,
        pad=(14, 6, 6, 6),
        radius=16,
        fill=theme.surface_container,
        on_tap=show,
    )
    return row(line, width=MATCH, pad=(16, 0, 16, 8), hidden=True)


def _file_mark(theme: Theme, file: Attachment) -> View:
    return View(
        icon=icon_of(file.mime),
        color=theme.on_primary_container,
        fill=theme.primary_container,
        width=40,
        height=40,
        radius=12,
        hidden=True,
    )


def _answer(context: Ctx, message: Message, mode: str) -> None:
    context.open("compose", mode=mode, ref=message.id)


def _answers(context: Ctx, message: Message) -> View:
    """Reply, reply to all, forward."""
    theme = context.theme
    several = len([one for one in (*message.to, *message.cc) if not context.state.is_own(one.mail)]) > 0
    ways: list[tuple[str, str, str]] = [("reply", "reply", "Reply"), ("reply_all", "reply_all", "Reply all")]
    if context.state.preferences.reply == "reply_all":
        ways.reverse()
    shown = [
        *(ways if several else ways[:1] if ways[0][0] == "reply" else ways[1:]),
        ("forward", "forward", "Forward"),
    ]

    def way(mode: str, icon: str, text: str) -> View:
        return row(
            View(
                icon=icon, icon_size=20, color=theme.on_secondary_container, width=20, height=20, hidden=True
            ),
            label(text, LABEL_LARGE, theme.on_secondary_container, id=f"{mode}_text"),
            cls="android.widget.Button",
            id=f"{mode}_button",
            height=48,
            weight=1,
            gap=8,
            justify=Align.CENTER,
            radius=24,
            fill=theme.secondary_container,
            on_tap=partial(_answer, context, message, mode),
        )

    return row(
        *(way(*entry) for entry in shown), id="message_footer", width=MATCH, gap=8, pad=(16, 8, 16, 10)
    )


def message_arguments(intent: Any) -> dict[str, Any]:
    """What ``content://com.android.email/messages/ID`` asks for."""
    number = intent.path.rpartition("/")[2]
    return {"id": int(number)} if number.isdigit() else {}

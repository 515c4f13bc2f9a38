"""One row of a list of mails."""

from __future__ import annotations

import skia

from crab_android.phone.kit import (
    DENSITY,
    LABEL,
    MATCH,
    Align,
    Context,
    Handler,
    Painter,
    Rect,
    TextStyle,
    Theme,
    View,
    avatar,
    column,
    draw_icon,
    formats,
    icon_button,
    label,
    px,
    row,
    stack,
)

from .entries import Entry
from .model import MailState, Message
from .times import local_time

Ctx = Context[MailState]

ROW = 92.0  # dp


def people_text(state: MailState, entry: Entry, folder: str) -> str:
    """Who wrote, or, of what the owner wrote, to whom."""
    newest = entry.newest
    if newest.mailbox in ("sent", "drafts") and folder in ("sent", "drafts"):
        names = [one.name or one.mail for one in (*newest.to, *newest.cc)]
        return "To: " + ", ".join(names) if names else "(no recipient)"
    if entry.total == 1:
        return newest.sender.shown
    writers: dict[str, None] = {}
    for message in state.conversation(newest.thread, folder):
        own = state.is_own(message.sender.mail)
        writers["me" if own else message.sender.shown.split(" ")[0]] = None
    return newest.sender.shown if len(writers) == 1 else ", ".join(writers)


def snippet(message: Message) -> str:
    """The beginning of a mail in one line, without what it quotes."""
    lines = [line.strip() for line in message.body.splitlines() if not line.startswith(">")]
    return " ".join(line for line in lines if line)[:100]


def mail_row(
    context: Ctx,
    entry: Entry,
    folder: str,
    *,
    selected: bool = False,
    on_tap: Handler,
    on_select: Handler | None = None,
) -> View:
    """A row with who, when, what, and a star."""
    theme, message = context.theme, entry.newest
    weight = 700 if entry.unread else 400
    strong = theme.on_surface if entry.unread else theme.on_surface_variant
    starred = any(one.starred for one in entry.messages)

    def star() -> None:
        for one in entry.messages:
            one.starred = False
        message.starred = not starred

    who = people_text(context.state, entry, folder)
    head = [
        label(who, TextStyle(16, 22, weight), theme.on_surface, id="senders", weight=1),
    ]
    if entry.total > 1:
        count = label(str(entry.total), LABEL, theme.on_surface_variant, id="message_count", pad=(0, 0, 8, 0))
        head.append(count)
    if any(one.attachments for one in entry.messages):
        head.append(
            View(
                "android.widget.ImageView",
                id="attachment_icon",
                icon="attach",
                icon_size=16,
                color=theme.on_surface_variant,
                desc="Has attachments",
                width=18,
                height=18,
            )
        )
    when = formats.list_time(local_time(context, message), context)
    head.append(
        label(
            when,
            TextStyle(12, 16, 700 if entry.unread else 500),
            theme.primary if entry.unread else strong,
            id="date",
        )
    )
    subject = message.subject or "(no subject)"
    texts = column(
        row(*head, width=MATCH, gap=4, hidden=True),
        label(
            subject,
            TextStyle(14, 20, weight),
            strong if entry.unread else theme.on_surface,
            id="subject",
            width=MATCH,
        ),
        label(snippet(message), TextStyle(14, 20), theme.on_surface_variant, id="snippet", width=MATCH),
        weight=1,
        gap=1,
        hidden=True,
    )
    name = "Draft" if message.mailbox == "drafts" else message.sender.shown
    picture = stack(
        *([] if selected else [avatar(name, 40)]),
        cls="android.widget.ImageView",
        id="contact_image",
        desc="Selected" if selected else f"Select conversation with {name}",
        width=48,
        height=56,
        align=Align.CENTER,
        justify=Align.CENTER,
        draw=_tick(theme) if selected else None,
        on_tap=on_select,
    )
    return row(
        picture,
        texts,
        icon_button(
            "star_full" if starred else "star",
            "Remove star" if starred else "Add star",
            theme.primary if starred else theme.outline,
            star,
            id="star",
            icon_size=20,
            width=40,
        ),
        id="conversation_item",
        desc="Unread" if entry.unread else "",
        width=MATCH,
        pad=(12, 6, 4, 6),
        gap=10,
        fill=theme.secondary_container if selected else None,
        radius=20 if selected else 0,
        selected=selected,
        on_tap=on_tap,
        on_long_tap=on_select,
    )


def _tick(theme: Theme) -> Painter:
    """What stands in place of the picture of a chosen row."""

    def paint(canvas: skia.Canvas, rect: Rect) -> None:
        x, y = rect.center
        canvas.drawCircle(x, y, 20 * DENSITY, skia.Paint(Color=theme.primary, AntiAlias=True))
        half = px(12)
        draw_icon(canvas, "check", Rect(x - half, y - half, x + half, y + half), theme.on_primary, pen=2.4)

    return paint

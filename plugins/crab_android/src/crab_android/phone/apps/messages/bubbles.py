"""The messages of a conversation, as bubbles."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import timedelta

from crab_android.phone.kit import (
    BODY_LARGE,
    DENSITY,
    LABEL,
    MATCH,
    Align,
    Callers,
    Context,
    Handler,
    Span,
    View,
    avatar,
    broken,
    button,
    column,
    formats,
    image,
    label,
    rich_text,
    row,
    space,
)

from .composer import picture_bytes
from .model import Conversation, Message, Messages
from .post import send_again

_SHOWN = 40  # messages that are built at first; older ones are asked for
_TOGETHER = timedelta(minutes=10)  # messages of one person that are so close stand together
_LINK = re.compile(r"https?://[^\s<>\"]*[^\s<>\".,;:!?)]")
_MARGIN = 64.0  # dp that a bubble leaves free on its other side


def bubbles(context: Context[Messages], entry: Conversation) -> list[View]:
    """The newest messages from above to below, with days between them."""
    count = int(context.args.get("shown", _SHOWN))
    messages = entry.messages[-count:]
    callers = Callers(context)
    made: list[View] = []
    if len(messages) < len(entry.messages):
        made.append(_earlier(context, count))
    for at, message in enumerate(messages):
        before = messages[at - 1] if at else None
        after = messages[at + 1] if at + 1 < len(messages) else None
        if before is None or before.when.date() != message.when.date():
            made.append(_day(context, message))
        made.append(
            _message(
                context,
                entry,
                message,
                callers,
                first=before is None or not _together(before, message),
                last=after is None or not _together(message, after),
            )
        )
    return made


def _together(one: Message, other: Message) -> bool:
    return (
        one.sent == other.sent
        and one.address == other.address
        and one.when.date() == other.when.date()
        and other.when - one.when <= _TOGETHER
    )


def _earlier(context: Context[Messages], count: int) -> View:
    def more() -> None:
        context.args["shown"] = count + _SHOWN

    return row(
        button("Earlier messages", context.theme, more, id="load_earlier"),
        width=MATCH,
        justify=Align.CENTER,
        hidden=True,
    )


def _day(context: Context[Messages], message: Message) -> View:
    day = formats.date_relative(message.when.date(), context.now().date(), formats.locale_of(context))
    return label(
        day,
        LABEL,
        context.theme.on_surface_variant,
        id="day_separator",
        width=MATCH,
        text_align=Align.CENTER,
        pad=(0, 16, 0, 8),
    )


def _message(
    context: Context[Messages],
    entry: Conversation,
    message: Message,
    callers: Callers,
    *,
    first: bool,
    last: bool,
) -> View:
    theme = context.theme
    group = len(entry.numbers) > 1 and not message.sent
    parts: list[View] = []
    if group and first:
        name = callers.name(message.address)
        parts.append(label(name, LABEL, theme.on_surface_variant, id="sender_name", pad=(12, 4, 0, 2)))
    if message.picture:
        parts.append(_picture(context, message))
    if message.body:
        parts.append(_bubble(context, message, first=first, last=last))
    if last or message.failed:
        parts.append(
            label(
                _status(context, entry, message),
                LABEL._replace(weight=400),
                theme.error if message.failed else theme.on_surface_variant,
                id="message_status",
                pad=(8, 2, 8, 6),
            )
        )
    side = Align.END if message.sent else Align.START
    room = (_MARGIN, 0, 0, 0) if message.sent else (0, 0, _MARGIN - (36 if group else 0), 0)
    body = column(*parts, weight=1, align=side, gap=2, pad=room, hidden=True)
    if not group:
        return row(body, width=MATCH, hidden=True)
    beside = avatar(callers.name(message.address), 28) if last else space(width=28)
    return row(beside, body, width=MATCH, gap=8, align=Align.END, hidden=True)


def _status(context: Context[Messages], entry: Conversation, message: Message) -> str:
    time = formats.time_text(message.when, context)
    if message.failed:
        return "Not sent. Tap to try again"
    if message.sent and message is entry.last:
        return f"{'Delivered' if context.state.delivery_reports else 'Sent'} · {time}"
    return time


def _corners(message: Message, *, first: bool, last: bool) -> tuple[float, float, float, float]:
    """Bubbles that stand together have small corners between them, on the writer's side."""
    above, below = (20.0 if first else 5.0), (20.0 if last else 5.0)
    return (20.0, above, below, 20.0) if message.sent else (above, 20.0, 20.0, below)


def _bubble(context: Context[Messages], message: Message, *, first: bool, last: bool) -> View:
    theme = context.theme
    color = theme.on_primary if message.sent else theme.on_surface
    look = {
        "id": "message_text",
        "fill": theme.primary if message.sent else theme.surface_high,
        "corners": _corners(message, first=first, last=last),
        "on_tap": _tap(context, message),
        "on_long_tap": lambda: context.show_dialog("message", message=message.id),
    }
    if _LINK.search(message.body):
        return column(
            _linked(context, message, color),
            **{**look, "id": "message_bubble"},
            pad=(16, 9, 16, 9),
            hidden=True,
        )
    return label(message.body, BODY_LARGE, color, lines=400, pad=(16, 9, 16, 9), **look)


def _tap(context: Context[Messages], message: Message) -> Handler | None:
    if not message.failed:
        return None

    def again() -> None:
        entry = context.state.get(int(context.args.get("thread", 0)))
        if entry is not None:
            send_again(context, entry, message)

    return again


def _linked(context: Context[Messages], message: Message, color: int) -> View:
    """A text with links, which must know how wide it is."""
    spans: list[Span] = []
    at = 0
    for link in _LINK.finditer(message.body):
        spans.append(Span(message.body[at : link.start()]))
        address = link.group()
        spans.append(Span(address, color=color, on_tap=_opening(context, address)))
        at = link.end()
    spans = [span for span in (*spans, Span(message.body[at:])) if span.text]
    size = BODY_LARGE.size * DENSITY * context.phone.font_scale
    room = context.phone.area.width / DENSITY - _MARGIN - 64
    lines = broken(_texts(spans), (BODY_LARGE.weight,) * len(spans), size, room * DENSITY)
    widest = max((line[-1].x + line[-1].width for line in lines if line), default=0.0)
    return rich_text(context, spans, width=min(room, widest / DENSITY + 1), color=color, id="message_text")


def _texts(spans: Sequence[Span]) -> tuple[str, ...]:
    return tuple(span.text for span in spans)


def _opening(context: Context[Messages], address: str) -> Handler:
    def open_it() -> None:
        context.view(address)

    return open_it


def _picture(context: Context[Messages], message: Message) -> View:
    path = message.picture
    return image(
        picture_bytes(context, path),
        desc="Picture",
        id="message_picture",
        width=232,
        height=174,
        radius=20,
        on_tap=lambda: context.view(f"file://{path}", "image/*"),
        on_long_tap=lambda: context.show_dialog("message", message=message.id),
    )

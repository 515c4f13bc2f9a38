"""The bar at the foot of a conversation in which a message is written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from crab_android.phone.kit import (
    BODY_LARGE,
    MATCH,
    Align,
    Context,
    FileError,
    Handler,
    Intent,
    Popup,
    View,
    closing,
    column,
    icon_button,
    image,
    intents,
    list_row,
    row,
    sheet,
    stack,
    text_input,
)

from .model import Messages

FIELD = "compose"
_PHONE = "vnd.android.cursor.dir/phone_v2"


def composer(context: Context[Messages], initial: str, on_send: Callable[[str, str], None]) -> View:
    """The bar.

    Args:
        context: of the screen.
        initial: the text that stands in it at first.
        on_send: gets the text and the path of the picture; one of the two may be empty.
    """
    theme = context.theme
    text = context.field(FIELD, initial).text
    picture = str(context.args.get("picture", ""))
    ready = bool(text.strip() or picture)

    def send() -> None:
        context.forget(FIELD)
        context.args.pop("picture", None)
        context.args.pop("body", None)
        typing = context.system.keyboard.visible
        on_send(text.strip(), picture)
        if typing and context.phone.activity is context.activity:
            # The next message can be typed at once.
            context.edit(FIELD, str(context.args.get("body", "")))

    entry = text_input(
        context,
        FIELD,
        "Text message",
        initial=initial,
        id="compose_message_text",
        style=BODY_LARGE,
        lines=5,
        min_height=48,
        pad=(18, 12, 18, 12),
    )
    pill = column(
        *([_preview(context, picture)] if picture else []),
        entry,
        weight=1,
        radius=24,
        fill=theme.surface_high,
        hidden=True,
    )
    attach = icon_button(
        "plus_circle",
        "Attach",
        theme.on_surface_variant,
        lambda: context.show_dialog("attach"),
        id="attach_media_button",
    )
    button = icon_button(
        "send",
        "Send message",
        theme.on_primary if ready else theme.outline,
        send,
        id="send_message_button",
        enabled=ready,
        radius=24,
        fill=theme.primary if ready else theme.surface_high,
    )
    return row(attach, pill, button, id="compose_bar", width=MATCH, gap=6, pad=(6, 8, 12, 8), align=Align.END)


def _preview(context: Context[Messages], picture: str) -> View:
    theme = context.theme

    def remove() -> None:
        context.args.pop("picture", None)

    cross = icon_button(
        "close",
        "Remove attachment",
        theme.on_surface,
        remove,
        id="remove_attachment",
        icon_size=20,
        radius=24,
        fill=theme.surface_highest,
        width=48,
        height=48,
    )
    shown = image(
        picture_bytes(context, picture),
        desc="Attached picture",
        width=132,
        height=100,
        radius=16,
        id="attachment",
    )
    return row(
        shown,
        stack(cross, hidden=True),
        pad=(12, 12, 12, 0),
        gap=8,
        align=Align.START,
        hidden=True,
    )


def picture_bytes(context: Context[Messages], path: str) -> bytes:
    """The bytes of a picture; none when it is not there any more."""
    try:
        return context.files.read(path)
    except FileError:
        return b""


def attach_sheet(context: Context[Messages]) -> Popup:
    """What can go with a message."""
    theme = context.theme

    def pick_picture() -> None:
        context.start_for_result("picture", Intent(action=intents.GET_CONTENT, type="image/*"))

    def pick_contact() -> None:
        context.start_for_result("contact", Intent(action=intents.PICK, type=_PHONE))

    def item(id_: str, icon: str, text: str, handler: Handler) -> View:
        mark = View(icon=icon, color=theme.on_surface_variant, width=24, height=24, hidden=True)
        return list_row(theme, text, start=mark, id=id_, on_tap=closing(context, handler), pad=(24, 8, 24, 8))

    return sheet(
        context,
        item("attach_picture", "image", "Picture", pick_picture),
        item("attach_contact", "person", "Contact", pick_contact),
    )


def picture_chosen(context: Context[Messages], result: dict[str, Any]) -> None:
    """Another app answered with a picture."""
    paths = result.get("paths") or [result.get("path") or result.get("uri") or ""]
    path = str(paths[0]).removeprefix("file://")
    if path:
        context.args["picture"] = path


def contact_chosen(context: Context[Messages], result: dict[str, Any]) -> None:
    """Another app answered with a contact: name and number go into the text."""
    before = context.field(FIELD, str(context.args.get("initial", ""))).text
    told = f"{result.get('name', '')}: {result.get('number', '')}"
    context.fill(FIELD, f"{before}\n{told}".strip())

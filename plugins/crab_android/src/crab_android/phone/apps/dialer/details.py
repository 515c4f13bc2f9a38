"""The calls with one number, what can be done with a call, and a message on the voicemail."""

from __future__ import annotations

from urllib.parse import quote

from crab_android.phone.kit import (
    BODY,
    BODY_LARGE,
    LABEL,
    MATCH,
    TITLE,
    TITLE_LARGE,
    Align,
    Callers,
    Context,
    Handler,
    Intent,
    Popup,
    View,
    avatar,
    closing,
    column,
    confirm,
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
    section,
    sheet,
    space,
    top_bar,
)

from .model import Dialer, Entry, Kind
from .people import call, name_of

_CONTACTS = "content://com.android.contacts/contacts"
KINDS: dict[Kind, tuple[str, str]] = {
    "in": ("call_received", "Incoming call"),
    "out": ("call_made", "Outgoing call"),
    "missed": ("call_missed", "Missed call"),
    "voicemail": ("voicemail", "Voicemail"),
    "rejected": ("call_end", "Declined call"),
    "blocked": ("block", "Blocked call"),
}
"""Kind of call → icon and text."""
_MOST = 50  # calls that are listed


def _number(context: Context[Dialer]) -> str:
    return str(context.args.get("number", ""))


def call_details(context: Context[Dialer]) -> View:
    """The screen of all calls with a number."""
    theme, number = context.theme, _number(context)
    caller = Callers(context).of(number)
    name = caller.name if number else "Private number"
    shown = formats.phone_number(number, formats.locale_of(context))
    under = [label(shown, BODY_LARGE, theme.on_surface_variant, id="number")] if caller.contact else []
    entries = context.state.with_number(number)[:_MOST]
    delete = icon_button(
        "delete",
        "Delete from history",
        theme.on_surface_variant,
        lambda: context.show_dialog("delete", number=number),
        id="action_delete",
    )
    verbs = [
        _verb(context, "call", "Call", "details_call", lambda: call(context, number)),
        _verb(context, "message", "Message", "details_message", lambda: message(context, number)),
        _verb(
            context,
            "person" if caller.contact else "person_add",
            "Contact" if caller.contact else "Add contact",
            "details_contact",
            lambda: show_contact(context, number),
        ),
    ]
    return column(
        top_bar("Call details", theme, context.finish, *([delete] if entries else []), overflow(context)),
        scroll(
            context,
            "details",
            column(
                avatar(name if number else "", 96),
                space(height=6),
                label(name, TITLE_LARGE, theme.on_surface, id="contact_name", lines=2),
                *under,
                width=MATCH,
                align=Align.CENTER,
                gap=4,
                pad=(16, 8, 16, 12),
                hidden=True,
            ),
            *([row(*verbs, width=MATCH, gap=8, pad=(16, 0, 16, 8), hidden=True)] if number else []),
            section("History", theme),
            *(_history(context, entry) for entry in entries),
            *([] if entries else [empty_state(theme, "clock", "No calls yet")]),
            id="call_detail_list",
            pad=(0, 0, 0, 24),
        ),
        width=MATCH,
        height=MATCH,
    )


def _verb(context: Context[Dialer], icon: str, text: str, id_: str, on_tap: Handler) -> View:
    theme = context.theme
    mark = View(
        icon=icon,
        color=theme.on_secondary_container,
        fill=theme.secondary_container,
        width=MATCH,
        height=56,
        radius=28,
        hidden=True,
    )
    name = label(text, LABEL, theme.on_surface, text_align=Align.CENTER, width=MATCH)
    return column(mark, name, id=id_, desc=text, weight=1, gap=6, on_tap=on_tap)


def _history(context: Context[Dialer], entry: Entry) -> View:
    theme = context.theme
    icon, what = KINDS[entry.kind]
    color = theme.error if entry.kind == "missed" else theme.on_surface_variant
    mark = View(icon=icon, color=color, width=24, height=24, hidden=True)
    length = label(formats.duration_text(entry.duration), BODY, theme.on_surface_variant, id="call_duration")
    return list_row(
        theme,
        what,
        formats.moment_text(entry.when, context),
        start=mark,
        end=length if entry.duration else None,
        id="call_detail_entry",
        title_id="call_type",
        detail_id="call_time",
        on_long_tap=lambda: context.show_dialog("delete", id=entry.id),
        pad=(24, 8, 24, 8),
    )


def details_menu(context: Context[Dialer]) -> Popup:
    """The menu of the details."""
    number = _number(context)

    def copy() -> None:
        context.copy(number)
        context.toast("Number copied")

    return menu(
        context,
        ("menu_copy", "Copy number", copy),
        ("menu_edit", "Edit number before call", lambda: context.open("dialpad", number=number)),
        ("menu_block", *_blocking(context, number)),
    )


def _blocking(context: Context[Dialer], number: str) -> tuple[str, Handler]:
    if context.state.is_blocked(number):

        def unblock() -> None:
            context.state.unblock(number)
            context.toast("Number unblocked")

        return "Unblock number", unblock
    return "Block number", lambda: context.show_dialog("block", number=number)


def message(context: Context[Dialer], number: str) -> None:
    """Write a message to a number."""
    context.start(Intent(action=intents.SENDTO, data=f"smsto:{quote(number, safe='+*#')}"))


def show_contact(context: Context[Dialer], number: str) -> None:
    """Show who has a number, or add it to a contact."""
    caller = Callers(context).of(number)
    if caller.contact:
        context.view(f"{_CONTACTS}/{caller.contact}")
        return
    context.start(
        Intent(
            action="android.intent.action.INSERT_OR_EDIT",
            type="vnd.android.cursor.item/contact",
            extras={"phone": number},
        )
    )


def actions(context: Context[Dialer]) -> Popup:
    """What can be done with a call of the log on a long press."""
    theme = context.theme
    entry = context.state.get(int(context.dialog.get("id", 0)))
    if entry is None:
        return sheet(context)
    callers, number = Callers(context), entry.number
    known = callers.of(number).contact

    def copy() -> None:
        context.copy(number)
        context.toast("Number copied")

    def item(id_: str, icon: str, text: str, handler: Handler) -> View:
        mark = View(icon=icon, color=theme.on_surface_variant, width=24, height=24, hidden=True)
        return list_row(theme, text, start=mark, id=id_, on_tap=closing(context, handler), pad=(24, 8, 24, 8))

    block_text, block = _blocking(context, number)
    return sheet(
        context,
        row(
            avatar(name_of(callers, number), 40),
            label(name_of(callers, number), TITLE, theme.on_surface, id="sheet_title", weight=1),
            width=MATCH,
            gap=16,
            pad=(20, 0, 24, 12),
            hidden=True,
        ),
        item("action_message", "message", "Send a message", lambda: message(context, number)),
        item(
            "action_contact",
            "person" if known else "person_add",
            "View contact" if known else "Add contact",
            lambda: show_contact(context, number),
        ),
        item("action_copy", "copy", "Copy number", copy),
        item("action_edit", "edit", "Edit before call", lambda: context.open("dialpad", number=number)),
        item("action_block", "block", block_text, block),
        item("action_delete", "delete", "Delete", lambda: context.show_dialog("delete", id=entry.id)),
    )


def confirm_delete(context: Context[Dialer]) -> Popup:
    """The question before a call, or all calls with a number, leave the log."""
    chosen = context.dialog
    if "id" in chosen:
        ids = [int(chosen["id"])]
    else:
        ids = [entry.id for entry in context.state.with_number(str(chosen.get("number", "")))]
    count = len(ids)

    def delete() -> None:
        context.state.forget(ids)
        context.toast("Call deleted" if count == 1 else f"{count} calls deleted")

    title = "Delete this call?" if count == 1 else f"Delete {count} calls?"
    return confirm(context, title, "It will be removed from your call history.", "Delete", delete)


def confirm_block(context: Context[Dialer]) -> Popup:
    """The question before a number is blocked."""
    number = str(context.dialog.get("number", ""))
    name = name_of(Callers(context), number)

    def block() -> None:
        context.state.block(number)
        context.toast("Number blocked")

    text = "You will no longer get calls or messages from this number."
    return confirm(context, f"Block {name}?", text, "Block", block)

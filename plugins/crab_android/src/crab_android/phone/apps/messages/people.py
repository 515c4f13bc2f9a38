"""Who is in a conversation, and who is blocked."""

from __future__ import annotations

from urllib.parse import quote

from crab_android.phone.kit import (
    BODY,
    MATCH,
    TITLE_LARGE,
    Align,
    Callers,
    Context,
    Intent,
    Popup,
    View,
    avatar,
    column,
    confirm,
    divider,
    empty_state,
    fab,
    formats,
    icon_button,
    intents,
    label,
    lazy_list,
    list_row,
    scroll,
    section,
    space,
    stack,
    switch,
    text_prompt,
    top_bar,
)

from .blocking import block, blocked_numbers, unblock
from .list import face, title_of
from .model import Messages

_CONTACT = "content://com.android.contacts/contacts"


def details(context: Context[Messages]) -> View:
    """The people of a conversation, and what holds for it."""
    theme, number = context.theme, int(context.args.get("thread", 0))
    entry = context.state.get(number)
    if entry is None:
        return column(
            top_bar("Details", theme, context.finish),
            empty_state(theme, "chat", "This conversation is not here any more"),
            width=MATCH,
            height=MATCH,
        )
    callers = Callers(context)

    def mute() -> None:
        entry.muted = not entry.muted

    def action(icon: str, text: str, id_: str, dialog: str) -> View:
        mark = View(icon=icon, color=theme.error, width=24, height=24, hidden=True)
        return list_row(
            theme, text, start=mark, id=id_, on_tap=lambda: context.show_dialog(dialog, thread=number)
        )

    notifications = list_row(
        theme,
        "Notifications",
        "Off" if entry.muted else "On",
        start=View(icon="bell", color=theme.on_surface_variant, width=24, height=24, hidden=True),
        end=switch(not entry.muted, theme, id="notifications_switch", desc="Notifications"),
        id="notifications_row",
        on_tap=mute,
    )
    people = [_person(context, callers, address) for address in entry.numbers]
    return column(
        top_bar("Details", theme, context.finish),
        scroll(
            context,
            "details",
            column(
                face(entry, callers, 96),
                space(height=8),
                label(
                    title_of(entry, callers),
                    TITLE_LARGE,
                    theme.on_surface,
                    id="details_title",
                    lines=2,
                    text_align=Align.CENTER,
                ),
                width=MATCH,
                align=Align.CENTER,
                pad=(24, 8, 24, 16),
                hidden=True,
            ),
            section("1 person" if len(people) == 1 else f"{len(people)} people", theme),
            *people,
            divider(theme),
            notifications,
            action("block", "Block", "block_row", "block"),
            action("delete", "Delete conversation", "delete_row", "delete"),
            id="details_list",
            pad=(0, 0, 0, 24),
        ),
        width=MATCH,
        height=MATCH,
    )


def _person(context: Context[Messages], callers: Callers, number: str) -> View:
    theme, caller = context.theme, callers.of(number)

    def show() -> None:
        if caller.contact:
            context.view(f"{_CONTACT}/{caller.contact}")
        else:
            context.start(
                Intent(
                    action="android.intent.action.INSERT_OR_EDIT",
                    type="vnd.android.cursor.item/contact",
                    extras={"phone": number},
                )
            )

    def dial() -> None:
        context.start(Intent(action=intents.DIAL, data=f"tel:{quote(number, safe='+*#')}"))

    shown = formats.phone_number(number, formats.locale_of(context))
    call = icon_button(
        "call",
        f"Call {caller.name}",
        theme.on_surface_variant,
        dial,
        id="call_person",
    )
    return list_row(
        theme,
        caller.name,
        shown if caller.contact else "Add to contacts",
        start=avatar(caller.name, 40),
        end=call,
        id="person_row",
        title_id="person_name",
        detail_id="person_number",
        on_tap=show,
    )


def blocked(context: Context[Messages]) -> View:
    """The numbers that are refused."""
    theme, numbers = context.theme, blocked_numbers(context)
    callers = Callers(context)

    def add() -> None:
        context.show_dialog("add")
        context.edit("new_blocked")

    def build(index: int) -> View:
        number = numbers[index]
        caller = callers.of(number)
        return list_row(
            theme,
            caller.name,
            formats.phone_number(number, formats.locale_of(context)) if caller.contact else "",
            start=avatar(caller.name, 40),
            end=icon_button(
                "close",
                f"Unblock {caller.name}",
                theme.on_surface_variant,
                lambda: context.show_dialog("unblock", number=number),
                id="unblock_button",
            ),
            id="blocked_row",
        )

    note = label(
        "You will not get messages or calls from these numbers",
        BODY,
        theme.on_surface_variant,
        id="blocked_hint",
        lines=2,
        pad=(20, 0, 20, 12),
    )
    if numbers:
        body = lazy_list(context, "blocked", len(numbers), 68, build, id="blocked_list")
    else:
        body = column(empty_state(theme, "block", "No blocked numbers"), width=MATCH, weight=1, hidden=True)
    plus = stack(
        fab("add", "Add a number", theme, add, "add_blocked"),
        width=MATCH,
        height=MATCH,
        align=Align.END,
        justify=Align.END,
        pad=(0, 0, 16, 16),
        hidden=True,
    )
    top = top_bar("Blocked numbers", theme, context.finish)
    return stack(
        column(top, note, body, width=MATCH, height=MATCH, hidden=True), plus, width=MATCH, height=MATCH
    )


def add_blocked(context: Context[Messages]) -> Popup:
    """A number to block."""

    def save(number: str) -> None:
        block(context, [number])

    return text_prompt(context, "Block a number", "new_blocked", "Phone number", "Block", save)


def confirm_unblock(context: Context[Messages]) -> Popup:
    """The question before a number is let through again."""
    number = str(context.dialog.get("number", ""))
    name = Callers(context).name(number)

    return confirm(
        context,
        f"Unblock {name}?",
        "You will get messages and calls from this number again.",
        "Unblock",
        lambda: unblock(context, number),
    )


def settings(context: Context[Messages]) -> View:
    """The app's settings."""
    theme, state = context.theme, context.state
    count = len(blocked_numbers(context))

    def notifications() -> None:
        state.notifications = not state.notifications

    def reports() -> None:
        state.delivery_reports = not state.delivery_reports

    return column(
        top_bar("Settings", theme, context.finish),
        scroll(
            context,
            "settings",
            section("General", theme),
            list_row(
                theme,
                "Notifications",
                "Tell about new messages",
                end=switch(state.notifications, theme, id="switch_notifications", desc="Notifications"),
                id="setting_notifications",
                on_tap=notifications,
            ),
            list_row(
                theme,
                "Delivery reports",
                "Show when a message has arrived",
                end=switch(state.delivery_reports, theme, id="switch_reports", desc="Delivery reports"),
                id="setting_delivery_reports",
                on_tap=reports,
            ),
            section("Privacy", theme),
            list_row(
                theme,
                "Blocked numbers",
                f"{count} blocked" if count else "None",
                id="setting_blocked",
                on_tap=lambda: context.open("blocked"),
            ),
            section("SIM card", theme),
            list_row(theme, "Phone number", context.system.owner.number, id="setting_number"),
            id="settings_list",
            pad=(0, 0, 0, 24),
        ),
        width=MATCH,
        height=MATCH,
    )

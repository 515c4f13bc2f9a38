"""The settings of the Phone app, and the numbers that cannot call."""

from __future__ import annotations

from crab_android.phone.kit import (
    BODY,
    MATCH,
    Align,
    Callers,
    Context,
    Popup,
    View,
    avatar,
    column,
    confirm,
    empty_state,
    fab,
    formats,
    icon_button,
    label,
    lazy_list,
    list_row,
    scroll,
    section,
    stack,
    switch,
    text_prompt,
    top_bar,
)

from .model import Dialer


def settings(context: Context[Dialer]) -> View:
    """The page."""
    theme, state = context.theme, context.state

    def tones() -> None:
        state.tones = not state.tones

    def vibrate() -> None:
        state.vibrate = not state.vibrate

    count = len(state.blocked)
    return column(
        top_bar("Settings", theme, context.finish),
        scroll(
            context,
            "settings",
            section("Sounds and vibration", theme),
            list_row(
                theme,
                "Dial pad tones",
                end=switch(state.tones, theme, id="switch_tones", desc="Dial pad tones"),
                id="setting_tones",
                on_tap=tones,
            ),
            list_row(
                theme,
                "Also vibrate for calls",
                end=switch(state.vibrate, theme, id="switch_vibrate", desc="Also vibrate for calls"),
                id="setting_vibrate",
                on_tap=vibrate,
            ),
            section("Calls", theme),
            list_row(
                theme,
                "Blocked numbers",
                f"{count} blocked" if count else "None",
                id="setting_blocked",
                on_tap=lambda: context.open("blocked"),
            ),
            list_row(
                theme,
                "Voicemail number",
                state.voicemail_number,
                id="setting_voicemail",
                on_tap=lambda: context.show_dialog("voicemail_number"),
            ),
            section("Quick responses", theme),
            *(_response(context, at, text) for at, text in enumerate(state.responses)),
            id="settings_list",
            pad=(0, 0, 0, 24),
        ),
        width=MATCH,
        height=MATCH,
    )


def _response(context: Context[Dialer], at: int, text: str) -> View:
    return list_row(
        context.theme,
        text,
        id="quick_response",
        lines=2,
        on_tap=lambda: context.show_dialog("response", at=at),
    )


def edit_response(context: Context[Dialer]) -> Popup:
    """The text of a short answer."""
    at, responses = int(context.dialog.get("at", 0)), context.state.responses

    def save(text: str) -> None:
        responses[at] = text

    return text_prompt(
        context, "Quick response", f"response_{at}", "Text", "Save", save, initial=responses[at]
    )


def edit_voicemail_number(context: Context[Dialer]) -> Popup:
    """The number of the voicemail."""
    state = context.state

    def save(text: str) -> None:
        state.voicemail_number = text

    return text_prompt(
        context,
        "Voicemail number",
        "voicemail_number",
        "Number",
        "Save",
        save,
        initial=state.voicemail_number,
    )


def blocked(context: Context[Dialer]) -> View:
    """The numbers that can neither call nor write."""
    theme, numbers = context.theme, context.state.blocked
    callers = Callers(context)

    def add() -> None:
        context.show_dialog("add")
        context.edit("new_blocked")

    def build(index: int) -> View:
        number = numbers[index]
        caller = callers.of(number)
        cross = icon_button(
            "close",
            f"Unblock {caller.name}",
            theme.on_surface_variant,
            lambda: context.show_dialog("unblock", number=number),
            id="delete_button",
        )
        shown = formats.phone_number(number, formats.locale_of(context)) if caller.contact else ""
        return list_row(
            theme,
            caller.name,
            shown,
            start=avatar(caller.name, 40),
            end=cross,
            id="blocked_row",
            pad=(16, 8, 8, 8),
        )

    hint = label(
        "You will not get calls or messages from these numbers",
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
        column(top, hint, body, width=MATCH, height=MATCH, hidden=True), plus, width=MATCH, height=MATCH
    )


def add_blocked(context: Context[Dialer]) -> Popup:
    """A number to block."""

    def save(number: str) -> None:
        context.state.block(number)
        context.toast("Number blocked")

    return text_prompt(context, "Block a number", "new_blocked", "Phone number", "Block", save)


def confirm_unblock(context: Context[Dialer]) -> Popup:
    """The question before a number is let through again."""
    number = str(context.dialog.get("number", ""))
    name = Callers(context).name(number)

    def unblock() -> None:
        context.state.unblock(number)
        context.toast("Number unblocked")

    text = "You will get calls and messages from this number again."
    return confirm(context, f"Unblock {name}?", text, "Unblock", unblock)

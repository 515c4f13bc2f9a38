"""Messages on the voicemail."""

from __future__ import annotations

from crab_android.phone.kit import (
    BODY,
    BODY_LARGE,
    MATCH,
    TITLE,
    Callers,
    Context,
    Popup,
    View,
    avatar,
    button,
    card,
    column,
    confirm,
    empty_state,
    formats,
    icon_button,
    label,
    lazy_list,
    list_row,
    progress_bar,
    row,
    scroll,
    space,
    top_bar,
)

from .details import message
from .model import Dialer, Voicemail
from .people import FOOT, call, name_of


def voicemails(context: Context[Dialer]) -> View:
    """All messages, the newest first."""
    messages = sorted(context.state.voicemails, key=lambda message: message.when, reverse=True)
    if not messages:
        hint = "Messages of people who could not reach you appear here"
        return column(empty_state(context.theme, "voicemail", "No voicemail", hint), width=MATCH)
    callers = Callers(context)

    def build(index: int) -> View:
        return space() if index == len(messages) else _voicemail(context, messages[index], callers)

    def height(index: int) -> float:
        return FOOT if index == len(messages) else 84

    return lazy_list(
        context, "voicemails", len(messages) + 1, height, build, id="voicemail_list", height=MATCH
    )


def _voicemail(context: Context[Dialer], message: Voicemail, callers: Callers) -> View:
    theme, name = context.theme, name_of(callers, message.number)
    length = formats.duration_text(message.duration)
    when = f"{formats.list_time(message.when, context)} · {length}"
    style = BODY_LARGE if message.heard else TITLE._replace(weight=700)
    return row(
        avatar(name, 40),
        column(
            row(
                label(name, style, theme.on_surface, id="primary_text", weight=1),
                label(when, BODY, theme.on_surface_variant, id="secondary_text"),
                width=MATCH,
                gap=8,
                hidden=True,
            ),
            label(message.text, BODY, theme.on_surface_variant, id="transcript", lines=2),
            weight=1,
            gap=1,
            hidden=True,
        ),
        id="voicemail_entry",
        width=MATCH,
        gap=16,
        pad=(16, 8, 16, 8),
        on_tap=lambda: context.open("voicemail", id=message.id),
    )


def hear(context: Context[Dialer]) -> None:
    """A message that is opened is not new any more."""
    found = context.state.voicemail(int(context.args.get("id", 0)))
    if found is not None:
        found.heard = True


def voicemail(context: Context[Dialer]) -> View:
    """The screen of one message on the voicemail."""
    theme = context.theme
    found = context.state.voicemail(int(context.args.get("id", 0)))
    bar = top_bar(
        "Voicemail",
        theme,
        context.finish,
        icon_button(
            "delete",
            "Delete voicemail",
            theme.on_surface_variant,
            lambda: context.show_dialog("delete"),
            id="action_delete",
        ),
    )
    if found is None:
        gone = empty_state(theme, "voicemail", "This message is not here any more")
        return column(bar, gone, width=MATCH, height=MATCH)
    name = name_of(Callers(context), found.number)
    playing = bool(context.args.get("playing"))

    def play() -> None:
        context.args["playing"] = not playing

    player = row(
        icon_button(
            "pause" if playing else "play",
            "Pause" if playing else "Play",
            theme.on_primary,
            play,
            id="playback_state",
            radius=24,
            fill=theme.primary,
        ),
        progress_bar(0.35 if playing else 0.0, theme, weight=1),
        label(formats.duration_text(found.duration), BODY, theme.on_surface_variant, id="total_duration"),
        width=MATCH,
        gap=14,
        hidden=True,
    )
    return column(
        bar,
        scroll(
            context,
            "voicemail",
            list_row(
                theme,
                name,
                formats.moment_text(found.when, context),
                start=avatar(name, 48),
                id="voicemail_caller",
                pad=(8, 8, 8, 8),
            ),
            card(
                theme,
                player,
                space(height=8),
                label(found.text, BODY_LARGE, theme.on_surface, id="transcript", lines=40, width=MATCH),
            ),
            row(
                button("Call back", theme, lambda: call(context, found.number), id="call_back", filled=True),
                button("Message", theme, lambda: message(context, found.number), id="send_message"),
                gap=8,
                pad=(0, 8, 0, 0),
                hidden=True,
            ),
            pad=(16, 0, 16, 24),
            gap=8,
        ),
        width=MATCH,
        height=MATCH,
    )


def confirm_delete_voicemail(context: Context[Dialer]) -> Popup:
    """The question before a message leaves the voicemail."""
    number = int(context.args.get("id", 0))

    def delete() -> None:
        context.state.voicemails = [entry for entry in context.state.voicemails if entry.id != number]
        context.finish()
        context.toast("Voicemail deleted")

    return confirm(context, "Delete this voicemail?", "This cannot be undone.", "Delete", delete)

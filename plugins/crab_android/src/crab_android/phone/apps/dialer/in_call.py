"""The screen during a call, and while one comes in."""

from __future__ import annotations

from typing import Any
from urllib.parse import unquote

from crab_android.phone.kit import (
    BODY_LARGE,
    LABEL,
    MATCH,
    Align,
    Callers,
    Context,
    Handler,
    Intent,
    TextStyle,
    View,
    avatar,
    button,
    column,
    empty_state,
    formats,
    icon_button,
    label,
    list_row,
    row,
    scroll,
    space,
)

from .calls import answer, close_screens, decline, hang_up, hold, in_front, place
from .details import message
from .dialpad import GREEN, keypad
from .model import Call, Dialer
from .people import name_of

RED = 0xFFD93025
_STATES = {"dialing": "Calling…", "ringing": "Incoming call", "active": "Ongoing call", "holding": "On hold"}


def call_arguments(intent: Intent) -> dict[str, Any]:
    """The number to call, of a ``tel:`` URI."""
    return {"number": unquote(intent.rest).partition(";")[0].strip()}


def open_call(context: Context[Dialer]) -> None:
    """A number in the arguments is called; there is one such screen at most."""
    number = str(context.args.pop("number", ""))
    close_screens(context, but_front=True)
    if number and not place(context, number) and not context.state.calls:
        context.finish()


def ticking(context: Context[Dialer]) -> bool:
    """Whether the screen tells the time of a call."""
    return any(call.answered is not None for call in context.state.calls)


def in_call(context: Context[Dialer]) -> View:
    """The screen."""
    theme, call = context.theme, in_front(context.state)
    if call is None:
        return column(
            space(height=80),
            empty_state(theme, "call_end", "Call ended"),
            row(
                button("Close", theme, context.finish, id="close", filled=True),
                width=MATCH,
                justify=Align.CENTER,
            ),
            width=MATCH,
            height=MATCH,
        )
    wide = context.phone.area.width > context.phone.area.height
    typing = bool(context.args.get("keypad")) and call.phase != "ringing"
    head = _head(context, call, small=typing or wide)
    if call.phase == "ringing":
        foot = _responses(context, call) if context.args.get("responses") else _ringing(context, call)
    else:
        foot = _typing(context) if typing else _controls(context, call)
    if wide:
        side = column(foot, weight=1, height=MATCH, justify=Align.CENTER, hidden=True)
        face = column(head, weight=1, height=MATCH, justify=Align.CENTER, hidden=True)
        return row(face, side, width=MATCH, height=MATCH, pad=(24, 0, 24, 0))
    return column(head, space(weight=1), foot, width=MATCH, height=MATCH)


def _head(context: Context[Dialer], call: Call, *, small: bool) -> View:
    theme, callers = context.theme, Callers(context)
    name = name_of(callers, call.number)
    known = call.number and callers.of(call.number).contact
    texts = [
        label(_STATES[call.phase], BODY_LARGE, theme.on_surface_variant, id="contactgrid_status_text"),
        label(
            name,
            TextStyle(34, 42),
            theme.on_surface,
            id="contactgrid_contact_name",
            lines=2,
            text_align=Align.CENTER,
        ),
    ]
    if known:
        number = formats.phone_number(call.number, formats.locale_of(context))
        texts.append(label(number, BODY_LARGE, theme.on_surface_variant, id="contactgrid_number"))
    if call.answered is not None:
        spoken = formats.duration_text(call.seconds(context.now()))
        texts.append(label(spoken, BODY_LARGE, theme.on_surface, id="contactgrid_bottom_timer"))
    other = _other(context, call, callers)
    face = [] if small else [space(height=28), avatar(name if call.number else "", 148)]
    return column(
        *other,
        space(height=8 if small else 40),
        *texts,
        *face,
        width=MATCH,
        align=Align.CENTER,
        gap=4,
        pad=(24, 8, 24, 0),
        hidden=True,
    )


def _other(context: Context[Dialer], call: Call, callers: Callers) -> list[View]:
    """Of two calls, the one that is not in front."""
    theme = context.theme
    others = [other for other in context.state.calls if other is not call]
    if not others:
        return []
    name = name_of(callers, others[0].number)
    state = _STATES[others[0].phase]
    return [
        row(
            View(icon="pause", color=theme.on_surface_variant, width=24, height=24, hidden=True),
            label(name, BODY_LARGE, theme.on_surface, id="secondary_call_name", weight=1),
            label(state, LABEL, theme.on_surface_variant, id="secondary_call_status"),
            id="secondary_call",
            width=MATCH,
            min_height=56,
            gap=12,
            pad=(20, 8, 20, 8),
            radius=20,
            fill=theme.surface_high,
        )
    ]


def _controls(context: Context[Dialer], call: Call) -> View:
    theme, state = context.theme, context.state
    speaking = call.phase in ("active", "holding")
    two = len(state.calls) > 1

    def mute() -> None:
        state.muted = not state.muted

    def speaker() -> None:
        state.speaker = not state.speaker

    def keys() -> None:
        context.args["keypad"] = True

    held = call.phase == "holding"
    rows = [
        [
            _toggle(context, "mic_off", "Mute", "incall_mute_button", mute, on=state.muted),
            _toggle(context, "dialpad", "Keypad", "incall_keypad_button", keys),
            _toggle(context, "sound", "Speaker", "incall_speaker_button", speaker, on=state.speaker),
        ],
        [
            _toggle(
                context,
                "add",
                "Add call",
                "incall_add_call_button",
                lambda: context.open("dialpad"),
                usable=speaking and not two,
            ),
            _toggle(
                context,
                "swap" if two else "pause",
                "Swap" if two else "Resume" if held else "Hold",
                "incall_swap_button" if two else "incall_hold_button",
                lambda: hold(context),
                on=held and not two,
                usable=speaking,
            ),
            _toggle(
                context,
                "message",
                "Message",
                "incall_message_button",
                lambda: message(context, call.number),
                usable=bool(call.number),
            ),
        ],
    ]
    return column(
        *(row(*entries, width=MATCH, gap=16, align=Align.START, hidden=True) for entries in rows),
        row(_end_button(context), width=MATCH, justify=Align.CENTER, pad=(0, 12, 0, 0), hidden=True),
        id="incall_buttons",
        width=MATCH,
        gap=18,
        pad=(28, 28, 28, 28),
        corners=(36, 36, 36, 36),
        fill=theme.surface_container,
    )


def _toggle(
    context: Context[Dialer],
    icon: str,
    text: str,
    id_: str,
    on_tap: Handler,
    *,
    on: bool = False,
    usable: bool = True,
) -> View:
    theme = context.theme
    color = theme.surface if on else theme.on_surface if usable else theme.outline_variant
    mark = View(
        icon=icon,
        icon_size=26,
        color=color,
        fill=theme.on_surface if on else theme.surface_highest,
        width=MATCH,
        height=60,
        radius=22 if on else 30,
        hidden=True,
    )
    name = label(
        text,
        LABEL,
        theme.on_surface if usable else theme.outline,
        text_align=Align.CENTER,
        width=MATCH,
        lines=2,
    )
    return column(
        mark,
        name,
        cls="android.widget.ToggleButton",
        id=id_,
        desc=text,
        weight=1,
        gap=6,
        checked=on,
        enabled=usable,
        on_tap=on_tap,
    )


def _end_button(context: Context[Dialer]) -> View:
    return icon_button(
        "call_end",
        "End call",
        0xFFFFFFFF,
        lambda: hang_up(context),
        id="incall_end_call",
        width=132,
        height=68,
        icon_size=32,
        radius=34,
        fill=RED,
    )


def _typing(context: Context[Dialer]) -> View:
    """The keypad during a call."""
    theme, state = context.theme, context.state

    def press(key: str) -> None:
        state.keys += key

    def hide() -> None:
        context.args["keypad"] = False

    return column(
        label(
            state.keys or " ",
            TextStyle(28, 36),
            theme.on_surface,
            id="dtmf_digits",
            text_align=Align.CENTER,
            width=MATCH,
        ),
        keypad(context, press, height=52),
        row(
            space(weight=1),
            _end_button(context),
            row(
                button("Hide", theme, hide, id="incall_hide_keypad"),
                weight=1,
                justify=Align.CENTER,
                hidden=True,
            ),
            width=MATCH,
            pad=(24, 16, 24, 28),
            hidden=True,
        ),
        width=MATCH,
        hidden=True,
    )


# -- a call that comes in --------------------------------


def _ringing(context: Context[Dialer], call: Call) -> View:
    def respond() -> None:
        context.args["responses"] = True

    quick = _round(context, "message", "Message", "incall_message", 0, respond)
    return row(
        _round(context, "call_end", "Decline", "incall_decline", RED, lambda: decline(context)),
        *([quick] if call.number else []),
        _round(context, "call_full", "Answer", "incall_answer", GREEN, lambda: answer(context)),
        width=MATCH,
        justify=Align.BETWEEN,
        align=Align.END,
        pad=(36, 0, 36, 64),
        hidden=True,
    )


def _round(context: Context[Dialer], icon: str, text: str, id_: str, color: int, on_tap: Handler) -> View:
    theme = context.theme
    size = 76 if color else 56
    mark = View(
        icon=icon,
        icon_size=32 if color else 24,
        color=0xFFFFFFFF if color else theme.on_surface,
        fill=color or theme.surface_highest,
        width=size,
        height=size,
        radius=size / 2,
        hidden=True,
    )
    return column(
        mark,
        label(text, LABEL, theme.on_surface, text_align=Align.CENTER),
        cls="android.widget.Button",
        id=id_,
        desc=text,
        gap=8,
        align=Align.CENTER,
        on_tap=on_tap,
    )


def _responses(context: Context[Dialer], call: Call) -> View:
    """Short answers to write instead of speaking."""
    theme = context.theme

    def respond(text: str) -> Handler:
        def act() -> None:
            number = call.number
            decline(context)
            context.phone.start_intent(
                Intent(
                    action="android.intent.action.SENDTO",
                    data=f"smsto:{number.replace(' ', '')}",
                    extras={"sms_body": text},
                ),
                from_package=context.app.package,
            )

        return act

    def hide() -> None:
        context.args["responses"] = False

    rows = [
        list_row(theme, text, id="quick_response", on_tap=respond(text), lines=2)
        for text in context.state.responses
    ]
    return column(
        scroll(context, "responses", *rows),
        row(button("Cancel", theme, hide, id="cancel_response"), width=MATCH, justify=Align.END, hidden=True),
        width=MATCH,
        height=330,
        pad=(8, 12, 16, 12),
        corners=(36, 36, 0, 0),
        fill=theme.surface_container,
    )

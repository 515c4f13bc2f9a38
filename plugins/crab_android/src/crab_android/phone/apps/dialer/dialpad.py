"""The dial pad, and the search."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import unquote

from crab_android.phone.kit import (
    LABEL_LARGE,
    MATCH,
    Align,
    Caller,
    Callers,
    Context,
    Handler,
    Intent,
    TextField,
    TextStyle,
    View,
    avatar,
    column,
    empty_state,
    formats,
    icon_badge,
    icon_button,
    label,
    lazy_list,
    list_row,
    row,
    search_bar,
    space,
    text_input,
    top_bar,
)

from .model import Dialer
from .people import call, person

FIELD = "digits"
GREEN = 0xFF188A4B
KEYS: tuple[tuple[str, str, str], ...] = (
    ("one", "1", ""),
    ("two", "2", "ABC"),
    ("three", "3", "DEF"),
    ("four", "4", "GHI"),
    ("five", "5", "JKL"),
    ("six", "6", "MNO"),
    ("seven", "7", "PQRS"),
    ("eight", "8", "TUV"),
    ("nine", "9", "WXYZ"),
    ("star", "*", ""),
    ("zero", "0", "+"),
    ("pound", "#", ""),
)
"""Resource id, digit and letters of each key, in order."""
_LETTERS = {letter: digit for _id, digit, letters in KEYS for letter in letters}
_HITS = 3  # contacts that are offered


def dial_arguments(intent: Intent) -> dict[str, Any]:
    """The number of a ``tel:`` URI."""
    number = unquote(intent.rest).partition(";")[0].strip() if intent.scheme == "tel" else ""
    return {"number": number} if number else {}


def open_dialpad(context: Context[Dialer]) -> None:
    """The number gets the focus, so that a keyboard types into it; the soft keyboard stays away."""
    number = str(context.args.get("number", ""))
    context.activity.fields[FIELD] = TextField(text=number, cursor=len(number))
    context.activity.focus = FIELD


def dialpad(context: Context[Dialer]) -> View:
    """The screen."""
    theme = context.theme
    field = context.field(FIELD)
    number = field.text.strip()
    wide = context.phone.area.width > context.phone.area.height

    def press(key: str) -> None:
        context.phone.hide_keyboard()
        field.insert(key)

    long: dict[str, Handler] = {
        "0": lambda: press("+"),
        "1": lambda: call(context, context.state.voicemail_number),
    }
    pad = keypad(context, press, height=52 if wide else 68, long=long)
    upper = [_hits(context, number, few=wide), _number(context, field), _actions(context, number)]
    lower = column(
        _call_button(context, number), width=MATCH, align=Align.CENTER, pad=(0, 10, 0, 16), hidden=True
    )
    bar = top_bar("", theme, context.finish)
    if wide:
        left = column(bar, *upper[:2], lower, weight=1, height=MATCH, hidden=True)
        return row(left, column(pad, weight=1, hidden=True), width=MATCH, height=MATCH, pad=(0, 0, 24, 0))
    return column(bar, *upper, pad, lower, width=MATCH, height=MATCH)


def keypad(
    context: Context[Dialer],
    press: Callable[[str], None],
    *,
    height: float,
    long: Mapping[str, Handler] | None = None,
) -> View:
    """The twelve keys."""
    theme = context.theme

    def key(id_: str, digit: str, letters: str) -> View:
        return column(
            label(digit, TextStyle(28, 32), theme.on_surface, id="dialpad_key_number"),
            *(
                [label(letters, TextStyle(11, 13), theme.on_surface_variant, id="dialpad_key_letters")]
                if letters
                else []
            ),
            id=id_,
            desc=digit,
            weight=1,
            height=height,
            radius=height / 2,
            fill=theme.surface_container,
            align=Align.CENTER,
            justify=Align.CENTER,
            on_tap=lambda: press(digit),
            on_long_tap=(long or {}).get(digit),
        )

    rows = [
        row(*(key(*entry) for entry in KEYS[at : at + 3]), width=MATCH, gap=12, hidden=True)
        for at in range(0, len(KEYS), 3)
    ]
    return column(*rows, id="dialpad", width=MATCH, gap=8, pad=(32, 4, 32, 0))


def _number(context: Context[Dialer], field: TextField) -> View:
    theme = context.theme
    entry = text_input(
        context,
        FIELD,
        "",
        id="digits",
        style=TextStyle(34, 42),
        text_align=Align.CENTER,
        input_type="phone",
        weight=1,
        min_height=64,
    )

    def touch(x: float, y: float) -> None:
        context.phone.touch_field(entry, x, y)
        context.phone.hide_keyboard()

    entry.on_touch = touch

    def clear() -> None:
        field.set("")

    back = icon_button(
        "backspace",
        "Backspace",
        theme.on_surface_variant,
        field.erase,
        id="deleteButton",
        on_long_tap=clear,
    )
    side = back if field.text else space(width=48)
    return row(space(width=48), entry, side, width=MATCH, pad=(12, 0, 12, 0), hidden=True)


def _actions(context: Context[Dialer], number: str) -> View:
    """What can be done with a number that nobody has."""
    theme = context.theme
    if not number or Callers(context).of(number).contact:
        return space(height=48)

    def add() -> None:
        context.start(
            Intent(
                action="android.intent.action.INSERT_OR_EDIT",
                type="vnd.android.cursor.item/contact",
                extras={"phone": number},
            )
        )

    made = row(
        View(icon="person_add", icon_size=20, color=theme.primary, hidden=True),
        label("Add to contacts", LABEL_LARGE, theme.primary),
        cls="android.widget.Button",
        id="add_to_contacts",
        desc="Add to contacts",
        height=48,
        gap=8,
        pad=(16, 0, 16, 0),
        radius=24,
        on_tap=add,
    )
    return row(made, width=MATCH, justify=Align.CENTER, hidden=True)


def _call_button(context: Context[Dialer], number: str) -> View:
    def dial() -> None:
        if number:
            context.field(FIELD).set("")
            call(context, number)
            return
        # Without a number, the last one called comes back, as on Android.
        last = next((entry.number for entry in context.state.recent() if entry.kind == "out"), "")
        context.field(FIELD).set(last)

    return icon_button(
        "call_full",
        "Call",
        0xFFFFFFFF,
        dial,
        id="dialpad_floating_action_button",
        width=120,
        height=64,
        icon_size=28,
        radius=32,
        fill=GREEN,
    )


def _hits(context: Context[Dialer], number: str, *, few: bool) -> View:
    """The contacts that the digits may stand for, by number and by letters."""
    found = smart_dial(Callers(context), number)[: 1 if few else _HITS] if len(number) > 1 else []
    return column(
        *(_hit(context, caller) for caller in found),
        id="dialpad_suggestions",
        width=MATCH,
        weight=1,
        justify=Align.END,
        pad=(0, 0, 0, 8),
        hidden=not found,
    )


def _hit(context: Context[Dialer], caller: Caller) -> View:
    return list_row(
        context.theme,
        caller.name,
        formats.phone_number(caller.number, formats.locale_of(context)),
        start=avatar(caller.name, 40),
        id="suggestion_row",
        title_id="contact_name",
        detail_id="contact_number",
        on_tap=lambda: call(context, caller.number),
        min_height=60,
    )


def smart_dial(callers: Callers, number: str) -> list[Caller]:
    """Who may be meant by digits: a part of a number, or the keys of a name's first letters."""
    digits = "".join(char for char in number if char.isdigit())
    if not digits:
        return []
    found = [
        caller
        for caller in callers.known
        if any(_keys(word).startswith(digits) for word in (caller.name, *caller.name.split()))
        or digits in "".join(char for char in caller.number if char.isdigit())
    ]
    return sorted(found, key=lambda caller: caller.name.casefold())


def _keys(word: str) -> str:
    return "".join(_LETTERS.get(char, "") for char in word.upper())


def search(context: Context[Dialer]) -> View:
    """Contacts by name or number, to call."""
    theme = context.theme
    text = context.field("query").text.strip()
    callers = Callers(context)
    found = callers.search(text) if text else sorted(callers.known, key=lambda known: known.name.casefold())
    digits = sum(char.isdigit() for char in text)
    first = 1 if digits > 2 and not any(char.isalpha() for char in text) else 0

    def build(index: int) -> View:
        if index < first:
            shown = formats.phone_number(text, formats.locale_of(context))
            return list_row(
                theme,
                f"Call {shown}",
                start=icon_badge("call", GREEN),
                id="call_number",
                on_tap=lambda: call(context, text),
            )
        return person(context, found[index - first])

    if first or found:
        body = lazy_list(context, "found", first + len(found), 64, build, id="search_results")
    else:
        body = column(
            empty_state(theme, "search", f"No contact for “{text}”"), width=MATCH, weight=1, hidden=True
        )
    return column(
        search_bar(context, "query", "Search contacts", on_back=context.finish),
        body,
        width=MATCH,
        height=MATCH,
    )

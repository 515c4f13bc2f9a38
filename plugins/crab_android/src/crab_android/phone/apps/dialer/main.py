"""The app's main screen: favourites, recent calls, contacts and voicemail."""

from __future__ import annotations

from collections.abc import Callable

from crab_android.phone.kit import (
    BODY,
    BODY_LARGE,
    LABEL_LARGE,
    MATCH,
    TITLE,
    Align,
    Callers,
    Context,
    Popup,
    View,
    avatar,
    bottom_bar,
    column,
    confirm,
    empty_state,
    fab,
    formats,
    label,
    lazy_list,
    menu,
    row,
    search_pill,
    section,
    space,
    stack,
)

from .calls import SCREEN, in_front, see_missed
from .details import KINDS
from .model import Dialer, Entry
from .people import FOOT, call_icon, contacts, favourites, name_of
from .voicemail import voicemails

_TABS = (
    ("speed_dial_tab", "star", "Favorites"),
    ("call_log_tab", "clock", "Recents"),
    ("contacts_tab", "people", "Contacts"),
    ("voicemail_tab", "voicemail", "Voicemail"),
)


def open_main(context: Context[Dialer]) -> None:
    """The log is seen when the app is opened with it."""
    if context.args.get("tab", "call_log_tab") == "call_log_tab":
        see_missed(context)


def main(context: Context[Dialer]) -> View:
    """The screen."""
    theme = context.theme
    tab = str(context.args.get("tab", "call_log_tab"))

    def turn(id_: str) -> None:
        context.args["tab"] = id_
        if id_ == "call_log_tab":
            see_missed(context)

    pages: dict[str, Callable[[Context[Dialer]], View]] = {
        "speed_dial_tab": favourites,
        "call_log_tab": _recents,
        "contacts_tab": contacts,
        "voicemail_tab": voicemails,
    }
    pad = stack(
        fab("dialpad", "Key pad", theme, lambda: context.open("dialpad"), "fab"),
        width=MATCH,
        height=MATCH,
        align=Align.END,
        justify=Align.END,
        pad=(0, 0, 16, 16),
        hidden=True,
    )
    return column(
        search_pill(context, "Search contacts"),
        *_going_on(context),
        stack(pages[tab](context), pad, width=MATCH, weight=1, hidden=True),
        bottom_bar(theme, _TABS, tab, turn, foot=context.foot),
        width=MATCH,
        height=MATCH,
    )


def _going_on(context: Context[Dialer]) -> list[View]:
    """What leads back to a call."""
    theme, call = context.theme, in_front(context.state)
    if call is None:
        return []
    name = Callers(context).name(call.number)
    bar = row(
        View(icon="call", color=theme.on_primary_container, width=24, height=24, hidden=True),
        label(f"Return to call with {name}", LABEL_LARGE, theme.on_primary_container, id="banner", weight=1),
        id="return_to_call",
        width=MATCH,
        min_height=56,
        gap=16,
        pad=(20, 8, 20, 8),
        radius=20,
        fill=theme.primary_container,
        on_tap=lambda: context.open(SCREEN),
    )
    return [row(bar, width=MATCH, pad=(16, 0, 16, 8), hidden=True)]


# -- recent calls --------------------------------


def _recents(context: Context[Dialer]) -> View:
    entries = context.state.recent()
    if not entries:
        hint = "Calls that you make and get appear here"
        return column(empty_state(context.theme, "call", "No recent calls", hint), width=MATCH)
    callers, today = Callers(context), context.now().date()
    rows: list[Entry | str] = []
    last = ""
    for entry in entries:
        days = (today - entry.when.date()).days
        heading = "Today" if days <= 0 else "Yesterday" if days == 1 else "Older"
        if heading != last:
            rows.append(heading)
            last = heading
        rows.append(entry)

    def build(index: int) -> View:
        if index == len(rows):
            return space()
        entry = rows[index]
        if isinstance(entry, str):
            return section(entry, context.theme, id="call_log_day_group_label")
        return _recent(context, entry, callers)

    def height(index: int) -> float:
        return FOOT if index == len(rows) else 44 if isinstance(rows[index], str) else 68

    return lazy_list(context, "recents", len(rows) + 1, height, build, id="call_log", height=MATCH)


def _recent(context: Context[Dialer], entry: Entry, callers: Callers) -> View:
    theme, name = context.theme, name_of(callers, entry.number)
    icon, what = KINDS[entry.kind]
    alarming = entry.kind == "missed"
    color = theme.error if alarming else theme.on_surface_variant
    days = (context.now().date() - entry.when.date()).days
    when = formats.time_text(entry.when, context) if days < 2 else formats.list_time(entry.when, context)
    spoken = f" · {formats.duration_words(entry.duration)}" if entry.duration else ""
    told = row(
        View(icon=icon, icon_size=16, color=color, desc=what, width=18, height=18),
        label(f"{what.removesuffix(' call')} · {when}{spoken}", BODY, color, id="call_type", weight=1),
        width=MATCH,
        gap=6,
        hidden=True,
    )
    style = TITLE if entry.new else BODY_LARGE
    return row(
        avatar(name if entry.number else "", 40),
        column(
            label(name, style, theme.error if alarming else theme.on_surface, id="primary_text"),
            told,
            weight=1,
            gap=1,
            hidden=True,
        ),
        *([call_icon(context, entry.number, name)] if entry.number else []),
        id="call_log_entry",
        width=MATCH,
        gap=16,
        pad=(16, 6, 8, 6),
        on_tap=lambda: context.open("call_details", number=entry.number),
        on_long_tap=lambda: context.show_dialog("actions", id=entry.id),
    )


def main_menu(context: Context[Dialer]) -> Popup:
    """The menu."""
    return menu(
        context,
        ("menu_clear", "Clear call history", lambda: context.show_dialog("clear")),
        ("menu_settings", "Settings", lambda: context.open("settings")),
    )


def confirm_clear(context: Context[Dialer]) -> Popup:
    """The question before the whole log is deleted."""

    def clear() -> None:
        context.state.log.clear()
        context.toast("Call history cleared")

    return confirm(
        context, "Clear call history?", "This will delete all calls from your history.", "Clear", clear
    )

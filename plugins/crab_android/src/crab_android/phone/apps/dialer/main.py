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
    Caller,
    Callers,
    Context,
    Intent,
    Popup,
    View,
    avatar,
    bottom_bar,
    column,
    confirm,
    empty_state,
    fab,
    formats,
    icon_badge,
    icon_button,
    label,
    lazy_list,
    list_row,
    menu,
    overflow,
    row,
    section,
    space,
    stack,
)

from .calls import SCREEN, in_front, see_missed
from .model import Dialer, Entry, Voicemail

_CONTACTS = "content://com.android.contacts/contacts"
_TABS = (
    ("speed_dial_tab", "star", "Favorites"),
    ("call_log_tab", "clock", "Recents"),
    ("contacts_tab", "people", "Contacts"),
    ("voicemail_tab", "voicemail", "Voicemail"),
)
_FOOT = 96.0  # room below a list for the floating button
KINDS: dict[str, tuple[str, str]] = {
    "in": ("call_received", "Incoming call"),
    "out": ("call_made", "Outgoing call"),
    "missed": ("call_missed", "Missed call"),
    "voicemail": ("voicemail", "Voicemail"),
    "rejected": ("call_end", "Declined call"),
    "blocked": ("block", "Blocked call"),
}
"""Kind of call → icon and text."""


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
        "speed_dial_tab": _favourites,
        "call_log_tab": _recents,
        "contacts_tab": _contacts,
        "voicemail_tab": _voicemails,
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
        _search_pill(context),
        *_going_on(context),
        stack(pages[tab](context), pad, width=MATCH, weight=1, hidden=True),
        bottom_bar(theme, _TABS, tab, turn, foot=context.foot),
        width=MATCH,
        height=MATCH,
    )


def _search_pill(context: Context[Dialer]) -> View:
    theme = context.theme

    def search() -> None:
        context.open("search")
        context.edit("query")

    pill = row(
        View(icon="search", color=theme.on_surface_variant, width=48, height=48, hidden=True),
        label("Search contacts", BODY_LARGE, theme.on_surface_variant, id="search_hint", weight=1),
        overflow(context),
        id="open_search_bar",
        desc="Search contacts",
        width=MATCH,
        min_height=56,
        pad=(4, 0, 4, 0),
        radius=28,
        fill=theme.surface_high,
        on_tap=search,
    )
    return row(pill, width=MATCH, pad=(16, 8, 16, 8), hidden=True)


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


def call(context: Context[Dialer], number: str) -> None:
    """Call somebody."""
    context.open(SCREEN, number=number)


def call_icon(context: Context[Dialer], number: str, name: str) -> View:
    """The button at the end of a row that calls."""
    return icon_button(
        "call",
        f"Call {name}",
        context.theme.on_surface_variant,
        lambda: call(context, number),
        id="call_button",
    )


def name_of(callers: Callers, number: str) -> str:
    """Who has a number."""
    return callers.name(number) if number else "Private number"


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
        return _FOOT if index == len(rows) else 44 if isinstance(rows[index], str) else 68

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


# -- people --------------------------------


def _favourites(context: Context[Dialer]) -> View:
    callers = Callers(context)
    starred = {int(entry["_id"]) for entry in context.query(_CONTACTS, starred=1)}
    shown: dict[int, Caller] = {}
    for caller in callers.known:
        if caller.contact in starred:
            shown.setdefault(caller.contact, caller)
    people = sorted(shown.values(), key=lambda caller: caller.name.casefold())
    if not people:
        hint = "Star a contact to call it from here"
        return column(empty_state(context.theme, "star", "No favorites yet", hint), width=MATCH)
    per_row = max(2, int(context.phone.area.width / 2.625 // 120))
    count = -(-len(people) // per_row)

    def build(index: int) -> View:
        if index == count:
            return space()
        cells = [_tile(context, caller) for caller in people[index * per_row : (index + 1) * per_row]]
        blanks = [space(weight=1) for _ in range(per_row - len(cells))]
        return row(*cells, *blanks, width=MATCH, pad=(12, 0, 12, 0), gap=8, align=Align.START, hidden=True)

    def height(index: int) -> float:
        return _FOOT if index == count else 136

    return lazy_list(
        context, "favorites", count + 1, height, build, id="favorites_list", height=MATCH, pad=(0, 8, 0, 0)
    )


def _tile(context: Context[Dialer], caller: Caller) -> View:
    return column(
        avatar(caller.name, 76),
        label(
            caller.name,
            LABEL_LARGE,
            context.theme.on_surface,
            id="contact_name",
            lines=2,
            text_align=Align.CENTER,
        ),
        id="favorite_tile",
        desc=f"Call {caller.name}",
        weight=1,
        height=MATCH,
        pad=(4, 8, 4, 4),
        gap=6,
        radius=20,
        align=Align.CENTER,
        on_tap=lambda: call(context, caller.number),
        on_long_tap=lambda: context.open("call_details", number=caller.number),
    )


def _contacts(context: Context[Dialer]) -> View:
    theme, callers = context.theme, Callers(context)
    people = sorted(callers.known, key=lambda caller: (caller.name.casefold(), caller.number))

    def create() -> None:
        context.start(Intent(action="android.intent.action.INSERT", type="vnd.android.cursor.dir/contact"))

    def build(index: int) -> View:
        if index == 0:
            return list_row(
                theme,
                "Create new contact",
                start=icon_badge("person_add", theme.primary),
                id="create_new_contact",
                on_tap=create,
            )
        if index > len(people):
            return space()
        return person(context, people[index - 1])

    def height(index: int) -> float:
        return _FOOT if index > len(people) else 64

    return lazy_list(context, "people", len(people) + 2, height, build, id="contact_list", height=MATCH)


def person(context: Context[Dialer], caller: Caller) -> View:
    """Somebody of the contacts in a list: a tap shows the contact, the icon calls."""

    def show() -> None:
        context.view(f"{_CONTACTS}/{caller.contact}")

    return list_row(
        context.theme,
        caller.name,
        formats.phone_number(caller.number, formats.locale_of(context)),
        start=avatar(caller.name, 40),
        end=call_icon(context, caller.number, caller.name),
        id="contact_row",
        title_id="contact_name",
        detail_id="contact_number",
        on_tap=show,
        pad=(16, 6, 8, 6),
    )


# -- voicemail --------------------------------


def _voicemails(context: Context[Dialer]) -> View:
    messages = sorted(context.state.voicemails, key=lambda message: message.when, reverse=True)
    if not messages:
        hint = "Messages of people who could not reach you appear here"
        return column(empty_state(context.theme, "voicemail", "No voicemail", hint), width=MATCH)
    callers = Callers(context)

    def build(index: int) -> View:
        return space() if index == len(messages) else _voicemail(context, messages[index], callers)

    def height(index: int) -> float:
        return _FOOT if index == len(messages) else 84

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

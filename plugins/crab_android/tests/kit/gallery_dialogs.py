"""The gallery's dialogs: one of every kind."""

from __future__ import annotations

from datetime import date, time

from gallery_model import Gallery

from crab_android.phone.kit import (
    Context,
    Popup,
    choice,
    confirm,
    date_picker,
    formats,
    icon_mark,
    list_row,
    menu,
    multi_choice,
    sheet,
    text_prompt,
    time_picker,
)


def _menu(context: Context[Gallery]) -> Popup:
    def note(text: str) -> None:
        context.toast(text)

    return menu(
        context,
        ("menu_refresh", "Refresh", lambda: note("Refreshed")),
        ("menu_select", "Select all", lambda: note("Selected")),
        ("menu_rename", "Rename", lambda: context.show_dialog("rename")),
        ("menu_settings", "Settings and a text that is too long for a line", lambda: note("Settings")),
    )


def _sheet(context: Context[Gallery]) -> Popup:
    theme = context.theme
    return sheet(
        context,
        *(
            list_row(
                theme,
                name,
                start=icon_mark(icon, theme.on_surface_variant),
                id=f"sheet_{icon}",
                on_tap=context.dismiss,
            )
            for icon, name in (("share", "Share"), ("link", "Copy link"), ("delete", "Move to bin"))
        ),
    )


def _confirm(context: Context[Gallery]) -> Popup:
    return confirm(
        context,
        "Delete this album?",
        "The 12 photos in it stay in your library.",
        "Delete",
        lambda: context.toast("Deleted"),
    )


def _choice(context: Context[Gallery]) -> Popup:
    def choose(key: str) -> None:
        context.state.ringtone = key

    options = (("bells", "Bells"), ("waves", "Waves"), ("none", "No sound"))
    return choice(context, "Ringtone", options, context.state.ringtone, choose)


def _days(context: Context[Gallery]) -> Popup:
    chosen: list[str] = context.dialog.get("chosen", context.state.days)

    def toggle(key: str) -> None:
        kept = [day for day in chosen if day != key]
        context.dialog["chosen"] = kept if key in chosen else [*kept, key]

    def done() -> None:
        context.state.days = chosen

    options = [(name.lower()[:3], name) for name in map(formats.weekday_name, range(7))]
    return multi_choice(context, "Repeat on", [*options, ("all", "On holidays too")], chosen, toggle, done)


def _rename(context: Context[Gallery]) -> Popup:
    def save(text: str) -> None:
        context.state.name = text

    return text_prompt(context, "Rename", "new_name", "Name", "Rename", save, initial=context.state.name)


def _date(context: Context[Gallery]) -> Popup:
    def pick(day: date) -> None:
        context.state.day = day

    return date_picker(context, context.state.day, pick)


def _time(context: Context[Gallery]) -> Popup:
    def pick(moment: time) -> None:
        context.state.wake = moment

    return time_picker(context, context.state.wake, pick)


DIALOGS = {
    "menu": _menu,
    "sheet": _sheet,
    "confirm": _confirm,
    "choice": _choice,
    "days": _days,
    "rename": _rename,
    "date": _date,
    "time": _time,
}

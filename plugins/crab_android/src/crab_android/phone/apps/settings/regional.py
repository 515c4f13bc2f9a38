"""Time zone, language, and the lock of the screen."""

from __future__ import annotations

from datetime import datetime

from crab_android.phone.kit import (
    BODY,
    MATCH,
    Context,
    Popup,
    View,
    column,
    empty_state,
    formats,
    label,
    lazy_list,
    list_row,
    radio,
    scroll,
    search_bar,
    space,
    stack,
    text_prompt,
    top_bar,
    zone,
)

from .model import Nearby

LANGUAGES = {
    "en-US": ("English (United States)", "English (United States)"),
    "en-GB": ("English (United Kingdom)", "English (United Kingdom)"),
    "de-DE": ("Deutsch (Deutschland)", "German (Germany)"),
    "fr-FR": ("Français (France)", "French (France)"),
    "es-ES": ("Español (España)", "Spanish (Spain)"),
}


ZONES: tuple[str, ...] = (
    "UTC",
    *(
        f"Africa/{city}"
        for city in ("Accra", "Cairo", "Casablanca", "Johannesburg", "Lagos", "Nairobi", "Tunis")
    ),
    *(f"America/{city}" for city in ("Anchorage", "Argentina/Buenos_Aires", "Bogota", "Caracas", "Chicago")),
    *(f"America/{city}" for city in ("Denver", "Halifax", "Havana", "Lima", "Los_Angeles", "Mexico_City")),
    *(f"America/{city}" for city in ("New_York", "Panama", "Phoenix", "Santiago", "Sao_Paulo", "St_Johns")),
    *(f"America/{city}" for city in ("Toronto", "Vancouver")),
    *(f"Asia/{city}" for city in ("Baghdad", "Baku", "Bangkok", "Beirut", "Colombo", "Dhaka", "Dubai")),
    *(f"Asia/{city}" for city in ("Ho_Chi_Minh", "Hong_Kong", "Jakarta", "Jerusalem", "Kabul", "Karachi")),
    *(
        f"Asia/{city}"
        for city in ("Kathmandu", "Kolkata", "Manila", "Riyadh", "Seoul", "Shanghai", "Singapore")
    ),
    *(f"Asia/{city}" for city in ("Taipei", "Tashkent", "Tbilisi", "Tehran", "Tokyo", "Yangon")),
    *(f"Atlantic/{city}" for city in ("Azores", "Cape_Verde", "Reykjavik")),
    *(f"Australia/{city}" for city in ("Adelaide", "Brisbane", "Darwin", "Melbourne", "Perth", "Sydney")),
    *(f"Europe/{city}" for city in ("Amsterdam", "Athens", "Belgrade", "Berlin", "Brussels", "Bucharest")),
    *(f"Europe/{city}" for city in ("Budapest", "Copenhagen", "Dublin", "Helsinki", "Istanbul", "Lisbon")),
    *(f"Europe/{city}" for city in ("London", "Madrid", "Moscow", "Oslo", "Paris", "Prague", "Rome")),
    *(f"Europe/{city}" for city in ("Stockholm", "Vienna", "Warsaw", "Zurich")),
    *(f"Pacific/{city}" for city in ("Auckland", "Fiji", "Honolulu", "Tongatapu")),
)
"""The time zones to choose from: fixed, so that the list is the same on every machine."""


def offset_text(name: str, moment: datetime) -> str:
    """How far a time zone is from UTC at a moment, as ``GMT+05:30``."""
    away = moment.astimezone(zone(name)).utcoffset()
    minutes = int(away.total_seconds() // 60) if away else 0
    sign = "-" if minutes < 0 else "+"
    return f"GMT{sign}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"


def time_zone(context: Context[Nearby]) -> View:
    """The time zones, with a field to search them."""
    theme = context.theme
    wanted = context.field("query").text.casefold().replace(" ", "_").strip("_")
    names = [name for name in ZONES if wanted in name.casefold()]
    current = context.system.properties.get("persist.sys.timezone", "UTC")
    moment = context.phone.clock.instant()

    def choose(name: str) -> None:
        context.system.properties["persist.sys.timezone"] = name
        context.phone.changed()
        context.finish()

    def zone_row(index: int) -> View:
        name = names[index]
        region, _, city = name.rpartition("/")
        return list_row(
            theme,
            city.replace("_", " "),
            f"{region.replace('_', ' ')} · {offset_text(name, moment)}"
            if region
            else "Coordinated Universal Time",
            start=radio(name == current, theme),
            on_tap=lambda: choose(name),
            id="time_zone",
        )

    bar = stack(search_bar(context, "query", "Search a city"), width=MATCH, pad=(16, 4, 16, 8), hidden=True)
    body = (
        lazy_list(context, "zones", len(names), 72, zone_row, id="recycler_view")
        if names
        else empty_state(theme, "globe", "No such place", "Search for a large city in the same zone")
    )
    return column(top_bar("Time zone", theme, context.finish), bar, body, width=MATCH, height=MATCH)


def languages(context: Context[Nearby]) -> View:
    """The languages of dates and numbers."""
    theme = context.theme
    current = context.system.properties.get("persist.sys.locale", "en-US")

    def choose(locale: str) -> None:
        context.system.properties["persist.sys.locale"] = locale
        context.put_setting("system", "system_locales", locale)

    rows = [
        list_row(
            theme,
            own,
            english,
            start=radio(locale == current, theme),
            on_tap=lambda locale=locale: choose(locale),  # type: ignore[misc]
            id="language",
        )
        for locale, (own, english) in LANGUAGES.items()
    ]
    today = formats.date_long(context.now().date(), current)
    told = label(
        f"Dates and numbers follow it: {today}. Texts stay in English.",
        BODY,
        theme.on_surface_variant,
        id="footer",
        lines=3,
        width=MATCH,
        pad=(20, 16, 20, 24),
    )
    body = scroll(context, "languages", *rows, told, id="recycler_view")
    return column(top_bar("Language & region", theme, context.finish), body, width=MATCH, height=MATCH)


_LOCKS = (
    ("none", "None", "The screen opens at once"),
    ("swipe", "Swipe", "No protection"),
    ("pin", "PIN", "Medium security"),
)


def screen_lock(context: Context[Nearby]) -> View:
    """How the screen is locked."""
    theme = context.theme
    has_pin = bool(context.setting("secure", "lockscreen.pin"))
    off = context.setting("secure", "lockscreen.disabled", "1") == "1"
    current = "pin" if has_pin else "none" if off else "swipe"

    def choose(name: str) -> None:
        if name == "pin":
            context.show_dialog("pin")
            context.edit("new_pin")
            return
        context.put_setting("secure", "lockscreen.pin", "")
        context.put_setting("secure", "lockscreen.disabled", "1" if name == "none" else "0")

    rows = [
        list_row(
            theme,
            title,
            told,
            start=radio(name == current, theme),
            on_tap=lambda name=name: choose(name),  # type: ignore[misc]
            id=f"lock_{name}",
        )
        for name, title, told in _LOCKS
    ]
    body = scroll(context, "locks", *rows, space(height=24), id="recycler_view")
    return column(top_bar("Choose a screen lock", theme, context.finish), body, width=MATCH, height=MATCH)


def new_pin(context: Context[Nearby]) -> Popup:
    """A PIN of four digits and more."""

    def save(pin: str) -> None:
        if not (pin.isdigit() and 4 <= len(pin) <= 16):
            context.toast("A PIN has 4 to 16 digits")
            return
        context.put_setting("secure", "lockscreen.pin", pin)
        context.put_setting("secure", "lockscreen.disabled", "0")
        context.toast("PIN set")

    return text_prompt(context, "Set a PIN", "new_pin", "PIN", "Confirm", save, input_type="number")

"""App icons to touch, and the menu that a long touch opens."""

from __future__ import annotations

from crab_android.phone.kit import (
    BODY_LARGE,
    LABEL,
    MATCH,
    TITLE,
    Align,
    App,
    Context,
    Handler,
    Intent,
    Popup,
    View,
    closing,
    column,
    divider,
    icon_painter,
    label,
    row,
    space,
)

from .model import ROOM, Home

HEIGHT = 98  # dp


def installed(context: Context[Home]) -> list[App]:  # type: ignore[type-arg]
    """The apps that are shown, by name."""
    apps = [app for app in context.phone.apps.values() if app.listed]
    return sorted(apps, key=lambda app: app.label.casefold())


def app_icon(context: Context[Home], package: str, color: int, *, shadow: bool = False) -> View:
    """An app's icon with its name, in a colour and perhaps with a shadow below its letters."""
    app = context.phone.apps[package]
    return View(
        "android.widget.TextView",
        id="icon",
        text=app.label,
        desc=app.label,
        style=LABEL._replace(size=13, weight=500),
        color=color,
        text_align=Align.CENTER,
        width=88,
        height=HEIGHT,
        pad=(2, 66, 2, 4),
        shadow=shadow,
        draw=icon_painter(app),
        on_tap=lambda: context.phone.launch(package),
        on_long_tap=lambda: context.show_dialog("app_menu", package=package),
    )


def app_menu(context: Context[Home]) -> Popup:
    """What can be done with an app: its page in Settings, its place on the home screen, its end."""
    theme, home = context.theme, context.state
    package = str(context.dialog["package"])
    app = context.phone.apps[package]

    def info() -> None:
        details = Intent(action="android.settings.APPLICATION_DETAILS_SETTINGS", data=f"package:{package}")
        # In the task of Settings, as a launcher starts everything.
        if not context.phone.start_intent(details):
            context.toast("No app can perform this action.")

    def remove() -> None:
        for shelf in (home.dock, home.favourites):
            if package in shelf:
                shelf.remove(package)

    def add() -> None:
        if len(home.favourites) < ROOM:
            home.favourites.append(package)
        else:
            context.toast("No more room on the Home screen")

    there = package in home.dock or package in home.favourites
    entries: list[View] = [_entry(context, "info", "App info", info, "app_info")]
    if there:
        entries.append(_entry(context, "close", "Remove from Home screen", remove, "remove"))
    else:
        entries.append(_entry(context, "add", "Add to Home screen", add, "add_to_home"))
    if not app.system:
        entries.append(
            _entry(context, "delete", "Uninstall", lambda: context.phone.ask_uninstall(package), "uninstall")
        )
    head = row(
        View(draw=icon_painter(app), width=58, height=66, hidden=True),
        label(app.label, TITLE, theme.on_surface, id="title", weight=1),
        width=MATCH,
        gap=14,
        pad=(18, 10, 18, 10),
        hidden=True,
    )
    card = column(
        head,
        divider(theme),
        *entries,
        space(height=8),
        id="deep_shortcuts_container",
        width=288,
        radius=28,
        fill=theme.surface_high,
    )
    return Popup(card)


def _entry(context: Context[Home], icon: str, text: str, act: Handler, id: str) -> View:
    theme = context.theme
    return row(
        View(icon=icon, icon_size=22, color=theme.on_surface_variant, hidden=True),
        label(text, BODY_LARGE, theme.on_surface, id="bubble_text", weight=1),
        id=id,
        width=MATCH,
        min_height=56,
        gap=18,
        pad=(24, 8, 20, 8),
        on_tap=closing(context, act),
    )

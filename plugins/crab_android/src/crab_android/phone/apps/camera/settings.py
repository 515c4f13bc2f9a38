"""Camera's settings."""

from __future__ import annotations

from crab_android.phone.kit import (
    MATCH,
    Context,
    Popup,
    View,
    choice,
    column,
    list_row,
    scroll,
    section,
    switch,
    top_bar,
)

from .model import FLASHES, FOLDER, TIMERS, Camera


def settings(context: Context[Camera]) -> View:
    """How pictures are taken."""
    theme, state = context.theme, context.state

    def flip(name: str) -> None:
        setattr(state, name, not getattr(state, name))

    def toggle(name: str, title: str, detail: str) -> View:
        return list_row(
            theme,
            title,
            detail,
            end=switch(getattr(state, name), theme, desc=title),
            id=f"{name}_row",
            on_tap=lambda: flip(name),
            pad=(20, 8, 16, 8),
        )

    def chosen(name: str, title: str, detail: str) -> View:
        return list_row(
            theme,
            title,
            detail,
            id=f"{name}_row",
            on_tap=lambda: context.show_dialog(name),
            pad=(20, 8, 16, 8),
        )

    flash = next(text for name, _icon, text in FLASHES if name == state.flash)
    return column(
        top_bar("Settings", theme, context.finish),
        scroll(
            context,
            "settings",
            section("Taking pictures", theme),
            chosen("flash", "Flash", flash.removeprefix("Flash ").capitalize()),
            chosen("timer", "Timer", timer_text(state.timer)),
            toggle("grid", "Grid lines", "Show thirds in the viewfinder"),
            toggle("sound", "Shutter sound", "Click when a picture is taken"),
            section("Files", theme),
            list_row(theme, "Folder", FOLDER, id="folder_row", pad=(20, 8, 16, 8)),
            list_row(theme, "Picture size", "1.9 megapixels, 4:3", id="size_row", pad=(20, 8, 16, 8)),
            id="settings_list",
        ),
        width=MATCH,
        height=MATCH,
    )


def timer_text(seconds: int) -> str:
    """A self-timer's time in words."""
    return f"{seconds} seconds" if seconds else "Off"


def choose_flash(context: Context[Camera]) -> Popup:
    """When the flash is used."""

    def use(name: str) -> None:
        context.state.flash = next(key for key, _icon, _text in FLASHES if key == name)

    options = [(key, text.removeprefix("Flash ").capitalize()) for key, _icon, text in FLASHES]
    return choice(context, "Flash", options, context.state.flash, use)


def choose_timer(context: Context[Camera]) -> Popup:
    """How long the self-timer waits."""

    def use(seconds: str) -> None:
        context.state.timer = next(timer for timer in TIMERS if str(timer) == seconds)

    options = [(str(timer), timer_text(timer)) for timer in TIMERS]
    return choice(context, "Timer", options, str(context.state.timer), use)

"""The home screen and the app drawer."""

from __future__ import annotations

from typing import Any

from crab_android.phone.kit import (
    BODY,
    BODY_LARGE,
    LABEL,
    MATCH,
    Align,
    App,
    Context,
    Handler,
    NoState,
    TextStyle,
    View,
    clock_text,
    column,
    icon_painter,
    label,
    px,
    row,
    scroll,
    space,
    text_input,
    with_alpha,
)

_WHITE = 0xFFFFFFFF
_COLUMNS = 4


def _app_icon(context: Context[Any], app: App[Any], color: int, *, weight: float = 0) -> View:
    open_app: Handler = lambda: context.phone.launch(app.package)  # noqa: E731
    return View(
        "android.widget.TextView",
        id="icon",
        text=app.label,
        desc=app.label,
        style=LABEL._replace(size=13, weight=500),
        color=color,
        text_align=Align.CENTER,
        width=92,
        height=98,
        weight=weight,
        pad=(2, 68, 2, 4),
        draw=icon_painter(app),
        on_tap=open_app,
        on_long_tap=lambda: context.toast(app.label),
    )


def _listed(context: Context[Any]) -> list[App[Any]]:
    apps = [app for app in context.phone.apps.values() if app.listed]
    return sorted(apps, key=lambda app: app.label.casefold())


def _home(context: Context[NoState]) -> View:
    now = context.phone.now()

    def open_drawer(_dx: float, dy: float) -> bool:
        if dy < -px(40):
            context.open("drawer")
        return True

    clock = column(
        label(
            clock_text(now, context.system),
            TextStyle(88, 96, 400),
            _WHITE,
            id="clock",
            text_align=Align.CENTER,
        ),
        label(now.strftime("%A, %B %-d"), TextStyle(20, 28, 500), _WHITE, id="date"),
        id="clock_widget",
        width=MATCH,
        align=Align.CENTER,
        pad=(0, 56, 0, 0),
    )
    dock = row(
        *[_app_icon(context, app, _WHITE) for app in _listed(context)],
        id="hotseat",
        width=MATCH,
        justify=Align.CENTER,
        gap=12,
    )
    return column(
        clock,
        space(weight=1),
        dock,
        space(height=14),
        _search_bar(context),
        space(height=14),
        id="workspace",
        width=MATCH,
        height=MATCH,
        on_swipe=open_drawer,
        cls="android.widget.FrameLayout",
    )


def _search_bar(context: Context[NoState]) -> View:
    theme = context.theme

    def search() -> None:
        context.open("drawer")
        context.phone.focus("query")

    return row(
        View(icon="search", color=theme.on_surface_variant, hidden=True),
        label("Search apps", BODY_LARGE, theme.on_surface_variant, hidden=True),
        id="search_bar",
        desc="Search apps",
        width=MATCH,
        height=54,
        radius=27,
        pad=(18, 0, 18, 0),
        gap=14,
        fill=with_alpha(theme.surface_high if theme.dark else _WHITE, 0.88),
        on_tap=search,
    )


def home_screen(context: Context[NoState]) -> View:
    """A clock, the dock and a search bar over the wallpaper."""
    return column(_home(context), width=MATCH, height=MATCH, pad=(20, 0, 20, 0))


def drawer(context: Context[NoState]) -> View:
    """Every app, and a field to search them."""
    theme = context.theme
    wanted = context.field("query").text.casefold().strip()
    apps = [app for app in _listed(context) if wanted in app.label.casefold()]

    def close(_dx: float, dy: float) -> bool:
        if dy > px(40):
            context.finish()
        return True

    def open_first() -> None:
        if apps:
            context.phone.launch(apps[0].package)

    search = row(
        View(icon="search", color=theme.on_surface_variant, hidden=True),
        text_input(
            context,
            "query",
            "Search apps",
            id="search_box_input",
            weight=1,
            on_enter=open_first,
            pad=(0, 14, 0, 14),
        ),
        width=MATCH,
        height=56,
        radius=28,
        pad=(18, 0, 18, 0),
        gap=12,
        fill=theme.surface_high,
    )
    rows = [apps[start : start + _COLUMNS] for start in range(0, len(apps), _COLUMNS)]
    grid = [
        row(
            *[_app_icon(context, app, theme.on_surface, weight=1) for app in line],
            *[space(weight=1) for _ in range(_COLUMNS - len(line))],
            width=MATCH,
        )
        for line in rows
    ]
    nothing = label(
        f"No app is called “{context.field('query').text}”",
        BODY,
        theme.on_surface_variant,
        id="empty",
        width=MATCH,
        text_align=Align.CENTER,
        lines=2,
        pad=(0, 40, 0, 0),
    )
    return column(
        space(height=8),
        search,
        space(height=20),
        scroll(
            context,
            "apps",
            *(grid or [nothing]),
            id="apps_list_view",
            gap=8,
            cls="androidx.recyclerview.widget.RecyclerView",
        ),
        id="apps_view",
        width=MATCH,
        height=MATCH,
        pad=(16, 0, 16, 0),
        on_swipe=close,
    )

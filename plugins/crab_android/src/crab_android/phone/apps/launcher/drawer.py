"""The app drawer: every app, and a field to search them."""

from __future__ import annotations

from crab_android.phone.kit import (
    MATCH,
    Context,
    View,
    column,
    empty_state,
    grid,
    px,
    row,
    scroll,
    space,
    text_input,
)

from .app_icons import app_icon, installed
from .model import Home

_COLUMNS = 4
_WIDE_COLUMNS = 8


def drawer(context: Context[Home]) -> View:
    """Every app by name, or those that are searched for."""
    theme = context.theme
    area = context.phone.area
    wide = area.width > area.height
    query = context.field("query").text
    wanted = query.casefold().strip()
    apps = [app for app in installed(context) if wanted in app.label.casefold()]

    def close(dx: float, dy: float) -> bool:
        if dy > px(40) and dy > abs(dx):
            context.finish()
        return True

    def open_first() -> None:
        if apps:
            context.phone.launch(apps[0].package)

    entry = text_input(
        context,
        "query",
        "Search apps",
        id="search_box_input",
        weight=1,
        on_enter=open_first,
        ime_action="search",
        pad=(0, 14, 0, 14),
    )
    search = row(
        View(icon="search", color=theme.on_surface_variant, hidden=True),
        entry,
        width=MATCH,
        min_height=56,
        radius=28,
        pad=(18, 0, 18, 0),
        gap=12,
        fill=theme.surface_high,
    )
    icons = [app_icon(context, app.package, theme.on_surface) for app in apps]
    body = (
        grid(icons, _WIDE_COLUMNS if wide else _COLUMNS, gap=6, hidden=True)
        if icons
        else empty_state(theme, "search", f"No app is called “{query}”")
    )
    return column(
        space(height=8),
        search,
        space(height=4 if wide else 16),
        scroll(
            context,
            "apps",
            body,
            space(height=16),
            id="apps_list_view",
            cls="androidx.recyclerview.widget.RecyclerView",
        ),
        id="apps_view",
        width=MATCH,
        height=MATCH,
        pad=(16, 0, 16, 0),
        on_swipe=close,
    )

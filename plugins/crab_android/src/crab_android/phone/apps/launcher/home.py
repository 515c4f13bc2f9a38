"""The home screen: a clock, favourite apps, the dock and a search bar."""

from __future__ import annotations

from crab_android.phone.kit import (
    BODY_LARGE,
    DENSITY,
    LABEL_LARGE,
    MATCH,
    Align,
    Context,
    TextStyle,
    View,
    clock_text,
    column,
    formats,
    grid,
    label,
    px,
    row,
    space,
    with_alpha,
)

from .app_icons import HEIGHT, app_icon
from .model import Home

_WHITE = 0xFFFFFFFF
_COLUMNS = 4
_WIDE_COLUMNS = 6
_REST = 440  # dp of the height that are not favourites: bars, clock, dock and search bar


def home_screen(context: Context[Home]) -> View:
    """The home screen, over the wallpaper."""

    def swipe(dx: float, dy: float) -> bool:
        if abs(dx) < abs(dy):
            if dy < -px(40):
                context.open("drawer")
            elif dy > px(40):
                # The key that shows the notifications.
                context.phone.key(83)
        return True

    area = context.phone.area
    inner = _wide(context) if area.width > area.height else _upright(context)
    workspace = column(
        *inner,
        id="workspace",
        width=MATCH,
        height=MATCH,
        on_swipe=swipe,
        cls="android.widget.FrameLayout",
    )
    return column(workspace, width=MATCH, height=MATCH, pad=(16, 0, 16, 0))


def _upright(context: Context[Home]) -> list[View]:
    rows = max(0, int((context.phone.area.height / DENSITY - _REST) // HEIGHT))
    return [
        space(height=36),
        _clock(context, TextStyle(88, 96, 400)),
        space(weight=1),
        _favourites(context, _COLUMNS, rows),
        space(height=20),
        _dock(context),
        space(height=10),
        _search_bar(context),
        space(height=14),
    ]


def _wide(context: Context[Home]) -> list[View]:
    left = column(
        space(weight=1),
        _clock(context, TextStyle(64, 72, 400)),
        space(weight=1),
        _search_bar(context),
        space(height=10),
        width=270,
        height=MATCH,
        hidden=True,
    )
    right = column(
        space(weight=1),
        _favourites(context, _WIDE_COLUMNS, 2),
        space(weight=1),
        _dock(context),
        weight=1,
        height=MATCH,
        hidden=True,
    )
    return [row(left, right, width=MATCH, height=MATCH, gap=24, align=Align.START, hidden=True)]


def _clock(context: Context[Home], style: TextStyle) -> View:
    now = context.now()
    glance = [
        label(
            formats.date_weekday(now, formats.locale_of(context)),
            TextStyle(18, 26, 500),
            _WHITE,
            id="date",
            shadow=True,
        )
    ]
    alarm = context.setting("system", "next_alarm_formatted")
    if alarm:
        glance.append(
            row(
                View(icon="alarm", icon_size=18, color=_WHITE, hidden=True),
                label(alarm, LABEL_LARGE, _WHITE, id="next_alarm", shadow=True),
                gap=6,
                hidden=True,
            )
        )
    return column(
        label(
            clock_text(now, context.system), style, _WHITE, id="clock", text_align=Align.CENTER, shadow=True
        ),
        row(*glance, gap=16, hidden=True),
        id="clock_widget",
        width=MATCH,
        align=Align.CENTER,
    )


def _favourites(context: Context[Home], columns: int, rows: int) -> View:
    return grid(_icons(context, context.state.favourites)[: rows * columns], columns, gap=0, id="favourites")


def _dock(context: Context[Home]) -> View:
    icons = _icons(context, context.state.dock)
    return grid(icons, max(1, len(icons)), gap=0, id="hotseat")


def _icons(context: Context[Home], packages: list[str]) -> list[View]:
    there = [name for name in packages if name in context.phone.apps]
    return [app_icon(context, name, _WHITE, shadow=True) for name in there]


def _search_bar(context: Context[Home]) -> View:
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
        fill=with_alpha(theme.surface_high if theme.dark else _WHITE, 0.9),
        on_tap=search,
    )

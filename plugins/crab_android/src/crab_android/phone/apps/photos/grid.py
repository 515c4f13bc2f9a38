"""Pictures in a grid by day, and choosing several of them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from itertools import groupby

from crab_android.phone.kit import (
    DENSITY,
    LABEL,
    MATCH,
    TITLE,
    Align,
    Context,
    View,
    formats,
    icon_button,
    icon_mark,
    label,
    lazy_list,
    px,
    row,
    selection_bar,
    space,
    stack,
    text_height,
    with_alpha,
)

from .library import Item
from .model import Photos
from .pixels import thumbnail

Tap = Callable[[Item], None]
_HEADER = 52.0  # dp
_GAP = 2.0
_SELECTED = "selected"


def selected(context: Context[Photos]) -> list[str]:
    """The paths of the pictures that are chosen on this screen."""
    paths: list[str] = context.args.get(_SELECTED, [])
    return paths


def clear_selection(context: Context[Photos]) -> bool:
    """Choose nothing any more; whether anything was chosen."""
    return bool(context.args.pop(_SELECTED, None))


def toggle(context: Context[Photos], path: str) -> None:
    """Choose a picture, or not any more."""
    paths = selected(context)
    context.args[_SELECTED] = [p for p in paths if p != path] if path in paths else [*paths, path]


def choosing_bar(context: Context[Photos], scope: str, everything: list[Item]) -> View:
    """The bar over a grid while pictures are chosen."""
    theme, paths = context.theme, selected(context)
    color = theme.on_surface

    def share() -> None:
        context.share(paths=list(paths), mime="image/*")
        clear_selection(context)

    def delete() -> None:
        context.show_dialog("delete", paths=list(paths))

    def all_() -> None:
        context.args[_SELECTED] = [item.path for item in everything]

    buttons = [
        icon_button("select_all", "Select all", color, all_, id="action_select_all"),
        icon_button("share", "Share", color, share, id="action_share"),
        icon_button(
            "add",
            "Add to album",
            color,
            lambda: context.show_dialog("add_to", paths=list(paths)),
            id="action_add_to_album",
        ),
        icon_button("delete", "Delete", color, delete, id="action_delete"),
    ]
    if scope.startswith("album:"):
        name = scope.partition(":")[2]

        def take_out() -> None:
            album = context.state.album(name)
            if album is not None:
                album.paths = [path for path in album.paths if path not in paths]
            clear_selection(context)
            context.toast("Removed from album")

        buttons.insert(
            3,
            icon_button("minus_circle", "Remove from album", color, take_out, id="action_remove_from_album"),
        )
    return selection_bar(len(paths), theme, lambda: _stop(context), *buttons)


def _stop(context: Context[Photos]) -> None:
    clear_selection(context)


def columns_of(context: Context[Photos]) -> int:
    """How many pictures stand beside each other; twice as many when the phone lies on its side."""
    area = context.phone.area
    return context.state.columns * (2 if area.width > area.height else 1)


def timeline(
    context: Context[Photos],
    found: list[Item],
    key: str,
    on_open: Tap,
    *,
    choose: bool = True,
    foot: float = 0,
) -> View:
    """A grid of pictures under the days on which they were taken.

    Args:
        context: of the screen.
        found: the pictures, the newest first.
        key: the name of its scroll offset.
        on_open: what a tap does.
        choose: whether a long tap chooses pictures.
        foot: dp to leave free below.
    """
    count = columns_of(context)
    side = context.phone.area.width / DENSITY / count - _GAP
    lines: list[date | list[Item]] = []
    for day, group in groupby(found, key=lambda item: item.taken.date()):
        of_day = list(group)
        lines.append(day)
        lines += [of_day[start : start + count] for start in range(0, len(of_day), count)]

    def height(index: int) -> float:
        return _HEADER if isinstance(lines[index], date) else side

    def build(index: int) -> View:
        line = lines[index]
        if isinstance(line, date):
            return _day(context, line)
        cells = [cell(context, item, on_open, choose=choose) for item in line]
        cells += [space(weight=1) for _ in range(count - len(line))]
        return row(*cells, width=MATCH, gap=_GAP, align=Align.START, hidden=True)

    listed = lazy_list(
        context, key, len(lines), height, build, gap=_GAP, id="photo_grid", pad=(0, 0, 0, foot)
    )
    top = _top_day(
        context, lines, [height(index) for index in range(len(lines))], context.activity.scroll.get(key, 0)
    )
    if top is None:
        return listed
    listed.height, listed.weight = MATCH, 0
    pinned = row(_day(context, top), width=MATCH, fill=with_alpha(context.theme.surface, 0.94), hidden=True)
    return stack(listed, pinned, width=MATCH, weight=1, hidden=True)


def _top_day(
    context: Context[Photos], lines: list[date | list[Item]], heights: list[float], offset: int
) -> date | None:
    """The day that stays at the top while its pictures are scrolled; None when its own heading is there."""
    if offset <= 0:
        return None
    end, day = 0, None
    for line, height in zip(lines, heights, strict=True):
        start, end = end, end + px(text_height(context, height)) + px(_GAP)
        if isinstance(line, date):
            if start == offset:
                return None
            day = line if start <= offset else day
        if end > offset:
            break
    return day


def _day(context: Context[Photos], day: date) -> View:
    told = formats.date_relative(day, context.now().date(), formats.locale_of(context))
    return label(told, TITLE, context.theme.on_surface, id="date_header", width=MATCH, pad=(16, 16, 16, 12))


def told(context: Context[Photos], item: Item) -> str:
    """What a picture is, in words."""
    kind = "Video" if item.is_video else "Photo"
    return f"{kind} taken on {formats.moment_text(item.taken, context)}"


def cell(context: Context[Photos], item: Item, on_open: Tap, *, choose: bool = True) -> View:
    """A picture in a grid."""
    theme, paths = context.theme, selected(context)
    chosen = item.path in paths

    def tap() -> None:
        if choose and selected(context):
            toggle(context, item.path)
        else:
            on_open(item)

    parts = [
        thumbnail(
            item.picture, width=MATCH, height=MATCH, inset=12 if chosen else 0, radius=12 if chosen else 0
        )
    ]
    if item.facts.favorite:
        heart = icon_mark("star_full", 0xFFFFFFFF, 18)
        parts.append(
            stack(
                heart,
                width=MATCH,
                height=MATCH,
                align=Align.END,
                justify=Align.END,
                pad=(6, 6, 6, 6),
                hidden=True,
            )
        )
    if item.is_video:
        mark = label("VIDEO", LABEL, 0xFFFFFFFF, pad=(6, 2, 6, 2), fill=0x99000000, radius=8, id="video_mark")
        parts.append(stack(mark, width=MATCH, height=MATCH, align=Align.END, pad=(6, 6, 6, 6), hidden=True))
    if choose and paths:
        icon = "check_circle_full" if chosen else "circle"
        mark = icon_mark(icon, theme.primary if chosen else 0xFFFFFFFF, 24)
        parts.append(stack(mark, width=MATCH, height=MATCH, pad=(5, 5, 5, 5), hidden=True))
    return stack(
        *parts,
        cls="android.view.ViewGroup",
        id="photo_cell",
        desc=told(context, item),
        weight=1,
        height=MATCH,
        fill=theme.secondary_container if chosen else theme.surface_high,
        selected=chosen,
        on_tap=tap,
        on_long_tap=(lambda: toggle(context, item.path)) if choose else None,
    )

"""Files in lists and grids, choosing several of them, and opening one."""

from __future__ import annotations

from collections.abc import Callable
from posixpath import dirname

from crab_android.phone.kit import (
    DENSITY,
    LABEL,
    LABEL_LARGE,
    MATCH,
    Align,
    Context,
    Intent,
    View,
    column,
    formats,
    icon_button,
    icon_mark,
    image,
    intents,
    label,
    lazy_grid,
    lazy_list,
    list_row,
    overflow,
    selection_bar,
    stack,
    with_alpha,
)

from .kinds import KINDS, UNKNOWN, icon_of, is_text, mime_of
from .model import Files
from .work import Entry, moment

Tap = Callable[[Entry], None]
_SELECTED = "selected"


def selected(context: Context[Files]) -> list[str]:
    """The paths that are chosen on this screen."""
    paths: list[str] = context.args.get(_SELECTED, [])
    return paths


def clear_selection(context: Context[Files]) -> bool:
    """Choose nothing any more; whether anything was chosen."""
    return bool(context.args.pop(_SELECTED, None))


def toggle(context: Context[Files], path: str) -> None:
    """Choose a file, or not any more."""
    paths = selected(context)
    context.args[_SELECTED] = [p for p in paths if p != path] if path in paths else [*paths, path]


def choosing_bar(context: Context[Files]) -> View:
    """The bar over a list while files are chosen."""
    theme, paths = context.theme, selected(context)
    color = theme.on_surface
    folders = any(context.files.is_folder(path) for path in paths)

    def share() -> None:
        kinds = {mime_of(path) for path in paths}
        context.share(paths=list(paths), mime=kinds.pop() if len(kinds) == 1 else "*/*")
        clear_selection(context)

    buttons = [
        *([] if folders else [icon_button("share", "Share", color, share, id="action_menu_share")]),
        icon_button(
            "delete",
            "Delete",
            color,
            lambda: context.show_dialog("delete", paths=list(paths)),
            id="action_menu_delete",
        ),
        overflow(context, "choosing_menu"),
    ]

    def stop() -> None:
        clear_selection(context)

    return selection_bar(len(paths), theme, stop, *buttons)


def mark(context: Context[Files], entry: Entry, size: float = 40) -> View:
    """The picture or the icon of a file."""
    if entry.kind == "images" and entry.node.content and not entry.name.endswith(".svg"):
        return image(entry.node.content, width=size, height=size, radius=10, hidden=True)
    kind = KINDS[entry.kind]
    color = kind.dark if context.theme.dark else kind.light
    return stack(
        icon_mark(icon_of(entry.name, entry.node), color, size * 0.55),
        width=size,
        height=size,
        radius=size * 0.3,
        align=Align.CENTER,
        justify=Align.CENTER,
        fill=with_alpha(color, 0.14),
        hidden=True,
    )


def told(context: Context[Files], entry: Entry, *, where: bool = False) -> str:
    """The line below a name: when and how large, or how much is in it."""
    locale = formats.locale_of(context)
    if entry.node.is_folder:
        count = sum(context.state.hidden or not name.startswith(".") for name in entry.node.children)
        parts = ["Empty" if not count else "1 item" if count == 1 else f"{count} items"]
    else:
        when = formats.list_time(moment(context, entry.node), context)
        parts = [when, formats.size_text(entry.node.size, locale)]
    if where:
        parts.append(dirname(entry.path).removeprefix("/sdcard").strip("/") or "Internal storage")
    return " · ".join(parts)


def _row(context: Context[Files], entry: Entry, on_open: Tap, *, choose: bool, where: bool) -> View:
    theme = context.theme
    chosen = entry.path in selected(context)
    end = icon_mark("check_circle_full", theme.primary) if chosen else None
    return list_row(
        theme,
        entry.name,
        told(context, entry, where=where),
        start=mark(context, entry),
        end=end,
        id="item_root",
        title_id="android:id/title",
        detail_lines=1,
        selected=chosen,
        on_tap=_tap(context, entry, on_open, choose=choose),
        on_long_tap=(lambda: toggle(context, entry.path)) if choose else None,
    )


def _tap(context: Context[Files], entry: Entry, on_open: Tap, *, choose: bool) -> Callable[[], None]:
    def tap() -> None:
        if choose and selected(context):
            toggle(context, entry.path)
        else:
            on_open(entry)

    return tap


def _cell(context: Context[Files], entry: Entry, on_open: Tap, *, choose: bool) -> View:
    theme = context.theme
    chosen = entry.path in selected(context)
    return column(
        mark(context, entry, 72),
        label(
            entry.name,
            LABEL_LARGE,
            theme.on_surface,
            id="android:id/title",
            lines=2,
            width=MATCH,
            text_align=Align.CENTER,
        ),
        label(
            told(context, entry),
            LABEL,
            theme.on_surface_variant,
            id="summary",
            width=MATCH,
            text_align=Align.CENTER,
        ),
        id="item_root",
        align=Align.CENTER,
        gap=4,
        pad=(8, 14, 8, 6),
        radius=18,
        selected=chosen,
        fill=theme.secondary_container if chosen else None,
        on_tap=_tap(context, entry, on_open, choose=choose),
        on_long_tap=(lambda: toggle(context, entry.path)) if choose else None,
    )


def file_list(
    context: Context[Files],
    entries: list[Entry],
    key: str,
    on_open: Tap,
    *,
    choose: bool = True,
    where: bool = False,
) -> View:
    """Files as rows, or as the settings want it in a grid."""
    if context.state.view == "grid" and choose:
        columns = max(3, int(context.phone.area.width / DENSITY // 130))
        return lazy_grid(
            context,
            key,
            len(entries),
            columns,
            164,
            lambda index: _cell(context, entries[index], on_open, choose=choose),
            gap=4,
            id="dir_list",
            pad=(8, 4, 8, 24),
        )
    return lazy_list(
        context,
        key,
        len(entries),
        72,
        lambda index: _row(context, entries[index], on_open, choose=choose, where=where),
        id="dir_list",
        pad=(0, 0, 0, 24),
    )


def open_entry(context: Context[Files], entry: Entry) -> None:
    """Open a folder here, a file in the app for it; where there is none, show what it is."""
    if entry.node.is_folder:
        context.open("folder", path=entry.path)
        return
    if entry.kind == "archives":
        context.open("archive", path=entry.path)
        return
    text = is_text(entry.name, entry.node.content or b"")
    mime = mime_of(entry.name)
    if text and mime == UNKNOWN:
        mime = "text/plain"
    if mime != UNKNOWN and entry.kind != "apps":
        if context.start(Intent(action=intents.VIEW, data=f"file://{entry.path}", type=mime)):
            return
        # It is shown here after all.
        context.system.toast = None
    context.open("text" if text else "details", path=entry.path)

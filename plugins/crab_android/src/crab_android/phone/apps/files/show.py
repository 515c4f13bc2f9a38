"""One file: what it is, what is written in it, what is packed in it."""

from __future__ import annotations

from posixpath import basename, dirname
from typing import Any
from urllib.parse import unquote

from crab_android.phone.kit import (
    BODY,
    HEADLINE,
    MATCH,
    Align,
    Context,
    FileError,
    Handler,
    Intent,
    Popup,
    View,
    button,
    column,
    empty_state,
    formats,
    icon_button,
    icon_mark,
    image,
    label,
    lazy_list,
    list_row,
    menu,
    overflow,
    row,
    scroll,
    stack,
    top_bar,
)

from .dialogs import ask
from .kinds import icon_of, is_text, mime_of, text_of, type_text
from .model import Files
from .rows import mark
from .work import Entry, archive_entries, moment, unpack

_LINES = 400  # of a text that are shown


def file_argument(intent: Intent) -> dict[str, Any]:
    """The file that a ``file:`` URI names."""
    return {"path": unquote(intent.rest.removeprefix("//"))}


def _entry(context: Context[Files]) -> Entry | None:
    path = context.files.resolve(str(context.args.get("path", "")))
    node = context.files.get(path)
    return Entry(path, node) if node is not None else None


def _gone(context: Context[Files]) -> View:
    return column(
        top_bar("", context.theme, context.finish),
        empty_state(context.theme, "broken_image", "This file is not there any more"),
        width=MATCH,
        height=MATCH,
    )


def details(context: Context[Files]) -> View:
    """What is known of a file or folder."""
    theme, entry = context.theme, _entry(context)
    if entry is None:
        return _gone(context)
    locale = formats.locale_of(context)
    node = entry.node
    size = formats.size_text(node.weight(), locale)
    if node.is_folder:
        inside = sum(1 for _ in context.files.walk(entry.path)) - 1
        size = f"{size} in {inside} {'item' if inside == 1 else 'items'}"

    def line(id_: str, title: str, detail: str) -> View:
        return list_row(theme, title, detail, id=id_, lines=1, detail_lines=4, pad=(20, 8, 20, 8))

    picture = (
        image(
            node.content,
            desc=entry.name,
            width=MATCH,
            height=220,
            radius=24,
            fit="contain",
            id="inspector_thumbnail",
        )
        if entry.kind == "images" and node.content
        else stack(
            mark(context, entry, 88),
            width=MATCH,
            height=140,
            align=Align.CENTER,
            justify=Align.CENTER,
            hidden=True,
        )
    )
    actions = (
        []
        if node.is_folder
        else [
            icon_button(
                "share",
                "Share",
                theme.on_surface,
                lambda: context.share(paths=[entry.path], mime=mime_of(entry.name)),
                id="action_menu_share",
            )
        ]
    )
    body = scroll(
        context,
        "details",
        stack(picture, width=MATCH, pad=(20, 4, 20, 12), hidden=True),
        label(
            entry.name,
            HEADLINE._replace(size=24, height=32),
            theme.on_surface,
            id="inspector_file_title",
            lines=4,
            width=MATCH,
            pad=(20, 0, 20, 8),
        ),
        line(
            "inspector_type",
            "Type",
            f"{type_text(entry.name, node)}{'' if node.is_folder else ' · ' + mime_of(entry.name)}",
        ),
        line("inspector_size", "Size", size),
        line("inspector_modified", "Modified", formats.moment_text(moment(context, node), context)),
        line("inspector_location", "Location", dirname(entry.path)),
        id="inspector",
        pad=(0, 0, 0, 24),
    )
    return column(
        top_bar("Details", theme, context.finish, *actions, overflow(context, "file_menu")),
        body,
        width=MATCH,
        height=MATCH,
    )


def file_menu(context: Context[Files]) -> Popup:
    """What can be done with the file on the screen."""
    path = str(context.args.get("path", ""))

    def copy_path() -> None:
        context.copy(path)
        context.toast("Path copied")

    entries: list[tuple[str, str, Handler]] = [
        ("action_menu_rename", "Rename", lambda: ask(context, "rename", basename(path), path=path)),
        ("action_menu_copy_path", "Copy path", copy_path),
        ("action_menu_delete", "Delete", lambda: context.show_dialog("delete", paths=[path])),
    ]
    entry = _entry(context)
    if context.activity.screen == "details":
        if entry is not None and is_text(entry.name, entry.node.content or b"\0"):
            entries.insert(
                0, ("action_menu_view_text", "View as text", lambda: context.open("text", path=path))
            )
    else:
        entries.insert(0, ("action_menu_inspect", "Get info", lambda: context.open("details", path=path)))
    return menu(context, *entries)


def text(context: Context[Files]) -> View:
    """What is written in a file."""
    theme, entry = context.theme, _entry(context)
    if entry is None or entry.node.content is None:
        return _gone(context)
    content = text_of(entry.name, entry.node.content)
    lines = content.replace("\t", "    ").splitlines()
    more = len(lines) - _LINES
    rows = [
        label(line or " ", BODY, theme.on_surface, id="text_line", lines=60, width=MATCH)
        for line in lines[:_LINES]
    ]
    if more > 0:
        rows.append(label(f"… {more} more lines", BODY, theme.on_surface_variant, id="more_lines"))

    def share() -> None:
        context.share(paths=[entry.path], mime=mime_of(entry.name))

    def copy() -> None:
        context.copy(content)
        context.toast("Text copied")

    body = (
        scroll(context, "text", *rows, id="text_view", pad=(20, 8, 20, 32), gap=2)
        if lines
        else empty_state(theme, "file_text", "This file is empty")
    )
    return column(
        top_bar(
            entry.name,
            theme,
            context.finish,
            icon_button("copy", "Copy text", theme.on_surface, copy, id="action_copy_text"),
            icon_button("share", "Share", theme.on_surface, share, id="action_menu_share"),
            overflow(context, "file_menu"),
        ),
        body,
        width=MATCH,
        height=MATCH,
    )


def archive(context: Context[Files]) -> View:
    """What is packed in an archive."""
    theme, entry = context.theme, _entry(context)
    if entry is None or entry.node.content is None:
        return _gone(context)
    locale = formats.locale_of(context)
    inside = archive_entries(entry.node.content)

    def extract() -> None:
        try:
            made = unpack(context, entry.path)
        except FileError as error:
            context.toast(f"This archive cannot be extracted: {error}")
            return
        context.toast(f"Extracted to {made.rpartition('/')[2]}")
        context.open("folder", path=made)

    def line(index: int) -> View:
        name, size = (inside or [])[index]
        return list_row(
            theme,
            basename(name),
            f"{formats.size_text(size, locale)} · {dirname(name) or 'at the top'}",
            start=icon_mark(icon_of(name, entry.node), theme.on_surface_variant),
            id="archive_row",
            detail_lines=1,
        )

    if inside is None:
        body = empty_state(theme, "file_zip", "This archive cannot be opened")
    elif not inside:
        body = empty_state(theme, "file_zip", "This archive is empty")
    else:
        body = lazy_list(context, "archive", len(inside), 72, line, id="dir_list")
    foot = row(
        label(
            f"{len(inside or [])} files · {formats.size_text(entry.node.size, locale)}",
            BODY,
            theme.on_surface_variant,
            id="archive_summary",
            weight=1,
        ),
        button("Extract", theme, extract, id="button_extract", filled=True),
        width=MATCH,
        height=72,
        pad=(20, 0, 16, 0),
        fill=theme.surface_container,
    )
    return column(
        top_bar(entry.name, theme, context.finish, overflow(context, "file_menu")),
        body,
        *([foot] if inside else []),
        width=MATCH,
        height=MATCH,
    )

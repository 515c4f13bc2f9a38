"""Choosing a file for another app, and naming one that another app saves."""

from __future__ import annotations

from fnmatch import fnmatchcase
from functools import partial
from typing import Any

from crab_android.phone.kit import (
    MATCH,
    Context,
    Intent,
    Popup,
    View,
    button,
    chip,
    column,
    confirm,
    disabled,
    empty_state,
    icon_button,
    outlined,
    row,
    stack,
    text_input,
    top_bar,
)

from .dialogs import ask
from .kinds import mime_of
from .model import DOWNLOADS, ROOT, Files
from .rows import file_list
from .work import Entry, listed, recent

TITLE = "android.intent.extra.TITLE"
_PLACES = (
    ("recent", "Recent"),
    (DOWNLOADS, "Downloads"),
    ("/sdcard/Documents", "Documents"),
    ("/sdcard/DCIM/Camera", "Camera"),
    (ROOT, "Internal storage"),
)


def open_arguments(intent: Intent) -> dict[str, Any]:
    """Which type of file is to be chosen."""
    return {"mode": "open", "type": intent.type or "*/*", "at": "recent"}


def create_arguments(intent: Intent) -> dict[str, Any]:
    """The name that a new file is to have at first."""
    return {
        "mode": "create",
        "type": intent.type or "*/*",
        "at": DOWNLOADS,
        "name": str(intent.extras.get(TITLE, "Untitled")),
    }


def _answer(context: Context[Files], path: str) -> None:
    name = path.rpartition("/")[2]
    context.finish({"uri": f"file://{path}", "path": path, "name": name, "mime": mime_of(name)})


def pick(context: Context[Files]) -> View:
    """The files to choose from; at the foot the name when one is saved."""
    theme = context.theme
    creating = context.args.get("mode") == "create"
    at, kind = str(context.args.get("at", "recent")), str(context.args.get("type", "*/*"))
    entries = recent(context, 200) if at == "recent" else listed(context, at)
    shown = [e for e in entries if e.node.is_folder or creating or fnmatchcase(mime_of(e.name), kind)]

    def choose(entry: Entry) -> None:
        if entry.node.is_folder:
            context.args["at"] = entry.path
        elif creating:
            context.fill("file_name", entry.name)
        else:
            _answer(context, entry.path)

    def go(place: str) -> None:
        context.args["at"] = place

    places = [p for p in _PLACES if not (creating and p[0] == "recent")]
    chips = [
        chip(text, theme, partial(go, place), selected=at == place, id="root_chip") for place, text in places
    ]
    strip = row(
        *chips,
        cls="android.widget.HorizontalScrollView",
        id="roots_list",
        width=MATCH,
        gap=8,
        pad=(16, 0, 16, 4),
        horizontal=True,
        scroll_key="roots",
        scroll_y=context.activity.scroll.get("roots", 0),
    )
    body = (
        file_list(context, shown, f"pick:{at}", choose, choose=False, where=at == "recent")
        if shown
        else column(empty_state(theme, "folder_open", "No items"), width=MATCH, weight=1)
    )
    actions = (
        [
            icon_button(
                "folder_new",
                "New folder",
                theme.on_surface,
                lambda: ask(context, "new_folder", "", path=at),
                id="option_menu_create_dir",
            )
        ]
        if creating
        else []
    )
    title = "Save to" if creating else "Open from"
    parts = [top_bar(title, theme, context.finish, *actions), strip, body]
    return column(*parts, *([_save_bar(context, at)] if creating else []), width=MATCH, height=MATCH)


def _save_bar(context: Context[Files], at: str) -> View:
    theme = context.theme
    initial = str(context.args.get("name", ""))
    name = context.field("file_name", initial).text.strip()

    def save() -> None:
        if not name or "/" in name:
            context.toast("A name cannot have a slash in it")
        elif context.files.exists(f"{at}/{name}"):
            context.show_dialog("overwrite", path=f"{at}/{name}")
        else:
            _create(context, f"{at}/{name}")

    entry = outlined(
        text_input(context, "file_name", "File name", initial=initial, on_enter=save, id="android:id/title"),
        theme,
    )
    return row(
        stack(entry, weight=1, hidden=True),
        disabled(button("Save", theme, save, id="android:id/button1", filled=True), theme, when=not name),
        width=MATCH,
        gap=12,
        pad=(16, 10, 16, 10),
        fill=theme.surface_container,
        id="container_save",
    )


def _create(context: Context[Files], path: str) -> None:
    context.write_file(path, b"")
    _answer(context, path)


def confirm_overwrite(context: Context[Files]) -> Popup:
    """The question before a file is replaced."""
    path = str(context.dialog["path"])
    return confirm(
        context,
        f"Replace “{path.rpartition('/')[2]}”?",
        "What is in it now is lost.",
        "Replace",
        lambda: _create(context, path),
    )


def pick_back(context: Context[Files]) -> bool:
    """Back leads to the folder above."""
    at = str(context.args.get("at", "recent"))
    if at in {place for place, _text in _PLACES} or not at.startswith(f"{ROOT}/"):
        return False
    context.args["at"] = at.rpartition("/")[0]
    return True

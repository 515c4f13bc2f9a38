"""What Files asks: names, orders, and whether to delete."""

from __future__ import annotations

from collections.abc import Callable
from posixpath import basename, dirname

from crab_android.phone.kit import (
    Context,
    FileError,
    Handler,
    Popup,
    choice,
    confirm,
    menu,
    text_prompt,
)

from .model import ROOT, Files, Order
from .rows import clear_selection, selected
from .work import delete_all, free_path, move, pack, wrong_name

_ORDERS: tuple[tuple[Order, str], ...] = (
    ("name", "Name"),
    ("date", "Date modified"),
    ("size", "Size"),
    ("type", "Type"),
)


def here(context: Context[Files]) -> str:
    """The folder that the screen shows; where files are saved, the one that was chosen there."""
    return str(context.dialog.get("path") or context.args.get("path", ROOT))


def folder_menu(context: Context[Files]) -> Popup:
    """The menu of a folder."""
    state = context.state

    def flip_view() -> None:
        state.view = "list" if state.view == "grid" else "grid"

    def flip_hidden() -> None:
        state.hidden = not state.hidden

    create: tuple[str, str, Handler] = (
        "option_menu_create_dir",
        "New folder",
        lambda: ask(context, "new_folder", ""),
    )
    return menu(
        context,
        *([create] if context.activity.screen == "folder" else []),
        ("option_menu_sort", "Sort by…", lambda: context.show_dialog("sort")),
        (
            "sub_menu_grid",
            "List view" if state.view == "grid" else "Grid view",
            flip_view,
        ),
        (
            "option_menu_show_hidden_files",
            "Hide hidden files" if state.hidden else "Show hidden files",
            flip_hidden,
        ),
    )


def sort_choice(context: Context[Files]) -> Popup:
    """By what files are ordered; the same again turns the order round."""
    state = context.state

    def use(name: str) -> None:
        order = next(key for key, _text in _ORDERS if key == name)
        state.descending = not state.descending if order == state.sort else False
        state.sort = order

    shown = [
        (key, f"{text} (reversed)" if key == state.sort and state.descending else text)
        for key, text in _ORDERS
    ]
    return choice(context, "Sort by", shown, state.sort, use)


def choosing_menu(context: Context[Files]) -> Popup:
    """What else can be done with what is chosen."""
    paths = selected(context)

    def go(what: str) -> Handler:
        def open_target() -> None:
            context.open_for_result("done", "target", paths=list(paths), what=what, path=ROOT)

        return open_target

    entries: list[tuple[str, str, Handler]] = [
        ("action_menu_copy_to", "Copy to…", go("copy")),
        ("action_menu_move_to", "Move to…", go("move")),
        ("action_menu_compress", "Compress", lambda: _ask_pack(context, paths)),
    ]
    if len(paths) == 1:
        entries.insert(
            2,
            (
                "action_menu_rename",
                "Rename",
                lambda: ask(context, "rename", basename(paths[0]), path=paths[0]),
            ),
        )
        entries.append(("action_menu_inspect", "Get info", lambda: context.open("details", path=paths[0])))
    return menu(context, *entries)


def ask(context: Context[Files], dialog: str, initial: str, **args: object) -> None:
    """Open a dialog that asks for a name, the keyboard with it."""
    context.forget("name_field")
    context.show_dialog(dialog, initial=initial, **args)
    context.edit("name_field", initial)


def _ask_pack(context: Context[Files], paths: list[str]) -> None:
    folder = dirname(paths[0])
    only = basename(paths[0]).rpartition(".")[0] or basename(paths[0]) if len(paths) == 1 else "archive"
    initial = basename(free_path(context, f"{folder}/{only}.zip"))
    ask(context, "compress", initial, paths=list(paths))


def _named(
    context: Context[Files], title: str, action: str, do: Callable[[str], None], folder: str, old: str = ""
) -> Popup:
    def save(name: str) -> None:
        wrong = wrong_name(context, folder, name) if name != old else ""
        if wrong:
            context.toast(wrong)
            return
        try:
            do(name)
        except FileError as error:
            context.toast(f"That did not work: {error}")
        clear_selection(context)

    initial = str(context.dialog.get("initial", ""))
    return text_prompt(context, title, "name_field", "Name", action, save, initial=initial)


def new_folder(context: Context[Files]) -> Popup:
    """The name of a new folder."""
    folder = here(context)

    def make(name: str) -> None:
        context.files.make_folder(f"{folder}/{name}", mtime=context.phone.timestamp())

    return _named(context, "New folder", "Create", make, folder)


def rename(context: Context[Files]) -> Popup:
    """Another name for a file or folder."""
    path = str(context.dialog["path"])
    folder = dirname(path)

    def use(name: str) -> None:
        if name != basename(path):
            move(context, path, f"{folder}/{name}")
            if context.args.get("path") == path:
                context.args["path"] = f"{folder}/{name}"

    return _named(context, "Rename", "Rename", use, folder, basename(path))


def compress(context: Context[Files]) -> Popup:
    """The name of a new archive."""
    paths: list[str] = context.dialog["paths"]
    folder = dirname(paths[0])

    def make(name: str) -> None:
        end = "" if name.lower().endswith(".zip") else ".zip"
        pack(context, paths, f"{folder}/{name}{end}")
        context.toast(f"Created {name}{end}")

    return _named(context, "Compress", "Compress", make, folder)


def confirm_delete(context: Context[Files]) -> Popup:
    """The question before files are deleted."""
    paths: list[str] = context.dialog["paths"]
    what = f"“{basename(paths[0])}”" if len(paths) == 1 else f"{len(paths)} items"

    def delete() -> None:
        gone = delete_all(context, paths)
        clear_selection(context)
        if gone < len(paths):
            context.toast("The system needs some of these; they stay")
        else:
            context.toast("Deleted" if gone == 1 else f"Deleted {gone} items")
        if context.activity.screen in ("details", "text", "archive"):
            context.finish()

    return confirm(context, f"Delete {what}?", "This cannot be undone.", "Delete", delete)


OVER_LIST = {
    "choosing_menu": choosing_menu,
    "delete": confirm_delete,
    "rename": rename,
    "compress": compress,
}
OVER_CATEGORY = {**OVER_LIST, "menu": folder_menu, "sort": sort_choice}
OVER_FOLDER = {**OVER_CATEGORY, "new_folder": new_folder}

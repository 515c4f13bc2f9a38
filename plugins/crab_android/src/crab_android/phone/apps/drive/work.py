"""What can be done with items, and the sheets and questions for it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from crab_android.phone.kit import (
    BODY,
    BODY_LARGE,
    MATCH,
    AppContext,
    Context,
    FileError,
    Popup,
    View,
    column,
    confirm,
    divider,
    formats,
    label,
    list_row,
    menu,
    row,
    sheet,
    stack,
    text_prompt,
)

from .looks import thumbnail, told
from .model import FOLDER, ROOT, Drive, Item, numbered

Ctx = Context[Drive]

DOWNLOADS = "/sdcard/Download"
CACHE = "/sdcard/Android/data/org.crab.drive/cache"

_ACTIONS: dict[str, tuple[str, str]] = {
    "share": ("person_add", "Share"),
    "link": ("link", "Copy link"),
    "star": ("star", "Add to starred"),
    "unstar": ("star_full", "Remove from starred"),
    "rename": ("edit", "Rename"),
    "copy": ("copy", "Make a copy"),
    "move": ("folder_move", "Move"),
    "download": ("download", "Download"),
    "send": ("share", "Send a copy"),
    "details": ("info", "Details and activity"),
    "remove": ("delete", "Move to trash"),
    "restore": ("trash_restore", "Restore"),
    "forever": ("delete", "Delete forever"),
}


def actions_sheet(context: Ctx) -> Popup:
    """What can be done with one item."""
    theme = context.theme
    item = context.state.get(int(context.dialog["id"]))
    if item is None:
        return sheet(context)
    names = ["restore", "forever"] if item.trashed else _names(item)

    def entry(name: str) -> View:
        icon, text = _ACTIONS[name]

        def do() -> None:
            context.dismiss()
            act(context, [item], name)

        start = View(icon=icon, color=theme.on_surface_variant, width=24, hidden=True)
        return list_row(theme, text, start=start, on_tap=do, id=f"action_{name}", pad=(24, 2, 24, 2))

    head = row(
        thumbnail(item, theme),
        column(
            label(item.name, BODY_LARGE._replace(weight=500), theme.on_surface, id="sheet_title"),
            label(told(context, item), BODY, theme.on_surface_variant, id="sheet_detail"),
            weight=1,
            hidden=True,
        ),
        width=MATCH,
        gap=14,
        pad=(20, 0, 20, 10),
        hidden=True,
    )
    line = stack(divider(theme), width=MATCH, pad=(0, 0, 0, 4), hidden=True)
    return sheet(context, head, line, *[entry(name) for name in names], id="action_sheet")


def _names(item: Item) -> list[str]:
    names = ["share", "link", "unstar" if item.starred else "star", "rename"]
    files = [] if item.folder else ["copy", "download", "send"]
    return [*names, "move", *files, "details", "remove"]


def selection_menu(context: Ctx) -> Popup:
    """What else can be done with the selected items."""
    chosen = list(context.args.get("selected", []))
    items = [item for item in context.state.items if item.id in chosen]

    def do(what: str) -> None:
        context.args.pop("selected", None)
        act(context, items, what)

    return menu(
        context,
        ("menu_copy", "Make a copy", partial(do, "copy")),
        ("menu_download", "Download", partial(do, "download")),
        ("menu_send", "Send a copy", partial(do, "send")),
        ("menu_clear", "Clear selection", lambda: context.args.pop("selected", None)),
    )


def act(context: Ctx, items: Sequence[Item], what: str) -> None:
    """Do something with items."""
    if not items:
        return
    if what in ("share", "details", "rename", "move", "forever"):
        _ask(context, items, what)
    elif what in ("link", "download", "send"):
        _hand_out(context, items, what)
    else:
        _change(context, items, what)


def _ask(context: Ctx, items: Sequence[Item], what: str) -> None:
    """What needs another screen or a dialog."""
    first = items[0]
    if what == "move":
        context.open("move", ids=[item.id for item in items], at=first.parent or ROOT)
    elif what == "rename":
        context.forget("rename_field")
        context.show_dialog("rename", id=first.id)
        context.edit("rename_field", first.name)
    elif what == "forever":
        context.show_dialog("forever", id=first.id)
    else:
        context.open(what, id=first.id)


def _hand_out(context: Ctx, items: Sequence[Item], what: str) -> None:
    """What leaves the cloud: a link, a download, a copy for another app."""
    files = [item for item in items if not item.folder]
    if what == "link":
        context.copy(items[0].url)
        context.toast("Link copied")
    elif what == "download":
        download(context, files)
    elif files:
        paths = [path for path in (cached(context, item) for item in files) if path]
        if paths:
            context.share(paths=paths, mime=files[0].mime if len(files) == 1 else "*/*")
    else:
        context.toast("Folders cannot be sent")


def _change(context: Ctx, items: Sequence[Item], what: str) -> None:
    """What changes the items themselves."""
    state, now = context.state, context.now()
    if what in ("star", "unstar"):
        for item in items:
            item.starred = what == "star"
        context.toast("Added to Starred" if what == "star" else "Removed from Starred")
    elif what == "copy":
        files = [item for item in items if not item.folder]
        for item in files:
            state.duplicate(item, now)
        context.toast(f"Copied {_counted(files)}" if files else "Folders cannot be copied")
    elif what == "remove":
        for item in items:
            item.trashed, item.starred = now, False
        context.toast(f"{_counted(items)} moved to trash")
    elif what == "restore":
        for item in items:
            state.restore(item)
        context.toast(f"{_counted(items)} restored")


def _counted(items: Sequence[Item]) -> str:
    return f"“{items[0].name}”" if len(items) == 1 else f"{len(items)} items"


def cached(context: AppContext[Drive], item: Item) -> str:
    """Write a file to where other apps can read it; returns its path, or nothing when that fails."""
    path = f"{CACHE}/{item.id}/{_file_name(item)}"
    try:
        context.write_file(path, item.content)
    except FileError as error:
        context.toast(f"Couldn't open “{item.name}”: {error}")
        return ""
    return path


def _file_name(item: Item) -> str:
    """A name that a file of the phone may have: names in the cloud may have slashes."""
    return item.name.replace("/", "_")


def connected(context: AppContext[Drive]) -> bool:
    """Whether files may be transferred now; says so where they may not."""
    offline = context.state.wifi_only and context.setting("global", "wifi_on", "1") == "0"
    if offline:
        context.toast("Connect to Wi-Fi to transfer files, or allow it in Settings")
    return not offline


def download(context: Ctx, items: Sequence[Item]) -> None:
    """Write files into the phone's downloads, under names that are free there."""
    if not connected(context):
        return
    try:
        for item in items:
            folder = context.files.get(DOWNLOADS)
            name = numbered(_file_name(item), folder.children if folder else ())
            context.write_file(f"{DOWNLOADS}/{name}", item.content)
    except FileError as error:
        context.toast(f"Couldn't download: {error}")
        return
    context.toast(f"Downloaded {_counted(items)}" if items else "Folders cannot be downloaded")


# -- dialogs --------------------------------


def rename_dialog(context: Ctx) -> Popup:
    """The new name of an item."""
    item = context.state.get(int(context.dialog["id"]))

    def save(name: str) -> None:
        if item is not None and item.name != name:
            item.name, item.modified = name, context.now()
            context.toast("Renamed")

    return text_prompt(
        context,
        "Rename folder" if item is not None and item.folder else "Rename file",
        "rename_field",
        "Name",
        "Rename",
        save,
        initial=item.name if item else "",
    )


def ask_folder(context: Ctx, parent: int) -> None:
    """Ask for the name of a new folder."""
    context.forget("folder_name")
    context.show_dialog("new_folder", parent=parent)
    context.edit("folder_name", "Untitled folder")
    context.activity.fields["folder_name"].selected_from = 0


def new_folder_dialog(context: Ctx) -> Popup:
    """The name of a new folder."""
    parent = int(context.dialog.get("parent", ROOT))

    def save(name: str) -> None:
        context.state.add(name, FOLDER, context.now(), parent=parent)
        context.toast(f"Folder “{name}” created")

    return text_prompt(
        context, "New folder", "folder_name", "Folder name", "Create", save, initial="Untitled folder"
    )


def forever_dialog(context: Ctx) -> Popup:
    """The question before an item is deleted for good."""
    item = context.state.get(int(context.dialog["id"]))

    def delete() -> None:
        if item is not None:
            context.state.remove(item)
            context.toast(f"“{item.name}” deleted forever")

    name = item.name if item else "It"
    inside = " and all that it holds" if item is not None and item.folder else ""
    return confirm(
        context,
        "Delete forever?",
        f"“{name}”{inside} will be deleted forever. This cannot be undone.",
        "Delete forever",
        delete,
    )


def empty_dialog(context: Ctx) -> Popup:
    """The question before the trash is emptied."""
    items = context.state.trash()
    size = sum(item.size for top in items for item in (top, *context.state.below(top)))

    def empty() -> None:
        for item in items:
            context.state.remove(item)
        context.toast("Trash emptied")

    return confirm(
        context,
        "Empty trash?",
        f"{len(items)} item{'' if len(items) == 1 else 's'} "
        f"({formats.size_text(size, formats.locale_of(context))}) will be deleted forever.",
        "Empty trash",
        empty,
    )

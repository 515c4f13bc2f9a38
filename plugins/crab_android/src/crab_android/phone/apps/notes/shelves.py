"""The shelves: notes, archive, trash, and those with one label."""

from __future__ import annotations

from crab_android.phone.kit import (
    BODY,
    MATCH,
    TITLE_LARGE,
    Align,
    Context,
    Popup,
    View,
    column,
    confirm,
    empty_state,
    fab,
    icon_button,
    label,
    list_row,
    menu,
    overflow,
    row,
    scroll,
    search_bar,
    section,
    sheet,
    space,
    stack,
    text_prompt,
    top_bar,
)

from .looks import card
from .model import Note, Notes, Shelf

_TITLES: dict[Shelf, str] = {"notes": "Notes", "archive": "Archive", "trash": "Trash"}
_EMPTY: dict[Shelf, tuple[str, str, str]] = {
    "notes": ("lightbulb", "Notes you add appear here", "Tap + to write the first one"),
    "archive": ("archive", "Nothing is archived", "Archived notes are kept out of sight, not deleted"),
    "trash": ("delete", "The trash is empty", "Notes you delete wait here until you empty it"),
}


def shelf_of(context: Context[Notes]) -> Shelf:
    """Which shelf the screen shows."""
    name: Shelf = context.args.get("shelf", "notes")
    return name


def home(context: Context[Notes]) -> View:
    """All notes that are neither archived nor deleted, and a field to search them."""
    theme, state = context.theme, context.state
    wanted = context.field("query").text
    found = state.on("notes", wanted)

    def flip() -> None:
        state.grid = not state.grid

    head = column(
        row(
            label("Notes", TITLE_LARGE, theme.on_surface, id="toolbar_title", weight=1),
            icon_button(
                "list" if state.grid else "grid_view",
                "Show as a list" if state.grid else "Show as a grid",
                theme.on_surface,
                flip,
                id="menu_switch_to_list_view",
            ),
            overflow(context),
            width=MATCH,
            pad=(20, 8, 4, 0),
        ),
        stack(
            search_bar(context, "query", "Search your notes"), width=MATCH, pad=(16, 4, 16, 8), hidden=True
        ),
        width=MATCH,
        hidden=True,
    )
    if not found and wanted:
        body = empty_state(theme, "search", "No matching notes", f"Nothing has “{wanted.strip()}” in it")
    elif not found:
        body = empty_state(theme, *_EMPTY["notes"])
    else:
        body = _shelf(context, found, split=not wanted)
    add = stack(
        fab("add", "New note", theme, lambda: context.open("edit"), "new_note_button"),
        width=MATCH,
        height=MATCH,
        align=Align.END,
        justify=Align.END,
        pad=(0, 0, 20, 20),
        hidden=True,
    )
    return stack(column(head, body, width=MATCH, height=MATCH, hidden=True), add, width=MATCH, height=MATCH)


def _shelf(context: Context[Notes], notes: list[Note], *, split: bool) -> View:
    theme = context.theme
    pinned = [note for note in notes if note.pinned]
    others = [note for note in notes if not note.pinned]
    parts: list[View] = []
    if split and pinned:
        parts += [section("Pinned", theme), *_cards(context, pinned)]
        parts += [section("Others", theme)] if others else []
        parts += _cards(context, others)
    else:
        parts += _cards(context, notes)
    return scroll(
        context,
        f"shelf{context.args.get('label', '')}",
        *parts,
        space(height=100),
        id="browse_recycler",
        cls="androidx.recyclerview.widget.RecyclerView",
        pad=(12, 0, 12, 0),
        gap=8,
    )


def _cards(context: Context[Notes], notes: list[Note]) -> list[View]:
    cards = [card(context, note) for note in notes]
    if not context.state.grid:
        return cards
    sides = 2 if context.phone.area.width < context.phone.area.height else 4
    columns = [column(*cards[side::sides], weight=1, gap=8, hidden=True) for side in range(sides)]
    return [row(*columns, width=MATCH, gap=8, align=Align.START, hidden=True)] if cards else []


def shelf(context: Context[Notes]) -> View:
    """The archive or the trash."""
    theme, name = context.theme, shelf_of(context)
    notes = context.state.on(name)
    actions = []
    if name == "trash" and notes:
        actions = [overflow(context, "trash_menu")]
    told = label(
        "Notes stay in the trash until you empty it",
        BODY,
        theme.on_surface_variant,
        id="trash_note",
        width=MATCH,
        text_align=Align.CENTER,
        pad=(16, 4, 16, 12),
    )
    body = _shelf(context, notes, split=False) if notes else empty_state(theme, *_EMPTY[name])
    lines = [told, body] if name == "trash" and notes else [body]
    return column(top_bar(_TITLES[name], theme, context.finish, *actions), *lines, width=MATCH, height=MATCH)


def labelled(context: Context[Notes]) -> View:
    """The notes with one label."""
    name = context.args.get("label", "")
    notes = context.state.on("notes", label=name)
    body = (
        _shelf(context, notes, split=False)
        if notes
        else empty_state(context.theme, "label", "No notes with this label")
    )
    return column(top_bar(name, context.theme, context.finish), body, width=MATCH, height=MATCH)


def home_menu(context: Context[Notes]) -> Popup:
    """The menu of the notes."""
    return menu(
        context,
        ("menu_labels", "Labels", lambda: context.open("labels")),
        ("menu_archive", "Archive", lambda: context.open("shelf", shelf="archive")),
        ("menu_trash", "Trash", lambda: context.open("shelf", shelf="trash")),
    )


def trash_menu(context: Context[Notes]) -> Popup:
    """The menu of the trash."""
    return menu(context, ("menu_empty_trash", "Empty trash", lambda: context.show_dialog("empty")))


def confirm_empty(context: Context[Notes]) -> Popup:
    """The question before the trash is emptied."""

    def empty() -> None:
        for note in context.state.on("trash"):
            context.state.remove(note.id)
        context.toast("Trash emptied")

    return confirm(
        context,
        "Empty trash?",
        "All notes in it are deleted for good. This cannot be undone.",
        "Empty",
        empty,
    )


_ACTIONS: dict[str, tuple[str, str]] = {
    "pin": ("push_pin", "Pin"),
    "unpin": ("unpin", "Unpin"),
    "archive": ("archive", "Archive"),
    "unarchive": ("upload", "Unarchive"),
    "copy": ("copy", "Make a copy"),
    "share": ("share", "Share"),
    "delete": ("delete", "Delete"),
    "restore": ("trash_restore", "Restore"),
    "forever": ("delete", "Delete forever"),
}


def actions(context: Context[Notes]) -> Popup:
    """What can be done with a note on a shelf."""
    theme = context.theme
    note = context.state.get(int(context.dialog["id"])) or Note()
    names = ["restore", "forever"]
    if note.shelf != "trash":
        names = ["unpin" if note.pinned else "pin", "unarchive" if note.shelf == "archive" else "archive"]
        names += ["copy", "share", "delete"]

    def entry(name: str) -> View:
        icon, text = _ACTIONS[name]

        def do() -> None:
            context.dismiss()
            act(context, note, name)

        start = View(icon=icon, color=theme.on_surface_variant, hidden=True)
        return list_row(theme, text, start=start, on_tap=do, id=f"action_{name}", pad=(24, 4, 24, 4))

    head = label(
        note.title or note.text or "Note",
        TITLE_LARGE._replace(size=18, height=26),
        theme.on_surface,
        id="sheet_title",
        width=MATCH,
        pad=(24, 0, 24, 8),
    )
    return sheet(context, head, *[entry(name) for name in names], id="action_sheet")


def act(context: Context[Notes], note: Note, what: str) -> None:
    """Do something with a note."""
    if what in ("pin", "unpin"):
        note.pinned = not note.pinned
    elif what in ("archive", "unarchive"):
        note.shelf = "notes" if note.shelf == "archive" else "archive"
        note.pinned = False
        context.toast("Note archived" if note.shelf == "archive" else "Note unarchived")
    elif what == "copy":
        twin = note.model_copy(deep=True, update={"created": None, "edited": None, "pinned": False})
        context.state.add(twin, context.now())
    elif what == "share":
        context.share(text=note.text, subject=note.title)
    elif what == "delete":
        note.shelf, note.pinned, note.reminder = "trash", False, None
        context.toast("Note moved to trash")
    elif what == "restore":
        note.shelf = "notes"
        context.toast("Note restored")
    elif what == "forever":
        context.show_dialog("forever", id=note.id)


def confirm_forever(context: Context[Notes]) -> Popup:
    """The question before a note is deleted for good."""
    number = int(context.dialog["id"])
    return confirm(
        context,
        "Delete note forever?",
        "This cannot be undone.",
        "Delete",
        lambda: context.state.remove(number),
    )


def labels(context: Context[Notes]) -> View:
    """All labels, to open, rename and delete."""
    theme, state = context.theme, context.state
    rows = [_label_row(context, name) for name in state.labels]
    add = icon_button("add", "New label", theme.on_surface, lambda: _name(context), id="add_label")
    body = (
        scroll(context, "labels", *rows, id="label_list", pad=(8, 4, 8, 24), gap=2)
        if rows
        else empty_state(theme, "label", "No labels yet", "Tap + to make one")
    )
    return column(top_bar("Labels", theme, context.finish, add), body, width=MATCH, height=MATCH)


def _label_row(context: Context[Notes], name: str) -> View:
    theme = context.theme
    count = len(context.state.on("notes", label=name))
    return row(
        View(icon="label", color=theme.on_surface_variant, width=40, hidden=True),
        label(name, TITLE_LARGE._replace(size=17, height=24), theme.on_surface, id="label_name", weight=1),
        label(str(count), BODY, theme.on_surface_variant, id="label_count"),
        icon_button("edit", f"Rename {name}", theme.on_surface_variant, lambda: _name(context, name)),
        icon_button(
            "delete",
            f"Delete label {name}",
            theme.on_surface_variant,
            lambda: context.show_dialog("delete_label", name=name),
            id="delete_label",
        ),
        id="label_row",
        width=MATCH,
        min_height=60,
        pad=(8, 0, 0, 0),
        gap=6,
        on_tap=lambda: context.open("label", label=name),
    )


def _name(context: Context[Notes], old: str = "") -> None:
    context.forget("label_field")
    context.show_dialog("name_label", old=old)
    context.edit("label_field", old)


def name_label(context: Context[Notes]) -> Popup:
    """A label's name, new or to be changed."""
    old = str(context.dialog.get("old", ""))

    def save(name: str) -> None:
        if old:
            context.state.rename_label(old, name)
        elif name not in context.state.labels:
            context.state.labels.append(name)

    title = "Rename label" if old else "New label"
    return text_prompt(context, title, "label_field", "Label", "Save", save, initial=old)


def confirm_delete_label(context: Context[Notes]) -> Popup:
    """The question before a label is deleted."""
    name = str(context.dialog["name"])
    return confirm(
        context,
        f"Delete label “{name}”?",
        "It is taken off all notes. The notes stay.",
        "Delete",
        lambda: context.state.rename_label(name, ""),
    )

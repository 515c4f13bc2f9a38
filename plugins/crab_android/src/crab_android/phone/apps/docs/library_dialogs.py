"""What stands over the list of documents: its menu, new documents, and what can be done with one."""

from __future__ import annotations

from functools import partial

from crab_android.phone.kit import (
    BODY,
    BODY_LARGE,
    LABEL_LARGE,
    MATCH,
    Context,
    Intent,
    Popup,
    View,
    choice,
    closing,
    column,
    intents,
    label,
    list_row,
    menu,
    sheet,
    text_prompt,
)

from .exporting import plain
from .library import told
from .model import SORTS, Docs, Document, SortKey
from .seeding import TEMPLATES, marked

Ctx = Context[Docs]


def library_menu(context: Ctx) -> Popup:
    """The menu of the list."""
    return menu(
        context,
        ("menu_sort", "Sort by", lambda: context.show_dialog("sort")),
        ("menu_open_file", "Open from phone", lambda: open_file(context)),
        ("menu_trash", "Trash", lambda: context.open("trash")),
        ("menu_settings", "Settings", lambda: context.open("settings")),
    )


def sort_dialog(context: Ctx) -> Popup:
    """What the documents are sorted by."""
    keys: dict[str, SortKey] = {"opened": "opened", "modified": "modified", "title": "title"}

    def choose(key: str) -> None:
        context.state.sort = keys[key]

    return choice(context, "Sort by", list(SORTS.items()), context.state.sort, choose)


def open_file(context: Ctx) -> None:
    """Let the user choose a text file of the phone."""
    context.start_for_result("file", Intent(action=intents.GET_CONTENT, type="text/plain"))


def file_chosen(context: Ctx, result: dict[str, object]) -> None:
    """A text file was chosen."""
    path = str(result.get("path") or str(result.get("uri", "")).removeprefix("file://"))
    if path:
        context.open("edit", path=path)


def new_sheet(context: Ctx) -> Popup:
    """A blank document, or one from a template."""
    theme = context.theme

    def make(name: str) -> None:
        title, text = TEMPLATES[name]
        made = context.state.add(
            "Untitled document" if name == "blank" else title, context.now(), marked(text) if text else ()
        )
        context.open("edit", id=made.id, fresh=True)

    rows = [
        list_row(
            theme,
            title,
            start=View(
                icon="file_new" if name == "blank" else "file_text",
                color=theme.on_secondary_container,
                fill=theme.secondary_container,
                radius=12,
                width=40,
                height=40,
                hidden=True,
            ),
            on_tap=closing(context, partial(make, name)),
            id=f"template_{name}",
            pad=(20, 4, 20, 4),
        )
        for name, (title, _) in TEMPLATES.items()
    ]
    head = label("New document", LABEL_LARGE, theme.on_surface_variant, id="sheet_title", pad=(24, 0, 24, 8))
    return sheet(context, head, *rows, id="new_sheet")


_ACTIONS: dict[str, tuple[str, str]] = {
    "star": ("star", "Add to starred"),
    "unstar": ("star_full", "Remove from starred"),
    "rename": ("edit", "Rename"),
    "share": ("share", "Share as text"),
    "copy": ("copy", "Make a copy"),
    "details": ("info", "Details"),
    "remove": ("delete", "Move to trash"),
    "restore": ("trash_restore", "Restore"),
    "forever": ("delete", "Delete forever"),
}


def actions_sheet(context: Ctx) -> Popup:
    """What can be done with a document."""
    theme = context.theme
    document = context.state.get(int(context.dialog["id"]))
    if document is None:
        return sheet(context)
    star = "unstar" if document.starred else "star"
    names = (
        ["restore", "forever"] if document.trashed else [star, "rename", "share", "copy", "details", "remove"]
    )

    def entry(name: str) -> View:
        icon, text = _ACTIONS[name]
        start = View(icon=icon, color=theme.on_surface_variant, width=24, hidden=True)
        act_ = closing(context, partial(act, context, document, name))
        return list_row(theme, text, start=start, on_tap=act_, id=f"action_{name}", pad=(24, 2, 24, 2))

    head = column(
        label(document.title, BODY_LARGE._replace(weight=500), theme.on_surface, id="sheet_title"),
        label(told(context, document), BODY, theme.on_surface_variant, id="sheet_detail"),
        width=MATCH,
        pad=(24, 0, 24, 10),
        hidden=True,
    )
    return sheet(context, head, *[entry(name) for name in names], id="action_sheet")


def act(context: Ctx, document: Document, what: str) -> None:
    """Do something with a document."""
    if what in ("star", "unstar"):
        document.starred = what == "star"
    elif what == "rename":
        context.forget("rename_field")
        context.show_dialog("rename", id=document.id)
        context.edit("rename_field", document.title)
    elif what == "share":
        context.share(text=plain(document), subject=document.title)
    elif what == "copy":
        context.state.duplicate(document, context.now())
        context.toast(f"Copied “{document.title}”")
    elif what == "details":
        context.open("details", id=document.id)
    elif what == "remove":
        document.trashed, document.starred = context.now(), False
        context.toast("Document moved to trash")
    elif what == "restore":
        document.trashed = None
        context.toast("Document restored")
    elif what == "forever":
        context.show_dialog("forever", id=document.id)


def rename_dialog(context: Ctx) -> Popup:
    """The new title of a document."""
    document = context.state.get(int(context.dialog["id"]))

    def save(name: str) -> None:
        if document is not None:
            document.title, document.modified = name, context.now()

    title = document.title if document else ""
    return text_prompt(context, "Rename document", "rename_field", "Title", "Rename", save, initial=title)

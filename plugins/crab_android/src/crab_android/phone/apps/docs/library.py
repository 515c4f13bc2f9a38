"""The list of documents, as pages or rows; what can be done with one; and new ones."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from crab_android.phone.kit import (
    BODY,
    BODY_LARGE,
    FRAME,
    LABEL,
    LABEL_LARGE,
    MATCH,
    TITLE_LARGE,
    Align,
    Context,
    Intent,
    Popup,
    View,
    chip,
    choice,
    closing,
    column,
    empty_state,
    extended_fab,
    formats,
    icon_badge,
    icon_button,
    icon_mark,
    intents,
    label,
    lazy_grid,
    lazy_list,
    list_row,
    menu,
    overflow,
    row,
    search_bar,
    sheet,
    stack,
    text_prompt,
)

from .exporting import plain
from .model import SORTS, Docs, Document, SortKey
from .paper import thumbnail
from .seeding import TEMPLATES, marked

Ctx = Context[Docs]

BLUE = 0xFF2F6BE0
_CARD = 216.0  # dp
_ROW = 72.0
_GROUPS = (("all", "All"), ("mine", "Owned by me"), ("shared", "Shared"), ("starred", "Starred"))


def build(context: Ctx) -> View:
    """The main screen."""
    theme, state = context.theme, context.state
    group, wanted = str(context.args.get("group", "all")), context.field("query").text.strip()
    found = state.listed(wanted, group)

    def flip() -> None:
        state.grid = not state.grid

    def show(name: str) -> None:
        context.args["group"] = name

    head = row(
        label("Docs", TITLE_LARGE, theme.on_surface, id="toolbar_title", weight=1),
        icon_button(
            "list" if state.grid else "grid_view",
            "List view" if state.grid else "Grid view",
            theme.on_surface_variant,
            flip,
            id="view_mode_button",
        ),
        overflow(context),
        width=MATCH,
        height=60,
        pad=(20, 4, 4, 0),
        hidden=True,
    )
    chips = row(
        *(
            chip(text, theme, partial(show, name), selected=name == group, id=f"filter_{name}")
            for name, text in _GROUPS
        ),
        cls="android.widget.HorizontalScrollView",
        id="filters",
        width=MATCH,
        gap=8,
        pad=(16, 0, 16, 4),
        scroll_key="filters",
        scroll_y=context.activity.scroll.get("filters", 0),
        horizontal=True,
    )
    if found:
        body = _pages(context, found) if state.grid else _rows(context, found)
    elif wanted:
        body = empty_state(theme, "search", "No matching documents", f"Nothing has “{wanted}” in it")
    else:
        body = empty_state(theme, "article", "No documents here", "Tap New to write the first one")
    new = stack(
        extended_fab("add", "New", theme, lambda: context.show_dialog("new"), "new_document_button"),
        width=MATCH,
        height=MATCH,
        align=Align.END,
        justify=Align.END,
        pad=(0, 0, 16, 20),
        hidden=True,
    )
    content = column(
        head,
        search_bar(context, "query", "Search in Docs", on_enter=context.phone.hide_keyboard),
        chips,
        body,
        width=MATCH,
        height=MATCH,
        hidden=True,
    )
    return stack(content, new, width=MATCH, height=MATCH)


def told(context: Ctx, document: Document) -> str:
    """The line below a title: whose it is, and when it was last opened or changed."""
    if context.state.sort == "opened" and document.opened and document.opened >= document.modified:
        when = f"Opened {formats.list_time(document.opened, context)}"
    else:
        when = f"Modified {formats.list_time(document.modified, context)}"
    return f"{document.owner_name or document.owner} · {when}" if document.owner else when


def open_document(context: Ctx, document: Document) -> None:
    """Open it."""
    context.open("edit", id=document.id)


def _pages(context: Ctx, found: Sequence[Document]) -> View:
    columns = 2 if context.phone.area.width < context.phone.area.height else 4
    return lazy_grid(
        context,
        "documents",
        len(found),
        columns,
        _CARD,
        lambda index: _card(context, found[index]),
        gap=12,
        id="doc_list",
        pad=(16, 4, 16, 96),
    )


def _card(context: Ctx, document: Document) -> View:
    theme = context.theme
    show = partial(context.show_dialog, "actions", id=document.id)
    stars = [icon_mark("star_full", theme.primary, 16)] if document.starred else []
    foot = row(
        column(
            row(
                *stars,
                label(document.title, LABEL_LARGE, theme.on_surface, id="doc_title", weight=1),
                width=MATCH,
                gap=4,
                hidden=True,
            ),
            label(
                told(context, document), LABEL._replace(weight=400), theme.on_surface_variant, id="doc_detail"
            ),
            weight=1,
            hidden=True,
        ),
        icon_button(
            "more",
            f"More actions for {document.title}",
            theme.on_surface_variant,
            show,
            id="more_actions_button",
            width=36,
        ),
        width=MATCH,
        weight=1,
        pad=(12, 0, 0, 0),
        hidden=True,
    )
    view = column(
        thumbnail(document),
        foot,
        cls=FRAME,
        id="doc_entry",
        desc=document.title,
        stroke=theme.outline_variant,
        fill=theme.surface_container,
        on_tap=partial(open_document, context, document),
        on_long_tap=show,
    )
    view.radius = 4
    return view


def _rows(context: Ctx, found: Sequence[Document]) -> View:
    return lazy_list(
        context,
        "documents",
        len(found),
        _ROW,
        lambda index: document_row(context, found[index]),
        id="doc_list",
        pad=(0, 4, 0, 96),
    )


def document_row(context: Ctx, document: Document, detail: str = "") -> View:
    """A document in a list."""
    theme = context.theme
    show = partial(context.show_dialog, "actions", id=document.id)
    stars = [icon_mark("star_full", theme.primary, 16)] if document.starred else []
    return row(
        icon_badge("article", BLUE),
        column(
            label(document.title, BODY_LARGE, theme.on_surface, id="doc_title"),
            row(
                *stars,
                label(
                    detail or told(context, document),
                    BODY,
                    theme.on_surface_variant,
                    id="doc_detail",
                    weight=1,
                ),
                width=MATCH,
                gap=4,
                hidden=True,
            ),
            weight=1,
            hidden=True,
        ),
        icon_button(
            "more",
            f"More actions for {document.title}",
            theme.on_surface_variant,
            show,
            id="more_actions_button",
        ),
        cls=FRAME,
        id="doc_entry",
        desc=document.title,
        width=MATCH,
        min_height=_ROW,
        gap=16,
        pad=(16, 6, 4, 6),
        on_tap=show if document.trashed else partial(open_document, context, document),
        on_long_tap=show,
    )


# -- what is over it --------------------------------


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

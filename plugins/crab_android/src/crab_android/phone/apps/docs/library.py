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
    View,
    chip,
    column,
    empty_state,
    extended_fab,
    formats,
    icon_badge,
    icon_button,
    icon_mark,
    label,
    lazy_grid,
    lazy_list,
    overflow,
    row,
    search_bar,
    stack,
)

from .model import Docs, Document
from .paper import thumbnail

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

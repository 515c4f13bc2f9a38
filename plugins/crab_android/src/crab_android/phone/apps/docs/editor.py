"""Writing a document: its title, its paragraphs, the tools below, and finding words in it."""

from __future__ import annotations

from functools import partial
from typing import Any

from crab_android.phone.kit import (
    LABEL_LARGE,
    MATCH,
    TITLE_LARGE,
    Context,
    FileError,
    Handler,
    Intent,
    View,
    column,
    disabled,
    divider,
    empty_state,
    icon_button,
    intents,
    label,
    overflow,
    row,
    scroll,
    space,
    text_input,
    top_bar,
)

from .editing import can, current, document_of, field_of, toggle, turn
from .finding import find_bar
from .model import STYLES, Docs, Document, Paragraph
from .paper import paragraph_view

Ctx = Context[Docs]


# -- how it is opened --------------------------------


def row_arguments(intent: Intent) -> dict[str, Any]:
    """Which document a row of the provider is."""
    last = intent.data.rpartition("/")[2]
    return {"id": int(last) if last.isdigit() else 0}


def file_arguments(intent: Intent) -> dict[str, Any]:
    """Which text file is to be opened."""
    return {"path": intent.data.removeprefix("file://")}


def text_arguments(intent: Intent) -> dict[str, Any]:
    """The text that a new document begins with."""
    title = intent.extras.get(intents.EXTRA_SUBJECT) or intent.extras.get("android.intent.extra.TITLE", "")
    return {"new": True, "title": str(title), "text": str(intent.extras.get(intents.EXTRA_TEXT, ""))}


def opened(context: Ctx) -> None:
    """Make the document that was asked for, and remember that it was looked at."""
    args = context.args
    if args.get("path"):
        args["id"] = _from_file(context, str(args["path"]))
    elif args.get("new"):
        made = context.state.add(str(args.get("title") or "Untitled document"), context.now())
        if args.get("text"):
            made.write(str(args["text"]))
        args["id"] = made.id
    document = document_of(context)
    if document is None:
        return
    document.opened = context.now()
    if args.pop("fresh", False):
        context.edit(field_of(document.paragraphs[0]), document.paragraphs[0].text)


def _from_file(context: Ctx, path: str) -> int:
    """The document that stands for a text file of the phone, with what is in it now."""
    try:
        text = context.files.read(path).decode(errors="replace")
    except FileError as error:
        context.toast(f"Couldn't open the file: {error}")
        return 0
    known = next((one for one in context.state.documents if one.path == path and not one.trashed), None)
    document = known or context.state.add(path.rpartition("/")[2], context.now())
    document.path = path
    if document.body != text:
        document.write(text)
    return document.id


# -- the screen --------------------------------


def build(context: Ctx) -> View:
    """The screen of a document."""
    theme, document = context.theme, document_of(context)
    if document is None:
        return column(
            top_bar("Docs", theme, context.finish),
            empty_state(theme, "article", "This document is not there any more"),
            width=MATCH,
            height=MATCH,
        )
    locked = document.trashed is not None
    views = [
        paragraph_view(context, document, index, locked=locked) for index in range(len(document.paragraphs))
    ]
    body = scroll(context, "page", *views, space(height=64), pad=(24, 12, 20, 24), id="editor_view")
    finding = [find_bar(context, document)] if context.args.get("finding") else []
    tools = [] if locked else [divider(theme), _tools(context, document)]
    return column(_bar(context, document), *finding, body, *tools, width=MATCH, height=MATCH)


def _bar(context: Ctx, document: Document) -> View:
    theme = context.theme

    def tool(icon: str, desc: str, way: str) -> View:
        view = icon_button(icon, desc, theme.on_surface, partial(turn, context, way), id=f"action_{way}")
        return disabled(view, theme, when=not can(context, way))

    title = text_input(
        context,
        "document_title",
        "Untitled document",
        initial=document.title,
        style=TITLE_LARGE._replace(size=19, height=26),
        weight=1,
        min_height=48,
    )
    comments = len([one for one in document.comments if not one.resolved])
    return row(
        icon_button("back", "Navigate up", theme.on_surface, context.finish),
        title,
        tool("undo", "Undo", "undo"),
        tool("redo", "Redo", "redo"),
        icon_button(
            "message",
            f"Comments, {comments} open" if comments else "Comments",
            theme.primary if comments else theme.on_surface,
            lambda: context.open("comments", id=document.id),
            id="action_comments",
        ),
        overflow(context),
        cls="android.view.ViewGroup",
        id="toolbar",
        width=MATCH,
        height=64,
        pad=(4, 0, 4, 0),
    )


def _tools(context: Ctx, document: Document) -> View:
    theme = context.theme
    here = current(context, document) or Paragraph()

    def tool(icon: str, desc: str, id: str, on: bool, handler: Handler) -> View:
        return icon_button(
            icon,
            desc,
            theme.on_secondary_container if on else theme.on_surface_variant,
            handler,
            id=id,
            width=40,
            height=48,
            radius=12,
            fill=theme.secondary_container if on else None,
            selected=on,
        )

    style = row(
        label(STYLES.get(here.style, "Image"), LABEL_LARGE, theme.on_surface, id="style_name", lines=1),
        View(icon="dropdown", icon_size=18, color=theme.on_surface_variant, width=18, height=18, hidden=True),
        cls="android.widget.Spinner",
        id="style_button",
        desc="Paragraph style",
        height=48,
        gap=2,
        pad=(12, 0, 6, 0),
        radius=12,
        on_tap=partial(context.show_dialog, "styles"),
    )
    return row(
        style,
        tool("bold", "Bold", "bold_button", here.bold, partial(toggle, context, "bold")),
        tool("italic", "Italic", "italic_button", here.italic, partial(toggle, context, "italic")),
        tool(
            "underline",
            "Underline",
            "underline_button",
            here.underline,
            partial(toggle, context, "underline"),
        ),
        tool(
            f"align_{here.align}",
            "Alignment",
            "align_button",
            here.align != "left",
            partial(context.show_dialog, "align"),
        ),
        tool(
            "bullets",
            "Bulleted list",
            "bullet_button",
            here.style == "bullet",
            partial(toggle, context, "bullet"),
        ),
        tool(
            "numbers",
            "Numbered list",
            "number_button",
            here.style == "numbered",
            partial(toggle, context, "numbered"),
        ),
        tool("add", "Insert", "insert_button", False, partial(context.show_dialog, "insert")),
        cls="android.widget.HorizontalScrollView",
        id="format_toolbar",
        width=MATCH,
        height=56,
        pad=(6, 4, 6, 4),
        scroll_key="tools",
        scroll_y=context.activity.scroll.get("tools", 0),
        horizontal=True,
        fill=theme.surface_low,
    )


def back(context: Ctx) -> bool:
    """Back ends the search first."""
    if context.args.get("finding"):
        context.args.pop("finding")
        context.forget("find_text", "replace_text")
        return True
    return False

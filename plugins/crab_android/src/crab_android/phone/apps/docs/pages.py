"""The other screens: comments, the trash, details, settings."""

from __future__ import annotations

from functools import partial

from crab_android.phone.kit import (
    BODY,
    BODY_LARGE,
    LABEL_LARGE,
    MATCH,
    Context,
    Popup,
    View,
    avatar,
    choice,
    column,
    confirm,
    empty_state,
    formats,
    icon_button,
    label,
    lazy_list,
    list_row,
    menu,
    overflow,
    row,
    scroll,
    section,
    switch,
    text_input,
    top_bar,
)

from .editing import document_of
from .library import document_row
from .model import SORTS, Comment, Docs

Ctx = Context[Docs]


# -- comments --------------------------------


def comments(context: Ctx) -> View:
    """What is said about a document, and a field to say more."""
    theme, document = context.theme, document_of(context)
    bar = top_bar("Comments", theme, context.finish)
    if document is None:
        return column(bar, width=MATCH, height=MATCH)
    quote = str(context.args.get("quote", ""))

    def send() -> None:
        text = context.field("comment_text").text.strip()
        if text:
            document.comments.append(
                Comment(
                    id=document.number(),
                    author=context.state.account_name,
                    text=text,
                    quote=quote,
                    time=context.now(),
                )
            )
            context.forget("comment_text")
            context.args.pop("quote", None)
            context.phone.hide_keyboard()

    shown = [_comment(context, one) for one in document.comments]
    body = (
        scroll(context, "comments", *shown, pad=(16, 8, 16, 16), gap=10, id="comment_list")
        if shown
        else column(
            empty_state(theme, "message", "No comments yet", "Write the first one below"),
            width=MATCH,
            weight=1,
            hidden=True,
        )
    )
    entry = row(
        text_input(context, "comment_text", "Add a comment", on_enter=send, weight=1, min_height=52, lines=1),
        icon_button("send", "Send comment", theme.primary, send, id="send_comment"),
        width=MATCH,
        pad=(18, 0, 4, 0),
        radius=26,
        fill=theme.surface_high,
        hidden=True,
    )
    about = (
        [label(f"“{quote}”", BODY, theme.on_surface_variant, id="comment_quote", pad=(8, 0, 8, 6))]
        if quote
        else []
    )
    foot = column(*about, entry, width=MATCH, pad=(16, 6, 16, 12), hidden=True)
    return column(bar, body, foot, width=MATCH, height=MATCH)


def _comment(context: Ctx, one: Comment) -> View:
    theme = context.theme

    def resolve() -> None:
        one.resolved = not one.resolved

    head = row(
        avatar(one.author or "?", 36),
        column(
            label(one.author or "Somebody", LABEL_LARGE, theme.on_surface, id="comment_author"),
            label(
                formats.list_time(one.time, context) if one.time else "",
                BODY._replace(size=12, height=16),
                theme.on_surface_variant,
                id="comment_time",
            ),
            weight=1,
            hidden=True,
        ),
        icon_button(
            "undo" if one.resolved else "check",
            "Reopen" if one.resolved else "Mark as resolved",
            theme.primary,
            resolve,
            id="resolve_comment",
        ),
        icon_button(
            "delete",
            "Delete comment",
            theme.on_surface_variant,
            partial(context.show_dialog, "delete", comment=one.id),
            id="delete_comment",
        ),
        width=MATCH,
        gap=12,
        hidden=True,
    )
    quote = [label(f"“{one.quote}”", BODY, theme.on_surface_variant, id="quote", lines=2, width=MATCH)]
    done = [label("Resolved", BODY, theme.primary, id="comment_resolved")]
    return column(
        head,
        *(quote if one.quote else []),
        label(one.text, BODY_LARGE, theme.on_surface, id="comment", lines=20, width=MATCH),
        *(done if one.resolved else []),
        id="comment_card",
        width=MATCH,
        gap=6,
        pad=(14, 8, 6, 14),
        radius=20,
        fill=theme.surface_container,
    )


def delete_comment(context: Ctx) -> Popup:
    """The question before a comment is deleted."""
    document, number = document_of(context), int(context.dialog["comment"])

    def delete() -> None:
        if document is not None:
            document.comments = [one for one in document.comments if one.id != number]

    return confirm(context, "Delete comment?", "This cannot be undone.", "Delete", delete)


# -- trash --------------------------------


def trash(context: Ctx) -> View:
    """What was deleted."""
    theme, found = context.theme, context.state.trash()
    bar = top_bar("Trash", theme, context.finish, *([overflow(context)] if found else []))
    if not found:
        empty = empty_state(theme, "delete", "Nothing in trash", "Documents you delete wait here")
        return column(bar, empty, width=MATCH, height=MATCH)

    def entry(index: int) -> View:
        one = found[index]
        deleted = formats.list_time(one.trashed or one.modified, context)
        return document_row(context, one, f"Deleted {deleted}")

    rows = lazy_list(context, "trash", len(found), 72, entry, id="doc_list", pad=(0, 4, 0, 16))
    return column(bar, rows, width=MATCH, height=MATCH)


def trash_menu(context: Ctx) -> Popup:
    """The menu of the trash."""
    return menu(context, ("menu_empty_trash", "Empty trash", lambda: context.show_dialog("empty")))


def empty_dialog(context: Ctx) -> Popup:
    """The question before the trash is emptied."""
    found = context.state.trash()

    def empty() -> None:
        for one in found:
            context.state.remove(one.id)
        context.toast("Trash emptied")

    told = f"{len(found)} document{'' if len(found) == 1 else 's'} will be deleted forever."
    return confirm(context, "Empty trash?", told, "Empty trash", empty)


def forever_dialog(context: Ctx) -> Popup:
    """The question before a document is deleted for good."""
    document = context.state.get(int(context.dialog["id"]))

    def delete() -> None:
        if document is not None:
            context.state.remove(document.id)
            context.toast("Document deleted")

    name = document.title if document else "It"
    return confirm(
        context,
        "Delete forever?",
        f"“{name}” will be deleted forever. This cannot be undone.",
        "Delete forever",
        delete,
    )


# -- details and settings --------------------------------


def details(context: Ctx) -> View:
    """What is known of a document."""
    theme, document = context.theme, document_of(context)
    bar = top_bar("Details", theme, context.finish)
    if document is None:
        return column(bar, width=MATCH, height=MATCH)
    owner = f"{document.owner_name} ({document.owner})" if document.owner_name else document.owner
    locale = formats.locale_of(context)
    facts = (
        ("Title", document.title, "detail_title"),
        ("Location", document.path or "Docs", "detail_location"),
        ("Owner", owner or "Me", "detail_owner"),
        ("Created", formats.moment_text(document.created, context), "detail_created"),
        ("Modified", formats.moment_text(document.modified, context), "detail_modified"),
        (
            "Opened",
            formats.moment_text(document.opened, context) if document.opened else "Never",
            "detail_opened",
        ),
        ("Words", formats.number_text(document.words, locale), "detail_words"),
        ("Size", formats.size_text(len(document.body.encode()), locale), "detail_size"),
    )
    rows = [
        column(
            label(name, LABEL_LARGE, theme.on_surface_variant, id=f"{id_}_label"),
            label(value, BODY_LARGE, theme.on_surface, id=id_, lines=3, width=MATCH),
            width=MATCH,
            pad=(20, 8, 20, 8),
            hidden=True,
        )
        for name, value, id_ in facts
    ]
    return column(bar, scroll(context, "details", *rows, pad=(0, 0, 0, 24)), width=MATCH, height=MATCH)


_SPACINGS = {"1.0": "Single", "1.15": "1.15", "1.5": "1.5"}


def settings(context: Ctx) -> View:
    """How documents are shown."""
    theme, state = context.theme, context.state

    def flip() -> None:
        state.grid = not state.grid

    pad = (20, 8, 16, 8)
    return column(
        top_bar("Settings", theme, context.finish),
        scroll(
            context,
            "settings",
            section("Account", theme),
            list_row(theme, state.account_name or "Account", state.account, id="pref_account", pad=pad),
            section("List", theme),
            list_row(
                theme,
                "Show documents as pages",
                "Off shows them in a list",
                end=switch(state.grid, theme, flip, id="switch_grid", desc="Show documents as pages"),
                on_tap=flip,
                id="pref_grid",
                pad=pad,
            ),
            list_row(
                theme,
                "Sort by",
                SORTS[state.sort],
                on_tap=lambda: context.show_dialog("sort"),
                id="pref_sort",
                pad=pad,
            ),
            section("Editor", theme),
            list_row(
                theme,
                "Line spacing",
                _SPACINGS.get(str(state.spacing), str(state.spacing)),
                on_tap=lambda: context.show_dialog("spacing"),
                id="pref_spacing",
                pad=pad,
            ),
        ),
        width=MATCH,
        height=MATCH,
    )


def spacing_dialog(context: Ctx) -> Popup:
    """How far lines stand apart."""

    def choose(key: str) -> None:
        context.state.spacing = float(key)

    return choice(context, "Line spacing", list(_SPACINGS.items()), str(context.state.spacing), choose)

"""One file: its text, its picture, or what it is; and its details."""

from __future__ import annotations

from functools import partial

from crab_android.phone.kit import (
    BODY,
    BODY_LARGE,
    FRAME,
    LABEL_LARGE,
    MATCH,
    TITLE_LARGE,
    Align,
    Context,
    Handler,
    Popup,
    TextStyle,
    View,
    avatar,
    button,
    column,
    empty_state,
    formats,
    icon_button,
    image,
    label,
    menu,
    overflow,
    row,
    scroll,
    section,
    space,
    stack,
    top_bar,
)

from .looks import kind_color, locale, thumbnail
from .model import KINDS, ROLES, Drive, Item
from .sharing import item_of
from .work import act, cached

Ctx = Context[Drive]

_TEXT = TextStyle(16, 26)
_MOST = 100_000  # characters of a text that are shown


def opened(context: Ctx) -> None:
    """Remember that a file was looked at."""
    item = item_of(context)
    if item is not None:
        item.opened = context.now()


def build(context: Ctx) -> View:
    """The screen of a file."""
    theme, item = context.theme, item_of(context)
    if item is None or context.state.gone(item):
        return column(
            top_bar("Drive", theme, context.finish),
            empty_state(theme, "file", "This file is not there any more"),
            width=MATCH,
            height=MATCH,
        )

    def do(what: str) -> None:
        act(context, [item], what)

    bar = top_bar(
        item.name,
        theme,
        context.finish,
        icon_button(
            "star_full" if item.starred else "star",
            "Remove from starred" if item.starred else "Add to starred",
            theme.primary if item.starred else theme.on_surface_variant,
            partial(do, "unstar" if item.starred else "star"),
            id="action_star",
        ),
        icon_button("person_add", "Share", theme.on_surface_variant, partial(do, "share"), id="action_share"),
        overflow(context),
    )
    return column(bar, _content(context, item), width=MATCH, height=MATCH)


def _content(context: Ctx, item: Item) -> View:
    theme = context.theme
    if item.kind in ("text", "table"):
        text = item.content.decode(errors="replace")[:_MOST]
        if item.kind == "table":
            return _table(context, text)
        parts = [
            label(part, _TEXT, theme.on_surface, id="text_view" if number == 0 else "text_more", lines=4000)
            for number, part in enumerate(text.split("\n\n"))
        ]
        for part in parts:
            part.width = MATCH
        return scroll(context, "text", *parts, gap=22, pad=(20, 12, 20, 48), id="text_scroll")
    if item.kind == "image":
        shown = image(item.content, desc=item.name, fit="contain", id="image_view", height=0, weight=1)
        return column(shown, width=MATCH, weight=1, pad=(0, 0, 0, 24), fill=theme.surface_low, hidden=True)
    return _card(context, item)


def _table(context: Ctx, text: str) -> View:
    theme = context.theme
    rows: list[View] = []
    for number, line in enumerate(text.splitlines()[:400]):
        style = LABEL_LARGE if number == 0 else BODY
        cells = [
            label(cell.strip(), style, theme.on_surface, id="cell", weight=1, lines=2, pad=(8, 0, 4, 0))
            for cell in line.split(",")
        ]
        rows.append(
            row(
                *cells,
                width=MATCH,
                min_height=44,
                fill=theme.secondary_container
                if number == 0
                else theme.surface_low
                if number % 2 == 0
                else None,
                hidden=True,
            )
        )
    return scroll(context, "table", *rows, pad=(8, 8, 8, 40), id="table_scroll")


def _card(context: Ctx, item: Item) -> View:
    """What is shown of a file that cannot be drawn."""
    theme = context.theme
    color = kind_color(item.kind, theme)
    return scroll(
        context,
        "card",
        View(icon=KINDS[item.kind][1], icon_size=72, color=color, width=96, height=96, hidden=True),
        label(
            item.name,
            TITLE_LARGE,
            theme.on_surface,
            id="file_name",
            lines=3,
            width=MATCH,
            text_align=Align.CENTER,
        ),
        label(
            f"{item.kind_name} · {formats.size_text(item.size, locale(context))}",
            BODY_LARGE,
            theme.on_surface_variant,
            id="file_facts",
        ),
        space(height=20),
        button("Open with…", theme, partial(open_with, context, item), id="open_with", filled=True),
        button("Download", theme, partial(act, context, [item], "download"), id="download"),
        align=Align.CENTER,
        gap=8,
        pad=(32, 72, 32, 32),
    )


def open_with(context: Ctx, item: Item) -> None:
    """Show a file in another app of the phone."""
    path = cached(context, item)
    if path:
        context.view(f"file://{path}", item.mime)


def viewer_menu(context: Ctx) -> Popup:
    """What can be done with the file."""
    item = item_of(context)
    if item is None:
        return menu(context)

    def do(what: str) -> Handler:
        return partial(act, context, [item], what)

    def remove() -> None:
        act(context, [item], "remove")
        context.finish()

    return menu(
        context,
        ("menu_open_with", "Open with", partial(open_with, context, item)),
        ("menu_download", "Download", do("download")),
        ("menu_send", "Send a copy", do("send")),
        ("menu_link", "Copy link", do("link")),
        ("menu_rename", "Rename", do("rename")),
        ("menu_copy", "Make a copy", do("copy")),
        ("menu_move", "Move", do("move")),
        ("menu_details", "Details and activity", do("details")),
        ("menu_remove", "Move to trash", remove),
    )


# -- details --------------------------------


def details(context: Ctx) -> View:
    """What is known of an item."""
    theme, item = context.theme, item_of(context)
    bar = top_bar(item.name if item else "Details", theme, context.finish)
    if item is None:
        return column(bar, empty_state(theme, "file", "It is not there any more"), width=MATCH, height=MATCH)
    state = context.state

    def fact(name: str, value: str, id: str) -> View:
        return column(
            label(name, LABEL_LARGE, theme.on_surface_variant, id=f"{id}_label"),
            label(value, BODY_LARGE, theme.on_surface, id=id, lines=3, width=MATCH),
            width=MATCH,
            pad=(20, 8, 20, 8),
            hidden=True,
        )

    moment = formats.moment_text
    facts = [fact("Type", item.kind_name, "detail_type")]
    if item.folder:
        below = [one for one in state.below(item) if not state.gone(one)]
        count = len([one for one in below if one.parent == item.id])
        facts.append(fact("Holds", f"{count} item{'' if count == 1 else 's'}", "detail_count"))
        size = sum(one.size for one in below)
    else:
        size = item.size
    owner = state.owner_of(item)
    facts += [
        fact("Size", f"{formats.size_text(size, locale(context))}", "detail_size"),
        fact("Location", state.path(item).rpartition("/")[0], "detail_location"),
        fact("Owner", "Me" if item.owner is None else f"{owner.shown} ({owner.mail})", "detail_owner"),
        fact("Created", moment(item.created, context), "detail_created"),
        fact("Modified", moment(item.modified, context), "detail_modified"),
        fact("Opened", moment(item.opened, context) if item.opened else "Never", "detail_opened"),
    ]
    face = (
        stack(image(item.content, desc=item.name, height=180, radius=20), width=MATCH, hidden=True)
        if item.kind == "image"
        else stack(
            thumbnail(item, theme, 88), width=MATCH, height=128, align=Align.CENTER, justify=Align.CENTER
        )
    )
    return column(
        bar,
        scroll(
            context,
            "details",
            stack(face, width=MATCH, pad=(16, 4, 16, 8), hidden=True),
            section("Who has access", theme),
            _people(context, item),
            section("Details", theme),
            *facts,
            pad=(0, 0, 0, 32),
        ),
        width=MATCH,
        height=MATCH,
    )


def _people(context: Ctx, item: Item) -> View:
    theme, owner = context.theme, context.state.owner_of(item)
    told = [f"{owner.shown} (Owner)", *(f"{one.shown} ({ROLES[one.role]})" for one in item.access)]
    if item.link == "anyone":
        told.append("Anyone with the link (Viewer)")
    faces = [avatar(one.shown, 36) for one in (owner, *item.access)][:5]
    return row(
        column(
            row(*faces, gap=6, hidden=True),
            label("\n".join(told), BODY, theme.on_surface_variant, id="detail_access", lines=20, width=MATCH),
            weight=1,
            gap=8,
            hidden=True,
        ),
        button("Manage", theme, partial(act, context, [item], "share"), id="manage_access"),
        cls=FRAME,
        id="access_row",
        width=MATCH,
        gap=12,
        pad=(20, 4, 12, 8),
    )

"""One folder: what it holds."""

from __future__ import annotations

from functools import partial

from crab_android.phone.kit import (
    MATCH,
    Context,
    Intent,
    Popup,
    View,
    column,
    empty_state,
    icon_button,
    menu,
    overflow,
    stack,
    top_bar,
)

from .browse import body_of, chosen_bar, clear, crumbs
from .main import floating
from .model import Drive
from .work import act

Ctx = Context[Drive]


def build(context: Ctx) -> View:
    """The screen."""
    theme, state = context.theme, context.state
    folder = state.get(int(context.args.get("id", 0)))
    if folder is None or not folder.folder or state.gone(folder):
        return column(
            top_bar("Drive", theme, context.finish),
            empty_state(theme, "folder", "This folder is not there any more"),
            width=MATCH,
            height=MATCH,
        )
    chosen = context.args.get("selected")
    bar = (
        chosen_bar(context)
        if chosen
        else top_bar(
            folder.name,
            theme,
            context.finish,
            icon_button(
                "search", "Search", theme.on_surface_variant, lambda: context.open("search"), id="menu_search"
            ),
            overflow(context),
        )
    )
    empty = empty_state(theme, "folder_open", "Nothing in this folder", "Tap New to add something")
    content = column(
        bar,
        crumbs(context, folder),
        body_of(context, "folder", state.inside(folder.id), empty),
        width=MATCH,
        height=MATCH,
        hidden=True,
    )
    over = [] if chosen else [floating(context, partial(context.show_dialog, "new"))]
    return stack(content, *over, width=MATCH, height=MATCH)


def folder_menu(context: Ctx) -> Popup:
    """What can be done with the folder."""
    folder = context.state.get(int(context.args.get("id", 0)))
    if folder is None:
        return menu(context)

    def do(what: str) -> None:
        act(context, [folder], what)

    def remove() -> None:
        act(context, [folder], "remove")
        context.finish()

    star = ("unstar", "Remove from starred") if folder.starred else ("star", "Add to starred")
    return menu(
        context,
        ("menu_share", "Share", partial(do, "share")),
        ("menu_star", star[1], partial(do, star[0])),
        ("menu_rename", "Rename", partial(do, "rename")),
        ("menu_move", "Move", partial(do, "move")),
        ("menu_link", "Copy link", partial(do, "link")),
        ("menu_details", "Details and activity", partial(do, "details")),
        ("menu_remove", "Move to trash", remove),
    )


def back(context: Ctx) -> bool:
    """Back ends the selection first."""
    if context.args.get("selected"):
        clear(context)
        return True
    return False


def arguments(intent: Intent) -> dict[str, int]:
    """Which item a link or a row of the provider means."""
    last = intent.data.rpartition("/")[2]
    return {"id": int(last) if last.isdigit() else 0}

"""Lists of items: sorted, in a list or a grid, opened by a tap, selected by a long one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from crab_android.phone.kit import (
    LABEL_LARGE,
    MATCH,
    Context,
    Handler,
    Popup,
    View,
    button,
    column,
    icon_button,
    label,
    lazy_grid,
    lazy_list,
    row,
    selection_bar,
    sheet,
    stack,
)

from .looks import CARD, ROW, item_card, item_row
from .model import SORTS, Drive, Item
from .work import act

Ctx = Context[Drive]


def selected(context: Ctx) -> list[Item]:
    """The items that are selected on this screen."""
    chosen = context.args.get("selected", [])
    return [item for item in context.state.items if item.id in chosen]


def clear(context: Ctx) -> None:
    """Select nothing."""
    context.args.pop("selected", None)


def toggle(context: Ctx, item: Item) -> None:
    """Select an item, or no longer."""
    chosen = list(context.args.get("selected", []))
    context.args["selected"] = (
        [number for number in chosen if number != item.id] if item.id in chosen else [*chosen, item.id]
    )


def open_item(context: Ctx, item: Item) -> None:
    """Open a folder, or show a file."""
    if item.folder:
        context.open("folder", id=item.id)
    else:
        context.open("viewer", id=item.id)


def touch(context: Ctx, item: Item) -> None:
    """What a tap on an item does."""
    if context.args.get("selected"):
        toggle(context, item)
    else:
        open_item(context, item)


def entries(context: Ctx, key: str, items: Sequence[Item], *, foot: float = 96) -> View:
    """Items in a list or in a grid."""
    chosen = context.args.get("selected", [])

    def more(item: Item) -> Handler | None:
        return None if chosen else partial(context.show_dialog, "actions", id=item.id)

    def listed(index: int) -> View:
        item = items[index]
        return item_row(
            context,
            item,
            on_tap=partial(touch, context, item),
            on_select=partial(toggle, context, item),
            on_more=more(item),
            selected=item.id in chosen,
        )

    def card(index: int) -> View:
        item = items[index]
        return item_card(
            context,
            item,
            on_tap=partial(touch, context, item),
            on_select=partial(toggle, context, item),
            on_more=more(item),
            selected=item.id in chosen,
        )

    if not context.state.grid:
        return lazy_list(
            context, key, len(items), ROW, listed, id="doclist_recycler_view", pad=(4, 0, 4, foot)
        )
    columns = 2 if context.phone.area.width < context.phone.area.height else 4
    return lazy_grid(
        context,
        key,
        len(items),
        columns,
        CARD,
        card,
        gap=10,
        id="doclist_recycler_view",
        pad=(14, 4, 14, foot),
    )


def order_bar(context: Ctx) -> View:
    """The line above a list: what it is sorted by, and the switch between list and grid."""
    theme, state = context.theme, context.state

    def flip() -> None:
        state.grid = not state.grid

    way = "arrow_down" if state.descending else "arrow_up"
    sort = row(
        label(SORTS[state.sort], LABEL_LARGE, theme.on_surface, id="sort_label"),
        View(icon=way, icon_size=18, color=theme.on_surface_variant, width=18, height=18, hidden=True),
        cls="android.widget.Button",
        id="sort_button",
        desc=f"Sorted by {SORTS[state.sort].lower()}, {'descending' if state.descending else 'ascending'}",
        min_height=48,
        gap=6,
        pad=(12, 0, 12, 0),
        radius=24,
        on_tap=partial(context.show_dialog, "sort"),
    )
    view = icon_button(
        "list" if state.grid else "grid_view",
        "List view" if state.grid else "Grid view",
        theme.on_surface_variant,
        flip,
        id="view_mode_button",
    )
    return row(sort, stack(weight=1, hidden=True), view, width=MATCH, pad=(8, 0, 6, 0), hidden=True)


def sort_sheet(context: Ctx) -> Popup:
    """What the list is sorted by; the one in force turned round."""
    theme, state = context.theme, context.state

    def choose(key: str) -> None:
        if state.sort == key:
            state.descending = not state.descending
        else:
            state.sort = "name" if key == "name" else "modified" if key == "modified" else "size"
            state.descending = key != "name"
        context.dismiss()

    rows = []
    for key, name in SORTS.items():
        chosen = key == state.sort
        icon = ("arrow_down" if state.descending else "arrow_up") if chosen else ""
        color = theme.primary if chosen else theme.on_surface
        rows.append(
            row(
                View(icon=icon, color=color, width=24, height=24, hidden=True),
                label(name, LABEL_LARGE._replace(size=16), color, id="sort_name", weight=1),
                id=f"sort_{key}",
                width=MATCH,
                min_height=56,
                gap=16,
                pad=(24, 0, 24, 0),
                selected=chosen,
                on_tap=partial(choose, key),
            )
        )
    head = label("Sort by", LABEL_LARGE, theme.on_surface_variant, id="sheet_title", pad=(24, 0, 24, 8))
    return sheet(context, head, *rows, id="sort_sheet")


def chosen_bar(context: Ctx) -> View:
    """The bar while items are selected."""
    theme, items = context.theme, selected(context)
    starred = bool(items) and all(item.starred for item in items)

    def do(what: str) -> None:
        clear(context)
        act(context, items, what)

    def tool(icon: str, desc: str, id: str, what: str) -> View:
        return icon_button(icon, desc, theme.on_surface_variant, partial(do, what), id=id)

    return selection_bar(
        len(items),
        theme,
        partial(clear, context),
        tool(
            "star_full" if starred else "star",
            "Remove from starred" if starred else "Add to starred",
            "action_star",
            "unstar" if starred else "star",
        ),
        tool("folder_move", "Move", "action_move", "move"),
        tool("delete", "Move to trash", "action_remove", "remove"),
        icon_button(
            "more",
            "More options",
            theme.on_surface_variant,
            lambda: context.show_dialog("selection_menu"),
            id="action_menu",
        ),
    )


def crumbs(context: Ctx, item: Item) -> View:
    """The folders above one, each to be opened; the last part is where one is."""
    theme = context.theme
    chain = context.state.above(item)
    outer = chain[0] if chain else item
    start = "My Drive" if outer.parent is not None else "Shared"

    def back_to(steps: int) -> None:
        for _ in range(steps):
            context.finish()

    parts: list[View] = []
    for number, name in enumerate([start, *(folder.name for folder in chain)]):
        steps = len(chain) + 1 - number
        parts.append(button(name, theme, partial(back_to, steps), id="breadcrumb"))
        parts.append(
            View(icon="chevron", icon_size=16, color=theme.on_surface_variant, width=16, hidden=True)
        )
    parts.append(label(item.name, LABEL_LARGE, theme.on_surface, id="breadcrumb_here", pad=(12, 0, 12, 0)))
    return row(
        *parts,
        id="breadcrumbs",
        cls="android.widget.HorizontalScrollView",
        width=MATCH,
        height=44,
        pad=(8, 0, 8, 0),
        scroll_key="crumbs",
        scroll_y=context.activity.scroll.get("crumbs", 0),
        horizontal=True,
    )


def body_of(context: Ctx, key: str, items: Sequence[Item], empty: View, *, foot: float = 96) -> View:
    """The order bar and the items, or what is shown without any."""
    if not items:
        return empty
    return column(
        order_bar(context),
        entries(context, key, items, foot=foot),
        width=MATCH,
        weight=1,
        hidden=True,
    )

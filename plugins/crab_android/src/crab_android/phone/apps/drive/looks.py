"""How items look: rows, cards and thumbnails."""

from __future__ import annotations

from crab_android.phone.kit import (
    BODY,
    BODY_LARGE,
    FRAME,
    LABEL_LARGE,
    MATCH,
    Context,
    Handler,
    Theme,
    View,
    column,
    formats,
    icon_button,
    icon_mark,
    image,
    label,
    row,
    space,
    stack,
    with_alpha,
)

from .model import KINDS, Drive, Item

Ctx = Context[Drive]

ROW = 72.0  # dp
CARD = 172.0  # dp

# Light and dark: what stands for a kind.
_COLORS: dict[str, tuple[int, int]] = {
    "folder": (0xFF5B6470, 0xFFB9C2CF),
    "text": (0xFF2F63C9, 0xFF9DBDFF),
    "image": (0xFFC2382B, 0xFFFFA79D),
    "pdf": (0xFFB3261E, 0xFFFF9C94),
    "table": (0xFF14804A, 0xFF7FDCA4),
    "audio": (0xFF8A4FA3, 0xFFE0B3F2),
    "video": (0xFFB3502D, 0xFFFFB596),
    "zip": (0xFF7A6520, 0xFFE3CB7A),
    "other": (0xFF5B6470, 0xFFB9C2CF),
}


def kind_color(kind: str, theme: Theme) -> int:
    """The colour of a kind of item."""
    return _COLORS[kind][theme.dark]


def icon_of(item: Item) -> str:
    """The icon of an item."""
    return "folder_shared" if item.folder and item.shared else KINDS[item.kind][1]


def thumbnail(item: Item, theme: Theme, size: float = 40) -> View:
    """What stands at the start of a row: the picture itself, or an icon on a tinted square."""
    if item.kind == "image":
        return stack(image(item.content, width=size, height=size, radius=10, hidden=True), hidden=True)
    color = kind_color(item.kind, theme)
    return View(
        icon=icon_of(item),
        icon_size=size * 0.6,
        color=color,
        fill=with_alpha(color, 0.12),
        radius=10,
        width=size,
        height=size,
        hidden=True,
    )


def told(context: Ctx, item: Item) -> str:
    """The line below an item's name: when it was changed, how large it is, or whose it is."""
    when = formats.list_time(item.modified, context)
    if item.owner is not None and item.parent is None:
        return f"{when} · {item.owner.shown}"
    return f"Modified {when}" if item.folder else f"{when} · {formats.size_text(item.size, locale(context))}"


def reason(context: Ctx, item: Item) -> str:
    """Why a file is suggested."""
    if item.opened is not None and item.opened >= item.modified:
        return f"You opened · {formats.list_time(item.opened, context)}"
    who = "You edited" if item.owner is None else f"{item.owner.shown} shared"
    return f"{who} · {formats.list_time(item.modified, context)}"


def locale(context: Ctx) -> str:
    """The phone's locale."""
    return formats.locale_of(context)


def _marks(item: Item, theme: Theme) -> list[View]:
    marks = []
    if item.starred:
        marks.append(icon_mark("star_full", theme.primary, 16))
    if item.shared and not item.folder:
        marks.append(icon_mark("people", theme.on_surface_variant, 16))
    return marks


def item_row(
    context: Ctx,
    item: Item,
    *,
    on_tap: Handler,
    on_select: Handler | None = None,
    on_more: Handler | None = None,
    selected: bool = False,
    detail: str = "",
    enabled: bool = True,
) -> View:
    """An item in a list."""
    theme = context.theme
    strength = 1.0 if enabled else 0.4
    color = theme.on_secondary_container if selected else with_alpha(theme.on_surface, strength)
    quiet = theme.on_secondary_container if selected else with_alpha(theme.on_surface_variant, strength)
    start = (
        View(
            icon="check",
            color=theme.on_primary,
            fill=theme.primary,
            radius=20,
            width=40,
            height=40,
            hidden=True,
        )
        if selected
        else thumbnail(item, theme)
    )
    under = row(
        *_marks(item, theme),
        label(detail or told(context, item), BODY, quiet, id="entry_detail", weight=1),
        width=MATCH,
        gap=4,
        hidden=True,
    )
    end = (
        icon_button(
            "more",
            f"More actions for {item.name}",
            theme.on_surface_variant,
            on_more,
            id="more_actions_button",
        )
        if on_more is not None
        else space(width=12)
    )
    return row(
        start,
        column(label(item.name, BODY_LARGE, color, id="entry_label"), under, weight=1, gap=1, hidden=True),
        end,
        cls=FRAME,
        id="doc_entry",
        desc=_described(item),
        width=MATCH,
        min_height=ROW,
        gap=14,
        pad=(14, 4, 2, 4),
        radius=18,
        fill=theme.secondary_container if selected else None,
        selected=selected,
        enabled=enabled,
        on_tap=on_tap,
        on_long_tap=on_select,
    )


def _described(item: Item) -> str:
    facts = [item.name, item.kind_name]
    facts += ["Starred"] if item.starred else []
    facts += ["Shared"] if item.shared else []
    return ", ".join(facts)


def item_card(
    context: Ctx,
    item: Item,
    *,
    on_tap: Handler,
    on_select: Handler | None,
    on_more: Handler | None,
    selected: bool = False,
) -> View:
    """An item in a grid: its picture or its icon, and its name below."""
    theme = context.theme
    color = theme.on_secondary_container if selected else theme.on_surface
    kind = kind_color(item.kind, theme)
    if item.kind == "image":
        face = image(item.content, height=112, radius=14, hidden=True)
    else:
        face = View(
            icon=icon_of(item),
            icon_size=48,
            color=kind,
            fill=theme.surface_low if selected else theme.surface,
            radius=14,
            width=MATCH,
            height=112,
            hidden=True,
        )
    if selected:
        mark = View(
            icon="check_circle_full", color=theme.primary, width=32, height=32, icon_size=26, hidden=True
        )
        face = stack(face, stack(mark, pad=(6, 6, 0, 0), hidden=True), width=MATCH, hidden=True)
    elif item.starred:
        mark = icon_mark("star_full", theme.primary, 18)
        face = stack(face, stack(mark, pad=(9, 9, 0, 0), hidden=True), width=MATCH, hidden=True)
    more = (
        icon_button(
            "more",
            f"More actions for {item.name}",
            theme.on_surface_variant,
            on_more,
            id="more_actions_button",
            width=40,
        )
        if on_more is not None
        else space(width=8)
    )
    foot = row(
        View(icon=icon_of(item), icon_size=20, color=kind, width=20, height=20, hidden=True),
        label(item.name, LABEL_LARGE, color, id="entry_label", weight=1),
        more,
        width=MATCH,
        height=48,
        gap=8,
        pad=(8, 0, 0, 0),
        hidden=True,
    )
    return column(
        face,
        foot,
        cls=FRAME,
        id="doc_entry",
        desc=_described(item),
        pad=(6, 6, 6, 0),
        radius=20,
        fill=theme.secondary_container if selected else theme.surface_container,
        selected=selected,
        on_tap=on_tap,
        on_long_tap=on_select,
    )


def folder_chip(context: Ctx, item: Item, on_tap: Handler, on_select: Handler) -> View:
    """A folder among the suggested ones."""
    theme = context.theme
    return row(
        View(icon=icon_of(item), color=kind_color("folder", theme), width=24, height=24, hidden=True),
        column(
            label(item.name, LABEL_LARGE, theme.on_surface, id="entry_label"),
            label(
                f"in {context.state.place(item)}",
                BODY._replace(size=12, height=16),
                theme.on_surface_variant,
                id="entry_detail",
            ),
            weight=1,
            hidden=True,
        ),
        cls=FRAME,
        id="folder_entry",
        desc=_described(item),
        min_height=64,
        gap=12,
        pad=(14, 8, 10, 8),
        radius=16,
        fill=theme.surface_container,
        on_tap=on_tap,
        on_long_tap=on_select,
    )

"""How a note looks: its colours, and its card on a shelf."""

from __future__ import annotations

from crab_android.phone.kit import (
    BODY,
    LABEL,
    MATCH,
    TITLE,
    Context,
    Theme,
    View,
    column,
    formats,
    label,
    row,
)

from .model import Note, Notes

# Light and dark ground of each colour.
GROUNDS: dict[str, tuple[int, int]] = {
    "coral": (0xFFFAD0C8, 0xFF6B3A32),
    "sand": (0xFFF7E3B8, 0xFF5E4C22),
    "mint": (0xFFD3EFDC, 0xFF2A5240),
    "sage": (0xFFE2EBC7, 0xFF4A5430),
    "fog": (0xFFDCE8EE, 0xFF33474F),
    "dusk": (0xFFDADDF5, 0xFF3C4068),
    "blossom": (0xFFF6DAE8, 0xFF5F3850),
}
_SHOWN_ITEMS = 6


def ground(note: Note, theme: Theme) -> int | None:
    """The colour behind a note; None for the ordinary one."""
    pair = GROUNDS.get(note.color)
    return pair[theme.dark] if pair else None


def card(context: Context[Notes], note: Note) -> View:
    """A note on a shelf: a tap opens it."""
    theme = context.theme
    lines: list[View] = []
    if note.title:
        lines.append(label(note.title, TITLE, theme.on_surface, id="note_title", lines=2, width=MATCH))
    if note.body:
        lines.append(label(note.body, BODY, theme.on_surface_variant, id="note_body", lines=7, width=MATCH))
    lines.extend(_item(context, item.text, item.done) for item in note.items[:_SHOWN_ITEMS])
    rest = len(note.items) - _SHOWN_ITEMS
    if rest > 0:
        lines.append(label(f"+ {rest} more", LABEL, theme.on_surface_variant, id="more_items"))
    if note.empty:
        lines.append(label("Empty note", BODY, theme.on_surface_variant, id="note_body"))
    lines.extend(_tags(context, note))
    fill = ground(note, theme)
    return column(
        *lines,
        id="note_card",
        desc="Pinned" if note.pinned else "",
        width=MATCH,
        gap=4,
        pad=(14, 12, 14, 12),
        radius=16,
        fill=fill if fill is not None else theme.surface,
        stroke=None if fill is not None else theme.outline_variant,
        on_tap=lambda: context.open("edit", id=note.id),
        on_long_tap=lambda: context.show_dialog("actions", id=note.id),
    )


def _item(context: Context[Notes], text: str, done: bool) -> View:
    theme = context.theme
    color = theme.outline if done else theme.on_surface_variant
    return row(
        View(icon="check_circle" if done else "circle", icon_size=14, color=color, hidden=True),
        label(text, BODY, color, id="item_text", weight=1, strike=done),
        width=MATCH,
        gap=8,
        hidden=True,
    )


def _tags(context: Context[Notes], note: Note) -> list[View]:
    theme = context.theme
    tags: list[View] = []
    if note.reminder:
        tags.append(_tag(context, "alarm", formats.moment_text(note.reminder, context), "note_reminder"))
    tags.extend(_tag(context, "label", name, "note_label") for name in note.labels)
    return [row(tag, width=MATCH, pad=(0, 4, 0, 0), hidden=True) for tag in tags] if theme else []


def _tag(context: Context[Notes], icon: str, text: str, id: str) -> View:
    theme = context.theme
    return row(
        View(icon=icon, icon_size=13, color=theme.on_surface_variant, hidden=True),
        label(text, LABEL, theme.on_surface_variant, id=id),
        gap=5,
        pad=(8, 4, 10, 4),
        radius=8,
        fill=theme.surface_highest & 0x00FFFFFF | 0x99000000,
        hidden=True,
    )

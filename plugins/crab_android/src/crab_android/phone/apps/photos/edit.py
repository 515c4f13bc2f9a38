"""Editing a picture: turn, crop, light, filters; saved as a copy or in its place."""

from __future__ import annotations

from functools import partial

import skia

from crab_android.phone.kit import (
    LABEL,
    LABEL_LARGE,
    MATCH,
    Align,
    Context,
    Painter,
    Popup,
    Rect,
    View,
    button,
    column,
    confirm,
    disabled,
    empty_state,
    icon_button,
    icon_mark,
    label,
    list_row,
    picture_size,
    row,
    sheet,
    slider,
    space,
    stack,
    tabs,
    top_bar,
)

from .library import Item, find, free_path
from .model import Photos
from .pixels import CROPS, FILTERS, Edits, edited, edited_size, saved, thumbnail

_TOOLS = ("Crop", "Adjust", "Filters")
_LEVELS = (("brightness", "Brightness"), ("contrast", "Contrast"), ("saturation", "Saturation"))


def edits_of(context: Context[Photos]) -> Edits:
    """What has been done so far."""
    return Edits(**context.args.get("edits", {}))


def _change(context: Context[Photos], **changes: object) -> None:
    context.args["edits"] = {**edits_of(context)._asdict(), **changes}


def _item(context: Context[Photos]) -> Item | None:
    return find(context, str(context.args.get("path", "")))


def edit(context: Context[Photos]) -> View:
    """The picture as it will be, and the tools below it."""
    theme, item, edits = context.theme, _item(context), edits_of(context)
    if item is None or not picture_size(item.data)[0]:
        return column(
            top_bar("Edit", theme, context.finish),
            empty_state(theme, "broken_image", "This picture cannot be edited"),
            width=MATCH,
            height=MATCH,
        )
    untouched = edits == Edits()
    head = row(
        icon_button("close", "Cancel", theme.on_surface, lambda: _leave(context), id="cancel_button"),
        space(weight=1),
        disabled(
            button("Reset", theme, lambda: context.args.pop("edits", None), id="reset_button"),
            theme,
            when=untouched,
        ),
        disabled(
            button("Save", theme, lambda: context.show_dialog("save"), id="save_button", filled=True),
            theme,
            when=untouched,
        ),
        width=MATCH,
        height=64,
        gap=8,
        pad=(4, 0, 16, 0),
        id="toolbar",
    )
    picture = View(
        "android.widget.ImageView", id="edited_photo", desc="Edited picture", width=MATCH, height=MATCH
    )
    picture.draw = _painter(item.data, edits)
    tool = int(context.args.get("tool", 0))

    def choose(number: int) -> None:
        context.args["tool"] = number

    wide = context.phone.area.width > context.phone.area.height
    tools = (_crop_tools, _adjust_tools, _filter_tools)[tool](context, item, edits)
    below = column(
        tools,
        tabs(theme, _TOOLS, tool, choose),
        pad=(0, 0, 0, 0 if wide else context.foot),
        hidden=True,
        **({"width": 420, "height": MATCH} if wide else {"width": MATCH}),
    )
    shown = stack(
        picture,
        weight=1,
        **({"height": MATCH} if wide else {"width": MATCH}),
        pad=(12, 4, 12, 8),
        hidden=True,
    )
    parts = row(shown, below, width=MATCH, weight=1, hidden=True) if wide else None
    if parts is not None:
        return column(head, parts, width=MATCH, height=MATCH)
    return column(head, shown, below, width=MATCH, height=MATCH)


def _painter(data: bytes, edits: Edits) -> Painter:
    def paint(canvas: skia.Canvas, rect: Rect) -> None:
        width, height = picture_size(data)
        wide, high = edited_size(width, height, edits)
        if not wide or not high or rect.empty:
            return
        scale = min(rect.width / wide, rect.height / high)
        picture = edited(data, edits, int(scale * max(width, height)))
        if picture is not None:
            x, y = rect.center
            canvas.drawImage(picture, x - picture.width() // 2, y - picture.height() // 2)

    return paint


def _tool_box(*rows: View) -> View:
    return column(
        *rows, width=MATCH, min_height=150, pad=(12, 8, 12, 8), gap=8, justify=Align.CENTER, hidden=True
    )


def _crop_tools(context: Context[Photos], _item: Item, edits: Edits) -> View:
    theme = context.theme

    def option(name: str) -> View:
        chosen = edits.crop == name
        return label(
            CROPS[name][0],
            LABEL_LARGE,
            theme.on_secondary_container if chosen else theme.on_surface_variant,
            cls="android.widget.Button",
            id=f"crop_{name.replace(':', '_')}",
            selected=chosen,
            weight=1,
            min_height=48,
            text_align=Align.CENTER,
            radius=14,
            fill=theme.secondary_container if chosen else theme.surface_container,
            on_tap=partial(_change, context, crop=name),
        )

    names = list(CROPS)
    turn = row(
        icon_button(
            "rotate_left",
            "Rotate left",
            theme.on_surface,
            partial(_change, context, turns=(edits.turns - 1) % 4),
            id="rotate_left",
        ),
        icon_button(
            "rotate_right",
            "Rotate right",
            theme.on_surface,
            partial(_change, context, turns=(edits.turns + 1) % 4),
            id="rotate_right",
        ),
        icon_button(
            "mirror",
            "Mirror",
            theme.on_surface,
            partial(_change, context, mirrored=not edits.mirrored),
            id="mirror",
        ),
        width=MATCH,
        justify=Align.CENTER,
        gap=28,
        hidden=True,
    )
    return _tool_box(
        row(*(option(name) for name in names[:3]), width=MATCH, gap=8, hidden=True),
        row(*(option(name) for name in names[3:]), width=MATCH, gap=8, hidden=True),
        turn,
    )


def _adjust_tools(context: Context[Photos], _item: Item, edits: Edits) -> View:
    theme = context.theme

    def level(name: str, text: str) -> View:
        value = float(getattr(edits, name))

        def use(part: float) -> None:
            near = round(part * 2 - 1, 2)
            _change(context, **{name: 0.0 if abs(near) < 0.03 else near})

        return row(
            label(text, LABEL_LARGE, theme.on_surface, width=92),
            stack(slider((value + 1) / 2, theme, text, use, f"{name}_slider"), weight=1, hidden=True),
            label(
                f"{round(value * 100):+d}" if value else "0",
                LABEL,
                theme.on_surface_variant,
                id=f"{name}_value",
                width=40,
                text_align=Align.END,
            ),
            width=MATCH,
            gap=8,
            pad=(8, 0, 8, 0),
            hidden=True,
        )

    return _tool_box(*(level(name, text) for name, text in _LEVELS))


def _filter_tools(context: Context[Photos], item: Item, edits: Edits) -> View:
    theme = context.theme

    def option(name: str) -> View:
        chosen = edits.filter == name
        little = thumbnail(item.data, width=64, height=64, radius=13, edits=Edits(filter=name))
        return column(
            stack(little, pad=(3, 3, 3, 3), radius=16, fill=theme.primary if chosen else None, hidden=True),
            label(FILTERS[name], LABEL, theme.on_surface, id="filter_name"),
            cls="android.widget.Button",
            id=f"filter_{name}",
            selected=chosen,
            align=Align.CENTER,
            gap=4,
            pad=(4, 4, 4, 4),
            on_tap=partial(_change, context, filter=name),
        )

    strip = row(
        *(option(name) for name in FILTERS),
        cls="android.widget.HorizontalScrollView",
        id="filter_strip",
        width=MATCH,
        gap=4,
        horizontal=True,
        scroll_key="filters",
        scroll_y=context.activity.scroll.get("filters", 0),
    )
    return _tool_box(strip)


def _leave(context: Context[Photos]) -> None:
    if not leave(context):
        context.finish()


def leave(context: Context[Photos]) -> bool:
    """Back asks before changes are lost."""
    if edits_of(context) == Edits():
        return False
    context.show_dialog("discard")
    return True


def confirm_discard(context: Context[Photos]) -> Popup:
    """The question before changes are lost."""
    return confirm(context, "Discard changes?", "The picture stays as it was.", "Discard", context.finish)


def save_sheet(context: Context[Photos]) -> Popup:
    """Whether the picture is kept beside the changed one."""
    theme = context.theme
    return sheet(
        context,
        list_row(
            theme,
            "Save as copy",
            "The picture stays as it was",
            start=icon_mark("copy", theme.on_surface_variant),
            id="save_copy",
            on_tap=lambda: _save(context, copy=True),
            pad=(24, 4, 24, 4),
        ),
        list_row(
            theme,
            "Save",
            "The picture is replaced; this cannot be undone",
            start=icon_mark("check", theme.on_surface_variant),
            id="save_over",
            on_tap=lambda: _save(context, copy=False),
            pad=(24, 4, 24, 4),
        ),
        id="save_sheet",
    )


def _save(context: Context[Photos], *, copy: bool) -> None:
    item = _item(context)
    context.dismiss()
    if item is None:
        return
    png = item.mime == "image/png"
    data = saved(item.data, edits_of(context), png=png)
    front, _dot, end = item.path.rpartition(".")
    kept = end if item.mime in ("image/png", "image/jpeg") else "jpg"
    path = item.path
    if copy:
        path = free_path(context, f"{front}-EDIT.{kept}")
        facts = item.facts.model_copy(update={"taken": item.taken, "favorite": False})
        context.state.facts[path] = facts
    else:
        context.state.known(path).taken = item.taken
    context.write_file(path, data)
    context.finish({"path": path})
    context.toast("Saved as a copy" if copy else "Saved")

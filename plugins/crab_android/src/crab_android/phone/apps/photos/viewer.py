"""One picture, large: to look at, to tell about, to share, to delete."""

from __future__ import annotations

from typing import Any
from urllib.parse import unquote

from crab_android.phone.kit import (
    BODY,
    LABEL,
    MATCH,
    TITLE,
    Align,
    Context,
    Handler,
    Intent,
    View,
    column,
    empty_state,
    formats,
    icon_button,
    icon_mark,
    image,
    label,
    overflow,
    row,
    stack,
    top_bar,
    with_alpha,
)

from .grid import told
from .library import Item, find, items, scope_items, seconds_of
from .model import Photos

_FAR = 90  # pixels that a finger must move to turn the page


def view_arguments(intent: Intent) -> dict[str, Any]:
    """The picture that a ``file:`` or ``content:`` URI names."""
    if intent.scheme == "file":
        return {"path": unquote(intent.rest.removeprefix("//")), "scope": "one"}
    last = intent.data.rstrip("/").rpartition("/")[2]
    return {"id": int(last) if last.isdigit() else 0, "scope": "one"}


def shown(context: Context[Photos]) -> Item | None:
    """The picture on the screen, or None when it is gone."""
    if "path" in context.args:
        return find(context, str(context.args["path"]))
    return next((item for item in items(context) if item.id == context.args.get("id")), None)


def around(context: Context[Photos], item: Item) -> list[Item]:
    """The pictures that one can swipe to from here."""
    scope = str(context.args.get("scope", "all"))
    return [item] if scope == "one" else scope_items(context, scope)


def _turn(context: Context[Photos], item: Item, step: int) -> bool:
    paths = [other.path for other in around(context, item)]
    if item.path not in paths:
        return False
    number = paths.index(item.path) + step
    if 0 <= number < len(paths):
        context.args["path"] = paths[number]
    return True


def viewer(context: Context[Photos]) -> View:
    """A picture that is swiped to the next; a tap hides what is around it."""
    theme, item = context.theme, shown(context)
    if item is None:
        return column(
            top_bar("", theme, context.finish),
            empty_state(theme, "broken_image", "This picture is not there any more"),
            width=MATCH,
            height=MATCH,
        )
    bare = bool(context.args.get("bare"))

    def tap() -> None:
        context.args["bare"] = not bare

    def swipe(dx: float, dy: float) -> bool:
        if abs(dx) > max(_FAR, abs(dy)):
            return _turn(context, item, 1 if dx < 0 else -1)
        if dy < -_FAR:
            context.show_dialog("details")
        elif dy > _FAR:
            context.finish()
        return abs(dy) > _FAR

    picture = image(
        item.picture,
        desc=told(context, item),
        width=MATCH,
        height=MATCH,
        fit="contain",
        id="photo",
        on_tap=tap,
        on_swipe=swipe,
    )
    parts = [picture] if bare else [picture, _around_picture(context, item)]
    if item.is_video:
        parts.append(_player(context, item))
    return stack(*parts, width=MATCH, height=MATCH)


def _player(context: Context[Photos], item: Item) -> View:
    """What plays a video. The phone's clock may stand still: it is played to its end at once."""
    played = context.args.get("played") == item.path
    whole = formats.duration_text(seconds_of(item.data))

    def play() -> None:
        context.args["played"] = "" if played else item.path

    return column(
        icon_button(
            "restart" if played else "play",
            "Play again" if played else "Play video",
            0xFFFFFFFF,
            play,
            id="play_button",
            width=72,
            height=72,
            icon_size=36,
            radius=36,
            fill=0x99000000,
        ),
        label(
            f"{whole if played else '0:00'} / {whole}",
            LABEL,
            0xFFFFFFFF,
            id="video_time",
            pad=(10, 4, 10, 4),
            radius=12,
            fill=0x99000000,
        ),
        width=MATCH,
        height=MATCH,
        align=Align.CENTER,
        justify=Align.CENTER,
        gap=10,
        hidden=True,
    )


def _around_picture(context: Context[Photos], item: Item) -> View:
    theme = context.theme
    locale = formats.locale_of(context)

    def star() -> None:
        facts = context.state.known(item.path)
        facts.favorite = not facts.favorite

    favorite = item.facts.favorite
    veil = with_alpha(theme.surface, 0.72)
    head = row(
        icon_button("back", "Navigate up", theme.on_surface, context.finish),
        column(
            label(
                formats.date_relative(item.taken.date(), context.now().date(), locale),
                TITLE,
                theme.on_surface,
                id="photo_date",
            ),
            label(
                " · ".join(
                    part for part in (formats.time_text(item.taken, context), item.facts.place) if part
                ),
                LABEL,
                theme.on_surface_variant,
                id="photo_place",
            ),
            weight=1,
            hidden=True,
        ),
        icon_button(
            "star_full" if favorite else "star",
            "Remove from favorites" if favorite else "Add to favorites",
            0xFFFFD75E if favorite else theme.on_surface,
            star,
            id="action_favorite",
        ),
        overflow(context),
        width=MATCH,
        height=64,
        pad=(4, 0, 4, 0),
        fill=veil,
        id="toolbar",
    )
    description = (
        [
            label(
                item.facts.description,
                BODY,
                theme.on_surface,
                id="photo_caption",
                lines=3,
                width=MATCH,
                pad=(20, 10, 20, 2),
                fill=veil,
            )
        ]
        if item.facts.description
        else []
    )

    def action(id_: str, icon: str, text: str, handler: Handler) -> View:
        return column(
            icon_mark(icon, theme.on_surface),
            label(text, LABEL, theme.on_surface),
            cls="android.widget.Button",
            id=id_,
            desc=text,
            weight=1,
            min_height=64,
            gap=4,
            pad=(4, 10, 4, 8),
            align=Align.CENTER,
            on_tap=handler,
        )

    bar = row(
        action("action_share", "share", "Share", lambda: context.share(paths=[item.path], mime=item.mime)),
        *(
            []
            if item.is_video
            else [
                action(
                    "action_edit",
                    "tune",
                    "Edit",
                    lambda: context.open_for_result("edited", "edit", path=item.path),
                )
            ]
        ),
        action("action_details", "info", "Details", lambda: context.show_dialog("details")),
        action("action_delete", "delete", "Delete", lambda: context.show_dialog("delete", paths=[item.path])),
        width=MATCH,
        pad=(8, 0, 8, context.foot),
        fill=veil,
        id="photo_bottom_bar",
    )
    return column(
        head,
        stack(width=MATCH, weight=1, hidden=True),
        *description,
        bar,
        width=MATCH,
        height=MATCH,
        hidden=True,
    )

"""The way from one place to another."""

from __future__ import annotations

from typing import Any, cast

from crab_android.phone.kit import (
    BODY,
    BODY_LARGE,
    MATCH,
    TITLE_LARGE,
    Align,
    Context,
    Handler,
    View,
    chip,
    column,
    empty_state,
    icon_button,
    label,
    row,
    scroll,
    stack,
)

from . import geo
from .chart import chart, whole
from .geo import MODES, Mode
from .model import Maps
from .places import Spot, spot


def ends(context: Context[Maps]) -> tuple[Spot | None, Spot | None]:
    """Start and destination; the start is where the phone is, unless another was chosen."""
    start = spot(int(context.args.get("from", context.state.me)))
    goal = spot(int(context.args["to"])) if context.args.get("to") else None
    return start, goal


def opened(context: Context[Maps]) -> None:
    """Show the whole way."""
    start, goal = ends(context)
    if start is None or goal is None:
        return
    state = context.state
    state.latitude, state.longitude = (
        (start.latitude + goal.latitude) / 2,
        (start.longitude + goal.longitude) / 2,
    )
    span = max(abs(start.latitude - goal.latitude) * 1.5, abs(start.longitude - goal.longitude), 0.002)
    zoom = 15.6
    while zoom > 2.2 and geo.to_world(0, span, zoom)[0] - geo.to_world(0, 0, zoom)[0] > 260:
        zoom -= 0.2
    state.zoom = round(zoom, 1)


def directions(context: Context[Maps]) -> View:
    """Start, destination, the ways to travel, and the way on the map."""
    theme, (start, goal) = context.theme, ends(context)
    mode = cast("Mode", context.args.get("mode", "drive"))
    head = column(
        row(
            icon_button("back", "Navigate up", theme.on_surface, context.finish),
            column(
                _end(context, "Choose starting point", start, "from"),
                _end(context, "Choose destination", goal, "to"),
                weight=1,
                gap=8,
            ),
            icon_button(
                "swap", "Swap start and destination", theme.on_surface, lambda: _swap(context), id="swap"
            ),
            width=MATCH,
            gap=2,
        ),
        _modes(context, start, goal, mode),
        width=MATCH,
        pad=(4, 8, 4, 8),
        gap=6,
        fill=theme.surface,
        shadow=True,
        id="directions_header",
    )
    if start is None or goal is None:
        told = empty_state(theme, "directions", "Where to?", "Choose a destination above")
        return column(head, told, width=MATCH, height=MATCH)
    way = geo.way(start, goal, mode)
    points = ((start.latitude, start.longitude), (goal.latitude, goal.longitude))
    width, height = whole(context)
    short = width > height
    size = (width, height - (170 if short else 180) - (110 if short else 260))
    plan = chart(context, [start], goal, size=size, route=points if way else ())
    return column(
        head,
        stack(plan, weight=1, width=MATCH),
        _summary(context, start, goal, way),
        width=MATCH,
        height=MATCH,
    )


def _end(context: Context[Maps], hint: str, place: Spot | None, name: str) -> View:
    theme = context.theme
    mine = (
        place is not None and place.id == context.state.me and name == "from" and "from" not in context.args
    )
    text = f"Your location · {place.name}" if mine and place else place.name if place else hint
    return row(
        label(
            text,
            BODY_LARGE,
            theme.on_surface if place else theme.on_surface_variant,
            id=f"{name}_text",
            weight=1,
        ),
        id=f"directions_{name}",
        desc=hint,
        width=MATCH,
        height=48,
        radius=14,
        pad=(16, 0, 12, 0),
        stroke=theme.outline_variant,
        on_tap=lambda: context.open_for_result(name, "search", answer=True),
    )


def take(name: str) -> Any:
    """What takes a place that was chosen for one end of the way."""

    def handler(context: Context[Maps], result: dict[str, Any]) -> None:
        context.args[name] = int(result["place"])
        opened(context)

    return handler


def _swap(context: Context[Maps]) -> None:
    start, goal = ends(context)
    if start is not None and goal is not None:
        context.args["from"], context.args["to"] = goal.id, start.id


def _modes(context: Context[Maps], start: Spot | None, goal: Spot | None, mode: Mode) -> View:
    theme = context.theme

    def choose(name: Mode) -> Handler:
        def act() -> None:
            context.args["mode"] = name

        return act

    chips = []
    for name, (icon, title, _speed, _longer) in MODES.items():
        way = geo.way(start, goal, name) if start and goal else None
        text = geo.time_text(way.minutes) if way else title
        made = chip(text, theme, choose(name), selected=name == mode, icon=icon, id=f"mode_{name}")
        made.desc = f"{title}, {text}" if way else title
        chips.append(made)
    return row(
        *chips,
        width=MATCH,
        gap=4,
        scroll_key="modes",
        scroll_y=context.activity.scroll.get("modes", 0),
        horizontal=True,
        pad=(12, 0, 12, 0),
    )


def _summary(context: Context[Maps], start: Spot, goal: Spot, way: geo.Way | None) -> View:
    theme, state = context.theme, context.state
    if way is None:
        straight = geo.distance((start.latitude, start.longitude), (goal.latitude, goal.longitude))
        far = geo.distance_text(straight, imperial=state.imperial)
        lines = [
            label("No way found", TITLE_LARGE, theme.on_surface, id="no_route"),
            label(f"{far} in a straight line", BODY_LARGE, theme.on_surface_variant, id="straight_distance"),
        ]
        return column(*lines, width=MATCH, gap=4, pad=(20, 16, 20, 24 + context.foot), fill=theme.surface)
    far = geo.distance_text(way.kilometres, imperial=state.imperial)
    steps = [
        row(
            label(str(number), BODY, theme.primary, id="step_number", width=24),
            label(text, BODY_LARGE, theme.on_surface, id="step", weight=1, lines=3),
            width=MATCH,
            min_height=44,
            align=Align.CENTER,
        )
        for number, text in enumerate(way.steps, 1)
    ]
    head = row(
        label(geo.time_text(way.minutes), TITLE_LARGE, theme.primary, id="duration"),
        label(f"({far})", TITLE_LARGE, theme.on_surface_variant, id="distance"),
        gap=8,
    )
    short = context.phone.area.width > context.phone.area.height
    return column(
        head,
        scroll(context, "steps", *steps, id="steps"),
        width=MATCH,
        height=110 if short else 260,
        gap=6,
        pad=(20, 16, 20, 12 + context.foot),
        fill=theme.surface,
        id="trip_details",
    )

"""The map on the screen, and the pins on it."""

from __future__ import annotations

import skia

from crab_android.phone.kit import (
    DENSITY,
    MATCH,
    STATUS_HEIGHT,
    Context,
    Rect,
    View,
    column,
    draw_icon,
    icon_button,
    px,
    stack,
)

from . import ground
from .geo import to_degrees, to_world
from .model import Maps
from .places import Spot, spots

KINDS: dict[str, tuple[str, int, str]] = {
    # icon, colour of its pin, what people call it
    "restaurant": ("restaurant", 0xFFD9772B, "Restaurant"),
    "hotel": ("hotel", 0xFFB0477F, "Hotel"),
    "museum": ("museum", 0xFF7B57B8, "Museum"),
    "park": ("park", 0xFF2F8F4E, "Park"),
    "shop": ("shop", 0xFF2F74C8, "Shop"),
    "hospital": ("hospital", 0xFFC7434B, "Hospital"),
    "pharmacy": ("pharmacy", 0xFF2F9A8F, "Pharmacy"),
    "station": ("train", 0xFF4D6480, "Train station"),
    "airport": ("flight", 0xFF4D6480, "Airport"),
    "library": ("library", 0xFF7B57B8, "Library"),
    "school": ("school", 0xFF8A6D3B, "School"),
    "gas": ("gas", 0xFF4D6480, "Gas station"),
    "cinema": ("video", 0xFF7B57B8, "Cinema"),
    "stadium": ("trophy", 0xFF2F8F4E, "Stadium"),
    "sight": ("camera", 0xFF2F8F8F, "Sight"),
    "town": ("city", 0xFF5C6B82, "Town"),
    "city": ("city", 0xFF5C6B82, "City"),
}
_ZOOMS = (2.0, 18.0)


def whole(context: Context[Maps]) -> tuple[float, float]:
    """Width and height in dp of a map that fills the screen below the status bar."""
    area = context.phone.area
    return area.width / DENSITY, area.height / DENSITY - STATUS_HEIGHT


def chart(
    context: Context[Maps],
    shown: list[Spot],
    chosen: Spot | None = None,
    *,
    size: tuple[float, float],
    route: tuple[tuple[float, float], ...] = (),
) -> View:
    """The map: it follows the finger, and its pins are tapped.

    Args:
        context: of the screen.
        shown: the places to put pins on.
        chosen: the place that is looked at; its pin is larger.
        size: width and height of the map in dp.
        route: the points of a way, in degrees.
    """
    state = context.state
    middle = (state.latitude, state.longitude)
    paint = ground.painter(middle, state.zoom, context.theme.dark, route)

    def drag(x1: float, y1: float, x2: float, y2: float) -> bool:
        x, y = to_world(*middle, state.zoom)
        moved = to_degrees(x - (x2 - x1) / DENSITY, y - (y2 - y1) / DENSITY, state.zoom)
        state.latitude, state.longitude = moved
        return True

    base = View(
        "android.view.View", id="map_frame", desc="Map", width=MATCH, height=MATCH, draw=paint, on_drag=drag
    )
    pins = [_pin(context, place, size, large=False) for place in shown if place is not chosen]
    if chosen is not None:
        pins.append(_pin(context, chosen, size, large=True))
    return stack(base, *[pin for pin in pins if pin is not None], width=MATCH, height=MATCH, hidden=True)


def in_view(context: Context[Maps], size: tuple[float, float]) -> list[Spot]:
    """The places whose pins are worth showing at this zoom."""
    if context.state.zoom < 13.2:
        return []
    return [place for place in spots() if not place.is_city and _position(context, place, size) is not None]


def _position(context: Context[Maps], place: Spot, size: tuple[float, float]) -> tuple[float, float] | None:
    """Where a place is on the map in dp, or None when it is outside."""
    state = context.state
    x0, y0 = to_world(state.latitude, state.longitude, state.zoom)
    x, y = to_world(place.latitude, place.longitude, state.zoom)
    left, top = size[0] / 2 + x - x0, size[1] / 2 + y - y0
    return (left, top) if 20 < left < size[0] - 20 and 24 < top < size[1] - 24 else None


def _pin(context: Context[Maps], place: Spot, size: tuple[float, float], *, large: bool) -> View | None:
    at = _position(context, place, size)
    if at is None:
        return None
    icon, color, _kind = KINDS[place.kind]
    side = 48.0 if large else 40.0

    def paint(canvas: skia.Canvas, rect: Rect) -> None:
        x, y = rect.center
        radius = px(15 if large else 11)
        if large:
            tail = skia.Path()
            tail.moveTo(x - px(9), y - px(2))
            tail.lineTo(x, y + px(22))
            tail.lineTo(x + px(9), y - px(2))
            tail.close()
            canvas.drawPath(tail, skia.Paint(Color=0xFFD93A30, AntiAlias=True))
        canvas.drawCircle(x, y, radius + px(1.6), skia.Paint(Color=0xFFFFFFFF, AntiAlias=True))
        canvas.drawCircle(x, y, radius, skia.Paint(Color=0xFFD93A30 if large else color, AntiAlias=True))
        half = px(9 if large else 6.6)
        draw_icon(canvas, icon, Rect(x - half, y - half, x + half, y + half), 0xFFFFFFFF, pen=2.2)

    def look() -> None:
        context.state.visited(place)
        context.open("place", id=place.id)

    pin = View(
        "android.widget.ImageView",
        id="map_pin",
        desc=place.name,
        width=side,
        height=side,
        draw=paint,
        on_tap=None if large else look,
    )
    lift = side / 2 + (18 if large else 0)
    return stack(pin, width=MATCH, height=MATCH, pad=(at[0] - side / 2, at[1] - lift, 0, 0), hidden=True)


def zoom_buttons(context: Context[Maps]) -> View:
    """Buttons to come nearer and to go away."""
    theme, state = context.theme, context.state

    def zoom(by: float) -> None:
        state.zoom = max(_ZOOMS[0], min(_ZOOMS[1], state.zoom + by))

    nearer = icon_button("add", "Zoom in", theme.on_surface, lambda: zoom(1), id="zoom_in")
    away = icon_button("minus", "Zoom out", theme.on_surface, lambda: zoom(-1), id="zoom_out")
    return column(nearer, away, fill=theme.surface, radius=16, shadow=True, gap=0)

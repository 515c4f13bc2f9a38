"""Distances, ways, and where things are on the screen."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal
from urllib.parse import quote

from .places import COUNTRY, Spot

Mode = Literal["drive", "transit", "walk", "bike"]
MODES: dict[Mode, tuple[str, str, float, float]] = {
    # icon, title, km an hour, how much longer the way is than the straight line
    "drive": ("car", "Drive", 52.0, 1.28),
    "transit": ("train", "Transit", 38.0, 1.35),
    "walk": ("walk", "Walk", 4.8, 1.18),
    "bike": ("bike", "Bike", 16.0, 1.22),
}
_EARTH = 6371.0088  # km, mean radius (IUGG)
_TILE = 256.0


def distance(one: tuple[float, float], other: tuple[float, float]) -> float:
    """Kilometres along the great circle between two points in degrees (haversine formula)."""
    first, second = math.radians(one[0]), math.radians(other[0])
    turn = math.radians(other[1] - one[1])
    part = math.sin((second - first) / 2) ** 2 + math.cos(first) * math.cos(second) * math.sin(turn / 2) ** 2
    return 2 * _EARTH * math.asin(math.sqrt(part))


@dataclass(frozen=True, slots=True)
class Way:
    """A way between two places: kilometres, minutes and the directions to take."""

    kilometres: float
    minutes: int
    steps: tuple[str, ...]


def way(start: Spot, end: Spot, mode: Mode) -> Way | None:
    """The way between two places; None where there is none, for an island has no bridge to elsewhere."""
    if (start.country == COUNTRY) != (end.country == COUNTRY):
        return None
    straight = distance((start.latitude, start.longitude), (end.latitude, end.longitude))
    if mode in ("walk", "bike") and straight > 400:
        return None
    _icon, _title, speed, longer = MODES[mode]
    kilometres = round(straight * longer, 1 if straight * longer < 100 else 0)
    fast = speed * (1.7 if kilometres > 60 and mode in ("drive", "transit") else 1.0)
    minutes = max(1, round(kilometres / fast * 60))
    return Way(kilometres, minutes, _steps(start, end, mode, kilometres))


def _steps(start: Spot, end: Spot, mode: Mode, kilometres: float) -> tuple[str, ...]:
    heading = compass(start, end)
    if mode == "transit":
        return (
            f"Walk to the stop nearest to {start.name}",
            f"Take the line towards {end.town or end.name}",
            f"Get off in {end.town or end.name} and walk to {end.name}",
        )
    leave = start.street.partition(" ")[2] or start.name
    arrive = end.street.partition(" ")[2] or end.name
    middle = f"Follow the road {heading} for {kilometres:g} km"
    return (f"Head {heading} on {leave}", middle, f"Turn into {arrive}", f"You have arrived at {end.name}")


def compass(start: Spot, end: Spot) -> str:
    """The direction from one place to another, to the eighth of a circle."""
    east = (end.longitude - start.longitude) * math.cos(math.radians(start.latitude))
    angle = math.degrees(math.atan2(east, end.latitude - start.latitude)) % 360
    names = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
    return names[round(angle / 45) % 8]


def distance_text(kilometres: float, *, imperial: bool = False) -> str:
    """A distance as the map tells it: ``850 m``, ``3.4 km``, or in feet and miles."""
    if imperial:
        miles = kilometres / 1.609344
        return f"{miles:.1f} mi" if miles >= 0.2 else f"{round(miles * 5280, -1):.0f} ft"
    if kilometres < 1:
        return f"{round(kilometres * 1000, -1):.0f} m"
    return f"{kilometres:.1f} km" if kilometres < 100 else f"{kilometres:,.0f} km"


def time_text(minutes: int) -> str:
    """Minutes in words: ``25 min``, ``1 hr 10 min``, ``2 days 3 hr``."""
    if minutes < 60:
        return f"{minutes} min"
    hours, rest = divmod(minutes, 60)
    if hours < 24:
        return f"{hours} hr {rest} min" if rest else f"{hours} hr"
    days, hours = divmod(hours, 24)
    return f"{days} day{'s' if days > 1 else ''} {hours} hr"


def link(place: Spot) -> str:
    """The address under which a place is shared."""
    name = quote(place.name, safe="")
    return f"https://maps.crab.test/place/{name}?at={place.latitude:.5f},{place.longitude:.5f}"


# -- the screen: Web Mercator, as most maps on the web are drawn (EPSG:3857) --------------------------------


def to_world(latitude: float, longitude: float, zoom: float) -> tuple[float, float]:
    """A point in units of the map at a zoom: 256 for the whole world at zoom 0, east and south."""
    size = _TILE * 2**zoom
    clipped = max(-85.0, min(85.0, latitude))
    up = math.log(math.tan(math.pi / 4 + math.radians(clipped) / 2))
    return (longitude + 180) / 360 * size, (0.5 - up / (2 * math.pi)) * size


def to_degrees(x: float, y: float, zoom: float) -> tuple[float, float]:
    """The inverse of :func:`to_world`."""
    size = _TILE * 2**zoom
    latitude = math.degrees(2 * math.atan(math.exp((0.5 - y / size) * 2 * math.pi)) - math.pi / 2)
    return latitude, x / size * 360 - 180

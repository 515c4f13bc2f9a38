"""What the phone's Maps and Clock tell of places and cities: plain data, as an agent finds it there."""

from __future__ import annotations

import math
from typing import Final, NamedTuple


class Place(NamedTuple):
    """A place on the phone's map."""

    address: str
    town: str
    latitude: float
    longitude: float


PLACES: Final[dict[str, Place]] = {
    "Northfield Station": Place("1 Station Street, 1010 Northfield", "Northfield", 44.00377, -27.99925),
    "Northfield Library": Place("14 Linden Street, 1010 Northfield", "Northfield", 44.00135, -28.00262),
    "Harbour Bakery": Place("3 Harbour Road, 1010 Northfield", "Northfield", 43.99659, -27.99675),
    "Café Larkspur": Place("22 Canal Row, 1010 Northfield", "Northfield", 43.99946, -27.99775),
    "The Copper Kettle": Place("8 Mill Lane, 1010 Northfield", "Northfield", 44.00216, -27.99613),
    "Hotel Lantern": Place("5 Castle Hill, 1010 Northfield", "Northfield", 44.00296, -28.00425),
    "Quay Hostel": Place("17 Harbour Road, 1010 Northfield", "Northfield", 43.99596, -27.99888),
    "Island Museum": Place("2 Castle Hill, 1010 Northfield", "Northfield", 44.00252, -28.00524),
    "Gallery of the Tides": Place("31 Linden Street, 1010 Northfield", "Northfield", 44.00081, -28.00412),
    "Lindenpark": Place("40 Linden Street, 1010 Northfield", "Northfield", 43.99838, -28.00325),
    "Tidewater Clinic": Place("12 Station Street, 1010 Northfield", "Northfield", 44.00431, -27.99638),
    "Orchard Pharmacy": Place("9 Orchard Way, 1010 Northfield", "Northfield", 43.99982, -27.99526),
    "Corner Market": Place("6 Orchard Way, 1010 Northfield", "Northfield", 43.99892, -27.99588),
    "Maple & Stone": Place("19 Mill Lane, 1010 Northfield", "Northfield", 44.00171, -27.997),
    "Bay Fuel": Place("48 Harbour Road, 1010 Northfield", "Northfield", 43.9956, -28.00225),
    "Harbour Cinema": Place("27 Harbour Road, 1010 Northfield", "Northfield", 43.99641, -28.00075),
    "Castle of Northfield": Place("50 Castle Hill, 1010 Northfield", "Northfield", 44.0035, -28.00599),
    "Northfield School": Place("33 Orchard Way, 1010 Northfield", "Northfield", 44.00054, -27.99426),
    "Eastbrook Lighthouse": Place("1 Harbour Road, 1120 Eastbrook", "Eastbrook", 44.02108, -27.90976),
    "Eastbrook Beach": Place("9 Harbour Road, 1120 Eastbrook", "Eastbrook", 44.01802, -27.91026),
    "Saltgrass Inn": Place("4 Linden Street, 1120 Eastbrook", "Eastbrook", 44.02072, -27.9135),
    "Lakeside Boathouse": Place("2 Canal Row, 1230 Lakeside", "Lakeside", 43.94419, -27.93813),
    "Lakeside Campsite": Place("60 Mill Lane, 1230 Lakeside", "Lakeside", 43.94222, -27.9375),
    "Copperleaf Press": Place("11 Station Street, 1340 Marlow", "Marlow", 43.92626, -28.05125),
    "Marlow Mill": Place("7 Mill Lane, 1340 Marlow", "Marlow", 43.92446, -28.04738),
    "Stonebridge Arena": Place("1 Castle Hill, 1450 Stonebridge", "Stonebridge", 44.01734, -28.09725),
    "Old Stone Bridge": Place("1 Canal Row, 1450 Stonebridge", "Stonebridge", 44.01464, -28.0945),
    "Greenhaven Gardens": Place("3 Orchard Way, 1560 Greenhaven", "Greenhaven", 44.07662, -28.01888),
    "Solstice Observatory": Place("28 Castle Hill, 1560 Greenhaven", "Greenhaven", 44.0785, -28.02275),
    "Lark Island Airport": Place("1 Station Street, 1560 Greenhaven", "Greenhaven", 44.07123, -28.01563),
}
"""Places of the island by name; all addresses end in the island's name."""

POSTCODES: Final[dict[str, tuple[str, str]]] = {
    "Athens": ("105 57", "Europe/Athens"),
    "Bangkok": ("10200", "Asia/Bangkok"),
    "Berlin": ("10178", "Europe/Berlin"),
    "Budapest": ("1051", "Europe/Budapest"),
    "Cairo": ("11511", "Africa/Cairo"),
    "Copenhagen": ("1550", "Europe/Copenhagen"),
    "Dublin": ("D01", "Europe/Dublin"),
    "Helsinki": ("00100", "Europe/Helsinki"),
    "Lima": ("15001", "America/Lima"),
    "Lisbon": ("1100-148", "Europe/Lisbon"),
    "Nairobi": ("00100", "Africa/Nairobi"),
    "Oslo": ("0150", "Europe/Oslo"),
    "Prague": ("110 00", "Europe/Prague"),
    "Santiago": ("8320000", "America/Santiago"),
    "Seoul": ("03187", "Asia/Seoul"),
    "Stockholm": ("111 29", "Europe/Stockholm"),
    "Tallinn": ("10123", "Europe/Tallinn"),
    "Tokyo": ("100-0001", "Asia/Tokyo"),
    "Vienna": ("1010", "Europe/Vienna"),
    "Warsaw": ("00-001", "Europe/Warsaw"),
    "Zagreb": ("10000", "Europe/Zagreb"),
}
"""Postcode of each city's centre, and its time zone."""

ISLAND: Final = "Lark Island"
_EARTH_KM: Final = 6371.0088
_ROADS: Final = 1.28
"""How much longer than the straight line Maps takes a way by car to be."""


def address_of(place: str) -> str:
    """The address that Maps shows for a place."""
    return f"{PLACES[place].address}, {ISLAND}"


def distance_by_car(start: str, goal: str) -> str:
    """The length of the way between two places, as Maps writes it."""
    one, other = PLACES[start], PLACES[goal]
    first, second = math.radians(one.latitude), math.radians(other.latitude)
    turn = math.radians(other.longitude - one.longitude)
    half = math.sin((second - first) / 2) ** 2 + math.cos(first) * math.cos(second) * math.sin(turn / 2) ** 2
    kilometres = round(2 * _EARTH_KM * math.asin(math.sqrt(half)) * _ROADS, 1)
    return f"{kilometres:.1f} km" if kilometres >= 1 else f"{round(kilometres * 1000, -1):.0f} m"

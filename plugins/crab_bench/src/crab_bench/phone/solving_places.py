"""How places, cities and pictures are looked up on the phone."""

from __future__ import annotations

import re
from typing import Final

from crab_bench.hands import PHONE, Doing, number, phone, tap
from crab_bench.phone.solving import day_of, filled, labelled, matching, nodes, picked, row, started, tap_row
from crab_core import Mark, Solving, Turn

MAPS: Final = "org.crab.maps"
PHOTOS: Final = "com.android.gallery3d"
_LENGTH: Final = r"^\(([\d.,]+ k?m)\)$"


def _end(turn: Turn, which: str, name: str) -> Doing:
    """Choose one end of the way by its name."""
    button = next((mark for mark in turn[PHONE].elements if mark.label.startswith(which)), None)
    if button is None:
        raise LookupError(f"there is no button {which!r}")
    turn = yield phone("tap", element=button.number)
    turn = yield phone("write_text", text=name)
    turn = yield from tap_row(turn, name)
    return turn


def _way(turn: Turn, start: str, goal: str) -> Doing:
    turn = yield from started(turn, MAPS)
    turn = yield tap(turn, "Directions")
    turn = yield from _end(turn, "Choose destination", goal)
    turn = yield from _end(turn, "Choose starting point", start)
    return turn


def find_distance(turn: Turn, start: str, goal: str) -> Solving:
    """Choose both ends among the directions."""
    turn = yield from _way(turn, start, goal)
    return matching(turn[PHONE], _LENGTH)


def find_distance_from_place(turn: Turn, start: str, goal: str) -> Solving:
    """Find the goal first, and ask for the way to it."""
    turn = yield from picked(turn, "Maps")
    turn = yield from _searched(turn, goal)
    turn = yield from tap_row(turn, goal)
    turn = yield tap(turn, "Directions")
    turn = yield from _end(turn, "Choose starting point", start)
    return matching(turn[PHONE], _LENGTH)


def find_distance_on_foot(turn: Turn, start: str, goal: str) -> Solving:
    """Wrong: on foot, from where the phone is."""
    turn = yield from started(turn, MAPS)
    turn = yield tap(turn, "Directions")
    turn = yield from _end(turn, "Choose destination", goal if goal != "Northfield" else start)
    walk = next(mark for mark in turn[PHONE].elements if mark.label.startswith("Walk"))
    turn = yield phone("tap", element=walk.number)
    return matching(turn[PHONE], _LENGTH)


def find_distance_back(turn: Turn, start: str, goal: str) -> Solving:
    """Wrong: the other way round."""
    turn = yield from _way(turn, goal, start)
    return matching(turn[PHONE], _LENGTH)


def _searched(turn: Turn, text: str) -> Doing:
    turn = yield tap(turn, "Search here")
    turn = yield phone("write_text", text=text)
    return turn


def find_address(turn: Turn, place: str) -> Solving:
    """Search the place and read its address."""
    turn = yield from started(turn, MAPS)
    turn = yield from _searched(turn, place)
    turn = yield from tap_row(turn, place)
    return labelled(turn[PHONE], "address")


def find_address_by_word(turn: Turn, place: str) -> Solving:
    """Choose the place among all that share a word with it."""
    turn = yield from picked(turn, "Maps")
    turn = yield from _searched(turn, place.split(maxsplit=1)[0])
    turn = yield from tap_row(turn, place)
    return labelled(turn[PHONE], "address")


def find_other_address(turn: Turn, place: str) -> Solving:
    """Wrong: another place in the same street, or the first one of the island."""
    turn = yield from started(turn, MAPS)
    turn = yield from _searched(turn, "Lark Island")
    others = [mark for mark in _rows(turn) if not mark.label.startswith(place)]
    turn = yield phone("tap", element=others[-1].number)
    return labelled(turn[PHONE], "address")


def _rows(turn: Turn) -> list[Mark]:
    return [mark for mark in turn[PHONE].find_all(role="button") if re.search(r", .*\d", mark.label)]


def find_city_by_postcode(turn: Turn, postcode: str) -> Solving:
    """Search the code together with the country, for others use the same code."""
    code, _, country = postcode.partition(", ")
    turn = yield from started(turn, MAPS)
    turn = yield from _searched(turn, f"{code} {country}")
    turn = yield phone("tap", element=_hit(turn, code, country))
    return labelled(turn[PHONE], "title")


def find_city_by_country(turn: Turn, postcode: str) -> Solving:
    """Search the country, and look for the code among its cities."""
    code, _, country = postcode.partition(", ")
    turn = yield from picked(turn, "Maps")
    turn = yield from _searched(turn, country)
    turn = yield phone("tap", element=_hit(turn, code, country))
    return labelled(turn[PHONE], "title")


def _hit(turn: Turn, code: str, country: str) -> int:
    for mark in turn[PHONE].elements:
        if re.search(rf"(^|[ ,]){re.escape(code)} .*, {re.escape(country)}$", mark.label):
            return mark.number
    raise LookupError(f"Maps finds no {code} in {country}")


def find_other_city(turn: Turn, postcode: str) -> Solving:
    """Wrong: a city of another country."""
    country = postcode.partition(", ")[2]
    turn = yield from started(turn, MAPS)
    turn = yield from _searched(turn, "City on the" if country == "Lark Island" else "Lyon")
    found = row(turn[PHONE], "Lyon")
    turn = yield phone("tap", element=found.number if found else 1)
    return labelled(turn[PHONE], "title")


# -- pictures --------------------------------------------------------------------------------------


def _shown(turn: Turn, text: str) -> Doing:
    """Open the first picture that a search finds."""
    turn = yield tap(turn, "Search")
    turn = yield from filled(turn, "search src text", text)
    hit = next(iter(_pictures(turn)), None)
    turn = yield phone("tap", element=number(hit, f"a picture called {text!r}"))
    return turn


def _day(turn: Turn) -> str:
    """The day among the details that are shown."""
    text = next(
        (node.name for node in nodes(turn[PHONE]) if re.match(r"\w+day, \w+ \d+, \d{4}$", node.name)), ""
    )
    return day_of(text).isoformat()


def find_photo_date(turn: Turn, photo: str) -> Solving:
    """Search the picture by its name and open its details."""
    turn = yield from started(turn, PHOTOS)
    turn = yield from _shown(turn, photo)
    turn = yield tap(turn, "Details")
    return _day(turn)


def find_photo_date_swiping(turn: Turn, photo: str) -> Solving:
    """Search by a part of the name and swipe the details up."""
    turn = yield from picked(turn, "Photos")
    turn = yield from _shown(turn, photo.rpartition(".")[0])
    turn = yield phone("swipe", direction="up")
    return _day(turn)


def find_other_photo_date(turn: Turn, photo: str) -> Solving:
    """Wrong: the first picture of all that was taken at another time."""
    turn = yield from started(turn, PHOTOS)
    turn = yield tap(turn, "Search")
    turn = yield from filled(turn, "search src text", photo)
    right = [mark.label for mark in _pictures(turn)]
    turn = yield from started(turn, PHOTOS)
    other = next((mark for mark in _pictures(turn) if mark.label not in right), None)
    turn = yield phone("tap", element=number(other, "another picture"))
    turn = yield tap(turn, "Details")
    return _day(turn)


def _pictures(turn: Turn) -> list[Mark]:
    return [mark for mark in turn[PHONE].elements if mark.label.startswith("Photo taken")]

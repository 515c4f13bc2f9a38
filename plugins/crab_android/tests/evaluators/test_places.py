"""Evaluators of the map, both ways."""

from __future__ import annotations

import pytest

from crab_android.evaluators import route_shown

pytestmark = pytest.mark.adb

MAPS = "org.crab.maps"
LIGHTHOUSE = "Eastbrook Lighthouse"
ADDRESS = "1 Harbour Road, 1120 Eastbrook"


def find(judge, place):
    """Search for a place on the map and open it."""
    judge.show(MAPS)
    judge.tap("Search here")
    judge.env.act("write_text", {"text": place})
    judge.env.settle()
    judge.tap_part(place, role="item")


@pytest.fixture
def map_(judge):
    judge.world(maps={"at": "Northfield"})
    return judge


@pytest.fixture
def route(map_):
    """The way from Northfield to the lighthouse."""
    find(map_, LIGHTHOUSE)
    map_.tap("Directions")
    return map_


def test_a_route(route):
    assert route("route_shown", origin="Northfield", destination=LIGHTHOUSE)
    assert route("route_shown", origin="northfield", destination="eastbrook lighthouse")
    assert not route("route_shown", origin=LIGHTHOUSE, destination="Northfield"), "the other way round"
    assert not route("route_shown", origin="Northfield", destination="Eastbrook"), "a part of the name"
    assert not route("route_shown", origin="Marlow", destination=LIGHTHOUSE), "the wrong place"


def test_the_length_of_a_route(route):
    reason = route.reason("route_shown", origin="Northfield", destination=LIGHTHOUSE)
    distance = reason.rpartition(": ")[2]
    assert distance.endswith("km")
    assert route("route_shown", origin="Northfield", destination=LIGHTHOUSE, distance=distance)
    assert not route(
        "route_shown", origin="Northfield", destination=LIGHTHOUSE, distance=distance.partition(".")[2]
    ), "a part of the number"
    assert not route("route_shown", origin="Northfield", destination=LIGHTHOUSE, distance="1 km")


def test_two_places_without_a_length_are_no_route():
    """As on a map that is still looking for the way."""

    class FakePhone:
        def hierarchy(self):
            ends = "".join(f'<node package="{MAPS}" text="{name}"/>' for name in ("Northfield", LIGHTHOUSE))
            return f"<hierarchy>{ends}<node package='{MAPS}' text='Looking for 2 ways'/></hierarchy>"

    verdict = route_shown.judge({"origin": "Northfield", "destination": LIGHTHOUSE}, FakePhone())
    assert not verdict.passed
    assert "no distance" in verdict.reason


def test_directions_without_a_destination_are_no_route(map_):
    map_.show(MAPS)
    map_.show(MAPS, "directions")
    assert not map_("route_shown", origin="Northfield", destination=LIGHTHOUSE)


def test_a_place_and_a_list_of_places_are_no_route(map_):
    map_.show(MAPS)
    map_.tap("Search here")
    map_.env.act("write_text", {"text": "Eastbrook"})
    map_.env.settle()
    assert not map_("route_shown", origin="Northfield", destination=LIGHTHOUSE)
    map_.world(maps={"at": "Northfield"})
    find(map_, LIGHTHOUSE)
    assert not map_("route_shown", origin="Northfield", destination=LIGHTHOUSE)


def test_the_words_of_a_route_in_another_app_are_none(judge):
    judge.world(tasks=["Northfield", LIGHTHOUSE, "7.6 km"])
    judge.show("org.crab.tasks")
    assert not judge("route_shown", origin="Northfield", destination=LIGHTHOUSE)
    assert "not org.crab.maps" in judge.reason("route_shown", origin="Northfield", destination=LIGHTHOUSE)


def test_the_address_of_a_place(map_):
    assert not map_("address_shown", place=LIGHTHOUSE, address=ADDRESS), "the map is not open"
    find(map_, LIGHTHOUSE)
    assert map_("address_shown", place=LIGHTHOUSE, address=ADDRESS)
    assert map_("address_shown", place=LIGHTHOUSE, address="1 Harbour Road")
    assert not map_("address_shown", place=LIGHTHOUSE, address="11 Harbour Road")
    assert not map_("address_shown", place="Northfield Station", address=ADDRESS)
    assert not map_("address_shown", place=LIGHTHOUSE, address="1 Harbour Road, 1010 Northfield")


def test_the_city_of_a_postcode(map_):
    find(map_, "Lisbon")
    assert map_("address_shown", place="Lisbon", address="Portugal")
    assert not map_("address_shown", place="Lisbon", address="Spain")


def test_an_address_in_another_app_is_not_shown_by_the_map(judge):
    judge.world(tasks=[f"{LIGHTHOUSE}: {ADDRESS}"])
    judge.show("org.crab.tasks")
    assert judge("text_on_screen", text=ADDRESS)
    assert not judge("address_shown", place=LIGHTHOUSE, address=ADDRESS)

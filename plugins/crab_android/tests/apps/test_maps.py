"""Maps: search, places, distances, directions, saved places, links."""

from __future__ import annotations

import pytest

from crab_android.phone import Intent, Phone, WorldError
from crab_android.phone.apps.maps import geo
from crab_android.phone.apps.maps.model import named, search
from crab_android.phone.apps.maps.places import spots

PACKAGE = "org.crab.maps"


@pytest.fixture
def phone():
    return Phone({"maps": {}, "open": PACKAGE})


def find(hand, words):
    hand.tap(id="search_omnibox")
    hand.phone.type_text(words)


def look_at(hand, name):
    find(hand, name)
    hand.tap(id="place_row")


# Great-circle distances in km, worked out with the formula of Vincenty on a sphere elsewhere, rounded.
@pytest.mark.parametrize(
    ("one", "other", "kilometres"),
    [("London", "Paris", 344), ("New York", "Los Angeles", 3936), ("Berlin", "Munich", 504)],
)
def test_distances_are_those_of_the_earth(one, other, kilometres):
    first, second = named(one), named(other)
    length = geo.distance((first.latitude, first.longitude), (second.latitude, second.longitude))
    assert length == pytest.approx(kilometres, abs=3)


def test_a_point_of_the_map_stands_for_one_point_of_the_earth():
    for zoom in (2.0, 11.5, 16.0):
        back = geo.to_degrees(*geo.to_world(44.01, -27.9, zoom), zoom)
        assert back == pytest.approx((44.01, -27.9), abs=1e-9)


def test_every_place_has_a_name_of_its_own_and_an_address():
    assert len({place.name for place in spots()}) == len(spots())
    assert all(place.postcode in place.address and place.country in place.address for place in spots())


def test_a_city_is_found_by_its_postcode_and_country():
    assert [place.name for place in search("1204 Switzerland")] == ["Geneva"]
    assert [place.name for place in search("75001")] == ["Paris"]


def test_a_place_is_found_and_its_address_is_told(hand):
    look_at(hand, "Harbour Bakery")
    assert hand.node(id="address").get("text") == "3 Harbour Road, 1010 Northfield, Lark Island"
    assert hand.node(id="hours").get("text") == "Daily 06:30–17:00"


def test_kinds_of_places_are_listed(hand):
    hand.tap(desc="Hotels")
    names = [node.get("text") for node in hand.nodes(id="title")]
    assert names == [place.name for place in spots() if place.kind == "hotel"]


def test_what_is_not_on_the_map_is_not_found(hand):
    find(hand, "Atlantis")
    assert "No results" in hand.texts()


def test_a_pin_is_tapped(hand):
    hand.tap(desc="Northfield Library")
    assert hand.node(id="title").get("text") == "Northfield Library"


def test_the_map_follows_the_finger_and_the_buttons(hand):
    before = hand.phone.raw()
    hand.phone.swipe(500, 1400, 700, 1000)
    state = hand.phone.state.apps[PACKAGE]
    assert state.longitude < -28.0
    assert state.latitude < 44.0
    hand.tap(desc="Zoom in")
    assert hand.phone.state.apps[PACKAGE].zoom == pytest.approx(16.2)
    hand.tap(desc="Zoom out")
    hand.tap(desc="My location")
    assert hand.phone.raw() == before


def test_directions_tell_distance_time_and_steps(hand):
    look_at(hand, "Eastbrook Lighthouse")
    hand.tap(text="Directions")
    assert hand.node(id="distance").get("text") == "(9.7 km)"
    assert hand.node(id="duration").get("text") == "11 min"
    assert "You have arrived at Eastbrook Lighthouse" in hand.texts()
    hand.tap(id="mode_walk")
    assert hand.node(id="duration").get("text") == "1 hr 52 min"


def test_both_ends_of_a_way_are_chosen_and_swapped(hand):
    hand.tap(desc="Directions")
    hand.tap(desc="Choose starting point")
    hand.phone.type_text("Berlin")
    hand.tap(id="place_row")
    hand.tap(desc="Choose destination")
    hand.phone.type_text("Hamburg")
    hand.tap(id="place_row")
    far = hand.node(id="distance").get("text")
    assert far == "(327 km)"
    hand.tap(desc="Swap start and destination")
    assert hand.node(id="from_text").get("text") == "Hamburg"
    assert hand.node(id="distance").get("text") == far


def test_there_is_no_way_off_the_island(hand):
    look_at(hand, "Lisbon")
    hand.tap(text="Directions")
    assert {"No way found", "1,675 km in a straight line"} <= set(hand.texts())


def test_distances_in_miles(hand):
    hand.tap(desc="More options")
    hand.tap(text="Distances in miles")
    look_at(hand, "Eastbrook Lighthouse")
    hand.tap(text="Directions")
    assert hand.node(id="distance").get("text") == "(6.0 mi)"


def test_a_place_is_saved_and_taken_off_the_list(hand):
    look_at(hand, "Harbour Bakery")
    hand.tap(text="Save")
    hand.tap(text="Favorites")
    hand.tap(text="OK")
    rows = hand.phone.content.query("content://org.crab.maps/saved")
    assert [(row["name"], row["list"]) for row in rows] == [("Harbour Bakery", "Favorites")]
    hand.tap(text="Saved")
    hand.tap(text="Favorites")
    assert hand.phone.content.query("content://org.crab.maps/saved") == []


def test_saved_and_recent_places_come_from_the_world(hand):
    world = {"saved": {"Favorites": ["Lindenpark"]}, "recent": ["Tokyo"]}
    hand.phone.reset({"maps": world, "open": PACKAGE})
    hand.tap(desc="More options")
    hand.tap(text="Saved places")
    assert {"Favorites · 1", "Lindenpark"} <= set(hand.texts())
    hand.phone.back()
    hand.tap(id="search_omnibox")
    assert "Tokyo" in hand.texts()


def test_a_place_is_shared_with_a_link_that_leads_back_to_it(hand):
    look_at(hand, "Lindenpark")
    hand.tap(text="Share")
    (chooser,) = hand.phone.state.overlays
    link = chooser.args["text"].splitlines()[-1]
    assert link.startswith("https://maps.crab.test/place/Lindenpark?at=")
    hand.phone.home()
    assert hand.phone.start_intent(Intent(action="android.intent.action.VIEW", data=link, package=PACKAGE))
    assert hand.node(id="title").get("text") == "Lindenpark"


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("geo:0,0?q=Eiffel", "Northfield"),
        ("geo:0,0?q=Kyoto", "Kyoto"),
        ("geo:35.01,135.77", "Kyoto"),
        ("geo:44.0,-28.0", "Northfield"),
    ],
)
def test_addresses_of_places_open_the_map_there(hand, address, name):
    assert hand.phone.start_intent(Intent(action="android.intent.action.VIEW", data=address))
    assert hand.node(id="title").get("text") == name


def test_a_place_is_called(hand):
    look_at(hand, "Harbour Bakery")
    hand.tap(text="Call")
    assert hand.phone.activity.package == "com.android.dialer"


@pytest.mark.parametrize("wrong", [{"at": "Atlantis"}, {"saved": {"Favorites": ["Nowhere"]}}, {"home": "x"}])
def test_a_world_that_does_not_fit_is_refused(wrong):
    with pytest.raises(WorldError, match="Maps"):
        Phone({"maps": wrong})

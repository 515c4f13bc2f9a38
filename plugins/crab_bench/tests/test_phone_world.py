"""The phone's world: drawn, the same for the same seed, with a wrong answer beside every right one."""

from __future__ import annotations

import datetime
import itertools
import random
import zoneinfo
from collections import Counter

import pytest

from crab_android.phone import Phone
from crab_android.phone.apps.clock.cities import cities
from crab_android.phone.apps.maps import geo
from crab_android.phone.apps.maps.places import spots
from crab_bench.phone.cities import CITIES
from crab_bench.phone.kinds import draw_place, draw_postcode, show_postcode
from crab_bench.phone.places import PLACES, POSTCODES, address_of, distance_by_car
from crab_bench.phone.world import NOW, draw_mail_address, draw_new_person, people, plans
from crab_bench.values import draw_content
from crab_core import NothingToDrawError, Scene, World
from crab_core.values import merged

SEEDS = range(40)


def world(seed: int) -> World:
    return merged(people(random.Random(seed)), plans(random.Random(seed)))


def scene(seed: int) -> Scene:
    return Scene({"android": dict(world(seed))}, random.Random(seed))


@pytest.mark.parametrize("seed", SEEDS)
def test_the_phone_takes_the_world_and_the_same_seed_gives_the_same(seed: int) -> None:
    assert world(seed) == world(seed) != world(seed + 1)
    Phone(world(seed), seed=seed)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_contact_has_one_of_the_same_first_name_beside_it(seed: int) -> None:
    contacts = world(seed)["contacts"]
    firsts = Counter(contact["name"].split()[0] for contact in contacts)
    assert set(firsts.values()) == {2}
    for what in ("name", "number", "mail"):
        assert len({contact[what] for contact in contacts}) == len(contacts)
    # A digit that is wrong leads to nobody, or at least to somebody else.
    assert len({contact["number"][-4:] for contact in contacts}) == len(contacts)


@pytest.mark.parametrize("seed", SEEDS)
def test_nobody_was_called_and_the_last_missed_call_is_not_the_only_one(seed: int) -> None:
    calls = world(seed)["calls"]
    assert "out" not in {call["type"] for call in calls}
    missed = [call for call in calls if call["type"] == "missed"]
    assert len({call["number"] for call in missed}) == 3
    assert len({call["at"] for call in missed}) == 3


@pytest.mark.parametrize("seed", SEEDS)
def test_every_picture_was_taken_on_a_day_with_one_event(seed: int) -> None:
    made = world(seed)
    days = Counter(event["start"][:10] for event in made["calendar"])
    assert set(days.values()) == {1}
    for photo in made["photos"]:
        assert photo["taken"][:10] in days
        assert photo["taken"][:4] not in photo["name"]
    for day in map(datetime.date.fromisoformat, days):
        assert {(day + datetime.timedelta(days=n)).isoformat() for n in (-2, 2)} & set(days)


def test_nothing_that_is_asked_to_be_written_is_there_already() -> None:
    contents = {draw_content(Scene({}, random.Random(seed))) for seed in range(300)}
    for seed in SEEDS:
        said = repr(world(seed))
        assert not [content for content in contents if content in said]
        names = {contact["name"] for contact in world(seed)["contacts"]}
        assert draw_new_person(scene(seed)) not in names


def test_a_contact_is_drawn_once_and_then_there_are_no_more() -> None:
    made = scene(1)
    count = len(world(1)["contacts"])
    assert len({draw_mail_address(made) for _ in range(count)}) == count
    with pytest.raises(NothingToDrawError):
        draw_mail_address(made)


# -- what Maps and Clock know ----------------------------------------------------------------------


def test_the_tables_say_what_maps_and_clock_show() -> None:
    known = {spot.name: spot for spot in spots()}
    for name in PLACES:
        assert address_of(name) == known[name].address
    for one, other in itertools.permutations(PLACES, 2):
        way = geo.way(known[one], known[other], "drive")
        assert way is not None
        assert distance_by_car(one, other) == geo.distance_text(way.kilometres)
    zones = {city.name: city for city in cities()}
    assert set(CITIES) == set(POSTCODES)
    assert len(set(CITIES.values())) == len(CITIES) >= 12
    for name, country in CITIES.items():
        code, zone = POSTCODES[name]
        assert (known[name].postcode, known[name].country) == (code, country)
        assert (zones[name].country, zones[name].zone) == (country, zone)
        datetime.datetime.fromisoformat(NOW).astimezone(zoneinfo.ZoneInfo(zone))


def test_places_are_drawn_from_towns_apart() -> None:
    for seed in SEEDS:
        made = scene(seed)
        chosen = [draw_place(made) for _ in range(6)]
        assert len({PLACES[name].town for name in chosen}) == 6


def test_a_postcode_is_shown_with_its_country() -> None:
    assert show_postcode("00100, Finland") == '"00100" in Finland'
    code, _, country = draw_postcode(scene(0)).partition(", ")
    assert [city for city in CITIES if (POSTCODES[city][0], CITIES[city]) == (code, country)]

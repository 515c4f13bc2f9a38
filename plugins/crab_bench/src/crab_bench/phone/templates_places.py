"""Sub-tasks with places, cities and pictures on the phone."""

from __future__ import annotations

from typing import Final

from crab_android.evaluators import address_shown, app_in_front, photo_date_shown, route_shown
from crab_bench.phone import solving_places as hands
from crab_bench.phone.cities import CITIES
from crab_bench.phone.places import POSTCODES, address_of, distance_by_car
from crab_core import CheckpointGraph, Scene, SubTask

PHONE: Final = "android"

_PLACE_OPENED: Final = app_in_front(package=hands.MAPS, activity="org.crab.maps.PlaceActivity")

FIND_DISTANCE: Final = SubTask(
    id="find_distance",
    environment=PHONE,
    description="On the phone, use Maps to find out how long the way by car is from {start} to {goal}.",
    inputs={"start": "place", "goal": "place"},
    output="distance",
    result="the length of the way by car from {start} to {goal}",
    value=lambda scene, start, goal: distance_by_car(start, goal),  # noqa: ARG005
    checkpoints=lambda start, goal, output: CheckpointGraph.chain(
        {
            "Maps in front": app_in_front(package=hands.MAPS),
            f"the way to {goal} shown": route_shown(origin=start, destination=goal, distance=output),
        }
    ),
    solution=hands.find_distance,
    alternatives={"from the place": hands.find_distance_from_place},
    mutants={"on foot": hands.find_distance_on_foot, "the way back": hands.find_distance_back},
    steps=9,
    applications=("Maps",),
)

FIND_ADDRESS: Final = SubTask(
    id="find_address",
    environment=PHONE,
    description="On the phone, open {place} in Maps to see the address.",
    inputs={"place": "place"},
    output="address",
    result="the address of {place} in the phone's Maps",
    value=lambda scene, place: address_of(place),  # noqa: ARG005
    checkpoints=lambda place, output: CheckpointGraph.chain(
        {
            "Maps in front": app_in_front(package=hands.MAPS),
            f"{place} opened, with the address": _PLACE_OPENED & address_shown(place=place, address=output),
        }
    ),
    solution=hands.find_address,
    alternatives={"by a word of the name": hands.find_address_by_word},
    mutants={"another place": hands.find_other_address},
    steps=5,
    applications=("Maps",),
)


def _city_with(scene: Scene, postcode: str) -> str:  # noqa: ARG001 - Maps knows the same everywhere
    code, _, country = postcode.partition(", ")
    return next(city for city in CITIES if (POSTCODES[city][0], CITIES[city]) == (code, country))


FIND_CITY_BY_POSTCODE: Final = SubTask(
    id="find_city_by_postcode",
    environment=PHONE,
    description="On the phone, use Maps to find the city with the postcode {postcode}, and open it.",
    inputs={"postcode": "postcode"},
    output="city",
    result="the city with the postcode {postcode}",
    value=_city_with,
    checkpoints=lambda postcode, output: CheckpointGraph.chain(
        {
            "Maps in front": app_in_front(package=hands.MAPS),
            "the city of the postcode opened": _PLACE_OPENED
            & address_shown(place=output, address=postcode.replace(", ", f" {output}, ", 1)),
        }
    ),
    solution=hands.find_city_by_postcode,
    alternatives={"by the country": hands.find_city_by_country},
    mutants={"a city elsewhere": hands.find_other_city},
    steps=5,
    applications=("Maps",),
)


def _taken(scene: Scene, photo: str) -> str:
    return next(str(one["taken"])[:10] for one in scene.world(PHONE)["photos"] if one["name"] == photo)


FIND_PHOTO_DATE: Final = SubTask(
    id="find_photo_date",
    environment=PHONE,
    description=(
        "On the phone, open the details of the picture {photo} in Photos to see on which day it was taken."
    ),
    inputs={"photo": "phone_photo"},
    output="event_day",
    result="the day on which the phone's picture {photo} was taken",
    value=_taken,
    checkpoints=lambda photo, output: CheckpointGraph.chain(  # noqa: ARG005
        {
            "Photos in front": app_in_front(package=hands.PHOTOS),
            f"the day of {photo} shown": photo_date_shown(file=photo),
        }
    ),
    solution=hands.find_photo_date,
    alternatives={"swiping": hands.find_photo_date_swiping},
    mutants={"another picture": hands.find_other_photo_date},
    steps=6,
    applications=("Photos",),
)

"""The types of values that the phone's sub-tasks take and give."""

from __future__ import annotations

from typing import Final

from crab_bench.phone.cities import CITIES
from crab_bench.phone.places import PLACES, POSTCODES
from crab_bench.phone.world import (
    check_new_person,
    draw_contact_name,
    draw_event_day,
    draw_mail_address,
    draw_mail_subject,
    draw_new_person,
    draw_note_title,
    draw_phone_number,
    draw_phone_photo,
)
from crab_bench.values import a_line, show_date
from crab_core import Scene, ValueType


def draw_place(scene: Scene) -> str:
    """A place of the island, each from another town, so that the ways between them are worth a drive."""
    town = scene.pick("town", dict.fromkeys(place.town for place in PLACES.values()))
    return scene.pick("place", [name for name, place in PLACES.items() if place.town == town])


def draw_city(scene: Scene) -> str:
    """A city that Maps and Clock know."""
    return scene.pick("city", CITIES)


def draw_postcode(scene: Scene) -> str:
    """A city's postcode with its country, for the same code may be in use in several."""
    city = scene.pick("postcode", POSTCODES)
    return f"{POSTCODES[city][0]}, {CITIES[city]}"


def show_postcode(value: str) -> str:
    """'"00100" in Finland' for "00100, Finland"."""
    code, _, country = value.partition(", ")
    return f'"{code}" in {country}' if country else f'"{code}"'


CONTACT_NAME: Final = ValueType(
    name="contact_name",
    summary="The name of one of the phone's contacts.",
    parent="content",
    draw=draw_contact_name,
    spelled="the name of {}",
)
MAIL_ADDRESS: Final = ValueType(
    name="mail_address", summary="A mail address of a contact.", parent="content", draw=draw_mail_address
)
PHONE_NUMBER: Final = ValueType(
    name="phone_number",
    summary="A telephone number of a contact.",
    parent="content",
    draw=draw_phone_number,
    spelled="{} as the phone shows it",
)
NEW_PERSON: Final = ValueType(
    name="new_person",
    summary="The name of somebody who is no contact yet.",
    draw=draw_new_person,
    form=a_line,
    check=check_new_person,
)
PLACE: Final = ValueType(
    name="place", summary="A place that the phone's Maps finds.", parent="content", draw=draw_place
)
CITY: Final = ValueType(
    name="city",
    summary="A city that the phone's Maps and Clock know.",
    parent="content",
    draw=draw_city,
    spelled="the name of {}",
)
POSTCODE: Final = ValueType(
    name="postcode", summary="A city's postcode and its country.", draw=draw_postcode, show=show_postcode
)
PHONE_PHOTO: Final = ValueType(
    name="phone_photo", summary="The file name of a picture in the phone's Photos.", draw=draw_phone_photo
)
EVENT_DAY: Final = ValueType(
    name="event_day",
    summary="A day on which the phone's calendar has an event.",
    parent="date",
    draw=draw_event_day,
    show=show_date,
)
NOTE_TITLE: Final = ValueType(
    name="note_title", summary="The title of a note on the phone.", draw=draw_note_title
)
MAIL_SUBJECT: Final = ValueType(
    name="mail_subject", summary="The subject of a mail on the phone.", draw=draw_mail_subject
)
NUMBER: Final = ValueType(name="number", summary="A number, perhaps with its unit.", parent="content")
DISTANCE: Final = ValueType(
    name="distance",
    summary="How long a way is, with its unit.",
    parent="number",
    spelled="{} as Maps shows it",
)
ADDRESS: Final = ValueType(
    name="address",
    summary="The postal address of a place.",
    parent="content",
    spelled="{}, as it is shown there",
)
CLOCK_TIME: Final = ValueType(
    name="clock_time",
    summary="A time of day, such as 14:05.",
    parent="content",
    spelled="{}, as it is shown there",
)
EVENT_TITLE: Final = ValueType(name="event_title", summary="What an event is called.", parent="content")

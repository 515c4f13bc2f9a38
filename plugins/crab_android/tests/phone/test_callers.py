"""Whose number it is."""

from __future__ import annotations

import pytest

from crab_android.phone import AppContext, Phone
from crab_android.phone.kit import Callers


def callers(world):
    phone = Phone(world)
    return Callers(AppContext(phone, phone.apps["com.android.messaging"]))


WORLD = {
    "contacts": [
        {"name": "Ada Novak", "number": "+1 202 555 0142"},
        {"name": "Omar Dahl", "numbers": ["+1 202 555 0143", "555"]},
        {"name": "Without Number"},
    ]
}


@pytest.mark.parametrize("number", ["+12025550142", "(202) 555-0142", "555 0142", "1-202-555-0142"])
def test_a_number_is_known_however_it_is_written(number):
    found = callers(WORLD).of(number)
    assert (found.name, found.number, found.contact) == ("Ada Novak", "+1 202 555 0142", 1)


@pytest.mark.parametrize(
    ("number", "name"), [("+13125550142", "+1 312-555-0142"), ("0142", "0142"), ("KESTREL", "KESTREL")]
)
def test_a_number_that_nobody_has_stands_for_itself(number, name):
    found = callers(WORLD).of(number)
    assert (found.name, found.contact) == (name, 0)


def test_a_short_number_must_be_the_same():
    assert callers(WORLD).name("555") == "Omar Dahl"
    assert callers(WORLD).name("55") == "55"


def test_people_are_found_by_words_and_by_digits():
    known = callers(WORLD)
    assert [caller.name for caller in known.search("nov")] == ["Ada Novak"]
    assert [caller.number for caller in known.search("0143")] == ["+1 202 555 0143"]
    assert known.search("zz") == []


def test_without_contacts_numbers_stand_for_themselves():
    world = {**WORLD, "uninstalled": ["com.android.contacts"]}
    del world["contacts"]
    assert callers(world).name("+12025550142") == "+1 202-555-0142"

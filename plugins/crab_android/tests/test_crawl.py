"""Every screen of every app is reached as declared, draws, dumps valid XML and is left by back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from crab_android.phone import Lead, Phone, Screen
from crab_android.phone.crawl import Crawl, Spot, check_spot, crawl
from crab_android.phone.kit import label


@pytest.fixture(scope="module")
def found() -> Crawl:
    return crawl(Phone({}, 0))


def test_every_declared_way_leads_where_it_says_and_every_screen_is_reached(found):
    assert not found.faults
    declared = {(app.package, name) for app in Phone().apps.values() for name in app.screens}
    assert {(spot.package, spot.screen) for spot in found.phones} >= declared


def test_every_screen_draws_dumps_valid_xml_and_is_left_by_back(found):
    faults = [fault for phone in found.phones.values() for fault in check_spot(phone)]
    assert not faults


def broken(**changes) -> Phone:
    """A phone whose Tasks app has been changed."""
    apps = dict(Phone().catalog)
    tasks = apps["org.crab.tasks"]
    screens = {**tasks.screens, **changes}
    apps["org.crab.tasks"] = replace(tasks, screens=screens)
    return Phone({"tasks": ["Renew the pass"]}, apps=list(apps.values()))


def test_a_way_that_leads_elsewhere_is_found_out():
    screen = Phone().catalog["org.crab.tasks"].screens["list"]
    phone = broken(list=replace(screen, leads=(Lead("details", id="action_menu"),)))
    faults = crawl(phone, ["org.crab.tasks"]).faults
    assert "org.crab.tasks/list → details: leads to org.crab.tasks/list#menu" in faults
    assert "org.crab.tasks/details is not reached by any lead or intent" in faults
    assert "org.crab.tasks/list#delete is not reached by any lead" in faults


def test_a_way_from_an_element_that_is_not_there_is_found_out():
    screen = Phone().catalog["org.crab.tasks"].screens["list"]
    phone = broken(list=replace(screen, leads=(*screen.leads, Lead("details", id="nothing"))))
    assert crawl(phone, ["org.crab.tasks"]).faults == [
        "org.crab.tasks/list → details: no element with nothing"
    ]


def test_a_screen_that_nobody_can_leave_is_found_out():
    trap = Screen(".TrapActivity", lambda _context: label("Stay"), back=lambda _context: True)
    phone = broken(trap=trap)
    phone.start("org.crab.tasks", "trap")
    assert check_spot(phone) == ["org.crab.tasks/trap is not left by back"]


def test_a_way_below_the_fold_is_scrolled_to():
    phone = Phone({}, 0)
    ends = {edge.end for edge in crawl(phone, ["com.android.settings"]).edges}
    assert Spot("com.android.settings", "about") in ends

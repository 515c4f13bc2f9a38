"""Every screen of every app of the phone as compact text."""

from __future__ import annotations

import asyncio
import statistics
from collections import Counter
from xml.etree import ElementTree

import pytest

from crab_android.device.compact import compact, words
from crab_android.phone import Phone
from crab_android.phone.crawl import crawl
from crab_android.phone.shell.interpreter import Shell


@pytest.fixture(scope="module")
def screens() -> dict[str, Phone]:
    """Name → phone at every screen and dialog that a crawler reaches, and at what the system lays over."""
    found: dict[str, Phone] = {}
    for seed in (0, 1):
        found |= {f"{spot} of phone {seed}": phone for spot, phone in crawl(Phone({}, seed)).phones.items()}
    found["the lock screen"] = Phone({"locked": True})
    for over in ("expand-notifications", "expand-settings"):
        found[over] = Phone({})
        found[over].launch("org.crab.tasks")
        run(found[over], f"cmd statusbar {over}")
    found["the apps used last"] = Phone({"open": "org.crab.tasks"})
    run(found["the apps used last"], "input keyevent KEYCODE_HOME && input keyevent KEYCODE_APP_SWITCH")
    found["sideways"] = Phone({"open": "org.crab.tasks", "settings": {"system": {"user_rotation": "1"}}})
    return found


def run(phone: Phone, command: str) -> None:
    """Run a shell command on a phone."""

    class Output:
        async def out(self, data: bytes) -> None:
            assert not data, data

        err = out

    assert asyncio.run(Shell(phone).run(command, Output(), b"")) == 0


@pytest.fixture(scope="module")
def dumps(screens) -> dict[str, str]:
    return {name: phone.fork().ui_xml() for name, phone in screens.items()}


def test_no_word_number_or_address_is_lost_on_any_screen(dumps):
    assert len(dumps) > 20
    for name, xml in dumps.items():
        shown = Counter(words(compact(xml).text))
        for element in ElementTree.fromstring(xml).iter("node"):
            for attribute in ("text", "content-desc"):
                lost = Counter(words(element.get(attribute, ""))) - shown
                assert not lost, f"{name}: {lost} of {element.get(attribute)!r}"


def test_every_text_stands_in_one_line_as_it_is(dumps):
    for name, xml in dumps.items():
        lines = [" ".join(line.split()) for line in compact(xml).text.split("\n")]
        for element in ElementTree.fromstring(xml).iter("node"):
            text = " ".join(element.get("text", "").replace("\n", " ⏎ ").split())
            assert any(text in line for line in lines), f"{name}: {text!r}"


def test_whatever_can_be_touched_has_a_line_and_a_place(dumps):
    for name, xml in dumps.items():
        elements = compact(xml).elements.values()
        for flag, action in (("clickable", "tap"), ("long-clickable", "hold"), ("scrollable", "scroll")):
            there = sum(node.get(flag) == "true" for node in ElementTree.fromstring(xml).iter("node"))
            assert sum(action in element.actions for element in elements) == there, name
        assert all(element.box is not None for element in elements), name


def test_at_least_nine_tenths_of_the_tokens_are_saved(dumps):
    saved = {
        name: 1 - len(list(words(compact(xml).text))) / len(list(words(xml))) for name, xml in dumps.items()
    }
    assert statistics.median(saved.values()) >= 0.9
    assert min(saved.values()) >= 0.8, min(saved, key=saved.__getitem__)


def kept(before, after) -> tuple[int, list[str]]:
    """How many elements are on two screens, the same and whole; those whose id has changed.

    Text fields that are alike, as the paragraphs of a document, are known by their order alone: what is typed
    into one is no part of its id.
    """
    first, second = ({} for _ in range(2))
    for tree, found in ((before, first), (after, second)):
        for name, element in tree.elements.items():
            if element.role != "field":
                found.setdefault((element.role, element.texts, element.box[2:]), []).append(name)
    both = [
        told
        for told in first.keys() & second.keys()
        if told[1] and len(first[told]) == len(second[told]) == 1
    ]
    return len(both), [str(told) for told in both if first[told] != second[told]]


def test_the_same_screen_has_the_same_ids_however_it_looks(screens):
    for name, phone in screens.items():
        twin = phone.fork()
        before = compact(twin.ui_xml())
        dark = twin.state.settings["secure"].get("ui_night_mode") == "2"
        twin.put_setting("secure", "ui_night_mode", "1" if dark else "2")
        number, changed = kept(before, compact(twin.ui_xml()))
        assert not changed, f"{name}: {changed}"
        assert number or not before.elements, name


def test_what_stays_on_a_screen_that_scrolls_keeps_its_id(screens):
    """A list that has moved on still shows some of its rows; they are known by the same ids."""
    moved = 0
    for name, phone in screens.items():
        twin = phone.fork()
        before = compact(twin.ui_xml())
        if not any("scroll" in element.actions for element in before.elements.values()):
            continue
        width, height = twin.pixels
        twin.swipe(width / 2, height * 0.6, width / 2, height * 0.45, 1000)
        number, changed = kept(before, compact(twin.ui_xml()))
        assert not changed, f"{name}: {changed}"
        moved += number
    assert moved > 20

"""The small web in a real Firefox: it is searched, and its buttons copy although nothing is encrypted."""

from __future__ import annotations

import pytest

from crab_bench.site.generate import draw_web
from crab_bench.site.render import services
from crab_ubuntu.providers.sandbox import SandboxProvider
from crab_ubuntu.testing import Person


@pytest.mark.desktop
def test_a_page_is_found_by_searching_and_its_button_copies() -> None:
    web = draw_web(3)
    place = next(one for one in web.places if one.city == "Lisbon")
    provider = SandboxProvider()
    try:
        person = Person(provider.start({"services": services(3)}, 0))
        person.do("search_app", name="Firefox")
        person.visit("search.crab.test", "Crab Search")
        person.do("write_text", text=f"{place.name} {place.city}\n")
        person.click(place.name, "link")
        person.click("Copy share link", "button")
        person.sees("Copied")
        person.soon("clipboard_text", text=place.link)
        person.do("hotkey", keys=["ctrl", "l"])
        person.do("paste")
        person.soon("element_shown", value=place.link, app="firefox-esr")
        person.do("press", key="enter")
        person.soon("window_title", title=f"{place.name} - Crab Places", match="contains")
        assert not person.judge("clipboard_text", text=web.places[-1].link).passed
    finally:
        provider.close()

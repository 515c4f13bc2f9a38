"""The small web: drawn from a seed, whole in itself, and no larger than it should be."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest

from crab_bench.phone.cities import CITIES
from crab_bench.site import words
from crab_bench.site.addresses import address, edition_of, seeded
from crab_bench.site.encyclopedia import sheet_at
from crab_bench.site.gallery import picture_at
from crab_bench.site.generate import draw_web
from crab_bench.site.model import Web
from crab_bench.site.render import services
from crab_ubuntu.services.plan import read_services

EDITIONS = (0, 4711)


class Page(HTMLParser):
    """What a page links to, and what its buttons copy."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.copies: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in {"href", "src", "action"}:
                self.targets.append(value or "")
            elif name == "data-copy":
                self.copies.append(value or "")


def pages(edition: int) -> Iterator[tuple[str, str]]:
    """Address and HTML of every page."""
    for host, site in services(edition).items():
        for path, content in site["pages"].items():
            if isinstance(content, str) and content.startswith("<!doctype html>"):
                yield address(host, path), content


def copies_of(url: str, edition: int) -> list[str]:
    return Page(dict(pages(edition))[url]).copies


@pytest.fixture(params=EDITIONS)
def web(request: pytest.FixtureRequest) -> Web:
    return draw_web(request.param)


def test_the_same_edition_is_the_same_web_and_another_is_not() -> None:
    services.cache_clear()
    draw_web.cache_clear()
    first = json.dumps(services(7))
    services.cache_clear()
    draw_web.cache_clear()
    assert json.dumps(services(7)) == first
    assert json.dumps(services(8)) != first


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_desktop_can_serve_it_and_it_is_small(edition: int) -> None:
    world = services(edition)
    assert len(read_services(world)) == 8
    assert len(json.dumps(world)) <= 500_000


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_link_leads_nowhere(edition: int) -> None:
    known = services(edition)
    broken = []
    for url, html in pages(edition):
        for target in Page(html).targets:
            parts = urlsplit(urljoin(url, target))
            if parts.scheme == "data":
                continue
            site = known.get(parts.netloc, {"pages": {}})
            if parts.path not in {*site["pages"], *site.get("forms", ())}:
                broken.append(f"{url}: {target}")
    assert broken == []


def test_forms_lead_to_a_page(web: Web) -> None:
    for site in services(web.edition).values():
        assert set(site.get("forms", {}).values()) <= set(site["pages"])


def test_links_that_are_shared_lead_to_their_place(web: Web) -> None:
    redirects = services(web.edition)["places.crab.test"]["redirects"]
    assert {urlsplit(one.link).path: one.path for one in web.places} == redirects


def test_buttons_copy_what_the_web_knows(web: Web) -> None:
    edition = web.edition
    for picture in web.pictures:
        assert copies_of(address("pictures.crab.test", picture.path), edition) == [picture.link]
    for repository in web.repositories:
        assert copies_of(address("forge.crab.test", repository.path), edition) == [repository.link]
    for place in web.places[:20]:
        assert copies_of(address("places.crab.test", place.path), edition) == [place.link]
    for example in web.examples:
        assert example.code in copies_of(address("docs.crab.test", example.path), edition)
        assert example.code not in copies_of(address("docs.crab.test", example.old_path), edition)


def test_every_city_has_one_place_of_each_kind_and_no_two_of_a_name(web: Web) -> None:
    for city in CITIES:
        here = [one for one in web.places if one.city == city]
        assert sorted(one.kind for one in here) == sorted(words.KINDS)
        assert len({one.name for one in here}) == len(here)


def test_no_figure_of_the_older_edition_holds_any_more(web: Web) -> None:
    for now, before in zip(web.countries, web.older, strict=True):
        assert now.name == before.name
        assert all(value != before.facts[label] for label, value in now.facts.items())


def test_the_repository_with_the_most_stars_is_not_always_the_first_of_its_list() -> None:
    firsts = set()
    for edition in range(12):
        web = draw_web(edition)
        for topic in words.TOPICS:
            listed = [one for one in web.repositories if one.topic == topic]
            ranked = web.repositories_on(topic)
            assert len({one.stars for one in ranked}) == len(ranked)
            firsts.add(listed.index(ranked[0]))
    assert firsts == {0, 1, 2, 3}


def test_files_are_known_by_their_address(web: Web) -> None:
    known: Any = services(web.edition)
    for picture in web.pictures:
        content = known["pictures.crab.test"]["pages"][picture.file_path]
        assert base64.b64decode(content["base64"]) == picture_at(picture.link)
    for country in web.countries:
        path = web.sheet_path(country)
        assert known["wiki.crab.test"]["pages"][path].encode() == sheet_at(address("wiki.crab.test", path))


@pytest.mark.parametrize(
    "url", ["http://pictures.crab.test/", "http://pictures.crab.test/files/pink-cow-1.png"]
)
def test_what_is_no_picture_has_no_bytes(url: str) -> None:
    with pytest.raises(ValueError, match="no picture"):
        picture_at(url)


def test_no_two_pictures_of_a_web_are_the_same(web: Web) -> None:
    assert len({picture_at(one.link) for one in web.pictures}) == len(web.pictures)


def test_what_seeds_a_web_says_which_it_is() -> None:
    assert edition_of(seeded(12)) == edition_of(services(12)) == 12


def test_every_page_of_the_encyclopedia_says_that_its_figures_are_made_up(web: Web) -> None:
    for url, html in pages(web.edition):
        if "wiki.crab.test" in url:
            assert "made up anew for every test" in html, url


def test_the_search_engine_knows_every_page_that_is_looked_for(web: Web) -> None:
    script = services(web.edition)["search.crab.test"]["pages"]["/entries.js"]
    entries = json.loads(script.removeprefix("var ENTRIES = ").removesuffix(";"))
    known = {url for _, url, _ in entries}
    wanted = {address("wiki.crab.test", one.path) for one in (*web.countries, *web.cities)}
    wanted |= {address("pictures.crab.test", one.path) for one in web.pictures}
    wanted |= {address("docs.crab.test", one.path) for one in web.examples}
    wanted |= {address("forge.crab.test", one.path) for one in web.repositories}
    assert wanted <= known

"""The small web as a part of desktop worlds, and values drawn from it."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, Final

from crab_bench.site import words
from crab_bench.site.addresses import EDITIONS, WIKI, address, edition_of, seeded
from crab_core import Scene, ValueType, World

if TYPE_CHECKING:
    from crab_bench.site.model import Web

UBUNTU: Final = "ubuntu"
CLIPBOARD: Final = "the desktop's clipboard"

COUNTRY_FACTS: Final = ("population", "capital", "area", "currency", "official language")
CITY_FACTS: Final = ("number of residents", "number of bridges", "mayor", "city festival")


def edition(chance: random.Random) -> World:
    """Which web there would be; its pages come only into worlds that need them."""
    return {"services": seeded(chance.randrange(EDITIONS))}


def the_web(scene: Scene) -> Web:
    """The web of a scene's desktop; the same for all sub-tasks of a task."""
    from crab_bench.site.generate import draw_web  # tasks are loaded more often than their webs are drawn

    known = scene.world(UBUNTU).get("services", {})
    return draw_web(edition_of(known))


def serve_web(scene: Scene, **_: str) -> None:
    """Set-up: the pages of the web, and the browser to see them with."""
    from crab_bench.site.render import services

    world: dict[str, Any] = scene.world(UBUNTU)
    if WIKI not in world.get("services", {}):
        scene.add(UBUNTU, {"services": services(the_web(scene).edition)})
    if "firefox" not in world.get("applications", ()):
        scene.add(UBUNTU, {"applications": ["firefox"]})


def copy_to_clipboard(scene: Scene, text: str) -> str:
    """Draws end here whose value lies on the clipboard at the start."""
    scene.add(UBUNTU, {"clipboard": text})
    return text


# -- drawing -----------------------------------------------------------------------------------------------


def draw_country(scene: Scene) -> str:
    """A country of the encyclopedia."""
    return scene.pick("country", words.COUNTRIES)


def draw_country_fact(scene: Scene) -> str:
    """What the encyclopedia says of countries."""
    return scene.chance.choice(COUNTRY_FACTS)


def draw_city_fact(scene: Scene) -> str:
    """What the encyclopedia says of cities."""
    return scene.chance.choice(CITY_FACTS)


def draw_image_keyword(scene: Scene) -> str:
    """By which one picture is found."""
    return scene.pick("picture", [one.keyword for one in the_web(scene).pictures])


def draw_place_kind(scene: Scene) -> str:
    """A kind of which every city has one."""
    return scene.chance.choice(words.KINDS)


def draw_repository_keyword(scene: Scene) -> str:
    """A topic of the code forge."""
    return scene.pick("repository", tuple(words.TOPICS))


def draw_code_topic(scene: Scene) -> str:
    """What an example in the documentation is for."""
    return scene.pick("example", [one.topic for one in the_web(scene).examples])


def draw_picture_url(scene: Scene) -> str:
    """The address of a picture."""
    serve_web(scene)
    return the_web(scene).picture(draw_image_keyword(scene)).link


def draw_sheet_url(scene: Scene) -> str:
    """The address of a data sheet."""
    serve_web(scene)
    web = the_web(scene)
    return address(WIKI, web.sheet_path(web.country(scene.pick("sheet", words.COUNTRIES))))


def draw_copied_text(scene: Scene) -> str:
    """A sentence that was copied."""
    country = the_web(scene).country(draw_country(scene))
    return copy_to_clipboard(scene, f"The capital of {country.name} is {country.capital}.")


def draw_copied_link(scene: Scene) -> str:
    """An address on the web that was copied."""
    return copy_to_clipboard(scene, draw_picture_url(scene))


def draw_copied_code(scene: Scene) -> str:
    """A line of code that was copied."""
    return copy_to_clipboard(scene, the_web(scene).example(draw_code_topic(scene)).code)


def _on_clipboard(what: str) -> Any:
    return lambda _: what


COUNTRY: Final = ValueType(
    name="country",
    summary="A country with a table of figures in the encyclopedia.",
    parent="content",
    draw=draw_country,
)
COUNTRY_FACT: Final = ValueType(
    name="country_fact", summary="A row of a country's table.", draw=draw_country_fact, show=str
)
CITY_FACT: Final = ValueType(
    name="city_fact", summary="A row of a city's table.", draw=draw_city_fact, show=str
)
FIGURE: Final = ValueType(
    name="figure",
    summary="What a table of the encyclopedia says.",
    parent="content",
    spelled="{} as the article says it",
)
URL: Final = ValueType(
    name="url", summary="The address of a file on the web.", parent="content", draw=draw_sheet_url
)
PICTURE_URL: Final = ValueType(
    name="picture_url", summary="The address of a picture.", parent="url", draw=draw_picture_url
)
SHEET_URL: Final = ValueType(
    name="sheet_url", summary="The address of a data sheet, a text file.", parent="url", draw=draw_sheet_url
)
COPIED_TEXT: Final = ValueType(
    name="copied_text",
    summary="A line of text on the desktop's clipboard.",
    parent="content",
    draw=draw_copied_text,
    show=_on_clipboard("the text that is on the clipboard"),
    place=CLIPBOARD,
)
COPIED_LINK: Final = ValueType(
    name="copied_link",
    summary="An address on the desktop's clipboard.",
    parent="copied_text",
    draw=draw_copied_link,
    show=_on_clipboard("the address that is on the clipboard"),
)
COPIED_PICTURE_LINK: Final = ValueType(
    name="copied_picture_link",
    summary="The address of a picture on the desktop's clipboard.",
    parent="copied_link",
    draw=draw_copied_link,
    show=_on_clipboard("the address of a picture that is on the clipboard"),
)
COPIED_CODE: Final = ValueType(
    name="copied_code",
    summary="A line of code on the desktop's clipboard.",
    parent="copied_text",
    draw=draw_copied_code,
    show=_on_clipboard("the code that is on the clipboard"),
)
IMAGE_KEYWORD: Final = ValueType(
    name="image_keyword", summary="A keyword of the site of pictures.", draw=draw_image_keyword
)
REPOSITORY_KEYWORD: Final = ValueType(
    name="repository_keyword", summary="A topic of the code forge.", draw=draw_repository_keyword
)
PLACE_KIND: Final = ValueType(
    name="place_kind", summary="A kind of places on the map.", draw=draw_place_kind, show=str
)
CODE_TOPIC: Final = ValueType(
    name="code_topic", summary="What an example in the documentation is for.", draw=draw_code_topic
)

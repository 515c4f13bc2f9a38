"""Draws a small web from a source of chance: the same seed gives the same web."""

from __future__ import annotations

import random
import string
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, TypeVar

from crab_bench.phone.cities import CITIES
from crab_bench.site import words
from crab_bench.site.model import City, Country, Example, Picture, Place, Repository, Web

_CODE_LETTERS: Final = string.ascii_lowercase + string.digits


@lru_cache(maxsize=64)
def draw_web(edition: int) -> Web:
    """The web of an edition."""
    chance = random.Random(f"web/{edition}")
    countries, older = _countries(chance)
    return Web(
        edition=edition,
        countries=countries,
        older=older,
        cities=_cities(chance),
        pictures=_pictures(chance),
        places=_places(chance),
        repositories=_repositories(chance),
        examples=_examples(chance),
    )


def _countries(chance: random.Random) -> tuple[tuple[Country, ...], tuple[Country, ...]]:
    """The countries as they are, and as an older edition has them: with another value in every row."""
    names = words.COUNTRIES
    twice = 2 * len(names)
    told = (
        *(_pairs(chance.sample(every, len(names))) for every in (words.CAPITALS, words.CURRENCIES)),
        _pairs(chance.sample(words.LANGUAGES, len(names))),
        _halves(chance.sample(range(210_000, 48_000_000), twice)),
        _halves(chance.sample(range(1_200, 640_000), twice)),
        _halves(chance.sample(range(1203, 1949), twice)),
    )
    now, before = (
        tuple(
            Country(name, capital, people, area, currency, language, founded)
            for name, capital, currency, language, people, area, founded in zip(
                names, *(values[edition] for values in told), strict=True
            )
        )
        for edition in (0, 1)
    )
    return now, before


T = TypeVar("T")


def _pairs(values: Sequence[T]) -> tuple[Sequence[T], Sequence[T]]:
    """Values, and the same ones of which none is in its place."""
    return values, [*values[1:], values[0]]


def _halves(values: Sequence[T]) -> tuple[Sequence[T], Sequence[T]]:
    half = len(values) // 2
    return values[:half], values[half:]


def _cities(chance: random.Random) -> tuple[City, ...]:
    names = tuple(CITIES)
    twins = [*names[1:], names[0]]
    return tuple(
        City(
            name=name,
            country=CITIES[name],
            residents=chance.randint(90_000, 9_800_000),
            bridges=chance.randint(11, 480),
            mayor=f"{chance.choice(words.FIRST_NAMES)} {chance.choice(words.LAST_NAMES)}",
            festival=chance.choice(words.FESTIVALS),
            twin=twin,
        )
        for name, twin in zip(names, twins, strict=True)
    )


def _pictures(chance: random.Random) -> tuple[Picture, ...]:
    pictures = []
    for subject in words.SUBJECTS:
        for colour in chance.sample(sorted(words.COLOURS), 3):
            author = f"{chance.choice(words.FIRST_NAMES)} {chance.choice(words.LAST_NAMES)}"
            pictures.append(Picture(colour, subject, _code(chance), author, chance.randint(2009, 2025)))
    chance.shuffle(pictures)
    return tuple(pictures)


def _places(chance: random.Random) -> tuple[Place, ...]:
    places = []
    for city in CITIES:
        kinds = list(words.KINDS)
        chance.shuffle(kinds)
        streets = chance.sample(words.STREETS, len(kinds))
        for kind, street in zip(kinds, streets, strict=True):
            opens, closes = chance.randint(6, 10), chance.randint(16, 22)
            places.append(
                Place(
                    kind=kind,
                    name=chance.choice(words.PLACE_NAMES[kind]),
                    city=city,
                    street=f"{chance.randint(1, 98)} {street}",
                    hours=f"{opens:02}:00 to {closes:02}:00",
                    code=_code(chance),
                )
            )
    return tuple(places)


def _repositories(chance: random.Random) -> tuple[Repository, ...]:
    repositories = []
    for topic, names in words.TOPICS.items():
        stars = _apart(chance, len(names))
        abouts = chance.sample(words.ABOUTS, len(names))
        for name, star, about in zip(names, stars, abouts, strict=True):
            said = about.format(topic=topic)
            repositories.append(
                Repository(
                    owner=chance.choice(words.OWNERS),
                    name=name,
                    topic=topic,
                    about=said[0].upper() + said[1:],
                    language=chance.choice(words.CODE_LANGUAGES),
                    stars=star,
                    updated=f"{chance.randint(2019, 2025)}-{chance.randint(1, 12):02}",
                )
            )
    return tuple(repositories)


def _apart(chance: random.Random, count: int) -> Sequence[int]:
    """Numbers of stars, no two alike, and of different lengths so that nobody compares letters."""
    return chance.sample([*range(35, 990, 7), *range(1010, 9800, 70)], count)


def _examples(chance: random.Random) -> tuple[Example, ...]:
    examples = []
    for chapter, entries in words.CHAPTERS.items():
        for topic, about, pattern in entries:
            one, two, three = chance.sample(words.FILES, 3)
            number, other = chance.sample(range(12, 980), 2)
            examples.append(
                Example(
                    topic=topic,
                    code=pattern.format(w=one, w2=two, n=number),
                    old_code=pattern.format(w=three, w2=two, n=other).replace("heron ", "heron1 "),
                    chapter=chapter,
                    about=about,
                )
            )
    return tuple(examples)


def _code(chance: random.Random) -> str:
    return "".join(chance.choices(_CODE_LETTERS, k=8))

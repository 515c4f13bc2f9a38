"""What the small web knows, apart from how it is shown: any device may show it in its own way."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol, TypeVar

from crab_bench.site.addresses import FORGE, PICTURES, PLACES, address, slug


@dataclass(frozen=True, slots=True)
class Country:
    """A country of the encyclopedia. None of them exists elsewhere, so nobody knows its figures."""

    name: str
    capital: str
    population: int
    area: int
    """Square kilometres."""
    currency: str
    language: str
    founded: int

    @property
    def facts(self) -> dict[str, str]:
        """The rows of its table, as they are written there."""
        return {
            "Capital": self.capital,
            "Population": f"{self.population:,}",
            "Area": f"{self.area:,} square kilometres",
            "Currency": self.currency,
            "Official language": self.language,
            "Founded": str(self.founded),
        }

    @property
    def path(self) -> str:
        """Of its article."""
        return f"/country/{slug(self.name)}"

    @property
    def old_path(self) -> str:
        """Of the article in the older edition."""
        return f"/edition-2019/{slug(self.name)}"

    @property
    def sheet(self) -> str:
        """What its data sheet says."""
        rows = "".join(f"{label}: {value}\n" for label, value in self.facts.items())
        return f"Data sheet: {self.name}\n{rows}"


@dataclass(frozen=True, slots=True)
class City:
    """A city with an article. The cities exist; their figures are those of this encyclopedia only."""

    name: str
    country: str
    residents: int
    bridges: int
    mayor: str
    festival: str
    twin: str

    @property
    def facts(self) -> dict[str, str]:
        """The rows of its table, as they are written there."""
        return {
            "Country": self.country,
            "Number of residents": f"{self.residents:,}",
            "Number of bridges": str(self.bridges),
            "Mayor": self.mayor,
            "City festival": self.festival,
            "Twin town": self.twin,
        }

    @property
    def path(self) -> str:
        """Of its article."""
        return f"/city/{slug(self.name)}"

    @property
    def places_path(self) -> str:
        """Of the list of its places."""
        return f"/city/{slug(self.name)}"


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of one thing in one colour."""

    colour: str
    subject: str
    code: str
    """Stands in its address, so that nobody guesses it."""
    author: str
    year: int

    @property
    def keyword(self) -> str:
        """By which it is found: "red lighthouse"."""
        return f"{self.colour} {self.subject}"

    @property
    def title(self) -> str:
        """ "Red lighthouse"."""
        return self.keyword.capitalize()

    @property
    def path(self) -> str:
        """Of the page about it."""
        return f"/picture/{slug(self.keyword)}"

    @property
    def file_path(self) -> str:
        """Of the picture itself."""
        return f"/files/{slug(self.keyword)}-{self.code}.png"

    @property
    def small_path(self) -> str:
        """Of the small picture."""
        return f"/small/{slug(self.keyword)}.png"

    @property
    def link(self) -> str:
        """The whole address of the picture itself."""
        return address(PICTURES, self.file_path)


@dataclass(frozen=True, slots=True)
class Place:
    """A place of some kind in a city."""

    kind: str
    name: str
    city: str
    street: str
    hours: str
    code: str

    @property
    def path(self) -> str:
        """Of the page about it."""
        return f"/place/{slug(self.city)}/{self.kind}"

    @property
    def whole_address(self) -> str:
        """Street and city, as its page says them."""
        return f"{self.street}, {self.city}"

    @property
    def link(self) -> str:
        """The link by which it is shared."""
        return address(PLACES, f"/s/{self.code}")


@dataclass(frozen=True, slots=True)
class Repository:
    """A repository of source code."""

    owner: str
    name: str
    topic: str
    about: str
    language: str
    stars: int
    updated: str

    @property
    def path(self) -> str:
        """Of its page."""
        return f"/{self.owner}/{self.name}"

    @property
    def link(self) -> str:
        """The address by which it is cloned."""
        return address(FORGE, f"{self.path}.git")


@dataclass(frozen=True, slots=True)
class Example:
    """An example in the documentation: one line to run."""

    topic: str
    code: str
    old_code: str
    """What the documentation of an older version says."""
    chapter: str
    about: str

    @property
    def path(self) -> str:
        """Of the chapter that has it."""
        return f"/guide/{slug(self.chapter).lower()}"

    @property
    def old_path(self) -> str:
        """Of the same chapter for the older version."""
        return f"/version-1/{slug(self.chapter).lower()}"


class Named(Protocol):
    """What has a name."""

    @property
    def name(self) -> str:
        """The name."""


N = TypeVar("N", bound=Named)


@dataclass(frozen=True, slots=True)
class Web:
    """Everything that the small web knows."""

    edition: int
    """The seed that it was drawn from."""
    countries: tuple[Country, ...]
    older: tuple[Country, ...]
    """The same countries with the figures of an older edition, none of which holds any more."""
    cities: tuple[City, ...]
    pictures: tuple[Picture, ...]
    places: tuple[Place, ...]
    repositories: tuple[Repository, ...]
    examples: tuple[Example, ...]

    def country(self, name: str) -> Country:
        """The country of this name.

        Raises:
            LookupError: There is none.
        """
        return _called(name, self.countries)

    def sheet_path(self, country: Country) -> str:
        """Of a country's data sheet, a text file; which web it belongs to stands in it."""
        return f"/sheets/{self.edition}/{slug(country.name)}.txt"

    def city(self, name: str) -> City:
        """The city of this name.

        Raises:
            LookupError: There is none.
        """
        return _called(name, self.cities)

    def picture(self, keyword: str) -> Picture:
        """The picture that is found by a keyword.

        Raises:
            LookupError: There is none.
        """
        return _only(keyword, [one for one in self.pictures if one.keyword == keyword])

    def place(self, kind: str, city: str) -> Place:
        """The place of a kind in a city: there is one of each.

        Raises:
            LookupError: There is none.
        """
        return _only(f"{kind} in {city}", [p for p in self.places if (p.kind, p.city) == (kind, city)])

    def repositories_on(self, topic: str) -> tuple[Repository, ...]:
        """The repositories on a topic, those with the most stars first; no two have the same number."""
        found = [one for one in self.repositories if one.topic == topic]
        return tuple(sorted(found, key=lambda one: -one.stars))

    def example(self, topic: str) -> Example:
        """The example on a topic.

        Raises:
            LookupError: There is none.
        """
        return _only(topic, [one for one in self.examples if one.topic == topic])


T = TypeVar("T")


def _called(name: str, among: Iterable[N]) -> N:
    return _only(name, [one for one in among if one.name == name])


def _only(what: str, found: list[T]) -> T:
    if len(found) != 1:
        raise LookupError(f"the small web has {len(found)} of {what!r}")
    return found[0]

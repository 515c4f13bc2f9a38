"""What Maps remembers."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from crab_android.phone.kit import AppContext, Rows, Seeding

from .places import CENTER, Spot, spot, spots

LISTS = ("Favorites", "Want to go", "Starred places")


def empty_lists() -> dict[str, list[int]]:
    """The lists that everybody has, with nothing on them."""
    return {name: [] for name in LISTS}


class Maps(BaseModel):
    """Where the map stands, what was searched, and what is saved. Places are told by their ids."""

    latitude: float = CENTER[0]
    longitude: float = CENTER[1]
    zoom: float = 15.2
    me: int = 0  # the place where the phone is; 0 when nobody knows
    recent: list[int] = Field(default_factory=list)
    saved: dict[str, list[int]] = Field(default_factory=empty_lists)
    imperial: bool = False
    satellite: bool = False

    def look_at(self, place: Spot) -> None:
        """Bring a place to the middle of the map."""
        self.latitude, self.longitude = place.latitude, place.longitude
        self.zoom = 15.8 if not place.is_city else 15.2 if place.kind == "town" else 11.0

    def visited(self, place: Spot) -> None:
        """Put a place on top of what was looked at lately."""
        self.recent = [place.id, *[number for number in self.recent if number != place.id]][:12]

    def lists_of(self, number: int) -> list[str]:
        """The lists on which a place is."""
        return [name for name, numbers in self.saved.items() if number in numbers]

    def turn(self, name: str, number: int) -> None:
        """Put a place on a list, or take it off."""
        numbers = self.saved.setdefault(name, [])
        self.saved[name] = [n for n in numbers if n != number] if number in numbers else [*numbers, number]


class MapsWorld(BaseModel):
    """The app's part of a world; places are given by name."""

    model_config = ConfigDict(extra="forbid")

    at: str = "Northfield"
    recent: list[str] = Field(default_factory=list)
    saved: dict[str, list[str]] = Field(default_factory=dict)
    imperial: bool = False


def named(name: str) -> Spot:
    """The place of a name.

    Raises:
        ValueError: when the map has none.
    """
    found = next((place for place in spots() if place.name.casefold() == name.casefold()), None)
    if found is None:
        raise ValueError(f"the map has no place named {name!r}")
    return found


def seed(seeding: Seeding) -> Maps:
    """From a world, see :class:`MapsWorld`; without one, in Northfield with some places saved."""
    world = MapsWorld.model_validate(seeding.part if seeding.part is not None else {})
    maps = Maps(me=named(world.at).id, imperial=world.imperial)
    maps.recent = [named(name).id for name in world.recent]
    for name, places in world.saved.items():
        maps.saved[name] = [named(place).id for place in places]
    if seeding.part is None:
        chosen = seeding.chance.sample([place.id for place in spots() if place.rating >= 4.5], k=5)
        maps.saved["Favorites"], maps.saved["Want to go"] = chosen[:2], chosen[2:4]
        maps.recent = [chosen[4], named("Lisbon").id]
    here = named(world.at)
    maps.look_at(here)
    return maps


def search(wanted: str) -> list[Spot]:
    """Places in whose name, kind, address or postcode every word stands; whole names first."""
    words = wanted.casefold().replace(",", " ").split()
    if not words:
        return []
    found = []
    for place in spots():
        whole = f"{place.name} {place.kind} {place.address}".casefold()
        if all(word in whole for word in words):
            found.append(place)
    text = wanted.casefold().strip()
    found.sort(key=lambda p: (p.name.casefold() != text, not p.name.casefold().startswith(text), p.id))
    return found


def as_row(place: Spot) -> dict[str, Any]:
    """A place as a row of the content provider."""
    return {
        "_id": place.id,
        "name": place.name,
        "kind": place.kind,
        "address": place.address,
        "postcode": place.postcode,
        "country": place.country,
        "latitude": place.latitude,
        "longitude": place.longitude,
        "phone": place.phone or None,
    }


def place_rows(_context: AppContext[Maps]) -> Rows:
    """All places of the map."""
    return [as_row(place) for place in spots()]


def saved_rows(context: AppContext[Maps]) -> Rows:
    """The saved places, a row for each list that one is on."""
    rows: Rows = []
    for name, numbers in context.state.saved.items():
        for number in numbers:
            place = spot(number)
            if place is not None:
                rows.append({**as_row(place), "_id": len(rows) + 1, "place": number, "list": name})
    return rows

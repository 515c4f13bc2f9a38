"""Evaluators that look at places on the map."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from crab_android.device import seen
from crab_android.evaluators.parameters import Perhaps, Some
from crab_core import Verdict, evaluator

if TYPE_CHECKING:
    from crab_android.environment import AndroidEnvironment

_DISTANCE = re.compile(r"(?<![\w.,])\d[\d.,\s]*\s?(?:km|m|mi|miles|ft|yd)\b")


@evaluator(env="android")
def route_shown(
    env: AndroidEnvironment,
    origin: Some,
    destination: Some,
    distance: Perhaps = "",
    package: str = "org.crab.maps",
) -> Verdict:
    """The map shows a route from one place to another, and how long it is.

    Args:
        origin: The name of the place where it begins; letters are compared without case.
        destination: The name of the place where it ends.
        distance: How long it must be, as the map writes it ("3.2 km"); any distance when empty.
        package: The map app.
    """
    screen = seen.Words.of(env.hierarchy())
    if package not in screen.packages:
        return Verdict(False, f"{', '.join(screen.packages) or 'no app'} is in front, not {package}")
    mine = [one.text for one in screen.sayings if one.package == package]
    begins, ends = _line_with(mine, origin), _line_with(mine, destination)
    if begins is None or ends is None:
        return Verdict(False, f"{origin if begins is None else destination!r} is not on the map's screen")
    if begins >= ends:
        return Verdict(False, f"the route goes from {destination!r} to {origin!r}, not the other way round")
    lengths = [found.group() for text in mine for found in _DISTANCE.finditer(text)]
    if not lengths:
        return Verdict(False, "the map's screen shows no distance")
    if distance and not screen.having(distance, package):
        return Verdict(False, f"the map's screen shows {', '.join(lengths)}, not {distance}")
    return Verdict(
        True, f"the map shows the way from {origin!r} to {destination!r}: {distance or lengths[0]}"
    )


def _line_with(texts: list[str], wanted: str) -> int | None:
    """Where an end of the route stands: alone, with more of its address, or as where the phone is."""
    name = wanted.casefold()
    for number, text in enumerate(texts):
        parts = [part.strip() for part in text.casefold().split("·")]
        if any(part == name or part.startswith(f"{name}, ") for part in parts):
            return number
    return None


@evaluator(env="android")
def address_shown(
    env: AndroidEnvironment, place: Some, address: Some, package: str = "org.crab.maps"
) -> Verdict:
    """The map shows a place together with its address.

    Args:
        place: Its name.
        address: Its address, or the part of it that counts.
        package: The map app.
    """
    screen = seen.Words.of(env.hierarchy())
    if package not in screen.packages:
        return Verdict(False, f"{', '.join(screen.packages) or 'no app'} is in front, not {package}")
    for wanted in (place, address):
        if not screen.having(wanted, package):
            return Verdict(False, f"{wanted!r} is not on the map's screen")
    return Verdict(True, f"the map shows {place!r} at {address!r}")

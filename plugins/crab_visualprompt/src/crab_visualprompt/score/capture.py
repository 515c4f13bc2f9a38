"""Brings devices up, walks through what they show, and keeps the screens with the truth of their UI trees."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from crab_core import DeviceError, UsageError, World
from crab_core.plugins import Plugins
from crab_core.rig import DeviceChoice, Rig
from crab_visualprompt.score.kept import Keeper, Screen
from crab_visualprompt.score.walk import Walk

RENEWED = frozenset(("", "simulated", "sandbox", "in-process"))
"""Providers whose devices are new after each start, so that a walk at random does no harm."""
DESKTOP_PLACES = ("Settings", "Files", "gedit", "Terminal", "Calc", "Writer", "Impress", "GIMP", "Firefox")
"""As a person searches them; what is not installed is left out."""
PHONE_APPS = "phone-apps"
"""The kind of things that a plugin registers for the phone."""


@dataclass(frozen=True, slots=True)
class Order:
    """What to capture."""

    environment: str
    screens: int
    """At most."""
    clicks: int
    """In each place."""
    seed: int = 0
    provider: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    worlds: Sequence[World] = ()
    """Start states, one device after the other; the empty one when there is none."""
    places: Sequence[str] = ()
    """Applications to open; those that the environment is known to have when none is named."""

    def __post_init__(self) -> None:
        """Nobody's own device is clicked around in.

        Raises:
            UsageError: It would be.
        """
        if self.clicks and self.provider not in RENEWED:
            raise UsageError(
                f"A walk clicks at random, and a device of {self.provider!r} stays as it was left.",
                advice="Say --clicks 0 to open applications and look at them only.",
            )


def capture(
    order: Order, plugins: Plugins, folder: Path, tell: Callable[[Screen, int], None]
) -> tuple[int, list[str]]:
    """Keep screens in a folder.

    Args:
        order: What to capture.
        plugins: Where the environment is registered.
        folder: May hold screens already; these stay.
        tell: Is told of each screen, and how many there are.

    Returns:
        How many screens were kept, and what did not work.

    Raises:
        UnknownNameError: There is no such environment or provider.
        EnvironmentUnavailable: Its device cannot be had here.
    """
    plugins.environments[order.environment]  # an unknown one is an error before anything is made
    places = list(order.places) or known_places(order.environment, plugins)
    chance = random.Random(order.seed)
    worlds = list(order.worlds) or [{}]
    keeper = Keeper(folder)
    kept = 0
    trouble: list[str] = []
    for world, limit in zip(worlds, _parts(order.screens, len(worlds)), strict=True):
        with closing(_visit(order, plugins, world, places, chance, trouble)) as screens:
            for screen in itertools.islice((one for one in screens if keeper.keep(one)), limit):
                kept += 1
                tell(screen, kept)
    return kept, trouble


def known_places(environment: str, plugins: Plugins) -> list[str]:
    """The applications that an environment is known to have."""
    if environment == "ubuntu":
        return list(DESKTOP_PLACES)
    if environment == "android" and PHONE_APPS in plugins.guests:
        return list(plugins.of(plugins.guests[PHONE_APPS]))
    return []


def read_world(path: Path) -> World:
    """A world from a JSON file.

    Raises:
        UsageError: It cannot be read, or holds no object.
    """
    try:
        world = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise UsageError(f"{path} cannot be read as JSON: {error}.") from error
    if not isinstance(world, dict):
        raise UsageError(f"{path} holds no world: a world is a JSON object.")
    return world


def _parts(total: int, count: int) -> list[int]:
    """A number in so many parts of nearly the same size."""
    return [total // count + (i < total % count) for i in range(count)]


def _visit(
    order: Order,
    plugins: Plugins,
    world: World,
    places: Sequence[str],
    chance: random.Random,
    trouble: list[str],
) -> Generator[Screen]:
    """The screens of one device, a few of each place."""
    choice = DeviceChoice(provider=order.provider, options=order.options)
    with Rig(plugins, {order.environment: choice}) as rig:
        provider = rig.provider(order.environment)
        device = provider.start(world, order.seed)
        shuffled = chance.sample(places, len(places))
        renew = partial(provider.reset, world, order.seed) if order.clicks else None
        walk = Walk(device, order.environment, chance, order.clicks, renew, trouble)
        try:
            yield from walk.screens(shuffled)
        except DeviceError as error:
            trouble.append(f"the device was lost: {error}")

"""Walks through what a device shows, at random from a seed, and keeps the screens that are new."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from crab_core import CrabError, Device, InvalidAction, RemoteError, Screenshot, UiTree
from crab_visualprompt.score.kept import Screen
from crab_visualprompt.score.truth import Element, truth_of

ALIKE = 0.8
"""Share of their elements that two screens have in common from which the second is not kept."""
FEWEST = 2
"""Elements: a screen with less tells nothing, such as one that is still loading."""
LOOKS = 4
"""How often a screen is looked at until it is the same twice."""
POINTING = ("tap", "click")
"""Actions that point, by the name that a device has for them."""
OPENING = {"launch_app": "package", "search_app": "name"}
"""Actions that open an application, with the parameter that names it."""

_Looks = frozenset[tuple[str, str, tuple[int, ...]]]


@dataclass(slots=True)
class Walk:
    """Somebody who opens applications and clicks around in them."""

    device: Device
    environment: str
    """As screens are kept under."""
    chance: random.Random
    clicks: int
    """In each place that is opened."""
    renew: Callable[[], Device] | None = None
    """Starts the device anew where a click led to what nothing else ends, such as a locked screen."""
    trouble: list[str] = field(default_factory=list)
    """What did not work, and was left alone."""
    _kept: list[_Looks] = field(default_factory=list)
    _clicked: set[tuple[str, str, str]] = field(default_factory=set)

    def screens(self, places: Sequence[str]) -> Iterator[Screen]:
        """The screens that are new: where the device stands, then those of each place and around it.

        Args:
            places: Applications, as the device's action that opens them takes them.

        Raises:
            DeviceError: The device does not answer any more.
        """
        yield from self._around("start")
        for place in places:
            if self._opened(place):
                yield from self._around(place)

    def _around(self, place: str) -> Iterator[Screen]:
        number = 0
        for click in range(self.clicks + 1):
            seen = self._look()
            if seen is None:
                self.trouble.append(f"{place} does not come to rest")
                return
            shot, tree = seen
            elements = truth_of(tree, self.device.platform).elements
            if self._is_new(elements):
                number += 1
                name = place if number == 1 else f"{place} {number}"
                yield Screen(name, self.environment, self.device.platform, shot, tree)
            if click == self.clicks or not self._click(elements, place):
                return

    def _look(self) -> tuple[Screenshot, UiTree] | None:
        """Picture and tree that belong together: nothing changed from one look to the next.

        Where only the picture goes on changing, such as by a cursor that blinks, the tree holds all the same.
        """
        before: list[tuple[Screenshot, UiTree]] = []
        for _ in range(LOOKS):
            self.device.settle()
            seen = self.device.observe()
            shot, tree = seen.get("screenshot"), seen.get("ui_tree")
            if not isinstance(shot, Screenshot) or not isinstance(tree, UiTree):
                return None
            if before and (before[-1][0].digest, before[-1][1]) == (shot.digest, tree):
                return shot, tree
            before.append((shot, tree))
        return before[-1] if all(tree == before[0][1] for _, tree in before) else None

    def _is_new(self, elements: Sequence[Element]) -> bool:
        looks = frozenset((e.role, e.label, tuple(e.box)) for e in elements)
        if len(looks) < FEWEST or any(len(looks & k) >= ALIKE * len(looks | k) for k in self._kept):
            return False
        self._kept.append(looks)
        return True

    def _click(self, elements: Sequence[Element], place: str) -> bool:
        """Point at something that was not pointed at yet in this place."""
        action = next((name for name in POINTING if name in self.device.action_space), None)
        left = [e for e in elements if (place, e.role, e.label) not in self._clicked]
        if action is None or not left:
            return False
        chosen = self.chance.choice(left)
        self._clicked.add((place, chosen.role, chosen.label))
        x, y = chosen.box.center
        return self._act(action, x=x, y=y)

    def _opened(self, place: str) -> bool:
        action = next((name for name in OPENING if name in self.device.action_space), None)
        if action is None:
            self.trouble.append(f"{place}: this device has no action that opens applications")
            return False
        known = len(self.trouble)
        if self._act(action, **{OPENING[action]: place}):
            return True
        if self.renew is None:
            return False
        del self.trouble[known:]
        self.device = self.renew()
        return self._act(action, **{OPENING[action]: place})

    def _act(self, action: str, **arguments: Any) -> bool:
        """Whether it worked; what did not is trouble of this place only."""
        try:
            self.device.act(action, arguments)
        except (InvalidAction, RemoteError) as error:
            self.trouble.append(str(error))
            return False
        except CrabError:
            raise
        except Exception as error:  # noqa: BLE001 - an action may raise anything
            self.trouble.append(f"{action}: {type(error).__name__}: {error}")
            return False
        return True

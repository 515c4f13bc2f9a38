"""Providers: how the device of an environment comes to be, starts anew and goes away."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from crab_core.action import Action, Observation
from crab_core.environment import Device, Environment, World
from crab_core.evaluator import Evaluator


@dataclass(frozen=True, slots=True)
class Requirement:
    """Something that has to be there before a device can start; `crab doctor` lists it."""

    name: str
    ok: bool
    found: str = ""
    """What was found: a version, a path, an error."""
    fix: str = ""
    """The exact command or step that brings it; empty when `ok`."""


@dataclass(frozen=True, slots=True)
class Additions:
    """What plugins add to the spaces of an environment, beyond what its class has."""

    actions: Sequence[Action] = ()
    observations: Sequence[Observation] = ()
    evaluators: Sequence[Evaluator] = ()
    references: Sequence[str] = ()
    """Where each of them is, as "package.module:attribute", for a host that loads them itself."""
    distributions: Sequence[str] = ()
    """Who brings them."""


class Provider(ABC):
    """Starts, resets and closes one device.

    Attributes:
        name: As users choose it: "sandbox", "simulated", "adb" …
    """

    name: str = ""

    @abstractmethod
    def start(self, world: World, seed: int) -> Device:
        """Bring the device up in the state that `world` describes.

        Raises:
            EnvironmentUnavailable: Something that the device needs is missing.
        """

    @abstractmethod
    def reset(self, world: World, seed: int) -> Device:
        """Start anew: nothing of the last episode stays. The device returned may be another object.

        Raises:
            DeviceError: The device does not come back.
        """

    def equipped(self, world: World, applications: Sequence[str]) -> World:  # noqa: ARG002 - for subclasses
        """The world of a task that is done with these applications.

        A provider whose device may lack one says so before the episode; the default leaves the world alone.
        """
        return world

    @abstractmethod
    def close(self) -> None:
        """Give everything back; safe to call twice and after a failure."""

    def extend(self, additions: Additions) -> None:  # noqa: B027 - most devices are extended where they are
        """Have devices started from now on bring in what plugins add, where they run in a host of their own.

        What a device does not have then is added to it when it is an environment of this process; for others
        that is an error which names it.
        """

    def requirements(self) -> Sequence[Requirement]:
        """What has to be there, and whether it is; looking must be quick and change nothing."""
        return ()

    def facts(self) -> Mapping[str, str]:
        """What the device is made of, for the record: versions, models, digests of images."""
        return {}


class InProcessProvider(Provider):
    """For devices that are Python objects: the environment itself is the device."""

    name = "in-process"

    def __init__(self, environment: type[Environment], name: str | None = None, **options: Any) -> None:
        """Remember what to build.

        Args:
            environment: Class of the environment.
            name: Another name for this instance.
            **options: Passed on to the class.
        """
        self._class = environment
        self._name = name
        self._options = options
        self._environment: Environment | None = None

    def start(self, world: World, seed: int) -> Device:
        """Make the environment and put it into its start state."""
        self._environment = self._class(self._name, **self._options)
        self._environment.reset(world, seed)
        return self._environment

    def reset(self, world: World, seed: int) -> Device:
        """Reset the environment; it is started if it was not."""
        if self._environment is None:
            return self.start(world, seed)
        self._environment.reset(world, seed)
        return self._environment

    def close(self) -> None:
        """Close the environment."""
        if self._environment is not None:
            self._environment.close()
            self._environment = None

"""The desktop that a page shows, across new starts."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from crab_core import ActionCall, Device, World
from crab_ubuntu.view.recording import Recording


class Sandboxed(Protocol):
    """A provider whose desktops have a door for people."""

    def start(self, world: World, seed: int = 0) -> Device:
        """Start a desktop."""

    def reset(self, world: World, seed: int = 0) -> Device:
        """Start it anew."""

    @property
    def door(self) -> Path:
        """Socket of the door of the desktop that runs."""


class Desk:
    """One place at which there is always a desktop of the same world.

    A task that is played by a person is another world, and judges beside it: they begin where `device` is.

    Attributes:
        world: In which every desktop starts.
        screen: Its size in pixels.
        device: The desktop that runs now.
    """

    def __init__(self, provider: Sandboxed, world: World, screen: tuple[int, int]) -> None:
        """Start the first desktop.

        Raises:
            As the provider's `start`.
        """
        self._provider = provider
        self._lock = threading.Lock()
        self.world = world
        self.screen = screen
        self.device = provider.start(world)

    @property
    def door(self) -> Path:
        """Socket that gives a VNC server."""
        return self._provider.door

    def start_over(self) -> None:
        """A new desktop in place of this one.

        Raises:
            As the provider's `reset`.
        """
        with self._lock:
            self.device = self._provider.reset(self.world)

    def play(self, recording: Recording, told: Callable[[ActionCall], None] | None = None) -> None:
        """Do what was recorded; `told` is called before each action.

        Raises:
            As `Recording.play`.
        """
        with self._lock:
            recording.play(self.device, told)

"""What an episode leaves behind on its devices, compared with what its task allows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from crab_core.effects import SideEffect, side_effects
from crab_core.environment import Device
from crab_core.task import Task


class Aftermath:
    """Takes the states of all devices at the start and at the end of one episode.

    A device whose state cannot be read never ends an episode: what was changed is not known then.

    Attributes:
        effects: What was changed and is not allowed; None where that is not known.
        note: Why it is not known, or what of it is not.
    """

    def __init__(self, task: Task, devices: Mapping[str, Device]) -> None:
        """Take the states at the start, when the task says what may change."""
        self.effects: tuple[SideEffect, ...] | None = None
        self.note = ""
        self._may_change = task.may_change
        self._devices = devices
        self._before = self._states()

    def end(self) -> None:
        """Take the states at the end, and compare."""
        after = self._states() if self._before is not None else None
        if self._before is None or after is None or self._may_change is None:
            return
        incidental = {name: device.incidental for name, device in self._devices.items()}
        self.effects = tuple(side_effects(self._may_change, self._before, after, incidental))
        missed = {name: device.state_misses for name, device in self._devices.items()}
        self.note = "; ".join(f"{name}: {text}" for name, text in missed.items() if text)

    def _states(self) -> dict[str, Any] | None:
        if self._may_change is None:
            return None
        states = {}
        for name, device in self._devices.items():
            try:
                states[name] = device.state()
            except Exception as error:  # noqa: BLE001 - a device that is gone fails where it is used
                self.note = f"the state of {name} cannot be read: {error}"
                return None
        return states

"""A recording: what a person did on a desktop, in a file, and as the reference solution of a task."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from crab_core import ActionCall, Device, Turn, UsageError, World

FORMAT = "crab-recording-1"
RESTS = 3
"""How often the desktop may come to no rest after an action before the next is done all the same."""


@dataclass(frozen=True, slots=True)
class Recording:
    """Actions that were done on one desktop, from its start.

    A task takes one as its reference solution: `Task(solution=read_recording(file).solution, ...)`.
    """

    calls: tuple[ActionCall, ...]
    """In order; between two of them, the desktop came to rest."""
    screen: tuple[int, int]
    """Pixels: places mean nothing on a screen of another size."""
    world: World = field(default_factory=dict)
    """In which the desktop had started."""

    def solution(self, turn: Turn) -> Generator[ActionCall, Turn, None]:  # noqa: ARG002
        """The recording as a reference solution; what it sees changes nothing."""
        for call in self.calls:  # noqa: UP028 - `yield from` could not take the turns that are sent
            yield call

    def play(self, device: Device, told: Callable[[ActionCall], None] | None = None) -> None:
        """Do it again; the desktop comes to rest after each action.

        Args:
            device: The desktop.
            told: Called before each action.

        Raises:
            InvalidAction: The desktop does not know an action.
            HostError: It is gone.
        """
        for call in self.calls:
            if told is not None:
                told(call)
            device.act(call.name, call.arguments)
            # It acts without looking, so it waits longer than an agent: a dialog may come late.
            any(device.settle().reason == "still" for _ in range(RESTS))

    def to_json(self) -> str:
        """What `read_recording` reads."""
        actions = [
            {"environment": call.environment, "name": call.name, "arguments": dict(call.arguments)}
            for call in self.calls
        ]
        lines = ",\n".join(f"    {json.dumps(action, ensure_ascii=False)}" for action in actions)
        head = {"format": FORMAT, "screen": list(self.screen), "world": dict(self.world)}
        body = json.dumps(head, indent=2, ensure_ascii=False).removesuffix("\n}")
        return f'{body},\n  "actions": [\n{lines}\n  ]\n}}\n'


def read_recording(path: Path | str) -> Recording:
    """Read a file that `Recording.to_json` wrote.

    Raises:
        UsageError: It cannot be read, or is no recording.
    """
    try:
        data: Any = json.loads(Path(path).read_text(encoding="utf-8"))
        if not isinstance(data, Mapping) or data.get("format") != FORMAT:
            raise UsageError(f"{path} is no recording.", advice="`crab desktop --record FILE` makes one.")
        width, height = data["screen"]
        calls = tuple(
            ActionCall(str(action["environment"]), str(action["name"]), dict(action["arguments"]))
            for action in data["actions"]
        )
        return Recording(calls, (int(width), int(height)), dict(data["world"]))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UsageError(f"The recording {path} cannot be read: {error}.") from error

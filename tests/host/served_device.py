"""The device that the tests of the host protocol serve: an environment with quick, slow and failing parts."""

from __future__ import annotations

import datetime
import os
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from crab_core import (
    Clip,
    Environment,
    InvalidAction,
    Problem,
    Screenshot,
    Settled,
    Text,
    UiNode,
    UiTree,
    Verdict,
    action,
    evaluator,
    observation,
)
from crab_core.content import Box


@action
def noop() -> None:
    """Do nothing."""


@action
def echo(value: Any) -> Any:
    """Give back what was given.

    Args:
        value: Anything.
    """
    return value


@action
def weekday(day: datetime.date) -> int:
    """The day of the week, Monday is 0.

    Args:
        day: A date.
    """
    return day.weekday()


@action
def nap(seconds: float) -> float:
    """Take a while.

    Args:
        seconds: How long.
    """
    time.sleep(seconds)
    return seconds


@action
def rendezvous(env: Device) -> int:
    """Wait until three others are here at the same time."""
    return env.barrier.wait(60)


@action
def fail(words: str) -> None:
    """Raise.

    Args:
        words: What the error says.
    """
    raise RuntimeError(words)


@action
def leave() -> None:
    """Try to end the process the polite way."""
    raise SystemExit(3)


@action
def refuse() -> None:
    """Find the arguments invalid only when looking at the device."""
    raise InvalidAction("Not now.", [Problem("x", "is outside of the screen")], advice="Look first.")


@action
def secret_object() -> object:
    """Return what has no JSON form."""
    return object()


@action
def picture(size: int) -> Screenshot:
    """A picture of so many bytes.

    Args:
        size: Bytes.
    """
    return Screenshot(b"\x00\x01\x02\x03" * (size // 4), 1920, 1080)


@action
def mark(env: Device, path: Path) -> None:
    """Leave a trace on the disk.

    Args:
        path: File to make.
    """
    path.touch()


@action
def trail(env: Device) -> list[str]:
    """What happened, in order."""
    return list(env.events)


@action
def hold(env: Device) -> str:
    """Run until it is released."""
    env.events.append("hold begins")
    if not env.released.wait(60):
        raise TimeoutError("nobody released it")
    env.events.append("hold ends")
    return "released"


@action
def release(env: Device) -> None:
    """Let what is held go on."""
    env.released.set()


@action
def tracked_nap(env: Device, seconds: float) -> None:
    """Take a while, and say so before and after.

    Args:
        seconds: How long.
    """
    env.events.append("nap begins")
    time.sleep(seconds)
    env.events.append("nap ends")


@observation
def screen() -> Screenshot:
    """A picture."""
    return Screenshot(bytes(range(256)) * 4, 32, 8)


@observation
def tree() -> UiTree:
    """A small tree."""
    button = UiNode("button", "OK", box=Box(1, 2, 3, 4), states=frozenset({"enabled"}), identifier="ok")
    return UiTree(UiNode("window", "Main", children=(button, button)), 32, 8)


@observation
def words() -> Text:
    """Some text."""
    return Text("ünï\ud800")


@evaluator(env="device")
def counted(env: Device, at_least: int) -> Verdict:
    """Whether there were so many resets.

    Args:
        at_least: How many.
    """
    return Verdict(env.resets >= at_least, f"{env.resets} resets")


@evaluator(env="device")
def broken() -> bool:
    """Cannot be asked."""
    raise LookupError("no such window")


class Device(Environment):
    """What the tests drive."""

    name = "device"
    description = "A device for tests"
    platform = "test"
    incidental = ("calls",)
    state_misses = "what it was told"
    actions = (
        noop,
        echo,
        weekday,
        nap,
        rendezvous,
        fail,
        leave,
        refuse,
        secret_object,
        picture,
        mark,
        trail,
        tracked_nap,
        hold,
        release,
    )
    observations = (screen, tree, words)
    evaluators = (counted, broken)

    def __init__(self, name: str | None = None, *, closed_file: str = "", start_error: str = "") -> None:
        super().__init__(name)
        if start_error:
            raise RuntimeError(start_error)
        self.barrier = threading.Barrier(4)
        self.released = threading.Event()
        self.events: list[str] = []
        self.resets = 0
        self.world: dict[str, Any] = {}
        self._closed_file = closed_file

    def on_reset(self, world: Mapping[str, Any], seed: int) -> None:
        self.resets += 1
        self.world = {"world": dict(world), "seed": seed}
        time.sleep(world.get("seconds", 0))
        self.events.append("reset")

    def settle(self) -> Settled:
        return Settled("still", 0.25)

    def state(self) -> dict[str, Any]:
        return {**self.world, "process": os.getpid()}

    def recording(self) -> Clip | None:
        size = self.world.get("world", {}).get("film", 0)
        return Clip(b"x" * size, 2.5) if size else None

    def on_close(self) -> None:
        if self._closed_file:
            Path(self._closed_file).write_text("closed")


class OtherDevice(Device):
    """The same, as an older version would have it: one action is missing."""

    actions = tuple(item for item in Device.actions if item.name != "echo")

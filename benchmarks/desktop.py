"""A sandboxed desktop: ready means shell and dock drawn, the screen still, and a key press answered."""

from __future__ import annotations

import statistics
import time
from typing import Any

from crab_core import Device, Screenshot
from crab_ubuntu.providers.sandbox import SandboxProvider

RUNS = 10
ANSWER_SECONDS = 5.0


def desktop_cold() -> dict[str, Any]:
    """Seconds from nothing to a desktop that has answered a key press, each with a provider of its own."""
    seconds = []
    for _ in range(RUNS):
        provider = SandboxProvider()
        try:
            begun = time.perf_counter()
            device = provider.start({})
            _press_until_answered(device)
            seconds.append(time.perf_counter() - begun)
        finally:
            provider.close()
    return _summary(seconds)


def desktop_reset() -> dict[str, Any]:
    """Seconds from a used desktop to a new one that has answered a key press, the old one gone."""
    seconds = []
    provider = SandboxProvider()
    try:
        provider.start({"apps": ["org.gnome.gedit"]})
        for _ in range(RUNS):
            begun = time.perf_counter()
            device = provider.reset({})
            _press_until_answered(device)
            seconds.append(time.perf_counter() - begun)
            device.act("search_app", {"name": "gedit"})
    finally:
        provider.close()
    return _summary(seconds)


def _press_until_answered(device: Device) -> None:
    """Press Super and wait until the overview shows; raises when the first press is not answered."""
    before = _picture(device)
    device.act("press", {"key": "super"})
    deadline = time.perf_counter() + ANSWER_SECONDS
    while _picture(device) == before:
        if time.perf_counter() > deadline:
            raise RuntimeError("the desktop said that it was ready but did not answer a key press")


def _picture(device: Device) -> str:
    screenshot = device.observe()["screenshot"]
    assert isinstance(screenshot, Screenshot)
    return screenshot.digest


def _summary(seconds: list[float]) -> dict[str, Any]:
    return {"value": statistics.median(seconds), "unit": "s", "runs": len(seconds), "all": seconds}

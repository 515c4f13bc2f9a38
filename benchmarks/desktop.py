"""A sandboxed desktop: ready means shell and dock drawn, the screen still, and a key press answered."""

from __future__ import annotations

import os
import statistics
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy
from Xlib import X
from Xlib.display import Display

from crab_core import Device, EvaluatorCall, Screenshot, png
from crab_ubuntu.desktop.screen import Screen
from crab_ubuntu.providers.sandbox import SandboxProvider

RUNS = 10
ANSWER_SECONDS = 5.0
SIDE_BY_SIDE = 8
STRIP = 20
"""Rows of pixels that one request of the X protocol may carry."""


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


def desktop_warm() -> dict[str, Any]:
    """Seconds from a used desktop to a furnished one out of the warm pool, the old one gone."""
    seconds = []
    provider = SandboxProvider(warm=1)
    world = {
        "gsettings": {"org.gnome.desktop.interface": {"clock-show-weekday": True}},
        "files": {"Documents/a.txt": "hello", "Desktop/b.txt": "hello"},
    }
    try:
        provider.start(world)
        for _ in range(RUNS):
            if not provider.wait_until_warm():
                raise RuntimeError("no desktop got warm")
            begun = time.perf_counter()
            provider.reset(world)
            seconds.append(time.perf_counter() - begun)
    finally:
        provider.close()
    return _summary(seconds)


def desktop_screenshot() -> dict[str, Any]:
    """Seconds from a screen of 1920×1080 with windows and wallpaper to its PNG, where it is taken."""
    provider = SandboxProvider()
    try:
        device = provider.start({"apps": ["org.gnome.gedit", "org.gnome.Nautilus", "org.gnome.Settings"]})
        shown = device.observe()["screenshot"]
        assert isinstance(shown, Screenshot)
    finally:
        provider.close()
    seconds = []
    with _screen_showing(shown) as screen:
        if png.decode(screen.screenshot().data).tobytes() != png.decode(shown.data).tobytes():
            raise RuntimeError("the screen does not show what the desktop showed")
        for _ in range(5 * RUNS):
            begun = time.perf_counter()
            screen.screenshot()
            seconds.append(time.perf_counter() - begun)
    return _summary(seconds)


@contextmanager
def _screen_showing(shown: Screenshot) -> Iterator[Screen]:
    """An X server whose screen shows these pixels."""
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{shown.width}x{shown.height}x24"]
    server = subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL)
    os.close(write)
    try:
        with os.fdopen(read) as pipe:
            name = f":{pipe.readline().strip()}"
        connection = Display(name)
        root = connection.screen().root
        context = root.create_gc(subwindow_mode=X.IncludeInferiors)
        pixels = numpy.zeros((shown.height, shown.width, 4), numpy.uint8)
        pixels[:, :, 2::-1] = png.decode(shown.data)
        for top in range(0, shown.height, STRIP):
            strip = pixels[top : top + STRIP]
            root.put_image(context, 0, top, shown.width, len(strip), X.ZPixmap, 24, 0, strip.tobytes())
        connection.sync()
        screen = Screen(name)
        yield screen
        screen.close()
        connection.close()
    finally:
        server.terminate()
        server.wait()


def desktop_side_by_side() -> dict[str, Any]:
    """Eight desktops at once: seconds until all are there and ten actions on each are done, and memory."""
    providers = [SandboxProvider() for _ in range(SIDE_BY_SIDE)]
    before = _used_memory()
    try:
        begun = time.perf_counter()
        with ThreadPoolExecutor(SIDE_BY_SIDE) as pool:
            devices = list(
                pool.map(lambda provider: provider.start({"apps": ["org.gnome.gedit"]}), providers)
            )
        ready = time.perf_counter() - begun
        memory = _used_memory() - before
        begun = time.perf_counter()
        with ThreadPoolExecutor(SIDE_BY_SIDE) as pool:
            list(pool.map(_write_and_look, devices))
        acted = time.perf_counter() - begun
        for number, device in enumerate(devices):
            (verdict,) = device.evaluate([EvaluatorCall("ubuntu", "window_count", {"count": 1})])
            if not getattr(verdict, "passed", False):
                raise RuntimeError(f"desktop {number} is not as it should be: {verdict}")
    finally:
        for provider in providers:
            provider.close()
    return {
        "value": ready,
        "unit": "s",
        "ten_actions_on_each_seconds": acted,
        "memory_mb": memory / 1e6,
        "memory_each_mb": memory / 1e6 / SIDE_BY_SIDE,
    }


def _write_and_look(device: Device) -> None:
    for word in range(10):
        device.act("write_text", {"text": f"word {word}\n"})
        device.settle()
        device.observe()


def _used_memory() -> float:
    """Bytes that are not available any more, by /proc/meminfo."""
    lines = dict(line.split(":") for line in Path("/proc/meminfo").read_text().splitlines())
    return 1024.0 * (int(lines["MemTotal"].split()[0]) - int(lines["MemAvailable"].split()[0]))


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

"""Screens of real desktops to learn from: `python desktops.py --out FOLDER --worlds 30`.

Starts desktops in sandboxes, one after the other, each in a world made by chance, and keeps what shows while
somebody clicks, types and opens things in it. Needs crab-ubuntu and its applications (`crab doctor`).
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from desktop_worlds import OPENS, sentence, world
from pictures import Gray

HELD_OUT = ("Calc", "Settings")
"""Applications that are never trained on, by the names that a person searches."""
TRAINED = tuple(name for name in OPENS if name not in HELD_OUT)
WORLDS = 30
WINDOWS = {"Calc": "libreoffice-calc", "Settings": "gnome-control-center"}
"""How the windows of those that are held out are told."""
MOVES = 10
"""In each world."""
CHANGED = 0.03
"""Share of a screen that differs from each other screen of its world."""
KEYS = (
    ["super", "left"],
    ["super", "right"],
    ["super", "up"],
    ["super", "down"],
    ["alt", "tab"],
    ["alt", "f2"],
    ["super", "d"],
    ["super", "v"],
    ["ctrl", "o"],
    ["ctrl", "s"],
    ["ctrl", "f"],
    ["ctrl", "p"],
    ["ctrl", "a"],
    ["ctrl", "plus"],
    ["ctrl", "minus"],
    ["alt", "f"],
    ["f5"],
    ["f10"],
    ["f11"],
    ["pagedown"],
    ["esc"],
)
COMMANDS = (
    "ls -la /usr/share",
    "cat Documents/b.py",
    "head -40 Documents/a.txt",
    "ls --color /etc",
    "top -b -n 1",
    "df -h",
    "man -P cat ls | head -60",
    "vim Documents/b.py",
    "env | sort",
)


def main() -> int:
    """Fill a folder with screens."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, required=True, help="folder for PNG pictures")
    parser.add_argument("--worlds", type=int, default=WORLDS)
    parser.add_argument(
        "--first", type=int, default=0, help="number of the first world; several can be made at once"
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--held-out", action="store_true", help=f"show {' and '.join(HELD_OUT)}, which are never trained on"
    )
    given = parser.parse_args()
    worlds = range(given.first, given.first + given.worlds)
    keep(given.out, worlds, given.seed, HELD_OUT if given.held_out else TRAINED)
    return 0


def keep(folder: Path, worlds: Iterable[int], seed: int, applications: Sequence[str] = TRAINED) -> None:
    """Write the screens of worlds as PNG pictures into a folder; those that are there stay as they are.

    Args:
        folder: Where to.
        worlds: Their numbers.
        seed: Decides about worlds and moves; what programs draw of them differs by some pixels each time.
        applications: Which are opened; no other that is held out shows.

    Raises:
        EnvironmentUnavailable: Desktops cannot be started here; says what is missing.
        ImportError: crab-ubuntu is not installed.
    """
    from crab_core import DeviceError
    from crab_ubuntu.providers.sandbox import SandboxProvider

    folder.mkdir(parents=True, exist_ok=True)
    with closing(SandboxProvider(show=["windows"])) as provider:
        for number in worlds:
            name = f"{seed}-{number:03}"
            if any(folder.glob(f"{name}-*.png")):
                continue
            chance = np.random.default_rng([seed, number])
            start, screens = time.monotonic(), 0
            try:
                device = provider.start(world(chance, applications), seed)
                for screens, data in enumerate(_played(device, chance, applications), 1):
                    (folder / f"{name}-{screens:02}.png").write_bytes(data)
            except DeviceError as error:
                print(f"world {number}: {error}", file=sys.stderr)
            print(
                f"world {number}: {screens} screens in {time.monotonic() - start:.0f} s",
                file=sys.stderr,
                flush=True,
            )


def _played(device: Any, chance: np.random.Generator, applications: Sequence[str]) -> Iterator[bytes]:
    """What one desktop shows while somebody is at it."""
    from crab_core import InvalidAction, RemoteError

    refused = {WINDOWS[name] for name in HELD_OUT if name not in applications}
    kept: list[Gray] = []
    for _ in range(MOVES):
        device.settle()
        seen = device.observe()
        windows = [json.loads(line) for line in seen["windows"].text.splitlines()]
        if refused & {window["app"] for window in windows}:
            return
        small = _small(seen["screenshot"].data)
        if all(_changed(small, other) >= CHANGED for other in kept):
            kept.append(small)
            yield seen["screenshot"].data
        try:
            _move(device, chance, applications, seen, windows)
        except (InvalidAction, RemoteError):
            continue  # what was pointed at is gone, or a menu is in the way


def _small(data: bytes) -> Gray:
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE)
    return cv2.resize(picture, (480, 270), interpolation=cv2.INTER_AREA)


def _changed(one: Gray, other: Gray) -> float:
    return float((cv2.absdiff(one, other) > 12).mean())


def _move(
    device: Any, chance: np.random.Generator, applications: Sequence[str], seen: Any, windows: list[Any]
) -> None:
    """Something that a person might do, or a child."""
    kind = chance.choice(
        ["click", "click", "menu", "keys", "keys", "search", "open", "focus", "scroll", "type", "type"]
    )
    x, y = int(chance.integers(80, 1900)), int(chance.integers(40, 1060))
    focused = next((window["app"] for window in windows if window["focused"]), "")
    if kind == "click":
        boxes = [node.box for node in seen["ui_tree"].walk() if "clickable" in node.states and node.box]
        if boxes:
            x, y = boxes[int(chance.integers(len(boxes)))].center
        device.act("click", {"x": x, "y": y})
    elif kind == "menu":
        device.act("right_click", {"x": x, "y": y})
    elif kind == "keys":
        device.act("hotkey", {"keys": KEYS[int(chance.integers(len(KEYS)))]})
    elif kind == "search":
        device.act("press", {"key": "super"})
        device.settle()
        if chance.random() < 0.4:
            device.act("write_text", {"text": str(chance.choice(list("abcdefgimnoprst")))})
    elif kind == "open":
        device.act("search_app", {"name": str(chance.choice(list(applications)))})
    elif kind == "focus" and windows:
        device.act("focus_window", {"title": windows[int(chance.integers(len(windows)))]["title"]})
    elif kind == "type" and focused == "Gnome-terminal":
        device.act("write_text", {"text": f"{chance.choice(COMMANDS)}\n"})
    elif kind == "type":
        device.act("write_text", {"text": f"{sentence(chance)}\n{sentence(chance)}"})
    else:
        device.act("scroll", {"x": x, "y": y, "direction": str(chance.choice(["down", "up"])), "amount": 5})


if __name__ == "__main__":
    sys.exit(main())

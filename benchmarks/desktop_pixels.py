"""Whether the same world gives the same picture, to the byte: cold starts compared pixel by pixel."""

from __future__ import annotations

import sys
from collections import Counter
from typing import Any

from crab_core import Screenshot, png
from crab_ubuntu.providers.sandbox import SandboxProvider

RUNS = 10
CLOCK = "2026-05-14T10:00:00"
"""Its seconds are not shown, and no start takes a minute."""
EMPTY: dict[str, Any] = {"clock": CLOCK}
WINDOWS: dict[str, Any] = {
    "clock": CLOCK,
    "files": {
        "Documents/report.txt": "The first line.\nThe second line.\n",
        "Documents/page.html": "<title>Order</title><h1>Order form</h1><p>Please <a href=#a>read</a> this.",
        "Pictures/hills.jpg": {"photo": {"seed": 1}},
        "Pictures/sea.png": {"photo": {"seed": 2}},
        "Desktop/sun.jpg": {"photo": {"seed": 3}},
    },
    "windows": [
        {"app": "firefox-esr", "open": ["Documents/page.html"], "place": [1000, 40, 880, 480]},
        {"app": "libreoffice-writer", "place": [90, 520, 860, 540]},
        {"app": "org.gnome.gedit", "open": ["Documents/report.txt"], "place": [560, 60, 420, 420]},
        {"app": "org.gnome.Nautilus", "open": ["Pictures"], "place": [90, 60, 700, 420]},
        {"app": "org.gnome.Terminal", "place": [1000, 560, 820, 440]},
    ],
}


def desktop_pixels_empty() -> dict[str, Any]:
    """Of ten cold starts of an empty desktop, how many look the same to the byte."""
    return _compare(EMPTY)


def desktop_pixels_windows() -> dict[str, Any]:
    """Of ten cold starts with the windows of five applications, how many look the same to the byte."""
    return _compare(WINDOWS)


def _compare(world: dict[str, Any]) -> dict[str, Any]:
    shots = [_start(world) for _ in range(RUNS)]
    ((usual, same),) = Counter(shot.digest for shot in shots).most_common(1)
    expected = png.decode(next(shot.data for shot in shots if shot.digest == usual))
    others = [_differences(expected, png.decode(shot.data)) for shot in shots if shot.digest != usual]
    for other in others:
        print(f"\n  {other['pixels']} pixels differ in {other['box']}", end=" ", file=sys.stderr)
    return {"value": same, "unit": f"of {RUNS} byte-identical", "runs": RUNS, "others": others}


def _start(world: dict[str, Any]) -> Screenshot:
    provider = SandboxProvider()
    try:
        device = provider.start(world)
        shot = device.observe()["screenshot"]
        assert isinstance(shot, Screenshot)
        return shot
    finally:
        provider.close()


def _differences(expected: Any, found: Any) -> dict[str, Any]:
    """How many pixels differ, and the smallest box around them: left, top, right, bottom."""
    differs = (expected != found).any(axis=2)
    rows, columns = differs.any(axis=1).nonzero()[0], differs.any(axis=0).nonzero()[0]
    box = [int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1]
    return {"pixels": int(differs.sum()), "box": box}

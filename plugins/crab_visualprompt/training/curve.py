"""Draws the losses of a training log as SVG: `python curve.py LOG.jsonl OUT.svg`."""

from __future__ import annotations

import json
import statistics
import sys
from pathlib import Path
from typing import Any

WIDTH, HEIGHT, INSET = 640, 240, 36
COLOURS = {
    "match": "#2458b8",
    "sparse": "#0e7490",
    "fine": "#c2410c",
    "corner": "#15803d",
    "reliable": "#7c3aed",
}
WINDOW = 10
"""Lines of the log that are averaged."""


def main() -> int:
    """Read the log and write the picture."""
    log, out = map(Path, sys.argv[1:3])
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    highest = max(line[name] for line in lines for name in COLOURS)
    last = lines[-1]["step"]
    drawn = [_axis(highest, last)]
    for place, (name, colour) in enumerate(COLOURS.items()):
        points = " ".join(
            f"{_x(lines[i]['step'], last):.1f},{_y(_mean(lines[i : i + WINDOW], name), highest):.1f}"
            for i in range(0, len(lines) - WINDOW + 1, 3)
        )
        drawn.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
        drawn.append(f'<text x="{WIDTH - 90}" y="{24 + 18 * place}" fill="{colour}">{name}</text>')
    style = 'font-family="sans-serif" font-size="12"'
    box = f'viewBox="0 0 {WIDTH} {HEIGHT}"'
    out.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" {box} {style}>{"".join(drawn)}</svg>\n')
    return 0


def _mean(lines: list[dict[str, Any]], name: str) -> float:
    return statistics.fmean(line[name] for line in lines)


def _axis(highest: float, last: int) -> str:
    paper = f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>'
    frame = f'<path d="M{INSET} 8V{HEIGHT - INSET}H{WIDTH - 8}" fill="none" stroke="#888"/>'
    marks = "".join(
        f'<text x="{INSET - 6}" y="{_y(value, highest) + 4:.0f}" text-anchor="end">{value}</text>'
        for value in range(0, int(highest) + 1, 2)
    )
    steps = "".join(
        f'<text x="{_x(step, last):.0f}" y="{HEIGHT - INSET + 18}" text-anchor="middle">{step}</text>'
        for step in range(0, last + 1, 500)
    )
    return paper + frame + marks + steps


def _x(step: int, last: int) -> float:
    return INSET + (WIDTH - INSET - 12) * step / last


def _y(value: float, highest: float) -> float:
    return HEIGHT - INSET - (HEIGHT - INSET - 12) * value / highest


if __name__ == "__main__":
    sys.exit(main())

"""Turning path strings in SVG's notation into skia paths."""

from __future__ import annotations

import re
from collections.abc import Iterator

import skia

_TOKEN = re.compile(r"([MmLlHhVvCcSsQqAaZz])|(-?(?:\d+\.?\d*|\.\d+))")
_ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "A": 7, "Z": 0}


def parse_path(data: str) -> skia.Path:
    """The path that a string such as ``M4 12H20`` describes; commands M L H V C Q A Z in both cases.

    Raises:
        ValueError: when a command is unknown or has too few numbers.
    """
    path = skia.Path()
    x = y = 0.0
    for command, numbers in _commands(data):
        relative = command.islower()
        kind = command.upper()
        if kind == "Z":
            path.close()
            continue
        dx, dy = (x, y) if relative else (0.0, 0.0)
        if kind == "H":
            x = numbers[0] + dx
            path.lineTo(x, y)
        elif kind == "V":
            y = numbers[0] + dy
            path.lineTo(x, y)
        elif kind == "A":
            x, y = numbers[5] + dx, numbers[6] + dy
            large = skia.Path.kLarge_ArcSize if numbers[3] else skia.Path.kSmall_ArcSize
            sweep = skia.PathDirection.kCW if numbers[4] else skia.PathDirection.kCCW
            path.arcTo(numbers[0], numbers[1], numbers[2], large, sweep, x, y)
        else:
            points = [value + (dx, dy)[index % 2] for index, value in enumerate(numbers)]
            x, y = points[-2:]
            {"M": path.moveTo, "L": path.lineTo, "C": path.cubicTo, "Q": path.quadTo}[kind](*points)
    return path


def _commands(data: str) -> Iterator[tuple[str, list[float]]]:
    tokens = [match.group() for match in _TOKEN.finditer(data)]
    position = 0
    command = ""
    while position < len(tokens):
        if tokens[position].isalpha():
            command = tokens[position]
            position += 1
        count = _ARGUMENTS.get(command.upper())
        if count is None:
            raise ValueError(f"unknown command {command!r} in path {data!r}")
        numbers = tokens[position : position + count]
        if len(numbers) < count or any(token.isalpha() for token in numbers):
            raise ValueError(f"too few numbers after {command!r} in path {data!r}")
        position += count
        yield command, [float(token) for token in numbers]
        command = {"M": "L", "m": "l"}.get(command, command)

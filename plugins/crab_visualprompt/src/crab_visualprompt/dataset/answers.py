"""What somebody answered, and the point that it means: read strictly, as it was asked for, and leniently."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from crab_core import UsageError

Point = tuple[float, float]
"""x and y, in pixels of the picture that was seen."""

_NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)"
_STRICT = re.compile(r"\(\s*(\d+)\s*,\s*(\d+)\s*\)")
_NAMED = re.compile(
    rf"\bx\b[\"']?\s*[:=]\s*[\"']?({_NUMBER})\D{{1,12}}?\by\b[\"']?\s*[:=]\s*[\"']?({_NUMBER})", re.I
)
_GROUP = re.compile(rf"[(\[]\s*({_NUMBER}(?:\s*,\s*{_NUMBER}){{1,3}})\s*[)\]]")
_NEXT = rf"(?:\s*,\s*|\s+){_NUMBER}"
_BARE = re.compile(
    rf"(?<![\w.])(?<!,)(?<!, )({_NUMBER}(?:(?:{_NEXT}){{3}}|{_NEXT}))(?!\w|\.\d|\s*,\s*[-+.\d])"
)


@dataclass(frozen=True, slots=True)
class Answer:
    """What was answered to one example."""

    id: str
    """Of the example."""
    text: str
    seen: tuple[int, int] | None = None
    """Width and height in pixels of the picture that was seen; that of the example when None."""


def strict(text: str) -> Point | None:
    """The point of an answer that is nothing but `(x, y)` in whole pixels."""
    match = _STRICT.fullmatch(text.strip())
    return (float(match[1]), float(match[2])) if match else None


def lenient(text: str, width: int, height: int) -> Point | None:
    """The point that an answer means, whatever stands around it; the last one of several.

    Read are x and y by their names, points and boxes in brackets, of which the middle counts, and bare
    numbers. Numbers from 0 to 1 of which one has a decimal point are shares of the picture.

    Args:
        text: The answer.
        width: Of the picture that was seen.
        height: Of the picture that was seen.
    """
    for numbers in _candidates(text):
        values = [float(number) for number in numbers]
        if all(0 <= value <= 1 for value in values) and any("." in number for number in numbers):
            values = [v * (height if i % 2 else width) for i, v in enumerate(values)]
        if len(values) == 4:
            values = [(values[0] + values[2]) / 2, (values[1] + values[3]) / 2]
        if len(values) == 2:
            return values[0], values[1]
    return None


def _candidates(text: str) -> Iterator[list[str]]:
    """Numbers that may be a point, what is most likely one first."""
    for match in reversed(list(_NAMED.finditer(text))):
        yield [match[1], match[2]]
    for pattern in (_GROUP, _BARE):
        for match in reversed(list(pattern.finditer(text))):
            yield re.findall(_NUMBER, match[1])


def read_answers(file: Path) -> dict[str, Answer]:
    """Answers by the id of their example; of two to the same example the later one.

    A line is `{"id": …, "x": …, "y": …}` or `{"id": …, "answer": "…"}`, the latter with the size of the
    picture that was seen as `"seen": [width, height]` where it was another.

    Raises:
        UsageError: The file cannot be read, or a line is no answer.
    """
    try:
        lines = file.read_text("utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise UsageError(f"{file} cannot be read: {error}.") from error
    answers = [_read(line, number, file) for number, line in enumerate(lines, start=1) if line.strip()]
    return {answer.id: answer for answer in answers}


def _read(line: str, number: int, file: Path) -> Answer:
    try:
        fields = json.loads(line)
        if "answer" in fields:
            seen = fields.get("seen")
            size = None if seen is None else (int(seen[0]), int(seen[1]))
            return Answer(str(fields["id"]), str(fields["answer"]), size)
        x, y = round(float(fields["x"])), round(float(fields["y"]))
        return Answer(str(fields["id"]), f"({x}, {y})")
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, OverflowError) as error:
        raise UsageError(
            f"Line {number} of {file} is no answer ({type(error).__name__}: {error}).",
            advice='Write {"id": "00001", "x": 10, "y": 20}, or "answer" with what a model said.',
        ) from error

"""Examples of a set: an instruction, a picture, and the box that is meant.

A set is a folder with `metadata.jsonl`, a line an example, and the folder `images`. The fields are those of
GroundUI (Zheng et al., AgentStudio, 2024), with an `id`, and with `file_name` as loaders of image folders
call the picture: instruction, bbox (left, top, right, bottom in pixels), resolution (width, height), platform
and source.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from crab_core import Box, Screenshot, UsageError

LIST = "metadata.jsonl"
HOW = "`crab dataset ground-ui SCREENS --out FOLDER` makes such a folder."


@dataclass(frozen=True, slots=True)
class Example:
    """One instruction with its answer."""

    id: str
    instruction: str
    picture: Path
    box: Box
    width: int
    """Of the picture, in pixels."""
    height: int
    """Of the picture, in pixels."""
    platform: str

    def screenshot(self) -> Screenshot:
        """The picture.

        Raises:
            UsageError: It is not there.
        """
        try:
            data = self.picture.read_bytes()
        except OSError as error:
            raise UsageError(f"The picture of example {self.id} is missing: {error}.", advice=HOW) from error
        kind = self.picture.suffix.removeprefix(".").replace("jpg", "jpeg")
        return Screenshot(data, self.width, self.height, f"image/{kind}")


def read_examples(folder: Path) -> list[Example]:
    """The examples of a set.

    Raises:
        UsageError: There is none, or a line is no example.
    """
    file = folder / LIST
    try:
        lines = file.read_text("utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise UsageError(f"{folder} holds no set of examples: {error}.", advice=HOW) from error
    found = [_read(folder, line, number) for number, line in enumerate(lines, start=1) if line.strip()]
    if not found:
        raise UsageError(f"{file} holds no examples.", advice=HOW)
    if len({example.id for example in found}) < len(found):
        raise UsageError(f"Two examples of {file} have the same id.")
    return found


def _read(folder: Path, line: str, number: int) -> Example:
    try:
        fields: Mapping[str, Any] = json.loads(line)
        left, top, right, bottom = (round(float(edge)) for edge in fields["bbox"])
        width, height = (int(side) for side in fields["resolution"])
        picture = (folder / fields["file_name"]).resolve()
        if not picture.is_relative_to(folder.resolve()):
            raise ValueError(f"{fields['file_name']!r} is outside the folder")
        if not (left < right and top < bottom and width > 0 and height > 0):
            raise ValueError("the box or the picture is empty")
        return Example(
            str(fields.get("id", number)),
            str(fields["instruction"]),
            picture,
            Box(left, top, right - left, bottom - top),
            width,
            height,
            str(fields["platform"]),
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        reason = f"{type(error).__name__}: {error}"
        raise UsageError(f"Line {number} of {folder / LIST} is no example ({reason}).", advice=HOW) from error


def facts(example: Example, folder: Path) -> dict[str, Any]:
    """An example as a line of the list has it."""
    box = example.box
    return {
        "id": example.id,
        "file_name": example.picture.relative_to(folder).as_posix(),
        "instruction": example.instruction,
        "bbox": [box.x, box.y, box.x + box.width, box.y + box.height],
        "resolution": [example.width, example.height],
        "platform": example.platform,
        "source": "crab",
    }


def by_platform(examples: Sequence[Example]) -> dict[str, list[Example]]:
    """Examples of each platform, and those of all where there are several."""
    names = sorted({example.platform for example in examples})
    groups = {name: [e for e in examples if e.platform == name] for name in names}
    return groups if len(names) == 1 else {**groups, "all": list(examples)}

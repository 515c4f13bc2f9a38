"""Makes a set of examples from screens that were kept with the truth of their UI trees."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from crab_core import Box, UsageError
from crab_visualprompt.dataset.examples import LIST, Example, facts
from crab_visualprompt.dataset.instructions import instructions
from crab_visualprompt.score.kept import Screen
from crab_visualprompt.score.truth import truth_of
from crab_visualprompt.written import writing

OTHER = "Name another folder with --out."


def write_examples(
    screens: Iterable[Screen], folder: Path, *, per_screen: int, seed: int = 0
) -> list[Example]:
    """Write a set.

    An instruction whose place is the same on several screens, such as one of a bar that all have, is there
    once.

    Args:
        screens: Read one at a time.
        folder: A new or an empty one.
        per_screen: Examples of one screen, at most; which ones is drawn from the seed.
        seed: Equal seeds and screens give equal sets.

    Raises:
        UsageError: The folder holds something, or cannot be written.
    """
    with writing(folder, OTHER):
        if folder.exists() and any(folder.iterdir()):
            raise UsageError(f"{folder} is not empty.", advice=OTHER)
        folder.parent.mkdir(parents=True, exist_ok=True)
        # Written beside it first: half a set, of a run that was stopped, would be taken for a whole one.
        with TemporaryDirectory(prefix=f".{folder.name}-", dir=folder.parent) as name:
            part = Path(name) / "set"
            written = _write(screens, part, per_screen, seed)
            part.replace(folder)
    return [replace(example, picture=folder / example.picture.relative_to(part)) for example in written]


def _write(screens: Iterable[Screen], folder: Path, per_screen: int, seed: int) -> list[Example]:
    (folder / "images").mkdir(parents=True)
    chance = random.Random(seed)
    known: set[tuple[str, str, Box]] = set()
    written: list[Example] = []
    with (folder / LIST).open("w", encoding="utf-8") as file:
        for screen in screens:
            for example in _examples(screen, folder, per_screen, chance, known, len(written)):
                written.append(example)
                file.write(json.dumps(facts(example, folder), ensure_ascii=False) + "\n")
    return written


def _examples(
    screen: Screen,
    folder: Path,
    per_screen: int,
    chance: random.Random,
    known: set[tuple[str, str, Box]],
    count: int,
) -> list[Example]:
    shot = screen.screenshot
    elements = truth_of(screen.tree, screen.platform).elements
    every = instructions(elements, screen.platform, Box(0, 0, shot.width, shot.height))
    new = [one for one in every if (screen.platform, one.text, one.box) not in known]
    chosen = chance.sample(new, min(per_screen, len(new)))
    if not chosen:
        return []
    known.update((screen.platform, one.text, one.box) for one in chosen)
    picture = folder / "images" / f"{shot.digest[:20]}.{shot.media_type.rpartition('/')[2]}"
    picture.write_bytes(shot.data)
    return [
        Example(f"{number:05}", one.text, picture, one.box, shot.width, shot.height, screen.platform)
        for number, one in enumerate(chosen, start=count + 1)
    ]

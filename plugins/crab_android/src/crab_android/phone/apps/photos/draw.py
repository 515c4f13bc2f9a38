"""Draws the pictures of a made-up phone into ``pictures``::

    python -m crab_android.phone.apps.photos.draw

They are kept as files, so that a phone need not draw them: this is run only when a drawing changes.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import skia

from .art import animals, nature, screens, things, town

LANDSCAPE, PORTRAIT, SCREEN = (1600, 1200), (1200, 1600), (1080, 2400)
_MOST = 91_000  # bytes of a file
Scene = Callable[[skia.Surface, random.Random], None]

SCENES: dict[str, tuple[Scene, tuple[int, int]]] = {
    "lake": (nature.lake, LANDSCAPE),
    "sea": (nature.sea, LANDSCAPE),
    "forest": (nature.forest, PORTRAIT),
    "lavender": (nature.lavender, LANDSCAPE),
    "aurora": (nature.aurora, LANDSCAPE),
    "cabin": (nature.cabin, LANDSCAPE),
    "balloons": (nature.balloons, PORTRAIT),
    "rain": (town.rain, PORTRAIT),
    "canal": (town.canal, LANDSCAPE),
    "skyline": (town.skyline, LANDSCAPE),
    "lighthouse": (town.lighthouse, PORTRAIT),
    "friends": (town.friends, LANDSCAPE),
    "bicycle": (town.bicycle, LANDSCAPE),
    "cat": (animals.cat, PORTRAIT),
    "sheep": (animals.sheep, LANDSCAPE),
    "coffee": (things.coffee, LANDSCAPE),
    "pizza": (things.pizza, LANDSCAPE),
    "cake": (things.cake, PORTRAIT),
    "receipt": (things.receipt, PORTRAIT),
    "whiteboard": (things.whiteboard, LANDSCAPE),
    "ticket": (screens.ticket, SCREEN),
    "weather": (screens.weather, SCREEN),
}


def draw(name: str) -> bytes:
    """One picture as a JPEG of at most about 90 KB."""
    scene, size = SCENES[name]
    surface = skia.Surface(*size)
    scene(surface, random.Random(name))
    picture = surface.makeImageSnapshot()
    for quality in (86, 82, 78, 74, 70, 66, 60, 54, 48, 40):
        data = bytes(picture.encodeToData(skia.kJPEG, quality))
        if len(data) <= _MOST:
            break
    return data


def main() -> None:
    """Draw them all."""
    folder = Path(__file__).parent / "pictures"
    folder.mkdir(exist_ok=True)
    for name in SCENES:
        (folder / f"{name}.jpg").write_bytes(draw(name))


if __name__ == "__main__":
    main()

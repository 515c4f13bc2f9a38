"""Photos on the desktop, and the values that are drawn from them."""

from __future__ import annotations

import random
from typing import Final

from crab_bench.values import at_start, show_path
from crab_core import Scene, ValueType, World

FOLDER: Final = "Pictures"
PHOTOS: Final = 6
"""So many lie there: every right one has decoys beside it."""
SUFFIXES: Final = ("png", "jpg")
WIDTH: Final = 480
HEIGHT: Final = 320
"""Small, so that desktops start quickly: Files shows each of them small before anything else."""
SEEDS: Final = (
    *(3, 25, 30, 44, 60, 75, 111, 132, 152, 266, 295, 311, 332, 359, 366, 374, 384, 403, 409, 411, 425, 437),
    *(453, 455, 475, 502, 536, 537, 575, 609, 617, 633, 658, 676),
)
"""Photos of which no two show nearly the same: their lights and shades correlate by less than 0.9."""
NAMES: Final = (
    "evening",
    "first-frost",
    "from-the-bridge",
    "hill-road",
    "long-walk",
    "lookout",
    "morning",
    "north-ridge",
    "old-pass",
    "quiet-valley",
    "sunday",
    "two-hills",
    "upper-lake",
    "west-side",
    "windmill-path",
    "winter-sun",
)


def photos(chance: random.Random) -> World:
    """Some photos in ~/Pictures, of both kinds."""
    names, seeds = chance.sample(NAMES, PHOTOS), chance.sample(SEEDS, PHOTOS)
    return {
        "files": {
            f"{FOLDER}/{name}.{SUFFIXES[number % len(SUFFIXES)]}": {
                "photo": {"seed": seed, "width": WIDTH, "height": HEIGHT}
            }
            for number, (name, seed) in enumerate(zip(names, seeds, strict=True))
        }
    }


def draw_photo(scene: Scene) -> str:
    """A photo that lies in ~/Pictures."""
    files = scene.world("ubuntu").get("files", {})
    there = [
        path
        for path, content in files.items()
        if path.startswith(f"{FOLDER}/") and isinstance(content, dict) and "photo" in content
    ]
    return scene.pick("photo", sorted(there))


PICTURE: Final = ValueType(
    name="picture",
    summary="A picture on the desktop, in colours or not.",
    parent="path",
    draw=draw_photo,
    show=show_path,
    check=at_start(*SUFFIXES),
)
# What GIMP adds to a gray picture loses its colours, and what is made of one is gray again: so a gray picture
# feeds only those that do not mind.
GRAY_PICTURE: Final = ValueType(
    name="gray_picture", summary="A picture without colours on the desktop.", parent="picture", show=show_path
)
PHOTO: Final = ValueType(
    name="photo",
    summary="A picture in colours on the desktop.",
    parent="picture",
    draw=draw_photo,
    show=show_path,
    check=at_start(*SUFFIXES),
)

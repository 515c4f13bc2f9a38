"""The photos of composed desktops: they can be drawn, and told apart."""

from __future__ import annotations

import io
import itertools
import random

import pytest
from PIL import Image

from crab_bench.pictures.templates import ALIKE
from crab_bench.pictures.world import PHOTO, PHOTOS, SEEDS, photos
from crab_core import NothingToDrawError, Scene
from crab_ubuntu.evaluators.pictures import correlation
from crab_ubuntu.worlds.photos import draw_photo


def test_a_world_has_photos_of_both_kinds_that_its_seed_decides() -> None:
    files = photos(random.Random(1))["files"]
    assert len(files) == PHOTOS
    assert {path.rpartition(".")[2] for path in files} == {"png", "jpg"}
    assert files == photos(random.Random(1))["files"]
    assert files != photos(random.Random(2))["files"]


def test_every_photo_is_drawn_once_and_nothing_else() -> None:
    scene = Scene({"ubuntu": {"files": {**photos(random.Random(1))["files"], "Pictures/list.txt": "one"}}})
    assert PHOTO.draw is not None
    drawn = {PHOTO.draw(scene) for _ in range(PHOTOS)}
    assert drawn == set(photos(random.Random(1))["files"])
    with pytest.raises(NothingToDrawError):
        PHOTO.draw(scene)


def test_no_two_photos_pass_for_each_other_in_another_light() -> None:
    pictures = [Image.open(io.BytesIO(draw_photo(".bmp", seed=s, width=120, height=80))) for s in SEEDS]
    nearest = max(correlation(one, other) for one, other in itertools.combinations(pictures, 2))
    assert nearest < ALIKE - 0.04

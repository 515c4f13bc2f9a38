"""From pairs of points to a homography, and what no look at a flat picture can be."""

from __future__ import annotations

import numpy as np
import pytest

from crab_core import Match
from crab_visualprompt.match.geometry import agreed, matched, moved

SIZE = (400, 300)


def pairs(homography: list[list[float]], right: int = 60, wrong: int = 0) -> np.ndarray:
    rng = np.random.default_rng(0)
    points = rng.uniform((0, 0), SIZE, (right, 2))
    good = np.c_[points, moved(points, np.array(homography, float))]
    return np.r_[good, rng.uniform(0, 300, (wrong, 4))]


def test_wrong_pairs_do_not_count():
    look = [[0.8, 0.1, 30], [-0.1, 0.8, 40], [0, 0, 1]]
    match = agreed(pairs(look, 60, 120), SIZE)
    assert np.array(match.homography).reshape(3, 3) == pytest.approx(np.array(look), abs=0.01)
    assert 60 <= len(match.points) <= 66


def test_a_look_from_the_side_keeps_its_eight_numbers():
    look = [[0.9, 0.05, 20], [0.03, 0.9, 20], [8e-4, 4e-4, 1]]
    match = agreed(pairs(look), SIZE)
    assert np.array(match.homography).reshape(3, 3) == pytest.approx(np.array(look), abs=1e-3)


@pytest.mark.parametrize(
    "look",
    [
        [[-1, 0, 400], [0, 1, 0], [0, 0, 1]],
        [[1, 0, 0], [0, -1, 300], [0, 0, 1]],
        [[1, 0, 0], [0, 1, 0], [-4e-3, 0, 1]],
        [[1e-3, 0, 0], [0, 1e-3, 0], [0, 0, 1]],
        [[100, 0, 0], [0, 100, 0], [0, 0, 1]],
        [[1, 0, 0], [1, 0, 0], [0, 0, 1]],
    ],
    ids=["mirrored", "stood on its head in a mirror", "folded", "a speck", "immense", "a line"],
)
def test_what_no_flat_picture_looks_like_is_no_match(look: list[list[float]]):
    assert matched(np.array(look, float), np.zeros((0, 4)), SIZE) == Match()


def test_mirrored_pairs_agree_on_next_to_nothing():
    """A few may lie in a line that a turn explains; what the pictures look like decides then."""
    assert len(agreed(pairs([[-1, 0, 400], [0, 1, 0], [0, 0, 1]]), SIZE).points) < 8


def test_many_points_on_a_single_one_agree_on_nothing():
    one = pairs([[1, 0, 0], [0, 1, 0], [0, 0, 1]])
    one[:, 2:] = (120, 80)
    assert agreed(one, SIZE) == Match()


@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_fewer_than_four_pairs_are_no_match(count: int):
    assert agreed(pairs([[1, 0, 9], [0, 1, 9], [0, 0, 1]], count), SIZE) == Match()


def test_four_pairs_are_enough_for_a_shift_and_a_size():
    match = agreed(pairs([[2, 0, 9], [0, 2, 5], [0, 0, 1]], 4), SIZE)
    assert match.corners is not None
    assert match.corners[2] == pytest.approx((809, 605), abs=0.1)

"""Pictures found in pictures: what is there however it was scaled and saved, and what only resembles it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from crab_core import DefinitionError


def contained(desk, pictures, shown, **options):
    """Whether a picture that shows something shows the first photo."""
    desk.keep("found.png", pictures.pasted(shown))
    return desk.judge(
        "picture_contains", path="found.png", picture=pictures.data(pictures.photo(1)), **options
    )


def test_a_picture_is_found_where_it_was_pasted(desk, pictures):
    verdict = contained(desk, pictures, pictures.photo(1))
    assert verdict.passed
    assert "240×180 at (130, 70)" in verdict.reason


@pytest.mark.parametrize("by", [0.5, 0.8, 1.6])
def test_a_picture_is_found_at_another_size(desk, pictures, by):
    assert contained(desk, pictures, pictures.scaled(pictures.photo(1), by)).passed


@pytest.mark.parametrize("quality", [80, 25])
def test_a_picture_is_found_after_jpeg(desk, pictures, quality):
    assert contained(desk, pictures, pictures.jpeg(pictures.photo(1), quality)).passed


def test_another_picture_is_not_it(desk, pictures):
    assert not contained(desk, pictures, pictures.photo(2)).passed


def test_a_mirrored_picture_is_not_it(desk, pictures):
    assert not contained(desk, pictures, pictures.photo(1)[:, ::-1]).passed


def test_a_picture_upside_down_is_it_only_when_it_may_be_turned(desk, pictures):
    turned = pictures.photo(1)[::-1, ::-1]
    assert "turned by 180" in contained(desk, pictures, turned).reason
    assert contained(desk, pictures, turned, turned=True).passed


def test_a_cropped_picture_is_not_it(desk, pictures):
    assert not contained(desk, pictures, pictures.photo(1)[:, :216]).passed


def test_a_picture_that_is_cut_off_at_the_edge_is_not_it(desk, pictures):
    desk.keep("found.png", pictures.pasted(pictures.photo(1))[:, :340])
    verdict = desk.judge("picture_contains", path="found.png", picture=pictures.data(pictures.photo(1)))
    assert not verdict.passed
    assert "cut off" in verdict.reason


def test_a_picture_that_is_half_covered_is_not_it(desk, pictures):
    covered = pictures.photo(1)
    covered[60:130, 80:170] = (250, 250, 250)
    assert not contained(desk, pictures, covered).passed


def test_a_stretched_picture_is_not_it(desk, pictures):
    assert not contained(desk, pictures, pictures.scaled(pictures.photo(1), 1.25, 1.0)).passed


@pytest.mark.parametrize("change", ["swapped", "gray", "darker"])
def test_a_recoloured_picture_is_it_only_when_colours_do_not_count(desk, pictures, change):
    photo = pictures.photo(1)
    gray = cv2.cvtColor(photo, cv2.COLOR_RGB2GRAY)
    recoloured = {
        "swapped": np.stack([gray, gray // 2, gray // 3], axis=2),
        "gray": np.repeat(gray[..., None], 3, axis=2),
        "darker": (photo * 0.6).astype(np.uint8),
    }[change]
    assert not contained(desk, pictures, recoloured).passed
    assert contained(desk, pictures, recoloured, colors=False, at_least=0.9).passed


def test_a_mirrored_picture_is_not_it_in_other_colours_either(desk, pictures):
    assert not contained(desk, pictures, pictures.photo(1)[:, ::-1], colors=False, at_least=0.9).passed


@pytest.mark.parametrize("side", [32, 20])
def test_an_icon_with_hardly_a_feature_is_found(desk, pictures, side):
    icon = np.full((32, 32, 3), 255, np.uint8)
    cv2.circle(icon, (16, 16), 9, (40, 120, 60), -1, cv2.LINE_AA)
    icon[14:18, 16:26] = 255
    sought = pictures.data(icon)
    desk.screen = np.full((400, 640, 3), 246, np.uint8)
    for shown, wanted in ((icon, True), (icon[:, ::-1], False)):
        desk.screen[70 : 70 + side, 130 : 130 + side] = pictures.scaled(shown, side / 32)
        assert desk.judge("picture_visible", picture=sought).passed == wanted


def test_a_plain_picture_cannot_be_looked_for(desk, pictures):
    desk.keep("found.png", pictures.photo(1))
    with pytest.raises(DefinitionError, match="one colour"):
        desk.judge(
            "picture_contains", path="found.png", picture=pictures.data(np.full((50, 50, 3), 7, np.uint8))
        )


def test_the_screen_shows_a_picture_in_its_region_only(desk, pictures):
    photo = pictures.photo(3)
    desk.screen = pictures.pasted(photo, x=20, y=40)
    sought = pictures.data(photo)
    assert desk.judge("picture_visible", picture=sought).passed
    assert desk.judge("picture_visible", picture=sought, region=[0, 0, 0.5, 0.8]).passed
    assert not desk.judge("picture_visible", picture=sought, region=[0.5, 0, 0.5, 1]).passed
    desk.screen = pictures.pasted(pictures.photo(4))
    assert not desk.judge("picture_visible", picture=sought).passed


@pytest.fixture
def joined(desk, pictures):
    """Judges two photos that were joined, against the two that were given."""
    one, two = pictures.photo(5), pictures.photo(6)

    def judge(made, side="right", **options):
        desk.keep("joined.jpg", made, quality=85)
        given = [pictures.data(one), pictures.data(two)]
        return desk.judge("pictures_joined", path="joined.jpg", pictures=given, side=side, **options)

    return one, two, judge


@pytest.mark.parametrize("side", ["right", "left", "below", "above"])
def test_pictures_are_joined_on_the_side_that_was_asked_for_and_no_other(joined, side):
    one, two, judge = joined
    made = {
        "right": np.hstack([one, two]),
        "left": np.hstack([two, one]),
        "below": np.vstack([one, two]),
        "above": np.vstack([two, one]),
    }[side]
    assert {other: judge(made, other).passed for other in ("right", "left", "below", "above")} == {
        other: other == side for other in ("right", "left", "below", "above")
    }


def test_joined_pictures_may_have_been_scaled(joined, pictures):
    one, two, judge = joined
    assert judge(np.hstack([pictures.scaled(one, 0.7), pictures.scaled(two, 0.7)])).passed


def test_joined_pictures_must_each_be_whole_and_unmirrored(joined):
    one, two, judge = joined
    assert not judge(np.hstack([one, two[:, ::-1]])).passed
    assert not judge(np.hstack([one, two[:, :200]])).passed
    assert not judge(np.hstack([one, one])).passed


def test_joined_pictures_have_nothing_between_them_nor_beside_them(joined, pictures):
    one, two, judge = joined
    gap = np.full((one.shape[0], 60, 3), 255, np.uint8)
    assert not judge(np.hstack([one, gap, two])).passed
    third = np.hstack([one, two, pictures.photo(7)])
    assert not judge(third).passed
    assert judge(third, alone=False).passed


def test_the_same_picture_twice_is_joined_with_itself_when_it_is_there_twice(desk, pictures):
    photo = pictures.photo(8)
    twice = [pictures.data(photo)] * 2
    desk.keep("twice.png", np.hstack([photo, photo]))
    desk.keep("once.png", photo)
    assert desk.judge("pictures_joined", path="twice.png", pictures=twice).passed
    assert not desk.judge("pictures_joined", path="once.png", pictures=twice).passed


def adjusted(desk, pictures, made, measure, change, **options):
    desk.keep("made.jpg", made, quality=90)
    reference = pictures.data(pictures.photo(10))
    arguments = {"measure": measure, "change": change, "by": 5, **options}
    return desk.judge("picture_adjusted", path="made.jpg", reference=reference, **arguments)


def test_a_brighter_picture_is_brighter_and_not_darker_nor_the_same(desk, pictures):
    made = np.clip(pictures.photo(10).astype(int) + 30, 0, 255).astype(np.uint8)
    assert adjusted(desk, pictures, made, "brightness", "higher").passed
    assert not adjusted(desk, pictures, made, "brightness", "lower").passed
    assert not adjusted(desk, pictures, made, "brightness", "same").passed


def test_contrast_is_told_from_brightness(desk, pictures):
    photo = pictures.photo(10).astype(float)
    made = np.clip((photo - photo.mean()) * 0.6 + photo.mean(), 0, 255).astype(np.uint8)
    assert adjusted(desk, pictures, made, "contrast", "lower").passed
    assert adjusted(desk, pictures, made, "brightness", "same").passed


def test_what_lies_around_a_picture_does_not_make_it_brighter(desk, pictures):
    photo = pictures.photo(10)
    framed = np.full((400, 500, 3), 255, np.uint8)
    framed[100:280, 100:340] = photo
    assert adjusted(desk, pictures, framed, "brightness", "same").passed
    assert not adjusted(desk, pictures, framed, "brightness", "higher").passed


def test_another_picture_is_no_brighter_one(desk, pictures):
    made = np.clip(pictures.photo(11).astype(int) + 60, 0, 255).astype(np.uint8)
    verdict = adjusted(desk, pictures, made, "brightness", "higher")
    assert not verdict.passed
    assert "does not show" in verdict.reason


# -- what has no points to go by -------------------------------------------------------------------------


def waves(phase=0.0):
    """Soft waves of colour, in which no feature is found."""
    y, x = np.mgrid[0:150, 0:200]
    wave = 60 * np.sin(x / 30 + phase) + 60 * np.cos(y / 25) + 128
    return np.stack([wave, 255 - wave, np.full_like(wave, 90)], axis=-1).astype(np.uint8)


@pytest.mark.parametrize("by", [0.7, 1.0, 1.4])
def test_a_picture_without_points_is_found_by_its_pixels(desk, pictures, by):
    desk.keep("found.png", pictures.pasted(pictures.scaled(waves(), by)))
    verdict = desk.judge("picture_contains", path="found.png", picture=pictures.data(waves()))
    assert verdict.passed, verdict.reason


@pytest.mark.parametrize("other", [waves()[:, ::-1], waves(1.5)], ids=["mirrored", "shifted"])
def test_other_waves_are_not_it(desk, pictures, other):
    desk.keep("found.png", pictures.pasted(other))
    assert not desk.judge("picture_contains", path="found.png", picture=pictures.data(waves())).passed

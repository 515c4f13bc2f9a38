"""Text read off screens and pictures, screens compared, and files that nobody should trust."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image

from crab_core import DefinitionError


@pytest.fixture
def page(desk, pictures):
    """A screen that says something."""
    desk.screen = pictures.written(
        (20, 12, "Wrap lines automatically"), (20, 70, "Save as"), (300, 70, "Concatenate"), height=110
    )
    return desk


@pytest.mark.parametrize("text", ["Wrap lines", "Wrap  lines automatically", "Save", "Concatenate"])
def test_a_text_that_is_drawn_is_read(page, text):
    assert page.judge("text_visible", text=text).passed


@pytest.mark.parametrize("text", ["Wrap line", "cat", "Saved", "Open"])
def test_a_text_that_is_not_there_or_a_part_of_a_word_is_not_read(page, text):
    assert not page.judge("text_visible", text=text).passed


def test_a_part_of_a_word_counts_when_it_may(page):
    assert page.judge("text_visible", text="cat", part=True).passed


def test_case_counts_unless_it_need_not(page):
    assert not page.judge("text_visible", text="save AS").passed
    assert page.judge("text_visible", text="save AS", case=False).passed


def test_a_text_must_stand_in_its_region(page):
    left, right = [0, 0, 0.5, 1], [0.5, 0, 0.5, 1]
    assert page.judge("text_visible", text="Save as", region=left).passed
    verdict = page.judge("text_visible", text="Save as", region=right)
    assert not verdict.passed
    assert "but at" in verdict.reason


def test_mistakes_are_forgiven_when_it_is_said(page):
    assert not page.judge("text_visible", text="Concatanate").passed
    assert page.judge("text_visible", text="Concatanate", mistakes=1).passed
    with pytest.raises(DefinitionError, match="nearly anything"):
        page.judge("text_visible", text="cat", mistakes=2)


def test_a_region_outside_is_no_region(page):
    with pytest.raises(DefinitionError, match="region"):
        page.judge("text_visible", text="Save", region=[0.6, 0, 0.6, 1])


def test_a_text_runs_on_in_the_next_line_and_not_in_another_column(desk, pictures):
    desk.screen = pictures.written(
        (20, 12, "The meeting has been"), (20, 36, "moved to Friday"), (330, 36, "Cancel"), height=70
    )
    assert desk.judge("text_visible", text="has been moved to Friday").passed
    assert not desk.judge("text_visible", text="Friday Cancel").passed


def test_a_picture_is_read(desk, pictures):
    desk.keep("sign.jpg", pictures.written((30, 40, "Gate 14 is closed")), quality=80)
    assert desk.judge("picture_says", path="sign.jpg", text="Gate 14").passed
    assert not desk.judge("picture_says", path="sign.jpg", text="Gate 41").passed


@pytest.fixture
def kept(desk, pictures):
    """A screen, and the same as an argument."""
    screen = np.full((540, 960, 3), 235, np.uint8)
    screen[40:220, 60:300] = pictures.photo(12)
    screen[300:420, 400:880] = pictures.written((20, 12, "Wrap lines"), (20, 70, "Save as"))
    desk.screen = screen.copy()
    return desk, screen


def test_a_screen_matches_itself_after_jpeg_and_at_another_resolution(kept, pictures):
    desk, screen = kept
    assert desk.judge("screen_matches", reference=desk.keep("kept.jpg", screen, quality=70)).passed
    assert desk.judge("screen_matches", reference=desk.keep("kept.png", pictures.scaled(screen, 1.5))).passed


def test_a_screen_that_is_mirrored_or_lacks_a_picture_does_not_match(kept, pictures):
    desk, screen = kept
    assert not desk.judge("screen_matches", reference=pictures.data(screen[:, ::-1])).passed
    desk.screen[40:220, 60:300] = 235
    verdict = desk.judge("screen_matches", reference=pictures.data(screen))
    assert not verdict.passed
    assert "differs most at (5" in verdict.reason or "differs most at (6" in verdict.reason


def test_another_text_is_a_difference_in_its_region(kept, pictures):
    desk, screen = kept
    desk.screen[300:420, 400:880] = pictures.written((20, 12, "Wrap lines"), (20, 70, "Discard"))
    region = [0.4, 0.5, 0.3, 0.3]
    assert not desk.judge("screen_matches", reference=pictures.data(screen), region=region).passed


def test_what_is_to_be_ignored_may_differ_and_nothing_else(kept, pictures):
    desk, screen = kept
    reference = pictures.data(screen)
    desk.screen[40:220, 60:300] = pictures.photo(13)
    assert not desk.judge("screen_matches", reference=reference).passed
    assert desk.judge("screen_matches", reference=reference, ignore=[[0.05, 0.05, 0.27, 0.37]]).passed
    assert not desk.judge("screen_matches", reference=reference, ignore=[[0.4, 0.5, 0.5, 0.3]]).passed


def test_a_screen_of_other_proportions_does_not_match(kept, pictures):
    desk, screen = kept
    assert "proportions" in desk.judge("screen_matches", reference=pictures.data(screen[:, :800])).reason


@pytest.mark.parametrize("damage", ["missing", "empty", "text", "cut", "huge"])
def test_a_file_that_cannot_be_looked_at_fails_with_its_reason(desk, pictures, damage):
    whole = (desk.folder / desk.keep("whole.png", pictures.photo(1))).read_bytes()
    # A few bytes that claim a hundred thousand pixels across and down.
    claimed = (100_000).to_bytes(4, "big")
    held = {
        "empty": b"",
        "text": b"hello",
        "cut": whole[:2000],
        "huge": whole[:16] + claimed * 2 + whole[24:],
    }
    if damage != "missing":
        (desk.folder / "a.png").write_bytes(held[damage])
    verdict = desk.judge("picture_contains", path="a.png", picture=pictures.data(pictures.photo(1)))
    assert not verdict.passed
    assert "a.png" in verdict.reason


def test_a_picture_of_too_many_pixels_is_not_decoded(desk, pictures):
    Image.new("1", (5000, 4000)).save(desk.folder / "large.png")
    verdict = desk.judge("picture_contains", path="large.png", picture=pictures.data(pictures.photo(1)))
    assert not verdict.passed
    assert "too many" in verdict.reason


def test_a_reference_that_is_no_picture_is_a_fault_of_the_task(desk, pictures):
    desk.keep("a.png", pictures.photo(1))
    with pytest.raises(DefinitionError):
        desk.judge("picture_contains", path="a.png", picture="data:;base64,aGVsbG8=")
    with pytest.raises(DefinitionError):
        desk.judge("picture_contains", path="a.png", picture="data:;base64,?")

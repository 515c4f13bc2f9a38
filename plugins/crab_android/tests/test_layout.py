"""Layout and text."""

from __future__ import annotations

import pytest

from crab_android.phone.ui.geometry import Rect, px
from crab_android.phone.ui.icons import ICONS, _parsed
from crab_android.phone.ui.layout import layout
from crab_android.phone.ui.paths import parse_path
from crab_android.phone.ui.text import shape, wrap
from crab_android.phone.ui.views import MATCH, Align, View
from crab_android.phone.ui.widgets import column, label, row, space

AREA = Rect(0, 0, 1050, 2100)


def test_weights_share_what_fixed_children_leave():
    one, two, fixed = space(weight=1), space(weight=3), space(width=80, height=10)
    layout(row(one, fixed, two, width=MATCH), AREA, 1.0)
    assert fixed.rect.width == 210
    assert (one.rect.width, two.rect.width) == (210, 630)
    assert (one.rect.left, fixed.rect.left, two.rect.left) == (0, 210, 420)


def test_padding_and_gaps_are_between_border_and_children():
    one, two = space(width=10, height=10), space(width=10, height=10)
    layout(column(one, two, pad=(4, 8, 0, 0), gap=12), AREA, 1.0)
    assert (one.rect.left, one.rect.top) == (px(4), px(8))
    assert two.rect.top == one.rect.bottom + px(12)


@pytest.mark.parametrize(("align", "left"), [(Align.START, 0), (Align.CENTER, 420), (Align.END, 840)])
def test_children_are_aligned_across(align, left):
    child = space(width=80, height=10)
    layout(column(child, width=MATCH, align=align), AREA, 1.0)
    assert child.rect.left == left


def test_a_scrolling_view_shifts_clips_and_never_scrolls_too_far():
    rows = [space(width=10, height=400) for _ in range(4)]
    view = column(*rows, scroll_key="list", scroll_y=10_000, width=MATCH, height=MATCH)
    layout(view, AREA, 1.0)
    assert view.scroll_y == view.content_height - AREA.height
    assert rows[0].visible.empty
    assert rows[-1].rect.bottom == AREA.bottom


def test_texts_grow_with_the_font_scale():
    small, large = label("Hello"), label("Hello")
    layout(column(small), AREA, 1.0)
    layout(column(large), AREA, 2.0)
    assert large.rect.height == 2 * small.rect.height


def test_words_are_wrapped_and_the_last_line_ends_in_an_ellipsis():
    lines = wrap("one two three four five six seven eight", 400, 40, 300, 2)
    assert len(lines) == 2
    assert lines[1].endswith("…")
    assert all(shape(line, 400, 40).width <= 300 for line in lines)


def test_a_word_wider_than_the_line_is_broken_and_no_character_is_lost():
    lines = wrap("x" * 100, 400, 40, 300, 99)
    assert "".join(lines) == "x" * 100


def test_characters_that_the_main_face_lacks_come_from_another():
    runs = shape("aлლ", 400, 40).runs
    assert "".join(run.text for run in runs) == "aлლ"
    assert len({run.font.getTypeface().getFamilyName() for run in runs}) >= 2


def test_every_icon_parses():
    for name in ICONS:
        assert all(path.countVerbs() > 1 for _, path in _parsed(name)), name


@pytest.mark.parametrize("data", ["M1", "X1 2", "M1 2 L3", "1 2"])
def test_a_path_that_cannot_be_read_is_an_error(data):
    with pytest.raises(ValueError, match="path"):
        parse_path(data)


def test_a_view_is_invisible_outside_its_clip():
    view = View(rect=Rect(0, 0, 10, 10), clip=Rect(20, 20, 30, 30))
    assert view.visible.empty


def test_arabic_is_shaped_as_a_whole_and_narrower_than_its_letters_apart():
    whole = shape("مرحبا", 400, 40).width
    assert 0 < whole < sum(shape(letter, 400, 40).width for letter in "مرحبا")


def test_hebrew_runs_from_right_to_left():
    """The first letter of the text stands at the right end of the picture."""
    import numpy as np
    import skia

    from crab_android.phone.ui.scripts import paragraph

    def columns(text: str) -> np.ndarray:
        pixels = np.zeros((80, 400, 4), np.uint8)
        paragraph(text, 400, 40, 0xFF000000).paint(skia.Surface(pixels).getCanvas(), 10, 10)
        return np.flatnonzero(pixels[:, :, 3].any(axis=0))

    one, more = columns("ל"), columns("לו")
    assert more.min() < one.max() < more.max() + 1
    assert more.max() - more.min() > one.max() - one.min()


@pytest.mark.parametrize(("count", "top"), [(1, 2000), (30, -900)])
def test_a_scrolling_view_may_stand_at_its_foot_while_there_is_room(count, top):
    children = [space(width=80, height=100 * 160 / 420) for _ in range(count)]
    shown = column(*children, scroll_key="list", scroll_y=10**9, width=MATCH, height=MATCH, justify=Align.END)
    layout(shown, AREA, 1.0)
    assert children[0].rect.top == top
    assert children[-1].rect.bottom == AREA.bottom

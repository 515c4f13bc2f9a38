"""Pictures, progress and rich text."""

from __future__ import annotations

import numpy as np
import pytest
import skia

from crab_android.phone.kit import (
    BODY_LARGE,
    MATCH,
    Rect,
    Span,
    column,
    decoded,
    image,
    picture_size,
    progress_bar,
    rich_text,
    spinner,
)
from crab_android.phone.ui import media
from crab_android.phone.ui.rich import broken

RED, GREEN, BLUE = 0xFFCC2222, 0xFF22AA44, 0xFF2233BB


def striped(form: int = skia.kPNG) -> bytes:
    """A picture of 300 by 100 pixels: a red, a green and a blue square beside each other."""
    surface = skia.Surface(300, 100)
    for number, color in enumerate((RED, GREEN, BLUE)):
        surface.getCanvas().drawRect(skia.Rect.MakeXYWH(100 * number, 0, 100, 100), skia.Paint(Color=color))
    return bytes(surface.makeImageSnapshot().encodeToData(form, 95))


def pixels(phone) -> np.ndarray:
    return np.frombuffer(phone.raw()[16:], np.uint8).reshape(2400, 1080, 4)


def bounds(node) -> tuple[int, ...]:
    return tuple(int(n) for n in node.get("bounds").replace("][", ",").strip("[]").split(","))


def nearly(pixel, color) -> bool:
    return bool(
        np.all(np.abs(pixel[:3].astype(int) - [color >> 16 & 255, color >> 8 & 255, color & 255]) < 16)
    )


@pytest.fixture
def looked_at(phone, hand, screen):
    """Shows a picture and returns its pixels."""

    def look(data, **more) -> np.ndarray:
        screen(lambda context: column(image(data, desc="it", **more), width=MATCH, height=MATCH))
        left, top, right, bottom = bounds(hand.node(desc="it"))
        return pixels(phone)[top:bottom, left:right]

    return look


@pytest.mark.parametrize("form", [skia.kPNG, skia.kJPEG, skia.kWEBP])
def test_a_picture_fills_its_view_and_loses_what_is_over(looked_at, form):
    seen = looked_at(striped(form), width=100, height=100)
    assert seen.shape[:2] == (262, 262)
    assert nearly(seen[131, 10], GREEN)
    assert nearly(seen[131, 250], GREEN)


def test_or_it_is_shown_whole_with_room_above_and_below(phone, looked_at):
    seen = looked_at(striped(), width=150, height=100, fit="contain")
    assert nearly(seen[131, 60], RED)
    assert nearly(seen[131, 330], BLUE)
    background = phone.context().theme.surface
    assert nearly(seen[10, 60], background)


def test_a_picture_keeps_its_shape_where_only_its_width_is_given(looked_at):
    assert looked_at(striped(), width=150).shape[:2] == (131, 394)


def test_its_corners_can_be_round(phone, looked_at):
    seen = looked_at(striped(), width=100, height=100, radius=20)
    assert nearly(seen[1, 1], phone.context().theme.surface)
    assert nearly(seen[131, 1], GREEN)


@pytest.mark.parametrize("data", [b"", b"no picture", striped()[:60]])
def test_what_is_no_picture_is_shown_as_such(looked_at, data):
    assert picture_size(data) == (0, 0) or data.startswith(b"\x89PNG")
    seen = looked_at(data, width=100, height=100)
    assert nearly(seen[5, 5], 0xFF8A8A90) or data.startswith(b"\x89PNG")


def test_a_picture_is_decoded_once(phone, looked_at):
    media._small_picture.cache_clear()
    data = striped()
    for _ in range(4):
        looked_at(data, width=60, height=30)
        phone.changed()
    assert media._small_picture.cache_info().misses == 1
    assert picture_size(data) == (300, 100)


def test_of_a_picture_that_was_zoomed_into_the_right_part_is_seen():
    surface = skia.Surface(100, 100)
    view = image(striped(), width=MATCH)
    assert view.draw is not None
    for left, color in ((0, RED), (-4000, GREEN), (-8900, BLUE)):
        view.draw(surface.getCanvas(), Rect(left, -1000, left + 9000, 2000))
        pixel = surface.makeImageSnapshot().toarray(colorType=skia.kRGBA_8888_ColorType)[50, 50]
        assert nearly(pixel, color)


def test_progress_says_what_it_is_about(phone, hand, screen):
    screen(lambda context: column(progress_bar(0.5, context.theme, "Upload"), spinner(context.theme)))
    found = [node.get("content-desc") for node in hand.nodes(cls="android.widget.ProgressBar")]
    assert found == ["Upload", "Loading"]


@pytest.mark.parametrize(("part", "filled"), [(-1, 0.0), (0, 0.0), (0.5, 0.5), (1, 1.0), (7, 1.0)])
def test_progress_is_as_long_as_what_is_done(phone, hand, screen, part, filled):
    screen(lambda context: column(progress_bar(part, context.theme, "Upload"), width=MATCH))
    left, top, right, bottom = bounds(hand.node(desc="Upload"))
    line = pixels(phone)[(top + bottom) // 2, left:right]
    primary = phone.context().theme.primary
    share = np.mean([nearly(pixel, primary) for pixel in line])
    assert share == pytest.approx(filled, abs=0.02)


# -- rich text --------------------------------


@pytest.fixture
def paragraph(stage, screen):
    """Shows a paragraph with two links."""

    def put(width: float = 379) -> None:
        spans = [
            Span("See "),
            Span("the timetable", on_tap=stage.note("timetable")),
            Span(" or ask "),
            Span("somebody", bold=True, italic=True),
            Span(", or write to "),
            Span("ada@example.test", on_tap=stage.note("mail")),
            Span(".\n\nThanks!"),
        ]
        screen(lambda context: column(rich_text(context, spans, width=width, id="note")))

    return put


def test_a_paragraph_is_one_text_with_its_links_inside(hand, stage, paragraph):
    paragraph()
    whole = "See the timetable or ask somebody, or write to ada@example.test.\n\nThanks!"
    assert hand.node(id="note").get("text") == whole
    assert [node.get("text") for node in hand.nodes(id="link")] == ["the timetable", "ada@example.test"]
    hand.tap(text="ada@example.test")
    hand.tap(text="the timetable")
    assert stage.happened == ["mail", "timetable"]


def test_a_link_that_goes_on_in_the_next_line_is_one_node_and_can_be_touched_in_both(
    phone, hand, stage, paragraph
):
    paragraph(90)
    assert len(hand.nodes(text="the timetable")) == 1
    hand.tap(text="the timetable")
    _left, top, _right, bottom = bounds(hand.node(text="the timetable"))
    phone.tap(5, bottom + (bottom - top) / 2)
    assert stage.happened == ["timetable", "timetable"]


def test_a_paragraph_is_as_high_as_its_lines(phone, hand, paragraph):
    paragraph()
    upright = bounds(hand.node(id="note"))
    phone.put_setting("system", "font_scale", "2.0")
    paragraph()
    large = bounds(hand.node(id="note"))
    assert upright[3] - upright[1] == 4 * 63  # two lines, an empty one and the thanks, 24 sp each
    assert large[3] - large[1] > 2 * (upright[3] - upright[1])


def test_lines_are_broken_between_words_and_inside_only_those_that_are_too_long():
    lines = broken(("one two ", "three", "four five", " " + "x" * 40), (400, 700, 400, 400), 40, 300)
    texts = ["".join(piece.text for piece in line) for line in lines]
    assert texts[0] == "one two "
    assert texts[1].startswith("threefour")  # a word over two spans stays together
    assert all(line[-1].x + line[-1].width < 330 for line in lines)  # spaces at the end may stand out
    assert "".join(texts) == "one two threefour five " + "x" * 40


def test_an_empty_paragraph_is_no_error(hand, screen):
    screen(lambda context: column(rich_text(context, [], width=100, style=BODY_LARGE, id="note")))
    assert hand.node(id="note").get("text") == ""


def test_a_small_picture_of_a_large_jpeg_is_decoded_no_larger_than_it_must_be():
    small = decoded(striped(skia.kJPEG), 60, 20)
    assert (small.width(), small.height()) == (75, 25)
    colors = small.toarray(colorType=skia.kRGBA_8888_ColorType)[12, [12, 37, 62]]
    assert all(nearly(pixel, color) for pixel, color in zip(colors, (RED, GREEN, BLUE), strict=True))


@pytest.mark.parametrize(("form", "size"), [(skia.kPNG, (60, 20)), (skia.kJPEG, (600, 200))])
def test_other_pictures_are_decoded_whole(form, size):
    whole = decoded(striped(form), *size)
    assert (whole.width(), whole.height()) == (300, 100)


def test_what_is_no_picture_is_not_decoded():
    assert decoded(b"no picture", 60, 20) is None
    assert decoded(b"", 60, 20) is None


def test_a_picture_is_decoded_the_same_however_memory_is_used_meanwhile():
    chance = np.random.default_rng(1)
    noise = np.full((600, 800, 4), 255, np.uint8)
    noise[..., :3] = chance.integers(0, 255, (600, 800, 3), np.uint8)
    data = bytes(skia.Image.fromarray(noise, skia.kRGBA_8888_ColorType).encodeToData(skia.kJPEG, 90))
    seen = set()
    for number in range(60):
        other = [bytes(chance.bytes(len(data) + number)) for _ in range(3)]
        seen.add(decoded(data, 100, 75).tobytes())
        del other
    assert len(seen) == 1

"""A reader reads again only what has changed."""

from __future__ import annotations

import numpy as np
import pytest

from crab_core import Box, TextLine
from crab_visualprompt.ocr.reader import Reader


class FakeOcr:
    """Tells each row of black pixels, 10 high, as a line of text; its text is where and how wide it is."""

    name = "fake"

    def __init__(self) -> None:
        self.sizes: list[tuple[int, int]] = []
        self.ink: list[int] = []

    def read(self, pixels: np.ndarray) -> list[TextLine]:
        import cv2

        self.sizes.append((pixels.shape[1], pixels.shape[0]))
        dark = (pixels.max(axis=2) < 128).astype(np.uint8)
        self.ink.append(int(dark.sum()))
        # what stands within 6 pixels is one line
        _, _, stats, _ = cv2.connectedComponentsWithStats(cv2.dilate(dark, np.ones((1, 13), np.uint8)))
        return [TextLine(Box(*map(int, s[:4])), f"{s[2]}x{s[3]}") for s in stats[1:]]


def paper() -> np.ndarray:
    return np.full((600, 800, 3), 255, np.uint8)


def write(pixels: np.ndarray, x: int, y: int, width: int = 100) -> None:
    pixels[y : y + 10, x : x + width] = 0


@pytest.fixture
def frame() -> np.ndarray:
    pixels = paper()
    for y in range(40, 600, 60):
        write(pixels, 40, y)
        write(pixels, 440, y, 200)
    return pixels


def same_as_whole(reader: Reader, pixels: np.ndarray) -> bool:
    whole = FakeOcr().read(pixels)
    return sorted(reader.read(pixels), key=lambda t: t.box) == sorted(whole, key=lambda t: t.box)


def test_a_frame_is_read_once(frame: np.ndarray) -> None:
    engine = FakeOcr()
    reader = Reader(engine)
    assert reader.read(frame) == reader.read(frame.copy())
    assert engine.sizes == [(800, 600)]


def test_one_other_pixel_is_another_frame(frame: np.ndarray) -> None:
    engine = FakeOcr()
    reader = Reader(engine)
    reader.read(frame)
    frame[599, 799, 2] ^= 1
    reader.read(frame)
    assert len(engine.sizes) == 2


def test_only_what_has_changed_is_read_again(frame: np.ndarray) -> None:
    engine = FakeOcr()
    reader = Reader(engine)
    reader.read(frame)
    write(frame, 300, 500, 80)
    assert same_as_whole(reader, frame)
    width, height = engine.sizes[-1]
    assert width * height < 0.06 * 800 * 600


def test_a_line_that_grew_is_read_whole(frame: np.ndarray) -> None:
    reader = Reader(FakeOcr())
    reader.read(frame)
    write(frame, 640, 100, 60)  # the second line of the right column, from its end
    assert same_as_whole(reader, frame)
    assert "272x10" in {line.text for line in reader.read(frame)}


def test_a_line_that_went_is_forgotten(frame: np.ndarray) -> None:
    reader = Reader(FakeOcr())
    before = reader.read(frame)
    frame[100:110, 40:140] = 255
    after = reader.read(frame)
    assert len(after) == len(before) - 1
    assert same_as_whole(reader, frame)


def test_a_change_that_cuts_a_line_leaves_its_other_part(frame: np.ndarray) -> None:
    reader = Reader(FakeOcr())
    reader.read(frame)
    frame[90:120, 500:800] = 255  # a window over the end of a line
    assert same_as_whole(reader, frame)


def test_two_changes_far_apart_are_read_apart(frame: np.ndarray) -> None:
    engine = FakeOcr()
    reader = Reader(engine)
    reader.read(frame)
    write(frame, 200, 10, 20)
    write(frame, 700, 580, 20)
    assert same_as_whole(reader, frame)
    assert len(engine.sizes) == 3


def test_what_was_shown_two_frames_ago_is_remembered(frame: np.ndarray) -> None:
    engine = FakeOcr()
    reader = Reader(engine)
    reader.read(frame)
    reader.read(~paper())  # all has changed
    write(frame, 300, 500, 80)
    reader.read(frame)
    assert engine.sizes[:2] == [(800, 600)] * 2
    assert engine.sizes[2][0] * engine.sizes[2][1] < 0.06 * 800 * 600


def test_a_frame_of_another_size_is_read_as_a_whole(frame: np.ndarray) -> None:
    engine = FakeOcr()
    reader = Reader(engine)
    reader.read(frame)
    reader.read(frame[:590])
    assert engine.sizes == [(800, 600), (800, 590)]


def test_two_sizes_with_the_same_bytes_are_two_frames() -> None:
    reader = Reader(FakeOcr())
    wide = paper()
    write(wide, 40, 40)
    assert reader.read(wide) != reader.read(wide.reshape(800, 600, 3))


def test_any_series_of_changes_is_read_as_if_each_frame_were_new() -> None:
    chance = np.random.default_rng(7)
    reader = Reader(FakeOcr())
    pixels = paper()
    for _ in range(40):
        x, y = int(chance.integers(0, 700)), int(chance.integers(0, 29)) * 20
        if chance.random() < 0.3:
            pixels[y : y + 60, x : x + 200] = 255
        else:
            write(pixels, x, y, int(chance.integers(10, 200)))
        assert same_as_whole(reader, pixels)


def test_lines_are_told_in_reading_order(frame: np.ndarray) -> None:
    lines = [line.box.y for line in Reader(FakeOcr()).read(frame)]
    assert lines == sorted(lines)


def test_a_region_tells_only_the_lines_in_it(frame: np.ndarray) -> None:
    reader = Reader(FakeOcr())
    lines = reader.read(frame, Box(0, 0, 400, 200))
    assert [line.box.y for line in lines] == [40, 100, 160]
    assert {line.box.x for line in lines} == {34}


def test_the_pixels_given_may_be_drawn_on_afterwards(frame: np.ndarray) -> None:
    reader = Reader(FakeOcr())
    reader.read(frame)
    write(frame, 300, 500, 80)
    frame = frame.copy()
    assert same_as_whole(reader, frame)


def test_as_many_frames_are_known_as_it_was_told(frame: np.ndarray) -> None:
    engine = FakeOcr()
    reader = Reader(engine, frames=1, known=1)
    reader.read(frame)
    reader.read(~paper())
    reader.read(frame)
    assert engine.sizes == [(800, 600)] * 3


def test_the_neighbour_of_a_line_that_changed_is_neither_cut_nor_read_again() -> None:
    pixels = paper()
    write(pixels, 100, 40)
    write(pixels, 216, 40)  # as far as two lines must be apart
    engine = FakeOcr()
    reader = Reader(engine)
    before = reader.read(pixels)
    assert len(before) == 2
    write(pixels, 20, 40, 90)
    assert same_as_whole(reader, pixels)
    assert before[1] in reader.read(pixels)
    assert engine.ink == [2 * 100 * 10, 180 * 10]


class LooseOcr(FakeOcr):
    """Gives boxes that reach over the lines above and below."""

    def read(self, pixels: np.ndarray) -> list[TextLine]:
        return [
            TextLine(Box(line.box.x, line.box.y - 6, line.box.width, line.box.height + 12), line.text)
            for line in super().read(pixels)
        ]


def test_a_line_is_read_whole_although_the_box_of_another_reaches_over_it() -> None:
    pixels = paper()
    for y in (40, 54, 68, 82):
        write(pixels, 100, y, 300)
    reader = Reader(LooseOcr())
    reader.read(pixels)
    write(pixels, 400, 82, 60)
    assert sorted(line.text for line in reader.read(pixels)) == ["312x10"] * 3 + ["372x10"]

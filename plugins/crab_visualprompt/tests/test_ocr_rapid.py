"""The default engine reads what a screen shows, offline."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from crab_core import Box, TextLine, UsageError
from crab_visualprompt.ocr.rapid import RapidOcr


@pytest.fixture(scope="module")
def engine() -> RapidOcr:
    return RapidOcr()


def drawn(
    *texts: tuple[int, int, str],
    size: int = 16,
    ground: str = "white",
    ink: str = "black",
    shape: tuple[int, int] = (400, 160),
) -> np.ndarray:
    picture = Image.new("RGB", shape, ground)
    pen = ImageDraw.Draw(picture)
    for x, y, text in texts:
        pen.text((x, y), text, ink, ImageFont.load_default(size))
    return np.asarray(picture)


def place(text: str, x: int, y: int, size: int = 16) -> Box:
    left, top, right, bottom = ImageFont.load_default(size).getbbox(text)
    return Box(x + int(left), y + int(top), int(right - left), int(bottom - top))


def overlap(first: Box, second: Box) -> float:
    both = first.intersection(second).area
    return both / (first.area + second.area - both)


def test_lines_are_read_where_they_stand(engine: RapidOcr) -> None:
    lines = engine.read(drawn((20, 20, "Save changes?"), (250, 100, "Cancel")))
    assert {line.text for line in lines} == {"Save changes?", "Cancel"}
    for line in lines:
        at = (20, 20) if line.text.startswith("Save") else (250, 100)
        ink = place(line.text, *at)
        assert overlap(line.box, ink) > 0.35
        assert abs(line.box.center[0] - ink.center[0]) + abs(line.box.center[1] - ink.center[1]) < 5
        assert 0.9 < line.confidence <= 1


@pytest.mark.parametrize(
    ("ground", "ink"), [("#202020", "#e0e0e0"), ("#3584e4", "white"), ("#fafafa", "#77767b")]
)
def test_colours_make_no_difference(engine: RapidOcr, ground: str, ink: str) -> None:
    lines = engine.read(drawn((20, 20, "Notifications"), ground=ground, ink=ink))
    assert [line.text for line in lines] == ["Notifications"]


def test_red_and_blue_are_not_swapped_on_the_way(engine: RapidOcr) -> None:
    seen: list[np.ndarray] = []
    original = engine._lines

    def spy(values: np.ndarray) -> np.ndarray:
        seen.append(values)
        return original(values)

    engine._lines = spy  # type: ignore[assignment]
    try:
        engine.read(drawn((40, 20, "Off"), ground="#ff0000", shape=(128, 64)))
    finally:
        engine._lines = original
    # The networks were trained on blue, green, red.
    assert seen[0][0, :, 5, 5].tolist() == [-1, -1, 1]


@pytest.mark.parametrize("shape", [(1, 1), (7, 300), (31, 33), (64, 64)])
def test_a_picture_without_text_has_no_lines(engine: RapidOcr, shape: tuple[int, int]) -> None:
    assert engine.read(drawn(ground="#305070", shape=shape)) == []


def test_text_in_a_picture_as_low_as_itself_is_read(engine: RapidOcr) -> None:
    lines = engine.read(drawn((6, 2, "Ln 12, Col 4"), shape=(120, 22)))
    assert [line.text for line in lines] == ["Ln 12, Col 4"]


def test_boxes_stay_inside_the_picture(engine: RapidOcr) -> None:
    for line in engine.read(drawn((0, -2, "Activities"), (330, 140, "Overview"))):
        assert Box(0, 0, 400, 160).contains(line.box)


def test_many_lines_are_given_back_to_their_own_boxes(engine: RapidOcr) -> None:
    words = [
        "Network",
        "Bluetooth",
        "Background",
        "Background apps",
        "Search",
        "Power",
        "Off",
        "Printers",
        "Users",
    ]
    given = [(20, 20 + 34 * i, word) for i, word in enumerate(words * 2)]
    lines = engine.read(drawn(*given, shape=(300, 640)))
    assert [line.text for line in sorted(lines, key=lambda line: line.box.y)] == words * 2


def test_lines_less_sure_than_wanted_are_left_out() -> None:
    picture = drawn((20, 20, "Save changes?"))
    assert RapidOcr(least=0.0).read(picture) != []
    assert RapidOcr(least=1.0).read(picture) == []


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"least": 1.5}, "`least` is a confidence"),
        ({"threads": -1}, "`threads` is a number"),
        ({"words_model": "nowhere.onnx"}, "no model file nowhere.onnx"),
    ],
)
def test_options_that_make_no_sense_are_told(options: dict[str, object], told: str) -> None:
    with pytest.raises(UsageError, match=told):
        RapidOcr(**options)  # type: ignore[arg-type]


def test_a_file_that_is_no_network_is_told(tmp_path) -> None:
    file = tmp_path / "letters.onnx"
    file.write_bytes(b"not a network")
    with pytest.raises(UsageError, match="is not a network that onnxruntime can run"):
        RapidOcr(lines_model=str(file))


def test_a_line_is_what_the_core_says_it_is(engine: RapidOcr) -> None:
    (line,) = engine.read(drawn((20, 20, "Trash")))
    assert isinstance(line, TextLine)
    assert all(type(value) is int for value in line.box)
    assert type(line.confidence) is float

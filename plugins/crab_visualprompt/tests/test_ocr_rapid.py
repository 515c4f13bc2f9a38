"""The default engine reads what a screen shows, offline."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from crab_core import Box, TextLine, UsageError
from crab_visualprompt.ocr.models import Model
from crab_visualprompt.ocr.rapid import RapidOcr
from crab_visualprompt.ocr.words import LineReader


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


class Spy:
    """Keeps what a network is given."""

    def __init__(self, model: Model) -> None:
        self.given: list[np.ndarray] = []
        self._model = model

    def __call__(self, values: np.ndarray) -> np.ndarray:
        self.given.append(values)
        return self._model(values)


def test_red_and_blue_are_not_swapped_on_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = RapidOcr()
    lines, words = Spy(engine._lines), Spy(engine._words._model)
    monkeypatch.setattr(engine, "_lines", lines)
    monkeypatch.setattr(engine._words, "_model", words)
    engine.read(drawn((40, 20, "Off"), ground="#ff0000", shape=(128, 64)))
    # The networks were trained on blue, green, red.
    assert lines.given[0][0, :, 5, 5].tolist() == [-1, -1, 1]
    assert words.given[0][0, :, 0, 0].tolist() == [-1, -1, 1]


class FakeModel:
    """Says "aa b", whatever it sees."""

    def texts(self, key: str) -> list[str]:
        return ["a", "b"] if key == "character" else []

    def __call__(self, values: np.ndarray) -> np.ndarray:
        steps = [(0, 0.5), (1, 0.8), (1, 0.6), (0, 0.5), (1, 0.8), (3, 0.9), (2, 0.7), (0, 0.9)]
        likely = np.full((len(values), len(steps), 4), 0.01, np.float32)
        for i, (character, how) in enumerate(steps):
            likely[:, i, character] = how
        return likely


def test_repetitions_are_told_once_and_pauses_count_for_nothing() -> None:
    ((text, confidence),) = LineReader(FakeModel(), 1).read(drawn(), [Box(0, 0, 90, 20)])  # type: ignore[arg-type]
    assert text == "aa b"
    assert confidence == pytest.approx((0.8 + 0.8 + 0.9 + 0.7) / 4)


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

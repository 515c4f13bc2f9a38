"""Marks from several sources: what is asked of engines, and what becomes of their answers."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence

import numpy as np
import pytest

from crab_core import (
    Box,
    Detection,
    Screenshot,
    TextLine,
    UiNode,
    UiTree,
    UnknownNameError,
    UsageError,
    png,
)
from crab_core.config import RunConfig
from crab_core.player import make_prompter
from crab_core.plugins import Plugins
from crab_visualprompt.prompter import AllMarksPrompter, MarksPrompter, PixelMarksPrompter
from crab_visualprompt.sources import Sources

CLICK = frozenset({"enabled", "clickable"})


class FakeOcr:
    """Reads the same two lines in every picture, and counts."""

    name = "fake"

    def __init__(self, lines: tuple[TextLine, ...] = ()) -> None:
        self.lines = lines or (
            TextLine(Box(30, 70, 40, 16), "Save", 0.9),
            TextLine(Box(400, 300, 60, 16), "Read  me", 0.7),
        )
        self.seen: list[np.ndarray] = []

    def read(self, pixels: np.ndarray) -> tuple[TextLine, ...]:
        self.seen.append(pixels)
        return self.lines


class FakeDetector:
    """Finds the same two things in every picture."""

    name = "fake"

    def detect(self, pixels: np.ndarray) -> list[Detection]:
        return [Detection(Box(20, 60, 100, 40), "button", 0.6), Detection(Box(220, 60, 32, 32), "", 0.5)]


def screen() -> Screenshot:
    return Screenshot(png.encode(np.full((480, 640, 3), 128, np.uint8)), 640, 480)


def tree(*nodes: UiNode) -> UiTree:
    return UiTree(UiNode("window", box=Box(0, 0, 640, 480), children=nodes), 640, 480)


SAVE = UiNode("button", "Save", box=Box(21, 61, 98, 38), states=CLICK)


def told(prompter: MarksPrompter, *nodes: UiNode) -> list[tuple[str, str, str, float]]:
    marks = prompter.mark(screen(), tree(*nodes)).elements
    return [(mark.source, mark.role, mark.label, mark.confidence) for mark in marks]


def test_marks_take_nothing_but_the_tree():
    assert told(MarksPrompter(), SAVE) == [("tree", "button", "Save", 1.0)]


def test_marks_of_pixels_take_nothing_from_the_tree():
    elsewhere = UiNode("button", "Hidden", box=Box(500, 400, 98, 38), states=CLICK)
    assert told(PixelMarksPrompter(ocr=FakeOcr(), detector=FakeDetector()), SAVE, elsewhere) == [
        ("icon", "button", "Save", 0.6),
        ("icon", "icon", "", 0.5),
        ("ocr", "text", "Read me", 0.7),
    ]


def test_marks_of_everything_believe_the_tree_and_add_what_it_does_not_tell():
    assert told(AllMarksPrompter(ocr=FakeOcr(), detector=FakeDetector()), SAVE) == [
        ("tree", "button", "Save", 1.0),
        ("icon", "icon", "", 0.5),
        ("ocr", "text", "Read me", 0.7),
    ]


@pytest.mark.parametrize(
    ("sources", "found"),
    [
        ("ocr", ["ocr", "ocr"]),
        ("tree,ocr", ["tree", "ocr"]),
        ("icons + tree", ["tree", "icon"]),
        (["ocr", "icons"], ["icon", "icon", "ocr"]),
    ],
)
def test_any_mix_of_sources_may_be_named(sources, found: list[str]):
    prompter = MarksPrompter(sources=sources, ocr=FakeOcr(), detector=FakeDetector())
    assert [source for source, *_ in told(prompter, SAVE)] == found


def test_the_text_lists_what_was_seen_and_calls_nothing_disabled_that_pixels_cannot_tell():
    marked = AllMarksPrompter(ocr=FakeOcr(), detector=FakeDetector()).mark(screen(), tree(SAVE))
    assert marked.text.splitlines() == ['[1] button "Save"', "[2] icon", '[3] text "Read me"']


def test_a_device_without_a_tree_is_marked_from_its_pixels():
    marked = AllMarksPrompter(ocr=FakeOcr(), detector=FakeDetector()).mark(screen(), None)
    assert [mark.number for mark in marked.elements] == [1, 2, 3]
    assert marked.screenshot is not None


def test_a_device_without_a_picture_is_marked_from_its_tree():
    marked = AllMarksPrompter(ocr=FakeOcr(), detector=FakeDetector()).mark(None, tree(SAVE))
    assert [mark.source for mark in marked.elements] == ["tree"]


def test_marks_are_not_drawn_on_the_picture_that_engines_keep():
    ocr = FakeOcr()
    PixelMarksPrompter(ocr=ocr, detector=FakeDetector()).mark(screen(), None)
    assert (ocr.seen[0] == 128).all()


def test_a_screen_that_was_read_is_not_read_again():
    ocr = FakeOcr()
    prompter = MarksPrompter(sources="ocr", ocr=ocr)
    assert prompter.mark(screen(), None).text == prompter.mark(screen(), None).text
    assert len(ocr.seen) == 1


def test_a_detector_that_asks_for_the_texts_is_told_where_they_are():
    class FakeWatcher(FakeDetector):
        def detect(self, pixels: np.ndarray, texts: Sequence[Box] = ()) -> list[Detection]:
            self.texts = texts
            return super().detect(pixels)

    watcher = FakeWatcher()
    PixelMarksPrompter(ocr=FakeOcr(), detector=watcher).mark(screen(), None)
    assert watcher.texts == [line.box for line in FakeOcr().lines]


def test_empty_lines_and_boxes_get_no_mark():
    nothing = (TextLine(Box(1, 1, 20, 10), "  "), TextLine(Box(1, 1, 0, 10), "thin"))
    assert told(MarksPrompter(sources="ocr", ocr=FakeOcr(nothing))) == []


def test_texts_of_the_tree_are_marked_on_demand_in_a_mix_too():
    text = UiNode("label", "Read me", box=Box(399, 299, 62, 18))
    ocr = FakeOcr()
    assert [role for _, role, *_ in told(MarksPrompter(sources="tree,ocr", ocr=ocr), SAVE, text)] == [
        "button"
    ]
    wanted = MarksPrompter(sources="tree,ocr", ocr=ocr, texts=True)
    assert [role for _, role, *_ in told(wanted, SAVE, text)] == ["button", "label"]


@pytest.mark.parametrize("sources", ["pixels", ",", "tree,icon", ["tree", "eyes"]])
def test_an_unknown_source_is_refused_with_the_known_ones(sources):
    with pytest.raises(UsageError, match="There are tree, ocr, icons"):
        MarksPrompter(sources=sources)


def test_an_engine_that_is_not_registered_is_refused():
    with pytest.raises(UnknownNameError, match="rapidocr"):
        MarksPrompter(sources="ocr", ocr="rapidocs")


def test_options_that_an_engine_does_not_take_are_refused():
    with pytest.raises(UsageError, match="'rapidocr': There is no option named 'colour'"):
        MarksPrompter(sources="ocr", ocr="rapidocr", ocr_options={"colour": "red"})


def test_no_engine_is_made_that_is_not_needed():
    assert not Sources("tree", ocr="there is none", detector="neither").see


def test_marks_of_the_tree_import_no_engine():
    code = (
        "import sys, crab_visualprompt.prompter as p; p.MarksPrompter()\n"
        "print({'torch', 'cv2', 'onnxruntime', 'rapidocr', 'transformers'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_empty_cells_that_the_tree_leaves_out_do_not_come_back_from_the_picture():
    cells = [Box(20 + 60 * (i % 10), 100 + 20 * (i // 10), 60, 20) for i in range(60)]
    names = [f"{'ABCDEFGHIJ'[i % 10]}{i // 10 + 1}" for i in range(60)]
    nodes = [UiNode("cell", n, box=b, states=CLICK) for n, b in zip(names, cells, strict=True)]

    class FakeCells(FakeDetector):
        def detect(self, pixels: np.ndarray) -> list[Detection]:
            return [Detection(box) for box in cells[::2]]

    assert told(MarksPrompter(sources="tree,icons", detector=FakeCells()), *nodes) == []
    assert len(told(MarksPrompter(sources="icons", detector=FakeCells()))) == 30


# -- options of an experiment -------------------------------------------------------------------------------


def test_an_experiment_gives_the_prompter_its_options():
    plugins = Plugins.load(["visualprompt"])
    config = RunConfig(tasks=("t",), prompter="marks", prompter_options={"style": "numbers", "texts": True})
    prompter = make_prompter(plugins, config.prompter, config.prompter_options)
    assert isinstance(prompter, MarksPrompter)
    text = UiNode("label", "Read me", box=Box(399, 299, 62, 18))
    assert prompter.mark(screen(), tree(text)).text == '[1] label "Read me"'


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"colour": "red"}, "'marks': There is no option named 'colour'"),
        ({"style": "red"}, "No style of marks is named 'red'"),
        ({"sources": "eyes"}, "No source of marks is named 'eyes'"),
        ({"sources": "ocr", "ocr": "eyes"}, "no OCR engine named 'eyes'"),
    ],
)
def test_options_that_do_not_fit_are_told_when_the_prompter_is_made(options: dict, said: str):
    with pytest.raises(UsageError, match=said):
        make_prompter(Plugins.load(["visualprompt"]), "marks", options)

"""What the prompter gives: numbers, text and a picture."""

from __future__ import annotations

import io
import subprocess
import sys

import numpy as np
import pytest
from PIL import Image

from crab_core import Box, DeviceError, ElementMap, Mark, Screenshot, UiNode, UiTree, png
from crab_visualprompt.draw import Painter, text_size
from crab_visualprompt.placement import place_labels
from crab_visualprompt.plugin import crab_register_prompters
from crab_visualprompt.prompter import MarksPrompter
from crab_visualprompt.styles import PALETTE

CLICK = frozenset({"enabled", "clickable"})
GREY = (128, 128, 128)


def screen(width: int = 640, height: int = 480) -> Screenshot:
    picture = np.full((height, width, 3), GREY[0], np.uint8)
    return Screenshot(png.encode(picture), width, height)


def tree(*boxes: tuple[int, int, int, int], width: int = 640, height: int = 480) -> UiTree:
    buttons = tuple(
        UiNode("button", f"button {i}", box=Box(*box), states=CLICK) for i, box in enumerate(boxes)
    )
    return UiTree(UiNode("window", box=Box(0, 0, width, height), children=buttons), width, height)


def pixels(screenshot: Screenshot) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(screenshot.data)).convert("RGB"))


def test_the_first_mark_is_number_1():
    """The original numbered from 0 where its prompt said 1."""
    marked = MarksPrompter().mark(screen(), tree((20, 60, 100, 40), (220, 60, 100, 40)))
    assert [mark.number for mark in marked.elements] == [1, 2]
    assert marked.text.startswith("[1] ")
    assert marked.elements.get(0) is None
    assert marked.elements.get(1).box == Box(20, 60, 100, 40)


def test_marks_are_drawn_on_a_picture_of_the_same_size_as_png():
    marked = MarksPrompter().mark(screen(), tree((20, 60, 100, 40)))
    drawn = pixels(marked.screenshot)
    assert marked.screenshot.media_type == "image/png"
    assert (marked.screenshot.width, marked.screenshot.height) == (640, 480)
    assert tuple(drawn[60, 60]) == PALETTE[0]  # the frame runs along the inner edge of the box
    assert tuple(drawn[59, 119]) == GREY
    assert tuple(drawn[80, 60]) == GREY  # the target itself stays visible


def test_who_goes_by_the_elements_alone_gets_the_same_without_a_picture():
    drawn = MarksPrompter().mark(screen(), tree((20, 60, 100, 40)))
    marked = MarksPrompter(draw=False).mark(screen(), tree((20, 60, 100, 40)))
    assert (marked.elements, marked.text) == (drawn.elements, drawn.text)
    assert marked.screenshot is None


def test_a_device_without_a_picture_still_has_marks():
    marked = MarksPrompter().mark(None, tree((20, 60, 100, 40)))
    assert marked.screenshot is None
    assert len(marked.elements) == 1


def test_without_a_tree_nothing_is_marked():
    marked = MarksPrompter().mark(screen(), None)
    assert (len(marked.elements), marked.screenshot, marked.text) == (0, None, "")


def test_an_empty_screen_is_not_drawn_upon():
    assert MarksPrompter().mark(screen(), tree()).screenshot is None


def test_the_text_tells_role_label_value_and_what_is_special():
    nodes = (
        UiNode("check box", "Wrap lines", box=Box(0, 0, 90, 20), states=CLICK | {"checkable", "checked"}),
        UiNode(
            "text field", "Name", "Ada", Box(0, 40, 90, 20), frozenset({"enabled", "editable", "focused"})
        ),
        UiNode(
            "password field",
            "Key",
            "hush",
            Box(0, 80, 90, 20),
            frozenset({"enabled", "editable", "password"}),
        ),
        UiNode("button", "Send", box=Box(0, 120, 90, 20), states=frozenset({"clickable"})),
        UiNode("document", "", "long " * 100, Box(0, 160, 90, 90), frozenset({"enabled"})),
    )
    text = MarksPrompter().mark(None, UiTree(UiNode("window", children=nodes), 640, 480)).text
    lines = text.splitlines()
    assert lines[:4] == [
        '[1] check box "Wrap lines" (checked)',
        '[2] text field "Name" = "Ada" (focused, editable)',
        '[3] password field "Key" (editable, password)',
        '[4] button "Send" (disabled)',
    ]
    assert len(lines[4]) < 150


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_pictures_of_real_devices_come_in_other_formats(kind: str):
    data = io.BytesIO()
    Image.new("RGBA" if kind == "PNG" else "RGB", (640, 480), "white").save(data, kind)
    shot = Screenshot(data.getvalue(), 640, 480, f"image/{kind.lower()}")
    marked = MarksPrompter().mark(shot, tree((20, 60, 100, 40)))
    assert tuple(pixels(marked.screenshot)[60, 60]) == PALETTE[0]


@pytest.mark.parametrize("data", [b"", b"not a picture", screen().data[:200]])
def test_a_broken_picture_is_the_devices_fault(data: bytes):
    with pytest.raises(DeviceError, match="cannot be decoded"):
        MarksPrompter().mark(Screenshot(data, 640, 480), tree((20, 60, 100, 40)))


def test_a_tree_of_another_size_than_the_picture_does_no_harm():
    marked = MarksPrompter().mark(
        screen(), tree((900, 700, 50, 50), (0, 0, 1279, 959), width=1280, height=960)
    )
    assert pixels(marked.screenshot).shape == (480, 640, 3)


def test_numbers_are_larger_on_a_dense_screen():
    def targets(height: int) -> np.ndarray:
        return np.array([(0, 0, 100, height)] * 9, np.float32)

    assert 15 <= text_size(targets(34), 1920, 1080) <= 18
    assert 30 <= text_size(targets(180), 1080, 2400) <= 40
    assert 30 <= text_size(targets(50), 1080, 2400) <= 40  # a form with small fields
    assert 30 <= text_size(targets(180), 2400, 1080) <= 40  # a phone on its side


def overlap(a: np.ndarray, b: np.ndarray) -> float:
    sides = np.minimum(a[2:], b[2:]) - np.maximum(a[:2], b[:2])
    return float(max(sides[0], 0) * max(sides[1], 0))


def labels_of(boxes: np.ndarray, picture: np.ndarray, size: tuple[int, int] = (20, 18)) -> np.ndarray:
    places = place_labels(boxes, np.full((len(boxes), 2), size, np.float32), picture)
    return np.concatenate([places, places + size], axis=1)


def test_no_label_hides_another_one_in_a_crowded_tool_bar():
    """The labels are wider than the buttons, so side by side they would meet."""
    boxes = np.array([(400 + 26 * i, 100, 424 + 26 * i, 124) for i in range(12)], np.float32)
    labels = labels_of(boxes, np.full((480, 1000, 3), 200, np.uint8), size=(34, 18))
    assert all(overlap(a, b) == 0 for i, a in enumerate(labels) for b in labels[:i])


def test_a_label_leaves_most_of_a_small_target_visible():
    boxes = np.array([(400 + 80 * i, 100, 424 + 80 * i, 124) for i in range(5)], np.float32)
    labels = labels_of(boxes, np.full((480, 1000, 3), 200, np.uint8))
    assert all(overlap(label, box) <= 0.25 * 24 * 24 for label, box in zip(labels, boxes, strict=True))


def test_a_tiny_target_in_a_corner_is_not_hidden_by_its_own_label():
    """Where LibreOffice closes a document: at the edge, close below the buttons of its window."""
    boxes = np.array(
        [(1817, 29, 1849, 61), (1851, 29, 1883, 61), (1885, 29, 1917, 61), (1896, 69, 1912, 85)], np.float32
    )
    busy = np.full((1080, 1920, 3), 235, np.uint8)
    busy[86:, ::6] = busy[64:86, :1890:6] = 0
    label = labels_of(boxes, busy, (26, 20))[3]
    assert overlap(label, boxes[3]) <= 0.25 * 16 * 16


def test_a_label_goes_where_its_row_is_empty():
    picture = np.full((480, 640, 3), 255, np.uint8)
    picture[100:148:3, 40:300] = 0  # an icon and a text on the left
    (label,) = labels_of(np.array([(40, 98, 600, 150)], np.float32), picture)
    assert label[0] >= 300


def test_labels_stay_on_the_screen():
    corners = np.array(
        [(0, 0, 30, 20), (610, 0, 640, 20), (0, 460, 30, 480), (610, 460, 640, 480)], np.float32
    )
    labels = labels_of(corners, np.zeros((480, 640, 3), np.uint8))
    assert labels.min() >= 0
    assert labels[:, [0, 2]].max() <= 640
    assert labels[:, [1, 3]].max() <= 480


def test_a_thousand_marks_are_drawn_too():
    marks = tuple(Mark(i + 1, Box(i % 40 * 16, i // 40 * 16, 15, 15), "", "button") for i in range(1000))
    assert Painter().draw(np.zeros((480, 640, 3), np.uint8), ElementMap(marks)).width == 640


def test_the_plugin_registers_marks_without_importing_numpy_or_pillow():
    specs = crab_register_prompters()
    assert (specs[0].name, specs[0].load()) == ("marks", MarksPrompter)
    assert [spec.load().name for spec in specs] == [spec.name for spec in specs]
    code = "import sys, crab_visualprompt.plugin; print({'numpy', 'PIL', 'isal'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"

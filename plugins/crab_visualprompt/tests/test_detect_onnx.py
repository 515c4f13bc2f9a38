"""The detector whose ONNX file the user names, with networks that are written here byte by byte.

They really detect: each of 64 cells of 8 by 8 pixels scores how red, and how blue, it is.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from crab_core import Box, UsageError
from crab_core.plugins import Plugins
from crab_visualprompt.boxes import corners
from crab_visualprompt.detect.fit import letterbox
from crab_visualprompt.detect.onnx import OnnxDetector
from crab_visualprompt.detect.suppress import suppress
from crab_visualprompt.pixels import Pixels

SIDE, CELL = 64, 8
FLOAT, INT64, FLOAT16 = 1, 7, 10
"""Types of values in ONNX (onnx.proto, TensorProto.DataType)."""

# Messages of onnx.proto as protocol buffers: a field is its number and kind, then a number or sized bytes.


def number(value: int) -> bytes:
    """A number in groups of seven bits, the lowest first."""
    parts = []
    while value > 0x7F:
        parts.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*parts, value])


def field(place: int, value: int | str | bytes) -> bytes:
    if isinstance(value, int):
        return number(place << 3) + number(value)
    data = value.encode() if isinstance(value, str) else value
    return number(place << 3 | 2) + number(len(data)) + data


def node(kind: str, inputs: str, outputs: str, **attributes: int | list[int]) -> bytes:
    parts = [*(field(1, name) for name in inputs.split()), *(field(2, name) for name in outputs.split())]
    parts.append(field(4, kind))
    for name, value in attributes.items():
        is_list = isinstance(value, list)
        values = [field(8, one) for one in value] if isinstance(value, list) else [field(3, value)]
        parts.append(field(5, field(1, name) + b"".join(values) + field(20, 7 if is_list else 2)))
    return field(1, b"".join(parts))


def constant(name: str, values: NDArray[np.generic]) -> bytes:
    kind = INT64 if values.dtype == np.int64 else FLOAT
    parts = [field(1, side) for side in values.shape]
    return field(5, b"".join([*parts, field(2, kind), field(8, name), field(9, values.tobytes())]))


def value(name: str, shape: list[int | str], kind: int = FLOAT) -> bytes:
    sides = b"".join(field(1, field(1 if isinstance(side, int) else 2, side)) for side in shape)
    return field(1, name) + field(2, field(1, field(1, kind) + field(2, sides)))


def model(file: Path, inputs: list[bytes], outputs: list[bytes], parts: list[bytes], names: str = "") -> str:
    graph = b"".join(
        [
            *parts,
            field(2, "cells"),
            *(field(11, one) for one in inputs),
            *(field(12, one) for one in outputs),
        ]
    )
    stored = field(14, field(1, "names") + field(2, names)) if names else b""
    file.write_bytes(field(1, 8) + field(7, graph) + field(8, field(2, 13)) + stored)
    return str(file)


def cells() -> NDArray[np.float32]:
    """Corners of the cells, shape (64, 4)."""
    places = [(x, y, x + CELL, y + CELL) for y in range(0, SIDE, CELL) for x in range(0, SIDE, CELL)]
    return np.array(places, np.float32)


def centres() -> NDArray[np.float32]:
    boxes = cells()
    return np.concatenate([(boxes[:, :2] + boxes[:, 2:]) / 2, boxes[:, 2:] - boxes[:, :2]], axis=1)


def scores(sides: tuple[int | str, int | str] = (SIDE, SIDE), kind: int = FLOAT) -> tuple[bytes, list[bytes]]:
    """The input, and the nodes that make (1, 2, 64) scores `s` and (1, 64, 2) scores `t` of it."""
    colours = np.array([[1, -1, -1], [-1, -1, 1]], np.float32)
    weights = np.broadcast_to(colours[:, :, None, None] / CELL**2, (2, 3, CELL, CELL)).astype(np.float32)
    return value("images", [1, 3, *sides], kind), [
        node("Cast", "images", "floats", to=FLOAT),
        constant("w", weights),
        constant("flat", np.array([1, 2, -1], np.int64)),
        node("Conv", "floats w", "grid", kernel_shape=[CELL, CELL], strides=[CELL, CELL]),
        node("Reshape", "grid flat", "s"),
        node("Transpose", "s", "t", perm=[0, 2, 1]),
    ]


def yolo8(
    file: Path, kind: int = FLOAT, side: int | str = SIDE, names: str = "{0: 'icon', 1: 'logo'}"
) -> str:
    given, parts = scores((side, side), kind)
    parts += [constant("boxes", centres().T[None].copy()), node("Concat", "boxes s", "output0", axis=1)]
    return model(file, [given], [value("output0", [1, 6, 64])], parts, names)


def yolo5(file: Path) -> str:
    given, parts = scores()
    parts += [
        constant("boxes", centres()[None]),
        constant("sure", np.full((1, 64, 1), 0.5, np.float32)),
        node("Concat", "boxes sure t", "output", axis=2),
    ]
    return model(file, [given], [value("output", [1, 64, 7])], parts)


def yolo_nms(file: Path) -> str:
    given, parts = scores()
    parts += [
        constant("boxes", cells()[None]),
        constant("class", np.ones((1, 64, 1), np.float32)),
        node("ReduceMax", "t", "best", axes=[2], keepdims=1),
        node("Concat", "boxes best class", "output0", axis=2),
    ]
    return model(file, [given], [value("output0", [1, 64, 6])], parts, "['icon', 'logo']")


def detr(file: Path, *, masked: bool) -> str:
    """With a mask the first DETR, whose last class is nothing; else one that judges each class by itself."""
    given, parts = scores()
    offset = np.full((1, 64, 1), 80 if masked else -10, np.float32)
    parts += [
        constant("places", (centres() / SIDE)[None]),
        constant("twenty", np.array([20], np.float32)),
        constant("offset", offset),
        node("Mul", "t twenty", "strong"),
        node("Identity", "places", "pred_boxes"),
        node("Concat", "strong offset", "logits", axis=2)
        if masked
        else node("Add", "strong offset", "logits"),
    ]
    inputs = [given]
    if masked:
        inputs.append(value("pixel_mask", [1, SIDE, SIDE], INT64))
    outputs = [value("logits", [1, 64, 3 if masked else 2]), value("pred_boxes", [1, 64, 4])]
    return model(file, inputs, outputs, parts)


def named(file: Path) -> str:
    """Its boxes are shares of the size that it is given, as RT-DETR's own exports do it."""
    given, parts = scores()
    parts += [
        constant("places", (cells() / SIDE)[None]),
        constant("twice", np.array([1, 1, 4], np.int64)),
        node("Cast", "orig_target_sizes", "size", to=FLOAT),
        node("Concat", "size size", "sizes", axis=1),
        node("Reshape", "sizes twice", "corners"),
        node("Mul", "places corners", "boxes"),
        node("ReduceMax", "t", "scores", axes=[2], keepdims=0),
        node("ArgMax", "t", "labels", axis=2, keepdims=0),
    ]
    inputs = [given, value("orig_target_sizes", [1, 2], INT64)]
    outputs = [value("labels", [1, 64], INT64), value("boxes", [1, 64, 4]), value("scores", [1, 64])]
    return model(file, inputs, outputs, parts)


def picture(colour: tuple[int, int, int] = (255, 0, 0)) -> Pixels:
    """96 by 48 pixels, with a square that a letterbox of 64 by 64 puts into one cell."""
    pixels = np.zeros((48, 96, 3), np.uint8)
    pixels[12:24, 36:48] = colour
    return pixels


SQUARE = Box(36, 12, 12, 12)
HALVES = [Box(36, 12, 12, 6), Box(36, 18, 12, 6)]
"""Where the picture is stretched the square fills two cells."""


def test_yolo_of_today_is_read(tmp_path: Path) -> None:
    (found,) = OnnxDetector(file=yolo8(tmp_path / "net.onnx")).detect(picture())
    assert found.box == SQUARE
    assert found.label == "icon"
    assert found.confidence == pytest.approx(1)


def test_colours_are_given_red_first(tmp_path: Path) -> None:
    (found,) = OnnxDetector(file=yolo8(tmp_path / "net.onnx")).detect(picture((0, 0, 255)))
    assert found.label == "logo"


def test_a_phone_is_letterboxed_too(tmp_path: Path) -> None:
    detector = OnnxDetector(file=yolo8(tmp_path / "net.onnx"))
    (found,) = detector.detect(picture().transpose(1, 0, 2))
    assert found.box == Box(12, 36, 12, 12)


def test_a_letterbox_is_grey_beside_the_picture() -> None:
    whole, fit = letterbox(picture(), SIDE, SIDE)
    assert whole.shape == (SIDE, SIDE, 3)
    assert np.all(whole[[0, 15, 48, 63]] == 114)
    assert not np.any(whole[[16, 47]])
    assert (fit.left, fit.top) == (0, 16)


def test_what_is_less_sure_than_the_threshold_is_not_told(tmp_path: Path) -> None:
    file, pixels = yolo8(tmp_path / "net.onnx"), picture((153, 0, 0))
    assert OnnxDetector(file=file, threshold=0.55).detect(pixels)
    assert not OnnxDetector(file=file, threshold=0.65).detect(pixels)


def test_halves_and_open_sides_are_taken(tmp_path: Path) -> None:
    file = yolo8(tmp_path / "net.onnx", FLOAT16, "side")
    (found,) = OnnxDetector(file=file, size=SIDE).detect(picture())
    assert found.box == SQUARE


def test_yolo_of_old_multiplies_what_is_and_what_it_is(tmp_path: Path) -> None:
    (found,) = OnnxDetector(file=yolo5(tmp_path / "net.onnx")).detect(picture())
    assert found.box == SQUARE
    assert found.confidence == pytest.approx(0.5)


def test_yolo_that_suppresses_by_itself_tells_corners(tmp_path: Path) -> None:
    (found,) = OnnxDetector(file=yolo_nms(tmp_path / "net.onnx")).detect(picture())
    assert (found.box, found.label) == (SQUARE, "logo")


@pytest.mark.parametrize("masked", [True, False])
def test_detrs_are_read(tmp_path: Path, masked: bool) -> None:
    detector = OnnxDetector(file=detr(tmp_path / "net.onnx", masked=masked), labels=["icon", "logo"])
    found = detector.detect(picture())
    assert sorted(one.box for one in found) == HALVES
    assert {one.label for one in found} == {"icon"}
    assert all(one.confidence > 0.99 for one in found)


def test_a_network_that_ends_in_pixels_is_read(tmp_path: Path) -> None:
    detector = OnnxDetector(file=named(tmp_path / "net.onnx"), labels=["icon", "logo"])
    found = detector.detect(picture((0, 0, 255)))
    assert sorted(one.box for one in found) == HALVES
    assert {one.label for one in found} == {"logo"}


def test_a_class_without_a_name_has_none(tmp_path: Path) -> None:
    file = yolo8(tmp_path / "net.onnx", names="{'a': __import__('os')}")
    (found,) = OnnxDetector(file=file).detect(picture())
    assert found.label == ""


def test_it_is_registered_and_asks_for_its_file() -> None:
    factory = Plugins.load().detectors["onnx"].load()
    with pytest.raises(UsageError, match="file") as caught:
        factory()
    assert "ONNX" in caught.value.advice


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"no\.onnx"):
        OnnxDetector(file=str(tmp_path / "no.onnx"))


def test_a_file_of_something_else_is_told(tmp_path: Path) -> None:
    (tmp_path / "net.onnx").write_text("no network")
    with pytest.raises(UsageError, match="onnxruntime"):
        OnnxDetector(file=str(tmp_path / "net.onnx"))


def test_a_network_that_takes_no_pictures_is_told(tmp_path: Path) -> None:
    parts = [node("Identity", "x", "y")]
    file = model(tmp_path / "net.onnx", [value("x", [1, 5])], [value("y", [1, 5])], parts)
    with pytest.raises(UsageError, match=r"\[1, 5\]"):
        OnnxDetector(file=file)


def test_outputs_of_no_detector_are_told(tmp_path: Path) -> None:
    given, parts = scores()
    file = model(tmp_path / "net.onnx", [given], [value("grid", [1, 2, 8, 8])], parts)
    with pytest.raises(UsageError, match=r"grid \[1, 2, 8, 8\]") as caught:
        OnnxDetector(file=file).detect(picture())
    assert "yolo8" in caught.value.advice


def test_an_input_that_nobody_knows_is_told(tmp_path: Path) -> None:
    given, parts = scores()
    file = model(
        tmp_path / "net.onnx", [given, value("prompt", [1, 4], INT64)], [value("s", [1, 2, 64])], parts
    )
    with pytest.raises(UsageError, match="prompt"):
        OnnxDetector(file=file).detect(picture())


@pytest.mark.parametrize("options", [{"threshold": 1.5}, {"overlap": -1}, {"size": 0}, {"family": "ssd"}])
def test_an_option_that_makes_no_sense_is_told(tmp_path: Path, options: dict[str, object]) -> None:
    with pytest.raises(UsageError, match=next(iter(options))):
        OnnxDetector(file=yolo8(tmp_path / "net.onnx"), **options)  # type: ignore[arg-type]


def test_of_boxes_around_one_thing_the_surest_stays() -> None:
    boxes = corners([Box(0, 0, 10, 10), Box(1, 0, 10, 10), Box(30, 0, 10, 10), Box(6, 0, 10, 10)])
    sure = np.array([0.5, 0.9, 0.1, 0.6], np.float32)
    assert suppress(boxes, sure, 0.5).tolist() == [1, 3, 2]
    assert suppress(boxes, sure, 1).tolist() == [1, 3, 0, 2]


def test_a_box_that_is_dropped_drops_no_other() -> None:
    boxes = corners(Box(4 * i, 0, 12, 10) for i in range(3))
    assert suppress(boxes, np.array([0.9, 0.8, 0.7], np.float32), 0.4).tolist() == [0, 2]


def test_more_boxes_than_are_compared_at_once_are_suppressed_alike() -> None:
    every = corners(Box(20 * (i % 500), 0, 10, 10) for i in range(1200))
    sure = np.linspace(1, 0.5, 1200, dtype=np.float32)
    assert suppress(every, sure, 0.5).tolist() == list(range(500))

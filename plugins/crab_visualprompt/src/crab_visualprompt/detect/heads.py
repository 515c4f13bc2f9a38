"""What the outputs of known families of detection networks mean.

Each reader takes the outputs for one picture and gives boxes in pixels of the input as left, top, right,
bottom; scores from 0 to 1; and the numbers of classes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from crab_core import UsageError
from crab_visualprompt.boxes import Boxes

Family = Literal["yolo8", "yolo5", "yolo-nms", "detr", "rt-detr", "named"]
Outputs = Mapping[str, NDArray[Any]]
"""By name, in the order of the file."""
FEW: Final = 1000
"""Rows of six numbers up to which they are boxes of a network that has suppressed the others itself."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a network tells of one picture."""

    boxes: Boxes
    scores: NDArray[np.float32]
    classes: NDArray[np.int64]


def family_of(outputs: Sequence[str], inputs: Sequence[str]) -> Family | None:
    """The family that the names of outputs and inputs tell; None for what only the shape tells."""
    if {"logits", "pred_boxes"} <= set(outputs):
        return "detr" if "pixel_mask" in inputs else "rt-detr"
    if {"labels", "boxes", "scores"} <= set(outputs):
        return "named"
    return None


def read(outputs: Outputs, family: Family | None, width: int, height: int) -> Found:
    """What a network tells.

    Args:
        outputs: Of the network.
        family: How to read them; None to tell YOLO's families apart by their shape.
        width: Of its input.
        height: Of its input.

    Raises:
        UsageError: These are no outputs of the family.
    """
    try:
        return _READERS[family or _family_of_shape(outputs)](outputs, width, height)
    except (KeyError, ValueError, IndexError) as error:
        shapes = ", ".join(f"{name} {list(values.shape)}" for name, values in outputs.items())
        raise UsageError(
            f"The network's outputs, {shapes}, are not those of {family or 'a detector that is known here'}.",
            advice=f"The option `family` names how to read them: {', '.join(_READERS)}.",
        ) from error


def _family_of_shape(outputs: Outputs) -> Family:
    _, rows, columns = next(iter(outputs.values())).shape
    if rows < columns:
        return "yolo8"
    return "yolo-nms" if columns == 6 and rows <= FEW else "yolo5"


def _yolo8(outputs: Outputs, _width: int, _height: int) -> Found:
    """YOLO from version 8: one column each box of centre, size and a score for each class."""
    columns = next(iter(outputs.values()))[0].T
    return _best(_from_centres(columns[:, :4]), columns[:, 4:])


def _yolo5(outputs: Outputs, _width: int, _height: int) -> Found:
    """YOLO to version 7: one row each box of centre, size, whether it is one, and a share for each class."""
    rows = next(iter(outputs.values()))[0]
    return _best(_from_centres(rows[:, :4]), rows[:, 4:5] * rows[:, 5:])


def _yolo_nms(outputs: Outputs, _width: int, _height: int) -> Found:
    """YOLO 10 and exports with suppression: corners, score, class."""
    left, top, right, bottom, scores, classes = next(iter(outputs.values()))[0].T
    return Found(
        np.stack([left, top, right, bottom], axis=1).astype(np.float32),
        scores.astype(np.float32),
        classes.astype(np.int64),
    )


def _detr(outputs: Outputs, width: int, height: int) -> Found:
    """DETR: shares that sum up to 1, the last of them for nothing (arXiv 2005.12872, section 3.1)."""
    logits = outputs["logits"][0].astype(np.float32)
    shares = np.exp(logits - logits.max(axis=1, keepdims=True))
    shares /= shares.sum(axis=1, keepdims=True)
    return _best(_of_picture(outputs["pred_boxes"][0], width, height), shares[:, :-1])


def _rt_detr(outputs: Outputs, width: int, height: int) -> Found:
    """RT-DETR and other DETRs that judge each class by itself (arXiv 2304.08069)."""
    shares = 1 / (1 + np.exp(-outputs["logits"][0].astype(np.float32)))
    return _best(_of_picture(outputs["pred_boxes"][0], width, height), shares)


def _named(outputs: Outputs, _width: int, _height: int) -> Found:
    """Exports that hold their own post-processing: labels, corners and scores by these names."""
    return Found(
        outputs["boxes"][0].astype(np.float32).reshape(-1, 4),
        outputs["scores"][0].astype(np.float32),
        outputs["labels"][0].astype(np.int64),
    )


_READERS: Final[Mapping[Family, Callable[[Outputs, int, int], Found]]] = {
    "yolo8": _yolo8,
    "yolo5": _yolo5,
    "yolo-nms": _yolo_nms,
    "detr": _detr,
    "rt-detr": _rt_detr,
    "named": _named,
}
FAMILIES: Final = tuple(_READERS)


def _best(boxes: Boxes, shares: NDArray[Any]) -> Found:
    """Each box with its likeliest class."""
    classes = shares.argmax(axis=1)
    scores = shares[np.arange(len(shares)), classes]
    return Found(boxes, scores.astype(np.float32), classes.astype(np.int64))


def _from_centres(boxes: NDArray[Any]) -> Boxes:
    """Corners of boxes that are given by centre and size."""
    half = boxes[:, 2:] / 2
    return np.concatenate([boxes[:, :2] - half, boxes[:, :2] + half], axis=1).astype(np.float32)


def _of_picture(boxes: NDArray[Any], width: int, height: int) -> Boxes:
    """Corners in pixels of boxes whose centre and size are shares of the picture."""
    return _from_centres(boxes) * np.array([width, height, width, height], np.float32)

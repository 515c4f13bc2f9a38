"""The detector `onnx`: a network in a file that the user names, run by onnxruntime."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final

from crab_core import Box, Detection, DeviceError, Pixels, UsageError

if TYPE_CHECKING:
    from crab_visualprompt.detect.heads import Family, Found, Outputs

SIZE: Final = 640
"""Sides of the input in pixels where the file leaves them open; what most detectors were trained with."""


class OnnxDetector:
    """Finds what a network was trained for, of YOLO's families or DETR's. Several threads may use one."""

    name = "onnx"
    concurrent: ClassVar[bool] = True
    """Several threads may use one."""

    def __init__(
        self,
        *,
        file: str = "",
        family: Family | None = None,
        labels: Sequence[str] = (),
        threshold: float = 0.25,
        overlap: float = 0.5,
        size: int = SIZE,
        threads: int = 0,
    ) -> None:
        """Load the network.

        Args:
            file: In ONNX format.
            family: How to read its outputs: one of `heads.FAMILIES`; told by names and shapes when left out.
            labels: Of its classes; those that the file holds when left out.
            threshold: Score below which nothing is told, 0 to 1.
            overlap: Intersection over union above which two boxes are around one thing, 0 to 1.
            size: Sides of its input in pixels, where the file leaves them open.
            threads: How many to use; 0 for one on each processor.

        Raises:
            UsageError: The file is missing or no network that takes one picture, or an option makes no sense.
        """
        from crab_visualprompt.detect import heads

        if family is not None and family not in heads.FAMILIES:
            raise UsageError(
                f"There is no family {family!r} of detectors.",
                advice=f"There are {', '.join(heads.FAMILIES)}.",
            )
        for option, value in (("threshold", threshold), ("overlap", overlap)):
            if not 0 <= value <= 1:
                raise UsageError(f"`{option}` is a share from 0 to 1, not {value}.")
        if size < 32 or threads < 0:
            raise UsageError("The detector needs a `size` of 32 or more, and 0 or more `threads`.")
        self._session = _session(file, threads)
        self._inputs = [given.name for given in self._session.get_inputs()]
        self._outputs = [given.name for given in self._session.get_outputs()]
        self._picture = self._inputs[0]
        self._half, self._height, self._width = _input(self._session, size)
        self._family = family or heads.family_of(self._outputs, self._inputs)
        self._labels = tuple(labels) or _labels(self._session)
        self._threshold = threshold
        self._overlap = overlap

    def detect(self, pixels: Pixels) -> list[Detection]:
        """What the network finds in a picture, the surest first.

        Args:
            pixels: Shape (height, width, 3), red, green, blue.

        Raises:
            DeviceError: The network fails.
            UsageError: Its outputs cannot be read.
        """
        from crab_visualprompt.detect import fit, heads

        place = fit.letterbox if self._family is None or self._family.startswith("yolo") else fit.stretched
        picture, lies = place(pixels, self._width, self._height)
        values = fit.tensor(picture, imagenet=self._family == "detr")
        found = heads.read(self._run(values), self._family, self._width, self._height)
        return self._detections(found, lies.back(found.boxes))

    def _run(self, values: Any) -> Outputs:
        import numpy as np

        given: dict[str, Any] = {self._picture: values.astype(np.float16) if self._half else values}
        for name in self._inputs[1:]:
            if name == "pixel_mask":
                given[name] = np.ones((1, *_mask_shape(self._session, self._height, self._width)), np.int64)
            elif name == "orig_target_sizes":
                given[name] = np.array([[self._width, self._height]], np.int64)
            else:
                raise UsageError(f"What the network wants as its input {name!r} is not known here.")
        try:
            return dict(zip(self._outputs, self._session.run(None, given), strict=True))
        except Exception as error:  # onnxruntime's errors have no base of their own
            raise DeviceError(f"The detector's network failed: {error}.") from error

    def _detections(self, found: Found, boxes: Any) -> list[Detection]:
        import numpy as np

        from crab_visualprompt.detect.suppress import suppress

        sure = np.flatnonzero(found.scores >= self._threshold)
        kept = sure[suppress(boxes[sure], found.scores[sure], self._overlap)]
        told = []
        for place in kept.tolist():
            left, top, right, bottom = np.rint(boxes[place]).astype(int).tolist()
            if right > left and bottom > top:
                label = self._label(int(found.classes[place]))
                confidence = min(float(found.scores[place]), 1.0)
                told.append(Detection(Box(left, top, right - left, bottom - top), label, confidence))
        return told

    def _label(self, number: int) -> str:
        return self._labels[number] if 0 <= number < len(self._labels) else ""


def _session(file: str, threads: int) -> Any:
    import onnxruntime

    from crab_visualprompt.ocr.models import threads_here

    path = Path(file).expanduser()
    if not file or not path.is_file():
        raise UsageError(
            f"There is no file {file}." if file else "The detector `onnx` needs the file of a network.",
            advice="Export a detector of icons as ONNX, such as a YOLO or an RT-DETR, and name it by `file`.",
        )
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads or threads_here()
    options.log_severity_level = 3
    try:
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime's errors have no base of their own
        raise UsageError(f"{file} is not a network that onnxruntime can run: {error}.") from error


def _input(session: Any, size: int) -> tuple[bool, int, int]:
    """Whether the picture is given in halves, and the height and width of it."""
    first = session.get_inputs()[0]
    channels = first.shape[1] if len(first.shape) == 4 else 0
    if isinstance(channels, int) and channels != 3:
        raise UsageError(
            f"The network takes values of the shape {first.shape}, and a picture has (1, 3, height, width)."
        )
    if first.type not in ("tensor(float)", "tensor(float16)"):
        raise UsageError(f"The network takes its picture as {first.type}, and only floats are known here.")
    height, width = (side if isinstance(side, int) and side > 0 else size for side in first.shape[2:])
    return first.type == "tensor(float16)", height, width


def _mask_shape(session: Any, height: int, width: int) -> tuple[int, int]:
    mask = next(given for given in session.get_inputs() if given.name == "pixel_mask")
    tall, wide = (side if isinstance(side, int) and side > 0 else 0 for side in mask.shape[1:])
    return tall or height, wide or width


def _labels(session: Any) -> tuple[str, ...]:
    """The names of the classes, as Ultralytics' exports store them: a dictionary, written as in Python."""
    stored = session.get_modelmeta().custom_metadata_map.get("names", "")
    try:
        names = ast.literal_eval(stored) if stored else {}
    except (ValueError, SyntaxError):
        return ()
    if isinstance(names, dict) and all(isinstance(number, int) for number in names):
        return tuple(str(names.get(number, "")) for number in range(max(names, default=-1) + 1))
    return tuple(map(str, names)) if isinstance(names, list) else ()

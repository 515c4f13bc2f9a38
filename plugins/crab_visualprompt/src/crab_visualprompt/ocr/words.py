"""Reads lines of text: crops of a picture to characters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

import cv2
import numpy as np

from crab_core import Box
from crab_visualprompt.ocr.models import Floats, Model
from crab_visualprompt.pixels import Pixels

HEIGHT = 48
"""Pixels to which a line is scaled: what the network was trained on."""
SQUEEZE = 0.75
"""Of its width that a line keeps: a quarter less to read, and no more errors; at half there are four times as
many (characters of five fonts at 12 to 19 pixels)."""
NARROWEST = 32
"""Pixels of a scaled line; narrower ones are padded."""
BATCH = 8
"""Most lines that are read together."""
WASTE = 1.2
"""Widest line of a batch to its narrowest: padding is work for nothing."""


class LineReader:
    """Reads lines, some at a time on each processor."""

    def __init__(self, model: Model, threads: int) -> None:
        """Make a reader.

        Args:
            model: rapidocr's recogniser, or one that was trained like it and holds its characters.
            threads: Batches that are read at the same time.
        """
        self._model = model
        # Class 0 of the network is none, and the last one, which its file leaves out, the space.
        self._characters = np.array(["", *model.texts("character"), " "])
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="ocr")

    def read(self, pixels: Pixels, boxes: Sequence[Box]) -> list[tuple[str, float]]:
        """The text in each box, and how sure the network is of it, 0 to 1."""
        scaled = [_scaled(pixels, box) for box in boxes]
        found: list[tuple[str, float]] = [("", 0.0)] * len(boxes)
        batches = list(_batches([crop.shape[1] for crop in scaled]))
        for batch, texts in zip(
            batches, self._pool.map(lambda b: self._read([scaled[i] for i in b]), batches), strict=True
        ):
            for i, text in zip(batch, texts, strict=True):
                found[i] = text
        return found

    def _read(self, crops: Sequence[Pixels]) -> list[tuple[str, float]]:
        width = max(NARROWEST, *(crop.shape[1] for crop in crops))
        values = np.zeros((len(crops), 3, HEIGHT, width), np.float32)
        for value, crop in zip(values, crops, strict=True):
            value[:, :, : crop.shape[1]] = (crop[:, :, ::-1].transpose(2, 0, 1) - 127.5) / 127.5
        return [self._decoded(likely) for likely in self._model(values)]

    def _decoded(self, likely: Floats) -> tuple[str, float]:
        """The most likely character of each step, repetitions told once (Graves et al. 2006, section 3.2)."""
        best = likely.argmax(axis=1)
        first = np.append(True, best[1:] != best[:-1]) & (best > 0)
        if not first.any():
            return "", 0.0
        text = "".join(self._characters[best[first]])
        return text, float(likely.max(axis=1)[first].mean())


def _scaled(pixels: Pixels, box: Box) -> Pixels:
    crop = pixels[box.y : box.y + box.height, box.x : box.x + box.width]
    width = max(round(SQUEEZE * box.width * HEIGHT / box.height), 8)
    return np.asarray(cv2.resize(crop, (width, HEIGHT), interpolation=cv2.INTER_LINEAR), np.uint8)


def _batches(widths: Sequence[int]) -> Iterator[list[int]]:
    """Groups of lines of much the same width, the widest first, so that the last to end are short."""
    batch: list[int] = []
    for i in sorted(range(len(widths)), key=lambda i: -widths[i]):
        if batch and (len(batch) == BATCH or widths[batch[0]] > WASTE * max(widths[i], NARROWEST)):
            yield batch
            batch = []
        batch.append(i)
    if batch:
        yield batch

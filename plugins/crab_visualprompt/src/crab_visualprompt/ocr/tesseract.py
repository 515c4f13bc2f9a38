"""Debian's tesseract: small and quick on plain text, poor at small labels."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from typing import ClassVar, NamedTuple

import cv2

from crab_core import Box, DeviceError, TextLine, UsageError
from crab_visualprompt.pixels import Pixels

WORD = "5"
"""The level of words in tesseract's tables."""
PATIENCE = 60
"""Seconds after which tesseract is taken for stuck."""


class Tesseract:
    """Runs `tesseract` once for each picture."""

    name = "tesseract"
    concurrent: ClassVar[bool] = True
    """Several threads may use one."""

    def __init__(
        self, *, language: str = "eng", least: float = 0.4, scale: float = 2.0, command: str = "tesseract"
    ) -> None:
        """Look for the program.

        Args:
            language: As tesseract calls it; several are joined by "+".
            least: Confidence below which a line is left out, 0 to 1.
            scale: Of the picture that it is shown: its networks were trained on print of 300 dots an inch.
            command: The program.

        Raises:
            UsageError: There is no such program, or an option makes no sense.
        """
        found = shutil.which(command)
        if found is None:
            raise UsageError(
                f"There is no program {command!r}.",
                advice="Install it: `apt-get install tesseract-ocr`; or use the engine rapidocr.",
            )
        if not 0 <= least <= 1:
            raise UsageError(f"`least` is a confidence from 0 to 1, not {least}.")
        if not 0.1 <= scale <= 8:
            raise UsageError(f"`scale` is a factor from 0.1 to 8, not {scale}.")
        self._least = least
        self._scale = scale
        # Mode 11 looks for text everywhere and in no order: a screen is not a page.
        self._command = (found, "stdin", "stdout", "--psm", "11", "-l", language, "tsv")

    def read(self, pixels: Pixels) -> list[TextLine]:
        """The lines of text in a picture, in no particular order.

        Raises:
            DeviceError: Tesseract failed; what it said is in the message.
        """
        grey = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
        larger = cv2.resize(grey, None, fx=self._scale, fy=self._scale, interpolation=cv2.INTER_CUBIC)
        bitmap = b"P5 %d %d 255\n" % (larger.shape[1], larger.shape[0]) + larger.tobytes()
        height, width = pixels.shape[:2]
        whole = Box(0, 0, width, height)
        lines = _lines(self._run(bitmap), self._scale)
        return [
            TextLine(line.box.intersection(whole), line.text, line.confidence)
            for line in lines
            if line.confidence >= self._least and line.box.intersection(whole).area
        ]

    def _run(self, bitmap: bytes) -> str:
        try:
            # Its own threads wait for each other longer than they work; nothing else of ours is handed on.
            environment = {"OMP_THREAD_LIMIT": "1", "LC_ALL": "C.UTF-8"}
            done = subprocess.run(
                self._command,
                input=bitmap,
                capture_output=True,
                check=True,
                timeout=PATIENCE,
                env=environment,
            )
        except subprocess.CalledProcessError as error:
            said = error.stderr.decode(errors="replace").strip() or f"status {error.returncode}"
            raise DeviceError(
                f"Tesseract failed: {said}",
                advice="`tesseract --list-langs` shows its languages; Debian has more: tesseract-ocr-….",
            ) from error
        except (OSError, subprocess.TimeoutExpired) as error:
            raise DeviceError(f"Tesseract did not answer: {error}.") from error
        return done.stdout.decode(errors="replace")


class _Word(NamedTuple):
    line: tuple[str, ...]
    """Which line it belongs to: numbers of page, block, paragraph and line."""
    left: int
    top: int
    width: int
    height: int
    confidence: float
    text: str


def _lines(table: str, scale: float) -> Iterator[TextLine]:
    """Lines of tesseract's table of words, in the pixels of a picture that was shown larger by a scale."""
    together: dict[tuple[str, ...], list[_Word]] = {}
    for word in _words(table):
        together.setdefault(word.line, []).append(word)
    for words in together.values():
        left, top = min(w.left for w in words), min(w.top for w in words)
        right = max(w.left + w.width for w in words)
        bottom = max(w.top + w.height for w in words)
        x, y = int(left / scale), int(top / scale)
        box = Box(x, y, max(round(right / scale) - x, 1), max(round(bottom / scale) - y, 1))
        confidence = sum(w.confidence for w in words) / len(words)
        yield TextLine(box, " ".join(w.text for w in words), confidence)


def _words(table: str) -> Iterator[_Word]:
    for row in table.splitlines()[1:]:
        cells = row.split("\t")
        if len(cells) == 12 and cells[0] == WORD and cells[11].strip():
            left, top, width, height = map(int, cells[6:10])
            confidence = min(max(float(cells[10]) / 100, 0.0), 1.0)
            yield _Word(tuple(cells[1:5]), left, top, width, height, confidence, cells[11].strip())

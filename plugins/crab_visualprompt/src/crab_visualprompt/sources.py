"""Where elements come from: the UI tree, text that is read, icons that are detected."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from crab_core import Detection, Detector, OcrEngine, TextLine, UiTree, UsageError
from crab_core.plugins import Plugins, Registry
from crab_visualprompt.engines import engine_named
from crab_visualprompt.ocr.reader import Reader
from crab_visualprompt.pixels import Pixels
from crab_visualprompt.select import Candidate, Selection, select

SOURCES = ("tree", "ocr", "icons")
"""In the order in which they are believed."""
LETTERS = 2
"""Characters that an icon may have been read as."""
SQUARE = 1.6
"""How much wider than high such a reading is at most."""
LEAST = 1
"""Pixels of a side, below which a box is nothing."""


class Sources:
    """The sources of one prompter."""

    def __init__(
        self,
        names: str | Iterable[str],
        ocr: str | OcrEngine = "",
        ocr_options: Mapping[str, Any] | None = None,
        detector: str | Detector = "",
        detector_options: Mapping[str, Any] | None = None,
    ) -> None:
        """Make the engines that are needed.

        Args:
            names: Of `SOURCES`; as a text with commas or plus signs between them.
            ocr: An engine or the name of one; the first registered when empty.
            ocr_options: For an engine that is named.
            detector: A detector or the name of one; the first registered when empty.
            detector_options: For a detector that is named.

        Raises:
            UsageError: A source is unknown or none is named, or an engine does not take its options.
            UnknownNameError: No engine has this name.
        """
        self.names = _names(names)
        self._ocr: Reader | None = None
        self._detector: Detector | None = None
        if "ocr" in self.names:
            self._ocr = Reader(_engine(ocr, ocr_options, lambda plugins: plugins.ocr_engines))
        if "icons" in self.names:
            self._detector = _engine(detector, detector_options, lambda plugins: plugins.detectors)
        detect = getattr(self._detector, "detect", None)
        self._takes_texts = detect is not None and "texts" in inspect.signature(detect).parameters

    @property
    def see(self) -> bool:
        """Whether any of them looks at the picture."""
        return self._ocr is not None or self._detector is not None

    def elements(self, tree: UiTree | None, *, texts: bool) -> Selection:
        """What the tree tells, if it is a source."""
        if tree is None or "tree" not in self.names:
            return Selection((), ())
        return select(tree, texts=texts)

    def lines(self, pixels: Pixels) -> list[Candidate]:
        """The lines of text in a picture, if text is a source."""
        found = [] if self._ocr is None else self._ocr.read(pixels)
        return [_line(line) for line in found if line.text.strip() and min(line.box[2:]) >= LEAST]

    def icons(self, pixels: Pixels, lines: Sequence[Candidate]) -> list[Candidate]:
        """The icons and controls in a picture, if they are a source.

        Args:
            pixels: The picture.
            lines: Its lines of text, for detectors that can do with them.
        """
        if self._detector is None:
            return []
        # A detector without weights takes words for icons, unless it is told where they are.
        known = {"texts": [line.box for line in lines if not _may_be_icon(line)]} if self._takes_texts else {}
        found = self._detector.detect(pixels, **known)
        return [_icon(icon) for icon in found if min(icon.box[2:]) >= LEAST]


def _line(line: TextLine) -> Candidate:
    text = " ".join(line.text.split())
    return Candidate(line.box, text, "text", source="ocr", confidence=line.confidence)


def _may_be_icon(line: Candidate) -> bool:
    """Whether it is no wider than an icon that was taken for a letter or two: a magnifying glass for a Q."""
    return len(line.label.replace(" ", "")) <= LETTERS and line.box.width <= SQUARE * line.box.height


def _icon(icon: Detection) -> Candidate:
    role = " ".join(icon.label.split()) or "icon"
    return Candidate(icon.box, "", role, source="icon", confidence=icon.confidence)


def _names(names: str | Iterable[str]) -> tuple[str, ...]:
    given = names.replace("+", ",").split(",") if isinstance(names, str) else list(names)
    wanted = {name.strip() for name in given if name.strip()}
    unknown = sorted(wanted - set(SOURCES))
    if unknown or not wanted:
        what = f"No source of marks is named {unknown[0]!r}." if unknown else "No source of marks is named."
        raise UsageError(what, advice=f"There are {', '.join(SOURCES)}.")
    return tuple(name for name in SOURCES if name in wanted)


def _engine(
    given: Any, options: Mapping[str, Any] | None, registry: Callable[[Plugins], Registry[Any]]
) -> Any:
    """An engine as it is given, or by its registered name."""
    return engine_named(registry, given, options) if isinstance(given, str) else given

"""What is scored: prompters, detectors and OCR engines by name, and trivial ones to compare them with."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from crab_core import (
    Box,
    CrabError,
    Detection,
    Detector,
    OcrEngine,
    Spec,
    TextLine,
    VisualPrompter,
)
from crab_core.plugins import Plugins
from crab_visualprompt.pixels import Pixels, decode
from crab_visualprompt.score.kept import Screen

Kind = Literal["prompter", "detector", "ocr"]
Options = Mapping[str, Mapping[str, Any]]
"""Options by the name of what takes them."""

CELLS = 20
"""Squares along the longer side of the baseline `grid`."""


@dataclass(frozen=True, slots=True)
class Subject:
    """Something that finds elements, or reads texts, on a screen."""

    name: str
    kind: Kind
    look: Callable[[Screen, Pixels], Sequence[Detection | TextLine]]
    """What it finds; only this is timed."""
    baseline: bool = False


@dataclass(frozen=True, slots=True)
class Missing:
    """Something that is registered and cannot be scored here."""

    name: str
    kind: Kind
    reason: str


def named(plugins: Plugins, kind: Kind, name: str, options: Options) -> Subject:
    """What is registered under a name.

    Raises:
        UnknownNameError: Nothing is.
        CrabError: It cannot be made here: a package or weights are missing, or its options are wrong.
    """
    registries: dict[Kind, Mapping[str, Spec]] = {
        "prompter": plugins.prompters,
        "detector": plugins.detectors,
        "ocr": plugins.ocr_engines,
    }
    given = options.get(name, {})
    made = registries[kind][name].make(options=given)
    look = _LOOKS[kind](made)
    return Subject(" ".join([name, *(f"{key}={value}" for key, value in given.items())]), kind, look)


def registered(plugins: Plugins, options: Options) -> tuple[list[Subject], list[Missing]]:
    """Everything that is registered and can be had here, and what cannot."""
    every: list[tuple[Kind, str]] = [
        *(("prompter", name) for name in plugins.prompters),
        *(("detector", name) for name in plugins.detectors),
        *(("ocr", name) for name in plugins.ocr_engines),
    ]
    subjects, missing = [], []
    for kind, name in every:
        try:
            subjects.append(named(plugins, kind, name, options))
        except CrabError as error:
            missing.append(Missing(name, kind, str(error)))
    return subjects, missing


def baselines(kinds: set[Kind]) -> list[Subject]:
    """Trivial subjects: a grid of squares, the whole screen, nothing."""
    finders: list[tuple[str, Callable[[Screen, Pixels], Sequence[Detection]]]] = [
        ("grid", _grid),
        ("whole screen", lambda screen, _: [Detection(_all_of(screen))]),
        ("nothing", lambda _screen, _pixels: []),
    ]
    found = [Subject(name, "detector", look, baseline=True) for name, look in finders]
    return (found if kinds & {"prompter", "detector"} else []) + (
        [Subject("nothing", "ocr", lambda _screen, _pixels: [], baseline=True)] if "ocr" in kinds else []
    )


def pixels_of(screen: Screen) -> Pixels:
    """The pixels of a screen."""
    return decode(screen.screenshot)


def _by_prompter(prompter: VisualPrompter) -> Callable[[Screen, Pixels], Sequence[Detection]]:
    def look(screen: Screen, _: Pixels) -> Sequence[Detection]:
        marked = prompter.mark(screen.screenshot, screen.tree)
        return [Detection(mark.box, mark.label, mark.confidence) for mark in marked.elements]

    return look


def _by_detector(detector: Detector) -> Callable[[Screen, Pixels], Sequence[Detection]]:
    return lambda _, pixels: detector.detect(pixels)


def _by_ocr(engine: OcrEngine) -> Callable[[Screen, Pixels], Sequence[TextLine]]:
    return lambda _, pixels: engine.read(pixels)


_LOOKS: dict[Kind, Callable[[Any], Callable[[Screen, Pixels], Sequence[Any]]]] = {
    "prompter": _by_prompter,
    "detector": _by_detector,
    "ocr": _by_ocr,
}


def _all_of(screen: Screen) -> Box:
    return Box(0, 0, screen.screenshot.width, screen.screenshot.height)


def _grid(screen: Screen, _: Pixels) -> Sequence[Detection]:
    width, height = screen.screenshot.width, screen.screenshot.height
    side = max(max(width, height) // CELLS, 1)
    return [
        Detection(Box(x, y, min(side, width - x), min(side, height - y)))
        for y in range(0, height, side)
        for x in range(0, width, side)
    ]

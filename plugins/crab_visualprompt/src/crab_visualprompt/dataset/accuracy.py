"""How many answers lie in the box that was meant, by platform, beside the middle of the screen and chance."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from crab_core.metrics import Estimate, proportion
from crab_visualprompt.dataset.answers import Answer, Point, lenient, strict
from crab_visualprompt.dataset.examples import Example, by_platform


@dataclass(frozen=True, slots=True)
class Accuracy:
    """Answers to the examples of one platform."""

    platform: str
    examples: int
    answered: int
    """Examples that have an answer; the others are not scored, and are told."""
    strict: Estimate
    """Share of the answers that, read strictly, lie in the box; what cannot be read does not."""
    lenient: Estimate
    """The same, read leniently."""
    readable: Estimate
    """Share of the answers that are as they were asked for."""
    readable_leniently: Estimate
    """Share of the answers in which there is a point at all."""
    centre: Estimate
    """Share of all examples whose box holds the middle of the screen."""
    chance: float
    """What points at random would reach: the mean share of the screen that a box covers."""

    def facts(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


def accuracies(examples: Sequence[Example], answers: Mapping[str, Answer]) -> list[Accuracy]:
    """The accuracy on each platform, and on all."""
    return [_accuracy(name, group, answers) for name, group in by_platform(examples).items()]


def _accuracy(platform: str, examples: Sequence[Example], answers: Mapping[str, Answer]) -> Accuracy:
    answered = [(example, answers[example.id]) for example in examples if example.id in answers]
    points = [_points(example, answer) for example, answer in answered]
    n = len(answered)
    return Accuracy(
        platform,
        len(examples),
        n,
        strict=proportion(sum(hits(e, p) for (e, _), (p, _) in zip(answered, points, strict=True)), n),
        lenient=proportion(sum(hits(e, p) for (e, _), (_, p) in zip(answered, points, strict=True)), n),
        readable=proportion(sum(p is not None for p, _ in points), n),
        readable_leniently=proportion(sum(p is not None for _, p in points), n),
        centre=proportion(sum(hits(e, (e.width / 2, e.height / 2)) for e in examples), len(examples)),
        chance=statistics.fmean(e.box.area / (e.width * e.height) for e in examples),
    )


def _points(example: Example, answer: Answer) -> tuple[Point | None, Point | None]:
    """An answer read strictly and leniently, in pixels of the example's picture."""
    width, height = answer.seen or (example.width, example.height)
    # What was asked for is also read leniently: who obeys is never worse off.
    exact = strict(answer.text)
    loose = exact or lenient(answer.text, width, height)
    across, down = example.width / width, example.height / height
    scaled = [point and (point[0] * across, point[1] * down) for point in (exact, loose)]
    return scaled[0], scaled[1]


def hits(example: Example, point: Point | None) -> bool:
    """Whether a point lies in the box that is meant; its right and lower edges are outside."""
    if point is None:
        return False
    box, (x, y) = example.box, point
    return box.x <= x < box.x + box.width and box.y <= y < box.y + box.height

"""Compares matchers on pairs that nothing was trained on: `python evaluate.py [--weights FILE] [--json]`.

For each matcher: the share of pairs whose four corners it places within 3 pixels on average, the median
error, how many points it matches rightly and which share they are, and the time of a pair.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch
from pairs import Pair, mapped, pair
from pictures import Gray, drawing, folder, phone_screens
from train import HELD_OUT

from crab_visualprompt.match.features import FeatureMatcher
from crab_visualprompt.match.geometry import agreed
from crab_visualprompt.match.xfeat.matcher import XFeatMatcher
from crab_visualprompt.match.xfeat.model import XFeat

SIZE = 480
"""Pixels of a view, across and down."""
RIGHT = 3.0
"""Pixels within which corners and points are placed rightly."""


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--weights", default="", help="those that the package brings when left out")
    parser.add_argument("--pairs", type=int, default=60, help="of each kind of pictures")
    parser.add_argument("--pictures", type=Path, help="a folder of further pictures, such as desktop screens")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    kinds: dict[str, list[Gray]] = {
        "phone": [picture for name, picture in phone_screens() if name in HELD_OUT],
        "drawings": [drawing(np.random.default_rng(10_000 + i)) for i in range(20)],
    }
    if given.pictures:
        kinds["desktop"] = [picture for _, picture in folder(given.pictures)]
    results: dict[str, Any] = {}
    for kind, pictures in kinds.items():
        for strength, name in ((0.0, "moved"), (1.0, "turned")):
            chance = np.random.default_rng(99)
            pairs = [pair(pictures[i % len(pictures)], chance, SIZE, strength) for i in range(given.pairs)]
            for matcher, find in _matchers(given.weights).items():
                results.setdefault(f"{kind}, {name}", {})[matcher] = _figures(find, pairs)
                print(kind, name, matcher, results[f"{kind}, {name}"][matcher], file=sys.stderr)
    print(json.dumps(results, indent=2) if given.json else _table(results))
    return 0


def _matchers(weights: str) -> dict[str, Callable[[Any, Any], Any]]:
    """Each gives pairs of points, right ones and wrong ones."""
    torch.manual_seed(0)
    untrained = XFeatMatcher(weights=weights)
    untrained._network = XFeat().eval()
    found: dict[str, Callable[[Any, Any], Any]] = {
        kind: FeatureMatcher(kind).pairs  # type: ignore[arg-type]
        for kind in ("sift", "akaze")
    }
    found["xfeat, random weights"] = untrained.pairs
    found["xfeat"] = XFeatMatcher(weights=weights).pairs
    found["xfeat, semi-dense"] = XFeatMatcher(weights=weights, mode="semi-dense").pairs
    return found


def _figures(find: Callable[[Any, Any], Any], pairs: list[Pair]) -> dict[str, float]:
    errors, shares, counts, seconds = [], [], [], []
    corners = np.array([[0, 0], [SIZE, 0], [SIZE, SIZE], [0, SIZE]], float)
    for one in pairs:
        first, second = (np.repeat(view[:, :, None], 3, 2) for view in (one.first, one.second))
        start = time.perf_counter()
        points = find(first, second)
        match = agreed(points, (SIZE, SIZE))
        seconds.append(time.perf_counter() - start)
        truth = mapped(corners, one.homography)
        placed = match.corners is not None
        errors.append(
            float(np.linalg.norm(np.array(match.corners) - truth, axis=1).mean()) if placed else 1e9
        )
        right = np.linalg.norm(mapped(points[:, :2], one.homography) - points[:, 2:], axis=1) < RIGHT
        shares.append(float(right.mean()) if len(points) else 0.0)
        counts.append(float(right.sum()))
    return {
        "placed": sum(error < RIGHT for error in errors) / len(errors),
        "median_error": statistics.median(errors),
        "right_share": statistics.fmean(shares),
        "right_points": statistics.fmean(counts),
        "seconds": statistics.median(seconds),
    }


def _table(results: dict[str, dict[str, dict[str, float]]]) -> str:
    lines = ["| pairs | matcher | placed | points right | right | ms |", "|---|---|---|---|---|---|"]
    for kind, matchers in results.items():
        for name, one in matchers.items():
            figures = f"{one['placed']:.0%} | {one['right_points']:.0f} | {one['right_share']:.0%}"
            lines.append(f"| {kind} | {name} | {figures} | {1000 * one['seconds']:.0f} |")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())

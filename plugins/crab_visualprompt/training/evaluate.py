"""Compares matchers on pairs that nothing was trained on: `python evaluate.py --screens FOLDER`.

For each matcher: the share of pairs whose four corners it places within 3 pixels on average, the median
error, how many points it matches rightly and which share they are, and the time of a pair.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import desktops
import numpy as np
import torch
from pairs import Pair, mapped, pair
from pictures import Gray, drawing, folder, phone
from train import HELD_OUT

from crab_visualprompt.match.features import FeatureMatcher
from crab_visualprompt.match.geometry import agreed
from crab_visualprompt.match.xfeat.matcher import XFeatMatcher
from crab_visualprompt.match.xfeat.model import XFeat

SIZE = 480
"""Pixels of a view, across and down."""
RIGHT = 3.0
"""Pixels within which corners and points are placed rightly."""


SEED = 1000
"""Of the worlds of desktops that nothing was trained on."""
WORLDS = 8
"""Of each kind."""


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--weights", default="", help="those that the package brings when left out")
    parser.add_argument("--against", default="", help="other weights to compare with")
    parser.add_argument("--pairs", type=int, default=60, help="of each kind of pictures")
    parser.add_argument(
        "--screens", type=Path, required=True, help="folder of `train.py`; what is not there is made there"
    )
    parser.add_argument(
        "--seen", action="store_true", help="other views of the pictures trained on, to tune on"
    )
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    results: dict[str, Any] = {}
    for kind, pictures in (_seen if given.seen else _unseen)(given.screens).items():
        for strength, name in ((0.0, "moved"), (1.0, "turned")):
            chance = np.random.default_rng(99)
            pairs = [pair(pictures[i % len(pictures)], chance, SIZE, strength) for i in range(given.pairs)]
            for matcher, find in _matchers(given.weights, given.against).items():
                results.setdefault(f"{kind}, {name}", {})[matcher] = _figures(find, pairs)
                print(kind, name, matcher, results[f"{kind}, {name}"][matcher], file=sys.stderr)
    print(json.dumps(results, indent=2) if given.json else _table(results))
    return 0


def _unseen(screens: Path) -> dict[str, list[Gray]]:
    """Pictures by kind, none of which was trained on."""
    kinds = {"desktop": desktops.TRAINED, "desktop, other applications": desktops.HELD_OUT}
    found: dict[str, list[Gray]] = {}
    for kind, applications in kinds.items():
        where = screens / kind.replace(", ", "-").replace(" ", "-").replace("desktop", "unseen-desktop")
        if not any(where.glob("*.png")):
            desktops.keep(where, range(WORLDS), SEED, applications)
        found[kind] = _mixed(picture for _, picture in folder(where))
    found["phone"] = _mixed(picture for app, picture in phone(screens / "phone") if app in HELD_OUT)
    found["drawings"] = [drawing(np.random.default_rng(10_000 + i)) for i in range(60)]
    return found


def _seen(screens: Path) -> dict[str, list[Gray]]:
    """Pictures by kind that were trained on."""
    return {
        "desktop": _mixed(picture for _, picture in folder(screens / "desktop")),
        "phone": _mixed(picture for app, picture in phone(screens / "phone") if app not in HELD_OUT),
    }


def _mixed(pictures: Iterable[Gray]) -> list[Gray]:
    """In an order by chance, always the same: the first few are of all worlds and apps."""
    listed = list(pictures)
    return [listed[i] for i in np.random.default_rng(7).permutation(len(listed))]


def _matchers(weights: str, against: str) -> dict[str, Callable[[Any, Any], Any]]:
    """Each gives pairs of points, right ones and wrong ones."""
    torch.manual_seed(0)
    untrained = _xfeat("")
    untrained._network = XFeat().eval()
    found: dict[str, Callable[[Any, Any], Any]] = {
        kind: FeatureMatcher(kind).pairs  # type: ignore[arg-type]
        for kind in ("sift", "akaze")
    }
    found["xfeat, random weights"] = untrained.pairs
    for file, name in ((against, f", {Path(against).stem}"), (weights, "")):
        if file or not name:
            found[f"xfeat{name}"] = _xfeat(file).pairs
            found[f"xfeat{name}, semi-dense"] = _xfeat(file, mode="semi-dense").pairs
    return found


def _xfeat(weights: str, **options: Any) -> XFeatMatcher:
    """With the thresholds of the weights that the package brings, whatever the weights."""
    matcher = XFeatMatcher(weights=weights, **options)
    matcher._ours = True
    return matcher


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

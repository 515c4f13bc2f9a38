"""What XFeat is trained to do (arXiv 2404.19174, section 3.3), with corners for a network's keypoints.

The paper distils its keypoint head from ALIKE. We have no weights of that, so the teacher is OpenCV's
detector of corners (Shi and Tomasi, 1994), kept where both views agree on the corner.
"""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from pairs import Pair, mapped
from pictures import Gray
from torch import Tensor
from torch.nn import functional

from crab_visualprompt.match.xfeat.features import sampled
from crab_visualprompt.match.xfeat.model import CELL, OFFSETS, Maps, XFeat

TEMPERATURE = 0.1
MATCHES = 512
"""Matched cells of a pair that are compared with each other."""
KEYPOINTS = 256
"""Matched corners of a pair that are compared with each other."""
AGREEMENT = 2.0
"""Pixels within which both views must see a corner."""


class Targets(NamedTuple):
    """What is true of a pair."""

    first: Tensor
    """Cells of the first view, shape (N,), counted row by row."""
    second: Tensor
    """Those of the second view that show the same, shape (N,)."""
    offsets: Tensor
    """Place within the first cell that the second shows, 0 to 63, shape (N,)."""
    corners: tuple[Tensor, Tensor]
    """For each view the place of the corner in each cell, 64 for none; shape (cells,)."""
    keypoints: tuple[Tensor, Tensor]
    """Corners of the first view and the same ones in the second, in pixels; shape (K, 2) each."""


def targets(pair: Pair, chance: np.random.Generator) -> Targets:
    """What a pair's homography says of its cells and corners."""
    size = pair.first.shape[0]
    side = size // CELL
    y, x = np.mgrid[0:side, 0:side]
    second = np.c_[x.ravel(), y.ravel()]
    # A cell's descriptor stands for the pixel at its top left corner: strides keep that one.
    exact = mapped(second * float(CELL), np.linalg.inv(pair.homography))
    first = np.rint(exact / CELL).astype(int)
    inside = ((first >= 0) & (first < side)).all(axis=1)
    chosen = np.flatnonzero(inside)
    chosen = chance.permutation(chosen)[:MATCHES]
    # One cell of the first view may be nearest for several of the second: each is compared once.
    _, once = np.unique(first[chosen] @ [1, side], return_index=True)
    chosen = chosen[once]
    offset = np.clip(np.floor(exact[chosen] - first[chosen] * CELL + CELL / 2), 0, CELL - 1).astype(int)
    return Targets(
        torch.from_numpy(first[chosen] @ [1, side]),
        torch.from_numpy(second[chosen] @ [1, side]),
        torch.from_numpy(offset @ [1, CELL]),
        *_corners(pair, chance),
    )


def _corners(pair: Pair, chance: np.random.Generator) -> tuple[tuple[Tensor, Tensor], tuple[Tensor, Tensor]]:
    first, second = _found(pair.first), _found(pair.second)
    there = mapped(first, pair.homography)
    size = pair.first.shape[0]
    nearest = np.linalg.norm(there[:, None] - second[None], axis=-1) if len(first) and len(second) else None
    outside = ((there < 0) | (there >= size)).any(axis=1)
    if nearest is None:
        none = torch.zeros(0, 2)
        return (_places(first[outside], size), _places(second[:0], size)), (none, none)
    agreed = nearest.min(axis=1) < AGREEMENT
    back = nearest.min(axis=0) < AGREEMENT
    here = np.flatnonzero(agreed & (nearest.argmin(axis=0)[nearest.argmin(axis=1)] == np.arange(len(first))))
    here = chance.permutation(here)[:KEYPOINTS]
    both = first[here], second[nearest[here].argmin(axis=1)]
    return (
        (_places(first[agreed | outside], size), _places(second[back], size)),
        (torch.from_numpy(both[0]).float(), torch.from_numpy(both[1]).float()),
    )


def _found(view: Gray) -> NDArray[np.float64]:
    corners = cv2.goodFeaturesToTrack(view, 600, 0.01, 4, blockSize=3)
    return np.zeros((0, 2)) if corners is None else corners.reshape(-1, 2).astype(np.float64)


def _places(corners: NDArray[np.float64], size: int) -> Tensor:
    labels = np.full((size // CELL) ** 2, OFFSETS)
    pixels = corners.astype(int)
    cells = pixels // CELL @ [1, size // CELL]
    labels[cells] = pixels % CELL @ [1, CELL]
    return torch.from_numpy(labels)


def loss(network: XFeat, first: Maps, second: Maps, of: list[Targets]) -> tuple[Tensor, dict[str, float]]:
    """The sum of all losses over a batch, and each by name."""
    parts: dict[str, list[Tensor]] = {}
    for i, target in enumerate(of):
        for name, part in _of_pair(network, first, second, i, target).items():
            parts.setdefault(name, []).append(part)
    means = {name: torch.stack(values).mean() for name, values in parts.items()}
    total = torch.stack(list(means.values())).sum()
    return total, {name: float(mean.detach()) for name, mean in means.items()}


def _of_pair(network: XFeat, first: Maps, second: Maps, i: int, target: Targets) -> dict[str, Tensor]:
    here = first.descriptors[i].flatten(1).T[target.first]
    there = second.descriptors[i].flatten(1).T[target.second]
    likely = _likely(functional.normalize(here, dim=-1), functional.normalize(there, dim=-1))
    # How likely a descriptor is matched rightly, judged by the descriptors themselves.
    sure = likely.detach().exp()
    told = first.reliability[i].flatten()[target.first], second.reliability[i].flatten()[target.second]
    reliable = sum((functional.l1_loss(one, sure) for one in told), torch.zeros(()))
    with half_precision():
        places = network.refine(here, there)
    places = places.float()
    fine = functional.cross_entropy(places, target.offsets, reduction="none")
    weight = sure / sure.sum().clamp_min(1e-6)
    corner = sum(
        (
            _corner_loss(maps.keypoints[i].flatten(1).T, labels)
            for maps, labels in zip((first, second), target.corners, strict=True)
        ),
        torch.zeros(()),
    )
    sparse = _likely(
        *(_at(maps, i, points) for maps, points in zip((first, second), target.keypoints, strict=True))
    )
    return {
        "match": -likely.mean(),
        "sparse": -sparse.sum() / max(len(sparse), 1),
        "reliable": reliable,
        "fine": (fine * weight).sum(),
        "corner": corner,
    }


def half_precision() -> torch.autocast:
    """Where the network calculates with bfloat16: nearly twice as fast on processors that have it."""
    return torch.autocast("cpu", torch.bfloat16)


def _likely(here: Tensor, there: Tensor) -> Tensor:
    """Logarithm of how likely each descriptor finds its own among the others, both ways; shape (N,)."""
    similarity = here @ there.T / TEMPERATURE
    return (torch.log_softmax(similarity, dim=1) + torch.log_softmax(similarity, dim=0)).diagonal()


def _at(maps: Maps, i: int, points: Tensor) -> Tensor:
    """Descriptors of a view at points between its cells, as matching takes them; shape (K, 64)."""
    normalised = functional.normalize(maps.descriptors[i : i + 1], dim=1)
    rows, columns = normalised.shape[-2:]
    return functional.normalize(sampled(normalised, points, columns * CELL, rows * CELL, "bicubic"), dim=-1)


def _corner_loss(logits: Tensor, labels: Tensor) -> Tensor:
    """Cross entropy; cells without a corner count a quarter, since most cells have none."""
    weights = torch.ones(OFFSETS + 1)
    weights[OFFSETS] = 0.25
    return functional.cross_entropy(logits, labels, weights)

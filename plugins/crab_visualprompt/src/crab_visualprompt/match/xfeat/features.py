"""What XFeat finds in a picture: sparse keypoints or a semi-dense grid, and which of them go together.

Positions, thresholds and scales are those of the published weights (arXiv 2404.19174, section 3.2 and 3.3),
so that they can be used.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import torch
from torch import Tensor
from torch.nn import functional

from crab_visualprompt.match.xfeat.model import CELL, MULTIPLE, OFFSETS, Maps, XFeat

LEAST_SCORE: Final = 0.05
"""Probability from which a place is a keypoint, with the published weights."""
NEIGHBOURHOOD: Final = 5
"""Pixels, across and down, among which a keypoint is the strongest place."""
SCALES: Final = ((0.6, 0.2), (1.3, 0.8))
"""Sizes at which the semi-dense grid is taken, and the share of its points that each gives."""
SHARPNESS: Final = 3.0
"""Factor on the refinement's logits before the mean place is taken."""
LEAST_CONFIDENCE: Final = 0.25
"""Probability of the likeliest place from which a semi-dense match is kept."""


class Features(NamedTuple):
    """Points of one picture."""

    points: Tensor
    """Shape (N, 2): x and y in pixels of the picture as it was given."""
    descriptors: Tensor
    """Shape (N, 64)."""
    scores: Tensor
    """Shape (N,)."""
    sizes: Tensor
    """Shape (N, 2): pixels of the picture for one pixel of what the network saw, across and down."""


def sparse(network: XFeat, picture: Tensor, most: int = 4096, least: float = LEAST_SCORE) -> Features:
    """The strongest keypoints of a picture, with normalised descriptors.

    Args:
        network: In evaluation mode.
        picture: Shape (1, 1 or 3, H, W).
        most: How many at most.
        least: Probability from which a place is a keypoint.
    """
    seen, size = _seen(picture)
    maps: Maps = network(seen)
    heat = _heat(maps.keypoints)
    highest = functional.max_pool2d(heat, NEIGHBOURHOOD, stride=1, padding=NEIGHBOURHOOD // 2)
    rows, columns = torch.nonzero(((heat == highest) & (heat > least))[0, 0], as_tuple=True)
    points = torch.stack([columns, rows], dim=-1).float()
    height, width = seen.shape[-2:]
    reliability = sampled(maps.reliability, points, width, height, "bilinear")[:, 0]
    scores = heat[0, 0, rows, columns] * reliability
    scores, order = torch.topk(scores, min(most, len(scores)))
    points = points[order]
    normalised = functional.normalize(maps.descriptors, dim=1)
    descriptors = sampled(normalised, points, width, height, "bicubic")
    return Features(
        points * size, functional.normalize(descriptors, dim=-1), scores, size.expand(len(points), 2)
    )


def semi_dense(network: XFeat, picture: Tensor, most: int = 4096) -> Features:
    """The most reliable cells of a picture at two scales; descriptors are not normalised."""
    found = [_grid(network, picture, scale, max(1, round(most * share))) for scale, share in SCALES]
    return Features(*(torch.cat(parts) for parts in zip(*found, strict=True)))


def _grid(network: XFeat, picture: Tensor, scale: float, most: int) -> Features:
    scaled = functional.interpolate(picture, scale_factor=scale, mode="bilinear", align_corners=False)
    seen, size = _seen(scaled)
    size = size / scale
    maps: Maps = network(seen)
    _, _, rows, columns = maps.descriptors.shape
    y, x = torch.meshgrid(torch.arange(rows), torch.arange(columns), indexing="ij")
    points = torch.stack([x, y], dim=-1).reshape(-1, 2).float() * CELL
    reliability = maps.reliability.flatten()
    scores, order = torch.topk(reliability, min(most, len(reliability)))
    descriptors = maps.descriptors[0].flatten(1).T
    return Features(points[order] * size, descriptors[order], scores, size.expand(len(order), 2))


def mutual(first: Tensor, second: Tensor, least: float = -1.0) -> tuple[Tensor, Tensor]:
    """Pairs of descriptors that are each other's nearest.

    Args:
        first: Shape (N, 64).
        second: Shape (M, 64).
        least: Similarity (dot product) from which a pair counts; any when it is not positive.

    Returns:
        Indices into both, of equal length.
    """
    if not len(first) or not len(second):
        none = torch.zeros(0, dtype=torch.long)
        return none, none
    similarity = first @ second.T
    best, there = similarity.max(dim=1)
    back = similarity.argmax(dim=0)
    here = torch.arange(len(first))
    good = back[there] == here
    if least > 0:
        good &= best > least
    return here[good], there[good]


def refined(network: XFeat, first: Features, second: Features, pairs: tuple[Tensor, Tensor]) -> Tensor:
    """Semi-dense matches, the first point of each moved to where its cell shows the second.

    Returns:
        Shape (K, 4): x, y, x, y; only those of whose place the network is sure.
    """
    here, there = pairs
    if not len(here):
        return torch.zeros(0, 4)
    logits = network.refine(first.descriptors[here], second.descriptors[there]) * SHARPNESS
    likelihood = torch.softmax(logits, dim=-1)
    place = torch.arange(OFFSETS)
    places = torch.stack([place % CELL, place // CELL], dim=-1) - CELL // 2
    moved = first.points[here] + likelihood @ places.float() * first.sizes[here]
    sure = likelihood.max(dim=-1).values > LEAST_CONFIDENCE
    return torch.cat([moved, second.points[there]], dim=-1)[sure]


def _seen(picture: Tensor) -> tuple[Tensor, Tensor]:
    """The picture at the nearest smaller size that the network takes, and pixels of it for one of that."""
    height, width = picture.shape[-2:]
    rows, columns = max(1, height // MULTIPLE) * MULTIPLE, max(1, width // MULTIPLE) * MULTIPLE
    seen = functional.interpolate(picture, (rows, columns), mode="bilinear", align_corners=False)
    return seen, torch.tensor([width / columns, height / rows])


def _heat(logits: Tensor) -> Tensor:
    """Probability of a keypoint at each pixel: shape (B, 65, H/8, W/8) to (B, 1, H, W)."""
    return functional.pixel_shuffle(torch.softmax(logits, dim=1)[:, :OFFSETS], CELL)


def sampled(maps: Tensor, points: Tensor, width: int, height: int, mode: str) -> Tensor:
    """Values of a map at points of the picture: shape (1, C, h, w) and (N, 2) to (N, C)."""
    sides = torch.tensor([width - 1, height - 1])
    grid = 2 * points / sides - 1
    sampled = functional.grid_sample(maps, grid[None, None], mode=mode, align_corners=False)
    return sampled[0, :, 0].T

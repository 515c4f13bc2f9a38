"""The network of XFeat (arXiv 2404.19174, section 3 and figure 3).

Parameters carry the names of the published weights file, so that it can be loaded.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

CELL: Final = 8
"""Pixels of the picture, across and down, for one cell of the network's output."""
MULTIPLE: Final = 32
"""Pictures must have sides that are multiples of this: the deepest block sees a 32nd of the picture."""
DIMENSIONS: Final = 64
"""Numbers in a descriptor."""
OFFSETS: Final = CELL * CELL
"""Places within a cell, which the keypoint head and the refinement choose among."""


class Layer(nn.Module):  # type: ignore[misc]
    """Convolution, batch normalisation without parameters of its own, ReLU."""

    def __init__(self, entering: int, leaving: int, size: int = 3, *, stride: int = 1) -> None:
        super().__init__()
        self.layer = nn.Sequential(
            nn.Conv2d(entering, leaving, size, stride, padding=size // 2, bias=False),
            nn.BatchNorm2d(leaving, affine=False),
            nn.ReLU(inplace=True),
        )

    def forward(self, x: Tensor) -> Tensor:
        """Shape (B, entering, H, W) to (B, leaving, H / stride, W / stride)."""
        out: Tensor = self.layer(x)
        return out


class Maps(NamedTuple):
    """What the network says of pictures of H × W pixels, in cells of 8 × 8."""

    descriptors: Tensor
    """Shape (B, 64, H/8, W/8); not normalised."""
    keypoints: Tensor
    """Shape (B, 65, H/8, W/8): logits of the 64 places in a cell, row by row, and of no keypoint at all."""
    reliability: Tensor
    """Shape (B, 1, H/8, W/8), 0 to 1: how likely a descriptor is matched rightly."""


class XFeat(nn.Module):  # type: ignore[misc]
    """Backbone, keypoint head, reliability head and the refinement of semi-dense matches."""

    def __init__(self) -> None:
        super().__init__()
        self.norm = nn.InstanceNorm2d(1)
        self.skip1 = nn.Sequential(nn.AvgPool2d(4, stride=4), nn.Conv2d(1, 24, 1))
        self.block1 = nn.Sequential(Layer(1, 4), Layer(4, 8, stride=2), Layer(8, 8), Layer(8, 24, stride=2))
        self.block2 = nn.Sequential(Layer(24, 24), Layer(24, 24))
        self.block3 = nn.Sequential(Layer(24, 64, stride=2), Layer(64, 64), Layer(64, 64, 1))
        self.block4 = nn.Sequential(Layer(64, 64, stride=2), Layer(64, 64), Layer(64, 64))
        self.block5 = nn.Sequential(
            Layer(64, 128, stride=2), Layer(128, 128), Layer(128, 128), Layer(128, 64, 1)
        )
        self.block_fusion = nn.Sequential(Layer(64, 64), Layer(64, 64), nn.Conv2d(64, DIMENSIONS, 1))
        self.heatmap_head = nn.Sequential(
            Layer(64, 64, 1), Layer(64, 64, 1), nn.Conv2d(64, 1, 1), nn.Sigmoid()
        )
        self.keypoint_head = nn.Sequential(
            Layer(64, 64, 1), Layer(64, 64, 1), Layer(64, 64, 1), nn.Conv2d(64, OFFSETS + 1, 1)
        )
        self.fine_matcher = nn.Sequential(*_perceptron(2 * DIMENSIONS, 512, OFFSETS))

    def forward(self, pictures: Tensor) -> Maps:
        """Look at pictures.

        Args:
            pictures: Shape (B, 1 or 3, H, W); sides are multiples of 32; any range of values.
        """
        gray = self.norm(pictures.mean(dim=1, keepdim=True))
        fine = self.block3(self.block2(self.block1(gray) + self.skip1(gray)))
        middle = self.block4(fine)
        coarse = self.block5(middle)
        size = fine.shape[-2:]
        together = fine + _resized(middle, size) + _resized(coarse, size)
        descriptors = self.block_fusion(together)
        # The keypoint head sees the picture itself: each cell's 64 pixels as channels.
        cells = functional.pixel_unshuffle(gray, CELL)
        return Maps(descriptors, self.keypoint_head(cells), self.heatmap_head(descriptors))

    def refine(self, first: Tensor, second: Tensor) -> Tensor:
        """Where within its cell the first of two matched descriptors lies, judged by both.

        Args:
            first: Descriptors, shape (N, 64).
            second: Those that they are matched with, shape (N, 64).

        Returns:
            Logits of the 64 places, row by row; shape (N, 64).
        """
        logits: Tensor = self.fine_matcher(torch.cat([first, second], dim=-1))
        return logits


def _perceptron(entering: int, inside: int, leaving: int) -> list[nn.Module]:
    layers: list[nn.Module] = []
    for width in (entering, inside, inside, inside):
        layers += [nn.Linear(width, inside), nn.BatchNorm1d(inside, affine=False), nn.ReLU(inplace=True)]
    return [*layers, nn.Linear(inside, leaving)]


def _resized(x: Tensor, size: tuple[int, int]) -> Tensor:
    return functional.interpolate(x, size, mode="bilinear", align_corners=False)

"""Pairs of pictures of which the homography between them is known."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray
from pictures import Gray

MOST_FINE = 4
"""Pixels, across and down, that a pixel of a view is averaged from at most."""


class Pair(NamedTuple):
    """Two views of one picture."""

    first: Gray
    """Shape (size, size)."""
    second: Gray
    """Shape (size, size)."""
    homography: NDArray[np.float64]
    """From the first to the second, shape (3, 3)."""


def pair(picture: Gray, chance: np.random.Generator, size: int = 256, strength: float = 1.0) -> Pair:
    """Two views of a picture, each seen through a homography and a light of its own.

    Args:
        picture: What is seen.
        chance: Decides.
        size: Of the views, in pixels.
        strength: 0 for shifts and scales alone, as screens move; 1 for turns, tilts and strong light.
    """
    height, width = picture.shape
    centre = chance.uniform(0.2, 0.8) * width, chance.uniform(0.2, 0.8) * height
    zoom = chance.uniform(-0.9, 0.2)  # a view shows up to 600 pixels of a picture
    there, back = (_view(centre, zoom, chance, size, strength) for _ in range(2))
    return Pair(
        _lit(_warped(picture, there, size), chance, strength),
        _lit(_warped(picture, back, size), chance, strength),
        back @ np.linalg.inv(there),
    )


def _view(
    centre: tuple[float, float], zoom: float, chance: np.random.Generator, size: int, strength: float
) -> NDArray[np.float64]:
    """A homography from a picture to a view around a place of it."""
    scale = np.exp(zoom + chance.uniform(-0.3, 0.3))
    angle = chance.normal(0, 0.25) * strength
    shift = chance.uniform(-0.22, 0.22, 2) * size
    cosine, sine = scale * np.cos(angle), scale * np.sin(angle)
    to_origin = np.array([[1, 0, -centre[0]], [0, 1, -centre[1]], [0, 0, 1.0]])
    turned = np.array([[cosine, -sine, 0], [sine, cosine, 0], [0, 0, 1.0]])
    tilt = chance.normal(0, 0.0004, 2) * strength
    tilted = np.array([[1, 0, 0], [0, 1, 0], [tilt[0], tilt[1], 1.0]])
    to_view = np.array([[1, 0, size / 2 + shift[0]], [0, 1, size / 2 + shift[1]], [0, 0, 1.0]])
    return to_view @ tilted @ turned @ to_origin


def _warped(picture: Gray, homography: NDArray[np.float64], size: int) -> Gray:
    """The view; where it shows the picture smaller, its pixels are averaged, as in a screen made smaller."""
    corners = np.array([[0, 0], [size, 0], [size, size], [0, size]], np.float64)
    shown = cv2.contourArea(mapped(corners, np.linalg.inv(homography)).astype(np.float32))
    finer = int(np.clip(np.ceil(np.sqrt(shown) / size - 0.2), 1, MOST_FINE))
    middle = (finer - 1) / 2  # the centre of a pixel is in the middle of its finer ones
    enlarged = np.array([[finer, 0, middle], [0, finer, middle], [0, 0, 1.0]])
    seen = cv2.warpPerspective(
        picture, enlarged @ homography, (finer * size, finer * size), borderMode=cv2.BORDER_REFLECT_101
    )
    return cv2.resize(seen, (size, size), interpolation=cv2.INTER_AREA)


def _lit(picture: Gray, chance: np.random.Generator, strength: float) -> Gray:
    """The picture in another light, blurred, with noise, or as JPEG: what cameras and encoders do."""
    seen = picture.astype(np.float32)
    seen = (seen - 128) * chance.uniform(1 - 0.4 * strength, 1 + 0.4 * strength) + 128
    seen += chance.uniform(-40, 40) * strength
    if chance.random() < 0.15:
        seen = 255 - seen  # the dark theme of the same screen
    if chance.random() < 0.3:
        seen = cv2.GaussianBlur(seen, (0, 0), chance.uniform(0.4, 1.2))
    if chance.random() < 0.4:
        seen += chance.normal(0, chance.uniform(1, 8), seen.shape)
    out = np.clip(seen, 0, 255).astype(np.uint8)
    if chance.random() < 0.3:
        _, data = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, int(chance.integers(25, 90))])
        out = cv2.imdecode(data, cv2.IMREAD_GRAYSCALE)
    return out


def mapped(points: NDArray[np.float64], homography: NDArray[np.float64]) -> NDArray[np.float64]:
    """Points, shape (N, 2), seen through a homography."""
    out = np.c_[points, np.ones(len(points))] @ homography.T
    return out[:, :2] / out[:, 2:]

"""Where a picture shows another one, and whether what is there really looks like it.

Features alone say that two pictures have much in common: a crop, a recoloured copy and one half covered agree
with the whole as well. So what they point at is laid over the picture that is sought and compared with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from crab_core import DefinitionError, ImageMatcher
from crab_visualprompt.evaluators.likeness import likeness
from crab_visualprompt.evaluators.templates import by_template
from crab_visualprompt.pixels import Pixels

Homography = NDArray[np.float64]
"""Shape (3, 3): from pixels of the picture that is sought to pixels of the one that is searched."""

SIDE: Final = 160
"""Pixels of the longer side at which pictures are compared."""
LEAST_SIDE: Final = 48
"""The same for small ones, so that they have enough patches to be told from each other."""
UPRIGHT: Final = 4.0
"""Degrees by which an upright picture may be turned: what noise does to small ones."""
STRETCH: Final = 0.06
"""Share by which width and height may be scaled differently, and opposite sides differ."""
OUTSIDE: Final = 0.03
"""Share of a side that may lie outside: what a homography of few points is off by."""
PLAIN: Final = 2.0
"""Standard deviation of the colours, 0 to 127.5, of a picture that could be anywhere."""


@dataclass(frozen=True, slots=True)
class Found:
    """A place where a picture is shown."""

    left: float
    top: float
    right: float
    bottom: float
    """Around its corners, in pixels."""
    alike: float
    """Share of it that looks like the picture, 0 to 1."""
    homography: Homography

    @property
    def width(self) -> float:
        """In pixels."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """In pixels."""
        return self.bottom - self.top

    def __str__(self) -> str:
        """For a reason."""
        return f"{self.width:.0f}×{self.height:.0f} at ({self.left:.0f}, {self.top:.0f})"


@dataclass(frozen=True, slots=True)
class Look:
    """What counts as the same picture."""

    matcher: ImageMatcher
    at_least: float = 0.95
    """Share of it that must look the same, 0 to 1."""
    colors: bool = True
    """Whether its colours and its brightness must be the same."""
    turned: bool = False
    """Whether it may be turned, by any angle."""


def find(sought: Pixels, where: Pixels, look: Look) -> Found | str:
    """The place where a picture shows another one best, or why there is none.

    Args:
        sought: The one to find, at whatever size it is shown.
        where: The one to look in.
        look: What counts as the same.

    Raises:
        DefinitionError: What is sought is plain, so that it could be anywhere.
    """
    check(sought)
    reasons = []
    for homography in _candidates(sought, where, look.matcher):
        found = _judged(sought, where, homography, look)
        if isinstance(found, Found):
            return found
        reasons.append(found)
    return reasons[0] if reasons else "nothing there looks like it"


def find_all(sought: Pixels, where: Pixels, look: Look, most: int = 4) -> list[Found] | str:
    """All places where a picture shows another one, or why there is none.

    Args:
        sought: As for `find`.
        where: As for `find`.
        look: As for `find`.
        most: Places to look at.
    """
    check(sought)
    left, places, reason = where.copy(), list[Found](), ""
    for _ in range(most):
        for homography in _candidates(sought, left, look.matcher):
            found = _judged(sought, where, homography, look)
            if isinstance(found, Found):
                break
            reason = reason or found
        else:
            break
        places.append(found)
        # What was found must not be found again.
        corners = _corners(sought, homography).astype(np.int32)
        cv2.fillConvexPoly(left, corners, _mean(where))
    return places or reason or "nothing there looks like it"


def check(sought: Pixels) -> None:
    """Refuse a picture that could be anywhere.

    Raises:
        DefinitionError: It is plain, or has hardly a pixel.
    """
    if min(sought.shape[:2]) < 4 or float(sought.reshape(-1, 3).std(axis=0).max()) < PLAIN:
        raise DefinitionError(
            "A picture of one colour could be anywhere.", advice="Look for one that shows something."
        )


def _candidates(sought: Pixels, where: Pixels, matcher: ImageMatcher) -> Iterator[Homography]:
    """By features, which know any size and turn; then by its pixels, for what has too few features."""
    match = matcher.match(sought, where)
    if match.homography is not None:
        yield np.array(match.homography).reshape(3, 3)
    yield from by_template(sought, where)


def _judged(sought: Pixels, where: Pixels, homography: Homography, look: Look) -> Found | str:
    corners = _corners(sought, homography)
    if reason := _odd(sought, where, corners, look):
        return reason
    like = likeness(*laid_over(sought, where, homography))
    if like.shape < look.at_least:
        return f"only {like.shape:.0%} of what is there looks like it"
    if look.colors and like.colors < look.at_least:
        return f"only {like.colors:.0%} of what is there has its colours and brightness"
    alike = min(like.shape, like.colors) if look.colors else like.shape
    (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
    return Found(float(left), float(top), float(right), float(bottom), alike, homography)


def _odd(sought: Pixels, where: Pixels, corners: NDArray[np.float64], look: Look) -> str:
    """What is wrong with the place, in words; empty when nothing is."""
    if not np.isfinite(corners).all():
        return "nothing there looks like it"
    sides = np.roll(corners, -1, axis=0) - corners
    lengths = np.hypot(*sides.T)
    across, down = lengths[[0, 2]] / sought.shape[1], lengths[[1, 3]] / sought.shape[0]
    scale = float(np.sqrt(across.mean() * down.mean()))
    # A small picture is shown by whole pixels.
    slack = STRETCH + 2.0 / (scale * min(sought.shape[:2]) + 1e-9)
    if abs(float(across.mean() / down.mean()) - 1) > slack:
        return "it is there, but stretched"
    if max(float(np.ptp(across) / across.mean()), float(np.ptp(down) / down.mean())) > 2 * slack:
        return "nothing there looks like it"
    angle = abs(float(np.degrees(np.arctan2(sides[0][1], sides[0][0]))))
    if not look.turned and angle > UPRIGHT:
        return f"it is there, but turned by {angle:.0f} degrees"
    height, width = where.shape[:2]
    room = OUTSIDE * lengths.mean() + 1
    if corners.min() < -room or corners[:, 0].max() > width + room or corners[:, 1].max() > height + room:
        return "it is there, but cut off"
    return ""


def laid_over(sought: Pixels, where: Pixels, homography: Homography) -> tuple[Pixels, Pixels]:
    """A picture and what is shown at its place, brought to one size that is not large."""
    height, width = sought.shape[:2]
    corners = _corners(sought, homography)
    shown = float(np.hypot(*(corners[1] - corners[0]))) / width
    # At the size of the smaller one: what one of them lacks must not count.
    scale = min(1.0, shown, SIDE / max(height, width))
    size = max(round(width * scale), 4), max(round(height * scale), 4)
    shrink = np.diag([size[0] / width, size[1] / height, 1.0])
    mine = _shrunk(sought, size) if scale < 1 else sought
    # What is shown large is made small by blocks first: warping alone would take single pixels of it.
    factor = shown / scale
    there = where
    if factor > 1.3:
        small = max(round(where.shape[1] / factor), 1), max(round(where.shape[0] / factor), 1)
        there = _shrunk(where, small)
    fit = np.diag([there.shape[1] / where.shape[1], there.shape[0] / where.shape[0], 1.0])
    # Pixels are squares: their middles, not their corners, are what is warped.
    middle = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1]])
    whole = np.linalg.inv(middle) @ fit @ homography @ np.linalg.inv(shrink) @ middle
    theirs = cv2.warpPerspective(
        there, whole, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE
    )
    enlarged = max(1.0, LEAST_SIDE / max(size))
    return _enlarged(mine, enlarged), _enlarged(np.asarray(theirs, np.uint8), enlarged)


def _corners(sought: Pixels, homography: Homography) -> NDArray[np.float64]:
    height, width = sought.shape[:2]
    seen = np.array([[0, 0, 1], [width, 0, 1], [width, height, 1], [0, height, 1]], float) @ homography.T
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(seen[:, :2] / seen[:, 2:])


def _shrunk(pixels: Pixels, size: tuple[int, int]) -> Pixels:
    return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)


def _enlarged(pixels: Pixels, by: float) -> Pixels:
    return np.asarray(cv2.resize(pixels, None, fx=by, fy=by, interpolation=cv2.INTER_LINEAR), np.uint8)


def _mean(pixels: Pixels) -> tuple[float, ...]:
    return tuple(float(value) for value in pixels.reshape(-1, 3).mean(axis=0))

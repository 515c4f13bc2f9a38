"""Rectangles in pixels of the screen, and the scale between dp and pixels."""

from __future__ import annotations

from typing import NamedTuple

WIDTH = 1080
HEIGHT = 2400
DENSITY_DPI = 420
DENSITY = DENSITY_DPI / 160  # pixels per dp


def px(dp: float) -> int:
    """Pixels for a length in density-independent pixels."""
    return round(dp * DENSITY)


class Rect(NamedTuple):
    """A half-open rectangle in pixels: ``left`` and ``top`` are inside, ``right`` and ``bottom`` are not."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        """Width in pixels."""
        return self.right - self.left

    @property
    def height(self) -> int:
        """Height in pixels."""
        return self.bottom - self.top

    @property
    def center(self) -> tuple[int, int]:
        """The middle, rounded down."""
        return (self.left + self.right) // 2, (self.top + self.bottom) // 2

    @property
    def empty(self) -> bool:
        """Whether no pixel is inside."""
        return self.right <= self.left or self.bottom <= self.top

    def contains(self, x: float, y: float) -> bool:
        """Whether the point lies inside."""
        return self.left <= x < self.right and self.top <= y < self.bottom

    def intersect(self, other: Rect) -> Rect:
        """The part that both cover; empty when they do not meet."""
        left, top = max(self.left, other.left), max(self.top, other.top)
        return Rect(
            left, top, max(left, min(self.right, other.right)), max(top, min(self.bottom, other.bottom))
        )


SCREEN = Rect(0, 0, WIDTH, HEIGHT)  # upright; :attr:`.phone.Phone.area` is what holds now

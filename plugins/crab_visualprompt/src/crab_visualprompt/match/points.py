"""What matchers by points share: they pair points, and what the pairs make is looked at."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from crab_core import Match, Pixels

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from crab_visualprompt.match.pictures import Gray


class PointMatcher(ABC):
    """Pairs points that look alike; a subclass sets `_longest` and implements `_pairs`."""

    _longest: int
    """Pixels to which the longer side of a picture is shrunk."""

    def match(self, first: Pixels, second: Pixels) -> Match:
        """Where the second picture shows the first; without a homography when it does not.

        Args:
            first: Shape (height, width, 3), red, green, blue.
            second: The same.

        Raises:
            UsageError: One is no such picture.
        """
        from crab_visualprompt.match.geometry import TOLERANCE
        from crab_visualprompt.match.judge import judged
        from crab_visualprompt.match.pictures import gray

        ours, theirs = gray(first), gray(second)
        scale = max(1.0, max(theirs.shape) / self._longest)
        return judged(self._pairs(ours, theirs), ours, theirs, TOLERANCE * scale)

    def pairs(self, first: Pixels, second: Pixels) -> NDArray[np.float64]:
        """Points that seem to show the same, right ones and wrong ones: shape (N, 4), x, y, x, y."""
        from crab_visualprompt.match.pictures import gray

        return self._pairs(gray(first), gray(second))

    @abstractmethod
    def _pairs(self, first: Gray, second: Gray) -> NDArray[np.float64]:
        """As `pairs`, of gray pictures."""

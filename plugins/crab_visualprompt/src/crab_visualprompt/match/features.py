"""The matchers `sift` and `akaze`: OpenCV's local features and a robust homography."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Final, Literal

from crab_core import Match, Pixels, UsageError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LONGEST: Final = 1280
"""Pixels to which the longer side of a picture is shrunk: what is on a screen is still told apart."""
SHORTEST: Final = 160
"""Pixels to which the longer side of a small picture is enlarged, so that an icon has features at all."""
RATIO: Final = 0.8
"""The nearest descriptor must be nearer than this share of the second nearest (Lowe 2004, section 7.1)."""
MOST: Final = 4000
"""Features of a picture, the strongest ones."""


class FeatureMatcher:
    """Finds one picture in another by points that look alike, whatever its place, size, turn and light."""

    name: str

    def __init__(self, kind: Literal["sift", "akaze"] = "sift", *, longest: int = LONGEST) -> None:
        """Make a matcher; several threads may use it.

        Args:
            kind: "sift" (Lowe 2004) finds more, "akaze" (Alcantarilla 2013) is faster on large pictures.
            longest: Pixels to which the longer side of a picture is shrunk.

        Raises:
            UsageError: There is no such kind, or no picture can be so small.
        """
        if kind not in ("sift", "akaze"):
            raise UsageError(f"There is no matcher of the kind {kind!r}.", advice="Choose sift or akaze.")
        if longest < SHORTEST:
            raise UsageError(f"The option `longest` must be {SHORTEST} or more, not {longest}.")
        self.name = kind
        self._longest = longest

    def match(self, first: Pixels, second: Pixels) -> Match:
        """Where the second picture shows the first; without a homography when it does not.

        Args:
            first: Shape (height, width, 3), red, green, blue.
            second: The same.
        """
        from crab_visualprompt.match.geometry import TOLERANCE, agreed

        height, width = first.shape[:2]
        scale = max(1.0, max(second.shape[:2]) / self._longest)
        return agreed(self.pairs(first, second), (width, height), tolerance=TOLERANCE * scale)

    def pairs(self, first: Pixels, second: Pixels) -> NDArray[np.float64]:
        """Points that seem to show the same, right ones and wrong ones: shape (N, 4), x, y, x, y."""
        with ThreadPoolExecutor(2) as pool:
            ours, theirs = pool.map(self._features, (first, second))
        return self._paired(ours, theirs)

    def _features(self, pixels: Pixels) -> tuple[Any, Any]:
        """Points in pixels of the picture, and their descriptors."""
        import cv2
        import numpy as np

        gray = cv2.cvtColor(np.ascontiguousarray(pixels), cv2.COLOR_RGB2GRAY)
        longest = max(gray.shape)
        scale = min(1.0, self._longest / longest) if longest > SHORTEST else min(4.0, SHORTEST / longest)
        if scale != 1.0:
            how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
            gray = cv2.resize(gray, None, fx=scale, fy=scale, interpolation=how)
        finder: Any = (
            cv2.SIFT_create(nfeatures=MOST, contrastThreshold=0.02)  # type: ignore[attr-defined]
            if self.name == "sift"
            else cv2.AKAZE_create(threshold=0.0005, max_points=MOST)  # type: ignore[attr-defined]
        )
        points, descriptors = finder.detectAndCompute(gray, None)
        places = np.array([point.pt for point in points], float).reshape(-1, 2) / scale
        return places, descriptors

    def _paired(self, ours: tuple[Any, Any], theirs: tuple[Any, Any]) -> NDArray[np.float64]:
        """Nearest descriptors that are clearly nearer than the next."""
        import cv2
        import numpy as np

        if ours[1] is None or theirs[1] is None or len(theirs[1]) < 2:
            return np.zeros((0, 4))
        norm = cv2.NORM_L2 if self.name == "sift" else cv2.NORM_HAMMING
        nearest = cv2.BFMatcher(norm).knnMatch(ours[1], theirs[1], k=2)
        kept = [one for one, other in nearest if one.distance < RATIO * other.distance]
        pairs = [(*ours[0][one.queryIdx], *theirs[0][one.trainIdx]) for one in kept]
        return np.array(pairs, float).reshape(-1, 4)

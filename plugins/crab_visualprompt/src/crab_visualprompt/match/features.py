"""The matchers `sift` and `akaze`: OpenCV's local features and a robust homography."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Final, Literal

from crab_core import UsageError
from crab_visualprompt.match.points import PointMatcher

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from crab_visualprompt.match.pictures import Gray

LONGEST: Final = 1280
"""Pixels to which the longer side of a picture is shrunk: what is on a screen is still told apart."""
SHORTEST: Final = 160
"""Pixels to which the longer side of a small picture is enlarged, so that an icon has features at all."""
LEAST: Final = 8
"""Pixels of the shorter side from which a picture has points: with one, AKAZE corrupts the memory."""
RATIO: Final = 0.8
"""The nearest descriptor must be nearer than this share of the second nearest (Lowe 2004, section 7.1)."""
MOST: Final = 2000
"""Features of a picture, the strongest ones: twice as many take twice the time and place nothing better."""


class FeatureMatcher(PointMatcher):
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

    def _pairs(self, first: Gray, second: Gray) -> NDArray[np.float64]:
        with ThreadPoolExecutor(2) as pool:
            ours, theirs = pool.map(self._features, (first, second))
        return self._paired(ours, theirs)

    def _features(self, picture: Gray) -> tuple[Any, Any]:
        """Points in pixels of the picture, and their descriptors."""
        import cv2
        import numpy as np

        from crab_visualprompt.match.geometry import moved
        from crab_visualprompt.match.pictures import resized, scaling

        longest = max(picture.shape)
        scale = min(1.0, self._longest / longest) if longest > SHORTEST else min(4.0, SHORTEST / longest)
        seen = resized(picture, scale)
        if min(seen.shape) < LEAST:
            return np.zeros((0, 2)), None
        finder: Any = (
            cv2.SIFT_create(nfeatures=MOST, contrastThreshold=0.02)  # type: ignore[attr-defined]
            if self.name == "sift"
            else cv2.AKAZE_create(threshold=0.0005, max_points=MOST)  # type: ignore[attr-defined]
        )
        points, descriptors = finder.detectAndCompute(seen, None)
        places = np.array([point.pt for point in points], float).reshape(-1, 2)
        return moved(places, scaling(picture, seen)), descriptors

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


class AkazeMatcher(FeatureMatcher):
    """The matcher by AKAZE: faster, and it finds fewer points in small pictures."""

    def __init__(self, *, longest: int = LONGEST) -> None:
        """Make a matcher; `longest` as of `FeatureMatcher`."""
        super().__init__("akaze", longest=longest)

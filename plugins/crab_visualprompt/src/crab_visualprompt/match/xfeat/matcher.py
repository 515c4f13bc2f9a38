"""The matcher `xfeat`: learned features, sparse or semi-dense, and a robust homography."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from crab_core import EnvironmentUnavailable, Requirement, UsageError
from crab_visualprompt.match.points import PointMatcher
from crab_visualprompt.needs import package

if TYPE_CHECKING:
    from crab_visualprompt.match.pictures import Gray
    from crab_visualprompt.match.xfeat.model import XFeat

OURS: Final = "xfeat-screens.pt"
"""The weights that this package brings; their card is beside them."""
PUBLISHED: Final = "https://github.com/verlab/accelerated_features"
OUR_LEAST_SCORE: Final = 0.02
"""Probability from which a place is a keypoint with our weights, which are less sure of each."""
MOST_BYTES: Final = 64 << 20
"""Of a weights file: the published one has about 6 MB."""
LEAST_SIMILARITY: Final = 0.82
"""Of two sparse descriptors that are each other's nearest: the published default."""
OUR_LEAST_SIMILARITY: Final = 0.75
"""The same with our weights; chosen on pictures that they were trained on."""
LONGEST: Final = 1280
"""Pixels to which the longer side of a picture is shrunk."""


class XFeatMatcher(PointMatcher):
    """Finds one picture in another by XFeat (arXiv 2404.19174). Needs torch: crab-visualprompt[xfeat]."""

    name = "xfeat"

    def __init__(
        self,
        *,
        weights: str = "",
        mode: Literal["sparse", "semi-dense"] = "sparse",
        points: int = 4096,
        longest: int = LONGEST,
    ) -> None:
        """Load the network; several threads may use it.

        Args:
            weights: File of weights, such as the published `xfeat.pt`; those that this package brings when
                empty. No code in it is run.
            mode: "sparse" for keypoints, "semi-dense" for a grid whose matches are refined.
            points: Most points of a picture.
            longest: Pixels to which the longer side of a picture is shrunk.

        Raises:
            EnvironmentUnavailable: torch is not installed.
            UsageError: The file is missing or holds something else, or an option has a value that cannot be.
        """
        if mode not in ("sparse", "semi-dense"):
            raise UsageError(f"XFeat has no mode {mode!r}.", advice="Choose sparse or semi-dense.")
        if points < 16 or longest < 64:
            raise UsageError("XFeat needs `points` of 16 or more and `longest` of 64 or more.")
        self._network = load(weights)
        self._ours = not weights
        self._mode = mode
        self._points = points
        self._longest = longest

    @classmethod
    def requirements(cls) -> Sequence[Requirement]:
        """What has to be there before pictures can be matched; the weights are."""
        return [package("torch", "xfeat")]

    def _pairs(self, first: Gray, second: Gray) -> Any:
        import numpy as np
        import torch

        from crab_visualprompt.match.geometry import moved
        from crab_visualprompt.match.pictures import scaling
        from crab_visualprompt.match.xfeat import features

        small, small_too = (_resized(one, self._longest) for one in (first, second))
        with torch.inference_mode():
            ours, theirs = (torch.from_numpy(one)[None, None].float() / 255 for one in (small, small_too))
            if self._mode == "sparse":
                least = OUR_LEAST_SCORE if self._ours else features.LEAST_SCORE
                here, there = (
                    features.sparse(self._network, one, self._points, least) for one in (ours, theirs)
                )
                similar = OUR_LEAST_SIMILARITY if self._ours else LEAST_SIMILARITY
                i, j = features.mutual(here.descriptors, there.descriptors, similar)
                found = torch.cat([here.points[i], there.points[j]], dim=-1)
            else:
                here, there = (
                    features.semi_dense(self._network, one, self._points) for one in (ours, theirs)
                )
                pairs = features.mutual(here.descriptors, there.descriptors)
                found = features.refined(self._network, here, there, pairs)
        points = found.double().numpy()
        places = moved(points[:, :2], scaling(first, small))
        return np.c_[places, moved(points[:, 2:], scaling(second, small_too))]


def load(weights: str = "") -> XFeat:
    """The network with weights, ready to look.

    Args:
        weights: A file; those that this package brings when empty.

    Raises:
        EnvironmentUnavailable: torch is not installed.
        UsageError: The file is missing, or holds something else.
    """
    try:
        import torch
    except ImportError as error:
        raise EnvironmentUnavailable(
            "The matcher xfeat needs torch, which is not installed.",
            advice="Run: pip install 'crab-visualprompt[xfeat]'",
        ) from error
    from crab_visualprompt.match.xfeat.model import XFeat

    network: XFeat = XFeat()
    with _weights_file(weights) as path:
        try:
            network.load_state_dict(_state(path, torch))
        except OSError as error:
            raise UsageError(
                f"The weights file {path} cannot be read: {error.strerror}.",
                advice=f"Leave `weights` out for those of this package, or get xfeat.pt from {PUBLISHED}.",
            ) from error
        except Exception as error:  # torch raises whatever a damaged file leads it to
            told = (str(error).splitlines() or [type(error).__name__])[0]
            raise UsageError(
                f"{path} holds no weights of XFeat: {told}",
                advice=f"The published file is weights/xfeat.pt of {PUBLISHED}.",
            ) from error
    network.eval()
    return network


def _weights_file(weights: str) -> AbstractContextManager[Path]:
    if weights:
        return nullcontext(Path(weights).expanduser())
    return resources.as_file(resources.files("crab_visualprompt.match.weights").joinpath(OURS))


def _state(path: Path, torch: Any) -> Any:
    """What a file says of the network: numbers by name, nothing that is run."""
    if path.stat().st_size > MOST_BYTES:
        raise ValueError(f"it has more than {MOST_BYTES >> 20} MiB")
    state = torch.load(path, map_location="cpu", weights_only=True)
    if not isinstance(state, dict) or not all(isinstance(value, torch.Tensor) for value in state.values()):
        raise ValueError("it is no table of numbers by name")
    if not all(value.isfinite().all() for value in state.values()):
        raise ValueError("some of its numbers are not finite")
    return {name: value.float() if value.is_floating_point() else value for name, value in state.items()}


def _resized(picture: Gray, longest: int) -> Gray:
    """The picture as large as the network takes it."""
    from crab_visualprompt.match.pictures import resized

    scale = min(1.0, longest / max(picture.shape))
    # The network takes nothing smaller than 32 pixels; a fraction of a pixel must not be rounded away.
    return resized(picture, max(scale, 33 / min(picture.shape)))

"""How bright, how rich in contrast and in colour a picture is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import cv2
import numpy as np

from crab_visualprompt.evaluators.parameters import Measure
from crab_visualprompt.pixels import Pixels


def brightness(pixels: Pixels) -> float:
    """Mean luma, 0 to 255 (ITU-R BT.601, 2.5.1)."""
    return float(cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY).mean())


def contrast(pixels: Pixels) -> float:
    """Standard deviation of luma, 0 to 127.5 (root mean square contrast; Peli, JOSA A 7, 1990, eq. 4)."""
    return float(cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY).std())


def saturation(pixels: Pixels) -> float:
    """Mean saturation of HSV, 0 to 255 (Smith, SIGGRAPH 1978)."""
    return float(np.asarray(cv2.cvtColor(pixels, cv2.COLOR_RGB2HSV))[..., 1].mean())


MEASURES: Final[dict[Measure, Callable[[Pixels], float]]] = {
    "brightness": brightness,
    "contrast": contrast,
    "saturation": saturation,
}

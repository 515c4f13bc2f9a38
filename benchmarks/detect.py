"""Icons and controls of a 1080p desktop and of a phone by the detector without weights."""

from __future__ import annotations

import statistics
import time
from typing import Any

RUNS = 20


def detect() -> dict[str, Any]:
    return _measured(1920, 1080)


def detect_phone() -> dict[str, Any]:
    return _measured(1080, 2400)


def _measured(width: int, height: int) -> dict[str, Any]:
    from crab_visualprompt.detect.contours import ContourDetector

    pixels, detector = _screen(width, height), ContourDetector()
    found = len(detector.detect(pixels))
    seconds = []
    for _ in range(RUNS):
        start = time.perf_counter()
        detector.detect(pixels)
        seconds.append(time.perf_counter() - start)
    return {
        "value": statistics.median(seconds),
        "unit": "s",
        "runs": RUNS,
        "worst": max(seconds),
        "found": found,
        "screen": f"{width}x{height}",
    }


def _screen(width: int, height: int) -> Any:
    """A wallpaper with texture, a window with buttons, icons, lines of text and a table on it."""
    import cv2
    import numpy as np
    from PIL import Image, ImageDraw, ImageFont

    across, down = np.linspace(0, 1, width), np.linspace(0, 1, height)
    ground = np.add.outer(down * 90, across * 60)
    texture = np.random.default_rng(5).normal(0, 6, (height, width))
    texture = cv2.GaussianBlur(texture, (0, 0), 2) * 8
    shade = np.clip(ground + texture, 0, 200).astype(np.uint8)
    canvas = Image.fromarray(np.stack([shade // 3, shade, shade + 40], axis=-1))
    pen = ImageDraw.Draw(canvas)
    unit = 17 if width > height else 32
    left, top = round(width * 0.08), round(height * 0.1)
    right, bottom = width - left, height - top
    pen.rectangle((left, top, right, bottom), fill=(250, 250, 250))
    font = ImageFont.load_default(unit)
    for row, y in enumerate(range(top + unit, bottom - 3 * unit, 3 * unit)):
        pen.rounded_rectangle(
            (left + unit, y, left + 7 * unit, y + 2 * unit), unit // 3, outline=(180, 180, 180)
        )
        pen.text((left + 2 * unit, y + unit // 2), f"Item {row}", font=font, fill=(40, 40, 40))
        for place, x in enumerate(range(left + 9 * unit, right - 3 * unit, 3 * unit)):
            if row % 3 == 0:
                pen.ellipse((x, y, x + 1.4 * unit, y + 1.4 * unit), outline=(60, 60, 60), width=2)
                pen.line((x + 5, y + 5, x + unit, y + unit), fill=(60, 60, 60), width=2)
            elif row % 3 == 1:
                pen.rectangle((x, y, x + 3 * unit, y + 3 * unit), outline=(200, 200, 200))
            elif place % 4 == 0:
                pen.text((x, y), "Words of a line", font=font, fill=(40, 40, 40))
    return np.asarray(canvas)

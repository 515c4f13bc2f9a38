"""Frames: the screen as pixels and as PNG, drawn only when something changed."""

from __future__ import annotations

import struct
from collections.abc import Sequence

import numpy as np
import skia

from crab_core.png import encode

from .system.bars import STATUS_HEIGHT
from .ui.geometry import HEIGHT, WIDTH, px
from .ui.render import draw_tree
from .ui.wallpaper import draw_wallpaper
from .windows import SCRIM, Window


class Renderer:
    """Draws windows into one buffer of 1080 by 2400 RGBA pixels."""

    def __init__(self) -> None:
        self._pixels = np.zeros((HEIGHT, WIDTH, 4), np.uint8)
        info = skia.ImageInfo.Make(WIDTH, HEIGHT, skia.kRGBA_8888_ColorType, skia.kPremul_AlphaType)
        self._surface = skia.Surface.MakeRasterDirect(info, self._pixels, WIDTH * 4)
        self._wallpapers: dict[bool, skia.Image] = {}

    def draw(self, windows: Sequence[Window], *, dark: bool, font_scale: float, awake: bool) -> None:
        """Draw the windows over each other; a sleeping screen is black."""
        canvas = self._surface.getCanvas()
        canvas.restoreToCount(1)
        if not awake:
            canvas.clear(0xFF000000)
            return
        for window in windows:
            if window.background is not None:
                canvas.clear(window.background)
            elif window is windows[0]:
                self._draw_wallpaper(canvas, dark)
            if window.scrim:
                canvas.drawColor(SCRIM)
            own = 1.0 if window.title in ("InputMethod", "StatusBar", "NavigationBar0") else font_scale
            draw_tree(canvas, window.root, own)

    def _draw_wallpaper(self, canvas: skia.Canvas, dark: bool) -> None:
        image = self._wallpapers.get(dark)
        if image is None:
            draw_wallpaper(canvas, dark=dark)
            self._wallpapers = {dark: self._surface.makeImageSnapshot()}
            return
        canvas.drawImage(image, 0, 0)

    def raw(self) -> bytes:
        """The pixels, as ``screencap`` without ``-p`` writes them: a header of 16 bytes, then RGBA rows."""
        # Width, height, PixelFormat.RGBA_8888, and the data space (sRGB), little-endian.
        return struct.pack("<4I", WIDTH, HEIGHT, 1, 1) + self._pixels.tobytes()

    def png(self) -> bytes:
        """The pixels as a PNG."""
        return encode(self._pixels)


STATUS_PIXELS = px(STATUS_HEIGHT)

"""The wallpaper: dunes under a low sun, drawn for this project.

Bands of flat colour, so that a frame of the home screen stays small as a PNG.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import skia

from .theme import Color

WALLPAPER_FILE = "/data/system/users/0/wallpaper"  # where Android's WallpaperManagerService keeps it


@dataclass(frozen=True, slots=True)
class _Palette:
    sky: tuple[Color, ...]
    sun: Color
    halo: Color
    dunes: tuple[Color, ...]


_DAY = _Palette(
    sky=(0xFF7FA7DB, 0xFF93B5E0, 0xFFA9C4E4, 0xFFC0D2E6, 0xFFD8DEE2, 0xFFECE3D6, 0xFFF6E3C9),
    sun=0xFFFFF6E3,
    halo=0x40FFF3D8,
    dunes=(0xFFE9C9A0, 0xFFDDA77B, 0xFFC98563, 0xFFA96553, 0xFF7E4A4A, 0xFF573640),
)
_NIGHT = _Palette(
    sky=(0xFF0B1026, 0xFF10183A, 0xFF17224D, 0xFF212E5E, 0xFF2F3C6C, 0xFF434A78, 0xFF5A5881),
    sun=0xFFF3EFE0,
    halo=0x22F3EFE0,
    dunes=(0xFF4A4A78, 0xFF3B3B68, 0xFF2E2F57, 0xFF232546, 0xFF191B36, 0xFF111328),
)

# Left height, two control heights and right height of each dune's crest, as parts of the screen's height.
_CRESTS = (
    (0.560, 0.500, 0.600, 0.545),
    (0.610, 0.680, 0.540, 0.630),
    (0.720, 0.600, 0.700, 0.690),
    (0.760, 0.820, 0.690, 0.770),
    (0.880, 0.760, 0.860, 0.840),
    (0.930, 0.980, 0.880, 0.950),
)


@lru_cache(maxsize=4)
def wallpaper_image(size: tuple[int, int], dark: bool, picture: bytes = b"") -> skia.Image:
    """The wallpaper for a screen of ``size`` pixels, shared by all phones of a process.

    Args:
        size: of the screen.
        dark: whether the dark theme is in force.
        picture: the file of a picture that the user has chosen; the phone's own dunes when it is empty or
            cannot be read.
    """
    surface = skia.Surface(*size)
    if not _cover(surface.getCanvas(), size, picture):
        draw_wallpaper(surface.getCanvas(), size, dark=dark)
    return surface.makeImageSnapshot()


def _cover(canvas: skia.Canvas, size: tuple[int, int], data: bytes) -> bool:
    """Fill the screen with a picture, a little darkened for white names; whether it could be."""
    try:
        picture = skia.Image.MakeFromEncoded(skia.Data.MakeWithCopy(data)) if data else None
    except (ValueError, RuntimeError):
        picture = None
    if picture is None:
        return False
    width, height = size
    scale = max(width / picture.width(), height / picture.height())
    across, down = picture.width() * scale, picture.height() * scale
    target = skia.Rect.MakeXYWH((width - across) / 2, (height - down) / 2, across, down)
    sampling = skia.SamplingOptions(skia.FilterMode.kLinear, skia.MipmapMode.kLinear)
    canvas.drawImageRect(picture, target, sampling, skia.Paint())
    canvas.drawColor(0x26000000, skia.BlendMode.kSrcOver)
    return True


def draw_wallpaper(canvas: skia.Canvas, size: tuple[int, int], *, dark: bool) -> None:
    """Paint a screen of ``size`` pixels."""
    width, height = size
    palette = _NIGHT if dark else _DAY
    horizon = height * 0.62
    sun = max(width, height) / 2400
    for index, color in enumerate(palette.sky):
        _sky_band(canvas, color, horizon * index / len(palette.sky), index, size)
    for radius, color in ((250, palette.halo), (185, palette.halo), (120, palette.sun)):
        canvas.drawCircle(width * 0.70, height * 0.455, radius * sun, skia.Paint(Color=color, AntiAlias=True))
    for crest, color in zip(_CRESTS, palette.dunes, strict=True):
        canvas.drawPath(_dune(crest, size), skia.Paint(Color=color, AntiAlias=True))


def _sky_band(canvas: skia.Canvas, color: Color, top: float, index: int, size: tuple[int, int]) -> None:
    width, height = size
    swing = 70 if index % 2 else -70
    path = skia.Path()
    path.moveTo(0, top)
    path.cubicTo(width * 0.35, top - swing, width * 0.65, top + swing, width, top)
    path.lineTo(width, height)
    path.lineTo(0, height)
    path.close()
    if index == 0:
        canvas.clear(color)
    else:
        canvas.drawPath(path, skia.Paint(Color=color, AntiAlias=True))


def _dune(crest: tuple[float, float, float, float], size: tuple[int, int]) -> skia.Path:
    width, height = size
    left, first, second, right = (part * height for part in crest)
    path = skia.Path()
    path.moveTo(0, left)
    path.cubicTo(width * 0.33, first, width * 0.62, second, width, right)
    path.lineTo(width, height)
    path.lineTo(0, height)
    path.close()
    return path

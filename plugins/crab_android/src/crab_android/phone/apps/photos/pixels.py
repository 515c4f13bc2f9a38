"""Pixels: thumbnails cut to a shape, and what editing makes of a picture."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import skia

from crab_android.phone.kit import Painter, Rect, View, decoded, draw_icon, px

_TRILINEAR = skia.SamplingOptions(skia.FilterMode.kLinear, skia.MipmapMode.kLinear)
_QUALITY = 92


def opened(data: bytes) -> skia.Image | None:
    """A picture from its file; None when it cannot be read."""
    try:
        found: skia.Image | None = skia.Image.MakeFromEncoded(skia.Data.MakeWithCopy(data)) if data else None
    except (ValueError, RuntimeError):
        return None
    return found


@lru_cache(maxsize=72)  # of up to 0.5 MB: a screen has at most 60
def _thumbnail(data: bytes, width: int, height: int, edits: Edits) -> skia.Image | None:
    picture = decoded(data, width, height)
    if picture is None:
        return None
    surface = skia.Surface.MakeRaster(
        skia.ImageInfo.Make(width, height, skia.kRGBA_8888_ColorType, skia.kOpaque_AlphaType)
    )
    canvas = surface.getCanvas()
    canvas.clear(0xFF000000)
    scale = max(width / picture.width(), height / picture.height())
    across, down = picture.width() * scale, picture.height() * scale
    target = skia.Rect.MakeXYWH((width - across) / 2, (height - down) / 2, across, down)
    canvas.drawImageRect(picture, target, _TRILINEAR, skia.Paint(ColorFilter=_color_filter(edits)))
    return surface.makeImageSnapshot()


def thumbnail(
    data: bytes, *, radius: float = 0, inset: float = 0, edits: Edits | None = None, **more: object
) -> View:
    """A view that a picture fills; what is over is cut off.

    Args:
        data: the picture file's bytes.
        radius: of its corners, in dp.
        inset: how far its edges stand back, in dp, as those of a chosen picture do.
        edits: of which only the colours are shown.
        more: of the view.
    """
    view = View("android.widget.ImageView", hidden=True, **more)  # type: ignore[arg-type]
    view.draw = _painter(data, radius, inset, edits or Edits())
    return view


def _painter(data: bytes, radius: float, inset: float, edits: Edits) -> Painter:
    def paint(canvas: skia.Canvas, rect: Rect) -> None:
        edge = px(inset)
        box = Rect(rect.left + edge, rect.top + edge, rect.right - edge, rect.bottom - edge)
        if box.empty:
            return
        picture = _thumbnail(data, box.width, box.height, edits)
        canvas.save()
        if radius:
            rounded = skia.RRect.MakeRectXY(skia.Rect.MakeLTRB(*box), px(radius), px(radius))
            canvas.clipRRect(rounded, doAntiAlias=True)
        if picture is not None:
            canvas.drawImage(picture, box.left, box.top)
        else:
            canvas.clipRect(skia.Rect.MakeLTRB(*box))
            canvas.drawColor(0xFF55565C)
            x, y = box.center
            half = min(px(16), box.width // 3)
            icon = "broken_image" if data else "play_circle"
            draw_icon(canvas, icon, Rect(x - half, y - half, x + half, y + half), 0xFFFFFFFF)
        canvas.restore()

    return paint


# -- editing --------------------------------

CROPS: dict[str, tuple[str, float]] = {
    "original": ("Original", 0.0),
    "square": ("Square", 1.0),
    "4:3": ("4:3", 4 / 3),
    "3:4": ("3:4", 3 / 4),
    "16:9": ("16:9", 16 / 9),
    "9:16": ("9:16", 9 / 16),
}
FILTERS: dict[str, str] = {
    "none": "None",
    "vivid": "Vivid",
    "warm": "Warm",
    "cool": "Cool",
    "fade": "Fade",
    "sepia": "Sepia",
    "mono": "Mono",
    "noir": "Noir",
}
Matrix = tuple[float, ...]


class Edits(NamedTuple):
    """What is done to a picture: quarter turns to the right, a crop, and changes from -1 to 1."""

    turns: int = 0
    crop: str = "original"
    filter: str = "none"
    brightness: float = 0.0
    contrast: float = 0.0
    saturation: float = 0.0
    mirrored: bool = False


def _saturated(amount: float) -> Matrix:
    # ITU-R BT.709's weights of red, green and blue.
    red, green, blue = ((1 - amount) * weight for weight in (0.2126, 0.7152, 0.0722))
    return (
        *(red + amount, green, blue, 0, 0),
        *(red, green + amount, blue, 0, 0),
        *(red, green, blue + amount, 0, 0),
        *(0, 0, 0, 1, 0),
    )


def _scaled(red: float, green: float, blue: float, lift: float = 0.0) -> Matrix:
    return (red, 0, 0, 0, lift, 0, green, 0, 0, lift, 0, 0, blue, 0, lift, 0, 0, 0, 1, 0)


_LOOKS: dict[str, tuple[Matrix, ...]] = {
    "none": (),
    "vivid": (_saturated(1.45), _scaled(1.08, 1.08, 1.08, -0.03)),
    "warm": (_scaled(1.12, 1.02, 0.84),),
    "cool": (_scaled(0.88, 1.0, 1.16),),
    "fade": (_saturated(0.7), _scaled(0.82, 0.82, 0.82, 0.12)),
    "sepia": (_saturated(0.0), _scaled(1.07, 0.94, 0.74)),
    "mono": (_saturated(0.0),),
    "noir": (_saturated(0.0), _scaled(1.5, 1.5, 1.5, -0.25)),
}


def _color_filter(edits: Edits) -> skia.ColorFilter | None:
    steps = list(_LOOKS[edits.filter])
    if edits.saturation:
        steps.append(_saturated(1 + edits.saturation))
    if edits.contrast:
        gain = 1 + edits.contrast * 0.6
        steps.append(_scaled(gain, gain, gain, 0.5 * (1 - gain)))
    if edits.brightness:
        steps.append(_scaled(1, 1, 1, edits.brightness * 0.35))
    made: skia.ColorFilter | None = None
    for step in steps:
        found = skia.ColorFilters.Matrix(list(step))
        made = found if made is None else found.makeComposed(made)
    return made


@lru_cache(maxsize=4)
def edited(data: bytes, edits: Edits, longest: int = 0) -> skia.Image | None:
    """The picture after editing; None when it cannot be read.

    Args:
        data: the picture file's bytes.
        edits: what is done to it.
        longest: its longer side in pixels at most; as it is when 0.
    """
    picture = opened(data)
    if picture is None:
        return None
    width, height = picture.width(), picture.height()
    scale = min(1.0, longest / max(width, height)) if longest else 1.0
    width, height = max(1, round(width * scale)), max(1, round(height * scale))
    wide, high = edited_size(width, height, edits)
    surface = skia.Surface(wide, high)
    canvas = surface.getCanvas()
    canvas.translate(wide / 2, high / 2)
    if edits.mirrored:
        canvas.scale(-1, 1)
    canvas.rotate(90 * (edits.turns % 4))
    target = skia.Rect.MakeXYWH(-width / 2, -height / 2, width, height)
    canvas.drawImageRect(picture, target, _TRILINEAR, skia.Paint(ColorFilter=_color_filter(edits)))
    return surface.makeImageSnapshot()


def edited_size(width: int, height: int, edits: Edits) -> tuple[int, int]:
    """What a picture's width and height become; the crop keeps its middle."""
    if edits.turns % 2:
        width, height = height, width
    ratio = CROPS[edits.crop][1]
    if not ratio or not width or not height:
        return width, height
    if width / height > ratio:
        return max(1, round(height * ratio)), height
    return width, max(1, round(width / ratio))


def saved(data: bytes, edits: Edits, *, png: bool = False) -> bytes:
    """The file of the edited picture; empty when it cannot be read."""
    picture = edited(data, edits)
    if picture is None:
        return b""
    kind = skia.kPNG if png else skia.kJPEG
    return bytes(picture.encodeToData(kind, _QUALITY))

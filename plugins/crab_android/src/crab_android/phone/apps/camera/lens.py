"""From what stands before the camera to pixels: light, zoom, portrait, flash."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import skia

from .scenes import draw_scene

_LONG, _SHORT = 1600, 1200  # pixels of a picture
_QUALITY = 88
_TRILINEAR = skia.SamplingOptions(skia.FilterMode.kLinear, skia.MipmapMode.kLinear)


class Look(NamedTuple):
    """What the camera is set to.

    Attributes:
        scene: a drawn scene; ``front`` for the camera that looks back.
        hour: of the day.
        zoom: 1 or 2.
        portrait: whether what is around the middle is soft.
        flash: whether the flash lights it.
        data: a picture file that stands before the camera instead of a drawn scene; empty for none.
    """

    scene: str
    hour: int
    zoom: int = 1
    portrait: bool = False
    flash: bool = False
    data: bytes = b""


@lru_cache(maxsize=6)
def seen(look: Look, width: int, height: int) -> skia.Image:
    """What the camera sees, in pixels of a size."""
    surface = skia.Surface.MakeRaster(
        skia.ImageInfo.Make(width, height, skia.kRGBA_8888_ColorType, skia.kOpaque_AlphaType)
    )
    canvas = surface.getCanvas()
    canvas.clear(0xFF000000)
    canvas.save()
    canvas.translate(width / 2, height / 2)
    canvas.scale(look.zoom, look.zoom)
    canvas.translate(-width / 2, -height / 2)
    picture = _opened(look.data)
    if picture is not None:
        scale = max(width / picture.width(), height / picture.height())
        across, down = picture.width() * scale, picture.height() * scale
        target = skia.Rect.MakeXYWH((width - across) / 2, (height - down) / 2, across, down)
        canvas.drawImageRect(picture, target, _TRILINEAR, skia.Paint())
    else:
        draw_scene(canvas, look.scene, width, height, look.hour)
    canvas.restore()
    if look.flash:
        _flash(canvas, width, height)
    image = surface.makeImageSnapshot()
    return _soft_around(image) if look.portrait else image


def _opened(data: bytes) -> skia.Image | None:
    try:
        found: skia.Image | None = skia.Image.MakeFromEncoded(skia.Data.MakeWithCopy(data)) if data else None
    except (ValueError, RuntimeError):
        return None
    return found


def _flash(canvas: skia.Canvas, width: int, height: int) -> None:
    light = skia.Paint(BlendMode=skia.BlendMode.kScreen)
    reach = max(width, height) * 0.6
    light.setShader(
        skia.GradientShader.MakeRadial((width / 2, height / 2), reach, [0x70FFFFFF, 0x20FFFFFF, 0x00FFFFFF])
    )
    canvas.drawPaint(light)


def _soft_around(image: skia.Image) -> skia.Image:
    width, height = image.width(), image.height()
    surface = skia.Surface(width, height)
    canvas = surface.getCanvas()
    blur = min(width, height) / 60
    soft = skia.Paint(ImageFilter=skia.ImageFilters.Blur(blur, blur, skia.TileMode.kClamp))
    canvas.drawImage(image, 0, 0, skia.SamplingOptions(), soft)
    canvas.saveLayer(None, None)
    canvas.drawImage(image, 0, 0)
    mask = skia.Paint(BlendMode=skia.BlendMode.kDstIn)
    middle, reach = (width / 2, height * 0.52), min(width, height) * 0.62
    mask.setShader(
        skia.GradientShader.MakeRadial(middle, reach, [0xFF000000, 0xFF000000, 0x00000000], [0, 0.62, 1])
    )
    canvas.drawPaint(mask)
    canvas.restore()
    return surface.makeImageSnapshot()


def size_of(*, wide: bool) -> tuple[int, int]:
    """Width and height of a picture in pixels, for a phone on its side or upright."""
    return (_LONG, _SHORT) if wide else (_SHORT, _LONG)


def jpeg(look: Look, width: int, height: int) -> bytes:
    """The file of a picture."""
    return bytes(seen(look, width, height).encodeToData(skia.kJPEG, _QUALITY))

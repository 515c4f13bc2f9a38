"""Pictures and progress."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal

import skia

from .geometry import DENSITY, Rect, px
from .icons import draw_icon
from .theme import Theme, with_alpha
from .views import MATCH, View

Fit = Literal["cover", "contain"]

# Pictures are kept decoded: 160 of up to 0.25 MB each, and 6 larger ones, of a screen at most.
_SMALL = 256 * 256
_LARGE = 1080 * 2400


def image(
    data: bytes,
    *,
    desc: str = "",
    width: float = MATCH,
    height: float | None = None,
    radius: float = 0,
    fit: Fit = "cover",
    **more: Any,
) -> View:
    """A picture from the bytes of a PNG, a JPEG, a WebP or a GIF.

    Args:
        data: the file's bytes; what cannot be read is shown as a grey picture with an icon.
        desc: what it shows, for who cannot see it.
        width: in dp.
        height: in dp; when None, what keeps the picture's shape at a fixed width, else 200.
        radius: of its corners, in dp.
        fit: ``cover`` fills the view and cuts off what is over, ``contain`` shows everything.
        more: of the view.
    """
    if height is None:
        across, down = picture_size(data)
        height = width * down / across if width > 0 and across else 200

    def paint(canvas: skia.Canvas, rect: Rect) -> None:
        corner = min(px(radius), rect.width // 2, rect.height // 2)
        if corner:
            # Smooth clipping is slow, so that only the strips with the corners are clipped smoothly.
            box = skia.RRect.MakeRectXY(skia.Rect.MakeLTRB(*rect), corner, corner)
            for top, bottom in ((rect.top, rect.top + corner), (rect.bottom - corner, rect.bottom)):
                canvas.save()
                canvas.clipRect(skia.Rect.MakeLTRB(rect.left, top, rect.right, bottom))
                canvas.clipRRect(box, doAntiAlias=True)
                _paint_picture(canvas, data, rect, fit)
                canvas.restore()
        canvas.save()
        canvas.clipRect(skia.Rect.MakeLTRB(rect.left, rect.top + corner, rect.right, rect.bottom - corner))
        _paint_picture(canvas, data, rect, fit)
        canvas.restore()

    return View("android.widget.ImageView", desc=desc, width=width, height=height, draw=paint, **more)


def _paint_picture(canvas: skia.Canvas, data: bytes, rect: Rect, fit: Fit) -> None:
    across, down = picture_size(data)
    if not across or not down or rect.empty:
        canvas.drawColor(0xFF8A8A90)
        half = min(px(16), rect.width // 3, rect.height // 3)
        x, y = rect.center
        draw_icon(canvas, "broken_image", Rect(x - half, y - half, x + half, y + half), 0xFFFFFFFF)
        return
    scales = rect.width / across, rect.height / down
    scale = max(scales) if fit == "cover" else min(scales)
    width, height = max(1, round(across * scale)), max(1, round(down * scale))
    # What is larger than a screen is a picture that was zoomed into, and is scaled while drawn.
    limited = min(1.0, (_LARGE / (width * height)) ** 0.5)
    small = width * height <= _SMALL
    decode = _small_picture if small else _large_picture
    picture = decode(data, max(1, round(width * limited)), max(1, round(height * limited)))
    left, top = rect.left + (rect.width - width) // 2, rect.top + (rect.height - height) // 2
    if (picture.width(), picture.height()) == (width, height):
        # Pixel for pixel: many times as fast as with filtering.
        canvas.drawImage(picture, left, top)
        return
    target = skia.Rect.MakeXYWH(left, top, width, height)
    canvas.drawImageRect(picture, target, skia.SamplingOptions(skia.FilterMode.kLinear), skia.Paint())


@lru_cache(maxsize=128)
def picture_size(data: bytes) -> tuple[int, int]:
    """Width and height in pixels of a picture file; (0, 0) when it cannot be read."""
    picture = _opened(data)
    return (picture.width(), picture.height()) if picture is not None else (0, 0)


def _opened(data: bytes) -> skia.Image | None:
    """The picture, not decoded yet; None when the bytes are none."""
    try:
        found: skia.Image | None = skia.Image.MakeFromEncoded(skia.Data.MakeWithCopy(data)) if data else None
    except (ValueError, RuntimeError):
        return None
    return found


def decoded(data: bytes, width: int, height: int) -> skia.Image | None:
    """A picture from its file, no larger than it must be to be drawn at a size; None when it cannot be read.

    A JPEG is decoded in eighths of its size: a small picture of a large one costs a quarter of the time and
    a fraction of the memory.
    """
    # A codec does not hold its data: it must be held here until the pixels are read.
    held = skia.Data.MakeWithCopy(data)
    codec = _codec(held) if data else None
    if codec is None:
        return None
    size = codec.dimensions()
    scale = max(width / max(1, size.width()), height / max(1, size.height()))
    # Skia takes the nearest eighth: a sixteenth more, and it is never too small.
    whole = size if scale >= 1 else codec.getScaledDimensions(min(1.0, scale + 1 / 16))
    upright = codec.getOrigin() == skia.EncodedOrigin.kTopLeft_EncodedOrigin
    if whole.width() >= size.width() or not upright:
        return _opened(data)
    bitmap = skia.Bitmap()
    bitmap.allocPixels(
        skia.ImageInfo.Make(
            whole.width(), whole.height(), skia.kRGBA_8888_ColorType, codec.getInfo().alphaType()
        )
    )
    pixels = skia.Pixmap()
    if not bitmap.peekPixels(pixels) or codec.getPixels(pixels) != skia.Codec.kSuccess:
        return _opened(data)
    bitmap.setImmutable()  # its pixels are shared then, not copied
    made: skia.Image = skia.Image.MakeFromBitmap(bitmap)
    return made


def _codec(held: skia.Data) -> skia.Codec | None:
    try:
        found: skia.Codec | None = skia.Codec.MakeFromData(held)
    except (ValueError, RuntimeError):
        return None
    return found


@lru_cache(maxsize=160)
def _small_picture(data: bytes, width: int, height: int) -> skia.Image:
    return _scaled(data, width, height)


@lru_cache(maxsize=6)
def _large_picture(data: bytes, width: int, height: int) -> skia.Image:
    return _scaled(data, width, height)


def _scaled(data: bytes, width: int, height: int) -> skia.Image:
    """The picture decoded at a size in pixels, so that not every frame has to scale it."""
    picture = decoded(data, width, height)
    if picture is None:  # never: who asks for a size knows that it can be opened
        return skia.Surface(width, height).makeImageSnapshot()
    # The frame's own order of colours, and no transparency where there is none: what is fastest to draw.
    alpha = skia.kOpaque_AlphaType if picture.isOpaque() else skia.kPremul_AlphaType
    surface = skia.Surface.MakeRaster(skia.ImageInfo.Make(width, height, skia.kRGBA_8888_ColorType, alpha))
    # Trilinear filtering over mipmaps: small pictures of large ones neither flicker nor alias.
    sampling = skia.SamplingOptions(skia.FilterMode.kLinear, skia.MipmapMode.kLinear)
    target = skia.Rect.MakeWH(width, height)
    surface.getCanvas().drawImageRect(picture, target, sampling, skia.Paint())
    return surface.makeImageSnapshot()


def progress_bar(part: float, theme: Theme, desc: str = "", **more: Any) -> View:
    """How much of something is done, from 0 to 1."""

    def paint(canvas: skia.Canvas, rect: Rect) -> None:
        half = px(2)
        y = rect.center[1]
        end = rect.left + (rect.width * min(1.0, max(0.0, part)))
        rest = skia.Rect.MakeLTRB(
            min(rect.right, end + px(4) if part > 0 else end), y - half, rect.right, y + half
        )
        canvas.drawRoundRect(rest, half, half, skia.Paint(Color=theme.secondary_container, AntiAlias=True))
        if part > 0:
            done = skia.Rect.MakeLTRB(rect.left, y - half, max(end, rect.left + 2 * half), y + half)
            canvas.drawRoundRect(done, half, half, skia.Paint(Color=theme.primary, AntiAlias=True))

    more.setdefault("width", MATCH)
    more.setdefault("height", 12)
    return View("android.widget.ProgressBar", desc=desc, draw=paint, **more)


def spinner(theme: Theme, desc: str = "Loading", size: float = 40) -> View:
    """The sign that something is under way."""

    def paint(canvas: skia.Canvas, rect: Rect) -> None:
        inset = 2 * DENSITY
        box = skia.Rect.MakeLTRB(*rect)
        box.inset(inset, inset)
        pen = skia.Paint(
            AntiAlias=True,
            Style=skia.Paint.kStroke_Style,
            StrokeWidth=4 * DENSITY,
            StrokeCap=skia.Paint.kRound_Cap,
        )
        pen.setColor(with_alpha(theme.primary, 0.2))
        canvas.drawOval(box, pen)
        pen.setColor(theme.primary)
        canvas.drawArc(box, -90, 250, False, pen)

    return View("android.widget.ProgressBar", desc=desc, width=size, height=size, draw=paint)

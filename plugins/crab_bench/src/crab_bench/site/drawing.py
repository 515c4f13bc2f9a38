"""Draws the pictures of pictures.crab.test: one thing in one colour, few colours, so that they are small."""

from __future__ import annotations

import io
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from crab_bench.site.words import COLOURS

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

SIZE: Final = (480, 320)
SMALL: Final = (180, 120)
_DARK: Final = (52, 48, 56)
_LIGHT: Final = (246, 240, 224)


@lru_cache(maxsize=512)
def draw_picture(colour: str, subject: str, tint: int) -> tuple[bytes, bytes]:
    """A picture and the same small, as PNG files.

    Args:
        colour: One of `COLOURS`.
        subject: One of `SUBJECTS`.
        tint: From 0 to 4: how light it is, and where the sun stands.
    """
    from PIL import Image, ImageDraw

    picture = Image.new("RGB", SIZE, (170 + 15 * tint, 205 + 8 * tint, 225 + 6 * tint))
    draw = ImageDraw.Draw(picture)
    draw.rectangle((0, 236, 480, 320), (70 + 12 * tint, 120 + 9 * tint, 96 + 11 * tint))
    sun = 30 + 90 * tint
    draw.ellipse((sun, 24, sun + 52, 76), (250, 226, 150))
    _SUBJECTS[subject](draw, COLOURS[colour])
    # Fewer colours make the small one small. The large one has no palette: programs do less with pictures
    # that have one.
    small = picture.resize(SMALL, Image.Resampling.LANCZOS)
    return _png(picture), _png(small.quantize(32, method=Image.Quantize.FASTOCTREE))


def _png(picture: Any) -> bytes:
    file = io.BytesIO()
    picture.save(file, "PNG")
    return file.getvalue()


Colour = tuple[int, int, int]


def _lighthouse(draw: ImageDraw, colour: Colour) -> None:
    draw.polygon([(205, 250), (275, 250), (262, 96), (218, 96)], colour)
    draw.polygon([(211, 190), (269, 190), (266, 150), (214, 150)], _LIGHT)
    draw.rectangle((214, 66, 266, 96), (255, 236, 140))
    draw.polygon([(208, 66), (272, 66), (240, 38)], _DARK)
    draw.rectangle((230, 218, 250, 250), _DARK)


def _boat(draw: ImageDraw, colour: Colour) -> None:
    draw.rectangle((0, 236, 480, 320), (66, 128, 178))
    draw.polygon([(140, 236), (340, 236), (308, 274), (172, 274)], colour)
    draw.rectangle((236, 70, 243, 236), _DARK)
    draw.polygon([(248, 78), (248, 222), (330, 222)], _LIGHT)
    draw.polygon([(231, 98), (231, 222), (160, 222)], colour)


def _windmill(draw: ImageDraw, colour: Colour) -> None:
    draw.polygon([(200, 252), (280, 252), (262, 120), (218, 120)], colour)
    draw.polygon([(212, 122), (268, 122), (240, 92)], _DARK)
    for one, other in (((240, 122), (330, 40)), ((240, 122), (150, 204))):
        draw.line((one, other), _LIGHT, 13)
    for one, other in (((240, 122), (322, 212)), ((240, 122), (158, 32))):
        draw.line((one, other), _LIGHT, 13)
    draw.ellipse((230, 112, 250, 132), _DARK)


def _balloon(draw: ImageDraw, colour: Colour) -> None:
    draw.ellipse((170, 30, 310, 184), colour)
    draw.ellipse((214, 30, 266, 184), _LIGHT)
    draw.line(((190, 156), (224, 212)), _DARK, 3)
    draw.line(((290, 156), (256, 212)), _DARK, 3)
    draw.rectangle((220, 210, 260, 240), (146, 98, 54))


def _cottage(draw: ImageDraw, colour: Colour) -> None:
    draw.rectangle((160, 160, 320, 254), colour)
    draw.polygon([(140, 164), (340, 164), (240, 88)], _DARK)
    draw.rectangle((222, 200, 258, 254), _LIGHT)
    draw.rectangle((178, 186, 206, 214), (255, 236, 140))
    draw.rectangle((274, 186, 302, 214), (255, 236, 140))


def _umbrella(draw: ImageDraw, colour: Colour) -> None:
    draw.rectangle((236, 130, 244, 268), _DARK)
    draw.pieslice((120, 50, 360, 250), 180, 360, colour)
    draw.pieslice((190, 50, 290, 250), 180, 360, _LIGHT)
    draw.arc((208, 250, 244, 284), 0, 180, _DARK, 8)


_SUBJECTS: Final = {
    "lighthouse": _lighthouse,
    "sailing boat": _boat,
    "windmill": _windmill,
    "balloon": _balloon,
    "cottage": _cottage,
    "umbrella": _umbrella,
}

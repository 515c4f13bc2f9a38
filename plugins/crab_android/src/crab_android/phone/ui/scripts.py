"""Writing that is shaped as a whole: right to left, or with letters that change with their neighbours."""

from __future__ import annotations

from functools import lru_cache

import skia
from skia import textlayout

from .fonts import fallback, typeface
from .theme import Color

# Hebrew to Arabic Extended, the scripts of India to Tibetan and Myanmar, Khmer and Mongolian, and the
# presentation forms of Hebrew and Arabic.
_RANGES = ((0x0590, 0x08FF), (0x0900, 0x109F), (0x1780, 0x18AF), (0xFB1D, 0xFDFF), (0xFE70, 0xFEFF))
_UNLIMITED = 1e6


def needs_shaping(text: str) -> bool:
    """Whether drawing the characters one after the other would be wrong."""
    return any(low <= ord(char) <= high for char in text if char > "\u058f" for low, high in _RANGES)


@lru_cache(maxsize=512)
def paragraph(text: str, weight: int, size: float, color: Color) -> textlayout.Paragraph:
    """A line of such writing, laid out without a limit in width; ``size`` is in pixels."""
    provider = textlayout.TypefaceFontProvider()
    found = [typeface(weight), *(fallback(char) for char in text if char > "\u007f")]
    faces = list({face.uniqueID(): face for face in found if face is not None}.values())
    names = [f"face{number}" for number in range(len(faces))]
    for face, name in zip(faces, names, strict=True):
        provider.registerTypeface(face, name)
    fonts = textlayout.FontCollection()
    fonts.setDefaultFontManager(provider)
    style = textlayout.TextStyle()
    style.setFontSize(size)
    style.setColor(color)
    style.setFontFamilies(names)
    builder = textlayout.ParagraphBuilder.make(textlayout.ParagraphStyle(), fonts, skia.Unicodes.ICU.Make())
    builder.pushStyle(style)
    builder.addText(text)
    made = builder.Build()
    made.layout(_UNLIMITED)
    return made

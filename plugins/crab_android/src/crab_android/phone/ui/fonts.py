"""Finding and opening fonts, without fontconfig.

Roboto draws the Latin text where it is installed, else Noto Sans, else DejaVu Sans. Characters that
the chosen family lacks are looked for in the fall-back files, in a fixed order, so that the same
files give the same pixels.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

import skia

FONT_FOLDERS: tuple[Path, ...] = (
    Path("/usr/share/fonts"),
    Path("/usr/local/share/fonts"),
)

# Family → file stem for each of the weights 400, 500 and 700.
_FAMILIES: tuple[dict[int, str], ...] = (
    {400: "Roboto-Regular", 500: "Roboto-Medium", 700: "Roboto-Bold"},
    {400: "NotoSans-Regular", 500: "NotoSans-Medium", 700: "NotoSans-Bold"},
    {400: "DejaVuSans", 500: "DejaVuSans", 700: "DejaVuSans-Bold"},
)

_FALLBACKS: tuple[str, ...] = (
    "NotoSans-Regular",
    "NotoSansSymbols-Regular",
    "NotoSansSymbols2-Regular",
    "NotoSansMath-Regular",
    "NotoSansArabic-Regular",
    "NotoSansHebrew-Regular",
    "NotoSansDevanagari-Regular",
    "NotoSansBengali-Regular",
    "NotoSansTamil-Regular",
    "NotoSansTelugu-Regular",
    "NotoSansThai-Regular",
    "NotoSansArmenian-Regular",
    "NotoSansGeorgian-Regular",
    "NotoSansEthiopic-Regular",
    "DroidSansFallbackFull",
    "NotoSansCJK-Regular",
    "NotoEmoji-Regular",
    "DejaVuSans",
)


_SLANT = -0.2  # how far letters in italics lean, as a part of their height


class FontsMissingError(RuntimeError):
    """No font that the phone can draw Latin text with is installed."""


@lru_cache(maxsize=1)
def font_files() -> dict[str, Path]:
    """Every font file on this machine, by file stem."""
    return dict(_walk(FONT_FOLDERS))


def _walk(folders: Sequence[Path]) -> Iterator[tuple[str, Path]]:
    for folder in folders:
        for path in sorted(folder.rglob("*.[to]t[fc]")) if folder.is_dir() else ():
            yield path.stem, path


def family_found() -> str | None:
    """The stem of the regular face that will be used, or None when nothing suitable is installed."""
    files = font_files()
    return next((family[400] for family in _FAMILIES if family[400] in files), None)


@lru_cache(maxsize=64)
def _open(stem: str) -> skia.Typeface | None:
    path = font_files().get(stem)
    return _manager().makeFromFile(str(path)) if path else None


@lru_cache(maxsize=1)
def _manager() -> skia.FontMgr:
    """A font manager that knows no fonts of the system and so reads no configuration of it."""
    return skia.FontMgr.New_Custom_Empty()


@lru_cache(maxsize=8)
def typeface(weight: int) -> skia.Typeface:
    """The face for Latin text at a weight of 400, 500 or 700.

    Raises:
        FontsMissingError: when neither Roboto, Noto Sans nor DejaVu Sans is installed.
    """
    files = font_files()
    for family in _FAMILIES:
        if family[400] in files:
            face = _open(family.get(weight, family[400])) or _open(family[400 if weight < 600 else 700])
            if face is not None:
                return face
    raise FontsMissingError("no usable font found: install fonts-noto-core or fonts-dejavu-core")


@lru_cache(maxsize=4096)
def fallback(character: str) -> skia.Typeface | None:
    """A face that has the character, or None when no installed one does."""
    for stem in _FALLBACKS:
        face = _open(stem)
        if face is not None and face.unicharToGlyph(ord(character)):
            return face
    return None


@lru_cache(maxsize=256)
def font(weight: int, size: float) -> skia.Font:
    """A font at a size in pixels, with the metrics that every caller measures with."""
    return _configured(skia.Font(typeface(weight), size))


def fallback_font(face: skia.Typeface, size: float) -> skia.Font:
    """A fall-back face at a size in pixels."""
    return _configured(skia.Font(face, size))


def slanted(face: skia.Font) -> skia.Font:
    """A font with its letters leaning, as wide as they were."""
    return _configured(skia.Font(face.getTypeface(), face.getSize(), 1.0, _SLANT))


def _configured(made: skia.Font) -> skia.Font:
    made.setSubpixel(True)
    made.setEdging(skia.Font.Edging.kAntiAlias)
    made.setHinting(skia.FontHinting.kNone)
    made.setLinearMetrics(True)
    return made

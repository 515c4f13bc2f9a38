"""Colours of the phone in the light and in the dark theme, as 0xAARRGGBB.

The roles are those of Material 3 (m3.material.io, "Color roles").
"""

from __future__ import annotations

import math
from dataclasses import dataclass, fields, replace
from functools import lru_cache

Color = int


@dataclass(frozen=True, slots=True)
class Theme:
    """One colour for each role."""

    dark: bool
    primary: Color
    on_primary: Color
    primary_container: Color
    on_primary_container: Color
    secondary_container: Color
    on_secondary_container: Color
    tertiary_container: Color
    on_tertiary_container: Color
    surface: Color
    surface_low: Color
    surface_container: Color
    surface_high: Color
    surface_highest: Color
    on_surface: Color
    on_surface_variant: Color
    outline: Color
    outline_variant: Color
    error: Color
    inverse_surface: Color
    inverse_on_surface: Color


LIGHT = Theme(
    dark=False,
    primary=0xFF3A5BA9,
    on_primary=0xFFFFFFFF,
    primary_container=0xFFD9E2FF,
    on_primary_container=0xFF1F428F,
    secondary_container=0xFFDCE2F9,
    on_secondary_container=0xFF404659,
    tertiary_container=0xFFFDD7FA,
    on_tertiary_container=0xFF5A3D5C,
    surface=0xFFFAF8FF,
    surface_low=0xFFF4F3FA,
    surface_container=0xFFEEEDF5,
    surface_high=0xFFE8E7EF,
    surface_highest=0xFFE2E2E9,
    on_surface=0xFF1A1B21,
    on_surface_variant=0xFF44464F,
    outline=0xFF757780,
    outline_variant=0xFFC5C6D0,
    error=0xFFBA1A1A,
    inverse_surface=0xFF2F3036,
    inverse_on_surface=0xFFF1F0F7,
)

DARK = Theme(
    dark=True,
    primary=0xFFB1C5FF,
    on_primary=0xFF002C71,
    primary_container=0xFF1F428F,
    on_primary_container=0xFFD9E2FF,
    secondary_container=0xFF404659,
    on_secondary_container=0xFFDCE2F9,
    tertiary_container=0xFF5A3D5C,
    on_tertiary_container=0xFFFDD7FA,
    surface=0xFF121318,
    surface_low=0xFF1A1B21,
    surface_container=0xFF1E1F25,
    surface_high=0xFF282A2F,
    surface_highest=0xFF33343A,
    on_surface=0xFFE3E2E9,
    on_surface_variant=0xFFC5C6D0,
    outline=0xFF8F9099,
    outline_variant=0xFF44464F,
    error=0xFFFFB4AB,
    inverse_surface=0xFFE3E2E9,
    inverse_on_surface=0xFF2F3036,
)


def with_alpha(color: Color, alpha: float) -> Color:
    """The colour at an opacity between 0 and 1."""
    return (color & 0x00FFFFFF) | (round(alpha * 255) << 24)


@lru_cache(maxsize=128)
def tinted(theme: Theme, color: Color) -> Theme:
    """The theme in the hue of another colour; lightness stays, so that everything is as readable as before.

    Hues are turned in OKLCH (Björn Ottosson, "A perceptual color space for image processing", 2020).
    """
    _light, strength, hue = _oklch(color)
    _light, base, own = _oklch(LIGHT.primary)
    turn, weight = hue - own, min(1.25, max(0.15, strength / base))
    changed: dict[str, Color] = {}
    for entry in fields(theme):
        value = getattr(theme, entry.name)
        if entry.name in ("dark", "error"):
            continue
        if isinstance(value, int):
            lightness, chroma, angle = _oklch(value)
            changed[entry.name] = (value & 0xFF000000) | _rgb(lightness, chroma * weight, angle + turn)
    return replace(theme, **changed)  # type: ignore[arg-type]


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4


def _gamma(value: float) -> float:
    return 12.92 * value if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055


def _oklch(color: Color) -> tuple[float, float, float]:
    red, green, blue = (_linear((color >> shift & 0xFF) / 255) for shift in (16, 8, 0))
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    medium = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    lightness = 0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short
    a = 1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short
    b = 0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short
    return lightness, math.hypot(a, b), math.atan2(b, a)


def _rgb(lightness: float, chroma: float, hue: float) -> Color:
    """The nearest colour that a screen can show: less colourful when it must be."""
    for _step in range(24):
        channels = _channels(lightness, chroma * math.cos(hue), chroma * math.sin(hue))
        if all(-0.0005 <= channel <= 1.0005 for channel in channels):
            break
        chroma *= 0.9
    red, green, blue = (round(255 * _gamma(min(1.0, max(0.0, channel)))) for channel in channels)
    return red << 16 | green << 8 | blue


def _channels(lightness: float, a: float, b: float) -> tuple[float, float, float]:
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    return (
        4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short,
    )

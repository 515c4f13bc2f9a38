"""Colours of the phone in the light and in the dark theme, as 0xAARRGGBB.

The roles are those of Material 3 (m3.material.io, "Color roles").
"""

from __future__ import annotations

from dataclasses import dataclass

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

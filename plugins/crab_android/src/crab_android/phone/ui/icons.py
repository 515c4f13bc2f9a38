"""The phone's icons: our own line drawings on a grid of 24 by 24.

Each icon is a list of path strings; a path that starts with ``!`` is filled, the others are drawn with a
round pen two units wide.
"""

from __future__ import annotations

from functools import lru_cache

import skia

from .geometry import Rect
from .icons_files import FILES
from .icons_mail import MAIL
from .icons_media import MEDIA
from .icons_places import PLACES
from .icons_signs import SIGNS
from .paths import parse_path
from .theme import Color

ICONS: dict[str, tuple[str, ...]] = {
    "back": ("M20 12H5", "M11.5 5L4.5 12L11.5 19"),
    "close": ("M6 6L18 18", "M18 6L6 18"),
    "check": ("M5 12.5L10 17.5L19.5 7",),
    "add": ("M12 5V19", "M5 12H19"),
    "more": (
        "!M12 4a1.9 1.9 0 1 0 .01 0Z",
        "!M12 10.1a1.9 1.9 0 1 0 .01 0Z",
        "!M12 16.2a1.9 1.9 0 1 0 .01 0Z",
    ),
    "search": ("M10.5 4a6.5 6.5 0 1 0 .01 0Z", "M15.4 15.4L20.5 20.5"),
    "chevron": ("M9 5.5L15.5 12L9 18.5",),
    "down": ("M5.5 9L12 15.5L18.5 9",),
    "up": ("M5.5 15L12 8.5L18.5 15",),
    "delete": (
        "M4.5 7H19.5",
        "M9.5 7V4.5H14.5V7",
        "M6.5 7L7.4 19.5H16.6L17.5 7",
        "M10.2 11V16",
        "M13.8 11V16",
    ),
    "edit": ("M5 19L5.8 15.2L15.6 5.4L18.6 8.4L8.8 18.2Z", "M13.4 7.6L16.4 10.6"),
    "notes": ("M5 7H19", "M5 12H19", "M5 17H13"),
    "calendar": ("M5 6.5H19V19.5H5Z", "M5 10.5H19", "M8.5 4V7.5", "M15.5 4V7.5"),
    "list": (
        "M9 6.5H20",
        "M9 12H20",
        "M9 17.5H20",
        "!M4.6 5.2a1.3 1.3 0 1 0 .01 0Z",
        "!M4.6 10.7a1.3 1.3 0 1 0 .01 0Z",
        "!M4.6 16.2a1.3 1.3 0 1 0 .01 0Z",
    ),
    "wifi": (
        "M3 9.5C8.2 4.7 15.8 4.7 21 9.5",
        "M6.3 13.2C9.6 10.2 14.4 10.2 17.7 13.2",
        "!M12 15.6a2 2 0 1 0 .01 0Z",
    ),
    "bluetooth": ("M7 7.5L17 16.5L12 21V3L17 7.5L7 16.5",),
    "plane": (
        "!M12 2.5C13 2.5 13.6 4 13.6 5.6V9.4L21.5 14V16L13.6 13.6V18.2L16 20V21.5L12 20.4L8 21.5V20L10.4 18.2"
        "V13.6L2.5 16V14L10.4 9.4V5.6C10.4 4 11 2.5 12 2.5Z",
    ),
    "cell": ("!M3.5 20.5L20.5 3.5V20.5Z",),
    "devices": ("M3 18V6.5H17", "M3 18H11", "M14 9.5H20.5V19.5H14Z"),
    "apps": tuple(f"!M{x} {y}h3.4v3.4h-3.4Z" for y in (4.3, 10.3, 16.3) for x in (4.3, 10.3, 16.3)),
    "bell": (
        "M6 17C7 15.5 7 14 7 11C7 7.8 9 5.5 12 5.5C15 5.5 17 7.8 17 11C17 14 17 15.5 18 17Z",
        "M10.3 20.3H13.7",
        "M12 3.4V5.4",
    ),
    "battery": ("M8 6H16V21H8Z", "M10.5 3.4H13.5", "!M9.6 11H14.4V19.4H9.6Z"),
    "storage": ("M4 5H20V9.4H4Z", "M4 14.6H20V19H4Z", "M7.2 7.2H7.3", "M7.2 16.8H7.3"),
    "sound": (
        "M4 9.5H7.5L12 5.5V18.5L7.5 14.5H4Z",
        "M15.3 9C17 10.6 17 13.4 15.3 15",
        "M17.8 6.3C21 9.4 21 14.6 17.8 17.7",
    ),
    "brightness": (
        "M12 7.5a4.5 4.5 0 1 0 .01 0Z",
        "M12 2.5V4",
        "M12 20V21.5",
        "M2.5 12H4",
        "M20 12H21.5",
        "M5.3 5.3L6.4 6.4",
        "M17.6 17.6L18.7 18.7",
        "M18.7 5.3L17.6 6.4",
        "M6.4 17.6L5.3 18.7",
    ),
    "palette": (
        "M12 3.5C7 3.5 3.5 7.3 3.5 12C3.5 16.7 7 20.5 11.6 20.5C13.2 20.5 13.7 19.4 13.2 18.2"
        "C12.6 16.6 13.6 15.2 15.2 15.2H17.2C19.2 15.2 20.5 14 20.5 11.6C20.5 7 17 3.5 12 3.5Z",
        "!M8 10a1.3 1.3 0 1 0 .01 0Z",
        "!M12 6.2a1.3 1.3 0 1 0 .01 0Z",
        "!M16 9.2a1.3 1.3 0 1 0 .01 0Z",
    ),
    "accessibility": (
        "!M12 2.8a1.9 1.9 0 1 0 .01 0Z",
        "M4.5 8.5L10 9.6V14L8.5 21",
        "M19.5 8.5L14 9.6V14L15.5 21",
        "M10 13H14",
    ),
    "system": (
        "M12 8.6a3.4 3.4 0 1 0 .01 0Z",
        "M12 2.8L14 5.5L17.3 4.6L18 8L21.2 9.5L19.6 12L21.2 14.5L18 16L17.3 19.4L14 18.5L12 21.2L10 18.5"
        "L6.7 19.4L6 16L2.8 14.5L4.4 12L2.8 9.5L6 8L6.7 4.6L10 5.5Z",
    ),
    "phone": ("M7 2.8H17V21.2H7Z", "M11 18.4H13"),
    "info": ("M12 3.2a8.8 8.8 0 1 0 .01 0Z", "M12 11V16.5", "M12 7.6V7.7"),
    "text": ("M3.5 18.5L8.5 5.5L13.5 18.5", "M5.3 14H11.7", "M14.5 18.5L17.5 11L20.5 18.5", "M15.6 16H19.4"),
    "timer": ("M12 5a8 8 0 1 0 .01 0Z", "M12 9V13L14.6 14.8", "M9.5 2.4H14.5"),
    "rotate": ("M7 3.5H17V20.5H7Z", "M2.5 9V15", "M21.5 9V15"),
    "moon": ("!M19.6 14.6A8.2 8.2 0 1 1 9.4 4.4A6.6 6.6 0 0 0 19.6 14.6Z",),
    "gesture": ("M4 18H20", "M8 14L12 10L16 14", "M12 10V4"),
    "clock": ("M12 3.5a8.5 8.5 0 1 0 .01 0Z", "M12 7.5V12.2L15.4 14.2"),
    "vibrate": ("M8 4H16V20H8Z", "M4.6 8V16", "M19.4 8V16"),
    "globe": (
        "M12 3.2a8.8 8.8 0 1 0 .01 0Z",
        "M3.4 12H20.6",
        "M12 3.4C8 8 8 16 12 20.6",
        "M12 3.4C16 8 16 16 12 20.6",
    ),
    "share": (
        "M17 4a2 2 0 1 0 .01 0Z",
        "M7 10a2 2 0 1 0 .01 0Z",
        "M17 16a2 2 0 1 0 .01 0Z",
        "M8.8 11L15.2 7",
        "M8.8 13L15.2 17",
    ),
    "key_shift": ("M12 4L4.5 12H8.5V19H15.5V12H19.5Z",),
    "key_shift_on": ("!M12 4L4.5 12H8.5V19H15.5V12H19.5Z", "M12 4L4.5 12H8.5V19H15.5V12H19.5Z"),
    "key_caps": (
        "!M12 2.5L4.5 10.5H8.5V16H15.5V10.5H19.5Z",
        "M12 2.5L4.5 10.5H8.5V16H15.5V10.5H19.5Z",
        "M8.5 20H15.5",
    ),
    "key_delete": ("M8.5 5.5H20.5V18.5H8.5L3 12Z", "M12 9.5L17 14.5", "M17 9.5L12 14.5"),
    "key_enter": ("M19.5 6V12H5", "M9.5 7.5L5 12L9.5 16.5"),
    "key_hide": ("M5.5 9L12 15.5L18.5 9",),
    **MAIL,
    **PLACES,
    **MEDIA,
    **FILES,
    **SIGNS,
}


@lru_cache(maxsize=512)
def _parsed(name: str) -> tuple[tuple[bool, skia.Path], ...]:
    return tuple((data.startswith("!"), parse_path(data.lstrip("!"))) for data in ICONS[name])


def draw_icon(canvas: skia.Canvas, name: str, rect: Rect, color: Color, pen: float = 1.9) -> None:
    """Draw an icon into a square of the screen."""
    side = min(rect.width, rect.height)
    middle = rect.center
    canvas.save()
    canvas.translate(middle[0] - side / 2, middle[1] - side / 2)
    canvas.scale(side / 24, side / 24)
    outline = skia.Paint(
        Color=color,
        AntiAlias=True,
        Style=skia.Paint.kStroke_Style,
        StrokeWidth=pen,
        StrokeCap=skia.Paint.kRound_Cap,
        StrokeJoin=skia.Paint.kRound_Join,
    )
    solid = skia.Paint(Color=color, AntiAlias=True)
    for filled, path in _parsed(name):
        canvas.drawPath(path, solid if filled else outline)
    canvas.restore()

"""What was on the screen when a screenshot was taken."""

from __future__ import annotations

import random

import skia

from .brush import box, fade, ink, polygon, text


def ticket(surface: skia.Surface, _rng: random.Random) -> None:
    """A screenshot of a train ticket."""
    c, w, h = surface.getCanvas(), surface.width(), surface.height()
    c.drawPaint(ink(0xFFEEF1F8))
    text(c, "9:12", 76, 84, 40, 0xFF1A1B21, weight=500)
    box(c, w - 130, 54, 52, 26, ink(0xFF1A1B21, stroke=4), 8)
    box(c, w - 126, 58, 34, 18, 0xFF1A1B21, 4)
    text(c, "Your ticket", 76, 230, 68, 0xFF1A1B21, weight=500)
    box(c, 60, 320, w - 120, 1560, 0xFFFFFFFF, 56)
    c.drawPath(skia.Path().addRoundRect(skia.Rect.MakeXYWH(60, 320, w - 120, 190), 56, 56), ink(0xFF1F6F5C))
    box(c, 60, 430, w - 120, 80, 0xFF1F6F5C)
    text(c, "Valley Line", 116, 430, 54, 0xFFFFFFFF, weight=500)
    text(c, "VL 204", w - 300, 430, 54, 0xFFFFFFFF, weight=500)
    for x, code, place, when in ((116, "NFD", "Northfield", "14:05"), (w - 376, "LKS", "Lakeside", "15:38")):
        text(c, code, x, 680, 110, 0xFF1A1B21, weight=700)
        text(c, place, x, 744, 42, 0xFF5B5F66)
        text(c, when, x, 850, 72, 0xFF1F6F5C, weight=500)
    c.drawLine(430, 640, 620, 640, ink(0xFF9AA0A8, stroke=6))
    c.drawPath(polygon([(640, 640), (606, 620), (606, 660)]), ink(0xFF9AA0A8))
    for number, (name, value) in enumerate(
        (("Passenger", "Robin Ferrer"), ("Coach", "4"), ("Seat", "32 window"), ("Fare", "18.40"))
    ):
        y = 990 + (number // 2) * 170
        x = 116 + (number % 2) * 440
        text(c, name, x, y, 38, 0xFF7A7F87)
        text(c, value, x, y + 62, 52, 0xFF1A1B21, weight=500)
    for part in range(31):
        c.drawCircle(100 + part * 30, 1290, 5, ink(0xFFC6CBD4))
    dots = random.Random(204)
    for column in range(21):
        for line in range(21):
            corner = (column < 7 and line < 7) or (column > 13 and line < 7) or (column < 7 and line > 13)
            if not corner and dots.random() < 0.5:
                box(c, 330 + column * 20, 1370 + line * 20, 20, 20, 0xFF1A1B21)
    for x, y in ((330, 1370), (610, 1370), (330, 1650)):
        box(c, x + 10, y + 10, 120, 120, ink(0xFF1A1B21, stroke=20))
        box(c, x + 40, y + 40, 60, 60, 0xFF1A1B21)
    text(c, "Show this code to the conductor", w / 2, 1960, 42, 0xFF5B5F66, center=True)
    box(c, 60, 2060, w - 120, 130, 0xFF1F6F5C, 65)
    text(c, "Add to calendar", w / 2, 2142, 48, 0xFFFFFFFF, weight=500, center=True)
    box(c, w / 2 - 150, h - 40, 300, 12, 0xFF1A1B21, 6)


def weather(surface: skia.Surface, _rng: random.Random) -> None:
    """A screenshot of a weather forecast."""
    c, w, h = surface.getCanvas(), surface.width(), surface.height()
    c.drawPaint(fade(0, h, 0xFF3F7FC4, 0xFF7FB3E3, 0xFFC7DDF0))
    text(c, "18:40", 76, 84, 40, 0xFFFFFFFF, weight=500)
    text(c, "Northfield", w / 2, 300, 76, 0xFFFFFFFF, weight=500, center=True)
    text(c, "21°", w / 2 + 20, 600, 300, 0xFFFFFFFF, center=True)
    text(c, "Partly cloudy · H 23°  L 12°", w / 2, 700, 48, 0xFFFFFFFF, center=True)
    c.drawCircle(w / 2 + 60, 900, 110, ink(0xFFFFD75E))
    for dx, dy, r in ((-130, 960, 80), (-40, 920, 110), (70, 960, 90)):
        c.drawCircle(w / 2 + dx, dy, r, ink(0xFFFFFFFF))
    box(c, w / 2 - 200, 950, 370, 96, 0xFFFFFFFF, 48)
    box(c, 60, 1140, w - 120, 330, 0x33FFFFFF, 48)
    for number, (hour, degrees) in enumerate(
        (("19", 20), ("20", 19), ("21", 17), ("22", 16), ("23", 15), ("0", 14))
    ):
        x = 150 + number * 156
        text(c, hour, x, 1220, 42, 0xFFFFFFFF, center=True)
        c.drawCircle(x, 1300, 34, ink(0xFFFFD75E if number < 2 else 0xFFE8F1FA))
        text(c, f"{degrees}°", x, 1420, 48, 0xFFFFFFFF, weight=500, center=True)
    box(c, 60, 1510, w - 120, 700, 0x33FFFFFF, 48)
    for number, (day, low, high) in enumerate(
        (
            ("Friday", 12, 22),
            ("Saturday", 13, 25),
            ("Sunday", 14, 24),
            ("Monday", 11, 19),
            ("Tuesday", 10, 18),
        )
    ):
        y = 1612 + number * 130
        text(c, day, 120, y, 48, 0xFFFFFFFF)
        text(c, f"{low}°", 520, y, 46, 0xFFE1ECF7)
        box(c, 620, y - 22, 240, 12, 0x55FFFFFF, 6)
        box(c, 620 + (low - 10) * 14, y - 22, (high - low) * 14, 12, 0xFFFFD75E, 6)
        text(c, f"{high}°", 900, y, 46, 0xFFFFFFFF)
    box(c, w / 2 - 150, h - 40, 300, 12, 0xFFFFFFFF, 6)

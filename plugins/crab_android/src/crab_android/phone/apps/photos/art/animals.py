"""Animals."""

from __future__ import annotations

import math
import random

import skia

from .brush import across, ball, blob, box, clouds, fade, glow, grain, ink, land, polygon, ridge, vignette


def cat(surface: skia.Surface, rng: random.Random) -> None:  # noqa: PLR0915 - strokes, one after another
    """A cat on the window sill."""
    c, w, h = surface.getCanvas(), surface.width(), surface.height()
    c.drawPaint(fade(0, h, 0xFFF0E3D0, 0xFFD9C2A4))
    left, top, wide, sill = w * 0.13, h * 0.07, w * 0.74, h * 0.74
    box(c, left, top, wide, sill - top, fade(top, sill, 0xFF9CD0F0, 0xFFDDF0E4, 0xFFBFD9A0))
    c.save()
    c.clipRect(skia.Rect.MakeLTRB(left, top, left + wide, sill))
    for _ in range(260):
        x, y, size = left + rng.random() * wide, top + rng.random() ** 0.6 * (sill - top), rng.uniform(26, 88)
        green = rng.choice((0x6689B45A, 0x555F9448, 0x66B7D67E, 0x44FFF3B0))
        c.drawCircle(x, y, size, ink(green, blur=8))
    glow(c, left + wide * 0.8, top + 120, 460, 0xCCFFF4CC)
    c.restore()
    frame = 0xFFFBF8F2
    for fx in (left - 26, left + wide / 2 - 14, left + wide - 2):
        box(c, fx, top - 26, 28, sill - top + 26, frame)
    box(c, left - 26, top - 26, wide + 52, 30, frame)
    box(c, left, top + (sill - top) * 0.36, wide, 22, frame)
    box(c, 0, sill, w, 56, fade(sill, sill + 56, 0xFFFFFDF8, 0xFFD8CDBB))
    box(c, 0, sill + 56, w, h, fade(sill + 56, h, 0xFFBFA98A, 0xFFA98F6E))
    for side in (-1, 1):
        x = w / 2 + side * w * 0.50
        for fold in range(5):
            fx = x - side * fold * 34
            box(c, fx - 24, 0, 48, h, across(fx - 24, fx + 24, 0xFFB9645A, 0xFFD9897A, 0xFFA9544C))
    x, foot = w * 0.44, sill + 22
    c.drawOval(skia.Rect.MakeXYWH(x - 190, foot - 24, 430, 50), ink(0x44000000, blur=14))
    fur, dark = 0xFFD98A3E, 0xFFB3662A
    tail = skia.Path()
    tail.moveTo(x + 150, foot - 30)
    tail.cubicTo(x + 330, foot - 30, x + 330, foot + 90, x + 230, foot + 150)
    c.drawPath(tail, ink(dark, stroke=46))
    body = [
        (x - 130, foot),
        (x - 150, foot - 180),
        (x - 110, foot - 360),
        (x, foot - 430),
        (x + 100, foot - 360),
        (x + 190, foot - 180),
        (x + 180, foot),
    ]
    c.drawPath(
        blob([*body, (x + 100, foot + 16), (x - 80, foot + 16)]),
        across(x - 150, x + 190, 0xFFE9A55B, fur, dark),
    )
    for number in range(5):
        stripe = skia.Path()
        stripe.moveTo(x + 172 - number * 6, foot - 90 - number * 54)
        stripe.quadTo(x + 100, foot - 110 - number * 54, x + 66, foot - 84 - number * 56)
        c.drawPath(stripe, ink(0xAA9A5320, stroke=15))
    c.drawPath(
        blob(
            [
                (x - 76, foot + 6),
                (x - 84, foot - 220),
                (x - 10, foot - 300),
                (x + 44, foot - 210),
                (x + 30, foot + 6),
            ]
        ),
        ink(0xFFF7E6CF),
    )
    for px in (-66, 22):
        c.drawOval(skia.Rect.MakeXYWH(x + px - 32, foot - 26, 76, 46), ink(0xFFFBEFDD))
    hx, hy = x - 26, foot - 470
    for side in (-1, 1):
        ear = [(hx + side * 128, hy - 20), (hx + side * 118, hy - 176), (hx + side * 18, hy - 92)]
        c.drawPath(polygon(ear), ink(fur))
        inner = [(hx + side * 108, hy - 50), (hx + side * 104, hy - 140), (hx + side * 46, hy - 88)]
        c.drawPath(polygon(inner), ink(0xFFEBB09A))
    c.drawOval(skia.Rect.MakeXYWH(hx - 140, hy - 116, 280, 232), ball(hx - 30, hy - 40, 240, 0xFFF0B36C, fur))
    for offset in (-34, 0, 34):
        c.drawLine(hx + offset, hy - 104, hx + offset * 0.8, hy - 62, ink(0xCC9A5320, stroke=11))
    c.drawOval(skia.Rect.MakeXYWH(hx - 66, hy + 4, 132, 100), ink(0xFFFBEFDD))
    for side in (-1, 1):
        ex = hx + side * 62
        c.drawOval(skia.Rect.MakeXYWH(ex - 28, hy - 34, 56, 52), ink(0xFF8FBF5A))
        c.drawOval(skia.Rect.MakeXYWH(ex - 10, hy - 32, 20, 48), ink(0xFF16180F))
        c.drawCircle(ex + 6, hy - 20, 6, ink(0xFFFFFFFF))
        for number in range(3):
            c.drawLine(
                hx + side * 48,
                hy + 46 + number * 10,
                hx + side * 190,
                hy + 24 + number * 28,
                ink(0xBBFFFFFF, stroke=3),
            )
        mouth = skia.Path()
        mouth.moveTo(hx, hy + 46)
        mouth.quadTo(hx + side * 14, hy + 72, hx + side * 36, hy + 62)
        c.drawPath(mouth, ink(0xFF6B3A24, stroke=5))
    c.drawPath(polygon([(hx - 16, hy + 24), (hx + 16, hy + 24), (hx, hy + 46)]), ink(0xFFD9766A))
    pot = w * 0.74
    box(c, pot - 84, sill - 118, 168, 140, across(pot - 84, pot + 84, 0xFFC96F4A, 0xFF9A4A30), 14)
    box(c, pot - 98, sill - 136, 196, 38, across(pot - 98, pot + 98, 0xFFD98058, 0xFFA85638), 8)
    for _ in range(70):
        a, long = rng.uniform(-2.7, -0.45), rng.uniform(60, 240)
        stem = skia.Path()
        stem.moveTo(pot + rng.uniform(-50, 50), sill - 130)
        stem.quadTo(
            pot + math.cos(a) * long * 0.4,
            sill - 170 + math.sin(a) * long * 0.7,
            pot + math.cos(a) * long,
            sill - 130 + math.sin(a) * long,
        )
        c.drawPath(stem, ink(rng.choice((0xFF3F7A43, 0xFF5E9A54, 0xFF2E5E38)), stroke=9))
    grain(c, 0.08)
    vignette(c, w, h, 0x55301800)


def sheep(surface: skia.Surface, rng: random.Random) -> None:
    """Sheep on a green hill."""
    c, w, h = surface.getCanvas(), surface.width(), surface.height()
    c.drawPaint(fade(0, h * 0.6, 0xFF5AA4DE, 0xFFCFE6F3))
    clouds(c, rng, (-100, h * 0.08, w, h * 0.26), 0xC0FFFFFF, 9)
    land(c, ridge(rng, w, h * 0.46, h * 0.14), h, 0xFF8DA9B4, 0xFF9DB59A)
    land(
        c,
        [(x, h * (0.56 - 0.05 * math.sin(x / 330))) for x in range(0, w + 20, 20)],
        h,
        0xFF93B85C,
        0xFF6E9A45,
    )
    land(
        c,
        [(x, h * (0.66 + 0.06 * math.sin(x / 400 + 2))) for x in range(0, w + 20, 20)],
        h,
        0xFF86B24A,
        0xFF4C7A34,
        0xFF2F5426,
    )
    for _ in range(2600):
        depth = rng.random() ** 0.7
        x, y = rng.random() * w, h * (0.70 + 0.3 * depth)
        c.drawLine(
            x,
            y,
            x + rng.uniform(-6, 6),
            y - 8 - 34 * depth,
            ink(rng.choice((0x88A9D066, 0x88527F35, 0x886D9E42)), stroke=1.5 + 2.4 * depth),
        )
    for fx, fy, size, side in (
        (0.62, 0.80, 1.5, -1),
        (0.30, 0.74, 1.0, 1),
        (0.80, 0.69, 0.62, 1),
        (0.47, 0.68, 0.56, -1),
        (0.16, 0.68, 0.5, 1),
        (0.90, 0.62, 0.34, -1),
    ):
        x, y, s = w * fx, h * fy, 120 * size
        c.drawOval(
            skia.Rect.MakeXYWH(x - s * 1.2, y + s * 0.85, s * 2.4, s * 0.3), ink(0x44000000, blur=s * 0.08)
        )
        for dx in (-0.7, -0.4, 0.4, 0.7):
            box(c, x + dx * s - s * 0.07, y + s * 0.3, s * 0.14, s * 0.72, 0xFF3A332E, s * 0.05)
        for number in range(46):
            a, reach = number * 2.4, (number / 46) ** 0.5
            px, py = x + math.cos(a) * s * 0.92 * reach, y + math.sin(a) * s * 0.52 * reach
            light = 0xFFF7F3E8 if py < y else 0xFFDDD5C4
            c.drawCircle(px, py, s * 0.23, ball(px, py - s * 0.08, s * 0.26, 0xFFFFFDF6, light))
        hx, hy = x + side * s * 1.08, y - s * 0.28
        c.drawOval(
            skia.Rect.MakeXYWH(hx - side * s * 0.1 - s * 0.34, hy - s * 0.14, s * 0.36, s * 0.17),
            ink(0xFF2B2522),
        )
        c.drawOval(skia.Rect.MakeXYWH(hx - s * 0.24, hy - s * 0.26, s * 0.48, s * 0.66), ink(0xFF3A332E))
        c.drawCircle(hx - side * s * 0.1, hy - s * 0.28, s * 0.2, ink(0xFFF7F3E8))
        c.drawCircle(hx + side * s * 0.08, hy - s * 0.02, s * 0.035, ink(0xFFFFFFFF))
    for _ in range(160):
        depth = rng.random()
        x, y = rng.random() * w, h * (0.75 + 0.25 * depth)
        c.drawCircle(x, y, 2 + 6 * depth, ink(rng.choice((0xFFFFFFFF, 0xFFF6D95A, 0xFFE7A8C8))))
    grain(c)

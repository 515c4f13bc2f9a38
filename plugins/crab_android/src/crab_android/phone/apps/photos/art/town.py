"""Streets, towns and people."""

from __future__ import annotations

import math
import random

import skia

from .brush import (
    across,
    ball,
    blob,
    box,
    clouds,
    fade,
    glow,
    grain,
    ink,
    land,
    person,
    polygon,
    reflect,
    ridge,
    vignette,
)

_WARM = (0xFFFFD98C, 0xFFFFB65C, 0xFFFFE9BF, 0xFF8CD3FF, 0xFFFF7E67)


def rain(surface: skia.Surface, rng: random.Random) -> None:
    """A street at night in the rain, seen through a wet pane."""
    c, w, h = surface.getCanvas(), surface.width(), surface.height()
    c.drawPaint(fade(0, h, 0xFF0C1226, 0xFF1D2340, 0xFF231C2C))
    for side in (-1, 1):
        for number in range(7):
            near = 1 - number / 7
            width = 90 + 190 * near
            x = w / 2 + side * (70 + (w / 2 - 40) * near) - (width if side < 0 else 0)
            top = h * (0.40 - 0.40 * near)
            box(c, x, top, width, h * 0.64 - top, fade(top, h * 0.64, 0xFF1A2038, 0xFF2B2437))
            for _ in range(int(10 + 16 * near)):
                wx, wy = x + rng.uniform(0.08, 0.8) * width, rng.uniform(top + 20, h * 0.6)
                box(c, wx, wy, 12 + 18 * near, 16 + 24 * near, ink(rng.choice(_WARM) & 0xBBFFFFFF, blur=3))
    street = h * 0.64
    seen = surface.makeImageSnapshot()
    c.save()
    c.clipRect(skia.Rect.MakeLTRB(0, street, w, h))
    c.translate(0, 2 * street)
    c.scale(1, -1)
    c.drawImage(seen, 0, 0, skia.SamplingOptions(), skia.Paint(ImageFilter=skia.ImageFilters.Blur(9, 46)))
    c.restore()
    box(c, 0, street, w, h - street, fade(street, h, 0x99101424, 0x66161626))
    for _ in range(120):
        depth = rng.random()
        x, y = (
            w / 2 + rng.gauss(0, 90 + 420 * depth),
            street - 30 + depth * h * 0.06 - rng.random() * h * 0.18,
        )
        size, color = 10 + 44 * depth * rng.random(), rng.choice(_WARM)
        c.drawCircle(x, y, size, ink(color & 0x88FFFFFF, blur=2))
        box(
            c,
            x - size / 2,
            street + (street - y) * 0.6,
            size,
            180 * rng.random() + 60,
            ink(color & 0x33FFFFFF, blur=16),
        )
    for x in (w * 0.44, w * 0.56):
        glow(c, x, street + 40, 190, 0xCCFFF3D0)
        c.drawCircle(x, street + 40, 22, ink(0xFFFFFBEA, blur=5))
    px, foot = w * 0.68, h * 0.86
    person(c, px, foot, 420, 0xFF0B0D18)
    dome = skia.Path()
    dome.moveTo(px - 190, foot - 410)
    dome.cubicTo(px - 170, foot - 600, px + 170, foot - 600, px + 190, foot - 410)
    dome.cubicTo(px + 120, foot - 450, px + 60, foot - 450, px, foot - 415)
    dome.cubicTo(px - 60, foot - 450, px - 120, foot - 450, px - 190, foot - 410)
    c.drawPath(dome, across(px - 190, px + 190, 0xFFB3202F, 0xFFE2483F, 0xFF7A1524))
    c.drawLine(px, foot - 540, px + 6, foot - 250, ink(0xFF0B0D18, stroke=6))
    for _ in range(520):
        x, y, long = rng.random() * w, rng.random() * h, rng.uniform(14, 46)
        c.drawLine(x, y, x - long * 0.16, y + long, ink(0x30DDE8FF, stroke=1.6))
    for _ in range(90):
        x, y, size = rng.random() * w, rng.random() * h, rng.uniform(4, 13)
        c.drawCircle(x, y, size, ball(x - size / 3, y - size / 3, size * 1.4, 0x88FFFFFF, 0x22AABBDD))
    grain(c)
    vignette(c, w, h, 0x99000000)


def canal(surface: skia.Surface, rng: random.Random) -> None:
    """Old houses in many colours along a harbour."""
    c, w, h = surface.getCanvas(), surface.width(), surface.height()
    quay = h * 0.66
    c.drawPaint(fade(0, quay, 0xFF5FA5DD, 0xFFB9DCF0, 0xFFEFF2E6))
    clouds(c, rng, (0, h * 0.04, w, h * 0.14), 0x99FFFFFF, 6)
    x = -20.0
    colors = (
        0xFFC8553D,
        0xFFE3B23C,
        0xFF3D6FA0,
        0xFFF0E2C8,
        0xFF8A3B4A,
        0xFFDE8F4A,
        0xFF5E8C6A,
        0xFFD9A9A0,
        0xFF47708A,
        0xFFEBC86E,
    )
    for number in range(10):
        width = rng.uniform(140, 196)
        top = quay - rng.uniform(380, 520)
        color = colors[number]
        box(c, x, top, width, quay - top, across(x, x + width, color, color & 0xFFEDE6E0))
        roof = rng.choice((0xFF8A4B3A, 0xFF5A4A48, 0xFF9C5B40))
        c.drawPath(
            polygon([(x - 6, top), (x + width * 0.5, top - rng.uniform(60, 120)), (x + width + 6, top)]),
            ink(roof),
        )
        columns = 3 if width < 168 else 4
        floors = int((quay - top - 90) // 92)
        for floor in range(floors):
            for column in range(columns):
                wx = x + width * (column + 0.5) / columns - 16
                wy = top + 26 + floor * 92
                box(c, wx - 4, wy - 4, 40, 62, 0xFFF7F2E8)
                box(c, wx, wy, 32, 54, fade(wy, wy + 54, 0xFF6D8BA4, 0xFF2E4054))
                box(c, wx + 14, wy, 4, 54, 0xFFF7F2E8)
                box(c, wx, wy + 24, 32, 4, 0xFFF7F2E8)
        box(c, x + width * 0.36, quay - 78, 40, 78, 0xFF3B2A28, 3)
        awning = rng.choice((0xFFB8433A, 0xFF2F6B58, 0xFFF1EADB))
        c.drawPath(
            polygon(
                [
                    (x + 8, quay - 86),
                    (x + width - 8, quay - 86),
                    (x + width + 2, quay - 58),
                    (x - 2, quay - 58),
                ]
            ),
            ink(awning),
        )
        x += width
    for _ in range(26):
        person(
            c,
            rng.random() * w,
            quay + 4,
            rng.uniform(52, 62),
            rng.choice((0xFF2B2F3A, 0xFF7A3B3B, 0xFF2F4A6B, 0xFF6B5A3A)),
        )
    box(c, 0, quay, w, 34, fade(quay, quay + 34, 0xFF8C8378, 0xFF5B544E))
    for bx, color in ((w * 0.16, 0xFF7B3F2B), (w * 0.52, 0xFF2E4A5E), (w * 0.84, 0xFF8C6A32)):
        hull = blob(
            [(bx - 190, quay + 6), (bx + 190, quay + 6), (bx + 150, quay + 74), (bx - 150, quay + 74)]
        )
        c.drawLine(bx, quay + 10, bx, quay - 420, ink(0xFF4B3626, stroke=9))
        c.drawLine(bx, quay - 400, bx - 150, quay + 10, ink(0x994B3626, stroke=3))
        c.drawLine(bx, quay - 400, bx + 150, quay + 10, ink(0x994B3626, stroke=3))
        c.drawPath(hull, ink(color))
        box(c, bx - 70, quay - 34, 120, 44, 0xFFE9DFC9, 8)
    reflect(surface, quay + 62, 0x881E4A60, rng)
    grain(c)
    vignette(c, w, h, 0x44000000)


def skyline(surface: skia.Surface, rng: random.Random) -> None:
    """Towers by a lake as the lights go on."""
    c, w, h = surface.getCanvas(), surface.width(), surface.height()
    horizon = h * 0.70
    c.drawPaint(fade(0, horizon, 0xFF1B2350, 0xFF4D4A86, 0xFFC9708A, 0xFFFFB877))
    clouds(c, rng, (0, h * 0.08, w, h * 0.3), 0x44FF9F9F, 6)
    for layer, color in enumerate((0xFF6B5B8C, 0xFF453F6E, 0xFF221F45)):
        x = -30.0
        while x < w:
            width = rng.uniform(44, 110)
            peak = math.exp(-(((x - w * (0.35 + 0.15 * layer)) / (w * 0.28)) ** 2))
            tall = (120 + 390 * peak * rng.uniform(0.55, 1.1)) * (0.95 - 0.12 * layer)
            top = horizon - tall
            box(c, x, top, width, tall, across(x, x + width, color, color & 0xFFD0D0E8))
            if rng.random() < 0.3:
                box(c, x + width / 2 - 3, top - 60, 6, 60, color)
            if rng.random() < 0.3:
                box(c, x + width * 0.2, top - 18, width * 0.6, 18, color)
            for wy in range(int(top) + 12, int(horizon) - 8, 15):
                for wx in range(int(x) + 8, int(x + width) - 9, 12):
                    if rng.random() < 0.12 + 0.16 * layer:
                        box(c, wx, wy, 6, 8, rng.choice((0xFFFFD98C, 0xFFFFE9BF, 0xFFFFC46B)))
            x += width + rng.uniform(-4, 14)
    glow(c, w * 0.5, horizon, 800, 0x55FFB36B)
    reflect(surface, horizon, 0x77141638, rng)
    grain(c)
    vignette(c, w, h)


def lighthouse(surface: skia.Surface, rng: random.Random) -> None:
    """A lighthouse on the rocks."""
    c, w, h = surface.getCanvas(), surface.width(), surface.height()
    horizon = h * 0.66
    c.drawPaint(fade(0, horizon, 0xFF3E8ED0, 0xFF93C8EA, 0xFFE9F3F2))
    clouds(c, rng, (-50, h * 0.12, w, h * 0.26), 0xB0FFFFFF, 8)
    box(c, 0, horizon, w, h, fade(horizon, h, 0xFF4F93B4, 0xFF1E5E86, 0xFF123F63))
    for _ in range(420):
        depth = rng.random()
        y = horizon + depth * (h - horizon)
        x = rng.random() * w
        c.drawLine(x, y, x + 20 + 90 * depth, y, ink(0x55FFFFFF, stroke=1 + 3 * depth, blur=1))
    rock = [(w * 0.2, h), *[(px, py) for px, py in ridge(rng, w * 0.9, h * 0.76, h * 0.10, 0.6)][30:], (w, h)]
    c.drawPath(
        polygon([(px + w * 0.12, py) for px, py in rock]),
        fade(h * 0.7, h, 0xFF8B8176, 0xFF4B443F, 0xFF2B2725),
    )
    for _ in range(500):
        x = w * 0.25 + rng.random() * w * 0.75
        y = h * rng.uniform(0.80, 1)
        c.drawLine(
            x,
            y,
            x + rng.uniform(10, 40),
            y + rng.uniform(-12, 12),
            ink(rng.choice((0x55000000, 0x33FFFFFF)), stroke=3),
        )
    x, foot, top = w * 0.62, h * 0.78, h * 0.20
    tower = polygon([(x - 92, foot), (x + 92, foot), (x + 62, top), (x - 62, top)])
    c.save()
    c.clipPath(tower, True)
    c.drawPaint(ink(0xFFF5F3EE))
    for number in (0, 2, 4):
        box(c, x - 100, top + (foot - top) * number / 5, 200, (foot - top) / 5, 0xFFC23B34)
    c.drawPaint(across(x - 92, x + 92, 0x22FFFFFF, 0x00000000, 0x77101828))
    c.restore()
    for number in range(3):
        box(c, x - 12, top + 110 + number * 250, 24, 46, 0xFF33414F, 12)
    box(c, x - 86, top - 14, 172, 20, 0xFF2B333C, 4)
    for number in range(9):
        c.drawLine(
            x - 82 + number * 20.5, top - 50, x - 82 + number * 20.5, top - 10, ink(0xFF2B333C, stroke=4)
        )
    box(c, x - 86, top - 54, 172, 7, 0xFF2B333C)
    box(c, x - 44, top - 128, 88, 116, across(x - 44, x + 44, 0xFFFFF1B8, 0xFFFFD66B), 6)
    for dx in (-22, 0, 22):
        box(c, x + dx - 2, top - 128, 4, 116, 0xFF2B333C)
    c.drawPath(polygon([(x - 58, top - 124), (x, top - 190), (x + 58, top - 124)]), ink(0xFFB2332E))
    box(c, x + 84, foot - 120, 190, 128, 0xFFF3EFE6)
    c.drawPath(polygon([(x + 74, foot - 116), (x + 179, foot - 190), (x + 284, foot - 116)]), ink(0xFFB2332E))
    for dx in (116, 196):
        box(c, x + dx, foot - 86, 36, 44, 0xFF4E6B84, 3)
    for _ in range(9):
        bx, by, s = rng.uniform(0.05, 0.5) * w, rng.uniform(0.1, 0.4) * h, rng.uniform(16, 34)
        wing = skia.Path()
        wing.moveTo(bx - s, by - s * 0.2)
        wing.quadTo(bx - s * 0.4, by - s * 0.7, bx, by)
        wing.quadTo(bx + s * 0.4, by - s * 0.7, bx + s, by - s * 0.2)
        c.drawPath(wing, ink(0xFF4A5560, stroke=4))
    grain(c)


def friends(surface: skia.Surface, rng: random.Random) -> None:
    """Friends on a hill against the evening sky."""
    c, w, h = surface.getCanvas(), surface.width(), surface.height()
    c.drawPaint(fade(0, h * 0.85, 0xFF35487F, 0xFF9A6C96, 0xFFF08F64, 0xFFFFD27F))
    glow(c, w * 0.62, h * 0.66, 800, 0xDDFFC46B)
    clouds(c, rng, (-80, h * 0.08, w, h * 0.34), 0x55FFB59B, 9)
    c.drawCircle(w * 0.62, h * 0.67, 96, ink(0xFFFFF3CF, blur=4))
    land(c, ridge(rng, w, h * 0.72, h * 0.08), h, 0xFFA5607A, 0xFF6B3F63)
    land(c, ridge(rng, w, h * 0.79, h * 0.05), h, 0xFF6B3F63, 0xFF3C2748)
    hill = [(x, h * (0.90 - 0.09 * math.sin(math.pi * x / w))) for x in range(0, w + 20, 20)]
    land(c, hill, h, 0xFF211530, 0xFF120B1C)
    for number, (x, size) in enumerate(((0.34, 250), (0.42, 268), (0.495, 240), (0.57, 262), (0.645, 200))):
        foot = h * (0.905 - 0.09 * math.sin(math.pi * x))
        person(c, w * x, foot, size, 0xFF1A1026, wave=number in (1, 4), lean=rng.uniform(-3, 3))
    for _ in range(700):
        x = rng.random() * w
        y = h * (0.905 - 0.09 * math.sin(math.pi * x / w))
        c.drawLine(x, y, x + rng.uniform(-10, 10), y - rng.uniform(8, 34), ink(0xFF1A1026, stroke=2.6))
    grain(c)
    vignette(c, w, h)


def bicycle(surface: skia.Surface, rng: random.Random) -> None:  # noqa: PLR0912 - strokes, one after another
    """A bicycle against a sunny wall."""
    c, w, h = surface.getCanvas(), surface.width(), surface.height()
    floor = h * 0.80
    c.drawPaint(across(0, w, 0xFFE9B45C, 0xFFF2C878, 0xFFDB9C4A))
    for _ in range(500):
        x, y = rng.random() * w, rng.random() * floor
        c.drawOval(
            skia.Rect.MakeXYWH(x, y, rng.uniform(10, 90), rng.uniform(4, 24)),
            ink(rng.choice((0x10FFFFFF, 0x0C5A2E00)), blur=6),
        )
    for y in range(0, int(floor), 78):
        for x in range(-100, w, 190):
            if rng.random() < 0.10:
                box(c, x + (95 if y // 78 % 2 else 0), y, 180, 70, ink(0x22803A00, blur=3), 4)
    box(c, 0, floor, w, h - floor, fade(floor, h, 0xFF8C8078, 0xFF5E5650))
    for x in range(-200, w + 200, 150):
        c.drawLine(w / 2 + (x - w / 2) * 0.8, floor, w / 2 + (x - w / 2) * 1.6, h, ink(0x33000000, stroke=5))
    box(c, w * 0.66, h * 0.13, 300, 470, 0xFF6F4A2E, 6)
    box(c, w * 0.66 + 16, h * 0.13 + 16, 268, 438, fade(h * 0.13, h * 0.6, 0xFF7FA8B8, 0xFF2F4A5A))
    box(c, w * 0.66 + 143, h * 0.13, 14, 470, 0xFF6F4A2E)
    box(c, w * 0.66, h * 0.13 + 220, 300, 14, 0xFF6F4A2E)
    for side in (-128, 304):
        box(c, w * 0.66 + side, h * 0.13 - 10, 124, 490, 0xFF2F7D6B, 4)
        for number in range(22):
            box(c, w * 0.66 + side + 12, h * 0.13 + 6 + number * 21, 100, 8, 0xFF25665A)
    box(c, w * 0.64, h * 0.13 + 474, 350, 60, 0xFF9A5A3C, 8)
    for _ in range(150):
        x, y = w * 0.64 + rng.random() * 350, h * 0.13 + 470 - rng.random() ** 2 * 110
        c.drawCircle(
            x,
            y,
            rng.uniform(7, 17),
            ink(rng.choice((0xFFD23F57, 0xFFF27A8A, 0xFF4B8A4A, 0xFF3A6E3C, 0xFFFFFFFF))),
        )
    for shade in (True, False):
        c.save()
        if shade:
            c.translate(46, 14)
        dark = 0x55502A00
        x, y, r = w * 0.18, floor + 30 - 190, 190
        x2 = x + 560
        frame = dark if shade else 0xFF1F5F8B
        metal = dark if shade else 0xFF2A2A2E
        for wx in (x, x2):
            c.drawCircle(wx, y, r, ink(metal, stroke=15))
            c.drawCircle(wx, y, r - 14, ink(dark if shade else 0xFFC9CDD2, stroke=5))
            for spoke in range(0 if shade else 18):
                a = spoke * math.pi / 9
                c.drawLine(
                    wx,
                    y,
                    wx + math.cos(a) * (r - 16),
                    y + math.sin(a) * (r - 16),
                    ink(0xAADDE2E8, stroke=1.8),
                )
            c.drawCircle(wx, y, 14, ink(metal))
        crank, seat, head = (x + 230, y + 6), (x + 160, y - 250), (x2 - 90, y - 260)
        pen = ink(frame, stroke=19)
        for one, other in (
            ((x, y), crank),
            ((x, y), (x + 172, y - 205)),
            (crank, seat),
            (crank, (x2 - 82, y - 236)),
            ((x + 172, y - 210), (x2 - 86, y - 248)),
            (head, (x2, y)),
        ):
            c.drawLine(*one, *other, pen)
        c.drawLine(head[0], head[1], head[0] - 22, head[1] - 76, ink(metal, stroke=13))
        bar = skia.Path()
        bar.moveTo(head[0] - 22, head[1] - 76)
        bar.cubicTo(head[0] + 60, head[1] - 110, head[0] + 80, head[1] - 20, head[0] + 6, head[1] - 22)
        c.drawPath(bar, ink(metal, stroke=13))
        c.drawLine(*seat, seat[0] - 8, seat[1] - 34, ink(metal, stroke=12))
        c.drawPath(
            blob(
                [
                    (seat[0] - 80, seat[1] - 56),
                    (seat[0] + 66, seat[1] - 46),
                    (seat[0] + 60, seat[1] - 30),
                    (seat[0] - 70, seat[1] - 18),
                ]
            ),
            ink(dark if shade else 0xFF6B3E26),
        )
        c.drawCircle(*crank, 44, ink(metal, stroke=11))
        c.drawLine(*crank, crank[0] + 44, crank[1] + 76, ink(metal, stroke=11))
        box(
            c,
            head[0] + 20,
            head[1] - 74,
            130,
            96,
            dark if shade else across(head[0], head[0] + 150, 0xFFB98550, 0xFF8A5E34),
            12,
        )
        c.restore()
    c.drawPath(polygon([(0, 0), (w * 0.32, 0), (0, h * 0.5)]), ink(0x26401E00, blur=40))
    grain(c)
    vignette(c, w, h, 0x44200000)

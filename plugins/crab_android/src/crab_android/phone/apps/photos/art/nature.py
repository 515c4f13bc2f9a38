"""Landscapes and animals."""

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
    pine,
    polygon,
    reflect,
    ridge,
    vignette,
)  # fmt: skip


def lake(surface: skia.Surface, rng: random.Random) -> None:
    """A mountain lake at dawn."""
    c, w, h = surface.getCanvas(), surface.width(), surface.height()
    horizon = h * 0.58
    c.drawPaint(fade(0, horizon, 0xFF3D6FA8, 0xFF86A9CF, 0xFFF3C9A8, 0xFFFBE3C0))
    glow(c, w * 0.66, horizon * 0.86, 620, 0xCCFFE2AE)
    clouds(c, rng, (0, h * 0.08, w, h * 0.16), 0x55FFFFFF, 6)
    for base, size, colors in (
        (0.30, 0.34, (0xFFB9C6DC, 0xFFDDD6D8)),
        (0.40, 0.26, (0xFF7E93B5, 0xFFBFB9C4)),
        (0.49, 0.16, (0xFF4C6180, 0xFF7D8698)),
    ):
        land(c, ridge(rng, w, h * base, h * size), horizon, *colors)
    land(c, ridge(rng, w, h * 0.545, h * 0.05, 0.7), horizon, 0xFF2A3F4C, 0xFF1F3038)
    for _ in range(70):
        pine(c, rng, rng.random() * w, horizon - rng.random() * 8, rng.uniform(40, 95), 0xFF1C2D33)
    box(c, 0, horizon - 6, w, 12, ink(0x88F7E9D5, blur=8))
    reflect(surface, horizon, 0x99213A52, rng)
    shore = [(0, h * 0.93), (w * 0.2, h * 0.955), (w * 0.45, h * 0.97), (w * 0.62, h), (0, h)]
    c.drawPath(blob([(-80, h * 0.9), *shore, (-80, h + 80)]), ink(0xFF16211F))
    for _ in range(60):
        x = rng.random() * w * 0.5
        c.drawLine(
            x, h, x + rng.uniform(-14, 14), h * rng.uniform(0.88, 0.95) + x * 0.05, ink(0xFF1D2B25, stroke=4)
        )
    grain(c)
    vignette(c, w, h)


def sea(surface: skia.Surface, rng: random.Random) -> None:
    """The sun goes down over the sea."""
    c, w, h = surface.getCanvas(), surface.width(), surface.height()
    horizon = h * 0.52
    c.drawPaint(fade(0, horizon, 0xFF2B2F63, 0xFF7A4B86, 0xFFE2795F, 0xFFFFC46B))
    glow(c, w * 0.5, horizon - 40, 760, 0xEEFFB45E)
    clouds(c, rng, (-100, h * 0.05, w, h * 0.3), 0x55B85A78, 9)
    clouds(c, rng, (0, h * 0.3, w, h * 0.12), 0x66FFC98F, 6)
    c.drawCircle(w * 0.5, horizon - 46, 74, ball(w * 0.5, horizon - 46, 74, 0xFFFFF7DC, 0xFFFFE09A))
    box(c, 0, horizon, w, h, fade(horizon, h, 0xFFC26A5C, 0xFF5B3F6B, 0xFF23264F))
    for _ in range(900):
        depth = rng.random() ** 1.6
        y = horizon + depth * (h * 0.83 - horizon)
        near = math.exp(-((rng.gauss(0, 1)) ** 2))
        x = w * 0.5 + rng.gauss(0, 60 + 420 * depth)
        length = (12 + 90 * depth) * rng.uniform(0.5, 1.4)
        color = 0xFFFFD98A if near > 0.4 else 0xFF8B5470
        c.drawLine(x - length / 2, y, x + length / 2, y, ink(color & 0x99FFFFFF, stroke=1.5 + 4 * depth))
    sand = [(0, h * 0.86), *((x, h * (0.84 + 0.02 * math.sin(x / 190))) for x in range(0, w + 40, 40))]
    land(c, [(x, y - 26) for x, y in sand], h, 0xCCFFE7C4, 0x88D9A98A)
    land(c, sand, h, 0xFF8F6457, 0xFF3F2C3A)
    for x, size in ((w * 0.70, 250), (w * 0.765, 232)):
        person(c, x, h * 0.93, size, 0xFF221A2E)
        c.drawOval(skia.Rect.MakeXYWH(x - 50, h * 0.925, 100, 22), ink(0x66000000, blur=8))
    grain(c)
    vignette(c, w, h)


def forest(surface: skia.Surface, rng: random.Random) -> None:
    """A path in a misty wood."""
    c, w, h = surface.getCanvas(), surface.width(), surface.height()
    c.drawPaint(fade(0, h, 0xFFDDE8DC, 0xFFC4D6C4, 0xFF6E8A6C, 0xFF2E4232))
    glow(c, w * 0.55, h * 0.34, 700, 0xDDFFF6D6)
    for layer in range(6):
        near = layer / 5
        shade = (int(170 - 130 * near), int(190 - 130 * near), int(170 - 128 * near))
        color = 0xFF000000 | shade[0] << 16 | shade[1] << 8 | shade[2]
        for _ in range(16 - 2 * layer):
            x = rng.random() * w
            if abs(x - w * 0.53) < w * (0.05 + 0.16 * near):
                continue
            width = 10 + 62 * near**1.5 * rng.uniform(0.7, 1.2)
            foot = h * (0.56 + 0.28 * near)
            trunk = [
                (x - width * 0.36, -20),
                (x + width * 0.36, -20),
                (x + width * 0.5, foot),
                (x + width, foot + 18),
                (x - width, foot + 18),
                (x - width * 0.5, foot),
            ]
            c.drawPath(polygon(trunk), across(x - width / 2, x + width / 2, color, color & 0xFFC8D0C8))
            for _leaf in range(int(26 - 10 * near)):
                lx, ly = x + rng.gauss(0, 130), rng.random() ** 1.6 * h * 0.5
                size = rng.uniform(14, 44) * (0.6 + near)
                c.drawOval(
                    skia.Rect.MakeXYWH(lx, ly, size * 1.8, size), ink((color & 0xFFFFFF) | 0x55000000, blur=3)
                )
        c.drawPaint(fade(h * 0.15, h * 0.75, 0x00E6EFE2, 0x38E6EFE2, 0x00E6EFE2))
    ground = [(0, h * 0.74), (w * 0.3, h * 0.68), (w * 0.53, h * 0.66), (w * 0.8, h * 0.69), (w, h * 0.75)]
    land(c, ground, h, 0xFF6F8450, 0xFF3C5230, 0xFF1D2A1C)
    path = [
        (w * 0.50, h * 0.665),
        (w * 0.555, h * 0.665),
        (w * 0.63, h * 0.8),
        (w * 0.9, h),
        (w * 0.16, h),
        (w * 0.44, h * 0.8),
    ]
    c.drawPath(polygon(path), fade(h * 0.66, h, 0xFFD9CBA6, 0xFF9A835E, 0xFF5D4A36))
    for _ in range(1500):
        depth = rng.random()
        x, y = rng.random() * w, h * (0.70 + 0.3 * depth)
        edge = w * (0.035 + 0.36 * ((y / h - 0.665) / 0.335) ** 1.4)
        if abs(x - w * 0.53) < edge:
            continue
        tall = (8 + 46 * depth) * rng.uniform(0.6, 1.3)
        c.drawLine(
            x,
            y,
            x + rng.uniform(-9, 9),
            y - tall,
            ink(rng.choice((0x99556F3A, 0x99324A28, 0x9986994F)), stroke=2.4),
        )
    for number in range(5):
        ray = polygon(
            [(w * 0.55, h * 0.05), (w * (0.1 + 0.2 * number), h * 0.9), (w * (0.18 + 0.2 * number), h * 0.9)]
        )
        c.drawPath(ray, ink(0x16FFF8DC, blur=22))
    grain(c)
    vignette(c, w, h, 0x88000A00)


def lavender(surface: skia.Surface, rng: random.Random) -> None:
    """Rows of lavender up to a farmhouse."""
    c, w, h = surface.getCanvas(), surface.width(), surface.height()
    horizon = h * 0.44
    c.drawPaint(fade(0, horizon, 0xFF4E92D6, 0xFF9CC6EA, 0xFFF4E6CE))
    clouds(c, rng, (0, h * 0.08, w, h * 0.18), 0x99FFFFFF, 7)
    land(c, ridge(rng, w, h * 0.38, h * 0.09), horizon + 20, 0xFF9FB0CC, 0xFFC9CBD0)
    land(c, ridge(rng, w, h * 0.43, h * 0.03), horizon + 30, 0xFF7F9A6A, 0xFFA7B074)
    box(c, 0, horizon, w, h, fade(horizon, h, 0xFFB79BC9, 0xFF7D5BA6, 0xFF4B2F78))
    point = w * 0.58
    for number in range(-16, 17):
        foot = w / 2 + number * w * 0.145
        path = [
            (point + number * 7 - 2, horizon),
            (point + number * 7 + 2, horizon),
            (foot + 74, h),
            (foot - 6, h),
        ]
        c.drawPath(polygon(path), fade(horizon, h, 0xFFA7A07A, 0xFF6B5A50, 0xFF3B2D38))
    for _ in range(5200):
        depth = rng.random() ** 0.7
        y = horizon + 4 + depth**1.7 * (h - horizon)
        part = (y - horizon) / (h - horizon)
        place = rng.uniform(-16, 16)
        spot = place - math.floor(place)
        if spot < 0.36:
            continue
        x = (point + place * 7) * (1 - part) + (w / 2 + place * w * 0.145) * part
        tall = 3 + 30 * part
        color = rng.choice((0xFF8E6BC4, 0xFFA98AD8, 0xFF6B4AA4, 0xFFC3A8E6, 0xFF57408C))
        c.drawLine(x, y, x + rng.uniform(-4, 4) * part * 3, y - tall, ink(color, stroke=1.2 + 6 * part))
    x, y = w * 0.70, horizon + 14
    box(c, x, y - 62, 130, 66, 0xFFE9D3AE)
    c.drawPath(polygon([(x - 12, y - 60), (x + 65, y - 104), (x + 142, y - 60)]), ink(0xFFB4603F))
    for number in range(3):
        box(c, x + 18 + 38 * number, y - 42, 18, 24, 0xFF5E6F86)
    for dx, size in ((-60, 96), (-24, 126), (170, 112), (206, 84)):
        c.drawOval(skia.Rect.MakeXYWH(x + dx - 12, y - size, 26, size + 6), ink(0xFF3F5B3A))
    grain(c)
    vignette(c, w, h)


def aurora(surface: skia.Surface, rng: random.Random) -> None:
    """Northern lights over a fjord."""
    c, w, h = surface.getCanvas(), surface.width(), surface.height()
    horizon = h * 0.66
    c.drawPaint(fade(0, horizon, 0xFF050B22, 0xFF0B2140, 0xFF15405A))
    for _ in range(420):
        x, y = rng.random() * w, rng.random() * horizon
        c.drawCircle(x, y, rng.uniform(0.6, 2.2), ink(0xCCFFFFFF, blur=0.6))
    for band in range(3):
        phase, lift = rng.random() * 6, h * (0.40 - 0.10 * band)
        for step in range(0, w + 8, 6):
            y = lift + math.sin(step / 170 + phase) * 70 + math.sin(step / 61 + phase) * 22
            tall = h * (0.22 + 0.09 * math.sin(step / 37 + phase)) * (1 - 0.15 * band)
            strength = 0.5 + 0.5 * math.sin(step / 90 + phase * 2)
            alpha = int(60 + 80 * strength) << 24
            tail = skia.Paint(AntiAlias=True, BlendMode=skia.BlendMode.kScreen)
            tail.setShader(
                skia.GradientShader.MakeLinear(
                    [(0, y - tall), (0, y + 26)],
                    [0x007A3FD0, alpha // 2 & 0xFF000000 | 0x3FB08F, alpha | 0x54F2A0, 0x0054F2A0],
                    [0, 0.5, 0.93, 1],
                )
            )
            tail.setMaskFilter(skia.MaskFilter.MakeBlur(skia.kNormal_BlurStyle, 7))
            c.drawRect(skia.Rect.MakeXYWH(step - 5, y - tall, 12, tall + 26), tail)
    land(c, ridge(rng, w, h * 0.54, h * 0.22), horizon, 0xFF1B3346, 0xFF122737)
    land(c, ridge(rng, w, h * 0.62, h * 0.10), horizon, 0xFF0B1A27, 0xFF0A1520)
    for x in (0.16, 0.19, 0.235, 0.82, 0.85):
        c.drawCircle(w * x, horizon - 10, 4, ink(0xFFFFD58A))
        glow(c, w * x, horizon - 10, 46, 0x88FFC36B)
    reflect(surface, horizon, 0x88061425, rng)
    grain(c, 0.07)


def cabin(surface: skia.Surface, rng: random.Random) -> None:
    """A cabin in the snow, lit from inside."""
    c, w, h = surface.getCanvas(), surface.width(), surface.height()
    c.drawPaint(fade(0, h * 0.7, 0xFF1E2C57, 0xFF51608F, 0xFFC79FA8))
    for _ in range(120):
        c.drawCircle(rng.random() * w, rng.random() * h * 0.4, rng.uniform(0.7, 1.8), ink(0xBBFFFFFF))
    land(c, ridge(rng, w, h * 0.50, h * 0.26), h * 0.8, 0xFF8D97BE, 0xFFB9B4CC)
    for layer, color in ((0.62, 0xFF39476C), (0.66, 0xFF273352)):
        for _ in range(48):
            pine(c, rng, rng.random() * w, h * layer + rng.random() * 14, rng.uniform(90, 210), color)
    hill = [(x, h * (0.69 + 0.03 * math.sin(x / 260 + 1))) for x in range(0, w + 40, 40)]
    land(c, hill, h, 0xFFD6DBEE, 0xFF9BA7CC, 0xFF6D7BA8)
    x, y = w * 0.40, h * 0.76
    glow(c, x + 170, y - 60, 460, 0x99FFB35C)
    box(c, x, y - 150, 340, 170, across(x, x + 340, 0xFF5A3A2B, 0xFF3E281F))
    for number in range(8):
        box(c, x, y - 150 + number * 21, 340, 3, 0x66000000)
    c.drawPath(polygon([(x - 46, y - 140), (x + 170, y - 300), (x + 386, y - 140)]), ink(0xFF33241F))
    c.drawPath(
        polygon(
            [
                (x - 56, y - 148),
                (x + 170, y - 318),
                (x + 396, y - 148),
                (x + 374, y - 140),
                (x + 170, y - 288),
                (x - 34, y - 140),
            ]
        ),
        ink(0xFFE9EDF8),
    )
    for dx in (40, 226):
        box(c, x + dx, y - 110, 74, 66, 0xFFFFD27A, 4)
        box(c, x + dx + 34, y - 110, 6, 66, 0xFF6B4A2E)
        box(c, x + dx, y - 80, 74, 6, 0xFF6B4A2E)
    box(c, x + 140, y - 112, 58, 132, 0xFF7A4E30, 4)
    box(c, x + 262, y - 318, 44, 86, 0xFF4A3731)
    clouds(c, rng, (x + 270, y - 500, 120, 160), 0x33FFFFFF, 3)
    c.drawPath(
        polygon([(x + 150, y + 20), (x + 200, y + 20), (x + 330, h), (x + 60, h)]), ink(0x446C79A6, blur=12)
    )
    for px, size in ((0.10, 330), (0.19, 420), (0.80, 460), (0.90, 350), (0.72, 280)):
        pine(c, rng, w * px, h * (0.80 + 0.05 * px), size, 0xFF1B2742)
    for _ in range(420):
        flake = rng.uniform(1.5, 6)
        c.drawCircle(rng.random() * w, rng.random() * h, flake, ink(0xBBFFFFFF, blur=flake / 3))
    grain(c)
    vignette(c, w, h)


def balloons(surface: skia.Surface, rng: random.Random) -> None:
    """Hot-air balloons over hills in the morning."""
    c, w, h = surface.getCanvas(), surface.width(), surface.height()
    c.drawPaint(fade(0, h, 0xFF78B4E4, 0xFFBBD9EE, 0xFFFCE6C8, 0xFFF6C79A))
    clouds(c, rng, (0, h * 0.1, w, h * 0.3), 0x77FFFFFF, 6)
    for base, size, colors in (
        (0.70, 0.12, (0xFFC9B7B4, 0xFFE8CDB4)),
        (0.78, 0.12, (0xFFA98C86, 0xFFD3AD8E)),
        (0.88, 0.10, (0xFF7E6357, 0xFF4E3F38)),
    ):
        land(c, ridge(rng, w, h * base, h * size), h, *colors)
        c.drawPaint(fade(h * (base - 0.05), h * (base + 0.1), 0x00FFEBD0, 0x40FFEBD0, 0x00FFEBD0))
    sets = (
        (0xFFD8413A, 0xFFF6C34B),
        (0xFF2F6FB0, 0xFFF2F2EA),
        (0xFF3C9A6C, 0xFFF3E08A),
        (0xFFE67E33, 0xFF7A2E5D),
        (0xFF8A4FA3, 0xFFF5C7D5),
    )
    spots = ((0.34, 0.36, 190), (0.70, 0.24, 120), (0.84, 0.52, 84), (0.13, 0.60, 70), (0.57, 0.60, 54))
    for (fx, fy, r), (one, two) in zip(spots, sets, strict=True):
        x, y = w * fx, h * fy
        shell = blob(
            [
                (x - r, y - r * 0.2),
                (x - r * 0.75, y - r),
                (x + r * 0.75, y - r),
                (x + r, y - r * 0.2),
                (x + r * 0.5, y + r * 0.9),
                (x + r * 0.1, y + r * 1.35),
                (x - r * 0.1, y + r * 1.35),
                (x - r * 0.5, y + r * 0.9),
            ]
        )
        c.save()
        c.clipPath(shell, True)
        c.drawPaint(ink(one))
        for stripe in (-0.75, 0.0, 0.75):
            c.drawOval(skia.Rect.MakeXYWH(x + stripe * r - r * 0.2, y - r * 1.3, r * 0.4, r * 2.9), ink(two))
        c.drawPaint(across(x - r, x + r, 0x33FFFFFF, 0x00000000, 0x66000000))
        c.restore()
        for dx in (-0.14, 0.14):
            c.drawLine(
                x + dx * r,
                y + r * 1.15,
                x + dx * r * 0.8,
                y + r * 1.52,
                ink(0xFF4A3A30, stroke=max(1.5, r * 0.012)),
            )
        box(c, x - r * 0.15, y + r * 1.5, r * 0.3, r * 0.2, 0xFF6B4528, r * 0.03)
    grain(c)

"""Food and documents."""

from __future__ import annotations

import math
import random

import skia

from .brush import across, ball, blob, box, fade, grain, ink, polygon, text, vignette


def _wood(c: skia.Canvas, rng: random.Random, w: int, h: int, color: int = 0xFF9A6B42) -> None:
    c.drawPaint(ink(color))
    for plank in range(0, h, 240):
        box(c, 0, plank, w, 236, ink(rng.choice((0x22FFFFFF, 0x11000000, 0x18FFE0B0))))
        for _ in range(60):
            y, lift = plank + rng.random() * 236, rng.uniform(-9, 9)
            path = skia.Path()
            path.moveTo(0, y)
            path.cubicTo(w * 0.3, y + lift, w * 0.6, y - lift, w, y + lift)
            c.drawPath(path, ink(rng.choice((0x1A3A1E08, 0x12FFE6C0)), stroke=rng.uniform(1, 4)))
        box(c, 0, plank + 236, w, 4, 0x662A1608)


def coffee(surface: skia.Surface, rng: random.Random) -> None:  # noqa: PLR0915 - strokes, one after another
    """A cappuccino and a croissant from above."""
    c, w, h = surface.getCanvas(), surface.width(), surface.height()
    _wood(c, rng, w, h)
    x, y = w * 0.38, h * 0.54
    c.drawCircle(x + 30, y + 40, 390, ink(0x66200F00, blur=34))
    c.drawCircle(x, y, 380, ball(x - 90, y - 110, 560, 0xFFFFFFFF, 0xFFD5DADF))
    c.drawCircle(x, y, 300, ink(0x22000000, stroke=5))
    box(c, x + 200, y - 36, 170, 72, across(x + 200, x + 370, 0xFFFFFFFF, 0xFFC9CFD6), 36)
    c.drawCircle(x + 12, y + 18, 246, ink(0x55000000, blur=16))
    c.drawCircle(x, y, 238, ball(x - 70, y - 80, 330, 0xFFFFFFFF, 0xFFDFE3E8))
    c.drawCircle(x, y, 206, ball(x, y, 206, 0xFFB9793F, 0xFF8A4F22))
    c.save()
    c.clipPath(skia.Path().addCircle(x, y, 200), True)
    for layer in range(5):
        size = 150 - layer * 29
        foam = 0xFFF8E9CF if layer % 2 == 0 else 0xFFB9793F
        heart = skia.Path()
        top = y - 20 - layer * 4
        heart.moveTo(x, top + size)
        heart.cubicTo(x - size * 1.5, top + size * 0.1, x - size * 0.75, top - size, x, top - size * 0.28)
        heart.cubicTo(x + size * 0.75, top - size, x + size * 1.5, top + size * 0.1, x, top + size)
        c.drawPath(heart, ink(foam, blur=1.5))
    c.restore()
    px, py = w * 0.78, h * 0.40
    c.drawCircle(px + 20, py + 26, 296, ink(0x55200F00, blur=28))
    c.drawCircle(px, py, 290, ball(px - 80, py - 90, 420, 0xFF7FA7B5, 0xFF4C7484))
    c.drawCircle(px, py, 222, ink(0x33FFFFFF, stroke=4))
    for number in range(9):
        a = math.pi * (0.12 + 0.095 * number)
        cx, cy = px - math.cos(a) * 150, py + 70 - math.sin(a) * 150
        puff = 46 + 44 * math.sin(math.pi * (number + 0.5) / 9)
        c.save()
        c.translate(cx, cy)
        c.rotate(math.degrees(a) - 90)
        c.drawOval(
            skia.Rect.MakeXYWH(-26, -puff, 58, puff * 2),
            ball(-6, -puff * 0.3, puff * 1.2, 0xFFF0B765, 0xFFC8772C, 0xFF8A4A18),
        )
        c.restore()
    for _ in range(70):
        a, r = rng.random() * 6.3, rng.random() * 250
        c.drawCircle(px + math.cos(a) * r, py + math.sin(a) * r, rng.uniform(2, 5), ink(0xCCE9B873))
    sx, sy = w * 0.66, h * 0.86
    c.save()
    c.translate(sx, sy)
    c.rotate(-14)
    box(c, 0, 8, 460, 22, ink(0x55000000, blur=10), 11)
    box(c, 0, 0, 460, 18, across(0, 460, 0xFFE9EDF0, 0xFF9AA3AB), 9)
    c.drawOval(skia.Rect.MakeXYWH(-130, -36, 170, 88), ball(-60, -6, 110, 0xFFF7F9FA, 0xFF98A2AA))
    c.restore()
    for _ in range(26):
        bx, by = rng.uniform(0.04, 0.3) * w, rng.uniform(0.04, 0.16) * h
        c.save()
        c.translate(bx, by)
        c.rotate(rng.uniform(0, 180))
        c.drawOval(skia.Rect.MakeXYWH(-19, -13, 38, 26), ink(0xFF3E2313))
        c.drawLine(-15, 0, 15, 0, ink(0xFF1F1008, stroke=4))
        c.restore()
    grain(c)
    vignette(c, w, h, 0x77200F00)


def pizza(surface: skia.Surface, rng: random.Random) -> None:
    """A pizza with basil."""
    c, w, h = surface.getCanvas(), surface.width(), surface.height()
    c.drawPaint(fade(0, h, 0xFF44525C, 0xFF2A343C))
    for _ in range(900):
        c.drawCircle(
            rng.random() * w, rng.random() * h, rng.uniform(1, 5), ink(rng.choice((0x22FFFFFF, 0x33000000)))
        )
    x, y, r = w * 0.5, h * 0.52, h * 0.43
    c.drawCircle(x + 20, y + 34, r + 40, ink(0x88000000, blur=36))
    c.drawCircle(x, y, r + 44, ball(x, y, r + 44, 0xFFC99A63, 0xFFB07E48))
    for ring in range(14):
        c.drawCircle(x, y, (r + 40) * ring / 14, ink(0x223A1E08, stroke=3))
    crust = [
        (
            x + math.cos(a / 20 * math.pi) * r * rng.uniform(0.97, 1.02),
            y + math.sin(a / 20 * math.pi) * r * rng.uniform(0.97, 1.02),
        )
        for a in range(40)
    ]
    c.drawPath(blob(crust), ball(x, y, r, 0xFFE9B765, 0xFFE2A854, 0xFFB8712C))
    for _ in range(90):
        a, part = rng.random() * 6.3, rng.uniform(0.9, 0.99)
        c.drawCircle(
            x + math.cos(a) * r * part,
            y + math.sin(a) * r * part,
            rng.uniform(5, 20),
            ink(rng.choice((0x55603008, 0x66FFE0A0)), blur=3),
        )
    sauce = [
        (
            x + math.cos(a / 20 * math.pi) * r * rng.uniform(0.84, 0.89),
            y + math.sin(a / 20 * math.pi) * r * rng.uniform(0.84, 0.89),
        )
        for a in range(40)
    ]
    c.drawPath(blob(sauce), ball(x, y, r, 0xFFD8452B, 0xFFB62E1C))
    for _ in range(46):
        a, part, size = rng.random() * 6.3, rng.random() ** 0.5 * 0.74, rng.uniform(34, 78)
        cx, cy = x + math.cos(a) * r * part, y + math.sin(a) * r * part
        melt = [
            (
                cx + math.cos(n * 0.9) * size * rng.uniform(0.7, 1.2),
                cy + math.sin(n * 0.9) * size * rng.uniform(0.7, 1.2),
            )
            for n in range(7)
        ]
        c.drawPath(blob(melt), ball(cx - 8, cy - 10, size * 1.2, 0xFFFFF6DC, 0xFFF3D894))
    for _ in range(11):
        a, part = rng.random() * 6.3, rng.random() ** 0.5 * 0.72
        cx, cy = x + math.cos(a) * r * part, y + math.sin(a) * r * part
        c.drawCircle(cx + 4, cy + 7, 46, ink(0x44000000, blur=6))
        c.drawCircle(cx, cy, 44, ball(cx - 10, cy - 12, 56, 0xFFE8523A, 0xFFA9281C))
        for seed in range(6):
            b = seed * math.pi / 3
            c.drawCircle(cx + math.cos(b) * 23, cy + math.sin(b) * 23, 8, ink(0xAAF7B26B))
    for _ in range(13):
        a, part, turn = rng.random() * 6.3, rng.random() ** 0.5 * 0.74, rng.random() * 360
        c.save()
        c.translate(x + math.cos(a) * r * part, y + math.sin(a) * r * part)
        c.rotate(turn)
        leaf = skia.Path()
        leaf.moveTo(-62, 0)
        leaf.cubicTo(-30, -46, 36, -40, 66, 0)
        leaf.cubicTo(36, 40, -30, 46, -62, 0)
        c.drawPath(leaf, ink(0x44000000, blur=7))
        c.drawPath(leaf, fade(-44, 44, 0xFF5FA04A, 0xFF2F6B2C))
        c.drawLine(-56, 0, 60, 0, ink(0x88BFE09A, stroke=3))
        c.restore()
    for number in range(4):
        a = number * math.pi / 4 + 0.2
        c.drawLine(
            x - math.cos(a) * r,
            y - math.sin(a) * r,
            x + math.cos(a) * r,
            y + math.sin(a) * r,
            ink(0x44401808, stroke=5),
        )
    grain(c)
    vignette(c, w, h, 0x88000000)


def cake(surface: skia.Surface, rng: random.Random) -> None:
    """A birthday cake with burning candles."""
    c, w, h = surface.getCanvas(), surface.width(), surface.height()
    c.drawPaint(ball(w / 2, h * 0.36, h * 0.8, 0xFF8A4A3A, 0xFF4A2436, 0xFF1E1020))
    for _ in range(46):
        x, y, size = rng.random() * w, rng.random() * h * 0.6, rng.uniform(16, 66)
        c.drawCircle(x, y, size, ink(rng.choice((0x33FFC46B, 0x2AFF8A7A, 0x22FFF0C8)), blur=3))
    table = h * 0.80
    box(c, 0, table, w, h - table, fade(table, h, 0xFF5A3226, 0xFF2B1714))
    x, top, wide = w / 2, h * 0.44, w * 0.66
    c.drawOval(skia.Rect.MakeXYWH(x - wide * 0.64, table - 52, wide * 1.28, 150), ink(0x77000000, blur=18))
    c.drawOval(
        skia.Rect.MakeXYWH(x - wide * 0.62, table - 74, wide * 1.24, 136),
        across(x - wide * 0.6, x + wide * 0.6, 0xFFFFFFFF, 0xFFC9C3CC),
    )
    for level, color in ((0, (0xFFF9E7D2, 0xFFD9A98A)), (1, (0xFFF6B8C1, 0xFFC9707F))):
        base = table - 20 - level * (table - top) * 0.48
        tall, half = (table - top) * 0.46, wide * (0.5 - 0.10 * level)
        box(c, x - half, base - tall, half * 2, tall, across(x - half, x + half, *color), 20)
        c.drawOval(skia.Rect.MakeXYWH(x - half, base - 36, half * 2, 72), across(x - half, x + half, *color))
        c.drawOval(skia.Rect.MakeXYWH(x - half, base - tall - 40, half * 2, 80), ink(0xFFFFF7EC))
        drip = skia.Path()
        drip.moveTo(x - half, base - tall)
        step = half / 5
        for number in range(10):
            at = x - half + number * step
            long = rng.uniform(40, 110)
            drip.cubicTo(
                at + step * 0.1,
                base - tall + long + 40,
                at + step * 0.9,
                base - tall + long + 40,
                at + step,
                base - tall + 34,
            )
        drip.lineTo(x + half, base - tall)
        drip.close()
        c.drawPath(drip, ink(0xFFFFF7EC))
        for number in range(26):
            a = number / 25
            c.drawCircle(
                x - half + 2 * half * a,
                base - 20 + 46 * math.sin(math.pi * a),
                13,
                ink(rng.choice((0xFFE8536B, 0xFFF6C34B, 0xFF6BB7C9, 0xFFFFFFFF))),
            )
    upper = table - 20 - (table - top) * 0.94
    for number in range(7):
        cx = x - wide * 0.30 + number * wide * 0.10
        foot = upper + 10 - 26 * math.sin(math.pi * number / 6) * (-1 if number % 2 else 1)
        wax = (0xFF5FA8D3, 0xFFF6C34B, 0xFFE8536B)[number % 3]
        box(c, cx - 9, foot - 130, 18, 140, across(cx - 9, cx + 9, wax, 0xFFFFFFFF, wax), 6)
        flame = skia.Path()
        flame.moveTo(cx, foot - 212)
        flame.cubicTo(cx + 34, foot - 168, cx + 22, foot - 136, cx, foot - 134)
        flame.cubicTo(cx - 22, foot - 136, cx - 34, foot - 168, cx, foot - 212)
        c.drawCircle(cx, foot - 168, 130, ball(cx, foot - 168, 130, 0x66FFC46B, 0x00FFC46B))
        c.drawPath(flame, fade(foot - 212, foot - 134, 0xFFFFF3C0, 0xFFFFB03B))
    grain(c)
    vignette(c, w, h)


def receipt(surface: skia.Surface, rng: random.Random) -> None:
    """A bakery's receipt on a table."""
    c, w, h = surface.getCanvas(), surface.width(), surface.height()
    _wood(c, rng, w, h, 0xFF6E5240)
    c.rotate(-3, w / 2, h / 2)
    x, y, wide, tall = w * 0.2, h * 0.06, w * 0.6, h * 0.88
    edge = [(x + wide - n * wide / 30, y + tall - (14 if n % 2 else 0)) for n in range(31)]
    paper = polygon([(x, y), (x + wide, y), *edge])
    c.save()
    c.translate(16, 22)
    c.drawPath(paper, ink(0x88000000, blur=22))
    c.restore()
    c.drawPath(paper, across(x, x + wide, 0xFFF3F0E8, 0xFFFFFFFF, 0xFFE4DFD4))
    grey, mid = 0xFF2B2B2E, x + wide / 2
    text(c, "HARBOUR BAKERY", mid, y + 120, 62, grey, weight=700, center=True)
    text(c, "Station Street 8, Northfield", mid, y + 180, 36, grey, center=True)
    text(c, "Receipt 2218    Table 4", mid, y + 250, 36, grey, center=True)
    rows = (
        ("2  Cappuccino", "7.60"),
        ("1  Almond croissant", "3.20"),
        ("1  Rye bread", "4.80"),
        ("2  Orange juice", "8.40"),
        ("1  Cheesecake", "4.50"),
    )
    line = y + 350
    for name, price in rows:
        text(c, name, x + 60, line, 42, grey)
        text(c, price, x + wide - 160, line, 42, grey)
        line += 78
    for part in range(int((wide - 100) / 24)):
        box(c, x + 50 + part * 24, line - 20, 14, 4, 0xFF77777A)
    text(c, "TOTAL", x + 60, line + 70, 62, grey, weight=700)
    text(c, "28.50", x + wide - 220, line + 70, 62, grey, weight=700)
    text(c, "Card payment", x + 60, line + 140, 38, grey)
    text(c, "28.50", x + wide - 160, line + 140, 38, grey)
    text(c, "Thank you and see you soon!", mid, line + 250, 40, grey, center=True)
    at = x + 110
    while at < x + wide - 110:
        thick = rng.choice((4, 7, 11))
        box(c, at, line + 300, thick, 120, grey)
        at += thick + rng.choice((5, 8, 12))
    for number in (0.33, 0.66):
        box(c, x, y + tall * number, wide, 5, ink(0x18000000, blur=4))
    c.resetMatrix()
    grain(c, 0.08)
    vignette(c, w, h, 0x77000000)


def whiteboard(surface: skia.Surface, _rng: random.Random) -> None:
    """What was agreed, on a whiteboard."""
    c, w, h = surface.getCanvas(), surface.width(), surface.height()
    c.drawPaint(fade(0, h, 0xFFB9BEC2, 0xFF94999E))
    box(c, 70, 70, w - 140, h - 170, ink(0x66000000, blur=18), 10)
    box(c, 60, 60, w - 120, h - 170, 0xFFC9CDD1, 14)
    box(c, 84, 84, w - 168, h - 218, ball(w * 0.4, h * 0.3, w, 0xFFFFFFFF, 0xFFE3E7EA), 6)
    box(c, w * 0.3, h - 130, w * 0.4, 26, 0xFF8A8F94, 8)
    for number, color in enumerate((0xFF2B5FC0, 0xFFC0392B, 0xFF1E8A4A)):
        box(c, w * 0.36 + number * 130, h - 142, 110, 20, color, 10)
    blue, red, green = 0xFF2B4FA8, 0xFFC0392B, 0xFF1E7A44
    text(c, "Summer fair – plan", 150, 210, 84, blue, weight=700)
    c.drawLine(150, 238, 860, 232, ink(blue, stroke=7))
    for number, (words, done) in enumerate(
        (
            ("Book the hall by June 5", True),
            ("Posters: 40 × A3", True),
            ("Band: call the Larks", False),
            ("Cake stand, 12 cakes", False),
            ("Budget: 1,450", False),
        )
    ):
        y = 340 + number * 120
        c.drawRect(skia.Rect.MakeXYWH(160, y - 48, 52, 52), ink(blue, stroke=6))
        if done:
            c.drawLine(170, y - 24, 184, y - 6, ink(green, stroke=9))
            c.drawLine(184, y - 6, 222, y - 60, ink(green, stroke=9))
        text(c, words, 250, y, 58, 0xFF22252B)
    for number, (name, height) in enumerate((("Apr", 90), ("May", 170), ("Jun", 280), ("Jul", 210))):
        x = 1020 + number * 118
        box(c, x, 620 - height, 78, height, ink(red if number == 2 else blue, stroke=6), 4)
        text(c, name, x + 39, 676, 42, 0xFF22252B, center=True)
    c.drawLine(1000, 622, 1490, 622, ink(0xFF22252B, stroke=6))
    c.drawLine(1000, 622, 1000, 300, ink(0xFF22252B, stroke=6))
    c.drawOval(skia.Rect.MakeXYWH(990, 760, 480, 190), ink(red, stroke=7))
    text(c, "Next: Tue 10:00", 1230, 874, 54, red, weight=500, center=True)
    grain(c, 0.06)
    vignette(c, w, h, 0x44000000)

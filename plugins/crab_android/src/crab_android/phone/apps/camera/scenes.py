"""What stands before the camera: surroundings drawn for this project, in the light of the hour."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence

import skia

Point = tuple[float, float]
_Scene = Callable[["Brush"], None]


class Brush:
    """Draws into a picture of a size; lengths are parts of its shorter side, from its middle.

    Args:
        canvas: what is drawn on.
        width: of the picture in pixels.
        height: of the picture in pixels.
        night: whether it is dark outside.
    """

    def __init__(self, canvas: skia.Canvas, width: int, height: int, *, night: bool) -> None:
        self.canvas, self.width, self.height, self.night = canvas, width, height, night
        self.unit = min(width, height)

    def at(self, x: float, y: float) -> Point:
        """A point in pixels."""
        return self.width / 2 + x * self.unit, self.height / 2 + y * self.unit

    def ground(self, top: float, *colors: int) -> None:
        """Everything below a height, from colour to colour."""
        _x, y = self.at(0, top)
        paint = skia.Paint(AntiAlias=True)
        shades = list(colors) if len(colors) > 1 else [colors[0], colors[0]]
        paint.setShader(skia.GradientShader.MakeLinear([(0, y), (0, self.height)], shades))
        self.canvas.drawRect(skia.Rect.MakeLTRB(0, y, self.width, self.height), paint)

    def box(self, x: float, y: float, wide: float, high: float, color: int, round_: float = 0.0) -> None:
        """A rectangle by its left top corner."""
        left, top = self.at(x, y)
        rect = skia.Rect.MakeXYWH(left, top, wide * self.unit, high * self.unit)
        corner = round_ * self.unit
        self.canvas.drawRoundRect(rect, corner, corner, skia.Paint(Color=color, AntiAlias=True))

    def disc(self, x: float, y: float, radius: float, color: int, flat: float = 1.0) -> None:
        """A circle, or an ellipse ``flat`` times as high."""
        cx, cy = self.at(x, y)
        across, down = radius * self.unit, radius * flat * self.unit
        rect = skia.Rect.MakeLTRB(cx - across, cy - down, cx + across, cy + down)
        self.canvas.drawOval(rect, skia.Paint(Color=color, AntiAlias=True))

    def shape(self, color: int, *points: Point) -> None:
        """A polygon."""
        path = skia.Path()
        path.addPoly([skia.Point(*self.at(*point)) for point in points], True)
        self.canvas.drawPath(path, skia.Paint(Color=color, AntiAlias=True))

    def line(self, color: int, thick: float, points: Sequence[Point]) -> None:
        """A line through points, bent smoothly."""
        path = skia.Path()
        path.moveTo(*self.at(*points[0]))
        if len(points) == 3:
            path.quadTo(*self.at(*points[1]), *self.at(*points[2]))
        else:
            for point in points[1:]:
                path.lineTo(*self.at(*point))
        pen = skia.Paint(
            Color=color,
            AntiAlias=True,
            Style=skia.Paint.kStroke_Style,
            StrokeWidth=thick * self.unit,
            StrokeCap=skia.Paint.kRound_Cap,
        )
        self.canvas.drawPath(path, pen)

    def sky(self, bottom: float) -> None:
        """The sky down to a height."""
        colors = [0xFF0B1230, 0xFF24365F] if self.night else [0xFF5FA8E6, 0xFFD9EDF6]
        _x, y = self.at(0, bottom)
        paint = skia.Paint()
        paint.setShader(skia.GradientShader.MakeLinear([(0, 0), (0, y)], colors))
        self.canvas.drawRect(skia.Rect.MakeLTRB(0, 0, self.width, y), paint)


def _park(b: Brush) -> None:
    chance = random.Random(5)
    b.sky(0.05)
    b.disc(0.27, -0.46, 0.06, 0xFFF4F0DC if b.night else 0xFFFFF4C4)
    for x, y in ((-0.3, -0.5), (0.05, -0.58)):
        for step in range(4):
            b.disc(x + step * 0.05, y - (step % 2) * 0.015, 0.045, 0xFF4A5A82 if b.night else 0xFFF7FBFE)
    for number in range(22):
        x = -0.9 + number * 0.085
        b.disc(x, -0.02 + chance.uniform(-0.03, 0.02), 0.09, 0xFF5E8F58)
    b.ground(0.03, 0xFF8FBF5C, 0xFF5A8F3D, 0xFF3A6B30)
    b.disc(-0.34, 0.2, 0.3, 0xFF6FB3D3, 0.22)
    b.disc(-0.34, 0.19, 0.28, 0xFF93CBE2, 0.18)
    b.shape(0xFFE2CFA4, (0.02, 0.03), (0.07, 0.03), (0.62, 0.9), (-0.02, 0.9))
    for x, foot, size in ((-0.42, 0.06, 0.8), (0.34, 0.12, 1.15), (0.56, 0.3, 1.5)):
        b.box(x - 0.02 * size, foot - 0.2 * size, 0.04 * size, 0.22 * size, 0xFF6B4A2E)
        for number in range(26):
            a, part = number * 2.4, (number / 26) ** 0.5
            green = (0xFF3E7A3C, 0xFF4F9248, 0xFF6BAA57)[number % 3]
            b.disc(
                x + math.cos(a) * 0.15 * size * part,
                foot - 0.32 * size + math.sin(a) * 0.13 * size * part,
                0.055 * size,
                green,
            )
    for x in (-0.43, -0.13):
        b.box(x, 0.4, 0.02, 0.22, 0xFF3A3A40, 0.004)
    for y in (0.4, 0.44, 0.51):
        b.box(-0.46, y, 0.38, 0.026, 0xFF8A5A34, 0.006)
    for _ in range(70):
        x, y = chance.uniform(-0.7, 0.7), chance.uniform(0.45, 0.8)
        b.disc(x, y, 0.007, chance.choice((0xFFFFFFFF, 0xFFF6D95A, 0xFFE7A8C8)))


def _desk(b: Brush) -> None:
    b.ground(-2.0, 0xFFE9E1D4, 0xFFD7CBB9)
    left = -0.44
    b.box(left, -0.66, 0.5, 0.5, 0xFFF8F6F0, 0.01)
    b.box(left + 0.03, -0.63, 0.44, 0.44, 0xFF1B2750 if b.night else 0xFFA9D5F0)
    for number in range(6):
        b.disc(
            left + 0.06 + number * 0.075,
            -0.235 - (number % 2) * 0.03,
            0.05,
            0xFF2E4F3C if b.night else 0xFF7FB070,
        )
    b.box(left - 0.02, -0.19, 0.54, 0.03, 0xFFF8F6F0)
    b.box(left + 0.24, -0.63, 0.015, 0.44, 0xFFF8F6F0)
    for row in range(3):
        y = -0.62 + row * 0.17
        b.box(0.2, y + 0.12, 0.42, 0.014, 0xFF8A6238)
        for number in range(8):
            color = (0xFFC8553D, 0xFF3D6FA0, 0xFFE3B23C, 0xFF5E8C6A, 0xFF8A4F7D)[(number * 3 + row) % 5]
            high = 0.08 + 0.014 * ((number * 7 + row) % 3)
            b.box(0.22 + number * 0.043, y + 0.12 - high, 0.034, high, color, 0.003)
    b.ground(0.12, 0xFFC08A52, 0xFF9A6636)
    for number in range(5):
        b.line(0x22401E00, 0.004, ((-1.0, 0.2 + number * 0.14), (1.0, 0.19 + number * 0.14)))
    b.shape(0x33200F00, (-0.3, 0.24), (0.26, 0.24), (0.36, 0.44), (-0.4, 0.44))
    b.box(-0.24, -0.12, 0.44, 0.31, 0xFF2B2E35, 0.014)
    b.box(-0.225, -0.105, 0.41, 0.28, 0xFFEFF3FA)
    b.box(-0.225, -0.105, 0.41, 0.04, 0xFF3E6FC4)
    for number in range(5):
        b.box(-0.19, -0.04 + number * 0.038, 0.3 - 0.05 * (number % 3), 0.014, 0xFFB8C2D2, 0.004)
    b.shape(0xFFC9CDD4, (-0.26, 0.19), (0.22, 0.19), (0.28, 0.34), (-0.32, 0.34))
    b.shape(0xFF7D828B, (-0.21, 0.205), (0.17, 0.205), (0.2, 0.27), (-0.24, 0.27))
    b.disc(0.4, 0.33, 0.1, 0x33200F00, 0.4)
    b.box(0.31, 0.1, 0.15, 0.22, 0xFFF3F1EC, 0.03)
    b.disc(0.385, 0.11, 0.072, 0xFF5A3520, 0.3)
    b.line(0xFFF3F1EC, 0.022, ((0.45, 0.16), (0.56, 0.2), (0.45, 0.27)))
    b.box(-0.56, 0.1, 0.16, 0.2, 0xFFC96F4A, 0.02)
    for number in range(13):
        a = -0.3 - number * 0.21
        tip = (-0.48 + math.cos(a) * 0.2, 0.1 + math.sin(a) * 0.26)
        b.line(
            (0xFF3F7A43, 0xFF5E9A54)[number % 2],
            0.016,
            ((-0.48, 0.11), (-0.48 + math.cos(a) * 0.06, -0.02), tip),
        )
    b.shape(0xFF2F5D8A, (-0.2, 0.5), (0.2, 0.46), (0.26, 0.72), (-0.18, 0.77))
    b.shape(0xFFFDFBF5, (-0.185, 0.51), (0.19, 0.475), (0.245, 0.705), (-0.165, 0.75))
    for number in range(5):
        b.line(0xFF9FB3CC, 0.004, ((-0.14, 0.55 + number * 0.04), (0.18, 0.52 + number * 0.04)))
    b.line(0xFFE3B23C, 0.016, ((0.3, 0.5), (0.5, 0.66)))


def _street(b: Brush) -> None:
    b.sky(0.2)
    colors = (0xFFD9A05B, 0xFFB9564A, 0xFFE9DBC0, 0xFF6F93A8, 0xFFCFB98A, 0xFF8C6A7D)
    for number in range(6):
        x, high = -0.84 + number * 0.28, 0.5 + 0.09 * (number * 5 % 3)
        top = 0.22 - high
        b.box(x, top, 0.285, high, colors[number])
        b.shape(0xFF6B4A40, (x - 0.01, top), (x + 0.14, top - 0.11), (x + 0.295, top))
        for row in range(3):
            for column in range(2):
                lit = b.night and (number + row + column) % 3
                wx, wy = x + 0.045 + column * 0.12, top + 0.05 + row * 0.14
                b.box(wx - 0.006, wy - 0.006, 0.077, 0.102, 0xFFF7F2E8)
                b.box(wx, wy, 0.065, 0.09, 0xFFFFD98C if lit else 0xFF4E6478)
        b.box(x + 0.1, 0.09, 0.08, 0.13, 0xFF4A3026, 0.006)
    b.ground(0.22, 0xFFB9B2A8, 0xFFA39B90)
    b.ground(0.33, 0xFF56595F, 0xFF3E4147)
    for number in range(7):
        b.shape(
            0xFFE8E2D0,
            (-0.9 + number * 0.3, 0.5),
            (-0.76 + number * 0.3, 0.5),
            (-0.78 + number * 0.3, 0.525),
            (-0.93 + number * 0.3, 0.525),
        )
    for x, foot, size, color in ((-0.2, 0.42, 1.0, 0xFFC23B34), (0.26, 0.64, 1.25, 0xFF2F6FB0)):
        b.disc(x, foot + 0.01, 0.2 * size, 0x66000000, 0.12)
        b.shape(
            0xFF2B3640,
            (x - 0.1 * size, foot - 0.13 * size),
            (x + 0.08 * size, foot - 0.13 * size),
            (x + 0.14 * size, foot - 0.06 * size),
            (x - 0.15 * size, foot - 0.06 * size),
        )
        b.box(x - 0.2 * size, foot - 0.075 * size, 0.4 * size, 0.075 * size, color, 0.025 * size)
        for dx in (-0.12, 0.12):
            b.disc(x + dx * size, foot, 0.036 * size, 0xFF16181C)
            b.disc(x + dx * size, foot, 0.016 * size, 0xFFB9BEC6)
        b.disc(x + 0.19 * size, foot - 0.045 * size, 0.012 * size, 0xFFFFF2C0)
    for x in (-0.52, 0.1, 0.7):
        b.box(x - 0.006, -0.12, 0.012, 0.42, 0xFF2B2E35)
        b.disc(x, -0.14, 0.026, 0xFFFFE9A8 if b.night else 0xFFE7E4DA)


def _front(b: Brush) -> None:
    b.ground(-2.0, 0xFFB7C4C9, 0xFF93A3A8)
    b.box(-0.62, -0.62, 0.34, 0.46, 0xFFF4F1EA, 0.01)
    b.box(-0.59, -0.59, 0.28, 0.4, 0xFFDFA25B)
    b.disc(-0.45, -0.38, 0.09, 0xFFF3E3B5)
    b.box(0.32, -0.3, 0.04, 0.5, 0xFF6B4A2E)
    b.shape(0xFFF3E2B8, (0.22, -0.3), (0.46, -0.3), (0.4, -0.5), (0.28, -0.5))
    b.shape(0xFF2F6B6B, (-0.48, 0.9), (-0.42, 0.44), (-0.2, 0.33), (0.2, 0.33), (0.42, 0.44), (0.48, 0.9))
    b.disc(-0.34, 0.52, 0.14, 0xFF2F6B6B)
    b.disc(0.34, 0.52, 0.14, 0xFF2F6B6B)
    b.box(-0.09, 0.16, 0.18, 0.24, 0xFFC98F6B, 0.06)
    b.disc(0, 0.34, 0.11, 0xFFC98F6B, 0.5)
    b.disc(0, -0.1, 0.255, 0xFF3B2620, 1.12)
    b.disc(-0.235, 0.02, 0.04, 0xFFD9A27C)
    b.disc(0.235, 0.02, 0.04, 0xFFD9A27C)
    b.disc(0, 0.0, 0.225, 0xFFE2AE88, 1.22)
    b.shape(
        0xFF3B2620,
        (-0.23, -0.06),
        (-0.2, -0.25),
        (0.0, -0.32),
        (0.2, -0.25),
        (0.23, -0.06),
        (0.12, -0.16),
        (-0.06, -0.13),
    )
    for side in (-1, 1):
        b.line(0xFF3B2620, 0.016, ((side * 0.13, -0.045), (side * 0.09, -0.065), (side * 0.045, -0.045)))
        b.disc(side * 0.088, 0.005, 0.032, 0xFFFFFFFF, 0.66)
        b.disc(side * 0.086, 0.005, 0.018, 0xFF3E2A1E)
        b.disc(side * 0.08, -0.001, 0.005, 0xFFFFFFFF)
        b.disc(side * 0.14, 0.085, 0.035, 0x33D9604A)
    b.line(0xFFC08560, 0.012, ((0.0, 0.01), (0.022, 0.075), (-0.004, 0.08)))
    b.line(0xFFB0524A, 0.016, ((-0.075, 0.135), (0.0, 0.195), (0.075, 0.135)))


REAR: dict[str, _Scene] = {"park": _park, "desk": _desk, "street": _street}


def draw_scene(canvas: skia.Canvas, name: str, width: int, height: int, hour: int) -> None:
    """Draw what the camera sees into a picture, in the light of the hour.

    Args:
        canvas: what is drawn on.
        name: a key of :data:`REAR`, or ``front``.
        width: in pixels.
        height: in pixels.
        hour: of the day, 0 to 23.
    """
    night = hour < 6 or hour >= 21
    brush = Brush(canvas, width, height, night=night)
    (_front if name == "front" else REAR[name])(brush)
    inside = name in ("front", "desk")
    if night and not inside:
        canvas.drawColor(0xFF6C78AC, skia.BlendMode.kMultiply)
    elif night:
        canvas.drawColor(0x33261200, skia.BlendMode.kSrcOver)
    elif hour < 8 or hour >= 18:
        canvas.drawColor(0x30FF8A3C, skia.BlendMode.kSrcOver)

"""What the drawn pictures are made with: skies, ridges, clouds, glows, reflections, grain."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise

import skia

from crab_android.phone.kit import shape

Point = tuple[float, float]


def ink(
    color: int, *, blur: float = 0.0, stroke: float = 0.0, mode: skia.BlendMode | None = None
) -> skia.Paint:
    """A paint in a colour; soft when ``blur`` is set, a round pen when ``stroke`` is."""
    paint = skia.Paint(Color=color, AntiAlias=True)
    if blur:
        paint.setMaskFilter(skia.MaskFilter.MakeBlur(skia.kNormal_BlurStyle, blur))
    if stroke:
        paint.setStyle(skia.Paint.kStroke_Style)
        paint.setStrokeWidth(stroke)
        paint.setStrokeCap(skia.Paint.kRound_Cap)
        paint.setStrokeJoin(skia.Paint.kRound_Join)
    if mode is not None:
        paint.setBlendMode(mode)
    return paint


def fade(top: float, bottom: float, *colors: int) -> skia.Paint:
    """A paint that runs from colour to colour downwards."""
    paint = skia.Paint(AntiAlias=True)
    paint.setShader(skia.GradientShader.MakeLinear([(0, top), (0, bottom)], list(colors)))
    return paint


def across(left: float, right: float, *colors: int) -> skia.Paint:
    """A paint that runs from colour to colour to the right."""
    paint = skia.Paint(AntiAlias=True)
    paint.setShader(skia.GradientShader.MakeLinear([(left, 0), (right, 0)], list(colors)))
    return paint


def ball(x: float, y: float, radius: float, *colors: int) -> skia.Paint:
    """A paint that runs from colour to colour outwards."""
    paint = skia.Paint(AntiAlias=True)
    paint.setShader(skia.GradientShader.MakeRadial((x, y), radius, list(colors)))
    return paint


def box(
    c: skia.Canvas, x: float, y: float, width: float, height: float, paint: skia.Paint | int, r: float = 0
) -> None:
    """A rectangle with round corners."""
    paint = ink(paint) if isinstance(paint, int) else paint
    c.drawRoundRect(skia.Rect.MakeXYWH(x, y, width, height), r, r, paint)


def polygon(points: Sequence[Point]) -> skia.Path:
    """A closed path through points."""
    path = skia.Path()
    path.addPoly([skia.Point(*point) for point in points], True)
    return path


def blob(points: Sequence[Point]) -> skia.Path:
    """A closed path that runs smoothly through the middles between points."""
    path = skia.Path()
    count = len(points)

    def middle(n: int) -> Point:
        one, other = points[n % count], points[(n + 1) % count]
        return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2

    path.moveTo(*middle(0))
    for number in range(1, count + 1):
        path.quadTo(*points[number % count], *middle(number))
    path.close()
    return path


def ridge(rng: random.Random, width: float, base: float, height: float, rough: float = 0.55) -> list[Point]:
    """The line of a range of hills from left to right, by midpoint displacement."""
    line = [base + rng.uniform(-height, height) / 2, base + rng.uniform(-height, height) / 2]
    swing = height
    for _ in range(8):
        between = [(a + b) / 2 + rng.uniform(-swing, swing) / 2 for a, b in pairwise(line)]
        line = [value for pair in zip(line, between, strict=False) for value in pair] + [line[-1]]
        swing *= rough
    step = width / (len(line) - 1)
    return [(number * step, y) for number, y in enumerate(line)]


def land(c: skia.Canvas, line: Sequence[Point], bottom: float, *colors: int) -> None:
    """What lies below a line."""
    top = min(y for _x, y in line)
    path = polygon([*line, (line[-1][0], bottom), (line[0][0], bottom)])
    c.drawPath(path, fade(top, bottom, *colors) if len(colors) > 1 else ink(colors[0]))


def glow(c: skia.Canvas, x: float, y: float, radius: float, color: int) -> None:
    """Light around a point."""
    paint = ball(x, y, radius, color, color & 0xFFFFFF | (color >> 25) << 24, color & 0xFFFFFF)
    paint.setBlendMode(skia.BlendMode.kScreen)
    c.drawCircle(x, y, radius, paint)


def clouds(
    c: skia.Canvas, rng: random.Random, spot: tuple[float, float, float, float], color: int, count: int
) -> None:
    """Soft clouds in a box (left, top, width, height)."""
    left, top, width, height = spot
    for _ in range(count):
        x, y = left + rng.random() * width, top + rng.random() * height
        size = rng.uniform(0.4, 1.0) * height * 0.5
        for _puff in range(14):
            dx, dy = rng.gauss(0, 1.5) * size, -abs(rng.gauss(0, 0.28)) * size
            part = rng.uniform(0.25, 0.6) * size
            c.drawOval(
                skia.Rect.MakeXYWH(x + dx - part * 1.5, y + dy - part / 2, part * 3, part),
                ink(color, blur=part * 0.35),
            )


def reflect(surface: skia.Surface, horizon: float, tint: int, rng: random.Random) -> None:
    """Water below the horizon that mirrors what is above."""
    c = surface.getCanvas()
    width, height = surface.width(), surface.height()
    seen = surface.makeImageSnapshot()
    c.save()
    c.clipRect(skia.Rect.MakeLTRB(0, horizon, width, height))
    soft = skia.Paint(ImageFilter=skia.ImageFilters.Blur(7, 3))
    c.save()
    c.translate(0, 2 * horizon)
    c.scale(1, -1)
    c.drawImage(seen, 0, 0, skia.SamplingOptions(), soft)
    c.restore()
    c.drawRect(skia.Rect.MakeLTRB(0, horizon, width, height), fade(horizon, height, tint & 0x66FFFFFF, tint))
    for _ in range(240):
        depth = rng.random() ** 2
        y = horizon + depth * (height - horizon)
        length = (30 + 200 * depth) * rng.uniform(0.4, 1.2)
        x = rng.random() * width
        c.drawLine(x, y, x + length, y, ink(0x18FFFFFF, stroke=1 + 3 * depth, blur=1.5))
    c.restore()


def grain(c: skia.Canvas, strength: float = 0.10, scale: float = 0.7) -> None:
    """The grain of a film, and corners a little darker."""
    noise = skia.Paint(Shader=skia.PerlinNoiseShader.MakeFractalNoise(scale, scale, 2, 7.0))
    grey = [0.6, 0.6, 0.6, 0, -0.4, 0.6, 0.6, 0.6, 0, -0.4, 0.6, 0.6, 0.6, 0, -0.4, 0, 0, 0, 0, strength]
    noise.setColorFilter(skia.ColorFilters.Matrix(grey))
    noise.setBlendMode(skia.BlendMode.kOverlay)
    c.drawPaint(noise)


def vignette(c: skia.Canvas, width: float, height: float, color: int = 0x66000000) -> None:
    """Darker corners."""
    paint = skia.Paint(AntiAlias=True)
    reach = (width**2 + height**2) ** 0.5 / 2
    paint.setShader(
        skia.GradientShader.MakeRadial((width / 2, height / 2), reach, [0, 0, color], [0, 0.6, 1])
    )
    c.drawPaint(paint)


def text(
    c: skia.Canvas,
    words: str,
    x: float,
    y: float,
    size: float,
    color: int,
    *,
    weight: int = 400,
    center: bool = False,
) -> None:
    """A line of text; ``y`` is its baseline."""
    line = shape(words, weight, size)
    if center:
        x -= line.width / 2
    for run in line.runs:
        c.drawString(run.text, x + run.x, y, run.font, ink(color))


def pine(c: skia.Canvas, rng: random.Random, x: float, foot: float, height: float, color: int) -> None:
    """A fir, as a ragged silhouette."""
    half = height * rng.uniform(0.17, 0.22)
    left, right = [], []
    layers = 9
    for layer in range(layers):
        y = foot - height * (1 - (layer + 1) / layers * 0.93)
        reach = half * ((layer + 1) / layers) ** 0.85 * rng.uniform(0.8, 1.12)
        left += [(x - reach, y), (x - reach * 0.55, y - height * 0.035)]
        right += [(x + reach, y), (x + reach * 0.55, y - height * 0.035)]
    c.drawPath(polygon([(x, foot - height), *right, *reversed(left)]), ink(color))
    box(c, x - height * 0.015, foot - height * 0.08, height * 0.03, height * 0.08, color)


def person(
    c: skia.Canvas, x: float, foot: float, height: float, color: int, *, wave: bool = False, lean: float = 0.0
) -> None:
    """Somebody standing, seen against the light."""
    unit = height / 8
    c.save()
    c.translate(x, foot)
    c.rotate(lean)
    c.drawOval(skia.Rect.MakeXYWH(-unit * 0.45, -height, unit * 0.9, unit * 1.1), ink(color))
    body = [
        (-unit * 0.9, -unit * 6.4),
        (unit * 0.9, -unit * 6.4),
        (unit * 0.7, -unit * 3.7),
        (-unit * 0.7, -unit * 3.7),
    ]
    c.drawPath(blob([*body]), ink(color))
    c.drawPath(
        polygon(
            [
                (-unit * 0.75, -unit * 6.5),
                (unit * 0.75, -unit * 6.5),
                (unit * 0.6, -unit * 3.6),
                (-unit * 0.6, -unit * 3.6),
            ]
        ),
        ink(color),
    )
    box(c, -unit * 0.3, -unit * 7.1, unit * 0.6, unit, color)
    pen = ink(color, stroke=unit * 0.62)
    c.drawLine(-unit * 0.35, -unit * 3.8, -unit * 0.55, -unit * 0.3, pen)
    c.drawLine(unit * 0.35, -unit * 3.8, unit * 0.5, -unit * 0.3, pen)
    arm = ink(color, stroke=unit * 0.42)
    c.drawLine(-unit * 0.75, -unit * 6.2, -unit * 1.25, -unit * 3.9, arm)
    if wave:
        c.drawLine(unit * 0.75, -unit * 6.2, unit * 1.6, -unit * 7.4, arm)
        c.drawLine(unit * 1.6, -unit * 7.4, unit * 1.3, -unit * 8.8, arm)
    else:
        c.drawLine(unit * 0.75, -unit * 6.2, unit * 1.25, -unit * 3.9, arm)
    c.restore()

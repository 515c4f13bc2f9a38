"""The ground of the map: sea, island, towns, streets; and a sketch of streets round other cities."""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import skia

from crab_android.phone.kit import BODY, DENSITY, LABEL, Rect, TextStyle, shape

from .geo import to_degrees, to_world
from .places import CENTER, STREETS, TOWNS, spots

Point = tuple[float, float]
To = Callable[[float, float], Point]


@dataclass(frozen=True, slots=True)
class Colors:
    """The colours of the ground."""

    sea: int
    land: int
    town: int
    park: int
    road: int
    main: int
    edge: int
    rail: int
    text: int
    halo: int
    way: int


LIGHT = Colors(
    0xFFA9D3EA, 0xFFF3F1E8, 0xFFE8E5DC, 0xFFC5E4C0, 0xFFFFFFFF, 0xFFFCE5A4, 0xFFD3CDBE, 0xFFB3AFA4,
    0xFF3C4149, 0xFFFFFFFF, 0xFF2F6FDE,
)  # fmt: skip
DARK = Colors(
    0xFF16334A, 0xFF22262B, 0xFF2B3036, 0xFF233B2B, 0xFF3B424B, 0xFF5B5232, 0xFF181B1F, 0xFF565C66,
    0xFFD6DAE0, 0xFF14171A, 0xFF7FB0FF,
)  # fmt: skip

# The island's coast, round its centre: degrees north and east.
_COAST: tuple[Point, ...] = (
    (0.115, -0.030), (0.105, 0.030), (0.060, 0.062), (0.052, 0.105), (0.022, 0.128), (-0.015, 0.112),
    (-0.028, 0.078), (-0.075, 0.092), (-0.105, 0.045), (-0.092, 0.010), (-0.118, -0.035), (-0.100, -0.085),
    (-0.055, -0.092), (-0.035, -0.130), (0.020, -0.140), (0.058, -0.108), (0.062, -0.070), (0.100, -0.072),
)  # fmt: skip
_BAY: tuple[Point, ...] = (
    (-0.0042, 0.004),
    (-0.0048, 0.014),
    (-0.012, 0.02),
    (-0.03, 0.03),
    (-0.034, 0.02),
    (-0.012, 0.0),
)
_LAKE: tuple[Point, ...] = (
    (-0.046, 0.052),
    (-0.042, 0.066),
    (-0.052, 0.073),
    (-0.060, 0.066),
    (-0.058, 0.052),
)
_ROADS = ((0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (1, 2), (3, 4))
_STREET_SPREAD = 0.0021  # degrees between two streets of a town


def painter(
    center: Point, zoom: float, dark: bool, route: tuple[Point, ...] = ()
) -> Callable[[skia.Canvas, Rect], None]:
    """What draws the ground round a point in degrees at a zoom, and a way on it."""

    def paint(canvas: skia.Canvas, rect: Rect) -> None:
        colors = DARK if dark else LIGHT
        x0, y0 = to_world(*center, zoom)
        middle = rect.center

        def to(latitude: float, longitude: float) -> Point:
            x, y = to_world(latitude, longitude, zoom)
            return middle[0] + (x - x0) * DENSITY, middle[1] + (y - y0) * DENSITY

        canvas.save()
        canvas.clipRect(skia.Rect.MakeLTRB(*rect))
        near = abs(center[0] - CENTER[0]) < 3 and abs(center[1] - CENTER[1]) < 4
        if near:
            canvas.drawColor(colors.sea)
        else:
            canvas.drawColor(colors.land)
        if zoom < 7:
            _graticule(canvas, to, rect, colors, zoom)
        elif not near:
            _sketch(canvas, to, rect, colors, (center, zoom))
        if near:
            _island(canvas, to, colors, zoom)
        if route:
            _line(canvas, [to(*point) for point in route], colors.way, 6.0)
        _labels(canvas, to, rect, colors, zoom)
        canvas.restore()

    return paint


def _smooth(points: Iterable[Point]) -> skia.Path:
    """A closed curve through points (Catmull-Rom as cubic Béziers)."""
    ring = list(points)
    path = skia.Path()
    path.moveTo(*ring[0])
    count = len(ring)
    for index in range(count):
        before, here = ring[index - 1], ring[index]
        after, beyond = ring[(index + 1) % count], ring[(index + 2) % count]
        path.cubicTo(
            here[0] + (after[0] - before[0]) / 6,
            here[1] + (after[1] - before[1]) / 6,
            after[0] - (beyond[0] - here[0]) / 6,
            after[1] - (beyond[1] - here[1]) / 6,
            *after,
        )
    path.close()
    return path


def _fill(canvas: skia.Canvas, path: skia.Path, color: int) -> None:
    canvas.drawPath(path, skia.Paint(Color=color, AntiAlias=True))


def _line(canvas: skia.Canvas, points: list[Point], color: int, width: float) -> None:
    path = skia.Path()
    path.moveTo(*points[0])
    for point in points[1:]:
        path.lineTo(*point)
    pen = skia.Paint(Color=color, AntiAlias=True, Style=skia.Paint.kStroke_Style, StrokeWidth=width * DENSITY)
    pen.setStrokeCap(skia.Paint.kRound_Cap)
    pen.setStrokeJoin(skia.Paint.kRound_Join)
    canvas.drawPath(path, pen)


def _island(canvas: skia.Canvas, to: To, colors: Colors, zoom: float) -> None:
    def at(point: Point) -> Point:
        return to(CENTER[0] + point[0], CENTER[1] + point[1])

    _fill(canvas, _smooth(at(point) for point in _COAST), colors.land)
    _fill(canvas, _smooth(at(point) for point in _LAKE), colors.sea)
    towns = [(north, east) for _name, _postcode, north, east in TOWNS]
    grow = min(1.0, max(0.35, (zoom - 8) / 6))
    for width, color in ((6.5 * grow, colors.edge), (4.6 * grow, colors.main)):
        for first, second in _ROADS:
            (north, east), (top, right) = towns[first], towns[second]
            bend = ((north + top) / 2 + (right - east) * 0.12, (east + right) / 2 - (top - north) * 0.12)
            _line(canvas, [at((north, east)), at(bend), at((top, right))], color, width)
    for north, east in towns:
        if zoom >= 10.5:
            _town(canvas, to, (CENTER[0] + north, CENTER[1] + east), colors, zoom)
    _fill(canvas, _smooth(at(point) for point in _BAY), colors.sea)


def _town(canvas: skia.Canvas, to: To, middle: Point, colors: Colors, zoom: float) -> None:
    size = _STREET_SPREAD * 3.1
    corners = [(1, -1), (1.1, 0), (1, 1), (0, 1.1), (-1, 1), (-1.1, 0), (-1, -1), (0, -1.1)]
    _fill(
        canvas,
        _smooth(to(middle[0] + n * size, middle[1] + e * size * 1.35) for n, e in corners),
        colors.town,
    )
    if zoom < 12.5:
        return
    park = [(-0.55, -0.62), (-0.25, -0.5), (-0.3, -0.2), (-0.62, -0.28)]
    _fill(
        canvas, _smooth(to(middle[0] + n * size, middle[1] + e * size * 1.35) for n, e in park), colors.park
    )
    wide = min(9.0, 2.2 * 2 ** ((zoom - 14) * 0.8))
    for width, color in ((wide + 1.2, colors.edge), (wide, colors.road)):
        for points in _streets(middle):
            _line(canvas, [to(*point) for point in points], color, width)
    if zoom >= 14.5:
        for name, points in zip(STREETS, _streets(middle), strict=True):
            _along(canvas, name, [to(*point) for point in points], colors)


def _streets(middle: Point) -> list[tuple[Point, Point]]:
    """The seven streets of a town: three from west to east, four from south to north."""
    size = _STREET_SPREAD * 2.9
    rows = [(middle[0] + offset * _STREET_SPREAD) for offset in (-1.9, 0.1, 1.9)]
    columns = [(middle[1] + offset * _STREET_SPREAD * 1.35) for offset in (-2.1, -0.7, 0.8, 2.2)]
    across = [
        ((row - 0.0004, middle[1] - size * 1.35), (row + 0.0004, middle[1] + size * 1.35)) for row in rows
    ]
    along = [((middle[0] - size, column + 0.0004), (middle[0] + size, column - 0.0004)) for column in columns]
    return [across[0], across[1], along[0], across[2], along[1], along[2], along[3]]


def _along(canvas: skia.Canvas, name: str, points: list[Point], colors: Colors) -> None:
    (x1, y1), (x2, y2) = points
    angle = math.degrees(math.atan2(y2 - y1, x2 - x1))
    if abs(angle) > 90:
        angle -= math.copysign(180, angle)
    canvas.save()
    canvas.translate((x1 + x2) / 2, (y1 + y2) / 2)
    canvas.rotate(angle)
    _text(canvas, name, 0, 4 * DENSITY, LABEL._replace(size=11), colors)
    canvas.restore()


def _graticule(canvas: skia.Canvas, to: To, rect: Rect, colors: Colors, zoom: float) -> None:
    step = 30 if zoom < 3 else 15 if zoom < 5 else 5
    for longitude in range(-180, 181, step):
        x = to(0, longitude)[0]
        if rect.left <= x <= rect.right:
            _line(canvas, [(x, rect.top), (x, rect.bottom)], colors.edge, 0.4)
    for latitude in range(-75, 76, step):
        y = to(latitude, 0)[1]
        if rect.top <= y <= rect.bottom:
            _line(canvas, [(rect.left, y), (rect.right, y)], colors.edge, 0.4)


def _sketch(canvas: skia.Canvas, to: To, rect: Rect, colors: Colors, view: tuple[Point, float]) -> None:
    """Streets that nobody walked: a grid whose lines are moved by chance, the same at every look."""
    (latitude, longitude), zoom = view
    x0, y0 = to_world(latitude, longitude, zoom)
    half = (rect.width / 2 / DENSITY, rect.height / 2 / DENSITY)
    top, left = to_degrees(x0 - half[0], y0 - half[1], zoom)
    bottom, right = to_degrees(x0 + half[0], y0 + half[1], zoom)
    rough = 0.32 / 2 ** max(0, round(zoom) - 8)
    for cell_y in range(math.floor(bottom / rough), math.ceil(top / rough)):
        for cell_x in range(math.floor(left / rough), math.ceil(right / rough)):
            if _chance(cell_x, cell_y, 3) < 0.14:
                corners = [(0.1, 0.15), (0.2, 0.8), (0.75, 0.9), (0.85, 0.2)]
                ring = [to((cell_y + n) * rough, (cell_x + e) * rough) for n, e in corners]
                _fill(canvas, _smooth(ring), colors.park)
    for fine, width, color in ((rough / 3, 1.4, colors.road), (rough, 3.2, colors.main)):
        for line in range(math.floor(left / fine) - 1, math.ceil(right / fine) + 1):
            shift = _chance(line, 1, 5) * fine * 0.5
            _line(canvas, [to(top, line * fine + shift), to(bottom, line * fine + shift * 0.4)], color, width)
        for line in range(math.floor(bottom / fine) - 1, math.ceil(top / fine) + 1):
            shift = _chance(line, 2, 7) * fine * 0.5
            _line(canvas, [to(line * fine + shift, left), to(line * fine + shift * 0.4, right)], color, width)


def _chance(one: int, other: int, salt: int) -> float:
    return zlib.crc32(f"{one}/{other}/{salt}".encode()) / 2**32


def _labels(canvas: skia.Canvas, to: To, rect: Rect, colors: Colors, zoom: float) -> None:
    """Names of towns and cities, the ones that would lie on others left out."""
    taken: list[skia.Rect] = []
    for place in spots():
        if (
            not place.is_city
            or (place.kind == "town" and not 8 <= zoom < 14.2)
            or (place.kind == "city" and zoom > 13)
        ):
            continue
        x, y = to(place.latitude, place.longitude)
        if not rect.contains(x, y):
            continue
        style = BODY._replace(weight=500) if place.kind == "town" or zoom > 7 else LABEL
        width = shape(place.name, style.weight, style.size * DENSITY).width
        box = skia.Rect.MakeXYWH(x - width / 2, y - 16 * DENSITY, width, 22 * DENSITY)
        if any(box.intersects(other) for other in taken):
            continue
        taken.append(box)
        canvas.drawCircle(x, y, 2.6 * DENSITY, skia.Paint(Color=colors.text, AntiAlias=True))
        _text(canvas, place.name, x, y - 6 * DENSITY, style, colors)


def _text(canvas: skia.Canvas, text: str, x: float, y: float, style: TextStyle, colors: Colors) -> None:
    line = shape(text, style.weight, style.size * DENSITY)
    halo = skia.Paint(
        Color=colors.halo, AntiAlias=True, Style=skia.Paint.kStroke_Style, StrokeWidth=3 * DENSITY
    )
    for paint in (halo, skia.Paint(Color=colors.text, AntiAlias=True)):
        for run in line.runs:
            canvas.drawString(run.text, x - line.width / 2 + run.x, y, run.font, paint)

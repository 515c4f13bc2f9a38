"""The drawings on pages: our own, painted in a few shapes on a field of 160 by 90."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import skia

from crab_android.phone.kit import Rect, draw_icon

WIDTH, HEIGHT = 160, 90
_Color = int


def _fill(color: _Color) -> skia.Paint:
    return skia.Paint(Color=color, AntiAlias=True)


def _shape(canvas: skia.Canvas, color: _Color, points: Sequence[tuple[float, float]]) -> None:
    path = skia.Path()
    path.moveTo(*points[0])
    for point in points[1:]:
        path.lineTo(*point)
    path.close()
    canvas.drawPath(path, _fill(color))


def _sky(canvas: skia.Canvas, top: _Color, bottom: _Color) -> None:
    shader = skia.GradientShader.MakeLinear([skia.Point(0, 0), skia.Point(0, HEIGHT)], [top, bottom])
    canvas.drawRect(skia.Rect.MakeWH(WIDTH, HEIGHT), skia.Paint(Shader=shader))


def _mountain(canvas: skia.Canvas) -> None:
    _sky(canvas, 0xFF8EC5F2, 0xFFF6E3CF)
    canvas.drawCircle(122, 24, 9, _fill(0xFFFFF3C4))
    _shape(canvas, 0xFF7F93B2, [(0, 78), (34, 36), (58, 62), (96, 22), (160, 84), (160, 90), (0, 90)])
    _shape(canvas, 0xFFFFFFFF, [(96, 22), (83, 36), (91, 40), (97, 35), (104, 41), (110, 36)])
    _shape(canvas, 0xFF4E7F5B, [(0, 76), (50, 68), (110, 76), (160, 66), (160, 90), (0, 90)])


def _city(canvas: skia.Canvas) -> None:
    _sky(canvas, 0xFF2E4A7D, 0xFFF2A77B)
    for x, height, width, color in (
        (6, 40, 18, 0xFF3C4A73), (26, 58, 15, 0xFF2C3860), (43, 34, 22, 0xFF46557F), (67, 66, 14, 0xFF263055),
        (84, 46, 20, 0xFF394872), (106, 56, 16, 0xFF2C3860), (124, 38, 26, 0xFF46557F),
    ):  # fmt: skip
        canvas.drawRect(skia.Rect.MakeXYWH(x, 84 - height, width, height), _fill(color))
        for row in range(int(height // 9)):
            for column in range(int(width // 6)):
                if (row * 3 + column * 5 + x) % 4:
                    window = skia.Rect.MakeXYWH(x + 2 + column * 6, 88 - height + row * 9, 2.4, 4)
                    canvas.drawRect(window, _fill(0xFFFFD98A))
    canvas.drawRect(skia.Rect.MakeXYWH(0, 84, WIDTH, 6), _fill(0xFF1C2544))


def _sea(canvas: skia.Canvas) -> None:
    _sky(canvas, 0xFF9AD4F5, 0xFFE6F5FA)
    canvas.drawRect(skia.Rect.MakeXYWH(0, 54, WIDTH, 36), _fill(0xFF2F7FA8))
    canvas.drawRect(skia.Rect.MakeXYWH(0, 70, WIDTH, 20), _fill(0xFF266E95))
    _shape(canvas, 0xFF7A5C45, [(104, 58), (160, 50), (160, 74), (112, 66)])
    _shape(canvas, 0xFFFFFFFF, [(126, 56), (129, 18), (139, 18), (142, 56)])
    canvas.drawRect(skia.Rect.MakeXYWH(127.5, 30, 13, 7), _fill(0xFFD6453D))
    canvas.drawRect(skia.Rect.MakeXYWH(127, 44, 14.4, 7), _fill(0xFFD6453D))
    _shape(canvas, 0xFFD6453D, [(127, 12), (134, 6), (141, 12)])
    canvas.drawRect(skia.Rect.MakeXYWH(129.5, 12, 9, 6), _fill(0xFFFFE08A))
    _shape(canvas, 0xFFF7F1E6, [(40, 60), (40, 28), (64, 58)])
    _shape(canvas, 0xFF6B3E2A, [(28, 62), (70, 62), (62, 70), (34, 70)])


def _bird(canvas: skia.Canvas) -> None:
    _sky(canvas, 0xFFCFE8DA, 0xFFF3F7E6)
    pen = skia.Paint(Color=0xFF7A5C45, AntiAlias=True, StrokeWidth=4, Style=skia.Paint.kStroke_Style)
    canvas.drawLine(20, 72, 145, 64, pen)
    canvas.drawOval(skia.Rect.MakeLTRB(56, 32, 108, 68), _fill(0xFF3F6E8C))
    canvas.drawOval(skia.Rect.MakeLTRB(62, 42, 98, 68), _fill(0xFFE8935A))
    canvas.drawCircle(100, 34, 14, _fill(0xFF3F6E8C))
    _shape(canvas, 0xFF2E536B, [(58, 44), (26, 56), (60, 58)])
    _shape(canvas, 0xFFF2B63D, [(112, 30), (126, 35), (112, 39)])
    canvas.drawCircle(104, 31, 2.6, _fill(0xFFFFFFFF))
    canvas.drawCircle(104.6, 31, 1.5, _fill(0xFF1B1B1B))


def _whale(canvas: skia.Canvas) -> None:
    _sky(canvas, 0xFF3C86B5, 0xFF123A5C)
    canvas.drawOval(skia.Rect.MakeLTRB(28, 26, 116, 70), _fill(0xFF5E7F9C))
    canvas.drawOval(skia.Rect.MakeLTRB(34, 48, 96, 70), _fill(0xFFC9D8E3))
    _shape(canvas, 0xFF5E7F9C, [(106, 42), (138, 26), (132, 42), (146, 54), (112, 58)])
    _shape(canvas, 0xFF4A6983, [(66, 58), (84, 78), (84, 58)])
    canvas.drawCircle(46, 46, 2.4, _fill(0xFF13202C))
    for x, y, size in ((22, 22, 3), (130, 72, 2), (144, 14, 2.4), (14, 60, 2)):
        canvas.drawCircle(x, y, size, _fill(0x55FFFFFF))


def _elephant(canvas: skia.Canvas) -> None:
    _sky(canvas, 0xFFF7D9A0, 0xFFE9B978)
    canvas.drawRect(skia.Rect.MakeXYWH(0, 74, WIDTH, 16), _fill(0xFFB98D4E))
    grey, dark = _fill(0xFF8A8F98), _fill(0xFF70757F)
    for x in (52, 68, 92, 106):
        canvas.drawRect(skia.Rect.MakeXYWH(x, 56, 11, 22), dark if x in (68, 92) else grey)
    canvas.drawOval(skia.Rect.MakeLTRB(46, 26, 122, 66), grey)
    canvas.drawCircle(48, 38, 18, grey)
    canvas.drawOval(skia.Rect.MakeLTRB(50, 22, 72, 54), dark)
    pen = skia.Paint(Color=0xFF8A8F98, AntiAlias=True, StrokeWidth=8, Style=skia.Paint.kStroke_Style)
    path = skia.Path()
    path.moveTo(36, 42)
    path.cubicTo(28, 54, 32, 66, 24, 74)
    canvas.drawPath(path, pen)
    canvas.drawCircle(42, 34, 2, _fill(0xFF22252B))


def _press(canvas: skia.Canvas) -> None:
    _sky(canvas, 0xFFF1E7D6, 0xFFE3D3B8)
    wood = _fill(0xFF7B5536)
    for x in (46, 106):
        canvas.drawRect(skia.Rect.MakeXYWH(x, 12, 9, 68), wood)
    for y in (12, 58):
        canvas.drawRect(skia.Rect.MakeXYWH(40, y, 82, 9), wood)
    canvas.drawRect(skia.Rect.MakeXYWH(76, 20, 9, 22), _fill(0xFF4C5560))
    canvas.drawRect(skia.Rect.MakeXYWH(58, 42, 45, 6), _fill(0xFF343B44))
    canvas.drawRect(skia.Rect.MakeXYWH(60, 52, 41, 6), _fill(0xFFFFFFFF))
    for line in (53.4, 55.8):
        canvas.drawRect(skia.Rect.MakeXYWH(64, line, 33, 1), _fill(0xFF6B6B6B))


def _train(canvas: skia.Canvas) -> None:
    _sky(canvas, 0xFFBFDDF0, 0xFFF4F1E4)
    canvas.drawRect(skia.Rect.MakeXYWH(0, 72, WIDTH, 18), _fill(0xFF8B9A78))
    canvas.drawRect(skia.Rect.MakeXYWH(0, 70, WIDTH, 3), _fill(0xFF55504A))
    body = skia.RRect.MakeRectXY(skia.Rect.MakeLTRB(14, 34, 148, 66), 14, 14)
    canvas.drawRRect(body, _fill(0xFFD6453D))
    canvas.drawRect(skia.Rect.MakeXYWH(14, 54, 134, 5), _fill(0xFFFFFFFF))
    for x in (26, 50, 74, 98, 122):
        window = skia.RRect.MakeRectXY(skia.Rect.MakeXYWH(x, 40, 16, 11), 3, 3)
        canvas.drawRRect(window, _fill(0xFF26364A))
    for x in (34, 52, 110, 128):
        canvas.drawCircle(x, 67, 5, _fill(0xFF2B2B2E))


def _plain(icon: str, top: _Color, bottom: _Color, ink: _Color) -> Callable[[skia.Canvas], None]:
    def paint(canvas: skia.Canvas) -> None:
        _sky(canvas, top, bottom)
        canvas.drawCircle(80, 45, 34, _fill(0x40FFFFFF))
        draw_icon(canvas, icon, Rect(56, 21, 104, 69), ink)

    return paint


_PAINTERS: dict[str, Callable[[skia.Canvas], None]] = {
    "mountain": _mountain,
    "city": _city,
    "sea": _sea,
    "bird": _bird,
    "whale": _whale,
    "elephant": _elephant,
    "press": _press,
    "train": _train,
    "bulb": _plain("lightbulb", 0xFF3F4A6B, 0xFF2A3350, 0xFFFFD66B),
    "telephone": _plain("call", 0xFFE2ECF6, 0xFFC2D6EA, 0xFF2F5D8C),
    "bicycle": _plain("bike", 0xFFDDF0E2, 0xFFBFE0CB, 0xFF2F7D4B),
    "telescope": _plain("star", 0xFF26305A, 0xFF131A38, 0xFFF3F0D8),
    "book": _plain("book", 0xFFF4E4D2, 0xFFE9CFB0, 0xFF8A5A2B),
    "lamp": _plain("lightbulb", 0xFFFFF0C9, 0xFFFBDD92, 0xFF8A6116),
    "mug": _plain("coffee", 0xFFFBE3DA, 0xFFF2C4B3, 0xFFA1452B),
    "headphones": _plain("headphones", 0xFFE7E4F7, 0xFFCFC8EE, 0xFF4F439B),
    "bag": _plain("shop", 0xFFDDEEF0, 0xFFB9DADF, 0xFF12748F),
    "plant": _plain("leaf", 0xFFE3F2DA, 0xFFC6E2B5, 0xFF3E7A34),
    "clock": _plain("clock", 0xFFECEAF2, 0xFFD2CEE0, 0xFF4A4560),
    "sun": _plain("sun", 0xFF9ED2F7, 0xFFE2F2FC, 0xFFD98A00),
    "cloud": _plain("cloud", 0xFFC9D6E2, 0xFFE8EEF3, 0xFF5A6C7E),
}
NAMES = tuple(_PAINTERS)
"""The names of the drawings."""


def paint(name: str, canvas: skia.Canvas, rect: Rect) -> None:
    """Draw one so that it covers a rectangle."""
    scale = max(rect.width / WIDTH, rect.height / HEIGHT)
    canvas.save()
    canvas.clipRect(skia.Rect.MakeLTRB(*rect))
    canvas.translate(
        rect.left + (rect.width - WIDTH * scale) / 2, rect.top + (rect.height - HEIGHT * scale) / 2
    )
    canvas.scale(scale, scale)
    _PAINTERS[name](canvas)
    canvas.restore()


def png(name: str) -> bytes:
    """A drawing as the bytes of a PNG of 960 by 540 pixels."""
    surface = skia.Surface(960, 540)
    paint(name, surface.getCanvas(), Rect(0, 0, 960, 540))
    data: bytes = bytes(surface.makeImageSnapshot().encodeToData(skia.kPNG, 100))
    return data

"""Screens for the tests: a canvas of flat rectangles and the smallest possible PNG writer."""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass, field

from crab_core import Screenshot

Colour = tuple[int, int, int]


@dataclass
class Canvas:
    """Pixels, three bytes each."""

    width: int
    height: int
    background: Colour
    rows: list[bytearray] = field(init=False)

    def __post_init__(self) -> None:
        self.rows = [bytearray(bytes(self.background) * self.width) for _ in range(self.height)]

    def rect(self, x: int, y: int, width: int, height: int, colour: Colour) -> None:
        piece = bytes(colour) * width
        for row in self.rows[y : y + height]:
            row[3 * x : 3 * (x + width)] = piece

    def frame(self, x: int, y: int, width: int, height: int, colour: Colour, line: int = 4) -> None:
        self.rect(x, y, width, line, colour)
        self.rect(x, y + height - line, width, line, colour)
        self.rect(x, y, line, height, colour)
        self.rect(x + width - line, y, line, height, colour)

    def lines(self, x: int, y: int, widths: list[int], colour: Colour, height: int = 14) -> None:
        """Lines of text from afar."""
        for i, width in enumerate(widths):
            self.rect(x, y + i * 2 * height, width, height, colour)

    def screenshot(self) -> Screenshot:
        return Screenshot.from_png(png(self.width, self.height, self.rows))


def png(width: int, height: int, rows: list[bytearray]) -> bytes:
    """RGB pixels as a PNG file."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    pixels = zlib.compress(b"".join(b"\x00" + bytes(row) for row in rows), 1)
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


def phone(screen: str, done: int, scale: int = 1) -> Screenshot:
    """A phone of 1080x2400, or smaller by a whole number."""
    c = Canvas(1080 // scale, 2400 // scale, (250, 249, 246) if screen == "tasks" else (52, 84, 110))
    u = 1080 // scale / 1080

    def p(*numbers: int) -> list[int]:
        return [round(n * u) for n in numbers]

    ink = (40, 44, 52) if screen == "tasks" else (230, 238, 244)
    c.rect(*p(60, 40, 150, 34), ink)
    c.rect(*p(900, 40, 120, 34), ink)
    if screen == "tasks":
        c.rect(*p(60, 170, 380, 60), ink)
        for i in range(4):
            y = 330 + 260 * i
            c.rect(*p(40, y, 1000, 220), (255, 255, 255))
            c.frame(*p(90, y + 75, 70, 70), (40, 110, 80) if i < done else (150, 156, 164), max(1, p(8)[0]))
            if i < done:
                c.rect(*p(105, y + 90, 40, 40), (40, 110, 80))
            widths = p(620 - 70 * i, 410 + 30 * i)
            c.lines(*p(210, y + 60), widths, (90, 96, 106), p(26)[0])
        c.rect(*p(860, 2090, 160, 160), (60, 120, 220))
    else:
        for i, colour in enumerate([(232, 120, 90), (90, 160, 220), (240, 200, 90), (110, 190, 140)]):
            c.rect(*p(90 + 240 * i, 2000, 180, 180), colour)
        c.rect(*p(90, 300, 620, 130), (78, 112, 140))
    c.rect(*p(390, 2350, 300, 14), ink)
    return c.screenshot()


def desktop(window: str, dark: bool, scale: int = 1) -> Screenshot:
    """A desktop of 1920x1080, or smaller by a whole number."""
    c = Canvas(1920 // scale, 1080 // scale, (34, 44, 66) if dark else (96, 128, 168))
    u = 1920 // scale / 1920

    def p(*numbers: int) -> list[int]:
        return [round(n * u) for n in numbers]

    c.rect(*p(0, 0, 1920, 34), (18, 18, 20))
    c.rect(*p(900, 11, 120, 12), (235, 235, 235))
    if window:
        base, side, ink = (
            ((36, 36, 40), (46, 46, 52), (220, 220, 224))
            if dark
            else ((250, 250, 251), (235, 235, 238), (60, 62, 68))
        )
        c.rect(*p(360, 150, 1200, 780), base)
        c.rect(*p(360, 150, 320, 780), side)
        c.lines(*p(400, 230), p(190, 150, 210, 170, 160, 200, 140, 190), ink, p(16)[0])
        if window == "appearance":
            c.rect(*p(760, 260, 340, 220), (246, 246, 248))
            c.rect(*p(1160, 260, 340, 220), (48, 48, 54))
            chosen = p(1150, 250, 360, 240) if dark else p(750, 250, 360, 240)
            c.frame(*chosen, (53, 132, 228), max(1, p(8)[0]))
            c.lines(*p(760, 560), p(300, 520, 430), ink, p(16)[0])
    c.rect(*p(660, 980, 600, 80), (40, 40, 46))
    for i in range(6):
        c.rect(*p(690 + 95 * i, 994, 54, 54), (80 + 25 * i, 120, 220 - 25 * i))
    return c.screenshot()


def marked(picture: Screenshot, boxes: list[tuple[int, int, int, int]]) -> Screenshot:
    """A picture with outlines drawn, made from its own pixels."""
    stride = 3 * picture.width + 1
    start = picture.data.index(b"IDAT")
    size = int.from_bytes(picture.data[start - 4 : start], "big")
    pixels = zlib.decompress(picture.data[start + 4 : start + 4 + size])
    c = Canvas(picture.width, picture.height, (0, 0, 0))
    c.rows = [bytearray(pixels[i * stride + 1 : (i + 1) * stride]) for i in range(picture.height)]
    for x, y, width, height in boxes:
        c.frame(x, y, width, height, (220, 40, 90), max(2, picture.width // 300))
        c.rect(x, y, max(6, picture.width // 40), max(4, picture.width // 60), (220, 40, 90))
    return c.screenshot()

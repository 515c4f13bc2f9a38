"""Sheets of screens: what the crawler reached of an app, side by side."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import skia

from crab_android.phone import Phone
from crab_android.phone.crawl import Crawl, Spot

WIDTH, HEIGHT = 216, 480
GAP = 12
COLUMNS = 6
PER_APP = 12

Pixels = np.ndarray

# The camera has been allowed to take pictures; the rest is made up.
WORLD = {"permissions": {"com.android.camera2": {"android.permission.CAMERA": True}}}
DARK = {"settings": {"secure": {"ui_night_mode": "2"}}}


def screens_of(found: Crawl, package: str) -> list[Spot]:
    """The screens and dialogs of an app that its sheet shows: screens first, in the order of arrival."""
    spots = [spot for spot in found.phones if spot.package == package]
    return sorted(spots, key=lambda spot: bool(spot.dialog))[:PER_APP]


def small(phone: Phone, width: int = WIDTH, height: int = HEIGHT) -> Pixels:
    """The screen of a phone, scaled down: an array of height, width and RGBA bytes."""
    image = phone.draw().small(width, height)
    return np.array(image.toarray(colorType=skia.kRGBA_8888_ColorType))


def sheet(phones: Sequence[Phone], columns: int = COLUMNS) -> Pixels:
    """Screens side by side on white, with rounded corners: an array of RGBA bytes."""
    columns = min(columns, len(phones))
    rows = -(-len(phones) // columns)
    width, height = columns * (WIDTH + GAP) + GAP, rows * (HEIGHT + GAP) + GAP
    pixels = np.zeros((height, width, 4), np.uint8)
    info = skia.ImageInfo.Make(width, height, skia.kRGBA_8888_ColorType, skia.kPremul_AlphaType)
    surface = skia.Surface.MakeRasterDirect(info, pixels, width * 4)
    canvas = surface.getCanvas()
    canvas.clear(0xFFFFFFFF)
    border = skia.Paint(Color=0xFFB8B8C2, AntiAlias=True, Style=skia.Paint.kStroke_Style, StrokeWidth=1.2)
    for number, phone in enumerate(phones):
        left, top = place(number, columns)
        frame = skia.RRect.MakeRectXY(skia.Rect.MakeXYWH(left, top, WIDTH, HEIGHT), 16, 16)
        canvas.save()
        canvas.clipRRect(frame, doAntiAlias=True)
        canvas.drawImage(skia.Image.fromarray(small(phone), skia.kRGBA_8888_ColorType), left, top)
        canvas.restore()
        canvas.drawRRect(frame, border)
    return pixels


def place(number: int, columns: int) -> tuple[int, int]:
    """Left and top of the screen with a number on a sheet."""
    return GAP + number % columns * (WIDTH + GAP), GAP + number // columns * (HEIGHT + GAP)


def save(pixels: Pixels, path: str) -> None:
    """Write a sheet as PNG."""
    skia.Image.fromarray(pixels, skia.kRGBA_8888_ColorType).save(path, skia.kPNG)

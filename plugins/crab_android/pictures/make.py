"""Draws the contact sheet of the phone's screens for the README: ``python pictures/make.py``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import skia

from crab_android.phone import Phone

WIDTH = 270
GAP = 18
COLUMNS = 6
WORLD = {
    "tasks": [
        {"title": "Water the plants on the balcony", "done": True},
        {
            "title": "Switch the desktop to dark mode in Settings",
            "notes": "before the talk",
            "due": "2026-05-14",
        },
        "Renew the bus pass",
        {"title": "Book a dentist appointment", "due": "2026-05-15"},
        {"title": "Return the library books", "done": True},
        "Order a birthday cake",
    ]
}


def _home(_phone: Phone) -> None:
    """The phone starts there."""


def _drawer(phone: Phone) -> None:
    phone.start("org.crab.launcher", "drawer")


def _tasks(phone: Phone) -> None:
    phone.launch("org.crab.tasks")


def _add(phone: Phone) -> None:
    phone.launch("org.crab.tasks")
    phone.tap(960, 2180)
    phone.type_text("Call the plumber")


def _details(phone: Phone) -> None:
    phone.start("org.crab.tasks", "details", {"id": 2})


def _settings(phone: Phone) -> None:
    phone.launch("com.android.settings")


def _display(phone: Phone) -> None:
    phone.start("com.android.settings", "display")


def _sound(phone: Phone) -> None:
    phone.start("com.android.settings", "sound")


def _choice(phone: Phone) -> None:
    phone.start("com.android.settings", "display")
    phone.tap(500, 1440)


def _dark(screen: Callable[[Phone], None]) -> Callable[[Phone], None]:
    def show(phone: Phone) -> None:
        phone.put_setting("secure", "ui_night_mode", "2")
        screen(phone)

    return show


SCREENS: tuple[Callable[[Phone], None], ...] = (
    *(_home, _drawer, _tasks, _add, _details, _settings),
    *(_display, _choice, _sound, _dark(_tasks), _dark(_display), _dark(_home)),
)


def main() -> None:
    """Write ``screens.png`` beside this file."""
    height = WIDTH * 2400 // 1080
    rows = -(-len(SCREENS) // COLUMNS)
    surface = skia.Surface(COLUMNS * (WIDTH + GAP) + GAP, rows * (height + GAP) + GAP)
    canvas = surface.getCanvas()
    canvas.clear(0xFFFFFFFF)
    for number, screen in enumerate(SCREENS):
        phone = Phone(WORLD)
        screen(phone)
        image = skia.Image.MakeFromEncoded(skia.Data(phone.png()))
        left = GAP + number % COLUMNS * (WIDTH + GAP)
        top = GAP + number // COLUMNS * (height + GAP)
        frame = skia.Rect.MakeXYWH(left, top, WIDTH, height)
        canvas.save()
        canvas.clipRRect(skia.RRect.MakeRectXY(frame, 22, 22), doAntiAlias=True)
        canvas.drawImageRect(
            image, frame, skia.SamplingOptions(skia.FilterMode.kLinear, skia.MipmapMode.kLinear)
        )
        canvas.restore()
        border = skia.Paint(Color=0xFFB8B8C2, AntiAlias=True, Style=skia.Paint.kStroke_Style, StrokeWidth=1.5)
        canvas.drawRRect(skia.RRect.MakeRectXY(frame, 22, 22), border)
    surface.makeImageSnapshot().save(str(Path(__file__).with_name("screens.png")), skia.kPNG)


if __name__ == "__main__":
    main()

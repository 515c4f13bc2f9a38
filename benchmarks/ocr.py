"""Text of a 1080p desktop: read as a whole, read again where a tenth has changed, and looked up."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

RUNS = 7
WIDTH, HEIGHT = 1920, 1080


def ocr_full() -> dict[str, Any]:
    from crab_visualprompt.ocr.rapid import RapidOcr

    picture = _desktop()
    start = time.perf_counter()
    engine = RapidOcr()
    load = time.perf_counter() - start
    start = time.perf_counter()
    lines = engine.read(picture)
    first = time.perf_counter() - start
    seconds = [_timed(lambda: engine.read(picture)) for _ in range(RUNS)]
    return _facts(seconds, lines=len(lines), load=load, first=first)


def ocr_tenth() -> dict[str, Any]:
    """Another page is shown in a window: a tenth of the screen has changed."""
    return _changed(_other_page)


def ocr_dialog() -> dict[str, Any]:
    """A dialog of a tenth of the screen opens over four windows, and hides parts of many of their lines."""
    return _changed(_dialog)


def _changed(change: Callable[[Any], None]) -> dict[str, Any]:
    from crab_visualprompt.ocr.rapid import RapidOcr
    from crab_visualprompt.ocr.reader import Reader

    before, after = _desktop(), _desktop()
    change(after)
    tiles = (before != after).any(axis=2)[: HEIGHT // 8 * 8].reshape(HEIGHT // 8, 8, WIDTH // 8, 8)
    engine = RapidOcr()
    seconds = []
    for _ in range(RUNS):
        reader = Reader(engine)
        reader.read(before)
        seconds.append(_timed(lambda reader=reader: reader.read(after)))
    return _facts(seconds, lines=len(reader.read(after)), tiles_of_8=float(tiles.any(axis=(1, 3)).mean()))


def ocr_again() -> dict[str, Any]:
    from crab_visualprompt.ocr.rapid import RapidOcr
    from crab_visualprompt.ocr.reader import Reader

    picture = _desktop()
    reader = Reader(RapidOcr())
    lines = reader.read(picture)
    seconds = [_timed(lambda: reader.read(picture)) for _ in range(RUNS)]
    return _facts(seconds, lines=len(lines))


def _timed(work: Any) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _facts(seconds: list[float], **more: Any) -> dict[str, Any]:
    return {
        "value": statistics.median(seconds),
        "unit": "s",
        "runs": len(seconds),
        "best": min(seconds),
        "worst": max(seconds),
        "screen": f"{WIDTH}x{HEIGHT}",
        **more,
    }


def _desktop() -> Any:
    """A wallpaper with a panel, a dock, a file manager, an editor and a terminal, as full as desktops are."""
    import numpy as np
    from PIL import Image, ImageDraw

    across, down = np.linspace(0, 1, WIDTH), np.linspace(0, 1, HEIGHT)
    ground = np.add.outer(down * 60, across * 50).astype(np.uint8)
    picture = Image.fromarray(np.stack([ground // 3, ground, ground + 40], axis=-1))
    pen = ImageDraw.Draw(picture)
    pen.rectangle((0, 0, WIDTH, 27), "#101010")
    _write(pen, 18, 6, "Activities", "white")
    _write(pen, 930, 6, "May 14  10:00", "white")
    for i in range(9):
        pen.rounded_rectangle(
            (10, 44 + 68 * i, 58, 92 + 68 * i), 12, ("#c01c28", "#1a5fb4", "#26a269")[i % 3]
        )
    _window(pen, 90, 60, 700, 420, "Pictures")
    for i, name in enumerate(("Starred", "Home", "Documents", "Downloads", "Music", "Pictures", "Trash")):
        _write(pen, 130, 120 + 38 * i, name)
    for i in range(15):
        pen.rectangle(
            (300 + 95 * (i % 5), 110 + 120 * (i // 5), 364 + 95 * (i % 5), 160 + 120 * (i // 5)), "#1c71d8"
        )
        _write(pen, 300 + 95 * (i % 5), 168 + 120 * (i // 5), f"photo-{i + 21}.jpg")
    _window(pen, 90, 500, 860, 560, "Untitled 1 - LibreOffice Writer")
    for i, name in enumerate(
        ("File", "Edit", "View", "Insert", "Format", "Styles", "Table", "Form", "Tools", "Help")
    ):
        _write(pen, 110 + 66 * i, 545, name)
    for i, line in enumerate(_LETTER):
        _write(pen, 180, 620 + 30 * i, line, size=18)
    _write(pen, 110, 1036, "Page 1 of 1     64 words, 391 characters")
    _window(pen, 1000, 60, 860, 480, "Settings")
    for i, name in enumerate(
        ("Network", "Bluetooth", "Appearance", "Notifications", "Search", "Sharing", "Sound")
    ):
        _write(pen, 1060, 130 + 45 * i, name)
        _write(pen, 1350, 130 + 45 * i, f"{name} of this computer")
        _write(pen, 1780, 130 + 45 * i, "On")
    _window(pen, 1000, 580, 860, 460, "Terminal")
    for i in range(14):
        _write(pen, 1012, 630 + 24 * i, f"crab@desk:~$ cp notes-{i}.txt backup/2026-05-{i + 10}/", size=16)
    return np.array(picture)


_LETTER = (
    "Dear Priya,",
    "thank you for the photographs of the harbour. We printed the best four",
    "and hung them beside the stairs, where everybody stops to look at them.",
    "The boat will be back in the water on Saturday, weather permitting, so",
    "bring a warm coat and come at nine. Esther promised to bake something.",
    "There is room for two more; ask Ivan whether he has the time this year.",
    "With kind regards,",
    "Amir",
)


def _other_page(picture: Any) -> None:
    """Show other settings in the window of the settings."""
    with _drawing_on(picture) as pen:
        pen.rectangle((1300, 110, 1850, 486), "#ffffff")
        for i, name in enumerate(("Wired", "Speed 1000 Mb/s", "Proxy server", "Addresses of this computer")):
            _write(pen, 1340, 130 + 45 * i, name)
            _write(pen, 1750, 130 + 45 * i, ("Connected", "Details", "Off", "Two")[i])


def _dialog(picture: Any) -> None:
    """Open a dialog of a tenth of the screen."""
    with _drawing_on(picture) as pen:
        _window(pen, 660, 360, 610, 340, "Save changes?")
        _write(pen, 700, 440, "The document “Untitled 1” has changed since it was last saved.")
        _write(pen, 700, 480, "Without saving, these changes will be lost.")
        for i, name in enumerate(("Close without saving", "Cancel", "Save")):
            _write(pen, 700 + 200 * i, 650, name)


@contextmanager
def _drawing_on(picture: Any) -> Iterator[Any]:
    import numpy as np
    from PIL import Image, ImageDraw

    shown = Image.fromarray(picture)
    yield ImageDraw.Draw(shown)
    np.copyto(picture, np.asarray(shown))


def _window(pen: Any, x: int, y: int, width: int, height: int, title: str) -> None:
    pen.rounded_rectangle((x, y, x + width, y + height), 12, "#fafafa", "#c0c0c0")
    _write(pen, x + width // 2 - 40, y + 12, title)
    for i, sign in enumerate("_xo"):
        _write(pen, x + width - 90 + 30 * i, y + 10, sign)


def _write(pen: Any, x: int, y: int, text: str, ink: str = "#2e3436", size: int = 14) -> None:
    from PIL import ImageFont

    pen.text((x, y), text, ink, ImageFont.load_default(size))

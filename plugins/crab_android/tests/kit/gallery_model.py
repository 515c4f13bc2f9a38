"""What the gallery remembers and shows."""

from __future__ import annotations

from datetime import date, time
from functools import lru_cache

import skia
from pydantic import BaseModel

PEOPLE = (
    "Ada Lindqvist",
    "Bartholomew Featherstonehaugh-Cholmondeley the Younger",
    "Chen Wei",
    "Dora",
    "Émile Dubois",
    "Фёдор Иванов",
    "+1 555-010-4477",
    "Greta Holm",
)


class Gallery(BaseModel):
    """What was chosen in the gallery."""

    day: date = date(2026, 5, 14)
    wake: time = time(7, 30)
    tab: int = 0
    landing: str = "tab_home"
    ringtone: str = "bells"
    days: list[str] = ["mon", "wed"]
    name: str = "Holiday photos"
    level: float = 0.4
    on: bool = True
    starred: bool = False
    rows: int = 1000


@lru_cache(maxsize=4)
def photo(kind: str) -> bytes:
    """A picture of hills, as PNG or JPEG."""
    surface = skia.Surface(640, 400)
    canvas = surface.getCanvas()
    canvas.clear(0xFF9CC4E8)
    canvas.drawCircle(480, 110, 50, skia.Paint(Color=0xFFFFF0C0, AntiAlias=True))
    for number, color in enumerate((0xFF7FA86B, 0xFF5C8B54, 0xFF3E6B45)):
        hill = skia.Path()
        hill.moveTo(0, 240 + 50 * number)
        hill.cubicTo(200, 120 + 60 * number, 400, 330 + 30 * number, 640, 200 + 60 * number)
        hill.lineTo(640, 400)
        hill.lineTo(0, 400)
        hill.close()
        canvas.drawPath(hill, skia.Paint(Color=color, AntiAlias=True))
    form = skia.kPNG if kind == "png" else skia.kJPEG
    return bytes(surface.makeImageSnapshot().encodeToData(form, 90))

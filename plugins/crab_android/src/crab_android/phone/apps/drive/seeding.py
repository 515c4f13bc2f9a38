"""The drive of a new phone."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from typing import NamedTuple

import skia

from crab_android.phone.kit import Seeding

from .model import FOLDER, ROOT, Access, Account, Drive, Item, Role, mime_of
from .world import drive_of


class _Made(NamedTuple):
    """A made-up item: its path, its text, how many hours ago it was changed, and whom it is shared with."""

    path: str
    text: str = ""
    hours: int = 0
    editors: Sequence[int] = ()
    viewers: Sequence[int] = ()
    starred: bool = False
    owner: int = -1


_ITINERARY = """Coast by train, June 12–16

Fri  08:12 train to Eastbrook, change there (platform 4)
     13:40 arrive, key at the reception until 18:00
Sat  Boat to the lighthouse, 10:00 from the old pier
Sun  Market in the morning, cliff walk if it is dry
Mon  Free. Rain plan: the maritime museum
Tue  15:05 train home

Bring: rain jackets, the small stove, swimwear, book for the train
"""
_BUDGET = """Month,Rent,Food,Transport,Fun,Saved
January,780,312,64,95,240
February,780,287,64,120,220
March,780,301,71,60,310
April,780,295,64,140,190
"""
_FAIR = """Summer fair — minutes

1. Date: second Saturday of July, rain date a week later.
2. The library lends us tables for the book stall.
3. Posters: 40 pieces, printed by Copperleaf Press.
4. Open: who brings the sound system?
"""
_BREAD = """Sourdough, two loaves

900 g flour (a third of it whole grain), 640 g water, 180 g starter, 20 g salt.
Fold four times in two hours, shape, then the fridge overnight.
250 °C with steam for 20 minutes, 220 °C without for 25.
"""
_METERS = """Date,Electricity kWh,Water m3,Heat
2026-01-02,18233,412,9120
2026-02-01,18471,419,9688
2026-03-01,18679,426,10102
2026-04-01,18866,433,10377
"""

_MINE: tuple[_Made, ...] = (
    _Made("Work/"),
    _Made("Work/2026/", hours=40),
    _Made(
        "Work/2026/Project plan.txt", "Milestones\n\nMarch: sketches\nApril: first model\nMay: review\n", 50
    ),
    _Made("Work/2026/Review slides.pdf", "Spring review|Three models, one winner|Next steps in June", 28),
    _Made("Work/Summer fair minutes.txt", _FAIR, 26, editors=(2, 5), starred=True),
    _Made("Work/Fair poster.png", "sun", 75, viewers=(5,)),
    _Made("Trips/"),
    _Made("Trips/Coast itinerary.txt", _ITINERARY, 3, editors=(4,), starred=True),
    _Made("Trips/Train tickets.pdf", "Northfield – Eastbrook|June 12, 08:12|2 adults, coach 7", 5),
    _Made("Trips/Lighthouse.jpg", "sea", 700, viewers=(4, 7)),
    _Made("Recipes/"),
    _Made("Recipes/Sourdough.txt", _BREAD, 200),
    _Made("Recipes/Lentil soup.txt", "Red lentils, cumin, lemon, a tin of tomatoes. Twenty minutes.\n", 320),
    _Made("House/"),
    _Made("House/Meter readings.csv", _METERS, 130),
    _Made(
        "House/Rental agreement.pdf", "Rental agreement|12 Linden Street, Northfield|Two rooms, 64 m²", 4000
    ),
    _Made("Budget 2026.csv", _BUDGET, 18),
    _Made("Reading list.txt", "The Tidal Clock\nSmall Maps\nGlass Harbour\nA Field of Letters\n", 90),
    _Made("Mountains.jpg", "hills", 1500),
)
_THEIRS: tuple[_Made, ...] = (
    _Made("Choir/", hours=66, owner=5),
    _Made("Choir/Rehearsal dates.txt", "Mondays, 19:30, music room\nNo rehearsal on May 25\n", 66, owner=5),
    _Made("Choir/Harbour song.pdf", "Harbour song|Four voices|Begin softly", 160, owner=5),
    _Made("Apartment plan.pdf", "Ground floor|Kitchen 11 m²|Living room 24 m²", 45, owner=2),
    _Made("Hike photos.jpg", "hills", 240, owner=7),
)
_BINNED: tuple[_Made, ...] = (
    _Made("Old packing list.txt", "Tent, stove, lamp\n", 900),
    _Made("Poster draft.png", "sun", 300),
)


def seed(seeding: Seeding) -> Drive:
    """From a world, see :mod:`.world`; else a drive that is in use."""
    if seeding.part is not None:
        return drive_of(seeding)
    owner = seeding.owner
    drive = Drive(
        account=Account(mail=owner.mail, name=owner.name),
        elsewhere={"Photos": 5_340_000_000, "Mail": 1_210_000_000, "Phone backup": 830_000_000},
        searches=["tickets", "budget"],
    )
    people = [Account(mail=person.mail, name=person.name) for person in seeding.people if person.mail]
    for made in (*_MINE, *_THEIRS, *_BINNED):
        item = _keep(drive, made, seeding.now, people)
        if made in _BINNED:
            item.trashed = item.modified
    for folder in drive.items:
        if folder.folder:
            inside = [item.modified for item in drive.below(folder)]
            folder.modified = max(inside, default=folder.modified)
            folder.created = min(inside, default=folder.created)
    return drive


def _keep(drive: Drive, made: _Made, now: datetime, people: Sequence[Account]) -> Item:
    above, _, name = made.path.rstrip("/").rpartition("/")
    theirs = made.owner >= 0 and bool(people)
    parent: int | None = None if theirs else ROOT
    if above:
        parent = next(item.id for item in drive.items if drive.path(item).partition("/")[2] == above)
    folder = made.path.endswith("/")
    item = drive.add(
        name,
        FOLDER if folder else mime_of(name),
        now - timedelta(hours=made.hours, minutes=7 * drive.next_id),
        parent=parent,
        content=b"" if folder else content_of(name, made.text),
    )
    item.created = item.modified - timedelta(days=9)
    item.starred = made.starred
    if theirs:
        item.owner = people[made.owner % len(people)]
        item.access = [Access(mail=drive.account.mail, name=drive.account.name, role="viewer")]
    roles: tuple[tuple[Role, Sequence[int]], ...] = (("editor", made.editors), ("viewer", made.viewers))
    for role, numbers in roles:
        for number in numbers:
            if people:
                drive.share(item, people[number % len(people)], role)
    return item


@lru_cache(maxsize=64)
def content_of(name: str, told: str) -> bytes:
    """The bytes of a made-up file: a text, a PDF of lines, or a drawn picture."""
    if name.endswith(".pdf"):
        return small_pdf(told.split("|"))
    if name.endswith((".jpg", ".png")):
        return picture(told, png=name.endswith(".png"))
    return told.encode()


def small_pdf(lines: Sequence[str]) -> bytes:
    """A PDF of one page with lines of text (ISO 32000-1, section 7.5, "File Structure")."""
    # En dashes and the like are outside of the encoding.
    plain = [line.replace("–", "-") for line in lines]
    shown = [line.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)") for line in plain]
    stream = "BT /F1 16 Tf 64 760 Td 28 TL " + " ".join(f"({line}) Tj T*" for line in shown) + " ET"
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R "
        "/Resources << /Font << /F1 5 0 R >> >> >>",
        f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    text, places = "%PDF-1.4\n", []
    for number, body in enumerate(objects, start=1):
        places.append(len(text))
        text += f"{number} 0 obj\n{body}\nendobj\n"
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    text += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}"
    text += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{text.index('xref')}\n%%EOF\n"
    return text.encode("cp1252", "replace")


_WIDTH, _HEIGHT = 480, 360  # pixels
_Wave = tuple[float, float, int]  # height of its crest as a part of the picture, its swing, its colour
_SCENES: dict[str, tuple[int, int, tuple[float, float, float, int], tuple[_Wave, ...]]] = {
    "sea": (
        0xFFFFC98A,
        0xFFF2706B,
        (0.68, 0.42, 0.11, 0xFFFFF1C9),
        ((0.56, 0.01, 0xFF33658A), (0.68, 0.03, 0xFF2A5378), (0.82, 0.04, 0xFF1D3B5C)),
    ),
    "hills": (
        0xFFBFE3F2,
        0xFFF7F3DD,
        (0.26, 0.25, 0.08, 0xFFFFE39A),
        ((0.46, 0.13, 0xFF8FB3BF), (0.6, 0.1, 0xFF5E8D83), (0.78, 0.07, 0xFF2F5D50)),
    ),
    "sun": (
        0xFFFFE08A,
        0xFFFFB65C,
        (0.5, 0.5, 0.26, 0xFFF25C3D),
        ((0.74, 0.05, 0xFF2C7A7B), (0.86, 0.03, 0xFF1D5556)),
    ),
}


def picture(scene: str, *, png: bool) -> bytes:
    """A drawn landscape as a JPEG or PNG."""
    top, bottom, (x, y, radius, light), waves = _SCENES[scene]
    surface = skia.Surface(_WIDTH, _HEIGHT)
    canvas = surface.getCanvas()
    sky = skia.GradientShader.MakeLinear([skia.Point(0, 0), skia.Point(0, _HEIGHT)], [top, bottom])
    canvas.drawPaint(skia.Paint(Shader=sky))
    disc = skia.Paint(Color=light, AntiAlias=True)
    canvas.drawCircle(x * _WIDTH, y * _HEIGHT, radius * _HEIGHT, disc)
    for number, (crest, swing, color) in enumerate(waves):
        path = skia.Path()
        level, move = crest * _HEIGHT, swing * _HEIGHT
        path.moveTo(0, level + move * (-1) ** number)
        path.cubicTo(_WIDTH * 0.3, level - 2 * move, _WIDTH * 0.5, level + 2 * move, _WIDTH, level - move)
        path.lineTo(_WIDTH, _HEIGHT)
        path.lineTo(0, _HEIGHT)
        path.close()
        canvas.drawPath(path, skia.Paint(Color=color, AntiAlias=True))
    kind = skia.kPNG if png else skia.kJPEG
    return bytes(surface.makeImageSnapshot().encodeToData(kind, 85))

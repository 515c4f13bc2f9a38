"""The documents of a new phone, and the templates."""

from __future__ import annotations

import re
from datetime import timedelta
from functools import lru_cache

import skia

from crab_android.phone.kit import Seeding

from .model import Alignment, Comment, Docs, Document, Paragraph, Style
from .world import docs_of

_MARKS: dict[str, Style] = {
    "# ": "title",
    "## ": "heading1",
    "### ": "heading2",
    "#### ": "heading3",
    "- ": "bullet",
}


def marked(text: str) -> list[Paragraph]:
    """Paragraphs out of lines marked as in Markdown: ``# Title``, ``## Heading``, ``- item``, ``1. item``.

    ``**…**`` round a whole line makes it bold, ``*…*`` italic, ``>`` before it centred.
    """
    return [_marked_line(line) for line in text.strip("\n").split("\n")]


def _marked_line(line: str) -> Paragraph:
    number = re.match(r"\d+\. ", line)
    mark = number.group() if number else next((mark for mark in _MARKS if line.startswith(mark)), "")
    text = line[len(mark) :]
    style: Style = "numbered" if number else _MARKS.get(mark, "normal")
    align: Alignment = "center" if text.startswith(">") else "left"
    text = text.removeprefix(">").strip() if align == "center" else text
    bold = text.startswith("**") and text.endswith("**") and len(text) > 4
    italic = not bold and text.startswith("*") and text.endswith("*") and len(text) > 2
    text = text[2:-2] if bold else text[1:-1] if italic else text
    return Paragraph(text=text, style=style, bold=bold, italic=italic, align=align)


_MINE: tuple[tuple[str, str, int], ...] = (  # title, text, hours since it was changed
    (
        "Summer fair plan",
        """# Summer fair
*Second Saturday of July, on the green behind the library*
## Stalls
- Books and maps, run by the library
- Bread and cake from Harbour Bakery
- Bicycle repair while you wait
- Plants: bring cuttings, take cuttings
## Who does what
1. Posters, by the end of May
2. Tables and tents, from the library's cellar
3. Sound system: still open
4. Clearing up, everyone, from six o'clock
## Budget
Printing 60, tents 120, music 90. The cake stall paid for all of it last year.
""",
        2,
    ),
    (
        "Coast trip notes",
        """# The coast in June
Five days by train, with one change in Eastbrook.
## To see
- The lighthouse, by boat from the old pier
- The Sunday market
- The cliff walk, if it is dry
## To pack
Rain jackets, the small stove, swimwear, and a book for the train.
**Tickets are in Drive, under Trips.**
""",
        21,
    ),
    (
        "Application letter",
        """Robin Ferrer
12 Linden Street
Northfield

**Position as planner**

To whom it may concern,

for six years I have planned rooms that people like to stay in. Your studio builds libraries, and I would \
like to help with the next one.

I can start in September, and I am glad to bring drawings and models along.

Kind regards
*Robin Ferrer*
""",
        75,
    ),
    (
        "Sourdough, step by step",
        """# Sourdough
## The evening before
1. Feed the starter
2. Mix flour and water, and let it rest
## In the morning
1. Add starter and salt, fold four times in two hours
2. Shape, and wait until it has grown by half
3. Bake for 45 minutes, the first 20 with steam
### What goes wrong
Too sour: less time. Too flat: more folds. Too pale: wait.
""",
        190,
    ),
    (
        "Flat inventory",
        """# What is where
## Hall
Two coat racks, the blue bench, the meter cupboard.
## Kitchen
Table, four chairs, the shelf that wobbles.
## Cellar
Tent, stove, two bicycles, paint “Winter Sky 4”.
""",
        800,
    ),
)
_THEIRS: tuple[tuple[str, str, int, int], ...] = (
    (
        "Choir rules",
        """# Harbour Choir
## Rehearsals
Mondays at half past seven, in the music room. Be there ten minutes early.
## Voices
- Soprano and alto by the window
- Tenor and bass at the door
## Concerts
Two a year. Black clothes, something red.
""",
        50,
        5,
    ),
    (
        "Reading circle, list for autumn",
        """# Autumn list
1. The Tidal Clock
2. Small Maps
3. Glass Harbour
*Everyone brings one question a book.*
""",
        120,
        2,
    ),
)
_BINNED = ("Old to-do list", "- Paint the shelf\n- Return the ladder", 500)

TEMPLATES: dict[str, tuple[str, str]] = {
    "blank": ("Blank document", ""),
    "notes": (
        "Meeting notes",
        "# Meeting notes\n*Date and place*\n## Present\n- \n## Points\n1. \n## Next steps\n- ",
    ),
    "letter": (
        "Letter",
        "Your name\nYour street\nYour town\n\n**Subject**\n\nDear …,\n\n\n\nKind regards",
    ),
    "resume": (
        "Résumé",
        "# Your name\n> Your mail address · your number\n## Experience\n### Company, place\n- \n"
        "## Education\n### School, place\n- \n## Skills\n- ",
    ),
    "recipe": (
        "Recipe",
        "# Recipe\n*Serves four, 30 minutes*\n## Ingredients\n- \n## Steps\n1. ",
    ),
}


SKETCH = "/sdcard/Android/data/org.crab.docs/files/fair-sketch.png"


@lru_cache(maxsize=1)
def sketch() -> bytes:
    """The plan of the fair: stalls round a green, and paths between them."""
    surface = skia.Surface(640, 320)
    canvas = surface.getCanvas()
    canvas.drawColor(0xFFF3EFE2)
    path = skia.Paint(Color=0xFFE0D4B4, AntiAlias=True, Style=skia.Paint.kStroke_Style, StrokeWidth=26)
    canvas.drawOval(skia.Rect.MakeLTRB(110, 60, 530, 260), path)
    canvas.drawLine(320, 260, 320, 330, path)
    canvas.drawOval(skia.Rect.MakeLTRB(150, 92, 490, 228), skia.Paint(Color=0xFFA9CF9C, AntiAlias=True))
    for x, y, radius in ((250, 140, 22), (292, 176, 17), (410, 150, 26)):
        canvas.drawCircle(x, y, radius, skia.Paint(Color=0xFF5F9A5A, AntiAlias=True))
    stalls = ((70, 40, 0xFFD9604C), (290, 12, 0xFF3E78C9), (500, 40, 0xFFE2A33B), (40, 200, 0xFF8A5BB0))
    for x, y, color in (*stalls, (520, 210, 0xFF2F9385)):
        box = skia.Rect.MakeXYWH(x, y, 74, 46)
        canvas.drawRoundRect(box, 6, 6, skia.Paint(Color=color, AntiAlias=True))
        for stripe in range(1, 4):
            line = skia.Rect.MakeXYWH(x + stripe * 18.5 - 4, y, 8, 46)
            canvas.drawRect(line, skia.Paint(Color=0x59FFFFFF, AntiAlias=True))
    return bytes(surface.makeImageSnapshot().encodeToData())


def seed(seeding: Seeding) -> Docs:
    """From a world, see :mod:`.world`; else documents of somebody who writes now and then."""
    if seeding.part is not None:
        return docs_of(seeding)
    docs = Docs(account=seeding.owner.mail, account_name=seeding.owner.name)
    for title, text, hours in _MINE:
        _keep(docs, seeding, title, text.replace("Robin Ferrer", seeding.owner.name), hours)
    people = [person for person in seeding.people if person.mail]
    for title, text, hours, number in _THEIRS if people else ():
        made = _keep(docs, seeding, title, text, hours)
        owner = people[number % len(people)]
        made.owner, made.owner_name = owner.mail, owner.name
    binned = _keep(docs, seeding, *_BINNED)
    binned.trashed = binned.modified
    fair = docs.documents[0]
    fair.starred = True
    seeding.files.write(SKETCH, sketch(), mtime=seeding.mtime, parents=True)
    fair.put(2, Paragraph(style="image", path=SKETCH, align="center"))
    _comment(
        fair, people[2 % len(people)].name if people else docs.account_name, "Could we ask the choir?", 5
    )
    _comment(fair, docs.account_name, "Asked. They bring their own microphones.", 3)
    return docs


def _keep(docs: Docs, seeding: Seeding, title: str, text: str, hours: int) -> Document:
    moment = seeding.now - timedelta(hours=hours, minutes=11 * docs.next_id)
    made = docs.add(title, moment, marked(text))
    made.created = moment - timedelta(days=6)
    return made


def _comment(document: Document, author: str, text: str, hours: int) -> None:
    quote = next(one.text for one in document.paragraphs if one.text.startswith("Sound"))
    moment = document.modified - timedelta(hours=hours)
    document.comments.append(
        Comment(id=document.number(), author=author, text=text, quote=quote, time=moment)
    )

"""news.crab.test: the Northfield Courier, its articles dated by the phone's clock."""

from __future__ import annotations

from datetime import date, timedelta
from typing import NamedTuple

from crab_android.phone.kit import formats

from ..blocks import AnyBlock, Banner, Entry, Heading, Page, Paragraph, Picture

HOST = "news.crab.test"
_SECTIONS = ("Local", "Science", "Culture", "Business")
_BANNER = Banner(
    text="Northfield Courier", icon="article", links=[(name, f"/{name.lower()}") for name in _SECTIONS]
)


class _Story(NamedTuple):
    slug: str
    section: str
    title: str
    days: int
    author: str
    drawing: str
    text: tuple[str, ...]


_STORIES = (
    _Story("night-trains", "Local", "Night trains return to Northfield Station", 0, "Greta Lund", "train",
           ("From June on, two night trains a week will leave Northfield Station for the coast, the "
            "railway company said on Wednesday.", "Tickets start at $49 in a seat, at $89 in a sleeping car. "
            "Bicycles travel for $9.", "The last night train had stopped here eleven years ago.")),
    _Story("library-hours", "Local", "Library opens on Sundays", 1, "Pavel Orr", "book",
           ("Northfield Library will be open on Sundays from 11:00 to 17:00, starting next week.",
            "The town council voted for the longer hours by nine votes to four.",
            "Forty volunteers have put their names down to help at the desks.")),
    _Story("harbour-bridge", "Local", "Harbour bridge closed until Friday", 2, "Greta Lund", "sea",
           ("The bridge over the harbour is closed to cars until Friday evening. Pedestrians and cyclists "
            "may cross.", "Buses 4 and 7 take the way over Mill Lane.")),
    _Story("lighthouse-walk", "Culture", "A lighthouse, a lamp and 212 steps", 3, "Ines Valdt", "sea",
           ("The old lighthouse can be climbed again. Guided walks start at 10:00 and 15:00, each for twelve "
            "people.", "From the top one sees as far as Greenhaven on clear days.")),
    _Story("bee-count", "Science", "Volunteers count 84 kinds of wild bees", 4, "Tom Ashby", "plant",
           ("In one summer, 130 volunteers found 84 kinds of wild bees in the gardens of Northfield.",
            "“Every flower pot helps,” says the head of the project. More about the honey bee is told in the "
            "[Lexicon](https://lexicon.crab.test/honey-bee).")),
    _Story("comet", "Science", "Comet can be seen with the naked eye this week", 5, "Tom Ashby", "telescope",
           ("A comet stands low in the west after sunset. The best view is about 40 minutes after the sun "
            "has gone down.", "The Northfield observatory opens its dome on Saturday at 21:30.")),
    _Story("bakery-award", "Business", "Harbour Bakery wins a prize for its rye bread", 6, "Pavel Orr", "mug",
           ("A jury of bakers gave the first prize to the rye bread of Harbour Bakery, out of 61 loaves.",
            "The dough rests for 36 hours. The bakery now sells 400 loaves a day.")),
    _Story("solar-roofs", "Business", "Every third new roof makes power", 8, "Mona Field", "sun",
           ("One in three new roofs in the county carries solar panels, up from one in eight five years ago.",
            "Solstice Energy will hire 25 fitters this year.")),
    _Story("film-week", "Culture", "Film week shows 42 films from 19 countries", 10, "Ines Valdt", "city",
           ("The film week opens with a comedy about a ferry that never arrives.",
            "A pass for all films costs $60, a single ticket $8.")),
    _Story("old-press", "Culture", "Museum lets visitors print their own page", 13, "Mona Field", "press",
           ("On the first Sunday of each month, the museum runs a hand press from 1840.",
            "How such a press works is told in the [Lexicon](https://lexicon.crab.test/printing-press).")),
)  # fmt: skip


def pages(today: date) -> dict[str, Page]:
    """All pages by path."""
    made = {"": _front("Northfield Courier", _STORIES, today)}
    for section in _SECTIONS:
        stories = tuple(story for story in _STORIES if story.section == section)
        made[f"/{section.lower()}"] = _front(f"{section} - Northfield Courier", stories, today, section)
    for story in _STORIES:
        made[f"/{story.slug}"] = _article(story, today)
    return made


def _front(title: str, stories: tuple[_Story, ...], today: date, heading: str = "") -> Page:
    blocks: list[AnyBlock] = [_BANNER, Paragraph(text=formats.date_long(today), quiet=True)]
    if heading:
        blocks.append(Heading(text=heading, level=1))
    for number, story in enumerate(stories):
        if number == 0:
            link = f"/{story.slug}"
            blocks.append(Picture(drawing=story.drawing, alt=story.title, link=link))
        blocks.append(
            Entry(
                title=story.title,
                link=f"/{story.slug}",
                text=story.text[0],
                meta=f"{story.section} · {formats.date_short(today - timedelta(days=story.days))}",
                drawing="" if number == 0 else story.drawing,
            )
        )
    return Page(title=title, blocks=blocks)


def _article(story: _Story, today: date) -> Page:
    day = formats.date_long(today - timedelta(days=story.days))
    more = [s for s in _STORIES if s is not story][:3]
    return Page(
        title=f"{story.title} - Northfield Courier",
        blocks=[
            _BANNER,
            Heading(text=story.title, level=1),
            Paragraph(text=f"By {story.author} · {day}", quiet=True),
            Picture(drawing=story.drawing, alt=story.title),
            *[Paragraph(text=text) for text in story.text],
            Heading(text="More news"),
            *[Entry(title=s.title, link=f"/{s.slug}", meta=s.section) for s in more],
        ],
    )

"""What a page of the web is: a title and typed blocks below each other.

Texts of paragraphs, list items and table cells may hold links and strong words: ``[text](address)`` and
``**words**``. An address may be a path on the same site.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Annotated, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, model_validator

from .drawings import NAMES

_MARKS = re.compile(r"\[([^\[\]]+)\]\(([^()\s]+)\)|\*\*(.+?)\*\*")


class Bit(NamedTuple):
    """A piece of a text: what it says, where it leads (empty: nowhere), and whether it is strong."""

    text: str
    link: str = ""
    bold: bool = False


@lru_cache(maxsize=2048)
def bits(text: str) -> tuple[Bit, ...]:
    """The pieces of a marked-up text."""
    found: list[Bit] = []
    at = 0
    for match in _MARKS.finditer(text):
        if match.start() > at:
            found.append(Bit(text[at : match.start()]))
        if match[3] is not None:
            found.append(Bit(match[3], bold=True))
        else:
            found.append(Bit(match[1], link=match[2]))
        at = match.end()
    if at < len(text):
        found.append(Bit(text[at:]))
    return tuple(found)


def plain(text: str) -> str:
    """A marked-up text without its marks."""
    return "".join(bit.text for bit in bits(text))


class Block(BaseModel):
    """What all blocks share: no key that nobody knows."""

    model_config = ConfigDict(extra="forbid")


class Banner(Block):
    """The head of a site: its name, which leads home, and a line of links."""

    type: Literal["banner"] = "banner"
    text: str
    link: str = "/"
    icon: str = "globe"
    links: list[tuple[str, str]] = Field(default_factory=list)


class Heading(Block):
    """A heading of level 1 (the page's) to 3."""

    type: Literal["heading"] = "heading"
    text: str
    level: int = Field(default=2, ge=1, le=3)


class Paragraph(Block):
    """A paragraph; a quiet one is small and grey."""

    type: Literal["paragraph"] = "paragraph"
    text: str
    quiet: bool = False


class Items(Block):
    """A list with dots, or with numbers."""

    type: Literal["list"] = "list"
    items: list[str]
    ordered: bool = False


class Grid(Block):
    """A table; ``head`` names its columns."""

    type: Literal["table"] = "table"
    rows: list[list[str]]
    head: list[str] = Field(default_factory=list)

    @model_validator(mode="after")
    def _even(self) -> Grid:
        if len({len(cells) for cells in [*self.rows, *([self.head] if self.head else [])]}) > 1:
            raise ValueError("all rows of a table have as many cells as its head")
        return self


class Picture(Block):
    """One of the package's drawings, with a caption; a tap may lead somewhere."""

    type: Literal["image"] = "image"
    drawing: str
    alt: str = ""
    caption: str = ""
    link: str = ""

    @model_validator(mode="after")
    def _known(self) -> Picture:
        if self.drawing not in NAMES:
            raise ValueError(f"there is no drawing {self.drawing!r}: use one of {', '.join(NAMES)}")
        return self


class Code(Block):
    """Lines of a program, with a button that copies them."""

    type: Literal["code"] = "code"
    text: str


class Entry(Block):
    """One of many: a title that leads somewhere, a line above it, a text below, perhaps a picture."""

    type: Literal["entry"] = "entry"
    title: str
    link: str
    text: str = ""
    meta: str = ""
    drawing: str = ""


class Search(Block):
    """A field to search with: ``action?q=words`` is opened."""

    type: Literal["search"] = "search"
    action: str
    hint: str = "Search"
    value: str = ""


class Input(Block):
    """A field of a form: a line of text, or a box to tick."""

    name: str = Field(pattern=r"^[a-z][a-z0-9_]*$")
    label: str
    kind: Literal["text", "number", "email", "phone", "password", "check"] = "text"
    value: str = ""
    required: bool = False


class Form(Block):
    """Fields and a button: ``action`` is opened with the values in its query, or ``message`` is shown.

    A message may name fields, as in ``Thank you, {name}``. What was sent is in the provider's ``forms``.
    """

    type: Literal["form"] = "form"
    fields: list[Input]
    button: str
    action: str = ""
    message: str = ""

    @model_validator(mode="after")
    def _something(self) -> Form:
        if not self.action and not self.message:
            raise ValueError("a form has an action or a message")
        return self


class Press(Block):
    """A button that leads to an address."""

    type: Literal["button"] = "button"
    text: str
    link: str
    filled: bool = True


class Download(Block):
    """A link that downloads a file with a content into the phone's folder for downloads."""

    type: Literal["download"] = "download"
    text: str
    file: str = Field(pattern=r"^[^/\\]+$")
    content: str = ""


class Line(Block):
    """A thin line across."""

    type: Literal["line"] = "line"


AnyBlock = Annotated[
    Banner
    | Heading
    | Paragraph
    | Items
    | Grid
    | Picture
    | Code
    | Entry
    | Search
    | Form
    | Press
    | Download
    | Line,
    Field(discriminator="type"),
]


class Page(Block):
    """A page: its title and its blocks."""

    title: str
    blocks: list[AnyBlock] = Field(default_factory=list)


def words_of(block: AnyBlock) -> list[str]:  # noqa: PLR0911 - one answer for each kind
    """The texts of a block in the order in which they are shown, without marks."""
    match block:
        case Heading() | Paragraph():
            return [plain(block.text)]
        case Items():
            return [plain(item) for item in block.items]
        case Grid():
            return [plain(cell) for cells in [block.head, *block.rows] for cell in cells]
        case Code():
            return [block.text]
        case Picture():
            return [block.caption] if block.caption else []
        case Entry():
            return [part for part in (block.meta, block.title, plain(block.text)) if part]
        case Press() | Download():
            return [block.text]
        case _:
            return []


def text_of(page: Page) -> str:
    """All that a page says beside its title, for search."""
    told: list[str] = []
    for block in page.blocks:
        if isinstance(block, Grid):
            told += ["; ".join(": ".join(map(plain, cells)) for cells in block.rows) + "."]
        elif not isinstance(block, Picture | Banner) and not (
            isinstance(block, Heading) and block.level == 1
        ):
            told += words_of(block)
    return " ".join(told)

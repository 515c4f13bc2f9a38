"""What Docs remembers: documents, each a list of paragraphs."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

Style = Literal["title", "heading1", "heading2", "heading3", "normal", "bullet", "numbered", "image"]
Alignment = Literal["left", "center", "right"]
SortKey = Literal["opened", "modified", "title"]

STYLES: dict[str, str] = {
    "normal": "Normal text",
    "title": "Title",
    "heading1": "Heading 1",
    "heading2": "Heading 2",
    "heading3": "Heading 3",
    "bullet": "Bulleted list",
    "numbered": "Numbered list",
}
HEADINGS = ("title", "heading1", "heading2", "heading3")
ALIGNMENTS: dict[str, str] = {"left": "Align left", "center": "Align center", "right": "Align right"}
SORTS: dict[str, str] = {"opened": "Last opened", "modified": "Last modified", "title": "Title"}


class Paragraph(BaseModel):
    """A paragraph: its text and how it is written. An image has a path on the phone instead of a text.

    ``style`` is ``title``, ``heading1`` to ``heading3``, ``normal``, ``bullet``, ``numbered`` or ``image``.
    """

    model_config = ConfigDict(extra="forbid")

    id: int = 0
    text: str = ""
    style: Style = "normal"
    bold: bool = False
    italic: bool = False
    underline: bool = False
    align: Alignment = "left"
    link: str = ""
    path: str = ""


class Comment(BaseModel):
    """What somebody says about a document."""

    model_config = ConfigDict(extra="forbid")

    id: int = 0
    author: str = ""
    text: str
    quote: str = ""
    time: datetime | None = None
    resolved: bool = False


class Document(BaseModel):
    """A document.

    Attributes:
        id: given by the app.
        title: its name.
        paragraphs: what is written.
        comments: what is said about it, the oldest first.
        owner: mail address of who shares it; empty when it is the account's own.
        owner_name: the name that goes with it.
        path: the text file of the phone that it was opened from, and is kept in.
        starred: whether it has a star.
        trashed: when it was put into the trash.
        next_id: the id of the next paragraph or comment.
    """

    id: int = 0
    title: str = "Untitled document"
    paragraphs: list[Paragraph] = Field(default_factory=list)
    comments: list[Comment] = Field(default_factory=list)
    owner: str = ""
    owner_name: str = ""
    path: str = ""
    starred: bool = False
    trashed: datetime | None = None
    created: datetime
    modified: datetime
    opened: datetime | None = None
    next_id: int = 1

    @property
    def body(self) -> str:
        """All that is written, a line for each paragraph."""
        return "\n".join(paragraph.text for paragraph in self.paragraphs if paragraph.style != "image")

    @property
    def words(self) -> int:
        """How many words there are."""
        return len(self.body.split())

    @property
    def headings(self) -> list[Paragraph]:
        """The outline."""
        return [one for one in self.paragraphs if one.style in HEADINGS and one.text.strip()]

    @property
    def latest(self) -> datetime:
        """When it was last looked at."""
        return max(self.opened or self.modified, self.modified)

    def paragraph(self, number: int) -> Paragraph | None:
        """The paragraph with an id, or None."""
        return next((one for one in self.paragraphs if one.id == number), None)

    def number(self) -> int:
        """A new id for a paragraph or a comment."""
        self.next_id += 1
        return self.next_id - 1

    def write(self, body: str) -> None:
        """Replace all that is written by a text; each line keeps the style of the one it replaces."""
        old = [one for one in self.paragraphs if one.style != "image"]
        written = []
        for index, line in enumerate(body.split("\n")):
            known = old[index] if index < len(old) else Paragraph()
            written.append(known.model_copy(update={"id": self.number(), "text": line}))
        self.paragraphs = written

    def put(self, index: int, paragraph: Paragraph) -> Paragraph:
        """Insert a paragraph; it gets an id."""
        paragraph.id = self.number()
        self.paragraphs.insert(index, paragraph)
        return paragraph

    def fits(self, wanted: str) -> bool:
        """Whether all words of a search stand in its title or its text."""
        whole = f"{self.title}\n{self.body}\n{self.owner_name}".casefold()
        return all(word in whole for word in wanted.casefold().split())


class Docs(BaseModel):
    """All documents, and how they are shown.

    Attributes:
        account: mail address of the account.
        account_name: the name that goes with it.
        documents: all documents, also those in the trash.
        next_id: the id of the next document.
        grid: whether they are shown as pages.
        sort: what they are sorted by.
        spacing: how far the lines of a document stand apart: 1.0, 1.15 or 1.5.
    """

    account: str = ""
    account_name: str = ""
    documents: list[Document] = Field(default_factory=list)
    next_id: int = 1
    grid: bool = True
    sort: SortKey = "opened"
    spacing: float = 1.15

    def get(self, number: int) -> Document | None:
        """The document with an id, or None."""
        return next((document for document in self.documents if document.id == number), None)

    def add(self, title: str, now: datetime, paragraphs: Iterable[Paragraph] = ()) -> Document:
        """Keep a new document; it and its paragraphs get ids."""
        document = Document(id=self.next_id, title=title, created=now, modified=now)
        for paragraph in paragraphs:
            document.put(len(document.paragraphs), paragraph.model_copy())
        if not document.paragraphs:
            document.put(0, Paragraph())
        self.next_id += 1
        self.documents.append(document)
        return document

    def duplicate(self, document: Document, now: datetime) -> Document:
        """A copy, which is the account's own."""
        twin = document.model_copy(
            deep=True,
            update={
                "id": self.next_id,
                "title": f"Copy of {document.title}",
                "owner": "",
                "owner_name": "",
                "path": "",
                "created": now,
                "modified": now,
                "opened": None,
                "comments": [],
            },
        )
        self.next_id += 1
        self.documents.append(twin)
        return twin

    def remove(self, number: int) -> None:
        """Delete a document for good."""
        self.documents = [document for document in self.documents if document.id != number]

    def listed(self, wanted: str = "", group: str = "all") -> list[Document]:
        """The documents of a group (``all``, ``mine``, ``shared``, ``starred``) that fit a search, sorted."""
        found = [one for one in self.documents if not one.trashed and one.fits(wanted)]
        if group == "starred":
            found = [one for one in found if one.starred]
        elif group != "all":
            found = [one for one in found if bool(one.owner) == (group == "shared")]
        if self.sort == "title":
            return sorted(found, key=lambda one: (one.title.casefold(), one.id))
        if self.sort == "modified":
            return sorted(found, key=lambda one: (one.modified, one.id), reverse=True)
        return sorted(found, key=lambda one: (one.latest, one.id), reverse=True)

    def trash(self) -> list[Document]:
        """What lies in the trash, the latest first."""
        found = [one for one in self.documents if one.trashed]
        return sorted(found, key=lambda one: (one.trashed or one.modified, one.id), reverse=True)

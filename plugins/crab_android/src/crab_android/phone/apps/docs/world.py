"""What a world may say about Docs."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from crab_android.phone.kit import Seeding

from .model import Comment, Docs, Paragraph


class WorldDocument(BaseModel):
    """A document as a world writes it.

    Attributes:
        title: its name.
        body: its text, a paragraph for each line; or
        paragraphs: texts, or paragraphs with ``text``, ``style``, ``bold`` … as in :class:`.model.Paragraph`.
        comments: texts, or comments with ``author`` and ``text``.
        owner: mail address of who shares it; the account's own without one.
        starred: whether it has a star.
        trashed: whether it lies in the trash.
        modified: when it was last changed, local time; an hour before the one before it when left out.
    """

    model_config = ConfigDict(extra="forbid")

    title: str = "Untitled document"
    body: str | None = None
    paragraphs: list[Paragraph] = Field(default_factory=list)
    comments: list[Comment] = Field(default_factory=list)
    owner: str = ""
    starred: bool = False
    trashed: bool = False
    modified: datetime | None = None

    @field_validator("paragraphs", "comments", mode="before")
    @classmethod
    def _texts_alone(cls, value: Any) -> Any:
        if not isinstance(value, list):
            return value
        return [{"text": entry} if isinstance(entry, str) else entry for entry in value]

    @model_validator(mode="after")
    def _fits(self) -> WorldDocument:
        if self.body is not None and self.paragraphs:
            raise ValueError("a document has a body or paragraphs, not both")
        if self.modified is not None and self.modified.tzinfo is not None:
            raise ValueError("times in Docs are local, without a time zone")
        return self


class WorldPart(BaseModel):
    """The whole part: the documents. A list stands for its documents alone, a text for a document's body."""

    model_config = ConfigDict(extra="forbid")

    documents: list[WorldDocument] = Field(default_factory=list)

    @field_validator("documents", mode="before")
    @classmethod
    def _texts_alone(cls, value: Any) -> Any:
        if not isinstance(value, list):
            return value
        return [{"body": entry} if isinstance(entry, str) else entry for entry in value]


def docs_of(seeding: Seeding) -> Docs:
    """The state that a world's part describes.

    Raises:
        ValueError: when the part does not fit.
    """
    part = seeding.part
    world = WorldPart.model_validate({"documents": part} if isinstance(part, list) else part)
    docs = Docs(account=seeding.owner.mail, account_name=seeding.owner.name)
    names = {person.mail.lower(): person.name for person in seeding.people}
    for number, entry in enumerate(world.documents, start=1):
        moment = entry.modified or seeding.now - timedelta(hours=number)
        made = docs.add(entry.title, moment, entry.paragraphs)
        if entry.body is not None:
            made.write(entry.body)
        made.owner, made.owner_name = entry.owner, names.get(entry.owner.lower(), "")
        made.starred = entry.starred
        made.trashed = moment if entry.trashed else None
        for comment in entry.comments:
            author = comment.author or seeding.owner.name
            update = {"id": made.number(), "author": author, "time": comment.time or moment}
            made.comments.append(comment.model_copy(update=update))
    return docs

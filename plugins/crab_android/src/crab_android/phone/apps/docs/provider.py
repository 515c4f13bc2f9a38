"""The documents, for ``content query`` and other apps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from crab_android.phone.kit import AppContext, Rows, Table, zone

from .model import Docs, Document

AUTHORITY = "org.crab.docs"

Ctx = AppContext[Docs]


def rows(context: Ctx) -> Rows:
    """All documents; ``body`` has a line for each paragraph, ``styles`` a word for each."""
    there = zone(context.system.properties.get("persist.sys.timezone", "UTC"))
    return [
        {
            "_id": one.id,
            "title": one.title,
            "body": one.body,
            "styles": ",".join(paragraph.style for paragraph in one.paragraphs),
            "modified": int(one.modified.replace(tzinfo=there).timestamp() * 1000),
            "starred": int(one.starred),
            "trashed": int(one.trashed is not None),
            "owner": one.owner or context.state.account,
            "comments": "\n".join(f"{comment.author}: {comment.text}" for comment in one.comments) or None,
        }
        for one in context.state.documents
    ]


def insert(context: Ctx, values: Mapping[str, Any]) -> int:
    """Add a document with a title and a body."""
    made = context.state.add(str(values.get("title") or "Untitled document"), context.now())
    _put(context, made, values)
    return made.id


def update(context: Ctx, number: int, values: Mapping[str, Any]) -> None:
    """Change title, body, star or trash of a document."""
    document = context.state.get(number)
    if document is None:
        raise KeyError(number)
    document.title = str(values.get("title", document.title)) or document.title
    _put(context, document, values)
    document.modified = context.now()


def _put(context: Ctx, document: Document, values: Mapping[str, Any]) -> None:
    if "body" in values:
        document.write(str(values["body"]))
    if "starred" in values:
        document.starred = str(values["starred"]) not in ("0", "", "false")
    if "trashed" in values:
        gone = str(values["trashed"]) not in ("0", "", "false")
        document.trashed = context.now() if gone else None


def delete(context: Ctx, number: int) -> None:
    """Delete a document for good."""
    context.state.remove(number)


TABLES = {"documents": Table(rows, insert, update, delete)}

"""The files of Drive, for ``content query`` and other apps."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from crab_android.phone.kit import AppContext, Rows, Table, zone

from .model import FOLDER, ROOT, Account, Drive, Item, mime_of

AUTHORITY = "org.crab.drive"

Ctx = AppContext[Drive]


def _milliseconds(context: Ctx, moment: datetime | None) -> int | None:
    """A local time in milliseconds since 1970."""
    there = zone(context.system.properties.get("persist.sys.timezone", "UTC"))
    return None if moment is None else int(moment.replace(tzinfo=there).timestamp() * 1000)


def rows(context: Ctx) -> Rows:
    """All files and folders; ``parent`` is 0 in My Drive, and empty for what others share."""
    state = context.state
    return [
        {
            "_id": item.id,
            "parent": item.parent,
            "title": item.name,
            "mime_type": item.mime,
            "size": item.size,
            "path": state.path(item),
            "starred": int(item.starred),
            "trashed": int(state.gone(item)),
            "owner": state.owner_of(item).mail,
            "modified": _milliseconds(context, item.modified),
            "shared_with": ",".join(f"{one.mail}:{one.role}" for one in item.access) or None,
            "link": item.link,
            "text": item.content.decode(errors="replace") if item.kind in ("text", "table") else None,
        }
        for item in state.items
    ]


def insert(context: Ctx, values: Mapping[str, Any]) -> int:
    """Add a folder, or a file with a ``text``; ``parent`` is the id of its folder.

    With an ``owner``, somebody else shares it, and the phone tells of it.
    """
    title = str(values.get("title", "")).strip()
    if not title:
        raise ValueError("a file or folder needs a title")
    parent = int(values.get("parent") or ROOT)
    if parent != ROOT and not (folder := context.state.get(parent)):
        raise ValueError(f"there is no folder {parent}")
    if parent != ROOT and folder is not None and not folder.folder:
        raise ValueError(f"{folder.name!r} is no folder")
    mime = str(values.get("mime_type") or ("" if "." in title or "text" in values else FOLDER))
    text = str(values.get("text", ""))
    made = context.state.add(
        title, mime or mime_of(title), context.now(), parent=parent, content=text.encode()
    )
    _put(context, made, values)
    owner = str(values.get("owner") or context.state.account.mail)
    if owner != context.state.account.mail:
        made.owner = Account(mail=owner)
        made.parent = None if parent == ROOT else parent
        if context.state.notices:
            context.notify(
                f"shared{made.id}", f"{owner} shared with you", title, screen="home", tab="tab_shared"
            )
    return made.id


def update(context: Ctx, number: int, values: Mapping[str, Any]) -> None:
    """Change title, parent, text, star, trash or ``shared_with`` (addresses, perhaps with ``:editor``)."""
    item = context.state.get(number)
    if item is None:
        raise KeyError(number)
    item.name = str(values.get("title", item.name)).strip() or item.name
    if "text" in values:
        item.content = str(values["text"]).encode()
    if "parent" in values:
        target = int(values["parent"] or ROOT)
        if target != item.parent and not context.state.may_move(item, target):
            raise ValueError("a folder cannot be moved into itself")
        item.parent = target
    item.modified = context.now()
    _put(context, item, values)


def _put(context: Ctx, item: Item, values: Mapping[str, Any]) -> None:
    if "starred" in values:
        item.starred = str(values["starred"]) not in ("0", "", "false")
    if "trashed" in values:
        gone = str(values["trashed"]) not in ("0", "", "false")
        item.trashed = context.now() if gone else None
    if "shared_with" in values:
        item.access = []
        for told in str(values["shared_with"] or "").split(","):
            mail, _, role = told.strip().partition(":")
            if mail:
                editor = role == "editor"
                context.state.share(item, Account(mail=mail), "editor" if editor else "viewer")


def delete(context: Ctx, number: int) -> None:
    """Delete an item for good, with all that it holds."""
    item = context.state.get(number)
    if item is not None:
        context.state.remove(item)


TABLES = {"files": Table(rows, insert, update, delete)}

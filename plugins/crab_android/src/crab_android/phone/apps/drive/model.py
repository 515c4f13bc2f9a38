"""What Drive remembers: files and folders of the cloud, with their contents."""

from __future__ import annotations

import mimetypes
from collections.abc import Iterable
from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

ROOT = 0
FOLDER = "vnd.android.document/directory"  # android.provider.DocumentsContract.Document.MIME_TYPE_DIR
TOTAL = 15_000_000_000  # bytes
LINK = "https://drive.crab.test"

Role = Literal["viewer", "commenter", "editor"]
SortKey = Literal["name", "modified", "size"]

ROLES: dict[str, str] = {"viewer": "Viewer", "commenter": "Commenter", "editor": "Editor"}
SORTS: dict[str, str] = {"name": "Name", "modified": "Last modified", "size": "Size"}

KINDS: dict[str, tuple[str, str]] = {
    "folder": ("Folders", "folder_full"),
    "text": ("Documents", "file_text"),
    "image": ("Images", "file_image"),
    "pdf": ("PDFs", "file_pdf"),
    "table": ("Spreadsheets", "file_table"),
    "audio": ("Audio", "file_audio"),
    "video": ("Video", "file_video"),
    "zip": ("Archives", "file_zip"),
    "other": ("Others", "file"),
}
"""What kinds of items there are: the plural, and the icon."""

_SINGULAR = {
    "folder": "Folder",
    "text": "Text",
    "image": "Image",
    "pdf": "PDF",
    "table": "Spreadsheet",
    "audio": "Audio",
    "video": "Video",
    "zip": "Archive",
    "other": "File",
}


class Account(BaseModel):
    """Somebody with a mail address."""

    model_config = ConfigDict(extra="forbid")

    mail: str
    name: str = ""

    @property
    def shown(self) -> str:
        """The name, or the address of who has none."""
        return self.name or self.mail


class Access(Account):
    """Somebody whom an item is shared with."""

    role: Role = "viewer"


class Item(BaseModel):
    """A file or a folder. Without an owner it is the account's own; ``parent`` is None outside My Drive."""

    model_config = ConfigDict(extra="forbid", ser_json_bytes="base64", val_json_bytes="base64")

    id: int = 0
    parent: int | None = ROOT
    name: str
    mime: str
    content: bytes = b""
    owner: Account | None = None
    access: list[Access] = Field(default_factory=list)
    link: Literal["restricted", "anyone"] = "restricted"
    starred: bool = False
    trashed: datetime | None = None
    created: datetime
    modified: datetime
    opened: datetime | None = None

    @property
    def folder(self) -> bool:
        """Whether it is a folder."""
        return self.mime == FOLDER

    @property
    def size(self) -> int:
        """The size of a file in bytes."""
        return len(self.content)

    @property
    def shared(self) -> bool:
        """Whether others can see it."""
        return bool(self.access) or self.owner is not None or self.link == "anyone"

    @property
    def kind(self) -> str:
        """One of :data:`KINDS`."""
        return kind_of(self.mime)

    @property
    def kind_name(self) -> str:
        """What it is, in a word."""
        return _SINGULAR[self.kind]

    @property
    def url(self) -> str:
        """The link that leads to it."""
        return f"{LINK}/{'folders' if self.folder else 'file'}/{self.id}"


def mime_of(name: str) -> str:
    """The media type that a file's name says."""
    ending = "." + name.rpartition(".")[2].lower()
    return mimetypes.types_map.get(ending, "text/markdown" if ending == ".md" else "application/octet-stream")


def kind_of(mime: str) -> str:
    """The kind of a media type, one of :data:`KINDS`."""
    if mime == FOLDER:
        return "folder"
    if mime in ("text/csv", "text/tab-separated-values") or "spreadsheet" in mime or "excel" in mime:
        return "table"
    if mime == "application/pdf":
        return "pdf"
    if mime in ("application/zip", "application/gzip", "application/x-tar"):
        return "zip"
    main = mime.partition("/")[0]
    if main == "text" or mime == "application/json":
        return "text"
    return main if main in ("image", "audio", "video") else "other"


def numbered(name: str, taken: Iterable[str], word: str = "") -> str:
    """A name like ``name`` that is not taken: ``a (1).txt``, or with a word ``a (copy).txt``."""
    used = set(taken)
    stem, dot, ending = name.rpartition(".")
    if not stem:
        stem, dot, ending = name, "", ""
    number, tried = 0, f"{stem} ({word}){dot}{ending}" if word else name
    while tried in used:
        number += 1
        tried = f"{stem} ({word} {number}){dot}{ending}" if word else f"{stem} ({number}){dot}{ending}"
    return tried


class Drive(BaseModel):
    """The whole drive of an account, and how it is shown.

    Attributes:
        account: whose drive it is.
        items: all files and folders, also those in the trash.
        elsewhere: what else takes the account's space in the cloud: a name and its bytes.
        next_id: the id of the next item.
        grid: whether items are shown in a grid.
        sort: what they are sorted by.
        descending: whether the sorting is turned round.
        wifi_only: whether files are transferred over Wi-Fi alone.
        notices: whether one wants to be told of what others share.
        searches: what was searched for, the latest first.
    """

    account: Account
    items: list[Item] = Field(default_factory=list)
    elsewhere: dict[str, int] = Field(default_factory=dict)
    next_id: int = 1
    grid: bool = False
    sort: SortKey = "name"
    descending: bool = False
    wifi_only: bool = True
    notices: bool = True
    searches: list[str] = Field(default_factory=list)

    # -- looking --------------------------------

    def get(self, number: int | None) -> Item | None:
        """The item with an id, or None."""
        return next((item for item in self.items if item.id == number), None) if number else None

    def above(self, item: Item) -> list[Item]:
        """The folders that an item is in, the outermost first."""
        found: list[Item] = []
        parent = self.get(item.parent)
        while parent is not None and parent not in found:
            found.insert(0, parent)
            parent = self.get(parent.parent)
        return found

    def gone(self, item: Item) -> bool:
        """Whether it, or a folder that it is in, lies in the trash."""
        return item.trashed is not None or any(folder.trashed is not None for folder in self.above(item))

    def alive(self) -> list[Item]:
        """All that is not in the trash."""
        return [item for item in self.items if not self.gone(item)]

    def inside(self, folder: int) -> list[Item]:
        """What a folder holds, sorted, folders first; the root is :data:`ROOT`."""
        return self.ordered(item for item in self.items if item.parent == folder and item.trashed is None)

    def ordered(self, items: Iterable[Item]) -> list[Item]:
        """Items in the order that was chosen, folders first."""
        keys = {
            "name": lambda item: (item.name.casefold(), item.id),
            "modified": lambda item: (item.modified, item.id),
            "size": lambda item: (item.size, item.name.casefold()),
        }
        found = sorted(items, key=keys[self.sort], reverse=self.descending)
        return sorted(found, key=lambda item: not item.folder)

    def recent(self) -> list[Item]:
        """Files by when they were last opened or changed, the latest first."""
        files = [item for item in self.alive() if not item.folder]
        return sorted(files, key=lambda item: max(item.opened or item.modified, item.modified), reverse=True)

    def with_me(self) -> list[Item]:
        """What others share, apart from what lies in their folders."""
        return self.ordered(
            item for item in self.items if item.owner is not None and item.parent is None and not item.trashed
        )

    def trash(self) -> list[Item]:
        """What was put into the trash, the latest first."""
        found = [item for item in self.items if item.trashed is not None]
        return sorted(found, key=lambda item: (item.trashed or item.modified, item.id), reverse=True)

    def path(self, item: Item) -> str:
        """Where it is: ``My Drive/Trips/plan.txt``."""
        chain = [*self.above(item), item]
        start = "My Drive" if chain[0].parent == ROOT else "Shared with me"
        return "/".join([start, *(part.name for part in chain)])

    def place(self, item: Item) -> str:
        """The name of the folder that it is in."""
        parent = self.get(item.parent)
        return parent.name if parent else "My Drive" if item.parent == ROOT else "Shared with me"

    def below(self, item: Item) -> list[Item]:
        """All that a folder holds, at any depth."""
        found = [child for child in self.items if child.parent == item.id]
        return [*found, *(deeper for child in found for deeper in self.below(child))]

    def owner_of(self, item: Item) -> Account:
        """Whose it is."""
        return item.owner or self.account

    @property
    def used(self) -> int:
        """Bytes that the account's own files take; what lies in the trash counts."""
        return sum(item.size for item in self.items if item.owner is None)

    def search(self, wanted: str, kind: str = "") -> list[Item]:
        """What has all words of a search in its name or its text, of one kind or any."""
        words = wanted.casefold().split()
        found = []
        for item in self.alive():
            text = item.content.decode(errors="replace") if item.kind in ("text", "table") else ""
            told = f"{item.name}\n{text}\n{self.owner_of(item).shown}".casefold()
            if (not kind or item.kind == kind) and all(word in told for word in words):
                found.append(item)
        return self.ordered(found)

    # -- changing --------------------------------

    def add(
        self, name: str, mime: str, now: datetime, *, parent: int | None = ROOT, content: bytes = b""
    ) -> Item:
        """Keep a new item; it gets an id of its own."""
        item = Item(
            id=self.next_id,
            parent=parent,
            name=name,
            mime=mime,
            content=content,
            created=now,
            modified=now,
        )
        self.next_id += 1
        self.items.append(item)
        return item

    def upload(self, name: str, content: bytes, now: datetime, parent: int = ROOT, mime: str = "") -> Item:
        """Keep a file under a name that is free in its folder."""
        free = numbered(name, (item.name for item in self.inside(parent)))
        return self.add(free, mime or mime_of(name), now, parent=parent, content=content)

    def duplicate(self, item: Item, now: datetime) -> Item:
        """A copy of a file beside it; of what others share, in My Drive."""
        parent = item.parent if item.parent is not None else ROOT
        name = numbered(item.name, (other.name for other in self.inside(parent)), "copy")
        return self.add(name, item.mime, now, parent=parent, content=item.content)

    def may_move(self, item: Item, target: int) -> bool:
        """Whether a folder can take an item: not the one it is in, nor itself or one inside it."""
        inside = {item.id, *(below.id for below in self.below(item))}
        return target not in inside and item.parent != target

    def move(self, item: Item, target: int) -> None:
        """Put an item into a folder."""
        item.parent = target

    def remove(self, item: Item) -> None:
        """Delete an item for good, with all that it holds."""
        gone = {item.id, *(below.id for below in self.below(item))}
        self.items = [other for other in self.items if other.id not in gone]

    def restore(self, item: Item) -> None:
        """Take an item out of the trash; where its folder is gone, into My Drive."""
        item.trashed = None
        parent = self.get(item.parent)
        if item.parent is not None and (parent is None or self.gone(parent)):
            item.parent = ROOT

    def share(self, item: Item, person: Account, role: Role) -> None:
        """Let somebody see or edit an item."""
        item.access = [one for one in item.access if one.mail.lower() != person.mail.lower()]
        item.access.append(Access(mail=person.mail, name=person.name, role=role))

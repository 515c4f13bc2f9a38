"""What a world may say about Drive."""

from __future__ import annotations

import base64
import binascii
from datetime import datetime, timedelta
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from crab_android.phone.kit import Seeding

from .model import FOLDER, ROOT, Access, Account, Drive, Item, Role, mime_of


class _Facts(BaseModel):
    """What may be said of files and folders alike.

    Attributes:
        owner: mail address of who shares it; without one it is the account's own.
        shared_with: addresses of whom it is shared with, or by address a role (``viewer`` …).
        anyone: whether everybody with the link can see it.
        starred: whether it has a star.
        trashed: whether it lies in the trash.
        modified: when it was last changed, local time; an hour before the ones before it when left out.
    """

    model_config = ConfigDict(extra="forbid")

    owner: str = ""
    shared_with: dict[str, Role] = Field(default_factory=dict)
    anyone: bool = False
    starred: bool = False
    trashed: bool = False
    modified: datetime | None = None

    @field_validator("shared_with", mode="before")
    @classmethod
    def _addresses_alone(cls, value: object) -> object:
        return dict.fromkeys(value, "viewer") if isinstance(value, list) else value

    @field_validator("modified")
    @classmethod
    def _local(cls, value: datetime | None) -> datetime | None:
        if value is not None and value.tzinfo is not None:
            raise ValueError("times in Drive are local, without a time zone")
        return value


class WorldFile(_Facts):
    """A file: its text, or its bytes in base64; a text alone may stand for it."""

    text: str | None = None
    base64: str | None = None
    mime: str = ""

    @model_validator(mode="after")
    def _one_source(self) -> WorldFile:
        if self.text is not None and self.base64 is not None:
            raise ValueError("a file has text or base64, not both")
        return self

    @field_validator("base64")
    @classmethod
    def _valid(cls, value: str | None) -> str | None:
        try:
            base64.b64decode(value or "", validate=True)
        except binascii.Error as error:
            raise ValueError(f"not valid base64: {error}") from error
        return value

    @property
    def content(self) -> bytes:
        """Its bytes."""
        return base64.b64decode(self.base64) if self.base64 is not None else (self.text or "").encode()


class _Folders(BaseModel):
    """What folders and the whole drive have: folders and files, by name."""

    model_config = ConfigDict(extra="forbid")

    folders: dict[str, WorldFolder] = Field(default_factory=dict)
    files: dict[str, WorldFile] = Field(default_factory=dict)

    @field_validator("files", mode="before")
    @classmethod
    def _texts_alone(cls, value: object) -> object:
        if not isinstance(value, dict):
            return value
        return {name: {"text": file} if isinstance(file, str) else file for name, file in value.items()}

    @field_validator("folders", "files")
    @classmethod
    def _names(cls, value: dict[str, Any]) -> dict[str, Any]:
        for name in value:
            if not name.strip() or "/" in name:
                raise ValueError(f"{name!r} is no name: names are not empty and have no slash")
        return value


class WorldFolder(_Folders, _Facts):
    """A folder: what it holds, and what may be said of it."""


class WorldPart(_Folders):
    """The whole part.

    ``{"folders": {"Trips": {"files": {"plan.txt": "By train."}}}, "files": {"todo.txt": "…"}}``, or a list of
    paths: ``["Trips/", "Trips/plan.txt"]``, in which ``{"path": "Trips/plan.txt", "text": "By train."}`` says
    more of one. What has an ``owner`` and lies in no folder is under Shared instead of in My Drive.

    Attributes:
        account: mail address of the account; the owner's of the phone when left out.
    """

    account: str = ""


def _tree(paths: list[Any]) -> dict[str, Any]:
    """Folders and files, out of a list of paths."""
    root: dict[str, Any] = {}
    for entry in paths:
        facts = dict(entry) if isinstance(entry, dict) else {"path": entry}
        path = facts.pop("path", "")
        if not isinstance(path, str) or not path.strip("/"):
            raise ValueError(f"{entry!r} is no path of Drive, such as 'Trips/plan.txt' or 'Trips/'")
        *above, name = path.strip("/").split("/")
        here = root
        for part in above:
            here = _entry(here, "folders", part)
        _entry(here, "folders" if path.endswith("/") else "files", name).update(facts)
    return root


def _entry(here: dict[str, Any], kind: str, name: str) -> dict[str, Any]:
    made: dict[str, Any] = here.setdefault(kind, {}).setdefault(name, {})
    return made


def drive_of(seeding: Seeding) -> Drive:
    """The drive that a world's part describes.

    Raises:
        ValueError: when the part does not fit.
    """
    part = seeding.part
    world = WorldPart.model_validate(_tree(part) if isinstance(part, list) else part)
    owner = seeding.owner
    mail = world.account or owner.mail
    drive = Drive(account=Account(mail=mail, name=owner.name if mail == owner.mail else ""))
    people = {person.mail.lower(): person.name for person in seeding.people}
    _fill(drive, world, ROOT, seeding.now, people)
    return drive


def _fill(drive: Drive, here: _Folders, parent: int, now: datetime, people: dict[str, str]) -> None:
    for name, folder in here.folders.items():
        made = _keep(drive, folder, Item(name=name, mime=FOLDER, created=now, modified=now), parent, people)
        _fill(drive, folder, made.id, now, people)
    for name, file in here.files.items():
        mime = file.mime or mime_of(name)
        item = Item(name=name, mime=mime, content=file.content, created=now, modified=now)
        _keep(drive, file, item, parent, people)


def _keep(drive: Drive, facts: _Facts, item: Item, parent: int, people: dict[str, str]) -> Item:
    item.id = drive.next_id
    drive.next_id += 1
    item.parent = None if facts.owner and parent == ROOT else parent
    item.modified = facts.modified or item.modified - timedelta(hours=item.id)
    item.created = item.modified
    item.starred = facts.starred
    item.trashed = item.modified if facts.trashed else None
    item.link = "anyone" if facts.anyone else "restricted"
    if facts.owner:
        item.owner = Account(mail=facts.owner, name=people.get(facts.owner.lower(), ""))
    item.access = [
        Access(mail=mail, name=people.get(mail.lower(), ""), role=role)
        for mail, role in facts.shared_with.items()
    ]
    drive.items.append(item)
    return item

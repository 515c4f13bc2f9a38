"""What Files remembers, and what a world says of it.

The files themselves are the phone's: a world gives them in ``files``. Its ``files_app`` is a
:class:`FilesWorld`; ``{"files_app": {}}`` leaves out the made-up documents::

    {"files_app": {"view": "grid", "documents": {"Documents/plan.txt": "First the roof."}}}
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from crab_android.phone.kit import Seeding

from .documents import made_up

Look = Literal["list", "grid"]
Order = Literal["name", "date", "size", "type"]
ROOT = "/sdcard"
DOWNLOADS = "/sdcard/Download"


class Files(BaseModel):
    """How files are shown: the look, the order, and whether hidden ones are."""

    view: Look = "list"
    sort: Order = "name"
    descending: bool = False
    hidden: bool = False


class FilesWorld(BaseModel):
    """The app's part of a world.

    Attributes:
        view: ``list`` or ``grid``.
        sort: ``name``, ``date``, ``size`` or ``type``.
        descending: whether the order is turned round.
        hidden: whether files whose names begin with a dot are shown.
        documents: path below ``/sdcard`` → text, instead of the made-up documents.
    """

    model_config = ConfigDict(extra="forbid")

    view: Look = "list"
    sort: Order = "name"
    descending: bool = False
    hidden: bool = False
    documents: dict[str, str] = Field(default_factory=dict)


def seed(seeding: Seeding) -> Files:
    """From a world, see :class:`FilesWorld`; else with documents such as people have."""
    if seeding.part is None:
        for path, data, days in made_up(seeding):
            seeding.files.write(f"{ROOT}/{path}", data, mtime=seeding.mtime - days * 86_400, parents=True)
        return Files()
    world = FilesWorld.model_validate(seeding.part or {})
    for path, text in world.documents.items():
        whole = seeding.files.resolve(path, ROOT)
        seeding.files.write(whole, text.encode(), mtime=seeding.mtime, parents=True)
    return Files(**world.model_dump(exclude={"documents"}))

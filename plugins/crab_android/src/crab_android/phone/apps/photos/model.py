"""What Photos remembers, and what a world says of it.

The pictures themselves are files; Photos finds them by looking through the shared storage. A world's
``photos`` is a list of :class:`WorldPhoto`, or a :class:`PhotosWorld`::

    {"photos": [{"picture": "lake", "taken": "2026-05-02T07:40", "place": "Bled", "album": "Holidays"},
                {"picture": "/sdcard/Download/plan.png", "description": "The new kitchen"}]}
"""

from __future__ import annotations

from datetime import datetime

from pydantic import BaseModel, ConfigDict, Field

CAMERA = "/sdcard/DCIM/Camera"
SCREENSHOTS = "/sdcard/Pictures/Screenshots"
KEPT_DAYS = 30  # how long the trash keeps a picture, as Android's MediaProvider does


class Facts(BaseModel):
    """What is known of a picture beside its file.

    Attributes:
        taken: local time; when the file was written when None.
        place: the name of where it was taken.
        latitude: in degrees.
        longitude: in degrees.
        description: what the user wrote below it.
        favorite: whether it is among the favourites.
    """

    taken: datetime | None = None
    place: str = ""
    latitude: float | None = Field(default=None, ge=-90, le=90)
    longitude: float | None = Field(default=None, ge=-180, le=180)
    description: str = ""
    favorite: bool = False


class Album(BaseModel):
    """An album that the user made: the paths of its pictures."""

    name: str
    paths: list[str] = Field(default_factory=list)


class Trashed(BaseModel):
    """A picture in the trash.

    Attributes:
        path: where its file lies now.
        original: where it goes when it is restored.
        deleted: local time.
        facts: what was known of it.
        albums: the albums that it was in.
    """

    path: str
    original: str
    deleted: datetime
    facts: Facts
    albums: list[str] = Field(default_factory=list)


class Photos(BaseModel):
    """What is known of the pictures by path, the albums, the trash and the settings."""

    facts: dict[str, Facts] = Field(default_factory=dict)
    albums: list[Album] = Field(default_factory=list)
    trash: list[Trashed] = Field(default_factory=list)
    columns: int = 3

    def known(self, path: str) -> Facts:
        """The facts of a picture, to be changed in place."""
        return self.facts.setdefault(path, Facts())

    def album(self, name: str) -> Album | None:
        """The album of a name, or None."""
        return next((album for album in self.albums if album.name == name), None)

    def add(self, name: str, paths: list[str]) -> None:
        """Put pictures into an album, which is made when there is none of that name."""
        album = self.album(name)
        if album is None:
            album = Album(name=name)
            self.albums.append(album)
        album.paths += [path for path in paths if path not in album.paths]


class WorldPhoto(BaseModel):
    """One picture of a world.

    Attributes:
        name: its file's name; made from when it was taken when empty.
        picture: the name of a drawn picture, such as ``lake``, or the path of one of the world's files.
        taken: local time; the phone's time when left out.
        place: the name of where it was taken.
        latitude: in degrees; a drawn picture has a place of its own when nothing is said.
        longitude: in degrees.
        description: what the user wrote below it.
        album: the album that it is in, if any.
        favorite: whether it is among the favourites.
    """

    model_config = ConfigDict(extra="forbid")

    name: str = Field(default="", pattern=r"^[^/\x00]*$")
    picture: str = "lake"
    taken: datetime | None = None
    place: str = ""
    latitude: float | None = Field(default=None, ge=-90, le=90)
    longitude: float | None = Field(default=None, ge=-180, le=180)
    description: str = ""
    album: str = ""
    favorite: bool = False


class PhotosWorld(BaseModel):
    """The app's part of a world: the pictures, and albums that are still empty."""

    model_config = ConfigDict(extra="forbid")

    photos: list[WorldPhoto] = Field(default_factory=list)
    albums: list[str] = Field(default_factory=list)

"""The pictures on the phone: found by looking through the shared storage, newest first."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta, tzinfo
from functools import lru_cache
from operator import itemgetter
from posixpath import basename, dirname
from typing import NamedTuple

from crab_android.phone.kit import AppContext, FileError, Node, formats, picture_size, zone

from .model import CAMERA, KEPT_DAYS, SCREENSHOTS, Facts, Photos, Trashed

_ROOT = "/sdcard"
MIMES = {
    "jpg": "image/jpeg",
    "jpeg": "image/jpeg",
    "png": "image/png",
    "webp": "image/webp",
    "gif": "image/gif",
    "mp4": "video/mp4",
    "webm": "video/webm",
    "3gp": "video/3gpp",
}
_NO_FACTS = Facts()


class Item(NamedTuple):
    """A picture or a video: its path, when it was taken (local time), its file, and what is known of it."""

    path: str
    taken: datetime
    node: Node
    facts: Facts

    @property
    def name(self) -> str:
        """The file's name."""
        return basename(self.path)

    @property
    def folder(self) -> str:
        """The path of its folder."""
        return dirname(self.path)

    @property
    def data(self) -> bytes:
        """The file's bytes."""
        return self.node.content or b""

    @property
    def picture(self) -> bytes:
        """The bytes of what is shown: of a video its first frame, where that is a JPEG, else nothing."""
        return first_frame(self.data) if self.is_video else self.data

    @property
    def mime(self) -> str:
        """Its media type."""
        return mime_of(self.path)

    @property
    def is_video(self) -> bool:
        """Whether it is a video."""
        return self.mime.startswith("video/")

    @property
    def id(self) -> int:
        """Its id in the provider: of its path, so that it needs no keeping."""
        return zlib.crc32(self.path.encode()) & 0x7FFFFFFF

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels; zeros where they are not known."""
        return picture_size(self.picture)


def mime_of(path: str) -> str:
    """The media type of a file by its name; empty for what is neither picture nor video."""
    return MIMES.get(path.rpartition(".")[2].lower(), "")


@lru_cache(maxsize=16)
def first_frame(data: bytes) -> bytes:
    """The first frame of an MP4 of JPEG pictures, as the phone's camera writes them."""
    start = data.find(b"\xff\xd8\xff")
    return data[start:] if start >= 0 else b""


def seconds_of(data: bytes) -> float:
    """How long an MP4 plays, by its movie header (ISO/IEC 14496-12, 8.2.2); 0 where there is none."""
    at = data.rfind(b"mvhd")
    if at < 0 or len(data) < at + 24:
        return 0.0
    scale, length = struct.unpack(">II", data[at + 16 : at + 24])
    return length / scale if scale else 0.0


def _files(folder: str, node: Node) -> Iterator[tuple[str, Node]]:
    """Pictures and videos in a folder and below, hidden ones left out."""
    if ".nomedia" in node.children:
        return
    for name, child in node.children.items():
        if name.startswith("."):
            continue
        path = f"{folder}/{name}"
        if child.content is not None:
            if mime_of(name):
                yield path, child
        elif path not in ("/sdcard/Android/data", "/sdcard/Android/obb"):
            yield from _files(path, child)


def items(context: AppContext[Photos]) -> list[Item]:
    """All pictures and videos, the newest first."""
    root = context.files.get(_ROOT)
    if root is None:
        return []
    facts, there = context.state.facts, _zone(context)
    found = [_item(there, path, node, facts.get(path, _NO_FACTS)) for path, node in _files(_ROOT, root)]
    found.sort(key=_PLACE, reverse=True)
    return found


_PLACE = itemgetter(1, 0)  # by when it was taken, then by path


def _zone(context: AppContext[Photos]) -> tzinfo:
    return zone(context.system.properties.get("persist.sys.timezone", "UTC"))


def _item(there: tzinfo, path: str, node: Node, facts: Facts) -> Item:
    taken = facts.taken or datetime.fromtimestamp(node.mtime, there).replace(tzinfo=None)
    return Item(path, taken, node, facts)


def find(context: AppContext[Photos], path: str) -> Item | None:
    """The picture at a path, in the trash too; None when there is none."""
    path = context.files.resolve(path)
    node = context.files.get(path)
    if node is None or node.content is None:
        return None
    trashed = next((entry for entry in context.state.trash if entry.path == path), None)
    facts = trashed.facts if trashed else context.state.facts.get(path, _NO_FACTS)
    return _item(_zone(context), path, node, facts)


def scope_items(context: AppContext[Photos], scope: str) -> list[Item]:
    """The pictures of a part of the library.

    Args:
        context: of the app.
        scope: ``all``, ``favorites``, ``videos``, ``folder:PATH``, ``album:NAME`` or ``search:WORDS``.
    """
    kind, _, rest = scope.partition(":")
    found = items(context)
    if kind == "favorites":
        return [item for item in found if item.facts.favorite]
    if kind == "videos":
        return [item for item in found if item.is_video]
    if kind == "folder":
        return [item for item in found if item.folder == rest]
    if kind == "album":
        album = context.state.album(rest)
        inside = set(album.paths) if album else set()
        return [item for item in found if item.path in inside]
    if kind == "search":
        return [item for item in found if fits(context, item, rest)]
    return found


def fits(context: AppContext[Photos], item: Item, wanted: str) -> bool:
    """Whether all words of a search are in a picture's name, place, date, description or albums."""
    locale = formats.locale_of(context)
    albums = [album.name for album in context.state.albums if item.path in album.paths]
    parts = (
        item.name,
        item.facts.place,
        item.facts.description,
        formats.date_long(item.taken, locale),
        formats.date_numeric(item.taken, locale),
        item.taken.date().isoformat(),
        folder_title(item.folder),
        *albums,
        "video" if item.is_video else "photo",
        "favorite" if item.facts.favorite else "",
    )
    whole = " ".join(parts).casefold()
    return all(word in whole for word in wanted.casefold().split())


def folders(found: Iterable[Item]) -> dict[str, list[Item]]:
    """The folders that hold pictures: the camera's first, then screenshots, then the others by name."""
    made: dict[str, list[Item]] = {}
    for item in found:
        made.setdefault(item.folder, []).append(item)
    order = {CAMERA: 0, SCREENSHOTS: 1}
    return dict(sorted(made.items(), key=lambda pair: (order.get(pair[0], 2), pair[0].casefold())))


def folder_title(folder: str) -> str:
    """The name of a folder as an album."""
    return "Internal storage" if folder == _ROOT else basename(folder)


def scope_title(scope: str) -> str:
    """The title over a part of the library."""
    kind, _, rest = scope.partition(":")
    if kind == "folder":
        return folder_title(rest)
    return rest or {"favorites": "Favorites", "videos": "Videos"}.get(kind, "Photos")


# -- trash --------------------------------


def to_trash(context: AppContext[Photos], paths: Iterable[str]) -> int:
    """Move pictures to the trash; returns how many.

    The files are renamed and stay in their folders, as Android's MediaProvider does it.
    """
    state, moved = context.state, 0
    expires = context.phone.timestamp() + KEPT_DAYS * 86_400
    for path in paths:
        there = f"{dirname(path)}/.trashed-{expires}-{basename(path)}"
        try:
            context.files.move(path, there)
        except FileError:
            continue
        inside = [album for album in state.albums if path in album.paths]
        for album in inside:
            album.paths.remove(path)
        state.trash.append(
            Trashed(
                path=there,
                original=path,
                deleted=context.now(),
                facts=state.facts.pop(path, Facts()),
                albums=[album.name for album in inside],
            )
        )
        moved += 1
    context.phone.changed()
    return moved


def restore(context: AppContext[Photos], entry: Trashed) -> None:
    """Take a picture out of the trash, into the albums that it was in."""
    state = context.state
    path = free_path(context, entry.original)
    try:
        context.files.make_folder(dirname(path), parents=True, mtime=context.phone.timestamp())
        context.files.move(entry.path, path)
    except FileError:
        context.toast("This picture is not there any more")
    else:
        state.facts[path] = entry.facts
        for name in entry.albums:
            state.add(name, [path])
    state.trash.remove(entry)
    context.phone.changed()


def erase(context: AppContext[Photos], entries: Iterable[Trashed]) -> None:
    """Delete pictures in the trash for good."""
    for entry in list(entries):
        if context.files.exists(entry.path):
            context.files.remove(entry.path)
        context.state.trash.remove(entry)
    context.phone.changed()


def expire(context: AppContext[Photos], _before: datetime, after: datetime) -> None:
    """Delete what has been in the trash for too long."""
    erase(context, [e for e in context.state.trash if e.deleted + timedelta(days=KEPT_DAYS) <= after])


def free_path(context: AppContext[Photos], path: str) -> str:
    """The path, or one with a number where there is a file already."""
    front, dot, end = path.rpartition(".")
    number, made = 1, path
    while context.files.exists(made):
        made = f"{front} ({number}){dot}{end}"
        number += 1
    return made

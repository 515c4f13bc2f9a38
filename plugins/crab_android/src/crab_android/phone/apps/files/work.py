"""What is done with files: listed, named, copied, moved, deleted, packed and unpacked."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Iterator
from datetime import datetime
from posixpath import basename, dirname
from typing import NamedTuple

from crab_android.phone.kit import AppContext, ContentError, FileError, Node, zone

from .kinds import ending, kind_of, type_text
from .model import ROOT, Files

_MEDIA = "content://media/external/file"
_SYSTEM = f"{ROOT}/Android"  # the apps' own files: DocumentsUI neither moves nor deletes it
_EARLIEST = (1980, 1, 1, 0, 0, 0)  # of a ZIP archive (APPNOTE 4.4.6)


class Entry(NamedTuple):
    """A file or folder, with its path."""

    path: str
    node: Node

    @property
    def name(self) -> str:
        """Its name."""
        return basename(self.path)

    @property
    def kind(self) -> str:
        """Its key in :data:`.kinds.KINDS`."""
        return kind_of(self.name, self.node)


def moment(context: AppContext[Files], node: Node) -> datetime:
    """When a file was last written, in local time."""
    there = zone(context.system.properties.get("persist.sys.timezone", "UTC"))
    return datetime.fromtimestamp(node.mtime, there).replace(tzinfo=None)


def listed(context: AppContext[Files], folder: str) -> list[Entry]:
    """What is in a folder, as the settings want it: folders first, then in the chosen order."""
    state = context.state
    try:
        inside = [Entry(f"{folder}/{name}", node) for name, node in context.files.children(folder)]
    except FileError:
        return []
    return in_order(state, [entry for entry in inside if state.hidden or not entry.name.startswith(".")])


def in_order(state: Files, entries: Iterable[Entry]) -> list[Entry]:
    """Entries in the chosen order, folders first."""
    found = sorted(entries, key=lambda entry: (entry.name.casefold(), entry.path), reverse=state.descending)
    if state.sort == "date":
        found.sort(key=lambda entry: entry.node.mtime, reverse=not state.descending)
    elif state.sort == "size":
        found.sort(key=lambda entry: entry.node.weight(), reverse=not state.descending)
    elif state.sort == "type":
        found.sort(key=lambda entry: type_text(entry.name, entry.node), reverse=state.descending)
    return sorted(found, key=lambda entry: not entry.node.is_folder)


def everything(context: AppContext[Files]) -> Iterator[Entry]:
    """All files of the shared storage; hidden ones and the apps' own folders only when they are shown."""
    root = context.files.get(ROOT)
    yield from _below(ROOT, root, hidden=context.state.hidden) if root else ()


def _below(folder: str, node: Node, *, hidden: bool) -> Iterator[Entry]:
    for name, child in node.children.items():
        if not hidden and (name.startswith(".") or f"{folder}/{name}" == f"{ROOT}/Android"):
            continue
        yield Entry(f"{folder}/{name}", child)
        if child.is_folder:
            yield from _below(f"{folder}/{name}", child, hidden=hidden)


def recent(context: AppContext[Files], count: int) -> list[Entry]:
    """The files that were written last."""
    found = [entry for entry in everything(context) if not entry.node.is_folder]
    return sorted(found, key=lambda entry: (-entry.node.mtime, entry.path))[:count]


def free_path(context: AppContext[Files], path: str) -> str:
    """The path, or one with a number when something is there already."""
    end = ending(basename(path))
    front = path[: -len(end) - 1] if end else path
    made, number = path, 0
    while context.files.exists(made):
        number += 1
        made = f"{front} ({number})" + (path[len(front) :] if end else "")
    return made


def wrong_name(context: AppContext[Files], folder: str, name: str) -> str:
    """What is wrong with a new name; empty when nothing is."""
    if "/" in name or name in (".", ".."):
        return "A name cannot have a slash in it"
    if context.files.exists(f"{folder}/{name}"):
        return "Something of this name is here already"
    return ""


def move(context: AppContext[Files], path: str, target: str) -> None:
    """Give a file another path. What Photos knows of a picture goes along, through its provider.

    Raises:
        FileError: when the phone refuses.
    """
    known = context.query(_MEDIA, _data=path.replace(ROOT, "/storage/emulated/0", 1))
    if known:
        try:
            context.update(_MEDIA, int(known[0]["_id"]), {"_data": target})
        except ContentError:
            known = []
    if not known or context.files.exists(path):
        context.files.move(path, target)
    context.phone.changed()


def move_all(context: AppContext[Files], paths: Iterable[str], folder: str) -> int:
    """Move files into a folder; returns how many could be."""
    moved = 0
    for path in paths:
        if dirname(path) == folder or path == _SYSTEM:
            continue
        try:
            move(context, path, free_path(context, f"{folder}/{basename(path)}"))
        except FileError:
            continue
        moved += 1
    return moved


def copy_all(context: AppContext[Files], paths: Iterable[str], folder: str) -> int:
    """Copy files and folders into a folder; returns how many could be."""
    made = 0
    for path in paths:
        try:
            context.files.duplicate(path, free_path(context, f"{folder}/{basename(path)}"))
        except FileError:
            continue
        made += 1
    context.phone.changed()
    return made


def delete_all(context: AppContext[Files], paths: Iterable[str]) -> int:
    """Delete files and folders for good; returns how many could be."""
    gone = 0
    for path in paths:
        if path == _SYSTEM:
            continue
        try:
            context.files.remove(path, recursive=True)
        except FileError:
            continue
        gone += 1
    context.phone.changed()
    return gone


# -- archives --------------------------------


def pack(context: AppContext[Files], paths: Iterable[str], target: str) -> None:
    """Write a ZIP archive of files and folders.

    Raises:
        FileError: when there is no space left.
    """
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in paths:
            above = dirname(path)
            for name, node in context.files.walk(path):
                inside = name[len(above) + 1 :]
                when = max(_EARLIEST, moment(context, node).timetuple()[:6])
                told = zipfile.ZipInfo(inside + ("/" if node.is_folder else ""), when)
                archive.writestr(told, node.content or b"", zipfile.ZIP_DEFLATED)
    context.write_file(target, made.getvalue())


def archive_entries(data: bytes) -> list[tuple[str, int]] | None:
    """Name and size of the files in a ZIP archive; None when it cannot be read."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return [(info.filename, info.file_size) for info in archive.infolist() if not info.is_dir()]
    except (zipfile.BadZipFile, NotImplementedError, ValueError, EOFError):
        return None


def unpack(context: AppContext[Files], path: str) -> str:
    """Unpack a ZIP archive into a new folder beside it; returns the folder.

    Raises:
        FileError: when it cannot be read, points outside its folder, or there is no space left.
    """
    folder = free_path(context, path.removesuffix(".zip"))
    try:
        with zipfile.ZipFile(io.BytesIO(context.files.read(path))) as archive:
            infos = archive.infolist()
            if sum(info.file_size for info in infos) > context.files.capacity - context.files.used:
                raise FileError("No space left on device")
            if any(".." in info.filename.split("/") or info.filename.startswith("/") for info in infos):
                raise FileError("Permission denied")
            now = context.phone.timestamp()
            context.files.make_folder(folder, parents=True, mtime=now)
            for info in infos:
                inside = f"{folder}/{info.filename.rstrip('/')}"
                if info.is_dir():
                    context.files.make_folder(inside, parents=True, mtime=now)
                else:
                    context.write_file(inside, archive.read(info))
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, ValueError, EOFError) as error:
        raise FileError("Invalid argument") from error
    context.phone.changed()
    return folder

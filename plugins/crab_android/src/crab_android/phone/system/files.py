"""A small file system in memory, with Android's usual folders."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from posixpath import basename, dirname, normpath

from pydantic import BaseModel, ConfigDict, Field

_ALIASES = (
    ("/storage/emulated/0", "/sdcard"),
    ("/storage/self/primary", "/sdcard"),
    ("/mnt/sdcard", "/sdcard"),
)
_FOLDERS = (
    "/",
    "/data",
    "/data/local",
    "/data/local/tmp",
    "/sdcard",
    "/sdcard/Alarms",
    "/sdcard/DCIM",
    "/sdcard/Documents",
    "/sdcard/Download",
    "/sdcard/Movies",
    "/sdcard/Music",
    "/sdcard/Pictures",
    "/storage",
    "/system",
    "/system/bin",
    "/dev",
    "/proc",
)


class FileError(OSError):
    """A file operation that the phone refuses; the text is what a shell prints after the path."""


class Node(BaseModel):
    """A file, or a folder when ``content`` is None. ``mtime`` is in seconds since 1970."""

    model_config = ConfigDict(ser_json_bytes="base64", val_json_bytes="base64")

    mode: int
    mtime: int = 0
    content: bytes | None = None

    @property
    def is_folder(self) -> bool:
        """Whether this is a folder."""
        return self.content is None

    @property
    def size(self) -> int:
        """Size in bytes."""
        return 4096 if self.content is None else len(self.content)


def _standard() -> dict[str, Node]:
    return {path: Node(mode=stat.S_IFDIR | 0o771) for path in _FOLDERS}


class FileTree(BaseModel):
    """Absolute path → file or folder."""

    nodes: dict[str, Node] = Field(default_factory=_standard)

    def resolve(self, path: str, folder: str = "/") -> str:
        """The absolute, normal form of a path, ``/sdcard`` for all the names of the shared storage."""
        whole = normpath(path if path.startswith("/") else f"{folder}/{path}")
        whole = "/" + whole.lstrip("/")
        for alias, real in _ALIASES:
            if whole == alias or whole.startswith(alias + "/"):
                return real + whole[len(alias) :]
        return whole

    def get(self, path: str) -> Node | None:
        """The file or folder at a path, or None."""
        return self.nodes.get(self.resolve(path))

    def read(self, path: str) -> bytes:
        """The content of a file.

        Raises:
            FileError: when there is none, or it is a folder.
        """
        node = self.get(path)
        if node is None:
            raise FileError("No such file or directory")
        if node.content is None:
            raise FileError("Is a directory")
        return node.content

    def write(
        self, path: str, content: bytes, *, mtime: int = 0, mode: int = 0o660, parents: bool = False
    ) -> None:
        """Create or replace a file; with ``parents``, missing folders above it too.

        Raises:
            FileError: when the folder is missing or the path is a folder.
        """
        path = self.resolve(path)
        existing = self.nodes.get(path)
        if existing is not None and existing.is_folder:
            raise FileError("Is a directory")
        if parents:
            self.make_folder(dirname(path), parents=True, mtime=mtime)
        self._require_folder(dirname(path))
        self.nodes[path] = Node(mode=stat.S_IFREG | (mode & 0o777), mtime=mtime, content=content)

    def make_folder(self, path: str, *, parents: bool = False, mtime: int = 0) -> None:
        """Create a folder; with ``parents``, those above it too, and no complaint when it exists.

        Raises:
            FileError: when it exists, or the one above it does not.
        """
        path = self.resolve(path)
        existing = self.nodes.get(path)
        if existing is not None:
            if parents and existing.is_folder:
                return
            raise FileError("File exists")
        if parents:
            self.make_folder(dirname(path), parents=True, mtime=mtime)
        self._require_folder(dirname(path))
        self.nodes[path] = Node(mode=stat.S_IFDIR | 0o771, mtime=mtime)

    def remove(self, path: str, *, recursive: bool = False) -> None:
        """Delete a file, or with ``recursive`` a folder and all that is in it.

        Raises:
            FileError: when it does not exist, or is a folder and ``recursive`` is not set.
        """
        path = self.resolve(path)
        node = self.nodes.get(path)
        if node is None:
            raise FileError("No such file or directory")
        if node.is_folder and not recursive:
            raise FileError("is a directory")
        if path in _FOLDERS:
            raise FileError("Permission denied")
        for inner in [name for name in self.nodes if name == path or name.startswith(path + "/")]:
            del self.nodes[inner]

    def children(self, path: str) -> Iterator[tuple[str, Node]]:
        """Names and nodes in a folder, sorted by name.

        Raises:
            FileError: when it is missing or not a folder.
        """
        path = self.resolve(path)
        self._require_folder(path)
        found = [
            (basename(name), node)
            for name, node in self.nodes.items()
            if name != "/" and dirname(name) == path
        ]
        return iter(sorted(found))

    def _require_folder(self, path: str) -> None:
        node = self.nodes.get(path)
        if node is None:
            raise FileError("No such file or directory")
        if not node.is_folder:
            raise FileError("Not a directory")

"""A file system in memory, with Android's usual folders.

It is a tree of nodes that never change: writing makes new nodes along the path and shares all others. A copy
of the whole tree is therefore one reference, and two trees are compared by looking only where they differ.
"""

from __future__ import annotations

import stat
from collections.abc import Mapping
from posixpath import basename, dirname
from typing import Any

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

from .file_nodes import CAPACITY, FileError, Node, dump_node, folder, load_node
from .file_view import FileView
from .folders import DEVICES, FIXED, STANDARD, shared

_LINKS_LIMIT = 40  # Linux, MAXSYMLINKS
_NAME_LIMIT = 255
_PATH_LIMIT = 4096


class FileTree(FileView):
    """The files of a phone, by absolute path.

    ``/storage/emulated/0``, ``/storage/self/primary`` and ``/mnt/sdcard`` are names for ``/sdcard``.

    Args:
        nodes: path → node for a tree of its own; Android's empty folders when None.
        capacity: bytes that all contents together may have.
    """

    __slots__ = ("capacity",)

    def __init__(
        self, nodes: Mapping[str, Node | Mapping[str, Any]] | None = None, *, capacity: int = CAPACITY
    ) -> None:
        self.capacity = capacity
        self._used = STANDARD.weight()
        self._root = STANDARD
        if nodes is not None:
            self._root, self._used = folder(0o755), 0
            for path in sorted(nodes, key=lambda name: name.count("/")):
                node = load_node(nodes[path])
                if path == "/":
                    self._root = node.with_children(self._root.children)
                else:
                    self._hang("/" + "/".join(part for part in path.split("/") if part), node)

    # -- changing --------------------------------

    def write(
        self, path: str, content: bytes, *, mtime: int = 0, mode: int = 0o660, parents: bool = False
    ) -> None:
        """Create or replace a file, which keeps its mode; with ``parents``, missing folders above it too.

        Raises:
            FileError: when the folder is missing, the path is a folder, or there is no space left.
        """
        path = self.real_path(path)
        existing = self.get(path)
        if existing is not None and existing.is_folder:
            raise FileError("Is a directory")
        if existing is not None and stat.S_ISCHR(existing.mode):
            return
        growth = len(content) - (existing.size if existing is not None else 0)
        if growth > 0 and self._used + growth > self.capacity:
            raise FileError("No space left on device")
        self._prepare(path, parents=parents, mtime=mtime)
        kind = (
            existing.mode
            if existing is not None
            else stat.S_IFREG | (0o660 if shared(path) else mode & 0o7777)
        )
        self._put(path, Node(kind, mtime, bytes(content)))

    def make_folder(self, path: str, *, parents: bool = False, mtime: int = 0, mode: int = 0o771) -> None:
        """Create a folder; with ``parents``, those above it too, and no complaint when it exists.

        Raises:
            FileError: when it exists, or the one above it does not.
        """
        path = self.real_path(path)
        existing = self.get(path)
        if existing is not None:
            if parents and existing.is_folder:
                return
            raise FileError("File exists")
        self._prepare(path, parents=parents, mtime=mtime)
        self._put(path, folder(0o2770 if shared(path) else mode & 0o7777, mtime))

    def link(self, path: str, target: str, *, mtime: int = 0) -> None:
        """Create a symbolic link; its target need not exist.

        Raises:
            FileError: when something is there already, or the storage has no links.
        """
        path = self.real_path(path, follow=False)
        if self.get(path, follow=False) is not None:
            raise FileError("File exists")
        if shared(path):
            raise FileError("Operation not permitted")
        self._prepare(path, parents=False, mtime=mtime)
        self._put(path, Node(stat.S_IFLNK | 0o777, mtime, target=target))

    def change(self, path: str, *, mode: int | None = None, mtime: int | None = None) -> None:
        """Change the permission bits or the time of a file or folder.

        Raises:
            FileError: when there is none.
        """
        path = self.real_path(path)
        node = self.stat(path)
        if mode is not None and not shared(path):
            node = node.with_mode(stat.S_IFMT(node.mode) | (mode & 0o7777))
        if mtime is not None:
            node = node.with_mtime(mtime)
        self._put(path, node)

    def remove(self, path: str, *, recursive: bool = False) -> None:
        """Delete a file or a link, or with ``recursive`` a folder and all that is in it.

        Raises:
            FileError: when it does not exist, belongs to the system, or is a folder without ``recursive``.
        """
        path = self.real_path(path, follow=False)
        node = self.stat(path, follow=False)
        if node.is_folder and not recursive:
            raise FileError("is a directory")
        if path in FIXED:
            raise FileError("Permission denied")
        self._put(path, None)

    def duplicate(self, source: str, target: str, *, mtime: int | None = None) -> None:
        """Copy a file, or a folder with all that is in it, to a path that names the copy itself.

        Raises:
            FileError: when the source is missing, the target's folder is missing or lies inside the source,
                or there is no space left.
        """
        source, target = self.real_path(source), self.real_path(target)
        node = self.stat(source)
        if node.is_folder and (target + "/").startswith(source.rstrip("/") + "/"):
            raise FileError("Invalid argument")
        existing = self.get(target)
        if node.content is not None:
            time = node.mtime if mtime is None else mtime
            self.write(target, node.content, mtime=time, mode=node.mode)
            return
        if existing is not None:
            raise FileError("File exists" if existing.is_folder else "Not a directory")
        if self._used + node.weight() > self.capacity:
            raise FileError("No space left on device")
        self._prepare(target, parents=False, mtime=0)
        self._put(target, node if mtime is None else node.with_mtime(mtime))

    def move(self, source: str, target: str) -> None:
        """Give a file or a folder another path, replacing a file that is there.

        Raises:
            FileError: when the source is missing, the target is a folder that is not empty, its own folder is
                missing or it lies inside the source.
        """
        source, target = self.real_path(source, follow=False), self.real_path(target, follow=False)
        node = self.stat(source, follow=False)
        if source == target:
            return
        if source in FIXED:
            raise FileError("Permission denied")
        if (target + "/").startswith(source + "/"):
            raise FileError("Invalid argument")
        existing = self.get(target, follow=False)
        if existing is not None:
            if node.is_folder and not existing.is_folder:
                raise FileError("Not a directory")
            if existing.is_folder and (not node.is_folder or existing.children):
                raise FileError("Directory not empty" if node.is_folder else "Is a directory")
        self._prepare(target, parents=False, mtime=0)
        self._put(source, None)
        self._put(target, node)

    # -- copies --------------------------------

    def copy(self) -> FileTree:
        """An independent tree with the same files; it takes no time, for unchanged nodes are shared."""
        made = FileTree.__new__(FileTree)
        made._root, made._used, made.capacity = self._root, self._used, self.capacity
        return made

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> FileTree:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FileTree) and (self._root is other._root or self._root == other._root)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"FileTree({self._used} bytes)"

    # -- inside --------------------------------

    def _prepare(self, path: str, *, parents: bool, mtime: int) -> None:
        """Make sure that something may be put at a path: a legal name, in a folder that exists."""
        name = basename(path)
        try:
            size = len(name.encode())
        except UnicodeEncodeError as error:
            raise FileError("Invalid argument") from error
        if "\0" in name:
            raise FileError("Invalid argument")
        if size > _NAME_LIMIT or len(path) > _PATH_LIMIT:
            raise FileError("File name too long")
        above = dirname(path)
        node = self.get(above)
        if node is None and (parents or above in DEFAULT_FOLDERS):
            self.make_folder(above, parents=True, mtime=mtime)
        elif node is None:
            raise FileError("No such file or directory")
        elif not node.is_folder:
            raise FileError("Not a directory")

    def _hang(self, path: str, node: Node) -> None:
        """Put a node of a saved tree to its place, with the folders above it; no name is an alias here."""
        above: Node | None = self._root
        for part in dirname(path).split("/"):
            above = above.children.get(part) if part and above is not None else above
        if above is None:
            self._hang(dirname(path), folder())
        self._put(path, node)

    def _put(self, path: str, node: Node | None) -> None:
        """Replace, add or remove a node: new folders along the path, everything else shared."""
        parts = path.strip("/").split("/")
        chain = [self._root]
        for part in parts[:-1]:
            chain.append(chain[-1].children[part])
        old = chain[-1].children.get(parts[-1])
        self._used += (node.weight() if node else 0) - (old.weight() if old else 0)
        for above, part in zip(reversed(chain), reversed(parts), strict=True):
            inside = dict(above.children)
            if node is None:
                inside.pop(part, None)
            else:
                inside[part] = node
            node = above.with_children(inside)
        if node is not None:
            self._root = node

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """As a pydantic field: ``{"nodes": {path: {"mode", "mtime", "content" in base64, "target"}}}``."""

        def load(value: Any) -> FileTree:
            if isinstance(value, FileTree):
                return value
            if not isinstance(value, Mapping) or set(value) != {"nodes"}:
                raise ValueError('files are {"nodes": {path: node}}')
            return cls(value["nodes"])

        def dump(tree: FileTree) -> dict[str, Any]:
            return {"nodes": {path: dump_node(node) for path, node in tree.walk("/")}}

        return core_schema.no_info_plain_validator_function(
            load, serialization=core_schema.plain_serializer_function_ser_schema(dump)
        )


DEFAULT_FOLDERS = frozenset(path for path, node in FileTree().walk("/") if node.is_folder)

__all__ = ["DEFAULT_FOLDERS", "DEVICES", "FileError", "FileTree", "Node"]

"""Looking into a file tree: paths, links, what is there, and where two trees differ."""

from __future__ import annotations

import stat
from collections.abc import Iterator, Mapping
from posixpath import dirname
from types import MappingProxyType

from .file_nodes import FileError, Node
from .folders import ALIASES

_LINKS_LIMIT = 40  # Linux, MAXSYMLINKS


class FileView:
    """A tree of files that can be looked at; :class:`.files.FileTree` can be changed as well."""

    __slots__ = ("_root", "_used")

    _root: Node
    _used: int

    # -- names --------------------------------

    def resolve(self, path: str, folder: str = "/") -> str:
        """The absolute, normal form of a path, ``/sdcard`` for all the names of the shared storage."""
        parts: list[str] = []
        for part in (path if path.startswith("/") else f"{folder}/{path}").split("/"):
            if part == "..":
                del parts[-1:]
            elif part not in ("", "."):
                parts.append(part)
        whole = "/" + "/".join(parts)
        for alias, real in ALIASES:
            if whole == alias or whole.startswith(alias + "/"):
                return real + whole[len(alias) :]
        return whole

    def real_path(self, path: str, *, follow: bool = True) -> str:
        """The path without symbolic links; ``follow`` tells whether the last part is followed as well.

        Raises:
            FileError: when links go round in circles. What is missing is no error.
        """
        rest = [part for part in self.resolve(path).split("/") if part]
        done: list[str] = []
        nodes = [self._root]
        links = 0
        while rest:
            part = rest.pop(0)
            node = nodes[-1].children.get(part)
            if node is None:
                return "/" + "/".join([*done, part, *rest])
            if stat.S_ISLNK(node.mode) and (rest or follow):
                links += 1
                if links > _LINKS_LIMIT:
                    raise FileError("Too many symbolic links encountered")
                target = self.resolve(node.target, "/" + "/".join(done))
                rest = [piece for piece in target.split("/") if piece] + rest
                done, nodes = [], [self._root]
                continue
            done.append(part)
            nodes.append(node)
        return "/" + "/".join(done)

    # -- looking --------------------------------

    def get(self, path: str, *, follow: bool = True) -> Node | None:
        """The node at a path, or None; with ``follow`` what a symbolic link there points to."""
        node: Node | None = self._root
        parts = self.resolve(path).split("/")
        for position, part in enumerate(parts, 1):
            if part and node is not None:
                node = node.children.get(part)
                if node is not None and node.is_link and (follow or position < len(parts)):
                    return self._get_linked(path, follow=follow)
        return node

    def _get_linked(self, path: str, *, follow: bool) -> Node | None:
        try:
            return self.get(self.real_path(path, follow=follow), follow=False)
        except FileError:
            return None

    def exists(self, path: str) -> bool:
        """Whether there is something at a path."""
        return self.get(path) is not None

    def is_folder(self, path: str) -> bool:
        """Whether there is a folder at a path."""
        node = self.get(path)
        return node is not None and node.is_folder

    def stat(self, path: str, *, follow: bool = True) -> Node:
        """The node at a path.

        Raises:
            FileError: when there is none.
        """
        node = self.get(path, follow=follow)
        if node is None:
            above = self.get(dirname(self.resolve(path)))
            raise FileError(
                "Not a directory"
                if above is not None and not above.is_folder
                else "No such file or directory"
            )
        return node

    def read(self, path: str) -> bytes:
        """The content of a file.

        Raises:
            FileError: when there is none, or it is a folder.
        """
        node = self.stat(path)
        if node.content is None:
            raise FileError("Is a directory")
        return node.content

    def children(self, path: str) -> Iterator[tuple[str, Node]]:
        """Names and nodes in a folder, sorted by name.

        Raises:
            FileError: when it is missing or not a folder.
        """
        node = self.stat(path)
        if not node.is_folder:
            raise FileError("Not a directory")
        return iter([(name, node.children[name]) for name in sorted(node.children)])

    def walk(self, path: str = "/") -> Iterator[tuple[str, Node]]:
        """What is at a path and all that is below it, folders before their contents; links are not followed.

        Raises:
            FileError: when there is nothing.
        """
        path = self.real_path(path)
        todo = [(path, self.stat(path))]
        while todo:
            name, node = todo.pop()
            yield name, node
            if node.is_folder:
                start = name.rstrip("/")
                todo += [
                    (f"{start}/{child}", node.children[child])
                    for child in sorted(node.children, reverse=True)
                ]

    @property
    def nodes(self) -> Mapping[str, Node]:
        """Every path with its node, the root among them."""
        return MappingProxyType(dict(self.walk("/")))

    @property
    def used(self) -> int:
        """Bytes that the contents have together."""
        return self._used

    def differences(self, other: FileView) -> Iterator[tuple[str, Node | None, Node | None]]:
        """Paths at which another tree has something else: (path, node here, node there), None for nothing.

        Folders are named when they appear, vanish or change their mode. What both share is not looked at.
        """
        todo: list[tuple[str, Node | None, Node | None]] = [("/", self._root, other._root)]
        while todo:
            path, here, there = todo.pop()
            if here is there:
                continue
            if here is None or there is None or not here.same_as(there):
                yield path, here, there
            below = (here.children if here else {}, there.children if there else {})
            start = path.rstrip("/")
            todo += [
                (f"{start}/{name}", below[0].get(name), below[1].get(name))
                for name in sorted({*below[0], *below[1]}, reverse=True)
            ]

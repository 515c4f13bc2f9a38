"""What a file tree is made of: nodes that never change, and the errors that a phone gives."""

from __future__ import annotations

import base64
import errno
import stat
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

CAPACITY = 1 << 30
"""Bytes that a phone's files may have together: less than on a real phone, for they are kept in memory."""

_CODES = {
    "No such file or directory": errno.ENOENT,
    "Permission denied": errno.EACCES,
    "Operation not permitted": errno.EPERM,
    "Read-only file system": errno.EROFS,
    "No space left on device": errno.ENOSPC,
    "File exists": errno.EEXIST,
    "Not a directory": errno.ENOTDIR,
    "Is a directory": errno.EISDIR,
    "is a directory": errno.EISDIR,
    "Directory not empty": errno.ENOTEMPTY,
    "File name too long": errno.ENAMETOOLONG,
    "Too many symbolic links encountered": errno.ELOOP,
}


class FileError(OSError):
    """A file operation that the phone refuses.

    Its text is what a shell prints after the path, in the words of Android's C library; ``errno`` is the
    number that goes with it.
    """

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.errno = _CODES.get(text, errno.EINVAL)


_NOTHING: Mapping[str, Node] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Node:
    """A file, a folder or a symbolic link. ``mtime`` is in seconds since 1970.

    Attributes:
        mode: kind and permission bits, as ``stat`` has them.
        mtime: when it was last written.
        content: the bytes of a file; None for anything else.
        target: where a symbolic link points to.
        children: what is in a folder; never to be changed.
    """

    mode: int
    mtime: int = 0
    content: bytes | None = None
    target: str = ""
    children: Mapping[str, Node] = field(default_factory=lambda: _NOTHING, repr=False)

    @property
    def is_folder(self) -> bool:
        """Whether this is a folder."""
        return stat.S_ISDIR(self.mode)

    @property
    def is_link(self) -> bool:
        """Whether this is a symbolic link."""
        return stat.S_ISLNK(self.mode)

    @property
    def size(self) -> int:
        """Size in bytes."""
        if self.content is not None:
            return len(self.content)
        return len(self.target.encode("utf-8", "surrogateescape")) if self.is_link else 4096

    def weight(self) -> int:
        """Bytes of content in this node and below."""
        if self.content is not None:
            return len(self.content)
        return sum(child.weight() for child in self.children.values())

    def same_as(self, other: Node) -> bool:
        """Whether both are alike apart from what is in them as folders."""
        return (
            self.mode == other.mode
            and self.content == other.content
            and self.target == other.target
            and (self.is_folder or self.mtime == other.mtime)
        )

    def with_mode(self, mode: int) -> Node:
        """The same with another mode."""
        return replace(self, mode=mode)

    def with_mtime(self, mtime: int) -> Node:
        """The same with another time."""
        return replace(self, mtime=mtime)

    def with_children(self, children: Mapping[str, Node]) -> Node:
        """The same folder with other things in it."""
        return Node(self.mode, self.mtime, None, "", children)


def folder(mode: int = 0o771, mtime: int = 0) -> Node:
    """An empty folder."""
    return Node(stat.S_IFDIR | mode, mtime)


def dump_node(node: Node) -> dict[str, Any]:
    """A node as plain JSON values, without its children."""
    made: dict[str, Any] = {"mode": node.mode, "mtime": node.mtime}
    made["content"] = None if node.content is None else base64.urlsafe_b64encode(node.content).decode()
    if node.target:
        made["target"] = node.target
    return made


def load_node(value: Node | Mapping[str, Any]) -> Node:
    """A node from what :func:`dump_node` gave.

    Raises:
        ValueError: when it is something else.
    """
    if isinstance(value, Node):
        return Node(value.mode, value.mtime, value.content, value.target)
    content = value.get("content")
    if isinstance(content, str):
        content = base64.urlsafe_b64decode(content)
    mode = value["mode"]
    if not isinstance(mode, int) or not (content is None or isinstance(content, bytes)):
        raise ValueError("a node has an integer mode, and a content in base64 or none")
    return Node(mode, int(value.get("mtime", 0)), content, str(value.get("target", "")))

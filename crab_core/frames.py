"""A content-addressed store of what was captured: each picture, tree or clip once, under its SHA-256."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any, Final

from crab_core.content import Clip, Content, Screenshot, Text, UiTree
from crab_core.trees import tree_to_json

_ENDINGS: Final = {
    "image/png": "png",
    "image/jpeg": "jpg",
    "image/webp": "webp",
    "text/plain": "txt",
    "video/mp4": "mp4",
}


class FrameStore:
    """Files named by the hash of what they hold, two levels deep: `ab/abcdef….png`."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self._known: set[str] = set()

    def put(self, content: Content) -> dict[str, Any]:
        """Store a content unless it is there; bytes are written as they were captured.

        Returns:
            What a record says of it: type, digest, path below the store, size. Text stands in it whole.
        """
        if isinstance(content, Text):
            return {"type": "text", "text": content.text}
        if isinstance(content, Screenshot):
            path = self._write(content.data, content.digest, content.media_type)
            size = {"width": content.width, "height": content.height}
            return {"type": "screenshot", "digest": content.digest, "path": path, **size}
        if isinstance(content, Clip):
            path = self._write(content.data, content.digest, content.media_type)
            return {"type": "clip", "digest": content.digest, "path": path, "seconds": content.seconds}
        data = tree_json(content)
        digest = hashlib.sha256(data).hexdigest()
        path = self._write(data, digest, "application/json")
        return {"type": "tree", "digest": digest, "path": path}

    def put_bytes(self, data: bytes, media_type: str, digest: str) -> dict[str, str]:
        """Store bytes under their SHA-256 unless they are there; gives `digest` and `path`."""
        return {"digest": digest, "path": self._write(data, digest, media_type)}

    def get(self, path: str) -> bytes:
        """What is stored at a path that a record names.

        Raises:
            OSError: It is not there.
        """
        return (self.directory / path).read_bytes()

    def _write(self, data: bytes, digest: str, media_type: str) -> str:
        name = f"{digest[:2]}/{digest}.{_ENDINGS.get(media_type, media_type.rpartition('/')[2])}"
        if digest in self._known:
            return name
        path = self.directory / name
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            # A reader, or a run that is resumed, never meets half a file: rename is atomic.
            temporary = path.with_name(f".{path.name}.new")
            temporary.write_bytes(data)
            temporary.replace(path)
        self._known.add(digest)
        return name


def tree_json(tree: UiTree) -> bytes:
    """A UI tree as JSON: what has no value is left out, states are sorted."""
    from pydantic_core import to_json

    return to_json(tree_to_json(tree))

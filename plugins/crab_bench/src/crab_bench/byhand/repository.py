"""A small git repository as the files of a world, the same to the byte every time."""

from __future__ import annotations

import base64
import hashlib
import struct
import zlib
from collections.abc import Mapping
from typing import Any, Final

_WHO: Final = "Robin Ferrer <robin.ferrer@crab.test> 1704096000 +0000"
_CONFIG: Final = (
    "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n"
    "[user]\n\tname = Robin Ferrer\n\temail = robin.ferrer@crab.test\n"
)


def repository(folder: str, files: Mapping[str, str], message: str) -> dict[str, Any]:
    """World files of a repository whose branch `main` has one commit.

    Args:
        folder: Below the home.
        files: By name, none of them in a folder.
        message: Of the commit.
    """
    objects: dict[str, bytes] = {}
    blobs = {name: _keep(objects, "blob", text.encode()) for name, text in files.items()}
    rows = [b"100644 " + name.encode() + b"\0" + bytes.fromhex(blobs[name]) for name in sorted(files)]
    tree = _keep(objects, "tree", b"".join(rows))
    commit = _keep(objects, "commit", f"tree {tree}\nauthor {_WHO}\ncommitter {_WHO}\n\n{message}\n".encode())
    world: dict[str, Any] = {f"{folder}/{name}": text for name, text in files.items()}
    world |= {
        f"{folder}/.git/HEAD": "ref: refs/heads/main\n",
        f"{folder}/.git/config": _CONFIG,
        f"{folder}/.git/refs/heads/main": f"{commit}\n",
        f"{folder}/.git/index": {"base64": base64.b64encode(_index(files, blobs)).decode()},
    }
    for name, data in objects.items():
        # Stored, not compressed: versions of zlib compress differently.
        path = f"{folder}/.git/objects/{name[:2]}/{name[2:]}"
        world[path] = {"base64": base64.b64encode(zlib.compress(data, 0)).decode()}
    return world


def _keep(objects: dict[str, bytes], kind: str, body: bytes) -> str:
    data = f"{kind} {len(body)}\0".encode() + body
    name = hashlib.sha1(data, usedforsecurity=False).hexdigest()
    objects[name] = data
    return name


def _index(files: Mapping[str, str], blobs: Mapping[str, str]) -> bytes:
    """What git has staged: all files as they are, of which it knows the size and looks at the content."""
    data = b"DIRC" + struct.pack(">II", 2, len(files))
    for name in sorted(files):
        path = name.encode()
        facts = (0, 0, 0, 0, 0, 0, 0o100644, 0, 0, len(files[name].encode()))
        entry = struct.pack(">10I", *facts) + bytes.fromhex(blobs[name]) + struct.pack(">H", len(path)) + path
        data += entry + b"\0" * (8 - len(entry) % 8)
    return data + hashlib.sha1(data, usedforsecurity=False).digest()

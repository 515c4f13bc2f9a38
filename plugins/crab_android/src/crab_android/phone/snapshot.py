"""Copies of a phone's state that cost next to nothing.

What apps remember and what files hold is shared between copies: an app's state is copied when the app is next
touched, and files are replaced, never changed. So a snapshot costs the same however much is on the phone.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache

from .state import PhoneState
from .system.files import FileTree, Node


def shared_copy(state: PhoneState) -> PhoneState:
    """A copy that shares what apps remember, file contents and log lines."""
    deep = (
        "overlays",
        "stacks",
        "notifications",
        "packages",
        "toast",
        "keyboard",
        "keyguard",
        "clock",
        "battery",
        "display",
    )
    copied = {name: _deep(getattr(state, name)) for name in deep}
    return state.model_copy(
        update={
            **copied,
            "settings": {space: dict(values) for space, values in state.settings.items()},
            "apps": dict(state.apps),
            "files": state.files.copy(),
            "properties": dict(state.properties),
            "people": list(state.people),
            "accounts": list(state.accounts),
            "lines": list(state.lines),
        }
    )


def _deep(value: object) -> object:
    if isinstance(value, list):
        return [_deep(item) for item in value]
    if isinstance(value, dict):
        return {key: _deep(item) for key, item in value.items()}
    return value.model_copy(deep=True) if hasattr(value, "model_copy") else value


def digests(files: FileTree) -> dict[str, dict[str, object]]:
    """Every file and folder by path: mode, time, and the SHA-256 digest of what is in it."""
    return {path: told(node) for path, node in files.nodes.items()}


def told(node: Node | None) -> dict[str, object]:
    """What there is to say of a file or folder, with the digest of what is in it."""
    if node is None:
        return {}
    digest = None if node.content is None else _sha256(node.content)
    return {"mode": node.mode, "mtime": node.mtime, "sha256": digest}


@lru_cache(maxsize=4096)
def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()

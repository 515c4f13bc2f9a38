"""Files that make applications start as if they had been used before: no tours, tips or questions."""

from __future__ import annotations

from collections.abc import Mapping


def home_files() -> Mapping[str, bytes]:
    """Files of a new home, by path from it; a world's own files come on top."""
    return {}


def system_files() -> Mapping[str, bytes]:
    """Read-only files of the system, by absolute path below /etc."""
    return {}

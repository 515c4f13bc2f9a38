"""What in the folder of a git repository is not committed, without git and without its filters."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from crab_ubuntu.evaluators.reading import LARGEST, UnreadableError, read_regular

if TYPE_CHECKING:
    from dulwich.objects import Commit
    from dulwich.repo import Repo

MOST_FILES: Final = 20_000


def changes(repository: Repo, commit: Commit, *, untracked: bool) -> Iterator[str]:
    """Each difference between a commit, the index and the folder, in words.

    Args:
        repository: With a folder of its own.
        commit: That is checked out.
        untracked: Whether files that are in neither count.

    Raises:
        UnreadableError: There are too many files.
    """
    committed = {
        entry.path: (entry.mode, entry.sha)
        for entry in repository.object_store.iter_tree_contents(commit.tree)
        if entry.path is not None
    }
    index = dict(_index(repository))
    if len(committed) + len(index) > MOST_FILES:
        raise UnreadableError(f"has more than {MOST_FILES} files", repository.path)
    for path in committed.keys() | index.keys():
        if committed.get(path) != index.get(path):
            yield f"{_shown(path)} is staged"
    for path, (mode, sha) in index.items():
        if stat.S_IFMT(mode) != 0o160000 and _as_committed(repository, path) != (mode, sha):  # no submodule
            yield f"{_shown(path)} is changed"
    if untracked:
        for path in _untracked(repository, set(index)):
            yield f"{_shown(path)} is untracked"


def _index(repository: Repo) -> Iterator[tuple[bytes, tuple[int, bytes]]]:
    from dulwich.index import ConflictedIndexEntry

    for path, entry in repository.open_index().iteritems():
        yield path, (0, b"") if isinstance(entry, ConflictedIndexEntry) else (entry.mode, entry.sha)


def _as_committed(repository: Repo, path: bytes) -> tuple[int, bytes] | None:
    """Mode and hash that a file would be committed with; None when it is not there."""
    from dulwich.objects import Blob

    file = Path(repository.path) / os.fsdecode(path)
    try:
        mode = file.lstat().st_mode
        if stat.S_ISLNK(mode):
            return 0o120000, Blob.from_string(os.fsencode(file.readlink())).id
        data = read_regular(file, LARGEST)
    except (OSError, UnreadableError):
        return None
    return 0o100755 if mode & stat.S_IXUSR else 0o100644, Blob.from_string(data).id


def _untracked(repository: Repo, known: set[bytes]) -> Iterator[bytes]:
    from dulwich.ignore import IgnoreFilterManager

    ignored = IgnoreFilterManager.from_repo(repository)
    top = os.fsencode(repository.path)
    seen = 0
    for folder, folders, files in os.walk(top):
        inside = os.path.relpath(folder, top)
        prefix = b"" if inside == b"." else inside + b"/"
        folders[:] = [
            name
            for name in folders
            if name != b".git" and not ignored.is_ignored(os.fsdecode(prefix + name) + "/")
        ]
        seen += len(files) + len(folders)
        if seen > MOST_FILES:
            raise UnreadableError(f"has more than {MOST_FILES} files", repository.path)
        for name in files:
            path = prefix + name
            if path not in known and name != b".git" and not ignored.is_ignored(os.fsdecode(path)):
                yield path


def _shown(path: bytes) -> str:
    return path.decode("utf-8", "replace")

"""Evaluators that look at folders."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final, Literal

from crab_core import DefinitionError, Verdict, evaluator
from crab_ubuntu.evaluators.reading import (
    UnreadableError,
    kind,
    place,
    read_regular,
    short,
    status,
    unreadable_fails,
)

MOST: Final = 10_000
"""Names: a folder with more is not judged."""
MOST_BYTES: Final = 256 * 1024 * 1024
"""Bytes of files that are compared in one go."""


@evaluator(env="ubuntu")
@unreadable_fails
def folder_contents(
    path: str, names: list[str], match: Literal["exact", "contains"] = "exact", hidden: bool = False
) -> Verdict:
    """A folder contains these files and folders, by name.

    Args:
        path: From the home folder, such as "Documents", or absolute.
        names: Names in it, without the folder.
        match: "exact": these and no others; "contains": at least these, and at least one.
        hidden: Whether names that begin with a dot count for "exact".
    """
    found = _names(path)
    missing = sorted(set(names) - found)
    more = sorted(n for n in found - set(names) if hidden or not n.startswith("."))
    wrong = [f"lacks {short(missing)}"] if missing else []
    if match == "exact" and more:
        wrong.append(f"also contains {short(more)}")
    if match == "contains" and not names:
        wrong.append("was asked for nothing")
    said = " and ".join(wrong) or f"contains {short(sorted(names))}"
    return Verdict(not wrong, f"{path} {said}")


@evaluator(env="ubuntu")
@unreadable_fails
def folder_count(
    path: str, count: int, extension: str = "", of: Literal["file", "folder"] = "file"
) -> Verdict:
    """A folder contains so many files, or folders; those whose names begin with a dot do not count.

    Args:
        path: From the home folder, or absolute.
        count: How many.
        extension: Only those whose names end in it, such as "png"; case does not matter.
        of: What is counted.
    """
    names = sorted(n for n in _with_extension(path, extension) if _kind_of(place(path) / n) == of)
    said = f"{path} contains {len(names)} {f'{extension} ' if extension else ''}{of}s"
    return Verdict(
        len(names) == count, f"{said}: {short(names)}" + ("" if len(names) == count else f", not {count}")
    )


@evaluator(env="ubuntu")
@unreadable_fails
def files_copied(
    source: str, target: str, extension: str = "", names: list[str] | None = None, moved: bool = False
) -> Verdict:
    """All files of an extension were copied, or moved, from one folder to another.

    Args:
        source: Folder that they come from.
        target: Folder that they are in now, with the same names.
        extension: Such as "txt"; case does not matter; empty for all files.
        names: The files, where they could be removed from the source; always needed when they are moved. By
            default those that the source has now: there must be one.
        moved: Whether the source must not have them any more. Their content cannot be compared then.

    Raises:
        DefinitionError: They are moved, and `names` is not given.
    """
    if moved and not names:
        raise DefinitionError("files_copied cannot know what was moved.", advice="Give names.")
    there = {n for n in _with_extension(source, extension) if _kind_of(place(source) / n) == "file"}
    wanted = sorted(names if names is not None else there)
    if not wanted:
        return Verdict(False, f"{source} has no {extension or 'file'} files to copy")
    if place(source).resolve() == place(target).resolve():
        return Verdict(False, f"{target} is the same folder as {source}")
    wrong, left = [], MOST_BYTES
    for name in wanted:
        if kind(status(f"{target}/{name}", follow=False)) == "link":
            raise UnreadableError("is a link, no copy", f"{target}/{name}")
        copy = read_regular(f"{target}/{name}")
        left -= len(copy)
        if left < 0:
            raise UnreadableError(f"and {target} have more than {MOST_BYTES} bytes to compare", source)
        if moved:
            wrong += [f"{name} is still in {source}"] if os.path.lexists(place(source) / name) else []
        elif copy != read_regular(f"{source}/{name}"):
            wrong.append(f"{name} differs in {target}")
    said = f"{len(wanted)} files were {'moved' if moved else 'copied'} from {source} to {target}"
    return Verdict(not wrong, short("; ".join(wrong), 400) if wrong else said)


def _names(path: str) -> set[str]:
    if kind(status(path)) != "folder":
        raise UnreadableError("is no folder", path)
    names = set()
    try:
        with os.scandir(place(path)) as entries:
            for entry in entries:
                names.add(entry.name)
                if len(names) > MOST:
                    raise UnreadableError(f"contains more than {MOST} names", path)
    except OSError as error:
        raise UnreadableError(f"cannot be listed: {error.strerror}", path) from error
    return names


def _with_extension(path: str, extension: str) -> set[str]:
    suffix = f".{extension.lower().lstrip('.')}" if extension else ""
    return {n for n in _names(path) if n.lower().endswith(suffix) and not n.startswith(".")}


def _kind_of(path: Path) -> str:
    try:
        return kind(path.lstat())
    except OSError:
        return ""  # it has gone since its folder was listed


EVALUATORS = (
    folder_contents,
    folder_count,
    files_copied,
)

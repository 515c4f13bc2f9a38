"""Evaluators that look at files and what they say."""

from __future__ import annotations

import hashlib
from typing import Literal

from crab_core import DefinitionError, Verdict, evaluator
from crab_ubuntu.evaluators.reading import (
    UnreadableError,
    place,
    read_reference,
    read_regular,
    read_text,
    short,
    shown,
    status,
    unreadable_fails,
)
from crab_ubuntu.evaluators.reading import kind as kind_of
from crab_ubuntu.evaluators.texts import Match, judge_text

Kind = Literal["any", "file", "folder", "link"]


@evaluator(env="ubuntu")
@unreadable_fails
def file_exists(path: str, kind: Kind = "any") -> Verdict:
    """A file or folder exists.

    Args:
        path: From the home folder, such as "Documents/a.txt", or absolute.
        kind: "file", "folder" or "link" asks for that; links are followed unless a link is asked for.
    """
    found = kind_of(status(path, follow=kind != "link"))
    if kind in {"any", found}:
        return Verdict(True, f"{path} exists and is a {found}")
    return Verdict(False, f"{path} is no {kind} but a {found}")


@evaluator(env="ubuntu")
def file_absent(path: str) -> Verdict:
    """Nothing has this name: no file, no folder, and no link that leads nowhere.

    Args:
        path: From the home folder, or absolute.
    """
    try:
        found = place(path).lstat()
    except (FileNotFoundError, NotADirectoryError):
        return Verdict(True, f"{path} does not exist")
    except (OSError, UnicodeEncodeError) as error:
        return Verdict(False, f"{path} cannot be looked for: {error}")
    return Verdict(False, f"{path} is there: a {kind_of(found)}")


@evaluator(env="ubuntu")
@unreadable_fails
def file_content(path: str, content: str, match: Match = "exact") -> Verdict:
    """A text file says this.

    Args:
        path: From the home folder, such as "Documents/a.txt", or absolute.
        content: The text or regular expression.
        match: "exact" compares the whole text, a single line break at the end aside, which editors add;
            "contains" looks for it anywhere; "regex" looks for an expression of Python's. An empty text is
            never contained.
    """
    return judge_text(path, read_text(path), content, match)


@evaluator(env="ubuntu")
@unreadable_fails
def file_lines(
    path: str, lines: list[str], order: Literal["exact", "in_order", "any_order"] = "exact"
) -> Verdict:
    """A text file has these lines.

    Args:
        path: From the home folder, or absolute.
        lines: The lines, without line breaks.
        order: "exact": these and no others; "in_order": these in this order, others between them;
            "any_order": these and no others, in whatever order.
    """
    found = _lines(read_text(path))
    if order == "in_order":
        rest = iter(found)
        missing = next((line for line in lines if line not in rest), None)
        if missing is not None or not lines:
            return Verdict(
                False, f"{path} lacks the line {short(missing)} at its place; it has {short(found)}"
            )
    elif (sorted(found) != sorted(lines)) if order == "any_order" else (found != lines):
        return Verdict(False, f"{path} has the lines {short(found)}, not {short(lines)}")
    return Verdict(True, f"{path} has the lines {short(lines)}")


@evaluator(env="ubuntu")
@unreadable_fails
def file_line_count(path: str, count: int) -> Verdict:
    """A text file has so many lines.

    Args:
        path: From the home folder, or absolute.
        count: Lines; one that does not end in a line break counts as well.
    """
    found = len(_lines(read_text(path)))
    return Verdict(found == count, f"{path} has {found} lines" + ("" if found == count else f", not {count}"))


@evaluator(env="ubuntu")
@unreadable_fails
def file_same_as(path: str, reference: str) -> Verdict:
    """A file has the same bytes as another.

    Args:
        path: From the home folder, or absolute.
        reference: Another file, or its content as "data:;base64,…", which no agent can change.

    Raises:
        DefinitionError: `reference` is the file itself, or broken base64.
    """
    if not reference.startswith("data:"):
        if place(path) == place(reference):
            raise DefinitionError(f"{path} is compared with itself.")
        if kind_of(status(path, follow=False)) == "link":
            return Verdict(False, f"{path} is a link, no copy")
    mine, other = read_regular(path), read_reference(reference)
    if mine == other:
        return Verdict(True, f"{path} has the same {len(mine)} bytes as {shown(reference)}")
    return Verdict(False, f"{path} ({len(mine)} bytes) differs from {shown(reference)} ({len(other)} bytes)")


@evaluator(env="ubuntu")
@unreadable_fails
def file_hash(path: str, digest: str) -> Verdict:
    """A file has this hash.

    Args:
        path: From the home folder, or absolute.
        digest: MD5, SHA-1, SHA-256 or SHA-512 in hexadecimal digits; its length tells which.

    Raises:
        DefinitionError: It is none of these.
    """
    names = {32: "md5", 40: "sha1", 64: "sha256", 128: "sha512"}
    name = names.get(len(digest))
    if name is None or set(digest.lower()) - set("0123456789abcdef"):
        raise DefinitionError(f"{short(digest)} is no MD5, SHA-1, SHA-256 or SHA-512 in hexadecimal digits.")
    found = hashlib.new(name, read_regular(path), usedforsecurity=False).hexdigest()
    if found == digest.lower():
        return Verdict(True, f"{path} has the {name} {digest.lower()}")
    return Verdict(False, f"{path} has the {name} {found}, not {digest.lower()}")


@evaluator(env="ubuntu")
@unreadable_fails
def file_link(path: str, target: str) -> Verdict:
    """A symbolic link leads there.

    Args:
        path: From the home folder, or absolute; the link itself.
        target: The file or folder that it leads to in the end.
    """
    if kind_of(status(path, follow=False)) != "link":
        return Verdict(False, f"{path} is no link")
    status(path)  # says so when it leads nowhere
    try:
        found, wanted = place(path).resolve(strict=True), place(target).resolve(strict=True)
    except (OSError, RuntimeError) as error:
        raise UnreadableError(f"cannot be resolved: {error}", path) from error
    return Verdict(
        found == wanted, f"{path} leads to {found}" + ("" if found == wanted else f", not {target}")
    )


@evaluator(env="ubuntu")
@unreadable_fails
def file_size(path: str, smallest: int = 0, largest: int | None = None) -> Verdict:
    """A file has a size within bounds.

    Args:
        path: From the home folder, or absolute.
        smallest: Bytes that it has at least.
        largest: Bytes that it has at most.
    """
    found = status(path)
    if kind_of(found) != "file":
        return Verdict(False, f"{path} is no file but a {kind_of(found)}")
    fits = smallest <= found.st_size and (largest is None or found.st_size <= largest)
    wanted = f"{smallest} to {'any' if largest is None else largest}"
    return Verdict(fits, f"{path} has {found.st_size} bytes" + ("" if fits else f", not {wanted}"))


def _lines(text: str) -> list[str]:
    """Lines as an editor shows them, those of DOS too; the last one may end in a line break or not."""
    plain = text.replace("\r\n", "\n").removesuffix("\n")
    return plain.split("\n") if text else []


EVALUATORS = (
    file_exists,
    file_absent,
    file_content,
    file_lines,
    file_line_count,
    file_same_as,
    file_hash,
    file_link,
    file_size,
)

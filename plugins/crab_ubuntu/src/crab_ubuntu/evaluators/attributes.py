"""Evaluators that look at what the file system says about a file, and at what kind of data is in it."""

from __future__ import annotations

import re
import stat
from datetime import datetime

from crab_core import DefinitionError, Verdict, evaluator
from crab_ubuntu.evaluators.boxed import boxed
from crab_ubuntu.evaluators.magic import known_type, media_type
from crab_ubuntu.evaluators.reading import read_regular, status, unreadable_fails

SHIFTS = {"u": 6, "g": 3, "o": 0}
BITS = {"r": 4, "w": 2, "x": 1}


@evaluator(env="ubuntu")
@unreadable_fails
def file_permissions(path: str, mode: str) -> Verdict:
    """A file or folder has these permissions.

    Args:
        path: From the home folder, or absolute; a link is followed.
        mode: All of them in octal digits, such as "755"; or what must be there and what must not in chmod's
            letters, such as "u+x", "go-w" or "a+r,o-w".

    Raises:
        DefinitionError: `mode` is neither.
    """
    found = stat.S_IMODE(status(path).st_mode)
    if re.fullmatch("0?[0-7]{3,4}", mode):
        passed = found == int(mode, 8)
    else:
        passed = all(_holds(found, clause) for clause in mode.split(","))
    text = f"{path} has the permissions {found:04o} ({stat.filemode(found)[1:]})"
    return Verdict(passed, text if passed else f"{text}, not {mode}")


def _holds(found: int, clause: str) -> bool:
    parsed = re.fullmatch("([ugoa]*)([+-])([rwx]+)", clause)
    if parsed is None:
        raise DefinitionError(f"{clause!r} is no mode.", advice='Write "755", "u+x" or "go-w".')
    who, sign, letters = parsed.groups()
    people = "ugo" if not who or "a" in who else who
    bits = sum(BITS[letter] for letter in set(letters))
    wanted = sum(bits << SHIFTS[person] for person in set(people))
    return found & wanted == (wanted if sign == "+" else 0)


@evaluator(env="ubuntu")
@unreadable_fails
def file_modified(path: str, after: str = "", before: str = "", newer_than: str = "") -> Verdict:
    """A file was changed at such a time; every condition given must hold.

    Args:
        path: From the home folder, or absolute.
        after: Earliest time, such as "2024-05-14T10:00:00"; the desktop's own time zone unless it says one.
        before: Latest time.
        newer_than: Another file, which was changed before this one.

    Raises:
        DefinitionError: No condition was given, or a time is none.
    """
    if not (after or before or newer_than):
        raise DefinitionError("file_modified needs after, before or newer_than.")
    found = status(path).st_mtime
    wrong = []
    if after and found < _seconds(after):
        wrong.append(f"before {after}")
    if before and found > _seconds(before):
        wrong.append(f"after {before}")
    if newer_than and found <= status(newer_than).st_mtime:
        wrong.append(f"not after {newer_than}")
    said = f"{path} was changed at {_moment(found)}"
    return Verdict(not wrong, f"{said}, {' and '.join(wrong)}" if wrong else said)


def _seconds(text: str) -> float:
    try:
        return datetime.fromisoformat(text).timestamp()
    except (ValueError, OverflowError, OSError) as error:
        raise DefinitionError(f"{text!r} is no time.", advice='Write "2024-05-14T10:00:00".') from error


def _moment(seconds: float) -> str:
    try:
        return datetime.fromtimestamp(seconds).astimezone().isoformat(" ", "seconds")
    except (ValueError, OverflowError, OSError):
        return f"{seconds:.0f} s"  # touch can set years that no calendar knows


@evaluator(env="ubuntu")
@boxed
def file_type(path: str, type: str) -> Verdict:
    """A file holds this kind of data, whatever its name says.

    Args:
        path: From the home folder, or absolute.
        type: A media type such as "image/png" or "application/pdf", or a common name such as "png", "pdf",
            "zip", "docx", "ods", "plain".

    Raises:
        DefinitionError: No such type can be told.
    """
    wanted = known_type(type)
    found = media_type(read_regular(path))
    return Verdict(found == wanted, f"{path} is {found}" + ("" if found == wanted else f", not {wanted}"))


EVALUATORS = (
    file_permissions,
    file_modified,
    file_type,
)

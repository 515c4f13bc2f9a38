"""Reading files that somebody else can write: never blocking, never more than a bound, never by surprise.

Everything in the home is the agent's: a file may be a pipe, a device, sixteen terabytes of nothing or a link
that leads in a circle. Evaluators open files only through this module.
"""

from __future__ import annotations

import base64
import binascii
import errno
import os
import reprlib
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Final, ParamSpec

from crab_core import DefinitionError, Verdict

LARGEST: Final = 16 * 1024 * 1024
"""Bytes: a larger file is not read."""

KINDS: Final = {
    stat.S_IFREG: "file",
    stat.S_IFDIR: "folder",
    stat.S_IFLNK: "link",
    stat.S_IFIFO: "pipe",
    stat.S_IFSOCK: "socket",
    stat.S_IFCHR: "device",
    stat.S_IFBLK: "device",
}

WORDS: Final = {
    errno.ENOENT: "does not exist",
    errno.ENOTDIR: "does not exist",
    errno.ELOOP: "cannot be read: its links lead in a circle",
    errno.ENAMETOOLONG: "does not exist: its name is too long",
    errno.ENXIO: "is no file but a pipe or socket",
}
"""What an error number says about a file, in words that follow its name."""


class _Bounded(reprlib.Repr):
    """Represents parts of a value: one that contains itself a million times takes no longer."""

    def repr_int(self, x: int, level: int) -> str:
        """Python refuses to write a number of thousands of digits."""
        return super().repr_int(x, level) if x.bit_length() < 1000 else f"a number of {x.bit_length()} bits"


_BOUNDED = _Bounded()

_P = ParamSpec("_P")


class UnreadableError(Exception):
    """A file that cannot be judged, in words that follow its name: "does not exist".

    Attributes:
        path: The file as the evaluator's argument names it; empty when it is not known.
    """

    def __init__(self, words: str, path: str | Path = "") -> None:
        super().__init__(words)
        self.path = str(path)

    @property
    def sentence(self) -> str:
        """The file's name and the words."""
        return f"{self.path or 'the file'} {self}"


def unreadable_fails(function: Callable[_P, Verdict]) -> Callable[_P, Verdict]:
    """Decorator under `@evaluator`: what cannot be read is a failed verdict that says why."""

    @wraps(function)
    def judged(*positional: _P.args, **named: _P.kwargs) -> Verdict:
        try:
            return function(*positional, **named)
        except UnreadableError as error:
            return Verdict(False, error.sentence)

    return judged


def place(path: str | Path) -> Path:
    """Where a path of an argument leads: from the home, "~" included, or absolute.

    Raises:
        DefinitionError: The text can be no path.
    """
    text = str(path)
    if not text or "\0" in text:
        raise DefinitionError(
            f"{text!r} is no path.", advice='Give one from the home, such as "Documents/a.txt".'
        )
    home = Path.home()
    return home / text[2:] if text.startswith("~/") else home if text == "~" else home / text


def status(path: str | Path, *, follow: bool = True) -> os.stat_result:
    """What the file system says about a file.

    Args:
        path: From the home or absolute.
        follow: Whether a link is followed.

    Raises:
        UnreadableError: It does not exist or may not be looked at.
    """
    with _in_words(path):
        return place(path).stat() if follow else place(path).lstat()


def kind(found: os.stat_result) -> str:
    """ "file", "folder", "link", "pipe", "socket" or "device"."""
    return KINDS.get(stat.S_IFMT(found.st_mode), "device")


def read_regular(path: str | Path, limit: int = LARGEST) -> bytes:
    """The bytes of a regular file; a link is followed.

    Args:
        path: From the home or absolute.
        limit: Bytes: a larger file is refused before anything is read.

    Raises:
        UnreadableError: It is missing, no regular file, too large, or may not be read.
    """
    with _in_words(path):
        target = place(path)
        _check(target.stat(), path, limit)
        # The file may have been exchanged since: opening must not block, and what was opened is checked.
        handle = os.open(target, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY)
        with os.fdopen(handle, "rb") as file:
            _check(os.fstat(handle), path, limit)
            data = file.read(limit + 1)
        if data is None:  # what files of the kernel say instead of waiting
            raise UnreadableError("has nothing to read", path)
        if len(data) > limit:
            raise UnreadableError(f"has more than {limit} bytes", path)
        return data


def read_text(path: str | Path, limit: int = LARGEST) -> str:
    """The text of a regular file in UTF-8, line breaks as they are, a byte order mark aside.

    Raises:
        UnreadableError: As for `read_regular`, or it is no UTF-8.
    """
    try:
        return read_regular(path, limit).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UnreadableError("is no UTF-8 text", path) from error


def read_reference(given: str, limit: int = LARGEST) -> bytes:
    """The bytes of a file to compare with: its path, or its content as "data:;base64,…".

    Raises:
        DefinitionError: The base64 is broken.
        UnreadableError: As for `read_regular`.
    """
    if not given.startswith("data:"):
        return read_regular(given, limit)
    head, comma, data = given.partition(",")
    if not comma or not head.endswith(";base64"):
        raise DefinitionError("A reference is a path or data:;base64,… .")
    try:
        return base64.b64decode(data, validate=True)
    except binascii.Error as error:
        raise DefinitionError(f"The reference is no base64: {error}.") from error


@contextmanager
def parsing(path: str | Path, what: str) -> Iterator[None]:
    """Around a library that parses untrusted bytes: whatever it raises means that the file is broken.

    Args:
        path: The file, for the message.
        what: What it should have been, such as "a PNG picture".

    Raises:
        UnreadableError: The library raised.
    """
    try:
        yield
    except (UnreadableError, DefinitionError):
        raise
    except Exception as error:
        said = f": {error}"[:120] if str(error) else ""
        raise UnreadableError(f"cannot be read as {what} ({type(error).__name__}{said})", path) from error


def shown(path: str) -> str:
    """A path or reference in a reason, without the data of one that was given as data."""
    return "the reference" if path.startswith("data:") else path


def short(value: object, longest: int = 80) -> str:
    """A value in a reason: its representation, cut when it is long."""
    if isinstance(value, str):
        return repr(value if len(value) <= longest else f"{value[: longest - 1]}…")
    text = _BOUNDED.repr(value)
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def _check(found: os.stat_result, path: str | Path, limit: int) -> None:
    if not stat.S_ISREG(found.st_mode):
        raise UnreadableError(f"is no file but a {kind(found)}", path)
    if found.st_size > limit:
        raise UnreadableError(f"has more than {limit} bytes", path)


@contextmanager
def _in_words(path: str | Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        words = WORDS.get(error.errno or 0) or f"cannot be read: {error.strerror}"
        raise UnreadableError(words, path) from error
    except UnicodeEncodeError as error:
        raise UnreadableError("does not exist: its name is no Unicode", path) from error

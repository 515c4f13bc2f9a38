"""Evaluators that look at files of the desktop's user."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from crab_core import Verdict, evaluator

LARGEST = 16 * 1024 * 1024
"""Bytes: a larger file is not read, it fails."""


@evaluator(env="ubuntu")
def file_exists(path: str) -> Verdict:
    """A file or folder exists.

    Args:
        path: From the home folder, such as "Documents/a.txt", or absolute.
    """
    place = _place(path)
    if place.exists():
        return Verdict(True, f"{path} exists")
    return Verdict(False, f"{path} does not exist")


@evaluator(env="ubuntu")
def file_content(path: str, content: str, match: Literal["exact", "contains"] = "exact") -> Verdict:
    """A text file says this.

    Args:
        path: From the home folder, such as "Documents/a.txt", or absolute.
        content: The text.
        match: "exact" compares the whole text, a single line break at the end aside, which editors add;
            "contains" looks for it anywhere. An empty text is never contained.
    """
    try:
        found = _read(_place(path))
    except UnreadableError as error:
        return Verdict(False, f"{path} {error}")
    if match == "contains":
        passed = bool(content) and content in found
        verb = "contains" if passed else "does not contain"
        return Verdict(
            passed, f"{path} {verb} {_short(content)}{'' if passed else f'; it says {_short(found)}'}"
        )
    if found.removesuffix("\n") == content.removesuffix("\n"):
        return Verdict(True, f"{path} says {_short(content)}")
    return Verdict(False, f"{path} says {_short(found)}, not {_short(content)}")


class UnreadableError(Exception):
    """A file that is no text to compare, in words that follow its name."""


def _read(place: Path) -> str:
    try:
        if not place.is_file():
            raise UnreadableError("is no file" if place.exists() else "does not exist")
        if place.stat().st_size > LARGEST:
            raise UnreadableError(f"has more than {LARGEST} bytes")
        return place.read_text("utf-8")
    except UnicodeDecodeError as error:
        raise UnreadableError("is no UTF-8 text") from error
    except OSError as error:
        raise UnreadableError(f"cannot be read: {error.strerror}") from error


def _place(path: str) -> Path:
    return Path.home() / Path(path).expanduser()


def _short(text: str) -> str:
    return repr(text if len(text) <= 80 else f"{text[:77]}…")

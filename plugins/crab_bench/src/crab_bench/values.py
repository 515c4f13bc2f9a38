"""The value types that every family of sub-tasks shares, and how they are drawn."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from pathlib import PurePosixPath
from typing import Final

from crab_core import Scene, ValueType

_DOINGS: Final = (
    "Bring the blue folder",
    "Order new filters",
    "Ask about the train",
    "Water the tall plant",
    "Return two library books",
    "Pick up the parcel",
    "Check the bicycle lights",
    "Send the signed form",
    "Buy oat milk and rice",
    "Call the heating firm",
    "Book the small room",
    "Print four tickets",
)
_WHENS: Final = (
    "before lunch",
    "on the way home",
    "after the meeting",
    "this weekend",
    "by Thursday noon",
    "at half past six",
    "when it rains",
    "next to the station",
)
_WORDS: Final = ("amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "heron", "inlet", "juniper")
_KINDS: Final = ("notes", "draft", "summary", "plan", "review", "list", "record", "sketch")
NEW_PATH: Final = "new path"
"""What paths of things that are to be made are picked as: no two sub-tasks of a task make the same."""
_FIRST_DAY: Final = datetime.date(2026, 6, 1)


def draw_content(scene: Scene) -> str:
    """A line of text that nobody has written yet."""
    return scene.pick("content", [f"{doing} {when}" for doing in _DOINGS for when in _WHENS])


def draw_date(scene: Scene) -> str:
    """A day of the three months after the one in which tasks play: no calendar is leafed through for long."""
    days = [(_FIRST_DAY + datetime.timedelta(days=n)).isoformat() for n in range(92)]
    return scene.pick("date", days)


def show_date(value: str) -> str:
    """ "14 May 2026" for "2026-05-14"."""
    day = datetime.date.fromisoformat(value)
    return f"{day.day} {day:%B %Y}"


def show_path(value: str) -> str:
    """A path of the desktop as people write it."""
    return f"~/{value}"


def _new(scene: Scene, folder: str, suffix: str) -> str:
    names = [f"{folder}/{word}-{kind}.{suffix}" for word in _WORDS for kind in _KINDS]
    there = scene.world("ubuntu").get("files", {})
    return scene.pick(NEW_PATH, [name for name in names if name not in there])


def new_path(suffix: str) -> Callable[[Scene, str], str]:
    """The check of a path for something that is to be made; with a suffix of its own unless that is empty."""

    def check(scene: Scene, value: str) -> str:
        path = PurePosixPath(value)
        if (
            path.is_absolute()
            or ".." in path.parts
            or str(path) != value
            or value in ("", ".")
            or a_line(value)
        ):
            return "is no path below the home folder"
        if suffix and path.suffix != f".{suffix}":
            return f"does not end in .{suffix}"
        there = scene.world("ubuntu").get("files", {})
        if any(path in (p, *p.parents) for p in map(PurePosixPath, there)):
            return "is there at the start"
        for other in map(PurePosixPath, scene.taken(NEW_PATH)):
            if path in (other, *other.parents) or other in path.parents:
                return "is where another sub-task makes something"
        scene.claim(NEW_PATH, value)
        return ""

    return check


def at_start(*suffixes: str) -> Callable[[Scene, str], str]:
    """The check of a file that is to be there at the start, with one of these suffixes."""

    def check(scene: Scene, value: str) -> str:
        files = scene.world("ubuntu").get("files", {})
        if value not in files:
            return "is not there at the start"
        return "" if value.endswith(suffixes) else f"does not end in {' or '.join(suffixes)}"

    return check


def a_line(value: str) -> str:
    """Why a text is no line that can be typed."""
    return "" if value.isprintable() and value == value.strip() and value else "is no line of text"


def a_date(value: str) -> str:
    """Why a text is no day in ISO 8601."""
    try:
        return "" if datetime.date.fromisoformat(value).isoformat() == value else "is no date in ISO 8601"
    except ValueError:
        return "is no date in ISO 8601"


def draw_new_text_file(scene: Scene) -> str:
    """A path in Documents where nothing is yet."""
    return _new(scene, "Documents", "txt")


def draw_new_photo(scene: Scene) -> str:
    """A path in Pictures where nothing is yet."""
    return _new(scene, "Pictures", "png")


def draw_new_document(scene: Scene) -> str:
    """A path in Documents where nothing is yet."""
    return _new(scene, "Documents", "odt")


def draw_new_spreadsheet(scene: Scene) -> str:
    """A path in Documents where nothing is yet."""
    return _new(scene, "Documents", "ods")


def draw_new_pdf(scene: Scene) -> str:
    """A path in Documents where nothing is yet."""
    return _new(scene, "Documents", "pdf")


CONTENT: Final = ValueType(
    name="content", summary="A line of text to write down.", draw=draw_content, form=a_line
)
MESSAGE: Final = ValueType(name="message", summary="What a file or a message says.", parent="content")
DATE: Final = ValueType(
    name="date", summary="A day, in ISO 8601.", draw=draw_date, show=show_date, form=a_date
)
PATH: Final = ValueType(
    name="path", summary="A file or folder on the desktop, below the home.", show=show_path, form=a_line
)
NEW_TEXT_FILE: Final = ValueType(
    name="new_text_file",
    summary="A path for a text file.",
    draw=draw_new_text_file,
    show=show_path,
    check=new_path("txt"),
)
NEW_PHOTO: Final = ValueType(
    name="new_photo",
    summary="A path for a PNG picture.",
    draw=draw_new_photo,
    show=show_path,
    check=new_path("png"),
)
NEW_DOCUMENT: Final = ValueType(
    name="new_document",
    summary="A path for a text document.",
    draw=draw_new_document,
    show=show_path,
    check=new_path("odt"),
)
NEW_SPREADSHEET: Final = ValueType(
    name="new_spreadsheet",
    summary="A path for a spreadsheet.",
    draw=draw_new_spreadsheet,
    show=show_path,
    check=new_path("ods"),
)
NEW_PDF: Final = ValueType(
    name="new_pdf", summary="A path for a PDF file.", draw=draw_new_pdf, show=show_path, check=new_path("pdf")
)
DOCUMENT: Final = ValueType(
    name="document", summary="A text document on the desktop.", parent="path", show=show_path
)
SPREADSHEET: Final = ValueType(
    name="spreadsheet", summary="A spreadsheet on the desktop.", parent="path", show=show_path
)
PDF: Final = ValueType(name="pdf", summary="A PDF file on the desktop.", parent="path", show=show_path)

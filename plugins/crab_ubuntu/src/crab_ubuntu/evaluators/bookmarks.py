"""Evaluators that look at what was bookmarked, visited and opened."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Final, Literal
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree

from crab_core import Verdict, evaluator
from crab_ubuntu.evaluators.boxed import boxed
from crab_ubuntu.evaluators.reading import (
    UnreadableError,
    parsing,
    place,
    read_regular,
    read_text,
    short,
    unreadable_fails,
)
from crab_ubuntu.evaluators.texts import Match, judge_text
from crab_ubuntu.evaluators.write_ahead import merged

FOLDER_BOOKMARKS: Final = ".config/gtk-3.0/bookmarks"
RECENT: Final = ".local/share/recently-used.xbel"
PROFILES: Final = ".mozilla/firefox"
PLACES: Final = "places.sqlite"
LARGEST: Final = 64 * 1024 * 1024
"""Bytes of the browser's data base: it is that sparse when it is new."""
MOST_ROWS: Final = 100_000

BOOKMARKS: Final = """
    select places.url, coalesce(bookmarks.title, ''), coalesce(folders.title, '')
    from moz_bookmarks as bookmarks join moz_places as places on places.id = bookmarks.fk
    left join moz_bookmarks as folders on folders.id = bookmarks.parent
    where bookmarks.type = 1
"""
VISITS: Final = "select url, coalesce(title, ''), '' from moz_places where visit_count > 0"
"""Tables as Firefox makes them (toolkit/components/places/nsPlacesTables.h)."""

FOLDERS: Final = {"menu": "Bookmarks Menu", "toolbar": "Bookmarks Toolbar", "unfiled": "Other Bookmarks"}
"""Names that Firefox shows for the folders that its data base calls so."""


@evaluator(env="ubuntu")
@unreadable_fails
def folder_bookmarked(path: str, label: str = "") -> Verdict:
    """A folder is among the bookmarks at the side of Files.

    Args:
        path: The folder, from the home folder or absolute.
        label: What it is called there; any name when empty.
    """
    wanted, seen = place(path), []
    for line in read_text(FOLDER_BOOKMARKS, 1 << 20).splitlines():
        address, _, name = line.partition(" ")
        folder = local_path(address)
        if folder is None:
            continue
        seen.append(str(folder))
        if folder == wanted and (not label or (name or folder.name) == label):
            return Verdict(True, f"{path} is bookmarked as {name or folder.name!r}")
    said = f"as {label!r}" if label and str(wanted) in seen else ""
    return Verdict(False, f"{path} is not bookmarked {said}; bookmarks: {short(seen)}")


@evaluator(env="ubuntu")
@boxed
def recent_file(path: str) -> Verdict:
    """An application has noted that it opened or saved this file.

    Args:
        path: From the home folder, or absolute.
    """
    text = read_text(RECENT)
    with parsing(RECENT, "XML"):
        addresses = [mark.get("href", "") for mark in ElementTree.fromstring(text).iter("bookmark")]
    files = [local_path(address) for address in addresses]
    if place(path) in files:
        return Verdict(True, f"{path} was used recently")
    return Verdict(False, f"{path} was not used recently; noted: {short([str(f) for f in files if f])}")


@evaluator(env="ubuntu")
@boxed
def web_bookmark(
    url: str, title: str = "", folder: str = "", match: Literal["exact", "contains"] = "exact"
) -> Verdict:
    """A page is among the bookmarks of Firefox.

    Args:
        url: Its address; a slash at the end does not matter.
        title: What the bookmark is called; any name when empty.
        folder: The folder that it is in, such as "Bookmarks Toolbar"; any when empty.
        match: How the address is compared; "contains" looks for a part.
    """
    seen = []
    for address, name, where in _rows(BOOKMARKS):
        shown = FOLDERS.get(where, where)
        if not _is_address(address, url, match):
            continue
        if title in {"", name} and folder in {"", shown}:
            return Verdict(True, f"{address} is bookmarked as {short(name)} in {short(shown)}")
        seen.append(f"{short(name)} in {short(shown)}")
    if seen:
        return Verdict(False, f"{url} is bookmarked as {', '.join(seen[:5])}, not as {title!r} in {folder!r}")
    return Verdict(False, f"{url} is not bookmarked in Firefox")


@evaluator(env="ubuntu")
@boxed
def web_visited(url: str, match: Match = "exact") -> Verdict:
    """A page was visited in Firefox, by its history.

    Firefox writes it a few seconds after the visit.

    Args:
        url: Its address, a part of it or a regular expression.
        match: How it is compared; a slash at the end does not matter to "exact".
    """
    addresses = [address for address, _, _ in _rows(VISITS)]
    for address in addresses:
        if match == "regex":
            fits = judge_text("", address, url, match).passed
        else:
            fits = _is_address(address, url, match)
        if fits:
            return Verdict(True, f"{address} was visited")
    return Verdict(False, f"no visited page is {short(url)}; visited: {short(addresses[-5:], 200)}")


def local_path(address: str) -> Path | None:
    """The file that a URI names, or a plain path; None when it is on no disk of this machine."""
    parts = urlsplit(address) if address.startswith("file:") else None
    if parts is None:
        return Path(address) if address.startswith("/") else None
    if parts.netloc not in {"", "localhost"}:
        return None
    return Path(unquote(parts.path, errors="surrogateescape"))


def _is_address(found: str, wanted: str, match: str) -> bool:
    if match == "contains":
        return bool(wanted) and wanted in found
    return found.removesuffix("/") == wanted.removesuffix("/")


def _rows(query: str) -> list[tuple[str, str, str]]:
    """Rows of the data bases of all profiles."""
    try:
        folders = sorted(folder.name for folder in place(PROFILES).iterdir())[:20]
    except OSError as error:
        raise UnreadableError(f"cannot be looked through: {error.strerror}", PROFILES) from error
    files = [f"{PROFILES}/{name}/{PLACES}" for name in folders if (place(PROFILES) / name / PLACES).exists()]
    if not files:
        raise UnreadableError("has no profile with pages", PROFILES)
    return [row for file in files for row in _query(file, query)]


def _query(file: str, query: str) -> list[tuple[str, str, str]]:
    """Rows of a copy in memory: the file is locked while Firefox runs, and it may be no data base at all."""
    data = read_regular(file, LARGEST)
    try:
        log = read_regular(f"{file}-wal", LARGEST)
    except UnreadableError:
        log = b""
    with parsing(file, "a data base"):
        connection = sqlite3.connect(":memory:")
        try:
            connection.deserialize(merged(data, log))
            connection.execute("pragma trusted_schema = off")
            connection.execute("pragma query_only = on")
            rows = connection.execute(query).fetchmany(MOST_ROWS)
        finally:
            connection.close()
    return [(str(url), str(title), str(folder)) for url, title, folder in rows]


EVALUATORS = (folder_bookmarked, recent_file, web_bookmark, web_visited)

"""The first state of the browser: from a world, or lived in."""

from __future__ import annotations

import mimetypes
from datetime import date, timedelta

from crab_android.phone.kit import Seeding

from .address import parse, shown, typed
from .model import Browser, BrowserWorld, Entry, Saved, Tab, Visit
from .web import hosts, page_at
from .work import FOLDER

_MARKS = (
    ("Northfield Courier", "https://news.crab.test", ""),
    ("Lexicon, the small encyclopedia", "https://lexicon.crab.test", ""),
    ("Weather in Northfield", "https://weather.crab.test/northfield", ""),
    ("Corner Shop", "https://shop.crab.test", ""),
    ("tideline 2.4 documentation", "https://docs.crab.test", "Work"),
    ("Forge: repositories", "https://forge.crab.test", "Work"),
)
# Address, and how many hours ago it was looked at.
_VISITS = (
    ("https://lexicon.crab.test/lisbon", 74), ("https://lexicon.crab.test/portugal", 73.8),
    ("https://docs.crab.test/api/resample", 51), ("https://forge.crab.test/tideline", 50.5),
    ("https://shop.crab.test/desk-lamp", 47), ("https://news.crab.test/bee-count", 27),
    ("https://lexicon.crab.test/honey-bee", 26.8), ("https://weather.crab.test/northfield", 25),
    ("https://news.crab.test/library-hours", 2.5), ("https://news.crab.test/night-trains", 2.2),
    ("https://news.crab.test", 2),
)  # fmt: skip


def seed(seeding: Seeding) -> Browser:
    """From a world, see :class:`.model.BrowserWorld`, or lived in."""
    today = seeding.now.date()
    if seeding.part is not None:
        return _from_world(BrowserWorld.model_validate(seeding.part), seeding, today)
    state = Browser()
    for number, (title, url, folder) in enumerate(_MARKS):
        state.add_bookmark(title, url, seeding.now - timedelta(days=60 - 7 * number), folder)
    for url, hours in _VISITS:
        page = page_at(state, today, url)
        when = seeding.now - timedelta(hours=hours)
        title = page.title if page else shown(url)
        state.history.append(Visit(id=state.next_id(), url=url, title=title, when=when))
    text = b"# tideline\n\nSeries of measurements over time.\n"
    path = f"{FOLDER}/tideline-README.md"
    seeding.files.write(path, text, mtime=seeding.mtime - 50 * 3600, parents=True)
    state.downloads.append(
        Saved(
            id=state.next_id(),
            name=path.rpartition("/")[2],
            path=path,
            url="https://forge.crab.test/tideline",
            size=len(text),
            mime=mimetypes.guess_type(path)[0] or "text/plain",
            when=seeding.now - timedelta(hours=50),
        )
    )
    _open(state, "https://forge.crab.test/tideline", today)
    _open(state, state.home, today)
    return state


def _open(state: Browser, url: str, today: date) -> Tab:
    page = page_at(state, today, url)
    tab = state.new_tab(url, page.title if page else shown(url))
    if page is None:
        tab.entries[0] = Entry(
            url=url,
            title=shown(url),
            trouble="missing" if parse(url).host in hosts(state) else "unknown",
        )
    return tab


def _from_world(world: BrowserWorld, seeding: Seeding, today: date) -> Browser:
    state = Browser(pages=world.pages, home=world.home, engine=world.engine, folders=list(world.folders))
    for mark in world.bookmarks:
        made = state.add_bookmark(mark.title, _whole(mark.url), mark.created or seeding.now, mark.folder)
        mark.id = made.id
    for number, visit in enumerate(world.history):
        when = visit.when or seeding.now - timedelta(minutes=len(world.history) - number)
        url = _whole(visit.url)
        page = page_at(state, today, url)
        title = (
            visit.title if visit.title and visit.title != visit.url else page.title if page else shown(url)
        )
        state.history.append(Visit(id=state.next_id(), url=url, title=title, when=when))
    state.history.sort(key=lambda visit: visit.when or seeding.now)
    for url in world.tabs or [world.home]:
        _open(state, _whole(url), today)
    return state


def _whole(url: str) -> str:
    """An address with its scheme.

    Raises:
        ValueError: when it is no address.
    """
    whole = typed(url)
    if not whole:
        raise ValueError(f"{url!r} is no address")
    return whole

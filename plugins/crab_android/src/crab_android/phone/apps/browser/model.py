"""What Browser remembers, and what a world may say about it."""

from __future__ import annotations

from datetime import datetime
from typing import Literal
from urllib.parse import quote_plus

from pydantic import BaseModel, ConfigDict, Field, field_validator

from .address import is_web, parse, typed
from .blocks import Page

ENGINES = {
    "search": ("Crab Search", "https://search.crab.test/?q="),
    "lexicon": ("Lexicon", "https://lexicon.crab.test/search?q="),
}
TEXT_SIZES = {"80": "Small", "100": "Default", "120": "Large", "150": "Largest"}
HOME = "https://search.crab.test"
Trouble = Literal["", "offline", "unknown", "missing"]


class Entry(BaseModel):
    """One page in the history of a tab; ``trouble`` tells why it could not be loaded."""

    url: str
    title: str = ""
    trouble: Trouble = ""


class Tab(BaseModel):
    """A tab: the pages that were shown in it, and which of them is shown now."""

    id: int
    entries: list[Entry] = Field(default_factory=list)
    at: int = 0
    incognito: bool = False
    desktop: bool = False

    @property
    def entry(self) -> Entry:
        """What is shown now."""
        return self.entries[self.at]


class Bookmark(BaseModel):
    """A bookmark.

    Attributes:
        id: given by the app.
        title: its name.
        url: where it leads.
        folder: the folder it lies in; empty for none.
        created: the local time when it was made.
    """

    model_config = ConfigDict(extra="forbid")

    id: int = 0
    title: str
    url: str
    folder: str = ""
    created: datetime | None = None


class Visit(BaseModel):
    """A page that was looked at: ``url``, ``title`` and the local time ``when``."""

    model_config = ConfigDict(extra="forbid")

    id: int = 0
    url: str
    title: str = ""
    when: datetime | None = None


class Saved(BaseModel):
    """A downloaded file."""

    id: int
    name: str
    path: str
    url: str
    size: int
    mime: str
    when: datetime


class Sent(BaseModel):
    """A form that was sent: from which page, and what was filled in."""

    id: int
    url: str
    values: dict[str, str]
    when: datetime


class Browser(BaseModel):
    """The browser of a phone."""

    pages: dict[str, Page] = Field(default_factory=dict)
    tabs: list[Tab] = Field(default_factory=list)
    current: int = 0
    bookmarks: list[Bookmark] = Field(default_factory=list)
    folders: list[str] = Field(default_factory=list)
    history: list[Visit] = Field(default_factory=list)
    downloads: list[Saved] = Field(default_factory=list)
    sent: list[Sent] = Field(default_factory=list)
    cart: dict[str, int] = Field(default_factory=dict)
    home: str = HOME
    engine: str = "search"
    text_size: str = "100"
    last: int = 0

    def next_id(self) -> int:
        """A number that nothing here has yet."""
        self.last += 1
        return self.last

    @property
    def tab(self) -> Tab:
        """The tab in front."""
        return next((tab for tab in self.tabs if tab.id == self.current), self.tabs[-1])

    def new_tab(self, url: str, title: str = "", *, incognito: bool = False) -> Tab:
        """Open a tab in front, at an address."""
        tab = Tab(id=self.next_id(), entries=[Entry(url=url, title=title)], incognito=incognito)
        self.tabs.append(tab)
        self.current = tab.id
        return tab

    def close(self, number: int) -> None:
        """Close a tab; the one that was opened before it comes to the front, or a new one."""
        self.tabs = [tab for tab in self.tabs if tab.id != number]
        if not self.tabs:
            self.new_tab(self.home)
        elif self.current == number:
            self.current = self.tabs[-1].id

    def bookmark_of(self, url: str) -> Bookmark | None:
        """The bookmark of an address."""
        key = parse(url).key
        return next((mark for mark in self.bookmarks if parse(mark.url).key == key), None)

    def add_bookmark(self, title: str, url: str, now: datetime, folder: str = "") -> Bookmark:
        """Keep an address."""
        made = Bookmark(id=self.next_id(), title=title or url, url=url, folder=folder, created=now)
        self.bookmarks.append(made)
        if folder and folder not in self.folders:
            self.folders.append(folder)
        return made

    def search_url(self, words: str) -> str:
        """Where words are searched for."""
        return ENGINES[self.engine][1] + quote_plus(words)

    def meant(self, text: str) -> str:
        """The address that a text in the address bar means: itself, or a search for it."""
        return typed(text) or self.search_url(text.strip())


class BrowserWorld(BaseModel):
    """What a world may say.

    Attributes:
        pages: pages of the web by address, beside the built-in ones and in front of them; see :mod:`.blocks`.
        bookmarks: the bookmarks; an address alone will do.
        folders: folders for bookmarks, beside those that bookmarks name.
        history: the pages that were looked at, the oldest first; an address alone will do.
        home: the home page.
        engine: what searches: ``search`` or ``lexicon``.
        tabs: the addresses that are open, the last in front; the home page when left out.
    """

    model_config = ConfigDict(extra="forbid")

    pages: dict[str, Page] = Field(default_factory=dict)
    bookmarks: list[Bookmark] = Field(default_factory=list)
    folders: list[str] = Field(default_factory=list)
    history: list[Visit] = Field(default_factory=list)
    home: str = HOME
    engine: Literal["search", "lexicon"] = "search"
    tabs: list[str] = Field(default_factory=list)

    @field_validator("bookmarks", "history", mode="before")
    @classmethod
    def _addresses(cls, value: object) -> object:
        if not isinstance(value, list):
            return value
        return [{"url": item, "title": item} if isinstance(item, str) else item for item in value]

    @field_validator("pages")
    @classmethod
    def _web_addresses(cls, value: dict[str, Page]) -> dict[str, Page]:
        for url in value:
            if not is_web(url) or not parse(url).host:
                raise ValueError(f"the page {url!r} needs a whole address such as https://inn.test/rooms")
        return value

    @field_validator("home")
    @classmethod
    def _home_address(cls, value: str) -> str:
        if not typed(value):
            raise ValueError(f"the home page {value!r} is no address")
        return typed(value)

"""Intents: what one app asks of another, and which of them answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field

MAIN = "android.intent.action.MAIN"
VIEW = "android.intent.action.VIEW"
EDIT = "android.intent.action.EDIT"
INSERT = "android.intent.action.INSERT"
PICK = "android.intent.action.PICK"
GET_CONTENT = "android.intent.action.GET_CONTENT"
SEND = "android.intent.action.SEND"
SENDTO = "android.intent.action.SENDTO"
DIAL = "android.intent.action.DIAL"
CALL = "android.intent.action.CALL"
EXTRA_TEXT = "android.intent.extra.TEXT"
EXTRA_SUBJECT = "android.intent.extra.SUBJECT"
EXTRA_STREAM = "android.intent.extra.STREAM"


class Intent(BaseModel):
    """What is asked: an action, perhaps on some data, perhaps of a certain app."""

    model_config = ConfigDict(extra="forbid")

    action: str = MAIN
    data: str = ""
    type: str = ""
    package: str = ""
    component: str = ""
    categories: list[str] = Field(default_factory=list)
    extras: dict[str, Any] = Field(default_factory=dict)

    @property
    def scheme(self) -> str:
        """The scheme of its data, such as ``mailto``; empty without data."""
        return self.data.partition(":")[0].lower() if ":" in self.data else ""

    @property
    def host(self) -> str:
        """The host, or a content provider's authority, in its data."""
        try:
            return urlsplit(self.data).netloc.lower()
        except ValueError:
            return ""

    @property
    def path(self) -> str:
        """The path in its data, with its slash; empty without one."""
        try:
            return urlsplit(self.data).path
        except ValueError:
            return ""

    @property
    def rest(self) -> str:
        """Its data without the scheme, as ``tel:`` and ``mailto:`` have it."""
        return self.data.partition(":")[2]


def no_arguments(_intent: Intent) -> dict[str, Any]:
    """A screen that needs to know nothing of the intent."""
    return {}


@dataclass(frozen=True)
class Filter:
    """Which intents open which screen of an app, as ``<intent-filter>`` declares it.

    Attributes:
        action: the intent's action.
        screen: the screen that it opens.
        schemes: schemes of data it takes; data is refused when there are none, required when there are.
        hosts: hosts (or authorities) of data it takes, as patterns with ``*``; any when empty.
        paths: paths of data it takes, as patterns such as ``/events/*``; any when empty.
        types: media types it takes, such as ``image/*``; an intent's type is refused when there are none.
        args: makes the screen's arguments from the intent.
        label: its name in a chooser; the app's when empty.
        example: data that shows what it is for, so that a crawler can try it.
    """

    action: str
    screen: str
    schemes: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    args: Callable[[Intent], dict[str, Any]] = no_arguments
    label: str = ""
    example: str = ""
    paths: tuple[str, ...] = ()

    def matches(self, intent: Intent) -> bool:
        """Whether the filter lets the intent through."""
        return intent.action == self.action and self._takes_data(intent) and self._takes_type(intent)

    def _takes_data(self, intent: Intent) -> bool:
        if not self.schemes:
            return not intent.data or bool(self.types and intent.scheme in ("content", "file"))
        hosts, paths = self.hosts or ("*",), self.paths or ("*",)
        return (
            intent.scheme in self.schemes
            and any(fnmatchcase(intent.host, host) for host in hosts)
            and any(fnmatchcase(intent.path, path) for path in paths)
        )

    def _takes_type(self, intent: Intent) -> bool:
        if not self.types:
            return not intent.type
        return bool(intent.type) and any(_types_meet(intent.type, known) for known in self.types)


def _types_meet(asked: str, known: str) -> bool:
    """``image/*`` may stand on both sides: who picks asks for a kind, who shows takes a kind."""
    return fnmatchcase(asked, known) or fnmatchcase(known, asked)

"""What an agent sees at the start of a turn; nothing else of an episode reaches it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from crab_core.action import ActionCall
from crab_core.content import Content, ElementMap, Mark, Screenshot, UiTree


@dataclass(frozen=True, slots=True)
class View:
    """One device as the agent sees it."""

    environment: str
    contents: Mapping[str, Content] = field(default_factory=dict)
    """Observations by name, as captured."""
    elements: ElementMap = field(default_factory=ElementMap)
    """The marks that action calls of this turn may name."""
    marked: Screenshot | None = None
    """The screenshot with the marks drawn."""
    text: str = ""
    """The elements as text."""

    @property
    def screenshot(self) -> Screenshot | None:
        """The first screenshot among the observations."""
        return next((c for c in self.contents.values() if isinstance(c, Screenshot)), None)

    @property
    def tree(self) -> UiTree | None:
        """The first UI tree among the observations."""
        return next((c for c in self.contents.values() if isinstance(c, UiTree)), None)

    def find_all(self, label: str | None = None, *, role: str | None = None) -> Iterator[Mark]:
        """The marks with this label (white space and case ignored) and this role, in their order."""
        wanted = None if label is None else _plain(label)
        for mark in self.elements:
            if (wanted is None or _plain(mark.label) == wanted) and role in (None, mark.role):
                yield mark

    def find(self, label: str | None = None, *, role: str | None = None) -> Mark | None:
        """The first mark with this label and role, or None."""
        return next(self.find_all(label, role=role), None)


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()


@dataclass(frozen=True, slots=True)
class Feedback:
    """What became of one action call, as it is told to the agent."""

    call: ActionCall
    ok: bool
    text: str
    """The result or the error, in words."""


@dataclass(frozen=True, slots=True)
class Turn:
    """Everything that an agent is given to decide what to do next."""

    number: int
    """Counted from 1."""
    views: Mapping[str, View] = field(default_factory=dict)
    """What each device shows, by environment name."""
    feedback: tuple[Feedback, ...] = ()
    """What became of the calls of the last turn."""

    def __getitem__(self, environment: str) -> View:
        """The view of one device.

        Raises:
            KeyError: The task has no such environment, or it shows nothing.
        """
        return self.views[environment]

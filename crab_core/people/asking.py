"""Asking people for approval: in the terminal, or on a page."""

from __future__ import annotations

import itertools
import json
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import IO, Any, Final

from crab_core.approval import Answer, Asker, Nobody, Question
from crab_core.content import Screenshot
from crab_core.errors import UsageError
from crab_core.people.reading import typed
from crab_core.people.server import PageServer, Reply, static
from crab_core.people.waiting import slices, wait_for
from crab_core.pointing import numbers_of, places_of

PATIENCE: Final = 300.0
"""Seconds that a person has for an answer; after that it is a no."""
LONGEST_LOOK: Final = 20.0
"""Seconds after which a page that waits for news is answered without any, and asks again."""


def make_asker(where: str, tell: Callable[[str], None], *, seconds: float = PATIENCE) -> Asker:
    """Who asks people.

    Args:
        where: "terminal", "web", or "deny" for nowhere.
        tell: Shows a line to whoever started the run.
        seconds: How long a person has for an answer.
    """
    import sys

    if where == "terminal":
        return TerminalAsker(sys.stdin, tell, seconds=seconds)
    return WebAsker(tell, seconds=seconds) if where == "web" else Nobody()


def nobody_answered(seconds: float) -> Answer:
    """The denial after the time is over."""
    return Answer(False, f"nobody answered within {seconds:g} seconds")


_OVER: Final = Answer(False, "the run ends, and nobody is asked any more")


class TerminalAsker:
    """Asks in the terminal, one question at a time."""

    def __init__(
        self,
        source: IO[str],
        tell: Callable[[str], None],
        *,
        seconds: float = PATIENCE,
        there: bool | None = None,
    ) -> None:
        """Talk to whoever types.

        Args:
            source: Where lines are read from.
            tell: Shows a line.
            seconds: How long a person has for an answer.
            there: Whether somebody sits there; found out by whether `source` is a terminal when None.
        """
        self._source = source
        self._tell = tell
        self._seconds = seconds
        self._there = source.isatty() if there is None else there
        self._lock = threading.Lock()
        self._closed = False

    def ask(self, question: Question) -> Answer:
        """Ask and wait for a line; none, or none in time, is a no."""
        if not self._there:
            return Answer(False, "nobody is here to be asked")
        with self._lock:
            if self._closed:
                return _OVER
            self._forget()
            self._tell(f"\n  {question.task}: may {typed(question.call)} run?")
            for label in question.labels:
                self._tell(f"  It points at {label!r}.")
            if question.reason:
                self._tell(f"  Asked because: {question.reason}")
            self._tell("  y: yes, a: yes, and do not ask again; anything else is a no, and its reason:")
            line = self._line()
        if line is None:
            return self._unanswered()
        word = line.strip().lower()
        if word in ("y", "yes", "a", "always"):
            return Answer(True, always=word[0] == "a")
        return Answer(False, "" if word in ("n", "no") else line.strip())

    def _unanswered(self) -> Answer:
        return _OVER if self._closed else nobody_answered(self._seconds)

    def _forget(self) -> None:
        """What was typed before the question is no answer to it."""
        import termios

        if self._source.isatty():
            termios.tcflush(self._source, termios.TCIFLUSH)

    def _line(self) -> str | None:
        """A line; None when none comes in time or none will ever come."""
        import select

        for part in slices(self._seconds):
            if self._closed:
                break
            if select.select([self._source], [], [], part)[0]:
                return self._source.readline() or None
        return None

    def close(self) -> None:
        """Deny what is still asked; safe to call twice."""
        self._closed = True


@dataclass
class _Open:
    """A question that waits for its answer."""

    number: int
    question: Question
    until: float
    answer: Answer | None = None


class WebAsker:
    """Asks on a page of its own, which begins with the first question; several may be open at once."""

    def __init__(self, tell: Callable[[str], None], *, seconds: float = PATIENCE, port: int = 0) -> None:
        """Remember how to ask.

        Args:
            tell: Shows the address of the page.
            seconds: How long a person has for an answer.
            port: Of the page; 0 takes a free one.
        """
        self._tell = tell
        self._seconds = seconds
        self._port = port
        self._server: PageServer | None = None
        self._numbers = itertools.count(1)
        self._open: dict[int, _Open] = {}
        self._version = 0
        self._closed = False
        self._changed = threading.Condition()

    def ask(self, question: Question) -> Answer:
        """Put a question on the page and wait; nobody's answer is a no."""
        with self._changed:
            if self._server is None and not self._closed:
                self._server = PageServer(self, self._port)
            if self._server is None:
                return _OVER
            waiting = _Open(next(self._numbers), question, time.monotonic() + self._seconds)
            self._open[waiting.number] = waiting
            self._news()
            self._tell(f"  A person is asked about {typed(question.call)}: {self._server.address}")
            wait_for(self._changed, lambda: waiting.answer or self._closed, self._seconds)
            self._open.pop(waiting.number, None)
            self._news()
        if self._closed and waiting.answer is None:
            return _OVER
        return waiting.answer or nobody_answered(self._seconds)

    def close(self) -> None:
        """Deny what is still open and take the page away; safe to call twice."""
        with self._changed:
            self._closed = True
            server, self._server = self._server, None
            self._news()
        if server is not None:
            server.close()

    def _news(self) -> None:
        self._version += 1
        self._changed.notify_all()

    # -- the page ----------------------------------------------------------------------------------

    def get(self, name: str, query: Mapping[str, str]) -> Reply | None:
        """A file of the page, the open questions, or the picture of one."""
        if name == "":
            return static("ask.html")
        if name == "news":
            return Reply.of(self._questions(query.get("after", "")))
        if name.startswith("pictures/"):
            picture = self._picture(name.removeprefix("pictures/"))
            return Reply(picture.data, picture.media_type) if picture else None
        return static(name)

    def post(self, name: str, facts: Mapping[str, Any]) -> Reply | None:
        """Take an answer.

        Raises:
            UsageError: The question is not open any more, or this is no answer.
        """
        if name != "answer":
            return None
        allowed, number = facts.get("allowed"), facts.get("number")
        if not isinstance(allowed, bool) or not isinstance(number, int):
            raise UsageError("This is no answer.")
        with self._changed:
            waiting = self._open.get(number)
            if waiting is None or waiting.answer is not None:
                raise UsageError("This question is not open any more.")
            reason = str(facts.get("reason", "")).strip()
            waiting.answer = Answer(allowed, reason, always=allowed and facts.get("always") is True)
            self._changed.notify_all()
        return Reply.of({})

    def _questions(self, after: str) -> dict[str, Any]:
        known = int(after) if after.isdecimal() and len(after) < 10 else -1
        with self._changed:
            self._changed.wait_for(lambda: self._version != known or self._closed, LONGEST_LOOK)
            asked = [_question(one) for one in self._open.values()]
            return {"version": self._version, "over": self._closed, "questions": asked}

    def _picture(self, number: str) -> Screenshot | None:
        with self._changed:
            waiting = self._open.get(int(number)) if number.isdecimal() and len(number) < 10 else None
        view = waiting.question.view if waiting else None
        return view.screenshot if view else None


def _question(waiting: _Open) -> dict[str, Any]:
    question = waiting.question
    screen = question.view.screenshot if question.view else None
    return {
        "number": waiting.number,
        "task": question.task,
        "environment": question.call.environment,
        "name": question.call.name,
        "call": typed(question.call),
        "arguments": {
            name: value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=repr)
            for name, value in question.call.arguments.items()
        },
        "reason": question.reason,
        "labels": list(question.labels),
        "seconds": max(0.0, waiting.until - time.monotonic()),
        "screen": {"width": screen.width, "height": screen.height} if screen else None,
        "boxes": _boxes(question),
        "places": places_of(question.call),
    }


def _boxes(question: Question) -> list[list[int]]:
    """Where the elements are that the call names by number."""
    if question.view is None:
        return []
    marks = (question.view.elements.get(number) for number in numbers_of(question.call))
    return [list(mark.box) for mark in marks if mark]

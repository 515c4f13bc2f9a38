"""People are asked for approval in the terminal or on a page; nobody's answer is a no."""

from __future__ import annotations

import io
import json
import os
import threading
from collections.abc import Iterator
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit

import pytest
from stage import Boxes, Pad

import crab_core as crab
from crab_core.approval import Answer, Nobody, Question
from crab_core.people.asking import TerminalAsker, WebAsker, make_asker


def question(reason: str = "risky", **arguments: Any) -> Question:
    pad = Pad()
    pad.reset()
    contents = pad.observe()
    view = crab.View("pad", contents, Boxes().mark(None, None).elements)
    return Question(
        crab.ActionCall("pad", "tap", arguments or {"element": 1}), "office", reason, ("Delete all",), view
    )


# -- in the terminal -----------------------------------------------------------------------------------


class Line:
    """A terminal at which lines are typed."""

    def __init__(self) -> None:
        reading, self._writing = os.pipe()
        self.source = os.fdopen(reading, encoding="utf-8")
        self.told: list[str] = []

    def type(self, text: str) -> None:
        os.write(self._writing, text.encode())

    def leave(self) -> None:
        os.close(self._writing)
        self._writing = -1

    def asker(self, seconds: float = 60) -> TerminalAsker:
        return TerminalAsker(self.source, self.told.append, seconds=seconds, there=True)


@pytest.fixture
def line() -> Iterator[Line]:
    made = Line()
    yield made
    made.source.close()
    if made._writing >= 0:
        made.leave()


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("y\n", Answer(True)),
        (" YES \n", Answer(True)),
        ("a\n", Answer(True, always=True)),
        ("n\n", Answer(False)),
        ("\n", Answer(False)),
        ("not while I watch\n", Answer(False, "not while I watch")),
    ],
)
def test_a_line_answers_the_question(line: Line, typed: str, answer: Answer) -> None:
    line.type(typed)
    assert line.asker().ask(question()) == answer
    told = "\n".join(line.told)
    assert "pad.tap(element=1)" in told
    assert "'Delete all'" in told
    assert "risky" in told


def test_no_line_in_time_is_a_no(line: Line) -> None:
    assert line.asker(seconds=0.01).ask(question()) == Answer(False, "nobody answered within 0.01 seconds")


def test_somebody_who_left_says_no(line: Line) -> None:
    line.leave()
    assert line.asker().ask(question()).allowed is False


def test_what_was_typed_before_the_question_does_not_answer_it() -> None:
    controller, terminal = os.openpty()
    told: list[str] = []
    with os.fdopen(terminal, encoding="utf-8") as source, os.fdopen(controller, "wb", 0) as keys:
        keys.write(b"y\n")
        assert TerminalAsker(source, told.append, seconds=0.01).ask(question()).allowed is False
        asker = TerminalAsker(source, lambda text: keys.write(b"y\n") if "y: yes" in text else None)
        assert asker.ask(question()) == Answer(True)


def test_where_no_terminal_is_nobody_is_asked() -> None:
    asker = TerminalAsker(io.StringIO("y\n"), lambda text: None)
    assert asker.ask(question()) == Answer(False, "nobody is here to be asked")


def test_the_configuration_says_where_people_are_asked() -> None:
    kinds = {where: type(make_asker(where, print)) for where in ("terminal", "web", "deny")}
    assert kinds == {"terminal": TerminalAsker, "web": WebAsker, "deny": Nobody}


@pytest.mark.parametrize("late", [False, True])
def test_a_question_in_the_terminal_ends_with_the_run(line: Line, late: bool) -> None:
    asker = line.asker(seconds=300)
    answers: list[Answer] = []
    thread = threading.Thread(target=lambda: answers.append(asker.ask(question())), daemon=True)
    if late:
        asker.close()
    thread.start()
    asker.close()
    thread.join(60)
    assert [(one.allowed, one.reason) for one in answers] == [
        (False, "the run ends, and nobody is asked any more")
    ]


# -- on a page -----------------------------------------------------------------------------------------


class Office:
    """Agents that ask, and a person with the page."""

    def __init__(self, seconds: float = 60) -> None:
        self.told: list[str] = []
        self.shown = threading.Semaphore(0)
        self.asker = WebAsker(self._tell, seconds=seconds)
        self._threads: list[threading.Thread] = []
        self.answers: dict[int, Answer] = {}

    def _tell(self, text: str) -> None:
        self.told.append(text)
        self.shown.release()

    def ask(self, asked: Question) -> int:
        """An agent asks, in a thread of its own; gives its number once the question is on the page."""
        number = len(self._threads) + 1
        thread = threading.Thread(target=lambda: self.answers.update({number: self.asker.ask(asked)}))
        self._threads.append(thread)
        thread.start()
        assert self.shown.acquire(timeout=60)
        return number

    def answer(self, number: int) -> Answer:
        self._threads[number - 1].join(60)
        return self.answers[number]

    @property
    def address(self) -> str:
        return self.told[-1].split()[-1]

    def request(self, method: str, name: str, facts: Any = None) -> tuple[int, bytes]:
        where = urlsplit(self.address)
        connection = HTTPConnection(where.hostname or "", where.port, timeout=60)
        try:
            connection.request(
                method, f"{where.path}{name}", json.dumps(facts) if facts is not None else None
            )
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def questions(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = json.loads(self.request("GET", "news?after=")[1])["questions"]
        return found

    def close(self) -> None:
        self.asker.close()
        for thread in self._threads:
            thread.join(60)
            assert not thread.is_alive()


@pytest.fixture
def office() -> Iterator[Office]:
    made = Office()
    yield made
    made.close()


def test_a_question_stands_on_the_page_with_what_the_agent_saw(office: Office) -> None:
    office.ask(question(element=1))
    [asked] = office.questions()
    assert (asked["name"], asked["environment"], asked["task"]) == ("tap", "pad", "office")
    assert (asked["labels"], asked["boxes"]) == (["Delete all"], [[20, 80, 100, 40]])
    assert asked["arguments"] == {"element": "1"}
    status, picture = office.request("GET", f"pictures/{asked['number']}")
    assert status == 200
    assert crab.Screenshot.from_png(picture).width == asked["screen"]["width"]


@pytest.mark.parametrize(
    ("facts", "answer"),
    [
        ({"allowed": True}, Answer(True)),
        ({"allowed": True, "always": True}, Answer(True, always=True)),
        ({"allowed": False, "reason": " too risky "}, Answer(False, "too risky")),
        ({"allowed": False, "always": True}, Answer(False)),
    ],
)
def test_the_answer_on_the_page_is_what_the_agent_gets(office: Office, facts: Any, answer: Answer) -> None:
    number = office.ask(question())
    assert office.request("POST", "answer", {"number": office.questions()[0]["number"], **facts})[0] == 200
    assert office.answer(number) == answer
    assert office.questions() == []


def test_several_questions_are_open_at_once_and_answered_in_any_order(office: Office) -> None:
    numbers = [office.ask(question(reason)) for reason in ("first", "second")]
    asked = {one["reason"]: one["number"] for one in office.questions()}
    office.request("POST", "answer", {"number": asked["second"], "allowed": True})
    assert office.answer(numbers[1]) == Answer(True)
    assert [one["reason"] for one in office.questions()] == ["first"]


@pytest.mark.parametrize(
    "facts", [{}, {"number": 1}, {"number": 99, "allowed": True}, {"number": 1, "allowed": "yes"}]
)
def test_what_is_no_answer_leaves_the_question_open(office: Office, facts: Any) -> None:
    office.ask(question())
    assert office.request("POST", "answer", facts)[0] == 400
    assert len(office.questions()) == 1


def test_nobody_on_the_page_in_time_is_a_no() -> None:
    office = Office(seconds=0.01)
    try:
        assert office.answer(office.ask(question())) == Answer(False, "nobody answered within 0.01 seconds")
    finally:
        office.close()


def test_the_end_of_the_run_denies_what_is_still_open(office: Office) -> None:
    number = office.ask(question())
    office.asker.close()
    assert office.answer(number) == Answer(False, "the run ends, and nobody is asked any more")
    assert office.asker.ask(question()).allowed is False

"""How answers are handed in, rightly and wrongly."""

from __future__ import annotations

import datetime
import re

from crab_core import ROOT, ActionCall, Solving, Turn


def _submit(answer: str, field: str) -> ActionCall:
    return ActionCall(ROOT, "submit", {"answer": answer, "field": field})


def submit_text(_: Turn, content: str) -> Solving:
    """The text as it is."""
    yield _submit(content, "text")
    return ""


def submit_text_in_capitals(_: Turn, content: str) -> Solving:
    """The text in capitals: case does not count."""
    yield _submit(content.upper(), "text")
    return ""


def submit_text_in_a_sentence(_: Turn, content: str) -> Solving:
    """The right text with a sentence around it, which is refused."""
    yield _submit(f"The answer is {content}, I think.", "text")
    return ""


def submit_text_cut(_: Turn, content: str) -> Solving:
    """The text without its first letter."""
    yield _submit(content.strip()[1:] or "nothing", "text")
    return ""


def submit_number(_: Turn, number: str) -> Solving:
    """The number as it is."""
    yield _submit(number, "number")
    return ""


def submit_number_converted(_: Turn, number: str) -> Solving:
    """Kilometres in metres; any other number with spaces around it."""
    kilometres = re.fullmatch(r"(\d+)(?:[.](\d{1,3}))? ?km", number.strip())
    if kilometres is None:
        yield _submit(f" {number} ", "number")
    else:
        metres = int(kilometres[1]) * 1000 + int((kilometres[2] or "0").ljust(3, "0"))
        yield _submit(f"{metres} m", "number")
    return ""


def submit_number_in_a_sentence(_: Turn, number: str) -> Solving:
    """The right number with a sentence around it, which is refused."""
    yield _submit(f"The answer is {number}, I think.", "number")
    return ""


def submit_number_shifted(_: Turn, number: str) -> Solving:
    """The number with a digit more before it."""
    yield _submit(f"1{number.strip()}", "number")
    return ""


def submit_date(_: Turn, date: str) -> Solving:
    """The day in ISO 8601."""
    yield _submit(date, "date")
    return ""


def submit_date_in_words(_: Turn, date: str) -> Solving:
    """The day with the month's name."""
    day = datetime.date.fromisoformat(date)
    yield _submit(f"{day:%B} {day.day}, {day.year}", "date")
    return ""


def submit_date_in_a_sentence(_: Turn, date: str) -> Solving:
    """The right day with a sentence around it, which is refused."""
    yield _submit(f"The answer is {date}, I think.", "date")
    return ""


def submit_date_of_the_next_day(_: Turn, date: str) -> Solving:
    """The day after."""
    day = datetime.date.fromisoformat(date) + datetime.timedelta(days=1)
    yield _submit(day.isoformat(), "date")
    return ""

"""Sub-tasks that hand in what others have found."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from crab_bench.answering import solving
from crab_core import (
    ROOT,
    AnswerField,
    CheckpointGraph,
    DateAnswer,
    NumberAnswer,
    SubTask,
    TextAnswer,
)

_NUMBER: Final = re.compile(r"[-+]?[\d.,]+\s*([^\d\s].*)?")


def _judged(name: str, field: Callable[[str], AnswerField], value: str) -> CheckpointGraph:
    return CheckpointGraph({f"the {name} is handed in": field(value).evaluator(name)})


def _number(value: str) -> NumberAnswer:
    """The answer that is asked for when a number is known: in its own unit, and as exact as it is told."""
    found = _NUMBER.fullmatch(value.strip())
    return NumberAnswer(value, unit=(found[1] or "").strip() if found else "")


SUBMIT_TEXT: Final = SubTask(
    id="submit_text",
    environment=ROOT,
    description="Hand in {content} as the answer.",
    inputs={"content": "content"},
    checkpoints=lambda content: _judged("text", TextAnswer, content),
    answers=lambda content: {"text": TextAnswer(content)},
    solution=solving.submit_text,
    alternatives={"in other letters": solving.submit_text_in_capitals},
    mutants={"in a sentence": solving.submit_text_in_a_sentence, "cut short": solving.submit_text_cut},
    steps=1,
)
SUBMIT_NUMBER: Final = SubTask(
    id="submit_number",
    environment=ROOT,
    description="Hand in {number} as the answer.",
    inputs={"number": "number"},
    checkpoints=lambda number: _judged("number", _number, number),
    answers=lambda number: {"number": _number(number)},
    solution=solving.submit_number,
    alternatives={"in other units": solving.submit_number_converted},
    mutants={
        "in a sentence": solving.submit_number_in_a_sentence,
        "ten times as much": solving.submit_number_shifted,
    },
    steps=1,
)
SUBMIT_DATE: Final = SubTask(
    id="submit_date",
    environment=ROOT,
    description="Hand in {date} as the answer.",
    inputs={"date": "date"},
    checkpoints=lambda date: _judged("date", DateAnswer, date),
    answers=lambda date: {"date": DateAnswer(date)},
    solution=solving.submit_date,
    alternatives={"in words": solving.submit_date_in_words},
    mutants={
        "in a sentence": solving.submit_date_in_a_sentence,
        "a day later": solving.submit_date_of_the_next_day,
    },
    steps=1,
)

"""Typed answers: what a task asks for, in which form it is taken, and when it is right.

A task declares its fields (`Task.answers`). `submit` refuses what has not the form of its field, in words
that say what is wanted, so that a chatty sentence neither passes nor fails by luck; the evaluators `answer_…`
judge by the same rules. Agents are told the form of a field and never what is expected.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from decimal import Decimal
from typing import Any, ClassVar, Final

from crab_core.dates import read_date
from crab_core.environment import ROOT
from crab_core.errors import DefinitionError
from crab_core.evaluator import Evaluator, Verdict, evaluator
from crab_core.numbers import read_number
from crab_core.plain_text import chatty, members, normalised
from crab_core.units import unit as unit_named


class MisshapenAnswerError(ValueError):
    """An answer has not the form of its field; the message says what is wrong with it."""


@dataclass(frozen=True)
class AnswerField(ABC):
    """One thing that a task asks for."""

    kind: ClassVar[str]

    def __post_init__(self) -> None:
        """Check what is expected.

        Raises:
            DefinitionError: It has not the form of the field.
        """
        _check(self)

    @abstractmethod
    def wanted(self) -> str:
        """Its form in words for agents: "a date, such as 2026-05-14"; nothing of what is expected."""

    @abstractmethod
    def read(self, answer: str) -> Any:
        """What the answer says.

        Raises:
            MisshapenAnswerError: It has not the form.
        """

    @abstractmethod
    def accepts(self, answer: str) -> bool:
        """Whether the answer is right.

        Raises:
            MisshapenAnswerError: It has not the form.
        """

    def as_json(self) -> dict[str, Any]:
        """The field as plain values; `field_from_json` reads them."""
        return {"kind": self.kind, **asdict(self)}

    def evaluator(self, field: str = "") -> Evaluator:
        """What judges whether the field was answered rightly.

        Args:
            field: Its name in the task; may be left out when the task has only this one.
        """
        return _EVALUATORS[self.kind](**asdict(self), field=field)

    def judge(self, answer: str | None) -> Verdict:
        """Judge what was submitted; None for nothing."""
        if answer is None:
            return Verdict(False, "no answer was submitted")
        try:
            right = self.accepts(answer)
        except MisshapenAnswerError as error:
            return Verdict(False, f"the answer {answer!r} {error}; wanted is {self.wanted()}")
        return Verdict(right, "the answer is right" if right else f"the answer {answer!r} is wrong")


@dataclass(frozen=True)
class TextAnswer(AnswerField):
    """A text; case, white space, the kind of quotes and a full stop at the end do not count."""

    expected: str
    kind: ClassVar[str] = "text"

    def wanted(self) -> str:
        """In words."""
        return "the text itself on one line, without a sentence around it"

    def read(self, answer: str) -> str:
        """The text without what does not count."""
        if not normalised(answer):
            raise MisshapenAnswerError("is empty")
        if chatty(answer) and not chatty(self.expected):
            raise MisshapenAnswerError("is a sentence about the answer")
        return normalised(answer)

    def accepts(self, answer: str) -> bool:
        """Whether it is the expected text."""
        return self.read(answer) == normalised(self.expected)


@dataclass(frozen=True)
class NumberAnswer(AnswerField):
    """A number, perhaps with a unit; in another unit of the same kind it is converted."""

    expected: str
    """As it may be written in an answer: "13.5", "13.5 km"."""
    unit: str = ""
    """The unit that a bare number is in, and in which `tolerance` is; empty for a plain number."""
    tolerance: float = 0.0
    """How far off the answer may be."""
    kind: ClassVar[str] = "number"

    def __post_init__(self) -> None:
        """Check the unit and what is expected.

        Raises:
            DefinitionError: The unit or the tolerance is none, or what is expected has not the form.
        """
        if not 0 <= self.tolerance < math.inf:
            raise DefinitionError(f"A tolerance is 0 or more, not {self.tolerance}.")
        if self.unit:
            unit_named(self.unit)
        _check(self)

    def wanted(self) -> str:
        """In words."""
        if not self.unit:
            return "a number in digits and nothing else"
        return f"a number in digits with its unit ({unit_named(self.unit).symbol}) and nothing else"

    def read(self, answer: str) -> Decimal:
        """The number, in the wanted unit."""
        try:
            return read_number(answer, self.unit)
        except ValueError as error:
            raise MisshapenAnswerError(str(error)) from None

    def accepts(self, answer: str) -> bool:
        """Whether it is near enough."""
        off = abs(float(self.read(answer) - self.read(self.expected)))
        rounding = 1e-9 * max(1.0, abs(float(self.read(self.expected))))
        return off <= self.tolerance + rounding and math.isfinite(off)


@dataclass(frozen=True)
class DateAnswer(AnswerField):
    """A day, in one of several ways of writing; one that can be read in two ways is refused."""

    expected: str
    """As it may be written in an answer: "2026-05-14"."""
    kind: ClassVar[str] = "date"

    def wanted(self) -> str:
        """In words."""
        return "a date with its year and nothing else, such as 2026-01-31 or 31 January 2026"

    def read(self, answer: str) -> date:
        """The day."""
        try:
            return read_date(answer)
        except ValueError as error:
            raise MisshapenAnswerError(str(error)) from None

    def accepts(self, answer: str) -> bool:
        """Whether it is the expected day."""
        return self.read(answer) == self.read(self.expected)


@dataclass(frozen=True)
class ChoiceAnswer(AnswerField):
    """One of several options, compared as texts are."""

    expected: str
    options: Sequence[str]
    """All that may be answered; agents are told them."""
    kind: ClassVar[str] = "choice"

    def __post_init__(self) -> None:
        """Check what is expected.

        Raises:
            DefinitionError: It is none of the options, or two options read the same.
        """
        if isinstance(self.options, str):
            raise DefinitionError(f"The options are a list of texts, and not {self.options!r}.")
        if len({normalised(option) for option in self.options}) < len(self.options):
            raise DefinitionError(f"Two of the options {', '.join(self.options)} read the same.")
        _check(self)

    def wanted(self) -> str:
        """In words."""
        return f"one of {', '.join(map(repr, self.options))}"

    def read(self, answer: str) -> str:
        """The option."""
        for option in self.options:
            if normalised(option) == normalised(answer):
                return option
        raise MisshapenAnswerError("is none of the options")

    def accepts(self, answer: str) -> bool:
        """Whether it is the expected option."""
        return self.read(answer) == self.read(self.expected)


@dataclass(frozen=True)
class ListAnswer(AnswerField):
    """Several answers of one form, in any order unless `ordered`; how many is part of the question."""

    items: Sequence[AnswerField]
    """What is expected, one by one."""
    ordered: bool = False
    kind: ClassVar[str] = "list"

    def __post_init__(self) -> None:
        """Check that the items have one form.

        Raises:
            DefinitionError: They have not, there is none, or one holds a ";".
        """
        if len({item.wanted() for item in self.items}) != 1 or isinstance(self.items[0], ListAnswer):
            raise DefinitionError("The items of a list of answers must have one form, and be no lists.")
        for item in self.items:
            if isinstance(item, TextAnswer) and ";" in item.expected:
                raise DefinitionError(f'{item.expected!r} holds a ";", which separates answers.')

    def as_json(self) -> dict[str, Any]:
        """The field as plain values."""
        items = [item.as_json() for item in self.items]
        return {"kind": self.kind, "items": items, "ordered": self.ordered}

    def evaluator(self, field: str = "") -> Evaluator:
        """What judges whether the field was answered rightly."""
        items = [item.as_json() for item in self.items]
        return answer_list(items=items, ordered=self.ordered, field=field)

    def wanted(self) -> str:
        """In words."""
        order = "in the order asked for" if self.ordered else "in any order"
        return f'several answers {order}, with ";" between them, each {self.items[0].wanted()}'

    def read(self, answer: str) -> list[str]:
        """The parts, as they were written."""
        try:
            parts = members(answer)
        except ValueError as error:
            raise MisshapenAnswerError(str(error)) from None
        if not parts:
            raise MisshapenAnswerError("is empty")
        for part in parts:
            try:
                self.items[0].read(part)
            except MisshapenAnswerError as error:
                raise MisshapenAnswerError(f"holds {part!r}, which {error}") from None
        return parts

    def accepts(self, answer: str) -> bool:
        """Whether every part is one of those expected, and none is missing or said twice."""
        parts = self.read(answer)
        if len(parts) != len(self.items):
            return False
        if self.ordered:
            return all(item.accepts(part) for item, part in zip(self.items, parts, strict=True))
        return _match([[item.accepts(part) for item in self.items] for part in parts])


def field_from_json(facts: Mapping[str, Any]) -> AnswerField:
    """The field that `as_json` has written."""
    values = {name: value for name, value in facts.items() if name != "kind"}
    if facts["kind"] == ListAnswer.kind:
        values["items"] = tuple(field_from_json(item) for item in values["items"])
    made: AnswerField = _KINDS[facts["kind"]](**values)
    return made


# -- telling agents ------------------------------------------------------------------------------------


def told(answers: Mapping[str, AnswerField]) -> str:
    """What an agent is told of the fields of a task; empty when it asks for none."""
    if not answers:
        return ""
    if len(answers) == 1:
        ((_, only),) = answers.items()
        return f"Hand in the answer with `submit`: {only.wanted()}."
    lines = [f"- field {name!r}: {field.wanted()}" for name, field in answers.items()]
    return "\n".join(["Hand in each answer with `submit`, naming its field:", *lines])


# -- evaluators ----------------------------------------------------------------------------------------


@evaluator(env=ROOT)
def answer_text(env: Any, expected: str, field: str = "") -> Verdict:
    """Whether the submitted text is the expected one; case, white space and a final full stop aside.

    Args:
        expected: The right answer.
        field: Which answer, when the task asks for several.
    """
    return TextAnswer(expected).judge(env.answer_to(field))


@evaluator(env=ROOT)
def answer_number(
    env: Any, expected: str, unit: str = "", tolerance: float = 0.0, field: str = ""
) -> Verdict:
    """Whether the submitted number is the expected one; other units of the same kind are converted.

    Args:
        expected: The right answer.
        unit: What a number without a unit is in.
        tolerance: How far off it may be, in this unit.
        field: Which answer, when the task asks for several.
    """
    return NumberAnswer(expected, unit, tolerance).judge(env.answer_to(field))


@evaluator(env=ROOT)
def answer_date(env: Any, expected: str, field: str = "") -> Verdict:
    """Whether the submitted date is the expected one, however it is written.

    Args:
        expected: The right answer.
        field: Which answer, when the task asks for several.
    """
    return DateAnswer(expected).judge(env.answer_to(field))


@evaluator(env=ROOT)
def answer_choice(env: Any, expected: str, options: list[str], field: str = "") -> Verdict:
    """Whether the submitted option is the expected one.

    Args:
        expected: The right answer.
        options: All that may be answered.
        field: Which answer, when the task asks for several.
    """
    return ChoiceAnswer(expected, options).judge(env.answer_to(field))


@evaluator(env=ROOT)
def answer_list(env: Any, items: list[dict[str, Any]], ordered: bool = False, field: str = "") -> Verdict:
    """Whether the submitted list has the expected answers, each once.

    Args:
        items: The fields that make it up, as `AnswerField.as_json` gives them.
        ordered: Whether their order counts.
        field: Which answer, when the task asks for several.
    """
    return ListAnswer([field_from_json(item) for item in items], ordered).judge(env.answer_to(field))


EVALUATORS: Final = (answer_text, answer_number, answer_date, answer_choice, answer_list)
_EVALUATORS: Final[Mapping[str, Evaluator]] = {
    "text": answer_text,
    "number": answer_number,
    "date": answer_date,
    "choice": answer_choice,
}
_KINDS: Final[Mapping[str, type[Any]]] = {
    kind.kind: kind for kind in (TextAnswer, NumberAnswer, DateAnswer, ChoiceAnswer, ListAnswer)
}


def _match(fits: Sequence[Sequence[bool]]) -> bool:
    """Whether every row can be given a column of its own where it is true."""
    owner: dict[int, int] = {}

    def place(row: int, tried: set[int]) -> bool:
        for column, fit in enumerate(fits[row]):
            if fit and column not in tried:
                tried.add(column)
                if column not in owner or place(owner[column], tried):
                    owner[column] = row
                    return True
        return False

    return all(place(row, set()) for row in range(len(fits)))


def _check(field: Any) -> None:
    try:
        field.read(field.expected)
    except MisshapenAnswerError as error:
        raise DefinitionError(
            f"What is expected, {field.expected!r}, {error}; wanted is {field.wanted()}."
        ) from None

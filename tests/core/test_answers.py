"""Typed answers: what is taken, what is refused, and what is right."""

from __future__ import annotations

import json
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crab_core.action import ActionCall
from crab_core.answers import (
    AnswerField,
    ChoiceAnswer,
    DateAnswer,
    ListAnswer,
    MisshapenAnswerError,
    NumberAnswer,
    TextAnswer,
    field_from_json,
    told,
)
from crab_core.benchmark import Benchmark, StepResult, answer_is
from crab_core.dates import read_date
from crab_core.environment import ROOT
from crab_core.errors import DefinitionError, InvalidAction
from crab_core.evaluator import Verdict
from crab_core.graph import CheckpointGraph
from crab_core.numbers import read_number
from crab_core.plain_text import normalised
from crab_core.task import Task

DISTANCE = NumberAnswer("13.5", unit="km", tolerance=0.05)
COLOURS = ChoiceAnswer("red", ("red", "green", "dark blue"))
TOWNS = ListAnswer([TextAnswer("Oslo"), TextAnswer("São Paulo"), TextAnswer("Lima")])


@pytest.mark.parametrize(
    ("field", "answer"),
    [
        (TextAnswer("Buy oat milk"), " buy  OAT milk. "),
        (TextAnswer("Don’t panic"), "don't panic"),
        (TextAnswer("Anna's “list”"), 'anna’s "list"'),
        (TextAnswer("Harbour"), '"Harbour"'),
        (TextAnswer("ﬁne"), "fine"),
        (TextAnswer("Café"), "Cafe\u0301"),
        (TextAnswer("The answer is blowing"), "the answer is blowing"),
        (TextAnswer("Note: buy milk"), "note: buy milk"),
        (TextAnswer("The key is below"), "the key is below"),
        (TextAnswer("Harbour"), "**Harbour**"),
        (TextAnswer("Har\u00adbour"), "Harb\u200bour\ufeff"),
        (DISTANCE, "13.5"),
        (DISTANCE, "13.5 km"),
        (DISTANCE, "13,5 km."),
        (DISTANCE, "13.54 kilometres"),
        (DISTANCE, "13 500 m"),
        (DISTANCE, "13 km 500 m"),
        (DISTANCE, "8.39 mi"),
        (NumberAnswer("1234.5"), "1,234.5"),
        (NumberAnswer("1234.5"), "1.234,5"),
        (NumberAnswer("1234"), "1,234"),
        (NumberAnswer("1234567"), "1 234 567"),
        (NumberAnswer("-4", unit="°C", tolerance=0.1), "24.8 °F"),
        (NumberAnswer("-4", unit="°C"), "−4 °C"),
        (NumberAnswer("80", unit="min"), "1 h 20 min"),
        (NumberAnswer("80", unit="min"), "1h20min"),
        (NumberAnswer("20", unit="m²"), "20 m2"),
        (NumberAnswer("20", unit="m²"), "20 m²"),
        (NumberAnswer("20", unit="°C"), "20 ºC"),
        (NumberAnswer("42"), "٤٢"),
        (NumberAnswer("42"), "**42**"),
        (NumberAnswer("12.5", unit="€"), "€12.50"),
        (NumberAnswer("12.5", unit="€"), "12,50 euros"),
        (NumberAnswer("40", unit="%"), "40 percent"),
        (DateAnswer("2026-05-14"), "14 May 2026"),
        (DateAnswer("2026-05-14"), "May 14, 2026"),
        (DateAnswer("2026-05-14"), "Thursday, 14th of May 2026"),
        (DateAnswer("2026-05-14"), "14/05/2026"),
        (DateAnswer("2026-05-14"), "14.05.2026"),
        (DateAnswer("2026-05-14"), "2026/5/14"),
        (DateAnswer("2026-05-14"), "“2026‑05–14”"),
        (COLOURS, "Red"),
        (TOWNS, "Lima; Oslo; São Paulo"),
        (TOWNS, "Lima, Oslo, são paulo"),
        (TOWNS, "Oslo\nLima\nSão Paulo\n"),
        (TOWNS, '["Oslo", "Lima", "São Paulo"]'),
        (TOWNS, "['Oslo', 'Lima', 'São Paulo']"),
        (TOWNS, '"Oslo", "Lima", "São Paulo"'),
        (TOWNS, "- Oslo\n- Lima\n- São Paulo"),
        (TOWNS, "1. Oslo\n2. Lima\n3. São Paulo"),
        (TOWNS, "Oslo;\nLima;\nSão Paulo."),
        (ListAnswer([TextAnswer("Lee, Ann"), TextAnswer("Ray, Bo")]), '"Ray, Bo", "Lee, Ann"'),
        (ListAnswer([NumberAnswer("1"), NumberAnswer("2")], ordered=True), "[1, 2]"),
    ],
)
def test_what_is_right_in_other_words_is_right(field, answer):
    assert field.judge(answer) == Verdict(True, "the answer is right")


@pytest.mark.parametrize(
    ("field", "answer"),
    [
        (TextAnswer("Buy oat milk"), "Buy milk"),
        (TextAnswer("a - b"), "a b"),
        (DISTANCE, "13.6"),
        (DISTANCE, "13.5 m"),
        (DISTANCE, "-13.5 km"),
        (NumberAnswer("1234"), "1.234"),
        (NumberAnswer("0"), "٤٢"),
        (TextAnswer("Anna"), "Аnna"),  # a Cyrillic А
        (TextAnswer("Anna"), "not Anna"),
        (ChoiceAnswer("North", ("North", "North-West")), "North–West"),
        (ListAnswer([NumberAnswer("-3"), NumberAnswer("-4")]), "- 3\n- 4"),
        (DateAnswer("2026-05-14"), "2026-05-15"),
        (COLOURS, "dark blue"),
        (TOWNS, "Oslo, Lima"),
        (TOWNS, "Oslo, Lima, Oslo"),
        (TOWNS, "Oslo, Lima, São Paulo, Rome"),
        (ListAnswer(TOWNS.items, ordered=True), "Oslo, Lima, São Paulo"),
    ],
)
def test_what_is_wrong_has_the_form_and_fails(field, answer):
    field.read(answer)
    assert not field.judge(answer).passed


@pytest.mark.parametrize(
    ("field", "answer", "why"),
    [
        (TextAnswer("Oslo"), "The answer is Oslo", "a sentence about the answer"),
        (TextAnswer("Oslo"), "Answer: Oslo", "a sentence about the answer"),
        (TextAnswer("Oslo"), "It is Oslo.", "a sentence about the answer"),
        (TextAnswer("Oslo"), "Oslo, I think", "a sentence about the answer"),
        (TextAnswer("Oslo"), "Oslo\nor Lima", "a sentence about the answer"),
        (TextAnswer("Oslo"), "Sure! Oslo", "a sentence about the answer"),
        (TextAnswer("Oslo"), "City: Oslo", "a sentence about the answer"),
        (TextAnswer("Oslo"), "The capital of Norway is Oslo", "a sentence about the answer"),
        (TextAnswer("Oslo"), "  ", "is empty"),
        (TextAnswer("Oslo"), "\u200b", "is empty"),
        (NumberAnswer("42"), "4²", "a power"),
        (NumberAnswer("42"), "--42", "is not a number"),
        (NumberAnswer("42"), "+-42", "is not a number"),
        (NumberAnswer("42"), "42,", "in one way"),
        (NumberAnswer("42"), "not 42", "is not a number"),
        (NumberAnswer("12.5", unit="€"), "$12.50 €", "has two units"),
        (DISTANCE, "The answer is 13.5 km I think", "is not a number and nothing else"),
        (DISTANCE, "13.5 km I think", "holds 'km I think' beside the number"),
        (DISTANCE, "13.5 km or 14 km", "holds 'km or' beside the number"),
        (DISTANCE, "13.5 14", "is not a number that can be read in one way"),
        (DISTANCE, "13.5 kg", "measures another thing"),
        (DISTANCE, "13 km 500", "more than one number"),
        (DISTANCE, "7 km 6.5 km", "more than one number"),
        (DISTANCE, "500 m 13 km", "more than one number"),
        (DISTANCE, "about 13.5 km", "is not a number"),
        (DISTANCE, "13-14 km", "is not a number"),
        (DISTANCE, "far", "is not a number"),
        (DISTANCE, "", "is not a number"),
        (NumberAnswer("5"), "5 km", "has a unit"),
        (NumberAnswer("5"), "1.2.3", "in one way"),
        (NumberAnswer("5"), "12,34,5", "in one way"),
        (DateAnswer("2026-04-03"), "03/04/2026", "can be read as two days"),
        (DateAnswer("2026-04-03"), "3 April", "is not a date"),
        (DateAnswer("2026-04-03"), "It is 3 April 2026", "is not a date"),
        (DateAnswer("2026-04-03"), "31 April 2026", "no day of the calendar"),
        (DateAnswer("2026-04-03"), "Monday, 3 April 2026", "says Monday"),
        (COLOURS, "blue", "none of the options"),
        (COLOURS, "red or green", "none of the options"),
        (TOWNS, "", "is empty"),
        (TOWNS, '["Oslo", "Lima"', "in brackets and is no list"),
        (TOWNS, '[["Oslo"], "Lima"]', "in brackets and is no list"),
        (TOWNS, "(Oslo, Lima, São Paulo)", "in brackets and is no list"),
        (TOWNS, "Oslo, Lima and São Paulo", "one member or two"),
        (TOWNS, "The towns are Oslo, Lima, São Paulo", "a sentence about the answer"),
        (ListAnswer([NumberAnswer("1.5"), NumberAnswer("2000")]), "2,000, 1.5", "a comma between digits"),
        (ListAnswer([NumberAnswer("1")]), "1; some", "holds 'some', which is not a number"),
    ],
)
def test_what_has_not_the_form_is_refused_and_fails(field, answer, why):
    with pytest.raises(MisshapenAnswerError, match=why):
        field.read(answer)
    assert not field.judge(answer).passed


@pytest.mark.parametrize("field", [TextAnswer("x"), DISTANCE, DateAnswer("2026-05-14"), COLOURS, TOWNS])
def test_the_form_says_nothing_of_what_is_expected_and_nothing_is_no_answer(field):
    assert field.judge(None) == Verdict(False, "no answer was submitted")
    if field is not COLOURS:
        assert "13.5" not in field.wanted()
        assert "2026-05-14" not in field.wanted()
        assert "Oslo" not in field.wanted()
    written = json.loads(json.dumps(field.as_json()))
    assert json.loads(json.dumps(field_from_json(written).as_json())) == written


def test_what_cannot_be_answered_is_a_fault_of_the_task():
    for make in (
        lambda: NumberAnswer("far"),
        lambda: NumberAnswer("5", unit="parsec"),
        lambda: DateAnswer("03/04/2026"),
        lambda: ChoiceAnswer("pink", ("red", "green")),
        lambda: ChoiceAnswer("red", ("red", "Red.")),
        lambda: ChoiceAnswer("r", "red"),
        lambda: TextAnswer(" . "),
        lambda: NumberAnswer("5", tolerance=-1),
        lambda: NumberAnswer("5", tolerance=float("nan")),
        lambda: ListAnswer([TextAnswer("a; b"), TextAnswer("c")]),
        lambda: ListAnswer([]),
        lambda: ListAnswer([TextAnswer("a"), NumberAnswer("1")]),
    ):
        with pytest.raises(DefinitionError):
            make()


def test_near_numbers_are_matched_whatever_their_order():
    field = ListAnswer([NumberAnswer("10", tolerance=2), NumberAnswer("12", tolerance=0.5)])
    assert field.accepts("12; 10")
    assert field.accepts("12; 11")
    assert not field.accepts("10; 9")


def test_an_agent_is_told_the_form_of_every_field():
    assert told({}) == ""
    assert told({"": DISTANCE}) == (
        "Hand in the answer with `submit`: a number in digits with its unit (km) and nothing else."
    )
    both = told({"how far": DISTANCE, "which": COLOURS})
    assert "field 'how far': a number" in both
    assert "field 'which': one of 'red', 'green', 'dark blue'" in both


@given(st.dates(min_value=date(1000, 1, 1)))
def test_every_day_is_read_as_it_is_written(day):
    for form in ("%Y-%m-%d", "%d %B %Y", "%B %d, %Y", "%A, %d %b %Y"):
        assert read_date(day.strftime(form)) == day


@given(st.decimals(min_value=-(10**9), max_value=10**9, places=2))
def test_every_number_is_read_as_it_is_written(number):
    assert read_number(f"{number:,}") == number
    assert read_number(str(number)) == number
    assert read_number(f"{number:,} km", "km") == number


@given(st.text(max_size=80))
def test_any_text_is_read_or_refused(text):
    fields: list[AnswerField] = [TextAnswer("x"), DISTANCE, DateAnswer("2026-05-14"), COLOURS, TOWNS]
    for field in fields:
        assert isinstance(field.judge(text), Verdict)


@given(st.text(max_size=60).filter(normalised))
def test_a_text_is_always_right_as_it_is_expected(text):
    field = TextAnswer(text)
    assert field.judge(text).passed
    assert normalised(normalised(text)) == normalised(text)
    if "\n" not in text:
        assert field.judge(f"  “{text}”. ").passed or '"' in normalised(text)


WORDS = st.text(st.characters(codec="utf-8", categories=["L", "N", "Zs", "P"]), min_size=1, max_size=12)


@given(WORDS.filter(normalised), st.sampled_from(["not {}", "{} or Oslo", "Oslo, {}", "I guess {}", "no {}"]))
def test_nothing_that_is_said_beside_a_text_passes(text, saying):
    field = TextAnswer(text)
    said = saying.format(text)
    if normalised(said) != normalised(text):
        assert not field.judge(said).passed


@given(
    st.integers(1000, 10**6),
    st.sampled_from(["not {}", "{} or 7", "{} 7", "about {}", "{0} {0}", "~{}", "{}-7"]),
)
def test_nothing_that_is_said_beside_a_number_is_taken(number, saying):
    with pytest.raises(MisshapenAnswerError):
        NumberAnswer(str(number)).read(saying.format(number).replace(" 7", " 7777"))


@given(st.lists(st.sampled_from("abcdef"), min_size=1, max_size=6), st.randoms(use_true_random=False))
def test_a_list_is_right_in_any_order_and_never_with_one_more_or_less(names, chance):
    field = ListAnswer([TextAnswer(f"{name} street") for name in names])
    given_names = [f"{name} street" for name in names]
    chance.shuffle(given_names)
    for mark in ("; ", ", ", "\n"):
        assert field.accepts(mark.join(given_names))
        assert not field.accepts(mark.join([*given_names, given_names[0]]))
        assert len(names) == 1 or not field.accepts(mark.join(given_names[1:]))


def test_units_are_told_apart_by_case_where_it_counts():
    assert read_number("1 MB", "kB") == Decimal(1000)
    assert read_number("1 K", "K") == 1
    assert read_number("20 °c", "°C") == 20


# -- handing in ------------------------------------------------------------------------------------------


def answered(task: Task, *calls: ActionCall) -> tuple[Benchmark, list[StepResult]]:
    benchmark = Benchmark({})
    benchmark.begin(task)
    return benchmark, [benchmark.step(call) for call in calls]


def handing_in(answer: str, field: str = "") -> ActionCall:
    return ActionCall(ROOT, "submit", {"answer": answer, **({"field": field} if field else {})})


def asking(**answers: AnswerField) -> Task:
    fields = {"" if name == "only" else name: field for name, field in answers.items()}
    nodes = {f"{name or 'it'} is right": field.evaluator(name) for name, field in fields.items()}
    return Task(id="ask", description="How far?", graph=CheckpointGraph(nodes, []), answers=fields)


def test_a_chatty_sentence_neither_passes_nor_counts_as_an_answer():
    task = asking(only=DISTANCE)
    assert "13.5" not in task.briefing
    benchmark, (chatty, right) = answered(
        task, handing_in("The answer is 13.5 km I think"), handing_in("13.5 km")
    )
    assert isinstance(chatty.error, InvalidAction)
    assert "a number in digits with its unit (km) and nothing else" in str(chatty.error)
    assert not chatty.complete
    assert right.error is None
    assert right.complete
    assert benchmark.root.answer == "13.5 km"


def test_each_of_several_fields_is_named():
    task = asking(distance=DISTANCE, day=DateAnswer("2026-05-14"))
    benchmark, results = answered(
        task,
        handing_in("13.5 km"),
        handing_in("13.5 km", "length"),
        handing_in("13.5 km", "day"),
        handing_in("13.5 km", "distance"),
        handing_in("2026-05-14", "day"),
    )
    assert ["name one of 'distance', 'day'" in str(r.error) for r in results[:2]] == [True, True]
    assert "is not a date" in str(results[2].error)
    assert [r.passed for r in results[3:]] == [["distance is right"], ["day is right"]]
    assert benchmark.root.answers == {"distance": "13.5 km", "day": "2026-05-14"}


def test_the_only_field_may_be_left_out_and_no_other_is_taken():
    named = asking(distance=DISTANCE)
    assert answered(named, handing_in("13.5"))[1][0].complete
    assert answered(named, handing_in("13.5", "distance"))[1][0].complete
    assert answered(named, handing_in("13.5", "far"))[1][0].error is not None
    assert answered(asking(only=DISTANCE), handing_in("13.5", "answer"))[1][0].complete


def test_a_later_answer_replaces_an_earlier_one_and_nothing_stays_for_the_next_task():
    task = asking(only=DISTANCE)
    benchmark, results = answered(task, handing_in("20 km"), handing_in("13.5 km"))
    assert [r.complete for r in results] == [False, True]
    benchmark.begin(Task(id="free", description="Say it.", graph=CheckpointGraph({"it": answer_is("so")})))
    assert benchmark.root.answers == {}
    assert benchmark.step(handing_in("It is so, I think")).error is None
    assert benchmark.step(handing_in("So", "anything")).complete


def test_a_task_cannot_judge_what_it_does_not_ask_for():
    graph = CheckpointGraph({"it": DISTANCE.evaluator("distance")})
    with pytest.raises(DefinitionError, match="does not ask for"):
        Task(id="t", description="", graph=graph, answers={"day": DateAnswer("2026-05-14")})
    with pytest.raises(DefinitionError, match="does not ask for"):
        Task(id="t", description="", graph=graph)
    fields = {"one": DISTANCE, "two": DISTANCE}
    with pytest.raises(DefinitionError, match="does not ask for"):
        Task(id="t", description="", graph=CheckpointGraph({"it": DISTANCE.evaluator()}), answers=fields)


def test_the_digest_tells_what_is_expected():
    digests = {asking(only=NumberAnswer(number, unit="km")).digest for number in ("1", "2")}
    assert len(digests) == 2

"""Answers and the points that they mean."""

from __future__ import annotations

from pathlib import Path

import pytest

from crab_core import Box, UsageError
from crab_visualprompt.dataset.accuracy import accuracies, hits
from crab_visualprompt.dataset.answers import Answer, lenient, read_answers, strict
from crab_visualprompt.dataset.examples import Example

EXAMPLE = Example("1", "Click", Path("a.png"), Box(100, 50, 20, 10), 400, 200, "linux")


def scored(answer: str, seen: tuple[int, int] | None = None) -> tuple[bool, bool]:
    """Whether an answer counts, read strictly and leniently."""
    (found,) = accuracies([EXAMPLE], {"1": Answer("1", answer, seen)})
    return found.strict.mean == 1, found.lenient.mean == 1


@pytest.mark.parametrize("text", ["(12, 34)", " (12,34)\n", "( 12 , 34 )"])
def test_what_was_asked_for_is_read_strictly(text: str) -> None:
    assert strict(text) == (12, 34)


@pytest.mark.parametrize(
    "text", ["12, 34", "[12, 34]", "(12, 34).", "At (12, 34)", "(12.5, 34)", "(12, 34, 5)", "(-1, 3)", ""]
)
def test_everything_else_is_not(text: str) -> None:
    assert strict(text) is None


@pytest.mark.parametrize(
    ("text", "point"),
    [
        ("At (12, 34).", (12, 34)),
        ("[12, 34]", (12, 34)),
        ("12, 34", (12, 34)),
        ("12 34", (12, 34)),
        ('{"x": 12, "y": 34}', (12, 34)),
        ("x=12.5, y=34", (12.5, 34)),
        ("X: 12; Y: 34", (12, 34)),
        ('```json\n{"point": [12, 34]}\n```', (12, 34)),
        ("<point>12 34</point>", (12, 34)),
        ("The box is [10, 20, 30, 60].", (20, 40)),
        ("(0.5, 0.25)", (200, 50)),
        ("[0.25, 0.25, 0.75, 0.75]", (200, 100)),
        ("Of (400, 200) pixels I take (12, 34)", (12, 34)),
        ("click(x=12, y=34) # 3 items, 4 rows", (12, 34)),
        ("(1, 0)", (1, 0)),
        ("<box>10, 20, 30, 60</box>", (20, 40)),
        ("12, 34.", (12, 34)),
    ],
)
def test_points_are_found_leniently(text: str, point: tuple[float, float]) -> None:
    assert lenient(text, 400, 200) == point


@pytest.mark.parametrize("text", ["", "I cannot see it.", "12", "(1, 2, 3)", "1, 2, 3", "version 1.2"])
def test_where_there_is_no_point_none_is_found(text: str) -> None:
    assert lenient(text, 400, 200) is None


def test_a_point_on_the_left_and_upper_edge_is_inside_and_one_on_the_others_is_not() -> None:
    assert hits(EXAMPLE, (100, 50))
    assert hits(EXAMPLE, (119.9, 59))
    assert not hits(EXAMPLE, (120, 55))
    assert not hits(EXAMPLE, (110, 60))
    assert not hits(EXAMPLE, (99, 55))


def test_both_ways_of_reading_are_counted() -> None:
    assert scored("(110, 55)") == (True, True)
    assert scored("It is at (110, 55)") == (False, True)
    assert scored("(300, 55)") == (False, False)
    assert scored("no idea") == (False, False)


def test_a_point_in_a_smaller_picture_means_the_place_in_the_whole_one() -> None:
    assert scored("(55, 27)", (200, 100)) == (True, True)
    assert scored("(110, 55)", (200, 100)) == (False, False)


def test_what_has_no_answer_is_told_and_not_scored() -> None:
    other = Example("2", "Click", Path("a.png"), Box(0, 0, 400, 200), 400, 200, "linux")
    (found,) = accuracies([EXAMPLE, other], {"1": Answer("1", "(110, 55)")})
    assert (found.examples, found.answered, found.strict.mean) == (2, 1, 1)


def test_the_middle_and_chance_are_scored_beside() -> None:
    whole = Example("2", "Click", Path("a.png"), Box(0, 0, 400, 200), 400, 200, "linux")
    (found,) = accuracies([EXAMPLE, whole], {})
    assert found.centre.mean == pytest.approx(1 / 2)
    assert found.chance == pytest.approx((200 / 80_000 + 1) / 2)
    assert found.strict.mean is None


def test_each_platform_is_scored_and_all_of_them_together() -> None:
    phone = Example("2", "Tap", Path("a.png"), Box(0, 0, 10, 10), 400, 200, "android")
    answers = {"1": Answer("1", "(110, 55)"), "2": Answer("2", "(110, 55)")}
    found = accuracies([EXAMPLE, phone], answers)
    assert [(one.platform, one.strict.mean) for one in found] == [("android", 0), ("linux", 1), ("all", 0.5)]


def test_a_file_may_hold_points_or_what_a_model_said(tmp_path: Path) -> None:
    file = tmp_path / "points.jsonl"
    file.write_text(
        '{"id": 1, "x": 10.4, "y": 20}\n\n{"id": "2", "answer": "At (3, 4)", "seen": [200, 100]}\n'
        '{"id": "1", "x": 11, "y": 20}\n',
        "utf-8",
    )
    assert read_answers(file) == {"1": Answer("1", "(11, 20)"), "2": Answer("2", "At (3, 4)", (200, 100))}


@pytest.mark.parametrize("line", ["{}", '{"id": "1"}', '{"id": "1", "x": "a", "y": 2}', "[1]", "x"])
def test_a_line_that_is_no_answer_is_an_error_with_its_number(tmp_path: Path, line: str) -> None:
    file = tmp_path / "points.jsonl"
    file.write_text(f'{{"id": 1, "x": 10, "y": 20}}\n{line}\n', "utf-8")
    with pytest.raises(UsageError, match=r"Line 2 of .* is no answer"):
        read_answers(file)

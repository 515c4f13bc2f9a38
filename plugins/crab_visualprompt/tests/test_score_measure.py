"""What is found on a screen, counted against its truth."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crab_core import Box, Detection, TextLine
from crab_visualprompt.score.measure import Counts, judge_elements, judge_texts
from crab_visualprompt.score.scoring import share
from crab_visualprompt.score.texts import distance, distance_within, plain
from crab_visualprompt.score.truth import Element, Truth

SAVE = Element(Box(100, 100, 80, 40), "button", "Save")
OPEN = Element(Box(300, 100, 80, 40), "button", "Open")


def elements(*told: Detection, truth: Truth | None = None) -> Counts:
    return judge_elements(truth or Truth((SAVE, OPEN), (), ()), told).counts


def texts(*told: TextLine) -> Counts:
    line = TextLine(Box(100, 100, 300, 20), "Wi-Fi and mobile data")
    return judge_texts(Truth((), (line,), (line,)), told).counts


def test_a_box_that_agrees_by_half_is_found_and_one_that_agrees_by_less_is_not() -> None:
    half, less = Detection(Box(100, 100, 40, 40)), Detection(Box(100, 100, 39, 40))
    assert (elements(half).found, elements(less).found) == (1, 0)


def test_a_second_box_on_the_same_element_is_wrong() -> None:
    counts = elements(Detection(SAVE.box), Detection(Box(101, 101, 78, 38)))
    assert (counts.found, counts.right, counts.judged) == (1, 1, 2)


def test_the_box_that_agrees_most_is_taken() -> None:
    near, exact = Detection(Box(104, 100, 80, 40), "?"), Detection(SAVE.box, "Save")
    counts = elements(near, exact)
    assert (counts.agreement, counts.errors) == (1.0, 0)


def test_intersection_over_union_is_that_of_what_was_found() -> None:
    assert elements(Detection(Box(100, 100, 60, 40))).agreement == pytest.approx(0.75)


def test_a_box_whose_middle_is_on_an_element_hits_it_whatever_its_size() -> None:
    small, beside = Detection(Box(135, 115, 10, 10)), Detection(Box(190, 115, 10, 10))
    assert (elements(small).exact, elements(beside).exact) == (1, 0)


def test_the_middle_of_a_row_hits_the_row_only_where_nothing_smaller_lies() -> None:
    row = Element(Box(0, 0, 400, 100), "list item", "Row")
    switch = Element(Box(180, 40, 40, 20), "switch", "On")
    truth = Truth((row, switch), (), ())
    assert elements(Detection(row.box), truth=truth).exact == 1
    assert elements(Detection(row.box), Detection(Box(0, 0, 100, 100)), truth=truth).exact == 2


def test_a_box_lands_where_its_middle_is_on_some_element() -> None:
    counts = elements(Detection(SAVE.box), Detection(Box(105, 105, 10, 10)), Detection(Box(0, 0, 20, 20)))
    assert (counts.lands, counts.exact, counts.told) == (2, 1, 3)


def test_a_surface_that_is_told_is_neither_right_nor_wrong() -> None:
    truth = Truth((SAVE,), (), (), (Box(0, 200, 800, 500),))
    counts = elements(Detection(Box(0, 200, 790, 500)), Detection(Box(500, 0, 20, 20)), truth=truth)
    assert (counts.told, counts.judged, counts.right) == (2, 1, 0)


def test_a_label_is_wrong_by_its_characters_and_never_by_more_than_it_has() -> None:
    near = elements(Detection(SAVE.box, "Sove"), Detection(OPEN.box, "something else altogether"))
    assert (near.characters, near.errors) == (8, 1 + 4)


def test_a_label_may_also_tell_the_texts_in_its_element() -> None:
    row = Element(Box(0, 0, 400, 100), "list item", "Plan", "Plan Modified May 13")
    counts = elements(Detection(row.box, "Plan, Modified May 13"), truth=Truth((row,), (), ()))
    assert counts.errors == 0


def test_an_element_that_nobody_named_has_no_wrong_label() -> None:
    nameless = Element(Box(0, 0, 40, 40), "button", "")
    assert elements(Detection(nameless.box, "x"), truth=Truth((nameless,), (), ())).characters == 0


def test_nothing_told_and_nothing_true_are_counted_as_such() -> None:
    assert elements() == Counts(true=2)
    assert elements(truth=Truth((), (), ())) == Counts()


def test_a_text_that_was_read_in_two_lines_was_read() -> None:
    counts = texts(
        TextLine(Box(100, 100, 60, 18), "Wi-Fi and"), TextLine(Box(170, 100, 100, 18), "mobile data")
    )
    assert (counts.found, counts.exact, counts.errors) == (1, 1, 0)


def test_a_line_that_goes_beyond_its_text_was_read_as_well() -> None:
    assert texts(TextLine(Box(100, 100, 600, 20), "Wi-Fi and mobile data More")).exact == 1


def test_wrong_characters_are_counted_up_to_a_fifth_as_read() -> None:
    some = texts(TextLine(Box(100, 100, 300, 20), "Wi-Fi and mobbbb data"))
    many = texts(TextLine(Box(100, 100, 300, 20), "Wi-Fi xxx xxxxxx data"))
    assert (some.found, some.exact, some.errors) == (1, 0, 3)
    assert (many.found, many.errors) == (0, 9)


def test_what_was_read_elsewhere_is_no_reading_of_the_text() -> None:
    assert texts(TextLine(Box(100, 300, 300, 20), "Wi-Fi and mobile data")).found == 0


def test_a_text_that_ends_with_dots_is_compared_as_far_as_it_shows() -> None:
    cut = TextLine(Box(100, 100, 300, 20), "Wi-Fi and mob...")
    assert texts(cut).errors == 0
    assert texts(TextLine(cut.box, "Wi-Fi and mob")).errors == len("ile data")


def test_a_line_that_says_something_else_than_the_tree_is_wrong() -> None:
    icon = TextLine(Box(10, 10, 24, 24), "Search")
    truth = Truth((), (), (icon,))
    judged = judge_texts(truth, [TextLine(Box(12, 12, 20, 20), "Q"), TextLine(Box(500, 500, 50, 20), "Far")])
    assert (judged.counts.judged, judged.counts.right, judged.wrong) == (1, 0, (Box(12, 12, 20, 20),))


def test_a_line_that_is_a_part_of_what_the_tree_says_is_right() -> None:
    said = TextLine(Box(0, 0, 400, 60), "Plan, Modified May 13")
    judged = judge_texts(Truth((), (), (said,)), [TextLine(Box(10, 30, 150, 20), "Modified May 13")])
    assert (judged.counts.judged, judged.counts.right) == (1, 1)


def test_characters_that_look_alike_are_the_same() -> None:
    assert plain("“It’s 10\u223630”  –\u200b ok") == '"It\'s 10:30" - ok'


@given(st.text("abc", max_size=8), st.text("abc", max_size=8), st.text("abc", max_size=8))
def test_distance_is_a_metric(a: str, b: str, c: str) -> None:
    assert distance(a, b) == distance(b, a)
    assert (distance(a, b) == 0) == (a == b)
    assert distance(a, c) <= distance(a, b) + distance(b, c)


@given(st.text("ab", max_size=6), st.text("ab", max_size=6))
def test_the_distance_to_a_part_is_that_to_the_nearest_part(text: str, longer: str) -> None:
    parts = {longer[i:j] for i in range(len(longer) + 1) for j in range(i, len(longer) + 1)}
    assert distance_within(text, longer) == min(distance(text, part) for part in parts)


def test_a_share_has_an_interval_over_screens_and_none_for_a_single_one() -> None:
    several = share([9, 1, 5], [10, 10, 10])
    assert several.value == pytest.approx(0.5)
    assert several.low is not None
    assert several.high is not None
    assert several.low < 0.5 < several.high
    assert share([1], [4]).low is None
    assert share([0], [0]).value is None

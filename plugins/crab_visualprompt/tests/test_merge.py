"""What becomes of the elements of several sources on one screen."""

from __future__ import annotations

import pytest

from crab_core import Box
from crab_visualprompt.merge import merge
from crab_visualprompt.order import insert, picture_order
from crab_visualprompt.select import Candidate, Selection

SCREEN = (1920, 1080)
NOTHING = Selection((), ())


def element(label: str, x: int, y: int, width: int, height: int, role: str = "button", **more) -> Candidate:
    return Candidate(Box(x, y, width, height), label, role, **more)


def line(text: str, x: int, y: int, width: int = 60, height: int = 18, confidence: float = 0.9) -> Candidate:
    return Candidate(Box(x, y, width, height), text, "text", source="ocr", confidence=confidence)


def icon(x: int, y: int, width: int = 32, height: int = 32, confidence: float = 0.5) -> Candidate:
    return Candidate(Box(x, y, width, height), "", "icon", source="icon", confidence=confidence)


def told(*elements: Candidate, texts: tuple[Candidate, ...] = ()) -> Selection:
    return Selection(elements, texts)


def seen(*parts: Candidate, tree: Selection = NOTHING) -> list[tuple[str, str]]:
    """Source and label of what pixels add."""
    lines = [part for part in parts if part.source == "ocr"]
    icons = [part for part in parts if part.source == "icon"]
    return [(c.source, c.label) for c in merge(tree, lines, icons, SCREEN)[1]]


def named(tree: Selection, *parts: Candidate) -> list[str]:
    """Labels of the tree's elements after merging."""
    lines = [part for part in parts if part.source == "ocr"]
    icons = [part for part in parts if part.source == "icon"]
    return [c.label for c in merge(tree, lines, icons, SCREEN)[0]]


# -- text and icons ----------------------------------------------------------------------------------------


def test_a_text_inside_its_button_becomes_the_buttons_label():
    assert seen(line("Save", 110, 106), icon(100, 100, 80, 30)) == [("icon", "Save")]


def test_a_text_beside_an_icon_stays_a_text():
    assert seen(line("Save", 140, 106), icon(100, 100)) == [("ocr", "Save"), ("icon", "")]


def test_two_lines_inside_one_button_are_read_in_order():
    parts = (line("theme", 110, 126), line("Dark", 110, 104), icon(100, 100, 80, 50))
    assert seen(*parts) == [("icon", "Dark, theme")]


def test_a_text_belongs_to_the_smallest_button_around_it():
    outer, inner = icon(100, 100, 120, 80), icon(105, 105, 70, 24)
    # A box in a box is a piece of it, so the two stand apart enough to be two.
    other = icon(180, 140)
    assert seen(line("Save", 110, 108), inner, outer, other) == [("icon", "Save"), ("icon", "")]


def test_a_letter_that_was_taken_for_an_icon_is_none():
    assert seen(line("Open", 100, 100, 60), icon(102, 101, 14, 15)) == [("ocr", "Open")]


def test_a_piece_of_an_icon_is_none():
    assert seen(icon(100, 100, 64, 64), icon(110, 110, 20, 20), icon(135, 130, 20, 20)) == [("icon", "")]


def test_what_only_surrounds_icons_is_none():
    bar = icon(90, 90, 400, 50)
    assert len(seen(bar, icon(100, 100), icon(150, 100))) == 2


def test_a_paragraph_is_no_button():
    lines = [line(f"line {i}", 110, 110 + 22 * i) for i in range(4)]
    assert len(seen(*lines, icon(100, 100, 150, 110))) == 4


def test_three_lines_still_make_a_button():
    lines = [line(f"line {i}", 110, 110 + 22 * i) for i in range(3)]
    assert [source for source, _ in seen(*lines, icon(100, 100, 150, 90))] == ["icon"]


def test_a_box_around_a_fifth_of_the_screen_is_a_background():
    assert seen(icon(0, 0, 1200, 500)) == []
    assert seen(icon(0, 0, 500, 300)) == [("icon", "")]


def grid(columns: int, rows: int, width: int = 80) -> list[Candidate]:
    return [
        icon(100 + width * x, 200 + 17 * y + y % 2, width - 1 - y % 2, 16)
        for x in range(columns)
        for y in range(rows)
    ]


def test_the_empty_cells_of_a_table_are_no_controls():
    assert seen(*grid(4, 20), line("Ada", 105, 201, 40, 14)) == [("icon", "Ada")]


def test_a_few_boxes_of_one_size_are_controls():
    assert len(seen(*grid(5, 8))) == 40


def test_of_several_boxes_around_one_icon_the_surest_is_kept():
    tree, lines = NOTHING, []
    _, (kept,) = merge(tree, lines, [icon(100, 100, confidence=0.4), icon(102, 101, confidence=0.8)], SCREEN)
    assert (kept.box.x, kept.confidence) == (102, 0.8)


def test_icons_that_only_touch_are_two():
    assert len(seen(icon(100, 100), icon(132, 100))) == 2


def test_a_line_that_was_read_twice_is_one():
    assert seen(line("Save", 100, 100), line("Sawe", 102, 100, confidence=0.6)) == [("ocr", "Save")]


# -- the tree and pixels -----------------------------------------------------------------------------------


def test_what_the_tree_tells_is_not_told_again():
    tree = told(element("Save", 100, 100, 80, 30))
    assert seen(line("Save", 110, 106), icon(101, 99, 80, 32), icon(104, 108, 16, 16), tree=tree) == []
    assert named(tree, line("Sawe", 110, 106)) == ["Save"]


def test_an_element_without_a_name_gets_the_text_that_is_read_on_it():
    tree = told(element("", 100, 100, 80, 30), element("", 300, 100, 80, 30))
    assert named(tree, line("Save", 110, 106)) == ["Save", ""]
    assert seen(line("Save", 110, 106), tree=tree) == []


def test_a_detector_may_see_an_element_somewhat_larger_than_the_tree_tells():
    tree = told(element("", 100, 100, 80, 30))
    assert named(tree, icon(95, 95, 90, 40), line("Save", 110, 106)) == ["Save"]
    assert seen(icon(95, 95, 90, 40), tree=tree) == []


def test_an_element_that_tells_its_value_needs_no_other_name():
    tree = told(element("", 100, 100, 80, 30, "text field", value="Ada"))
    assert named(tree, line("Ada", 110, 106)) == [""]


def test_what_the_tree_does_not_tell_is_taken_from_the_picture():
    tree = told(element("Save", 100, 100, 80, 30))
    assert seen(line("Open", 210, 106), icon(300, 100), tree=tree) == [("ocr", "Open"), ("icon", "")]


def test_a_text_that_the_tree_tells_as_text_is_nothing_to_point_at():
    text = element("Style", 400, 100, 60, 18, "label")
    assert seen(line("Style", 401, 101), tree=told(texts=(text,))) == []
    assert seen(line("Style", 401, 131), tree=told(texts=(text,))) == [("ocr", "Style")]


def test_an_icon_that_is_a_text_of_the_tree_is_none():
    text = element("Style", 400, 100, 60, 18, "label")
    assert seen(icon(401, 99, 58, 20), tree=told(texts=(text,))) == []
    assert seen(icon(465, 99, 58, 20), tree=told(texts=(text,))) == [("icon", "")]


def test_a_button_around_a_text_of_the_tree_is_a_button_with_this_name():
    text = element("Dark", 410, 106, 60, 18, "label")
    assert seen(icon(400, 100, 90, 30), tree=told(texts=(text,))) == [("icon", "Dark")]


def test_what_surrounds_elements_of_the_tree_is_no_element():
    tree = told(element("Save", 100, 100, 80, 30))
    assert seen(icon(90, 90, 300, 60), tree=tree) == []


@pytest.mark.parametrize(
    ("role", "value", "added"),
    [
        ("canvas", "", [("ocr", "Start")]),  # a game draws its own buttons
        ("document", "Start here", []),  # the tree tells the whole text
        ("button", "", []),
    ],
)
def test_what_is_drawn_on_a_surface_is_a_thing_of_its_own(role: str, value: str, added: list):
    tree = told(element("Board", 100, 100, 400, 300, role, value=value))
    assert seen(line("Start", 200, 200), tree=tree) == added


def test_a_large_element_without_a_value_hides_nothing_that_is_seen_in_it():
    page = told(element("", 0, 0, 1000, 900, "group"))
    assert seen(line("Start", 200, 200), tree=page) == [("ocr", "Start")]


def test_a_line_across_two_cells_of_the_tree_is_told_by_them():
    tree = told(element("Ada", 100, 100, 60, 20, "cell"), element("Lovelace", 160, 100, 80, 20, "cell"))
    assert seen(line("Ada Lovelace", 102, 101, 130), tree=tree) == []


def test_all_elements_of_the_tree_stay_in_their_order():
    elements = tuple(element(str(i), 100, 700 - 60 * i, 80, 30) for i in range(9))
    merged, _ = merge(told(*elements), [line("new", 500, 300)], [], SCREEN)
    assert [c.label for c in merged] == [c.label for c in elements]


def test_boxes_without_an_area_are_nothing():
    assert seen(icon(10, 10, 0, 5), line("", 20, 20, 0)) == []


# -- order -------------------------------------------------------------------------------------------------


def labels(items: list[Candidate]) -> list[str]:
    return [item.label for item in items]


def test_what_is_seen_in_an_element_is_read_after_it():
    canvas, after = element("Board", 100, 100, 400, 300, "canvas"), element("Quit", 100, 420, 80, 30)
    found = insert([canvas, after], [line("Stop", 300, 200), line("Start", 200, 200)])
    assert labels(found) == ["Board", "Start", "Stop", "Quit"]


def test_what_is_seen_between_elements_is_read_between_them():
    row = [element("Save", 100, 100, 80, 30), element("Close", 300, 100, 80, 30)]
    assert labels(insert(row, [line("Open", 200, 106)])) == ["Save", "Open", "Close"]
    assert labels(insert(row, [line("Title", 200, 20)])) == ["Title", "Save", "Close"]


def test_columns_of_a_picture_are_read_one_after_the_other():
    side = [line(f"side {i}", 20, 100 + 45 * i, 90) for i in range(5)]
    main = [line(f"main {i}", 400, 112 + 58 * i, 300) for i in range(4)]
    assert labels(picture_order([*main, *side])) == labels([*side, *main])


def test_a_title_above_columns_is_read_before_them():
    title = line("title", 20, 20, 700)
    side = [line(f"side {i}", 20, 100 + 45 * i, 90) for i in range(5)]
    main = [line(f"main {i}", 400, 112 + 58 * i, 300) for i in range(4)]
    assert labels(picture_order([*main, title, *side])) == labels([title, *side, *main])


def test_rows_of_a_table_are_read_across():
    cells = [line(f"{row}{column}", 300 * column, 100 + 40 * row) for row in range(4) for column in range(3)]
    assert labels(picture_order(cells[::-1])) == labels(cells)


def test_icons_with_captions_are_read_in_rows():
    grid = [line(f"{r}{c}", 100 + 160 * c + c % 2, 100 + 140 * r) for r in range(3) for c in range(4)]
    assert labels(picture_order(grid[::-1])) == labels(grid)

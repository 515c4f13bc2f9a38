"""Rows of lists and cells of grids, which have no outline, from the texts and icons that stand in them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from crab_core import Box, Detection, OcrEngine, Screenshot, TextLine, png
from crab_visualprompt.even import runs
from crab_visualprompt.grids import with_cells
from crab_visualprompt.pixels import Pixels
from crab_visualprompt.prompter import PixelMarksPrompter
from crab_visualprompt.rows import with_rows
from crab_visualprompt.select import Candidate

PHONE, DESKTOP = (1080, 2400), (1920, 1080)


def line(text: str, x: int, y: int, width: int = 60, height: int = 20) -> Candidate:
    return Candidate(Box(x, y, width, height), text, "text", source="ocr", confidence=0.9)


def icon(x: int, y: int, side: int = 32, label: str = "") -> Candidate:
    return Candidate(Box(x, y, side, side), label, "icon", source="icon", confidence=0.5)


def empty(size: tuple[int, int] = DESKTOP) -> Pixels:
    return np.full((size[1], size[0], 3), 250, np.uint8)


def rows(seen: Sequence[Candidate], pixels: Pixels | None = None) -> list[Candidate]:
    return [c for c in with_rows(empty() if pixels is None else pixels, seen) if c.role == "row"]


def menu(steps: Sequence[int], x: int = 100, y: int = 100) -> list[Candidate]:
    return [line(f"Item {number}", x, y + step, 50 + 9 * number) for number, step in enumerate(steps)]


# -- even steps --------------------------------------------------------------------------------------------


def test_what_stands_at_even_steps_is_a_run_and_the_rest_is_in_none():
    items = menu((0, 40, 57, 80, 120, 190))
    (run,) = runs(items, 1, least=29, most=150, slack=3)
    assert [c.label for c in run] == ["Item 0", "Item 1", "Item 3", "Item 4"]


def test_short_steps_make_no_run_not_even_of_every_other_line():
    assert not runs(menu(range(0, 240, 20)), 1, least=29, most=150, slack=3)


# -- rows --------------------------------------------------------------------------------------------------


def test_texts_at_even_steps_are_rows_that_meet_each_other():
    found = rows(menu((0, 40, 80, 120)))
    assert [(row.box.y, row.box.height, row.label) for row in found] == [
        (90 + 40 * number, 40, f"Item {number}") for number in range(4)
    ]


def test_texts_here_and_there_are_no_rows():
    assert not rows(menu((0, 40, 130, 190)))


def test_the_lines_of_a_paragraph_are_no_rows():
    assert not rows(menu(range(0, 240, 24)))


def test_a_paragraph_with_empty_lines_is_no_list():
    assert not rows(menu((0, 24, 48, 96, 120, 144, 168, 216)))


def test_a_row_reaches_from_one_upright_edge_to_the_other():
    pixels = empty()
    pixels[60:400, 80:300] = 240
    (box, *_) = [row.box for row in rows(menu((0, 40, 80)), pixels)]
    assert (box.x, box.width) == (80, 220)


def test_without_edges_a_row_is_as_wide_as_the_screen():
    assert {(row.box.x, row.box.width) for row in rows(menu((0, 40, 80)))} == {(0, 1920)}


def test_a_title_its_text_and_its_picture_make_one_row():
    seen = []
    for number in range(4):
        y = 500 + 200 * number
        seen += [line(f"Title {number}", 210, y, 300, 50), line("and its text", 210, y + 60, 500, 44)]
        seen.append(icon(40, y - 10, 120))
    found = rows(seen, empty(PHONE))
    assert [row.label for row in found] == [f"Title {number}, and its text" for number in range(4)]
    assert [row.box.height for row in found] == [200] * 4
    # Half of the space between two rows belongs to each.
    assert all(abs(row.box.y - (500 + 200 * number - 48)) <= 4 for number, row in enumerate(found))


def test_an_icon_at_the_end_of_a_row_is_a_target_of_its_own():
    seen = [*menu((0, 40, 80)), icon(1800, 94), icon(40, 134)]
    left = with_rows(empty(), seen)
    assert [c.box.x for c in left if c.role == "icon"] == [1800]


def test_a_line_of_the_same_column_is_a_row_too_behind_a_separator():
    found = rows([*menu((0, 40, 80)), line("Other", 100, 230)])
    assert [row.box.y for row in found] == [90, 130, 170, 220]


def test_labels_of_fields_are_no_rows():
    fields = [icon(300, 94 + 40 * number, label="Portrait") for number in range(3)]
    assert not rows([*menu((0, 40, 80)), *fields])


def test_nothing_is_lost_where_there_are_no_rows():
    seen = [*menu((0, 40, 130)), icon(40, 400)]
    assert with_rows(empty(), seen) == seen


# -- cells -------------------------------------------------------------------------------------------------


def tile(x: int, y: int, name: str, side: int = 140) -> list[Candidate]:
    """An icon with a text under its middle."""
    width = 20 * len(name)
    return [icon(x, y, side), line(name, x + (side - width) // 2, y + side + 10, width, 40)]


def test_an_icon_and_the_text_under_it_are_one():
    cells, (one,) = with_cells(tile(300, 400, "Files"), PHONE)
    assert not cells
    assert (one.label, one.source) == ("Files", "icon")
    assert one.box == Box(300, 400, 140, 190)


def test_a_text_beside_the_middle_of_an_icon_is_another_thing():
    cells, rest = with_cells([icon(300, 400, 140), line("Files", 400, 550, 100, 40)], PHONE)
    assert (cells, len(rest)) == ([], 2)


def test_a_grid_of_icons_has_cells_that_meet_each_other():
    seen = [one for x in (55, 305, 555, 805) for y in (400, 670) for one in tile(x, y, "App")]
    cells, rest = with_cells(seen, PHONE)
    assert not rest
    assert {(c.box.width, c.box.height, c.label) for c in cells} == {(250, 270, "App")}
    assert sorted({c.box.x for c in cells}) == [0, 250, 500, 750]


def test_a_bar_of_icons_with_texts_has_cells():
    seen = [one for x in (90, 340, 590, 840) for one in tile(x, 2200, "Tab", 70)]
    cells, _ = with_cells(seen, PHONE)
    assert [c.box.width for c in cells] == [250] * 4


def test_icons_of_a_dock_react_as_far_as_the_next_one():
    cells, rest = with_cells([icon(12, 100 + 68 * number, 48) for number in range(5)], DESKTOP)
    assert not rest
    assert cells[1].box == Box(2, 158, 68, 68)


def test_small_icons_beside_each_other_stay_as_they_are():
    seen = [icon(100 + 40 * number, 100, 34) for number in range(6)]
    assert with_cells(seen, DESKTOP) == ([], seen)


def test_a_cell_ends_with_the_screen():
    seen = [one for x in (0, 240, 480, 720) for one in tile(x, 400, "App")]
    assert all(c.box.x >= 0 for c in with_cells(seen, PHONE)[0])


# -- in the prompter ---------------------------------------------------------------------------------------


class Told(OcrEngine):
    """Reads what it was told."""

    name = "told"

    def __init__(self, lines: Sequence[TextLine]) -> None:
        self.lines = lines

    def read(self, pixels: Pixels) -> list[TextLine]:
        return list(self.lines)


class Blind:
    """Detects nothing, and keeps where it was told that texts are."""

    name = "blind"
    texts: Sequence[Box] = ()

    def detect(self, pixels: Pixels, texts: Sequence[Box] = ()) -> list[Detection]:
        self.texts = texts
        return []


def shot() -> Screenshot:
    return Screenshot(png.encode(empty()), *DESKTOP)


def test_a_menu_is_marked_row_by_row():
    engine = Told([TextLine(c.box, c.label, 0.9) for c in menu((0, 40, 80))])
    marked = PixelMarksPrompter(ocr=engine, detector=Blind()).mark(shot(), None)
    assert [(mark.role, mark.label) for mark in marked.elements] == [
        ("row", "Item 0"),
        ("row", "Item 1"),
        ("row", "Item 2"),
    ]


def test_one_letter_may_be_an_icon_that_was_read():
    detector = Blind()
    lines = [
        TextLine(Box(10, 10, 20, 20), "Q"),
        TextLine(Box(10, 90, 60, 20), "Ok"),
        TextLine(Box(10, 50, 70, 20), "Quit"),
    ]
    PixelMarksPrompter(ocr=Told(lines), detector=detector).mark(shot(), None)
    assert {box.y for box in detector.texts} == {90, 50}

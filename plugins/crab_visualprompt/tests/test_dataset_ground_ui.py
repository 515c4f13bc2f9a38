"""Sets of examples, made from screens."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest

from crab_core import Box, Screenshot, UiNode, UiTree, UsageError, png
from crab_visualprompt.dataset.examples import read_examples
from crab_visualprompt.dataset.ground_ui import write_examples
from crab_visualprompt.dataset.instructions import instructions
from crab_visualprompt.score.kept import Screen
from crab_visualprompt.score.truth import Element

SCREEN = Box(0, 0, 800, 600)
CLICKABLE = frozenset(("clickable",))


def element(label: str, x: int = 0, role: str = "button", states: Sequence[str] = ("clickable",)) -> Element:
    return Element(Box(x, 10, 80, 30), role, label, states=frozenset(states))


def told(*elements: Element, platform: str = "linux") -> list[str]:
    return [one.text for one in instructions(elements, platform, SCREEN)]


def screen(shade: int, *names: str) -> Screen:
    pixels = np.full((600, 800, 3), shade, np.uint8)
    buttons = tuple(
        UiNode("button", name, box=Box(10, 10 + 50 * i, 100, 40), states=CLICKABLE)
        for i, name in enumerate(names)
    )
    tree = UiTree(UiNode("desktop", box=SCREEN, children=buttons), 800, 600)
    return Screen(f"screen {shade}", "ubuntu", "linux", Screenshot(png.encode(pixels), 800, 600), tree)


def test_an_instruction_says_what_to_do_with_an_element() -> None:
    assert told(element("Save")) == ['Click the button "Save"']
    assert told(element("Save"), platform="android") == ['Tap the button "Save"']
    assert told(element("Name", role="text field", states=("editable",))) == ['Click into the field "Name"']
    assert told(element("File", role="menu")) == ['Open the menu "File"']
    assert told(element("Odd", role="whatever")) == ['Click "Odd"']


def test_a_switch_is_switched_to_what_it_is_not() -> None:
    assert told(element("Wi-Fi", role="switch", states=("checkable",))) == ['Switch "Wi-Fi" on']
    assert told(element("Wi-Fi", role="switch", states=("checkable", "checked"))) == ['Switch "Wi-Fi" off']
    assert told(element("Done", role="check box", states=("checkable", "checked"))) == ['Uncheck "Done"']


def test_a_name_that_two_elements_have_is_not_asked_for() -> None:
    assert told(element("Edit"), element("edit", x=200), element("Save", x=400)) == [
        'Click the button "Save"'
    ]


def test_a_switch_in_the_row_of_its_name_is_meant_with_the_whole_row() -> None:
    row = Element(Box(0, 0, 400, 60), "list item", "Dark theme, Off", "Dark theme Off", CLICKABLE)
    switch = Element(Box(300, 10, 60, 40), "switch", "Dark theme", states=frozenset(("checkable",)))
    (found,) = instructions([row, switch], "android", SCREEN)
    assert (found.text, found.box) == ('Switch "Dark theme" on', row.box)


def test_what_has_no_name_or_too_long_a_one_or_is_large_is_not_asked_for() -> None:
    large = Element(Box(0, 0, 800, 400), "list item", "All of it", states=CLICKABLE)
    assert told(element(""), element("x" * 61), element('a "b"'), large) == []


def test_a_password_is_not_told() -> None:
    secret = Element(
        SCREEN._replace(height=20),
        "text field",
        "",
        value="hunter2",
        states=frozenset(("editable", "password")),
    )
    assert told(secret) == []


def test_a_set_is_read_as_it_was_written(tmp_path: Path) -> None:
    written = write_examples([screen(10, "Save", "Open"), screen(20, "Help")], tmp_path, per_screen=5)
    assert read_examples(tmp_path) == written
    assert {example.instruction for example in written} == {
        'Click the button "Save"',
        'Click the button "Open"',
        'Click the button "Help"',
    }
    assert written[0].screenshot() == screen(10).screenshot


def test_its_lines_have_the_fields_of_ground_ui(tmp_path: Path) -> None:
    write_examples([screen(10, "Save")], tmp_path, per_screen=5)
    (line,) = (tmp_path / "metadata.jsonl").read_text("utf-8").splitlines()
    fields = json.loads(line)
    assert fields.pop("file_name").startswith("images/")
    assert fields == {
        "id": "00001",
        "instruction": 'Click the button "Save"',
        "bbox": [10, 10, 110, 50],
        "resolution": [800, 600],
        "platform": "linux",
        "source": "crab",
    }


def test_what_all_screens_have_in_one_place_is_there_once(tmp_path: Path) -> None:
    screens = [screen(shade, "Back", f"Page {shade}") for shade in (10, 20, 30)]
    found = [example.instruction for example in write_examples(screens, tmp_path, per_screen=5)]
    assert found.count('Click the button "Back"') == 1
    assert len(found) == 4


def test_equal_seeds_give_equal_sets(tmp_path: Path) -> None:
    names = [f"Button {letter}" for letter in "abcdefghij"]
    one, other, third = (
        [
            e.instruction
            for e in write_examples([screen(1, *names)], tmp_path / str(i), per_screen=4, seed=seed)
        ]
        for i, seed in enumerate((1, 1, 2))
    )
    assert len(one) == 4
    assert one == other
    assert one != third


def test_a_folder_that_holds_something_is_not_written_into(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("", "utf-8")
    with pytest.raises(UsageError, match="not empty"):
        write_examples([], tmp_path, per_screen=1)


def test_a_set_that_was_not_finished_leaves_nothing(tmp_path: Path) -> None:
    def stopped() -> Iterator[Screen]:
        yield screen(10, "Save")
        raise KeyboardInterrupt

    for out in (tmp_path / "new", tmp_path):
        with pytest.raises(KeyboardInterrupt):
            write_examples(stopped(), out, per_screen=1)
        assert not list(tmp_path.iterdir())
    assert write_examples([screen(10, "Save")], tmp_path, per_screen=1) == read_examples(tmp_path)


def test_a_folder_that_cannot_be_made_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(UsageError, match="cannot be written"):
        write_examples([screen(10, "Save")], tmp_path / "file" / "set", per_screen=1)


@pytest.mark.parametrize(
    "damage",
    [
        {"bbox": [10, 10, 5, 50]},
        {"bbox": [10, 10]},
        {"file_name": "../../secret.png"},
        {"resolution": [0, 600]},
        {"instruction": None, "bbox": None},
    ],
)
def test_a_line_that_is_no_example_is_an_error(tmp_path: Path, damage: dict[str, object]) -> None:
    write_examples([screen(10, "Save")], tmp_path, per_screen=5)
    file = tmp_path / "metadata.jsonl"
    file.write_text(json.dumps(json.loads(file.read_text("utf-8")) | damage), "utf-8")
    with pytest.raises(UsageError, match=r"Line 1 of .* is no example"):
        read_examples(tmp_path)


def test_two_examples_of_one_id_are_an_error(tmp_path: Path) -> None:
    write_examples([screen(10, "Save")], tmp_path, per_screen=5)
    file = tmp_path / "metadata.jsonl"
    file.write_text(file.read_text("utf-8") * 2, "utf-8")
    with pytest.raises(UsageError, match="same id"):
        read_examples(tmp_path)

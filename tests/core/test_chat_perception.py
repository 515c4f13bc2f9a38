"""What a model is shown of the devices."""

from __future__ import annotations

import pytest
from scripted import ScriptedModel

import crab_core as crab
from crab_core.chat import Look, See, look

PLAIN = crab.Screenshot(b"plain", 1000, 500)
MARKED = crab.Screenshot(b"marked", 1000, 500)
TREE = crab.UiTree(
    crab.UiNode(
        "window",
        "Settings",
        children=(
            crab.UiNode("button", "Dark", box=crab.Box(5, 5, 50, 20), states=frozenset({"clickable"})),
        ),
    ),
    1000,
    500,
)
MARKS = crab.ElementMap((crab.Mark(1, crab.Box(5, 5, 50, 20), "Dark", "button"),))


def view(name: str = "phone", *, marked: bool = True, **contents: crab.Content) -> crab.View:
    shown = {"screenshot": PLAIN, "ui_tree": TREE, **contents}
    if not marked:
        return crab.View(name, shown)
    return crab.View(name, shown, MARKS, MARKED, '[1] button "Dark"')


def text(seen: Look) -> str:
    return "\n".join(part.text for part in seen.parts if isinstance(part, crab.Text))


def pictures(seen: Look) -> list[crab.Screenshot]:
    return [part for part in seen.parts if isinstance(part, crab.Screenshot)]


@pytest.mark.parametrize(
    ("see", "shown", "listed"),
    [("both", [MARKED], True), ("marks", [MARKED], False), ("screens", [PLAIN], False), ("text", [], True)],
)
def test_what_is_shown_is_a_matter_of_choice(see: See, shown: list[crab.Screenshot], listed: bool) -> None:
    seen = look([view()], see, ScriptedModel())
    assert pictures(seen) == shown
    assert ('[1] button "Dark"' in text(seen)) is listed


def test_a_screen_without_marks_is_shown_as_it_is() -> None:
    assert pictures(look([view(marked=False)], "both", ScriptedModel())) == [PLAIN]


def test_each_device_is_introduced_by_its_name_and_the_size_of_its_picture() -> None:
    seen = look([view("phone"), view("desktop")], "both", ScriptedModel())
    assert [type(part).__name__ for part in seen.parts] == ["Text", "Screenshot", "Text"] * 2
    assert "phone shows this screen of 1000 x 500 pixels:" in text(seen)
    assert set(seen.frames) == {"phone", "desktop"}


def test_the_size_that_is_told_is_the_one_that_the_model_sees() -> None:
    model = ScriptedModel()
    model.image_size = 200
    seen = look([view()], "screens", model)
    assert "200 x 100 pixels" in text(seen)
    assert (seen.frames["phone"].x(100), seen.frames["phone"].y(100)) == (500, 500)
    assert pictures(seen) == [PLAIN], "the backend shrinks it; the bytes stay as they were captured"


def test_texts_that_a_device_shows_are_told_whatever_else_is_seen() -> None:
    for see in ("both", "marks", "screens", "text"):
        assert "clipboard:\ncopied" in text(look([view(clipboard=crab.Text("copied"))], see, ScriptedModel()))


def test_a_device_for_a_computer_use_tool_has_no_marks() -> None:
    seen = look([view("phone"), view("desktop")], "both", ScriptedModel(), computer="desktop")
    assert pictures(seen) == [MARKED, PLAIN]
    assert text(seen).count('[1] button "Dark"') == 1


def test_a_device_for_a_computer_use_tool_is_seen_also_where_the_others_are_read() -> None:
    seen = look([view("phone"), view("desktop")], "text", ScriptedModel(), computer="desktop")
    assert pictures(seen) == [PLAIN]
    assert set(seen.frames) == {"desktop"}


def test_a_device_that_shows_nothing_is_told_all_the_same() -> None:
    assert text(look([crab.View("speaker")], "both", ScriptedModel())) == "speaker shows:\n(nothing)"


def test_a_device_without_a_tree_is_told_by_its_marks_where_there_are_no_pictures() -> None:
    seen = look(
        [crab.View("phone", {"screenshot": PLAIN}, MARKS, MARKED, "[1] icon")], "text", ScriptedModel()
    )
    assert pictures(seen) == []
    assert "[1] icon" in text(seen)

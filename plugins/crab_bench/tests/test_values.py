"""Values that somebody fixes in a file: what the world does not have, or nobody could type, is refused."""

from __future__ import annotations

import pytest

from crab_core import Composition, DefinitionError, Link, Node
from crab_core.compose.realise import draft, realise
from crab_core.compose.typegraph import TypeGraph
from crab_core.families import catalogue
from crab_core.plugins import Plugins

KNOWN = catalogue(Plugins.load())


@pytest.mark.parametrize(
    ("subtask", "values", "reason"),
    [
        ("write_in_vim", {"path": "../../etc/x.txt"}, "is no path below the home folder"),
        ("write_in_vim", {"path": "/etc/x.txt"}, "is no path below the home folder"),
        ("write_in_vim", {"path": "Documents/x.pdf"}, "does not end in .txt"),
        ("write_in_vim", {"content": "two\nlines"}, "is no line of text"),
        ("write_in_vim", {"content": " "}, "is no line of text"),
        ("write_document", {"path": "Documents/x.txt"}, "does not end in .odt"),
        ("make_folder", {"path": "Documents"}, "is there at the start"),
        ("read_file", {"file": "Documents/none.txt"}, "is not there at the start"),
        ("set_wallpaper", {"photo": "Pictures/none.png"}, "is not there at the start"),
        ("brighten_in_gimp", {"photo": "Projects/none.txt"}, "is not there at the start"),
        ("copy_by_extension", {"source": "Nowhere"}, "is no folder with files at the start"),
        ("add_event", {"date": "14 May 2026"}, "is no date in ISO 8601"),
        ("add_event", {"date": "2026-02-30"}, "is no date in ISO 8601"),
        ("find_contact_mail", {"name": "Nobody Here"}, "has no such thing"),
        ("find_photo_date", {"photo": "none.jpg"}, "has no such thing"),
        ("find_address", {"place": "Nowhere"}, "has no such thing"),
        ("look_up_country", {"country": "Nowhere"}, "cannot be made"),
        ("download_picture", {"url": "http://pictures.crab.test/files/none.png"}, "cannot be made"),
    ],
)
def test_what_is_not_there_is_refused_with_the_reason(subtask: str, values: dict[str, str], reason: str):
    made = Composition(id="fixed", nodes=[Node(subtask, values)])
    with pytest.raises(DefinitionError, match=reason) as refused:
        realise(made, KNOWN, 3)
    assert next(iter(values.values())).split("\n")[0] in str(refused.value)


@pytest.mark.parametrize(
    ("nodes", "reason"),
    [
        (
            [("write_in_vim", {"path": "Documents/a.txt"}), ("write_in_editor", {"path": "Documents/a.txt"})],
            "'path' of 'write_in_editor' is 'Documents/a.txt', which is where another sub-task",
        ),
        (
            [("make_folder", {"path": "Projects/New"}), ("write_in_vim", {"path": "Projects/New/a.txt"})],
            "is where another sub-task makes something",
        ),
        (
            [("gray_in_gimp", {"new_photo": "Pictures/a.png"}), ("make_folder", {"path": "Pictures/a.png"})],
            "is where another sub-task makes something",
        ),
        (
            [("add_contact", {"name": "Ida Example"}), ("add_contact", {"name": "Ida Example"})],
            "'name' of 'add_contact' is 'Ida Example', which is added by another sub-task",
        ),
    ],
)
def test_no_two_sub_tasks_make_the_same(nodes: list[tuple[str, dict[str, str]]], reason: str):
    for seed in range(3):
        with pytest.raises(DefinitionError, match=reason):
            draft(Composition(id="same", nodes=[Node(*one) for one in nodes]), KNOWN, seed)
        (_, values), (other, _) = nodes
        made = draft(Composition(id="other", nodes=[Node(*nodes[0]), Node(other)]), KNOWN, seed)
        assert made.parts[0].values.items() >= values.items()


def test_a_contact_that_is_there_is_not_added():
    there = draft(Composition(id="mail", nodes=[Node("find_contact_mail")]), KNOWN, 3).parts[0].values["name"]
    with pytest.raises(DefinitionError, match="is a contact at the start"):
        draft(Composition(id="fixed", nodes=[Node("add_contact", {"name": there})]), KNOWN, 3)


def test_whatever_is_a_kind_of_content_is_one_line():
    for name, subtask in KNOWN.subtasks.items():
        if not KNOWN.types.fits(subtask.output, "content"):
            continue
        assert KNOWN.types.misfit(subtask.output, "two\nlines") == "is no line of text", name
        assert not KNOWN.types.misfit(subtask.output, "2026-05-14 at the latest"), name


def test_a_gray_picture_feeds_only_what_keeps_the_colours_of_the_others():
    assert set(TypeGraph(KNOWN).takers("gray_in_gimp")) == {
        ("set_wallpaper", "photo"),
        ("join_in_gimp", "right"),
        ("stack_in_writer", "top"),
        ("stack_in_writer", "bottom"),
        ("side_by_side_pdf", "left"),
        ("side_by_side_pdf", "right"),
    }


def test_what_is_typed_may_be_anything_that_can_be_typed():
    made = Composition(
        id="fixed", nodes=[Node("write_in_vim", {"path": "Desktop/a b.txt", "content": "Ça va?"})]
    )
    assert '"Ça va?"' in draft(made, KNOWN, 3).description
    assert "~/Desktop/a b.txt" in draft(made, KNOWN, 3).description


def test_whoever_was_found_is_told_of_as_a_person_and_by_name_where_a_text_is_wanted():
    made = Composition(
        id="caller",
        nodes=[Node("find_missed_caller"), Node("find_contact_mail"), Node("keep_note")],
        links=[Link(0, 1, "name"), Link(0, 2, "content")],
    )
    lines = draft(made, KNOWN, 0).description.splitlines()
    assert "open the contact whose call was missed last (step 1) in Contacts" in lines[1]
    assert "whose text is the name of the contact whose call was missed last (step 1)." in lines[2]


def test_a_city_is_told_of_by_name_where_a_text_is_wanted():
    made = Composition(
        id="city",
        nodes=[Node("find_city_by_postcode"), Node("look_up_place"), Node("add_todo")],
        links=[Link(0, 1, "city"), Link(0, 2, "content")],
    )
    lines = draft(made, KNOWN, 0).description.splitlines()
    assert " in the city with the postcode " in lines[1]
    assert "add a task whose title is the name of the city with the postcode " in lines[2]

"""Sub-tasks of the terminal, files and texts: what is drawn for them, what they say, and how they judge."""

from __future__ import annotations

import random
import re
from pathlib import PurePosixPath
from typing import Any

import pytest

from crab_bench.files import solving, solving_folders, solving_texts, world
from crab_bench.files.registration import SUBTASKS, VALUE_TYPES, WORLDS
from crab_bench.files.templates import as_writer_has_it
from crab_core import Box, Composition, ElementMap, Link, Mark, Node, Scene, Turn, UiNode, UiTree, View
from crab_core.compose.part import Part
from crab_core.compose.realise import draft, realise
from crab_core.families import catalogue
from crab_core.plugins import Plugins

NAMES = [spec.name for spec in SUBTASKS]
KNOWN = catalogue(Plugins.load())


def alone(name: str, seed: int) -> tuple[Part, dict[str, Any]]:
    made = draft(Composition(id=name, nodes=[Node(name)]), KNOWN, seed)
    return made.parts[0], dict(made.scene.worlds["ubuntu"])


def furnished(seed: int) -> dict[str, str]:
    chance = random.Random(seed)
    return {**world.letters(chance)["files"], **world.mixed_folders(chance)["files"]}


def test_everything_that_is_registered_is_there() -> None:
    for spec in (*SUBTASKS, *VALUE_TYPES, *WORLDS):
        assert spec.load() is not None
    assert {KNOWN.subtask(name).id for name in NAMES} == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_every_subtask_can_be_made_alone(name: str, seed: int) -> None:
    task = realise(Composition(id=name, nodes=[Node(name)]), KNOWN, seed)
    assert 1 <= len(task.graph) <= 4
    assert task.solution is not None
    assert task.mutants
    assert task.alternatives
    assert "{" not in task.description


@pytest.mark.parametrize("name", NAMES)
def test_what_is_worked_on_is_there_and_what_is_made_is_not(name: str) -> None:
    for seed in range(5):
        part, started = alone(name, seed)
        there = set(started["files"])
        folders = {str(parent) for path in there for parent in PurePosixPath(path).parents}
        for given, kind in part.subtask.inputs.items():
            value = part.values[given]
            if kind.startswith("new_"):
                assert value not in there | folders
            elif kind in ("letter", "photo"):
                assert value in there
            elif kind == "directory":
                assert value in folders


@pytest.mark.parametrize("seed", range(10))
def test_letters_come_in_pairs_of_like_names_that_say_different_things(seed: int) -> None:
    files = world.letters(random.Random(seed))["files"]
    assert len(set(files.values())) == len(files) == 12
    starts = [re.sub(r"\d+\.txt$", "", path) for path in files]
    assert all(starts.count(start) == 2 for start in starts)
    assert all(text.count("\n") == 1 and len(text) < 80 for text in files.values())


@pytest.mark.parametrize("seed", range(10))
def test_every_folder_has_files_of_every_extension_and_some_that_only_look_so(seed: int) -> None:
    files = world.mixed_folders(random.Random(seed))["files"]
    for folder in {str(PurePosixPath(path).parent) for path in files}:
        ends = [path.rpartition(".")[2] for path in files if path.startswith(f"{folder}/")]
        assert all(ends.count(extension) >= 2 for extension in world.EXTENSIONS)
        assert ends.count("bak") == 1


@pytest.mark.parametrize("seed", range(20))
def test_a_clue_is_in_one_file_only_and_does_not_say_all(seed: int) -> None:
    scene = Scene({"ubuntu": {"files": furnished(seed)}}, random.Random(seed))
    clue = world.draw_clue(scene)
    found = [path for path, text in scene.world("ubuntu")["files"].items() if clue in text]
    assert found == [world.letter_saying(scene, clue)]
    assert len(world.says(scene, found[0])) > len(clue)


def test_what_a_file_says_is_not_told() -> None:
    for seed in range(5):
        part, started = alone("read_file", seed)
        assert part.output == started["files"][part.values["file"]].strip()
        assert part.output not in part.subtask.describe(**part.told)


def test_a_found_file_reads_well_where_it_feeds() -> None:
    whole = Composition(
        id="x",
        nodes=[Node("find_text_file"), Node("read_file"), Node("append_line")],
        links=[Link(0, 1, "file"), Link(0, 2, "file"), Link(1, 2, "content")],
    )
    task = realise(whole, KNOWN, 4)
    assert "open the text file that says" in task.description
    assert "the text file the text file" not in task.description


@pytest.mark.parametrize(
    ("content", "written", "same"),
    [
        ("Ann's 1st", "Ann\u2019s 1st", True),
        ('lamp "A" -- on ...', "Lamp \u201cA\u201d \u2013 on \u2026", True),
        ("a.b (c) [d]", "A.b (c) [d]\n", True),
        ("Call Ann", "Call Ann now", False),
        ("Call Ann", "Please call Ann", False),
        ("Call Ann", "Call  Ben", False),
        ("a.b", "axb", False),
    ],
)
def test_only_what_writer_corrects_may_differ(content: str, written: str, same: bool) -> None:
    assert bool(re.search(as_writer_has_it(content), written)) is same


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ("old\nnew (1)\n", True),
        ("old\nolder\nnew (1)", True),
        ("new (1)\n", False),
        ("\nnew (1)\n", False),
        ("old\nnew (1)\nmore\n", False),
        ("old new (1)\n", False),
    ],
)
def test_an_added_line_stands_last_below_what_was_there(text: str, fits: bool) -> None:
    graph = KNOWN.subtask("append_line").checkpoints(file="a", content="new (1)", output="a")
    (node,) = graph.nodes.values()
    (leaf,) = node.leaves()
    pattern = str(leaf.call().arguments["content"])
    assert bool(re.search(pattern, text, re.MULTILINE)) is fits


def test_copying_asks_that_no_other_extension_comes_along() -> None:
    graph = KNOWN.subtask("copy_by_extension").checkpoints(extension="md", source="a", target="b", output="b")
    calls = [leaf.call() for leaf in graph.nodes["copied"].leaves()]
    others = {str(call.arguments["extension"]) for call in calls if call.name == "folder_count"}
    assert others == set(world.EXTENSIONS) - {"md"}


# -- solutions, on screens that are made up ----------------------------------------------------------------


def seen(
    value: str = "", role: str = "terminal", title: str = "Terminal", app: str = "Gnome-terminal"
) -> Turn:
    box = Box(0, 0, 100, 100)
    mark = Mark(1, box, "", role, value, frozenset({"focused"}))
    window = UiNode(role="window", name=title, identifier=app, box=box)
    tree = UiTree(UiNode(role="screen", box=box, children=(window,)), 100, 100)
    return Turn(1, {"ubuntu": View("ubuntu", {"ui_tree": tree}, ElementMap((mark,)))})


def done(running: Any, *turns: Turn) -> tuple[list[str], str | None]:
    """What a solution types, and what it finds, where it sees these screens one after the other."""
    typed, rest = [], iter(turns)
    try:
        call = next(running)
        while True:
            typed.append(str(call.arguments.get("text", call.name)))
            call = running.send(next(rest))
    except StopIteration as end:
        return typed, end.value


def test_a_terminal_that_waits_is_used_as_it_is() -> None:
    waiting = seen("crab@crab:~$ ")
    after = seen("crab@crab:~$ clear; cat ~/a.txt\n")
    typed, _ = done(solving.command(waiting, "ls"), after)
    assert typed == ["ls\n"]
    typed, _ = done(solving.command(seen("~\n~\n~"), "ls"), waiting, after)
    assert typed == ["focus_window", "ls\n"]


def test_a_terminal_is_opened_where_there_is_none_and_waited_for() -> None:
    other = seen("", "text field", title="Untitled", app="Gimp")
    waiting, after = seen("crab@crab:~$ "), seen("crab@crab:~$ ls\n")
    typed, _ = done(solving.command(other, "ls"), waiting, after)
    assert typed == ["search_app", "ls\n"]
    typed, _ = done(solving.command(other, "ls"), other, waiting, after)
    assert typed == ["search_app", "wait_for_window", "ls\n"], "nothing is typed into what is in front"


def test_what_the_terminal_says_is_read_without_its_prompt() -> None:
    shown = seen("One line of text\ncrab@crab:~/Documents$ ")
    assert solving.told_by_terminal(shown) == "One line of text"
    with pytest.raises(LookupError):
        solving.told_by_terminal(seen("crab@crab:~$ "))
    with pytest.raises(LookupError):
        solving.told_by_terminal(seen("text", role="text field"))


def test_a_file_is_read_from_the_screen_only() -> None:
    said = seen("Whatever stands there\ncrab@crab:~$ ")
    typed, found = done(solving_texts.read_in_terminal(seen("crab@crab:~$ "), "Documents/a b.txt"), said)
    assert typed == ["clear; cat ~/'Documents/a b.txt'\n"]
    assert found == "Whatever stands there"


def test_a_file_is_found_among_all_that_are_printed() -> None:
    said = seen(
        "Documents/Lists/a.txt\nThe key is here\nDocuments/Lists/b.txt\nThe cat is there\ncrab@crab:~$ "
    )
    start, window = seen("crab@crab:~$ "), seen(role="text field", title="b.txt - gedit")
    typed, found = done(solving_folders.found_by_reading(start, "The cat is"), said, window, window)
    assert found == "Documents/Lists/b.txt"
    assert typed[1] == "gedit Documents/Lists/b.txt 2> /dev/null &\n"
    with pytest.raises(LookupError):
        done(solving_folders.found_by_reading(start, "The dog is"), said, window)


@pytest.mark.parametrize(
    ("path", "typed"),
    [
        ("Documents/a-1.txt", "~/Documents/a-1.txt"),
        ("My files/a", "~/'My files/a'"),
        ("it's", "~/'it'\\''s'"),
    ],
)
def test_paths_are_quoted_for_a_shell(path: str, typed: str) -> None:
    assert solving.quoted(path) == typed


def test_a_shorter_text_is_another_one() -> None:
    assert solving.shortened("Call Ann") == "Call"
    assert solving.shortened("12") == "1"

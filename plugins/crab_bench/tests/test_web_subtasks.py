"""Web sub-tasks: they can be made from any seed, and ask for nothing that their description does not say."""

from __future__ import annotations

import random
from typing import Any
from urllib.parse import urlsplit

import pytest

from crab_bench.site.addresses import address
from crab_bench.site.render import services
from crab_bench.web import templates, world
from crab_bench.web.registration import SUBTASKS, VALUE_TYPES
from crab_core import Scene, SubTask
from crab_core.compose.composition import Composition, Link, Node
from crab_core.compose.part import Part
from crab_core.compose.realise import draft, realise
from crab_core.errors import DefinitionError
from crab_core.families import catalogue
from crab_core.plugins import Plugins

NAMES = [spec.name for spec in SUBTASKS]
COPYING = ["find_image_link", "share_place", "find_repository_link", "copy_code_example"]
KNOWN = catalogue(Plugins.load())


def alone(name: str, seed: int) -> tuple[Part, dict[str, Any]]:
    made = draft(Composition(id=name, nodes=[Node(name)]), KNOWN, seed)
    return made.parts[0], dict(made.scene.worlds["ubuntu"])


@pytest.fixture
def scene() -> Scene:
    return Scene({"ubuntu": dict(world.edition(random.Random(5)))}, random.Random(5))


def test_everything_that_is_registered_is_there() -> None:
    for spec in (*SUBTASKS, *VALUE_TYPES):
        assert spec.load() is not None
    assert {KNOWN.subtask(name).id for name in NAMES} == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_every_subtask_can_be_made(name: str, seed: int) -> None:
    task = realise(Composition(id=name, nodes=[Node(name)]), KNOWN, seed)
    part, started = alone(name, seed)
    assert 1 <= len(task.graph) <= 4
    assert task.solution is not None
    assert len(task.mutants) == len(task.alternatives) == 1
    assert started["services"] == services(
        int(started["services"]["start.crab.test"]["pages"]["/edition.txt"])
    )
    assert "{" not in task.description
    if part.output and not name.startswith("download_"):  # a download gives the path that it was told
        assert part.output not in task.description


@pytest.mark.parametrize("name", COPYING)
def test_what_is_copied_is_a_line_that_the_page_offers(name: str) -> None:
    for seed in range(5):
        part, started = alone(name, seed)
        assert "\n" not in part.output
        assert part.output not in part.subtask.describe(**part.told)
        offered = [
            content
            for site in started["services"].values()
            for content in site["pages"].values()
            if isinstance(content, str) and f'data-copy="{part.output}"' in content
        ]
        assert len(offered) == 1


@pytest.mark.parametrize("name", COPYING)
def test_checkpoints_name_the_page_that_offers_it(name: str) -> None:
    part, started = alone(name, 3)
    graph = part.subtask.checkpoints(**part.facts)
    opened, copied = (next(iter(node.leaves())).call() for node in graph.nodes.values())
    page = started["services"][opened.arguments["host"]]["pages"][opened.arguments["path"]]
    assert f'data-copy="{part.output}"' in page
    assert copied.arguments["text"] == part.output


@pytest.mark.parametrize(
    ("subtask", "kind"), [(templates.LOOK_UP_COUNTRY, "country"), (templates.LOOK_UP_CITY, "city")]
)
def test_figures_stand_in_the_article_that_is_asked_for(subtask: SubTask, kind: str) -> None:
    for seed in range(5):
        part, started = alone(subtask.id, seed)
        graph = part.subtask.checkpoints(**part.facts)
        opened = next(iter(next(iter(graph.nodes.values())).leaves())).call()
        page = started["services"]["wiki.crab.test"]["pages"][opened.arguments["path"]]
        assert f"<h1>{part.values[kind]}</h1>" in page
        assert f"<td>{part.output}</td>" in page


def test_downloads_are_served_and_may_change_nothing_else() -> None:
    for name in ("download_picture", "download_sheet"):
        part, started = alone(name, 1)
        parts = urlsplit(part.values["url"])
        assert parts.path in started["services"][parts.netloc]["pages"]
        assert part.subtask.may_change is not None
        (may,) = part.subtask.may_change(**part.facts)
        assert may.path == f"files/{part.output}"


def test_a_copied_link_lies_on_the_clipboard_and_leads_to_a_picture() -> None:
    part, started = alone("download_copied_picture", 2)
    assert started["clipboard"] == part.values["link"]
    assert part.values["link"] not in part.subtask.describe(**part.told)


def test_the_web_of_a_task_is_the_same_for_all_its_subtasks() -> None:
    both = Composition(
        id="both",
        nodes=[Node("find_image_link"), Node("download_copied_picture")],
        links=[Link(0, 1, "link")],
    )
    made = draft(both, KNOWN, 4)
    found, saved = made.parts
    assert saved.values["link"] == found.output
    path = urlsplit(found.output).path
    assert path in made.scene.worlds["ubuntu"]["services"]["pictures.crab.test"]["pages"]
    assert "clipboard" not in made.scene.worlds["ubuntu"]


def test_two_that_copy_take_each_other_s_text_away() -> None:
    composition = Composition(
        id="clash",
        nodes=[Node("find_image_link"), Node("copy_code_example"), Node("download_copied_picture")],
        links=[Link(0, 2, "link")],
    )
    with pytest.raises(DefinitionError, match="clipboard"):
        draft(composition, KNOWN, 0)


def test_drawn_texts_go_onto_the_clipboard(scene: Scene) -> None:
    for draw in (world.draw_copied_text, world.draw_copied_link, world.draw_copied_code):
        fresh = scene.copy()
        text = draw(scene)
        assert scene.world("ubuntu")["clipboard"] == text
        scene.restore(fresh)


def test_a_picture_s_address_is_not_drawn_twice(scene: Scene) -> None:
    drawn = {world.draw_picture_url(scene) for _ in range(18)}
    assert len(drawn) == 18
    served = services(world.the_web(scene).edition)["pictures.crab.test"]["pages"]
    assert drawn == {address("pictures.crab.test", path) for path in served if path.startswith("/files/")}


def test_pages_come_only_where_they_are_needed(scene: Scene) -> None:
    assert list(scene.world("ubuntu")["services"]) == ["start.crab.test"]
    world.serve_web(scene)
    world.serve_web(scene)
    assert len(scene.world("ubuntu")["services"]) == 8
    assert scene.world("ubuntu")["applications"] == ["firefox"]

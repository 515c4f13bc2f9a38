"""What is asked for with pictures is judged: near misses do not pass."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image, ImageEnhance

from crab_bench.pictures import templates, templates_country
from crab_bench.site.generate import draw_web
from crab_core import CheckpointGraph, Scene, SubTask, Verdict
from crab_core.families import catalogue
from crab_core.plugins import Plugins
from crab_ubuntu.environment import UbuntuEnvironment
from crab_ubuntu.worlds.photos import draw_photo

PASSED = Callable[[CheckpointGraph, str], bool]
SUBTASKS = [
    templates.BRIGHTEN_IN_GIMP,
    templates.JOIN_IN_GIMP,
    templates.GRAY_IN_GIMP,
    templates.MIRROR_IN_GIMP,
    templates.DARKEN_IN_IMPRESS,
    templates.STACK_IN_WRITER,
    templates.SIDE_BY_SIDE_PDF,
    templates_country.COUNTRY_TO_CALC,
]
PICTURES = {"one.png": 3, "two.jpg": 25, "three.png": 30}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    for name, seed in PICTURES.items():
        suffix = name[name.index(".") :]
        (tmp_path / name).write_bytes(draw_photo(suffix, seed=seed, width=480, height=320))
    return tmp_path


@pytest.fixture
def passed() -> PASSED:
    space = UbuntuEnvironment().evaluator_space

    def judge(graph: CheckpointGraph, name: str) -> bool:
        node = graph.nodes[name]
        calls = [leaf.call() for leaf in node.leaves()]
        outcome = node.decide(iter([space[call.name].judge(call.arguments) for call in calls]))
        return isinstance(outcome, Verdict) and outcome.passed

    return judge


def lit(home: Path, name: str, factor: float) -> None:
    picture = Image.open(home / name).convert("RGB")
    ImageEnhance.Brightness(picture).enhance(factor).save(home / "new.png")


@pytest.mark.parametrize(
    ("subtask", "name", "better", "worse"),
    [
        (templates.BRIGHTEN_IN_GIMP, "a brighter picture exported", 1.2, 0.7),
        (templates.DARKEN_IN_IMPRESS, "a darker picture exported", 0.7, 1.2),
    ],
)
def test_a_picture_in_another_light(
    home: Path, passed: PASSED, subtask: SubTask, name: str, better: float, worse: float
) -> None:
    for photo in ("one.png", "two.jpg"):
        graph = subtask.checkpoints(photo=photo, new_photo="new.png", output="new.png")
        lit(home, photo, better)
        assert passed(graph, name)
        assert passed(graph, "exported as PNG")
        for other, factor in ((photo, worse), (photo, 1.0), ("three.png", better)):
            lit(home, other, factor)
            assert not passed(graph, name)


@pytest.mark.parametrize(
    ("subtask", "name", "towards"),
    [
        (templates.BRIGHTEN_IN_GIMP, "a brighter picture exported", "white"),
        (templates.DARKEN_IN_IMPRESS, "a darker picture exported", "black"),
    ],
)
def test_a_picture_is_not_washed_out_nor_another_one(
    home: Path, passed: PASSED, subtask: SubTask, name: str, towards: str
) -> None:
    for photo in PICTURES:
        graph = subtask.checkpoints(photo=photo, new_photo="new.png", output="new.png")
        for shown in PICTURES:
            picture = Image.open(home / shown).convert("RGB")
            plain = Image.new("RGB", picture.size, towards)
            for share, right in ((0.2, True), (0.9, False), (1.0, False)):
                Image.blend(picture, plain, share).save(home / "new.png")
                assert passed(graph, name) == (right and shown == photo), (photo, shown, share)


def test_a_gray_picture_is_the_same_one(home: Path, passed: PASSED) -> None:
    graph = templates.GRAY_IN_GIMP.checkpoints(photo="two.jpg", new_photo="new.png", output="new.png")
    names = ("a picture without colours exported", "the same picture")
    for photo, mode, right in (("two.jpg", "L", True), ("two.jpg", "RGB", False), ("one.png", "L", False)):
        Image.open(home / photo).convert(mode).save(home / "new.png")
        assert all(passed(graph, name) for name in names) == right


def test_a_mirrored_picture_is_not_turned(home: Path, passed: PASSED) -> None:
    graph = templates.MIRROR_IN_GIMP.checkpoints(photo="two.jpg", new_photo="new.png", output="new.png")
    name = "the mirrored picture exported"
    for turn, right in (("FLIP_LEFT_RIGHT", True), ("FLIP_TOP_BOTTOM", False), ("ROTATE_180", False)):
        Image.open(home / "two.jpg").transpose(Image.Transpose[turn]).save(home / "new.png")
        assert passed(graph, name) == right


def test_joined_pictures_lie_in_their_order(home: Path, passed: PASSED) -> None:
    graph = templates.JOIN_IN_GIMP.checkpoints(
        left="one.png", right="two.jpg", new_photo="new.png", output="new.png"
    )

    def joined(left: str, right: str, down: int = 0) -> bool:
        whole = Image.new("RGB", (480 if down else 960, 320 + down))
        whole.paste(Image.open(home / left), (0, 0))
        whole.paste(Image.open(home / right), (0, down) if down else (480, 0))
        whole.save(home / "new.png")
        return passed(graph, "the pictures joined")

    assert joined("one.png", "two.jpg")
    assert not joined("two.jpg", "one.png")
    assert not joined("one.png", "three.png")
    assert not joined("one.png", "two.jpg", down=320)


def test_the_figures_are_those_of_the_web_of_the_task() -> None:
    country = draw_web(5).countries[2]
    graph = templates_country.COUNTRY_TO_CALC.checkpoints(
        country=country.name, edition="5", new_spreadsheet="a.ods", output="a.ods"
    )
    wanted = {
        name: leaf.call().arguments.get("value") for name, n in graph.nodes.items() for leaf in n.leaves()
    }
    assert wanted["population in B1"] == country.population
    assert wanted["capital in A1"] == country.capital
    assert wanted["currency in C1"] == country.currency


def test_the_edition_is_that_of_the_scene_and_is_not_told() -> None:
    scene = catalogue(Plugins.load()).scene(["ubuntu"], 3)
    assert templates_country.EDITION.draw is not None
    edition = templates_country.EDITION.draw(scene)
    assert edition.isdigit()
    assert templates_country.EDITION.show(edition) == "current"


@pytest.mark.parametrize("subtask", SUBTASKS, ids=lambda one: one.id)
def test_only_the_new_file_may_change(subtask: SubTask) -> None:
    given = {name: f"{name}.x" for name in subtask.inputs} | (
        {"edition": "1"} if "edition" in subtask.inputs else {}
    )
    new = next(name for name in subtask.inputs if name.startswith("new_"))
    assert subtask.value is not None
    assert subtask.may_change is not None
    output = subtask.value(Scene({}), **given)
    assert output == given[new]
    (may,) = subtask.may_change(**given, output=output)
    assert may.path == f"files/{given[new]}"
    assert list(may.kinds) == ["added"]

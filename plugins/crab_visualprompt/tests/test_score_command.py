"""Subjects that are scored, tables of their scores, and the command around it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from crab_core import (
    AgentError,
    Box,
    Detection,
    DetectorSpec,
    Screenshot,
    TextLine,
    UiNode,
    UiTree,
    UnknownNameError,
    UsageError,
    hookimpl,
    png,
)
from crab_core.plugins import Plugins
from crab_visualprompt.commands.vision import vision
from crab_visualprompt.score.kept import Keeper, Screen
from crab_visualprompt.score.scoring import Score, score
from crab_visualprompt.score.subjects import Subject, baselines, named, registered
from crab_visualprompt.score.tables import markdown, tables

SAVE = Box(100, 100, 80, 44)


def screen(platform: str = "linux", name: str = "one") -> Screen:
    tree = UiTree(
        UiNode(
            "desktop",
            box=Box(0, 0, 640, 480),
            children=(
                UiNode("button", "Save", box=SAVE, states=frozenset(("clickable",))),
                UiNode("label", "Plan", box=Box(300, 100, 60, 20)),
            ),
        ),
        640,
        480,
    )
    picture = png.encode(np.full((480, 640, 3), len(name), np.uint8))
    return Screen(name, "pages", platform, Screenshot(picture, 640, 480), tree)


def finder(*boxes: Box, name: str = "fake") -> Subject:
    return Subject(name, "detector", lambda _screen, _pixels: [Detection(box, "Save") for box in boxes])


def only(scores: Sequence[Score]) -> Score:
    (found,) = scores
    return found


class FakeDetector:
    """Finds what its options say."""

    name = "fake"

    def __init__(self, *, x: int = 100, weights: str = "here") -> None:
        if not weights:
            raise AgentError("The weights are missing.", advice="Download them.")
        self._x = x

    def detect(self, pixels: Any) -> list[Detection]:
        return [Detection(Box(self._x, 100, 80, 40), "Save")]


class Plugin:
    """Registers the detector."""

    @hookimpl
    def crab_register_detectors(self) -> list[DetectorSpec]:
        return [DetectorSpec("fake", "Fake.", f"{__name__}:FakeDetector")]


@pytest.fixture
def plugins() -> Plugins:
    made = Plugins()
    made.register("test", Plugin)
    return made


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    Keeper(tmp_path).keep(screen())
    return tmp_path


def test_screens_of_a_platform_are_added_up() -> None:
    screens = [screen(), screen(name="other"), screen("android", "phone")]
    scores, _ = score([finder(SAVE, Box(0, 0, 50, 50))], screens)
    assert [(s.platform, s.screens, s.recall.value, s.precision.value) for s in scores] == [
        ("android", 1, 1, 0.5),
        ("linux", 2, 1, 0.5),
    ]


def test_a_text_is_scored_by_its_characters() -> None:
    reader = Subject("fake", "ocr", lambda _screen, _pixels: [TextLine(Box(300, 100, 60, 20), "Plum")])
    found = only(score([reader], [screen()])[0])
    assert (found.error.value, found.recall.value) == (0.5, 0)


def test_a_subject_that_fails_at_a_screen_has_no_score() -> None:
    def fail(shown: Screen, _pixels: Any) -> list[Detection]:
        if shown.name == "other":
            raise AgentError("broken")
        return []

    scores, failed = score([Subject("bad", "detector", fail), finder(SAVE)], [screen(), screen(name="other")])
    assert [s.name for s in scores] == ["fake"]
    assert [(f.name, f.reason) for f in failed] == [("bad", "broken")]


def test_the_baselines_are_a_grid_the_whole_screen_and_nothing() -> None:
    scores, _ = score(baselines({"detector"}), [screen()])
    assert [(s.name, s.counts.told, s.recall.value) for s in scores] == [
        ("grid", 300, 0),
        ("whole screen", 1, 0),
        ("nothing", 0, 0),
    ]
    assert [(s.name, s.kind) for s in baselines({"ocr"})] == [("nothing", "ocr")]


def test_a_subject_takes_options_and_shows_them(plugins: Plugins) -> None:
    subject = named(plugins, "detector", "fake", {"fake": {"x": 300}})
    assert subject.name == "fake x=300"
    assert only(score([subject], [screen()])[0]).recall.value == 0
    assert only(score([named(plugins, "detector", "fake", {})], [screen()])[0]).recall.value == 1


def test_wrong_options_and_names_are_errors(plugins: Plugins) -> None:
    with pytest.raises(UsageError, match="colour"):
        named(plugins, "detector", "fake", {"fake": {"colour": 1}})
    with pytest.raises(UnknownNameError, match="'fake'"):
        named(plugins, "detector", "fade", {})


def test_what_cannot_be_had_here_is_told_with_what_to_do(plugins: Plugins) -> None:
    subjects, missing = registered(plugins, {"fake": {"weights": ""}})
    assert subjects == []
    assert [(m.kind, m.name, m.reason) for m in missing] == [
        ("detector", "fake", "The weights are missing. Download them.")
    ]


def test_tables_show_shares_in_percent_and_leave_out_what_has_no_rows() -> None:
    scores, _ = score([finder(SAVE)], [screen()])
    ((title, (headings, rows)),) = tables(scores)
    cells = dict(zip(headings, rows[0], strict=True))
    assert title == "Elements that can be pointed at"
    assert (cells["what"], cells["recall"], cells["IoU"]) == ("fake (detector)", "100.0", "1.00")
    assert markdown((["a", "b", "c"], [["1", "2", "3"]])).splitlines()[1] == "| :-- | :-- | --: |"


def run(*arguments: str) -> dict[str, Any]:
    done = CliRunner().invoke(vision, ["score", *arguments, "--json"], catch_exceptions=False)
    facts: dict[str, Any] = json.loads(done.stdout)
    return facts


def test_the_command_scores_a_prompter_beside_the_baselines(folder: Path) -> None:
    scores = run(str(folder), "--prompter", "marks")["scores"]
    assert [one["name"] for one in scores] == ["marks", "grid", "whole screen", "nothing"]
    assert scores[0]["recall"]["value"] == 1
    assert scores[0]["platform"] == "linux"


def test_the_command_draws_what_was_found_and_missed(folder: Path, tmp_path: Path) -> None:
    run(str(folder), "--prompter", "marks", "--pictures", str(tmp_path / "drawn"))
    drawn = {path.name.split("-one")[0]: path for path in (tmp_path / "drawn").iterdir()}
    found = png.decode(drawn["prompter-marks"].read_bytes())[SAVE.y, SAVE.x]
    missed = png.decode(drawn["detector-nothing"].read_bytes())[SAVE.y, SAVE.x]
    assert found[1] > found[0]
    assert missed[0] > missed[1]


def test_options_are_for_the_one_that_they_name(folder: Path) -> None:
    (named_so, *_) = run(str(folder), "--prompter", "marks", "-o", "marks.texts=true")["scores"]
    assert named_so["name"] == "marks texts=True"
    assert named_so["boxes"] == 2
    with pytest.raises(UsageError, match=r"NAME\.KEY=VALUE"):
        run(str(folder), "--prompter", "marks", "-o", "texts=true")


def test_what_is_named_twice_is_scored_once(folder: Path) -> None:
    done = CliRunner().invoke(vision, ["score", str(folder), "--json", *["--detector", "contours"] * 2])
    names = [one["name"] for one in json.loads(done.output)["scores"]]
    assert names.count("contours") == len({one["platform"] for one in json.loads(done.output)["scores"]})


def test_an_option_for_what_is_not_scored_is_an_error(folder: Path) -> None:
    asked = ["score", str(folder), "--detector", "contours", "-o", "contour.contrast=9"]
    done = CliRunner().invoke(vision, asked)
    assert isinstance(done.exception, UnknownNameError)
    assert "contours" in done.exception.advice


def test_what_was_named_and_fails_makes_the_command_fail(folder: Path) -> None:
    asked = ["score", str(folder), "--ocr", "tesseract", "-o", "tesseract.language=xx"]
    done = CliRunner().invoke(vision, asked)
    assert done.exit_code == 3
    assert "not scored: ocr tesseract language=xx" in done.stderr


@pytest.mark.parametrize("command", ["pictures", "capture"])
def test_a_folder_that_cannot_be_made_is_told(folder: Path, tmp_path: Path, command: str) -> None:
    (tmp_path / "file").touch()
    below = str(tmp_path / "file" / "below")
    asked = {
        "pictures": ["score", str(folder), "--detector", "contours", "--pictures", below],
        "capture": ["capture", below, "--environment", "android", "--screens", "1"],
    }
    done = CliRunner().invoke(vision, asked[command])
    assert isinstance(done.exception, UsageError)
    assert "cannot be written: Not a directory" in done.exception.message


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (["--provider", "simulatd"], "simulatd"),
        (["--provider", "simulated", "-o", "colour=1"], "colour"),
    ],
)
def test_a_wrong_provider_or_option_is_told_by_name(tmp_path: Path, wrong: list[str], said: str) -> None:
    asked = ["capture", str(tmp_path / "screens"), "--environment", "android", *wrong]
    done = CliRunner().invoke(vision, asked)
    assert isinstance(done.exception, UsageError)
    assert said in done.exception.message
    assert not (tmp_path / "screens" / "screens.jsonl").exists()

"""How the weights for XFeat are made: pairs, what is true of them, desktops to learn from, and learning."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from crab_core import Box, EnvironmentUnavailable, InvalidAction, Problem, RemoteError, UiNode, UiTree

torch = pytest.importorskip("torch", reason="XFeat needs torch: scripts/setup --vision")

from crab_visualprompt.match.xfeat.matcher import load  # noqa: E402 - torch first
from crab_visualprompt.match.xfeat.model import XFeat  # noqa: E402

FOLDER = Path(__file__).parents[1] / "training"
NAMES = tuple(file.stem for file in FOLDER.glob("*.py"))


@pytest.fixture(scope="module")
def scripts() -> Iterator[SimpleNamespace]:
    """The modules of the training; they lie beside each other in no package."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(FOLDER))
        yield SimpleNamespace(**{name: __import__(name) for name in NAMES})
    for name in NAMES:
        del sys.modules[name]


@pytest.fixture
def picture(scripts: SimpleNamespace) -> Any:
    return scripts.pictures.drawing(np.random.default_rng(5))


# Pairs


@pytest.mark.parametrize("zoom", [-1.2, -0.5, 0.0, 0.3])
def test_a_view_shows_what_its_homography_says(scripts: SimpleNamespace, zoom: float):
    picture = np.full((600, 800), 255, np.uint8)
    places = np.array([[350.0, 250.0], [450.0, 290.0], [400.0, 340.0]])
    for x, y in places.astype(int):
        picture[y - 4 : y + 5, x - 4 : x + 5] = 0
    homography = scripts.pairs._view((400, 300), zoom, np.random.default_rng(2), 256, 1.0)
    view = scripts.pairs._warped(picture, homography, 256)
    seen = scripts.pairs.mapped(places, homography)
    for x, y in seen:
        around = 255.0 - view[int(y) - 8 : int(y) + 9, int(x) - 8 : int(x) + 9]
        rows, columns = np.mgrid[int(y) - 8 : int(y) + 9, int(x) - 8 : int(x) + 9]
        centre = (around * columns).sum() / around.sum(), (around * rows).sum() / around.sum()
        assert np.hypot(centre[0] - x, centre[1] - y) < 0.15


def test_what_is_shown_smaller_is_averaged(scripts: SimpleNamespace):
    fine = (np.indices((600, 800)).sum(axis=0) % 2 * 255).astype(np.uint8)
    smaller = np.array([[0.31, 0, 3], [0, 0.31, 5], [0, 0, 1]])
    view = scripts.pairs._warped(fine, smaller, 128)
    assert view.std() < 30
    assert abs(view.mean() - 127) < 8


def test_a_pair_of_views_shows_the_same_through_its_homography(scripts: SimpleNamespace, picture: Any):
    chance = np.random.default_rng(1)
    alike = []
    for _ in range(6):
        one = scripts.pairs.pair(picture, chance, 192, 1.0)
        moved = cv2.warpPerspective(one.first, one.homography, (192, 192))
        both = cv2.warpPerspective(np.ones((192, 192), np.uint8), one.homography, (192, 192)) > 0
        alike.append(abs(float(np.corrcoef(moved[both], one.second[both])[0, 1])))
    assert min(alike) > 0.75


# What is true of a pair


def test_cells_and_corners_of_a_picture_and_its_copy_are_the_same(scripts: SimpleNamespace, picture: Any):
    view = np.ascontiguousarray(picture[100:228, 100:228])
    of = scripts.losses.targets(scripts.pairs.Pair(view, view, np.eye(3)), np.random.default_rng(0))
    assert len(of.first) == 16 * 16
    assert torch.equal(of.first, of.second)
    assert set(of.offsets.tolist()) == {4 * 8 + 4}
    assert len(of.keypoints[0]) > 5
    assert torch.equal(*of.keypoints)
    assert torch.equal(*of.corners)
    for x, y in of.keypoints[0].int().tolist():
        assert of.corners[0][y // 8 * 16 + x // 8] < 64


def test_what_moved_is_in_another_cell_and_place(scripts: SimpleNamespace, picture: Any):
    """By three pixels to the left and ten down: one cell and two pixels."""
    first, second = picture[100:228, 100:228], picture[90:218, 103:231]
    homography = np.array([[1, 0, -3], [0, 1, 10], [0, 0, 1.0]])
    of = scripts.losses.targets(scripts.pairs.Pair(first, second, homography), np.random.default_rng(0))
    assert torch.equal(of.second - of.first, torch.full_like(of.first, 16))
    # The second's cell shows, in the first, what lies three right of the cell's corner and two up.
    assert set(of.offsets.tolist()) == {(4 - 2) * 8 + 4 + 3}
    assert len(of.keypoints[0]) > 5
    assert torch.equal(
        of.keypoints[1] - of.keypoints[0], torch.tensor([[-3.0, 10.0]]).expand_as(of.keypoints[0])
    )


def test_descriptors_that_find_each_other_lose_less(scripts: SimpleNamespace):
    own = torch.eye(64)[:20]
    assert -scripts.losses._likely(own, own).mean() < 0.01
    assert -scripts.losses._likely(own, own.roll(1, 0)).mean() > 15


# Learning


@pytest.fixture
def small(scripts: SimpleNamespace, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.setattr(scripts.train, "PAIRS", 2)
    monkeypatch.setattr(scripts.train, "SIZE", 64)
    threads = torch.get_num_threads()
    torch.set_num_threads(1)  # there is too little to share out
    yield scripts.train
    torch.set_num_threads(threads)


def learned(small: Any, pictures: list[Any], steps: int) -> tuple[XFeat, list[dict[str, float]]]:
    torch.manual_seed(0)
    network = XFeat()
    return network, list(small.train(network, pictures, [], 3, small.Schedule(steps, 1e-2, 2, 3)))


def test_learning_lowers_the_losses_and_is_the_same_for_the_same_seed(small: Any, picture: Any):
    _, lines = learned(small, [picture], 12)
    assert [line["step"] for line in lines] == list(range(1, 13))
    assert {"match", "sparse", "reliable", "fine", "corner"} < set(lines[0])
    first, last = (sum(line["corner"] for line in part) for part in (lines[:3], lines[-3:]))
    assert last < 0.8 * first
    _, again = learned(small, [picture], 2)
    assert again[1]["total"] == pytest.approx(lines[1]["total"], rel=1e-2)
    _, others = learned(small, [picture.T], 2)
    assert others[1]["total"] != pytest.approx(lines[1]["total"], rel=1e-2)


def test_views_learned_by_heart_are_matched(small: Any, picture: Any):
    torch.manual_seed(0)
    network = XFeat().train()
    optimiser = torch.optim.Adam(network.parameters(), 3e-3)
    batch = [small._pair(picture, np.random.default_rng(seed)) for seed in (0, 1)]
    told = []
    for _ in range(12):
        optimiser.zero_grad()
        total, parts = small._loss(network, *map(list, zip(*batch, strict=True)))
        total.backward()
        optimiser.step()
        told.append(parts)
    assert told[-1]["match"] < 0.6 * told[0]["match"]
    assert told[-1]["sparse"] < 0.6 * told[0]["sparse"]


def test_the_rate_rises_stays_and_falls_to_hardly_anything(scripts: SimpleNamespace):
    schedule = scripts.train.Schedule(100, highest=1.0, rising=10, falling=20)
    rates = [schedule.rate(step) for step in range(1, 101)]
    assert rates[0] == pytest.approx(0.1)
    assert rates[10:80] == [1.0] * 70
    assert rates[-1] == pytest.approx(0.05)
    assert rates[80:] == sorted(rates[80:], reverse=True)


def test_written_weights_can_be_loaded(small: Any, picture: Any, tmp_path: Path):
    network, _ = learned(small, [picture], 2)
    small.save(network, tmp_path / "new.pt")
    loaded = load(str(tmp_path / "new.pt"))
    assert torch.allclose(loaded.skip1[1].weight, network.skip1[1].weight, atol=1e-3)
    assert (tmp_path / "new.pt").stat().st_size < 4 << 20


def test_without_desktops_it_says_what_is_missing_and_how_to_go_on(
    scripts: SimpleNamespace,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    def missing(*_: Any) -> None:
        raise EnvironmentUnavailable("bwrap is not installed.", advice="apt install bubblewrap.")

    monkeypatch.setattr(scripts.train, "keep", missing)
    monkeypatch.setattr(sys, "argv", ["train.py", "--out", str(tmp_path / "new.pt")])
    with pytest.raises(SystemExit) as raised:
        scripts.train.main()
    assert raised.value.code == 2
    said = capsys.readouterr().err
    assert all(part in said for part in ("bwrap is not installed", "apt install", "--without-desktops"))
    assert not list(tmp_path.glob("*.pt"))


def test_screens_that_are_there_are_taken_as_they_are(
    scripts: SimpleNamespace, small: Any, picture: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    for name in ("desktop/a-1", "phone/org.crab.maps-001", "phone/org.crab.tasks-002"):
        (tmp_path / "screens" / name).parent.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(tmp_path / "screens" / f"{name}.png"), picture)
    seen: list[int] = []

    def pretend(_network: Any, desktops: list[Any], phones: list[Any], *_: Any) -> Iterator[dict[str, float]]:
        seen.extend((len(desktops), len(phones)))
        yield {"step": 10, "total": 1.0}

    monkeypatch.setattr(small, "train", pretend)
    log = tmp_path / "log.jsonl"
    asked = ["train.py", "--out", str(tmp_path / "new.pt"), "--steps", "10", "--log", str(log)]
    monkeypatch.setattr(sys, "argv", asked)
    assert small.main() == 0
    assert seen == [1, 1]  # Maps is held out
    assert [json.loads(line)["step"] for line in log.read_text().splitlines()] == [10]
    load(str(tmp_path / "new.pt"))


# Desktops


def test_worlds_can_be_and_are_the_same_for_the_same_seed(scripts: SimpleNamespace):
    read_world = pytest.importorskip("crab_ubuntu.worlds.world").read_world
    of = scripts.desktop_worlds
    refused = {of.OPENS[name][0] for name in scripts.desktops.HELD_OUT}
    opened = set()
    for number in range(3):
        one, same = (of.world(np.random.default_rng([0, number]), scripts.desktops.TRAINED) for _ in "ab")
        assert one == same
        opened |= {window["app"] for window in one["windows"]}
        # Which settings there are depends on what is installed.
        read = read_world({**one, "gsettings": {}})
        assert set(read.files) >= set(one["files"])
        for window in one["windows"]:
            for path in window["open"]:
                assert "://" in path or path in one["files"] or f"{path}/" in "".join(one["files"])
    assert len(opened) > 2
    assert not opened & refused
    held_out = of.world(np.random.default_rng(0), scripts.desktops.HELD_OUT)
    assert {window["app"] for window in held_out["windows"]} <= refused


class Desk:
    """A desktop whose screen changes with each action."""

    def __init__(self, windows: list[list[str]], refuses: Exception | None = None) -> None:
        self.windows, self.refuses = windows, refuses
        self.acted: list[str] = []

    def settle(self) -> None:
        pass

    def observe(self) -> dict[str, Any]:
        at = min(len(self.acted), len(self.windows) - 1)
        screen = np.full((540, 960), 20 * at, np.uint8)
        _, data = cv2.imencode(".png", screen)
        node = UiNode("button", "OK", Box(10, 20, 30, 40), frozenset({"clickable"}))
        lines = [json.dumps({"app": app, "title": app, "focused": True}) for app in self.windows[at]]
        return {
            "screenshot": SimpleNamespace(data=data.tobytes()),
            "ui_tree": UiTree(node, 960, 540),
            "windows": SimpleNamespace(text="\n".join(lines)),
        }

    def act(self, name: str, arguments: dict[str, Any]) -> None:
        self.acted.append(name)
        if self.refuses is not None:
            raise self.refuses


def played(scripts: SimpleNamespace, desk: Desk) -> list[bytes]:
    return list(scripts.desktops._played(desk, np.random.default_rng(0), scripts.desktops.TRAINED))


def test_screens_are_kept_once(scripts: SimpleNamespace):
    assert len(played(scripts, Desk([["Gedit"]]))) == 1
    shots = played(scripts, Desk([["Gedit"]] * 4))
    assert len(shots) == len(set(shots)) == 4


def test_what_is_held_out_ends_a_walk(scripts: SimpleNamespace):
    assert len(played(scripts, Desk([["Gedit"], ["Gedit"], ["Gedit", "libreoffice-calc"], ["Gedit"]]))) == 2
    assert played(scripts, Desk([["gnome-control-center"]])) == []


@pytest.mark.parametrize(
    "refuses",
    [InvalidAction("no", [Problem("x", "no")]), RemoteError("DeviceError", "no overview", "")],
    ids=["refused", "failed"],
)
def test_an_action_that_does_not_work_ends_no_walk(scripts: SimpleNamespace, refuses: Exception):
    desk = Desk([["Gedit"]] * 4, refuses)
    assert len(played(scripts, desk)) == 4
    assert len(desk.acted) == scripts.desktops.MOVES


# Figures


def test_figures_tell_a_perfect_matcher_from_one_that_finds_nothing(scripts: SimpleNamespace, picture: Any):
    chance = np.random.default_rng(0)
    pairs = [scripts.pairs.pair(picture, chance, scripts.evaluate.SIZE, 0.0) for _ in range(2)]
    places = np.random.default_rng(1).uniform(100, 380, (60, 2))
    todo = iter(pairs)

    def perfect(_first: Any, _second: Any) -> Any:
        return np.c_[places, scripts.pairs.mapped(places, next(todo).homography)]

    best = scripts.evaluate._figures(perfect, pairs)
    assert (best["placed"], best["right_share"], best["right_points"]) == (1.0, 1.0, 60.0)
    none = scripts.evaluate._figures(lambda *_: np.zeros((0, 4)), pairs)
    assert (none["placed"], none["right_share"], none["right_points"]) == (0.0, 0.0, 0.0)

"""Folders of screens, and walks that fill them."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest

from crab_core import (
    Box,
    Environment,
    EnvironmentSpec,
    InvalidAction,
    Problem,
    Screenshot,
    UiNode,
    UiTree,
    UsageError,
    action,
    hookimpl,
    observation,
    png,
)
from crab_core.plugins import Plugins
from crab_visualprompt.score.capture import Order, capture
from crab_visualprompt.score.kept import Keeper, Screen, read_screens
from crab_visualprompt.score.walk import Walk

CLICKABLE = frozenset(("clickable",))


@action
def click(env: Any, x: int, y: int) -> None:
    """Click somewhere."""
    env.click(x, y)


@action
def search_app(env: Any, name: str) -> None:
    """Open an application."""
    if name not in env.pages:
        raise InvalidAction(f"There is no {name}.", [Problem("name", "not installed")])
    env.page = name


@observation
def screenshot(env: Any) -> Screenshot:
    """The screen."""
    return Screenshot(png.encode(env.pixels()), 320, 240)


@observation
def ui_tree(env: Any) -> UiTree:
    """The elements."""
    buttons = tuple(
        UiNode("button", name, box=Box(10, 10 + 40 * i, 100, 30), states=CLICKABLE)
        for i, name in enumerate(env.pages[env.page])
    )
    return UiTree(UiNode("desktop", box=Box(0, 0, 320, 240), children=buttons), 320, 240)


class Pages(Environment):
    """A device of pages; a button leads to the page of its name, where there is one."""

    name = "pages"
    platform = "linux"
    actions = (click, search_app)
    observations = (screenshot, ui_tree)
    pages: Mapping[str, Sequence[str]] = MappingProxyType(
        {
            "home": ("mail", "maps", "help"),
            "mail": ("write", "read", "home"),
            "maps": ("zoom", "way"),
        }
    )

    def on_reset(self, world: Any, seed: int) -> None:
        self.page = world.get("page", "home")
        self.frames = 0
        self.moves = world.get("moves", "")
        self.started = getattr(self, "started", 0) + 1

    def click(self, x: int, y: int) -> None:
        name = self.pages[self.page][(y - 10) // 40]
        self.page = name if name in self.pages else self.page

    def pixels(self) -> Any:
        self.frames += 1
        picture = np.full((240, 320, 3), 40 * list(self.pages).index(self.page), np.uint8)
        if self.page == self.moves:
            picture[0, self.frames % 320] = 255
        return picture


def device() -> Pages:
    made = Pages()
    made.reset({})
    return made


def walk(on: Pages, clicks: int = 3, places: Sequence[str] = ()) -> tuple[list[Screen], Walk]:
    walker = Walk(on, "pages", random.Random(1), clicks)
    return list(walker.screens(places)), walker


class Plugin:
    """Registers the pages."""

    @hookimpl
    def crab_register_environments(self) -> list[EnvironmentSpec]:
        return [EnvironmentSpec("pages", "Pages.", f"{__name__}:Pages")]


def test_a_screen_comes_back_from_its_folder_as_it_was(tmp_path: Path) -> None:
    (screen, *_), _ = walk(device())
    Keeper(tmp_path).keep(screen)
    assert list(read_screens([tmp_path])) == [screen]


def test_a_screen_is_kept_once_also_by_two_keepers(tmp_path: Path) -> None:
    (screen, *_), _ = walk(device())
    for _ in range(2):
        keeper = Keeper(tmp_path)
        keeper.keep(screen)
        keeper.keep(screen)
    assert len(list(read_screens([tmp_path]))) == 1


def test_a_folder_without_screens_is_an_error_that_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="crab vision capture"):
        list(read_screens([tmp_path]))


@pytest.mark.parametrize(
    "damage",
    [
        {"image": "../elsewhere.png"},
        {"image": "images/none.png"},
        {"tree": 3},
        {"name": None, "tree": "screens.jsonl"},
    ],
)
def test_a_line_that_names_no_screen_is_an_error(tmp_path: Path, damage: dict[str, Any]) -> None:
    (screen, *_), _ = walk(device())
    Keeper(tmp_path / "kept").keep(screen)
    (tmp_path / "elsewhere.png").write_bytes(screen.screenshot.data)
    file = tmp_path / "kept" / "screens.jsonl"
    file.write_text(json.dumps(json.loads(file.read_text("utf-8")) | damage) + "\n", "utf-8")
    with pytest.raises(UsageError, match=r"Line 1 of .* names no screen"):
        list(read_screens([tmp_path / "kept"]))


def kept(folder: Path) -> Path:
    (screen, *_), _ = walk(device())
    Keeper(folder).keep(screen)
    return folder


def test_a_damaged_picture_is_told_with_its_line(tmp_path: Path) -> None:
    (picture,) = (kept(tmp_path) / "images").iterdir()
    whole = picture.read_bytes()
    for data in (whole[: len(whole) // 2], b"no picture", b""):
        picture.write_bytes(data)
        with pytest.raises(UsageError, match=r"Line 1 of .*screens.jsonl"):
            list(read_screens([tmp_path]))


def test_a_picture_of_another_size_than_its_list_says_is_an_error(tmp_path: Path) -> None:
    file = kept(tmp_path) / "screens.jsonl"
    entry = json.loads(file.read_text("utf-8"))
    file.write_text(json.dumps(entry | {"width": entry["width"] // 2}) + "\n", "utf-8")
    with pytest.raises(UsageError, match=f"its picture has {entry['width']}×{entry['height']} pixels"):
        list(read_screens([tmp_path]))


def test_a_list_that_is_no_text_is_an_error_for_who_reads_and_who_adds(tmp_path: Path) -> None:
    (kept(tmp_path) / "screens.jsonl").write_bytes(b"\xff\xfe")
    for use in (lambda: list(read_screens([tmp_path])), lambda: Keeper(tmp_path)):
        with pytest.raises(UsageError, match="cannot be read"):
            use()


def test_a_folder_that_cannot_be_made_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(UsageError, match="cannot be written"):
        Keeper(tmp_path / "file" / "screens")


def test_a_walk_keeps_each_screen_that_is_new() -> None:
    screens, _ = walk(device(), clicks=8, places=("mail", "maps"))
    roots = [tuple(node.name for node in screen.tree.root.children) for screen in screens]
    assert sorted(roots) == sorted([("mail", "maps", "help"), ("write", "read", "home"), ("zoom", "way")])


def test_equal_seeds_walk_the_same_way() -> None:
    one, other = (walk(device(), clicks=2)[0] for _ in range(2))
    assert one == other


def test_a_walk_without_clicks_only_looks() -> None:
    on = device()
    screens, _ = walk(on, clicks=0)
    assert (len(screens), on.page) == (1, "home")


def test_a_picture_that_goes_on_changing_is_kept_with_the_tree_that_does_not() -> None:
    on = device()
    on.moves = "home"
    screens, walker = walk(on, clicks=0)
    assert (len(screens), walker.trouble) == (1, [])


def test_what_is_not_installed_is_left_alone() -> None:
    screens, walker = walk(device(), clicks=0, places=("paint", "maps"))
    assert [screen.name for screen in screens] == ["start", "maps"]
    assert "There is no paint" in walker.trouble[0]


def test_a_device_that_opens_nothing_any_more_is_started_anew() -> None:
    on = device()

    def renewed() -> Pages:
        on.reset({})
        on.pages = {**on.pages, "paint": ("brush", "pen")}
        return on

    walker = Walk(on, "pages", random.Random(1), 0, renewed)
    assert [screen.name for screen in walker.screens(["paint"])] == ["start", "paint"]
    assert on.started == 2


def test_capture_starts_a_device_for_each_world_and_stops_at_the_limit(tmp_path: Path) -> None:
    plugins = Plugins()
    plugins.register("test", Plugin)
    order = Order("pages", screens=3, clicks=8, worlds=[{}, {"page": "maps"}])
    kept, trouble = capture(order, plugins, tmp_path, lambda *_: None)
    assert (kept, trouble) == (3, [])
    assert [s.name for s in read_screens([tmp_path])] == ["start", "start 2", "start"]


def test_nobodys_own_device_is_clicked_around_in() -> None:
    with pytest.raises(UsageError, match="--clicks 0"):
        Order("android", screens=5, clicks=1, provider="adb")
    assert Order("android", screens=5, clicks=0, provider="adb").clicks == 0

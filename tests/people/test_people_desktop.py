"""A person solves the demo task on a real desktop and a phone, with the pointer of a real browser."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from browser import Browser, find_chromium
from player import Player
from stage import Game

from crab_core import Mark
from crab_core.plugins import Plugins

pytestmark = [
    pytest.mark.desktop,
    pytest.mark.skipif(find_chromium() is None, reason="no Chromium is installed"),
]


class Visitor(Player):
    """Looks for things by their names, and clicks on them."""

    def find(self, device: str, label: str, role: str | None = None) -> Mark:
        """What has this label; a person waits a step or two when it is not there yet."""
        for _ in range(10):
            turn = self.game.seat.scene.turn
            assert turn is not None
            found = turn[device].find(label, role=role)
            if found is not None:
                return found
            self.do(lambda: self.tab.click("#wait"))
        raise AssertionError(f"{device} shows {[mark.label for mark in turn[device].elements]}")

    def do(self, act: Callable[[], object]) -> None:
        """Do something, and wait for what comes of it."""
        before = self.tab.run("document.querySelectorAll('#log li').length")
        act()
        self.steps(before + 1)

    def enter(self, text: str) -> None:
        """Type an action."""
        self.fill("#line input", text)
        self.do(lambda: self.tab.click("#line button"))

    def use(self, device: str, label: str, role: str | None = None) -> None:
        """Click in the middle of what has this label."""
        place = self.find(device, label, role).box.center
        self.do(lambda: self.click(device, *place))


def test_a_person_solves_the_demo_task_on_the_page(tmp_path: Path) -> None:
    with (
        Browser(tmp_path / "profile", 1600, 1000) as tab,
        Game(tmp_path, loaded=Plugins.load(), tasks=["todo_settings"], seeds=[1]) as game,
    ):
        person = Visitor(tab, game, seconds=240)
        person.enter("open_app_drawer")
        person.use("android", "Tasks")
        person.find("android", "Turn on large text in Settings on the desktop")
        person.enter('search_app("Settings")')
        over = person.place("ubuntu", *person.find("ubuntu", "Power", "list item").box.center)
        person.do(lambda: person.mouse("mouseWheel", over, deltaX=0, deltaY=1000))
        person.use("ubuntu", "Accessibility", "list item")
        person.click("ubuntu", *person.find("ubuntu", "Large Text").box.center)
        person.wait("document.querySelector('#headline').textContent === 'Done'")
        game.join()
    [result] = game.results
    assert result.termination == "success"
    assert "scroll" in (game.path / "episodes" / result.id / "steps.jsonl").read_text()

"""The pages for people in a real browser: played and answered by pointer and keys."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser import Browser, find_chromium
from player import CONTROL, Player, visit
from stage import Boxes, Game, Pad

import crab_core as crab
from crab_core.approval import Answer, Question
from crab_core.people.asking import WebAsker

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(find_chromium() is None, reason="no Chromium is installed"),
]


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with Browser(tmp_path_factory.mktemp("profile")) as browser:
        yield browser


@pytest.fixture
def player(tab: Browser, tmp_path: Path) -> Iterator[Player]:
    with Game(tmp_path) as game:
        yield Player(tab, game)
        assert tab.troubles == []


def test_a_task_is_solved_by_pointer_keys_and_form(player: Player) -> None:
    player.click("desk", 320, 180)
    assert player.steps(1) == ["desk.click(x=320, y=180)"]
    player.type("Hello")
    player.key("Enter")
    assert player.steps(3)[1:] == ['desk.write_text(text="Hello")', 'desk.press(key="enter")']
    player.tab.click("#chooser summary")
    player.fill("#form select", '["desk","paint"]')
    player.fill("#fields select", '"blue"')
    player.tab.click("#form .check input")
    player.tab.click("#form > button")
    assert player.steps(4)[3] == 'desk.paint(colour="blue", thick=True)'
    player.wait("document.querySelector('#headline').textContent === 'Done'")
    player.game.join()
    assert player.game.results[0].termination == "success"


def test_every_way_to_use_a_pointer_is_one_action(player: Player) -> None:
    player.click("desk", 100, 50, times=2)
    assert player.steps(1)[-1] == "desk.double_click(x=100, y=50)"
    player.click("desk", 100, 50, button="right")
    assert player.steps(2)[-1] == 'desk.click(x=100, y=50, button="right")'
    player.drag("desk", (10, 10), (200, 120))
    assert player.steps(3)[-1] == "desk.drag(from_x=10, from_y=10, to_x=200, to_y=120)"
    player.mouse("mouseWheel", player.place("desk", 60, 60), deltaX=0, deltaY=300)
    assert player.steps(4)[-1].startswith('desk.scroll(direction="down", amount=3, x=')
    player.click("pad", 90, 200)
    assert player.steps(5)[-1] == "pad.tap(x=90, y=200)"
    player.drag("pad", (90, 300), (90, 100))
    assert player.steps(6)[-1] == 'pad.swipe(direction="up", distance=200, x=90, y=300)'


def test_a_long_press_is_a_long_tap(player: Player) -> None:
    place, now = player.place("pad", 90, 200), time.time()
    player.mouse("mousePressed", place, timestamp=now)
    player.mouse("mouseReleased", place, timestamp=now + 1)
    assert player.steps(1) == ["pad.long_tap(x=90, y=200)"]


def test_what_is_typed_on_a_screen_is_shown_and_can_be_mended(player: Player) -> None:
    player.click("desk", 5, 5)
    player.steps(1)
    player.type("Helo")
    player.key("Backspace")
    player.type("lo wörld")
    assert (
        player.tab.run("document.querySelector('.typing:not([hidden]) output').textContent") == "Hello wörld"
    )
    player.key("s", CONTROL)
    assert player.steps(3)[1:] == ['desk.write_text(text="Hello wörld")', "desk.hotkey(keys=['ctrl', 's'])"]
    player.type("x")
    player.key("Escape")
    assert player.tab.run("document.querySelectorAll('.typing:not([hidden])').length") == 0
    player.key("Tab")
    assert player.steps(4)[3] == 'desk.press(key="tab")'


def test_an_action_is_typed_and_a_mistake_is_told(player: Player) -> None:
    player.fill("#line input", "tip(1)")
    player.tab.click("#line button")
    player.wait("document.querySelector('#note').textContent.includes(\"Did you mean 'tap'\")")
    player.tab.troubles.clear()  # browsers note every refusal
    player.fill("#line input", "tap(element=1)")
    player.tab.click("#line button")
    assert player.steps(1) == ["pad.tap(element=1)"]
    # The step is told by the news, the rest by the answer to the request: either may come first.
    player.wait("document.querySelector('#note').hidden")
    player.wait("document.querySelector('#line input').value === ''")


def test_checkpoints_light_up_as_they_pass(player: Player) -> None:
    states = "[...document.querySelectorAll('.lanes .node')].map((n) => n.classList[1])"
    assert player.tab.run(states) == ["active", "waiting", "waiting"]
    player.click("desk", 5, 5)
    player.steps(1)
    assert player.tab.run(states) == ["passed", "active", "active"]
    assert player.tab.run("document.querySelector('#checkpoints').textContent") == "1 of 3"


def test_saying_that_the_task_is_done_is_asked_twice(player: Player) -> None:
    player.tab.click("#done")
    player.tab.click("#sure [value=no]")
    player.wait("!document.querySelector('#sure').open")
    assert player.steps(0) == []
    player.tab.click("#done")
    player.tab.click("#sure [value=yes]")
    player.wait("document.querySelector('#headline').textContent === 'Ended: false completion'")


def test_a_question_that_comes_right_after_another_is_heard(player: Player) -> None:
    # In one go: the browser tells of the first closing only when the second question is there.
    player.tab.run(
        "for (const one of ['#done', '#sure [value=no]', '#done']) document.querySelector(one).click();"
        " new Promise((told) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(told))))"
    )
    player.tab.click("#sure [value=yes]")
    player.wait("document.querySelector('#headline').textContent === 'Ended: false completion'")


def test_stopping_is_asked_twice_and_leaves_the_episode_unscored(player: Player) -> None:
    player.tab.click("#stop")
    player.tab.click("#sure [value=yes]")
    player.wait("document.querySelector('#headline').textContent === 'Not scored'")
    player.game.join()
    assert player.game.stopped


def test_letters_typed_while_others_are_sent_are_kept(player: Player) -> None:
    player.click("desk", 5, 5)
    player.steps(1)
    player.type("ab")
    # The answer to what is sent comes only after more was typed.
    player.tab.run(
        "const send = fetch; window.fetch = (...all) => all[0] === 'act'"
        " ? new Promise((done) => { window.go = () => done(send(...all)); }) : send(...all)"
    )
    player.key("Enter")
    player.type("cd")
    player.tab.run("window.go()")
    assert player.steps(3)[1] == 'desk.write_text(text="ab")'
    player.wait("document.querySelector('.typing:not([hidden]) output').textContent === 'cd'")


def test_one_device_can_be_enlarged(player: Player) -> None:
    width = "[...document.querySelectorAll('.screen img')].map((i) => i.getBoundingClientRect().width)"
    before = player.tab.run(width)
    player.tab.click(".device:nth-child(2) .larger")
    after = player.tab.run(width)
    assert after[1] > before[1]
    assert after[0] < before[0]
    player.click("pad", 90, 200)
    assert player.steps(1) == ["pad.tap(x=90, y=200)"]


@pytest.mark.parametrize("width", [390, 800, 1400])
def test_the_page_fits_into_every_window(player: Player, width: int) -> None:
    tab = player.tab
    tab.send("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
    # The window has its width some time after that, and the page then fits its pictures to it.
    fitted = (
        "(async () => { const images = [...document.querySelectorAll('.screen img')];"
        " const boxes = () => JSON.stringify(images.map((i) => i.getBoundingClientRect()));"
        " const frame = () => new Promise(requestAnimationFrame), before = boxes();"
        f" await frame(); await frame(); return innerWidth === {width} && boxes() === before; }})()"
    )
    try:
        tab.wait(lambda: tab.run(fitted))
        player.wait("document.documentElement.scrollWidth <= innerWidth")
        right = "[...document.querySelectorAll('.screen img')].map((i) => i.getBoundingClientRect().right)"
        player.wait(f"{right}.every((edge) => edge <= innerWidth)")
        player.wait("document.querySelector('.lanes').getBoundingClientRect().width <= 300")
        task, screen = (
            tab.run(f"document.querySelector('{one}').getBoundingClientRect().top")
            for one in ("#description", ".screen img")
        )
        assert width > 900 or task < screen, "what has to be done stands before where it is done"
        player.click("desk", 600, 300)
        assert player.steps(1) == ["desk.click(x=600, y=300)"]
    finally:
        tab.send("Emulation.clearDeviceMetricsOverride")


# -- approval ------------------------------------------------------------------------------------------


class Asked:
    """An agent that waits for an answer from the page."""

    def __init__(self, tab: Browser) -> None:
        self.tab = tab
        told: list[str] = []
        shown = threading.Event()
        self._asker = WebAsker(lambda text: (told.append(text), shown.set())[0])
        pad = Pad()
        pad.reset()
        view = crab.View("pad", pad.observe(), Boxes().mark(None, None).elements)
        call = crab.ActionCall("pad", "tap", {"element": 1})
        self._question = Question(call, "office", "Deleting is for people.", ("Delete all",), view)
        self.answers: list[Answer] = []
        self._thread = threading.Thread(target=self.ask_again)
        self._thread.start()
        assert shown.wait(60)
        visit(tab, told[0].split()[-1])
        tab.wait(lambda: tab.run("document.querySelectorAll('.question').length") == 1)

    def ask_again(self) -> None:
        self.answers.append(self._asker.ask(self._question))

    @property
    def answer(self) -> Answer:
        self._thread.join(60)
        return self.answers[0]

    def click(self, word: str) -> None:
        self.tab.wait(lambda: self.tab.run(f"!document.querySelector('[value={word}]').disabled"))
        self.tab.click(f"[value={word}]")

    def close(self) -> None:
        self._asker.close()
        self._thread.join(60)


@pytest.fixture
def asked(tab: Browser) -> Iterator[Asked]:
    made = Asked(tab)
    yield made
    made.close()


def test_a_person_sees_what_is_asked_and_allows_it(asked: Asked) -> None:
    assert asked.tab.run("document.querySelector('.what').textContent") == "tap on “Delete all”"
    asked.tab.wait(lambda: asked.tab.run("document.querySelector('.seen img').naturalWidth") == 180)
    assert asked.tab.run("document.querySelectorAll('.seen rect').length") == 1
    asked.click("allow")
    assert asked.answer == Answer(True)
    asked.tab.wait(lambda: asked.tab.run("document.querySelectorAll('.question').length") == 0)
    assert asked.tab.troubles == []


def test_a_click_meant_for_what_stood_there_before_answers_nothing(asked: Asked) -> None:
    other = threading.Thread(target=asked.ask_again)
    other.start()
    asked.tab.wait(lambda: asked.tab.run("document.querySelectorAll('.question').length") == 2)
    asked.tab.wait(lambda: asked.tab.run("document.querySelectorAll('button:disabled').length") == 0)
    asked.tab.run(
        "window.rested = 0; new MutationObserver((changes) => { window.rested += changes.length; })"
        ".observe(document.querySelectorAll('.question')[1], {subtree: true, attributeFilter: ['disabled']})"
    )
    asked.tab.run("document.querySelector('[value=allow]').click()")
    asked.tab.wait(lambda: asked.tab.run("document.querySelectorAll('.question').length") == 1)
    asked.tab.wait(lambda: asked.tab.run("window.rested >= 3"))
    asked.click("deny")
    other.join(60)
    assert sorted(answer.allowed for answer in asked.answers) == [False, True]


def test_a_reason_and_enter_deny(asked: Asked) -> None:
    asked.tab.click("input[name=reason]")
    for key in "no":
        asked.tab.send("Input.dispatchKeyEvent", type="keyDown", key=key, text=key)
    enter = {"key": "Enter", "windowsVirtualKeyCode": 13, "text": "\r"}
    asked.tab.send("Input.dispatchKeyEvent", type="keyDown", **enter)
    assert asked.answer == Answer(False, "no")


def test_a_person_denies(asked: Asked) -> None:
    asked.click("deny")
    assert asked.answer == Answer(False)

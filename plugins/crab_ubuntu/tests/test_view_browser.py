"""The page in a real browser, on a real desktop: looked at, used and recorded as a person would."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from browser import Browser, find_chromium
from waiting import until

from crab_core import Box
from crab_ubuntu.providers.sandbox import SandboxProvider
from crab_ubuntu.testing import Person, pixels
from crab_ubuntu.view.desk import Desk
from crab_ubuntu.view.page import Page
from crab_ubuntu.view.recording import read_recording

pytestmark = [
    pytest.mark.desktop,
    pytest.mark.skipif(find_chromium() is None, reason="no Chromium is installed"),
]

SIZE = (1280, 800)
SHOWN = "!document.body.classList.contains('covered') && !document.body.classList.contains('busy')"
CODES = {"Enter": ("Enter", 13), " ": ("Space", 32), "/": ("Slash", 191), ".": ("Period", 190)}
CONTROL = 2
"""Bit of Control among the modifiers of the browser's protocol."""


@pytest.fixture(scope="module")
def desk() -> Iterator[Desk]:
    provider = SandboxProvider(width=SIZE[0], height=SIZE[1], show=["clipboard"])
    yield Desk(provider, {"apps": ["org.gnome.gedit.desktop"]}, SIZE)
    provider.close()


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with Browser(tmp_path_factory.mktemp("profile")) as opened:
        yield opened


class Visitor:
    """Somebody in front of the page."""

    def __init__(self, tab: Browser, page: Page, desk: Desk) -> None:
        self.tab, self.desk, self.url = tab, desk, page.start()
        self.visit()

    @property
    def there(self) -> Person:
        """The same desktop as an agent has it."""
        return Person(self.desk.device)

    def visit(self) -> None:
        self.tab.troubles.clear()
        self.tab.send("Page.navigate", url="about:blank")
        self.tab.send("Page.navigate", url=self.url)
        self.wait_for_desktop()

    def wait_for_desktop(self, seconds: float = 180) -> None:
        self.wait(f"document.querySelector('canvas')?.width === {SIZE[0]} && {SHOWN}", seconds)

    def wait(self, expression: str, seconds: float = 60) -> None:
        self.tab.wait(lambda: self.tab.run(f"Boolean({expression})"), seconds)

    def wait_there(self, condition: Callable[[], Any], seconds: float = 120) -> None:
        """Wait for something on the desktop."""
        until(condition, seconds)

    def click(self, box: Box | None) -> None:
        """Click in the middle of a box of the desktop."""
        assert box is not None
        left, top, width, height = self.tab.run(
            "(() => { const b = document.querySelector('canvas').getBoundingClientRect(); "
            "return [b.x, b.y, b.width, b.height]; })()"
        )
        x, y = box.center
        place = {"x": left + (x + 0.5) / SIZE[0] * width, "y": top + (y + 0.5) / SIZE[1] * height}
        self.tab.send("Input.dispatchMouseEvent", type="mouseMoved", **place)
        for kind, held in (("mousePressed", 1), ("mouseReleased", 0)):
            facts = {"button": "left", "buttons": held, "clickCount": 1, **place}
            self.tab.send("Input.dispatchMouseEvent", type=kind, **facts)

    def key(self, key: str, modifiers: int = 0) -> None:
        code, number = CODES.get(key, (f"Key{key.upper()}", ord(key.upper()[0])))
        facts = {"key": key, "code": code, "windowsVirtualKeyCode": number, "modifiers": modifiers}
        self.tab.send("Input.dispatchKeyEvent", type="rawKeyDown", **facts)
        self.tab.send("Input.dispatchKeyEvent", type="keyUp", **facts)

    def type(self, text: str) -> None:
        for character in text:
            self.key(character)

    def together(self, key: str) -> None:
        """A key together with Control."""
        control = {"key": "Control", "code": "ControlLeft", "windowsVirtualKeyCode": 17}
        self.tab.send("Input.dispatchKeyEvent", type="rawKeyDown", **control, modifiers=CONTROL)
        self.key(key, CONTROL)
        self.tab.send("Input.dispatchKeyEvent", type="keyUp", **control)

    def steps(self) -> list[str]:
        """The recorded actions as the page says them."""
        found: list[str] = self.tab.run(
            "[...document.querySelectorAll('#steps .what')].map("
            "(e) => `${e.textContent} ${e.nextSibling.textContent}`)"
        )
        return found

    def colors(self, places: list[tuple[int, int]]) -> list[list[int]]:
        """Red, green and blue of pixels of the desktop, as the page shows them."""
        found: list[list[int]] = self.tab.run(
            f"""(() => {{
              const copy = document.createElement("canvas");
              [copy.width, copy.height] = {list(SIZE)};
              const context = copy.getContext("2d", {{ willReadFrequently: true }});
              context.drawImage(document.querySelector("canvas"), 0, 0);
              const all = {json.dumps(places)};
              return all.map(([x, y]) => [...context.getImageData(x, y, 1, 1).data].slice(0, 3));
            }})()"""
        )
        return found

    def download(self, name: str) -> bytes:
        parts = urlsplit(self.url)
        connection = HTTPConnection(parts.netloc, timeout=60)
        connection.request("GET", parts.path + name)
        data = connection.getresponse().read()
        connection.close()
        return data


@pytest.fixture
def visitor(browser: Browser, desk: Desk) -> Iterator[Visitor]:
    page = Page(desk)
    made = Visitor(browser, page, desk)
    yield made
    browser.send("Page.navigate", url="about:blank")
    page.close()
    assert browser.troubles == []


def test_the_page_shows_the_pixels_of_the_desktop(visitor: Visitor) -> None:
    places = [(x, y) for x in range(20, SIZE[0], 90) for y in range(10, SIZE[1], 70)]

    def alike() -> bool:
        seen = pixels(visitor.there.picture())
        shown = zip(places, visitor.colors(places), strict=True)
        far = [
            p
            for p, c in shown
            if any(abs(a - int(b)) > 12 for a, b in zip(c, seen[p[1], p[0]], strict=False))
        ]
        return len(far) <= len(places) // 50  # small letters come through JPEG

    visitor.wait_there(alike)


def test_a_person_writes_a_file_and_the_recording_writes_it_again(visitor: Visitor, tmp_path: Path) -> None:
    visitor.tab.click("#record")
    visitor.wait("document.getElementById('record').getAttribute('aria-pressed') === 'true'")
    text = next(n for n in visitor.there.tree().walk() if "editable" in n.states)
    visitor.click(text.box)
    visitor.type("Roses are red")
    visitor.together("a")
    visitor.together("c")
    visitor.wait_there(lambda: "Roses are red" in str(visitor.there.device.observe()["clipboard"]))
    visitor.tab.click("#copy")
    visitor.wait("document.getElementById('text').value === 'Roses are red'")
    visitor.tab.run("document.querySelector('canvas').focus()")
    visitor.key("End")
    visitor.tab.run("document.getElementById('text').value = '\\nÜber 牛乳'")
    visitor.tab.click("#type")
    visitor.wait_there(lambda: any("Über 牛乳" in node.value for node in visitor.there.tree().walk()))
    visitor.together("s")
    visitor.wait_there(lambda: visitor.there.judge("window_title", title="Save As").passed)
    visitor.together("a")
    visitor.type("/home/crab/poem.txt")
    visitor.key("Enter")
    wanted = {"path": "poem.txt", "content": "Roses are red\nÜber 牛乳\n"}
    visitor.wait_there(lambda: visitor.there.judge("file_content", **wanted).passed)

    visitor.wait_there(lambda: visitor.steps()[-1] == "Press Enter")
    first, *steps = visitor.steps()
    assert first.startswith("Click ")
    assert steps == [
        "Type “Roses are red”",
        *("Press Ctrl + A", "Press Ctrl + C", "Press End"),
        "Type “\nÜber 牛乳”",
        *("Press Ctrl + S", "Press Ctrl + A"),
        "Type “/home/crab/poem.txt”",
        "Press Enter",
    ]
    file = tmp_path / "solution.json"
    file.write_bytes(visitor.download("recording.json"))
    assert len(read_recording(file).calls) == len(steps) + 1

    visitor.visit()  # a page that is loaded again knows what was recorded
    visitor.wait(f"document.querySelectorAll('#steps li').length === {len(steps) + 1}")

    before = visitor.desk.device
    visitor.tab.click("#play")
    visitor.wait_there(lambda: visitor.desk.device is not before)
    visitor.wait_for_desktop()
    visitor.there.soon("file_content", **wanted)
    assert visitor.steps() == [first, *steps]

    visitor.tab.click("#over")
    visitor.wait("document.querySelectorAll('#steps li').length === 0")
    visitor.wait_there(lambda: visitor.tab.run("document.body.classList.contains('busy')") is False)
    visitor.wait_for_desktop()
    assert not visitor.there.judge("file_exists", path="poem.txt").passed


def test_the_picture_is_saved_as_an_agent_sees_it(visitor: Visitor) -> None:
    assert visitor.download("screenshot.png").startswith(b"\x89PNG")


def test_who_may_only_look_sees_no_buttons_and_moves_nothing(browser: Browser, desk: Desk) -> None:
    page = Page(desk, view_only=True)
    try:
        visitor = Visitor(browser, page, desk)
        visitor.wait("document.body.classList.contains('looking')")
        assert visitor.tab.run("document.querySelector('.side').getClientRects().length") == 0
        visitor.click(visitor.there.find("Activities").box)
        visitor.tab.run("document.querySelector('canvas').focus()")
        visitor.type("x")
        assert not visitor.there.shows("Type to search")
    finally:
        browser.send("Page.navigate", url="about:blank")
        page.close()


@pytest.mark.parametrize("width", [380, 820, 1500])
def test_nothing_is_cut_off_in_a_window_of_any_width(visitor: Visitor, width: int) -> None:
    visitor.tab.send(
        "Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False
    )
    try:
        visitor.wait("document.documentElement.scrollWidth <= innerWidth")
        across, down = visitor.tab.run(
            "(() => { const b = document.querySelector('canvas').getBoundingClientRect(); "
            "return [b.width, b.height]; })()"
        )
        assert abs(across / down - SIZE[0] / SIZE[1]) < 0.02
        assert across > 0.6 * min(width, 900)
    finally:
        visitor.tab.send("Emulation.clearDeviceMetricsOverride")


def test_a_desktop_that_has_ended_is_told(browser: Browser) -> None:
    provider = SandboxProvider(width=SIZE[0], height=SIZE[1])
    page = Page(Desk(provider, {}, SIZE))
    try:
        visitor = Visitor(browser, page, page.desk)
        provider.close()
        visitor.wait("document.body.classList.contains('gone')")
        assert "not answer" in visitor.tab.run("document.getElementById('link').textContent")
    finally:
        browser.send("Page.navigate", url="about:blank")
        page.close()
        provider.close()
        browser.troubles.clear()


def test_the_page_asks_only_its_own_machine(visitor: Visitor) -> None:
    asked = {urlsplit(url).netloc for url in visitor.tab.fetched if url.startswith("http")}
    assert asked == {urlsplit(visitor.url).netloc} | {a for a in asked if a.startswith("127.0.0.1:")}
    assert json.loads(visitor.download("recording.json"))["actions"] == []

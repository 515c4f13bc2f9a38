"""Makes the picture of the README: the page of a desktop, in a real browser, after somebody has used it.

python plugins/crab_ubuntu/pictures/page.py
"""

from __future__ import annotations

import base64
import io
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image

from crab_ubuntu.providers.sandbox import SandboxProvider
from crab_ubuntu.testing import Person
from crab_ubuntu.view.desk import Desk
from crab_ubuntu.view.page import Page

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[2] / "tests" / "shared"))

from browser import Browser  # noqa: E402 - the browser of the tests

SCREEN = (1440, 900)
WINDOW = (1500, 832)
WORLD = {
    "files": {
        "Documents/Invoices.ods": "",
        "Documents/Letter to the city.odt": "",
        "Pictures/Plan of the garden.png": "",
    },
    "apps": ["org.gnome.Nautilus.desktop", "org.gnome.gedit.desktop"],
}
LINES = ("To plant in April", "Peas", "Broad beans", "Early potatoes")


def wait(condition: Callable[[], Any], seconds: float = 30) -> None:
    """Wait until something holds."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline


def still(browser: Browser) -> bytes:
    """A picture of the page that a whole exchange with the desktop has not changed."""
    shots = [b"", b"!"]

    def same() -> bool:
        browser.run("new Promise((done) => setTimeout(done, 300))")  # a few frames of the desktop
        shots[:] = [shots[1], base64.b64decode(browser.send("Page.captureScreenshot")["data"])]
        return shots[0] == shots[1]

    wait(same)
    return shots[1]


def use(browser: Browser, desk: Desk) -> None:
    """Write a list into the editor and copy it."""
    there = Person(desk.device)
    text = next(n.box for n in there.tree().walk() if n.box and {"editable", "focused"} <= n.states)
    left, top, width = browser.run(
        "(() => { const b = document.querySelector('canvas').getBoundingClientRect(); "
        "return [b.x, b.y, b.width]; })()"
    )
    x, y = (place * width / SCREEN[0] for place in text.center)
    place = {"x": left + x, "y": top + y}
    browser.send("Input.dispatchMouseEvent", type="mouseMoved", **place)
    for kind, held in (("mousePressed", 1), ("mouseReleased", 0)):
        facts = {"button": "left", "buttons": held, "clickCount": 1, **place}
        browser.send("Input.dispatchMouseEvent", type=kind, **facts)

    def key(name: str, code: str, number: int, kinds: tuple[str, ...] = ("rawKeyDown", "keyUp")) -> None:
        for kind in kinds:
            facts = {"key": name, "code": code, "windowsVirtualKeyCode": number}
            browser.send("Input.dispatchKeyEvent", type=kind, **facts)

    for line in LINES:
        for letter in line:
            key(letter, f"Key{letter.upper()}" if letter.strip() else "Space", ord(letter.upper()))
        key("Enter", "Enter", 13)
    key("Control", "ControlLeft", 17, ("rawKeyDown",))
    key("s", "KeyS", 83)
    key("Control", "ControlLeft", 17, ("keyUp",))
    wait(lambda: there.shows("Save As"))
    for letter in "List":
        key(letter, f"Key{letter.upper()}", ord(letter.upper()))
    key("Enter", "Enter", 13)
    wait(lambda: not there.shows("Save As"))
    desk.device.settle()


def main() -> None:
    """Write desktop.png beside this file."""
    provider = SandboxProvider(width=SCREEN[0], height=SCREEN[1])
    desk = Desk(provider, WORLD, SCREEN)
    page = Page(desk, recording=True)
    try:
        with tempfile.TemporaryDirectory() as profile, Browser(Path(profile), *WINDOW) as browser:
            metrics = {"width": WINDOW[0], "height": WINDOW[1], "deviceScaleFactor": 1, "mobile": False}
            browser.send("Emulation.setDeviceMetricsOverride", **metrics)
            browser.send("Page.navigate", url=page.start())
            wait(lambda: browser.run("document.querySelector('canvas')?.width > 0"))
            use(browser, desk)
            shot = still(browser)
    finally:
        page.close()
        provider.close()
    Image.open(io.BytesIO(shot)).convert("RGB").save(HERE / "desktop.png", optimize=True)


if __name__ == "__main__":
    main()

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
sys.path.insert(0, str(HERE.parents[2] / "tests" / "report"))

from browser import Browser  # noqa: E402 - the browser of the tests of reports

SCREEN = (1440, 900)
WINDOW = (1500, 832)
WORLD = {
    "files": {
        "Documents/Garden.txt": "To plant in April\n\n  Peas\n  Broad beans\n  Early potatoes\n",
        "Documents/Invoices.ods": "",
        "Documents/Letter to the city.odt": "",
        "Pictures/plan.png": "",
    },
    "apps": ["org.gnome.Nautilus.desktop"],
}


def wait(condition: Callable[[], Any], seconds: float = 30) -> None:
    """Wait until something holds."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline


def use(browser: Browser, desk: Desk) -> None:
    """Open the folder and the file, and add a line."""

    def point(name: str, clicks: int = 1) -> None:
        wait(lambda: Person(desk.device).shows(name))
        box = next(n.box for n in Person(desk.device).tree().walk() if n.name == name and n.box)
        left, top, width = browser.run(
            "(() => { const b = document.querySelector('canvas').getBoundingClientRect(); "
            "return [b.x, b.y, b.width]; })()"
        )
        x, y = (place * width / SCREEN[0] for place in box.center)
        place = {"x": left + x, "y": top + y}
        browser.send("Input.dispatchMouseEvent", type="mouseMoved", **place)
        for count in range(1, clicks + 1):
            for kind, held in (("mousePressed", 1), ("mouseReleased", 0)):
                facts = {"button": "left", "buttons": held, "clickCount": count, **place}
                browser.send("Input.dispatchMouseEvent", type=kind, **facts)
        desk.device.settle()

    def key(name: str, code: str, number: int, modifiers: int = 0) -> None:
        facts = {"key": name, "code": code, "windowsVirtualKeyCode": number, "modifiers": modifiers}
        for kind in ("rawKeyDown", "keyUp"):
            browser.send("Input.dispatchKeyEvent", type=kind, **facts)

    point("Documents", clicks=2)
    point("Garden.txt", clicks=2)
    wait(
        lambda: any(
            "Garden.txt" in node.name for node in Person(desk.device).tree().walk() if node.role == "window"
        )
    )
    desk.device.settle()
    control = {"key": "Control", "code": "ControlLeft", "windowsVirtualKeyCode": 17}
    browser.send("Input.dispatchKeyEvent", type="rawKeyDown", modifiers=2, **control)
    key("End", "End", 35, 2)
    browser.send("Input.dispatchKeyEvent", type="keyUp", **control)
    for letter in "  Zwiebeln":
        key(letter, f"Key{letter.upper()}" if letter.strip() else "Space", ord(letter.upper()))
    key("Enter", "Enter", 13)
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
            time.sleep(1)
            shot = base64.b64decode(browser.send("Page.captureScreenshot")["data"])
    finally:
        page.close()
        provider.close()
    picture = Image.open(io.BytesIO(shot)).convert("RGB").quantize(256, dither=Image.Dither.FLOYDSTEINBERG)
    picture.save(HERE / "desktop.png", optimize=True)


if __name__ == "__main__":
    main()

"""Somebody in front of the page, with a real browser's pointer and keys."""

from __future__ import annotations

from typing import Any

from browser import Browser
from stage import Game

CODES = {"Enter": 13, "Backspace": 8, "Tab": 9, "Escape": 27}
PICTURES = "[...document.querySelectorAll('.screen img')].every((i) => i.complete && i.naturalWidth)"
CONTROL = 2
"""Bit of Control among the modifiers of the browser's protocol."""


def visit(tab: Browser, address: str) -> None:
    """Leave the page before, which may still look for a server that is gone, and open another."""
    tab.send("Page.navigate", url="about:blank")
    tab.wait(lambda: tab.run("document.readyState") == "complete")
    tab.troubles.clear()
    tab.send("Page.navigate", url=address)


class Player:
    """Somebody in front of the page."""

    def __init__(self, tab: Browser, game: Game, seconds: float = 60) -> None:
        self.tab, self.game = tab, game
        visit(tab, game.server.address)
        tab.wait(lambda: tab.run("document.body?.dataset.phase === 'ready'"), seconds)
        tab.click("#start")
        self.phase("turn")
        self.wait(PICTURES)

    def wait(self, expression: str) -> None:
        self.tab.wait(lambda: self.tab.run(f"Boolean({expression})"), 60)

    def phase(self, phase: str) -> None:
        self.wait(f"document.body?.dataset.phase === '{phase}'")

    def steps(self, count: int) -> list[str]:
        """The steps so far, once there are so many and the next turn has come."""
        self.wait(f"document.querySelectorAll('#log li').length >= {count}")
        self.wait(f"document.body.dataset.phase !== 'acting' && {PICTURES}")
        found: list[str] = self.tab.run(
            "[...document.querySelectorAll('#log code')].map((e) => e.textContent)"
        )
        return found

    def place(self, device: str, x: int, y: int) -> dict[str, float]:
        left, top, scale = self.tab.run(
            f"""(() => {{
              const image = document.querySelector('.device img[alt="Screen of {device}"]');
              image.scrollIntoView({{block: 'nearest'}});
              const box = image.getBoundingClientRect();
              return [box.x, box.y, box.width / image.naturalWidth];
            }})()"""
        )
        return {"x": left + (x + 0.5) * scale, "y": top + (y + 0.5) * scale}

    def mouse(self, kind: str, place: dict[str, float], button: str = "left", **more: Any) -> None:
        self.tab.send("Input.dispatchMouseEvent", type=kind, button=button, clickCount=1, **place, **more)

    def click(self, device: str, x: int, y: int, button: str = "left", times: int = 1) -> None:
        facts = {"button": button, "clickCount": 1, **self.place(device, x, y)}
        # All at once: on a busy machine two clicks would be apart, and one would be long.
        once = [
            ("Input.dispatchMouseEvent", {"type": kind, **facts})
            for kind in ("mousePressed", "mouseReleased")
        ]
        self.tab.together(*once * times)

    def drag(self, device: str, start: tuple[int, int], end: tuple[int, int]) -> None:
        self.mouse("mousePressed", self.place(device, *start))
        self.mouse("mouseMoved", self.place(device, *end), buttons=1)
        self.mouse("mouseReleased", self.place(device, *end))

    def key(self, key: str, modifiers: int = 0) -> None:
        facts: dict[str, Any] = {"key": key, "modifiers": modifiers}
        if key in CODES:
            facts["windowsVirtualKeyCode"] = CODES[key]
        elif not modifiers:
            facts["text"] = key
        self.tab.send("Input.dispatchKeyEvent", type="keyDown", **facts)
        self.tab.send("Input.dispatchKeyEvent", type="keyUp", key=key)

    def type(self, text: str) -> None:
        for character in text:
            self.key(character)

    def fill(self, selector: str, value: str) -> None:
        self.tab.run(
            f"(() => {{ const e = document.querySelector({selector!r}); e.value = {value!r}; "
            "e.dispatchEvent(new Event('change')); })()"
        )

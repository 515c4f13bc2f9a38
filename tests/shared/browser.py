"""A real Chromium without a window, driven by its DevTools protocol over a pair of pipes."""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import select
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any

from waiting import until

_FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--remote-debugging-pipe",
)

_KEYS = {"ArrowLeft": 37, "ArrowRight": 39, "Home": 36, "End": 35, "Enter": 13, "m": 77, "p": 80}


def find_chromium() -> str | None:
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


class Browser:
    """One tab. Everything that goes wrong on the page is kept in `troubles`, every address in `fetched`."""

    def __init__(self, profile: Path, width: int = 1400, height: int = 1000) -> None:
        to_browser, self._out = os.pipe()
        self._in, from_browser = os.pipe()
        flags = " ".join([*_FLAGS, f"--user-data-dir={profile}", f"--window-size={width},{height}"])
        # The protocol wants the descriptors 3 and 4.
        command = f"exec {find_chromium()} {flags} about:blank 3<&{to_browser} 4>&{from_browser}"
        self._process = subprocess.Popen(
            ["/bin/bash", "-c", command],
            pass_fds=(to_browser, from_browser),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to_browser)
        os.close(from_browser)
        self._numbers = itertools.count(1)
        self._buffer = b""
        self._session: str | None = None
        self.troubles: list[str] = []
        self.fetched: list[str] = []
        until(self._pages)  # a browser that starts may answer before it has a tab
        page = self._pages()[0]
        self._session = self.send("Target.attachToTarget", targetId=page, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.send(f"{domain}.enable")

    def _pages(self) -> list[str]:
        return [t["targetId"] for t in self.send("Target.getTargets")["targetInfos"] if t["type"] == "page"]

    def __enter__(self) -> Browser:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with contextlib.suppress(BrokenPipeError, AssertionError):
            self._session = None
            self.send("Browser.close")
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        os.close(self._out)
        os.close(self._in)

    def send(self, method: str, **parameters: Any) -> dict[str, Any]:
        """One command and its answer; events that come in between are noted."""
        number = next(self._numbers)
        message: dict[str, Any] = {"id": number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self._out, data) :]
        while True:
            answer = self._receive()
            if answer.get("id") == number:
                assert "error" not in answer, answer
                result: dict[str, Any] = answer["result"]
                return result
            self._note(answer)

    def together(self, *commands: tuple[str, dict[str, Any]]) -> None:
        """Several commands, written before any is answered: no time passes between them."""
        session = {"sessionId": self._session} if self._session else {}
        numbers = [next(self._numbers) for _ in commands]
        data = b"".join(
            json.dumps({"id": number, "method": method, "params": parameters, **session}).encode() + b"\0"
            for number, (method, parameters) in zip(numbers, commands, strict=True)
        )
        while data:
            data = data[os.write(self._out, data) :]
        while numbers:
            answer = self._receive()
            if answer.get("id") in numbers:
                assert "error" not in answer, answer
                numbers.remove(answer["id"])
            else:
                self._note(answer)

    def _receive(self, seconds: float = 60) -> dict[str, Any]:
        deadline = time.monotonic() + seconds
        while b"\0" not in self._buffer:
            ready, _, _ = select.select([self._in], [], [], max(deadline - time.monotonic(), 0))
            assert ready, "the browser does not answer"
            piece = os.read(self._in, 1 << 20)
            assert piece, "the browser is gone"
            self._buffer += piece
        message, _, self._buffer = self._buffer.partition(b"\0")
        answer: dict[str, Any] = json.loads(message)
        return answer

    def _note(self, event: dict[str, Any]) -> None:
        facts = event.get("params", {})
        match event.get("method"):
            case "Runtime.exceptionThrown":
                self.troubles.append(facts["exceptionDetails"]["text"])
            case "Log.entryAdded":
                self.troubles.append(facts["entry"]["text"])
            case "Network.requestWillBeSent":
                self.fetched.append(facts["request"]["url"].split(",")[0][:200])

    def open(self, page: Path, fragment: str = "") -> None:
        # From an empty page: going from one fragment to another would not load the page anew.
        self.send("Page.navigate", url="about:blank")
        self.send("Page.navigate", url=f"{page.as_uri()}{fragment}")
        self.wait(lambda: self.run("document.documentElement?.classList.contains('js')"))

    def run(self, expression: str) -> Any:
        """The value of an expression in the page."""
        answer = self.send("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def wait(self, condition: Callable[[], Any], seconds: float = 60) -> None:
        until(condition, seconds)

    def press(self, key: str) -> None:
        code = _KEYS[key]
        facts = {"key": key, "windowsVirtualKeyCode": code}
        text = {"text": key} if len(key) == 1 else {}
        self.send("Input.dispatchKeyEvent", type="keyDown", **facts, **text)
        self.send("Input.dispatchKeyEvent", type="keyUp", **facts)

    def click(self, selector: str) -> None:
        """A real click in the middle of the first element that a person can see."""
        place = self.run(
            f"""(() => {{
              const found = [...document.querySelectorAll({selector!r})];
              const seen = found.find((e) => e.getClientRects().length);
              seen.scrollIntoView({{block: "center"}});
              const box = seen.getBoundingClientRect();
              return [box.x + box.width / 2, box.y + box.height / 2];
            }})()"""
        )
        facts = {"x": place[0], "y": place[1], "button": "left", "clickCount": 1}
        self.together(
            ("Input.dispatchMouseEvent", {"type": "mousePressed", **facts}),
            ("Input.dispatchMouseEvent", {"type": "mouseReleased", **facts}),
        )

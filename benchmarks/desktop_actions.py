"""Acting on a desktop: how long an action takes together with the waiting until the desktop is still."""

from __future__ import annotations

import statistics
import sys
import time
from typing import Any

from crab_core import Device, UiTree
from crab_ubuntu.providers.sandbox import SandboxProvider

PAGE = "<title>Page</title><h1>News</h1>" + "".join(f"<p><a href=#n{n}>Article {n}</a>" for n in range(300))
FILES = {f"Documents/note {n}.txt": f"note {n}\n" for n in range(30)} | {"page.html": PAGE}
Step = tuple[str, dict[str, Any]]


def _name(name: str, role: str = "", action: str = "click") -> Step:
    return "at", {"name": name, "role": role, "action": action}


def _press(key: str) -> Step:
    return "press", {"key": key}


def _keys(*keys: str) -> Step:
    return "hotkey", {"keys": list(keys)}


def _write(text: str) -> Step:
    return "write_text", {"text": text}


def _scroll(direction: str = "down") -> Step:
    return "scroll", {"direction": direction, "amount": 3}


FILES_STEPS = [
    *(_name("Documents", "cell", "double_click"), _scroll(), _scroll("up"), _name("note 3.txt", "cell")),
    *(_press("right"), _press("f2"), _write("renamed"), _press("esc"), _press("esc")),
    *(_keys("ctrl", "shift", "n"), _write("new folder"), _press("esc")),
    *(_name("Home", "list item"), _name("Main Menu"), _press("esc"), _keys("ctrl", "2"), _keys("ctrl", "1")),
    *(_name("Pictures", "cell"), _name("Trash", "list item"), _name("Home", "list item")),
]
EDITOR_STEPS = [
    *(_write("Hello, world.\n"), _keys("ctrl", "a"), _keys("ctrl", "c"), _press("end"), _keys("ctrl", "v")),
    *(_press("enter"), _write("A second line"), _keys("ctrl", "f"), _write("line"), _press("esc")),
    *(_keys("ctrl", "i"), _press("esc"), _keys("ctrl", "z"), _keys("ctrl", "home"), _press("pagedown")),
    *(_keys("ctrl", "s"), _write("text.txt"), _press("esc"), _scroll(), _press("up")),
]
TERMINAL_STEPS = [
    *(_write("ls -la\n"), _write("seq 300\n"), _scroll("up"), _write("cat page.html | head\n"), _press("up")),
    *(_keys("ctrl", "c"), _write("vim text.txt\n"), _press("i"), _write("some text"), _press("esc")),
    *(_write(":wq\n"), _write("clear\n"), _keys("ctrl", "shift", "t"), _write("pwd\n"), _write("exit\n")),
    *(_write("date\n"), _press("up"), _press("enter"), _write("echo done\n"), _keys("ctrl", "l")),
]
BROWSER_STEPS = [
    *(_keys("ctrl", "l"), _write("file:///home/crab/page.html\n"), _scroll(), _scroll(), _scroll("up")),
    *(_keys("ctrl", "f"), _write("Article 200"), _press("esc"), _press("home"), _name("Article 2", "link")),
    *(_keys("alt", "left"), _keys("ctrl", "t"), _keys("ctrl", "w"), _press("end"), _press("pageup")),
    *(_keys("ctrl", "plus"), _keys("ctrl", "0"), _press("f5"), _press("tab"), _press("pagedown")),
]
OFFICE_STEPS = [
    *(_write("A heading"), _press("enter"), _write("Some text of a letter."), _keys("ctrl", "a")),
    *(_keys("ctrl", "b"), _keys("ctrl", "i"), _press("end"), _name("Insert", "menu"), _press("esc")),
    *(
        _press("esc"),
        _press("enter"),
        _name("Center", "toggle button"),
        _write("centred"),
        _keys("ctrl", "z"),
    ),
    *(_keys("ctrl", "f12"), _press("esc"), _press("pageup"), _scroll(), _keys("ctrl", "home"), _press("f5")),
]
SCRIPT = (
    ("org.gnome.Nautilus", FILES_STEPS),
    ("org.gnome.gedit", EDITOR_STEPS),
    ("org.gnome.Terminal", TERMINAL_STEPS),
    ("firefox-esr", BROWSER_STEPS),
    ("libreoffice-writer", OFFICE_STEPS),
)


def desktop_actions() -> dict[str, Any]:
    """Seconds for an action and the waiting after it: 100 mixed actions on five applications."""
    seconds: list[float] = []
    capped = 0
    slow: list[tuple[float, str]] = []
    provider = SandboxProvider()
    try:
        for app, steps in SCRIPT:
            device = provider.reset({"apps": [app], "files": FILES})
            device.settle()
            for action, arguments in steps:
                name, given = _placed(device, action, arguments)
                begun = time.perf_counter()
                device.act(name, given)
                settled = device.settle()
                took = time.perf_counter() - begun
                seconds.append(took)
                capped += settled.reason != "still"
                slow.append((round(took, 3), f"{app} {action} {arguments} {settled.reason}"))
    finally:
        provider.close()
    ranked = sorted(seconds)
    return {
        "value": statistics.median(seconds),
        "unit": "s",
        "runs": len(seconds),
        "all": seconds,
        "p95": ranked[int(len(ranked) * 0.95)],
        "at the cap": capped,
        "slowest": sorted(slow, reverse=True)[:12],
    }


def _placed(device: Device, action: str, arguments: dict[str, Any]) -> Step:
    """The action with the place of what it names; looking for it is not measured."""
    if action != "at":
        return action, arguments
    tree = device.observe()["ui_tree"]
    assert isinstance(tree, UiTree)
    for node in tree.walk():
        alike = node.name == arguments["name"] and arguments["role"] in ("", node.role)
        if alike and "clickable" in node.states and node.box is not None:
            x, y = node.box.center
            return arguments["action"], {"x": x, "y": y}
    raise RuntimeError(f"nothing to click is called {arguments['name']}")


if __name__ == "__main__":
    found = desktop_actions()
    print(*(f"{key}: {value}" for key, value in found.items() if key != "all"), sep="\n", file=sys.stderr)

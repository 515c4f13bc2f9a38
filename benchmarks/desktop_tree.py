"""The UI tree of a desktop: how long it takes, and whether its boxes are where the widgets are.

Rightness is measured without believing the accessibility bus: the pointer is moved to the middle of every
box that the tree calls clickable. Most widgets light up below the pointer; when what lights up covers the
box, the box is right, whatever the tree says ("lit"). What does not light up is clicked, and the tree must
then tell that this very element changed: it has the focus, is selected or checked, or holds something else
("state"); or, weaker, that a window, a menu or a page opened ("effect"). What shows neither counts as missed
("nothing"), although some of it is right and merely has nothing to show. Not counted, but told: what is not
clicked because its name says that it closes or deletes, and what an earlier click has taken away ("gone").
"""

from __future__ import annotations

import re
import statistics
import sys
import time
from collections import Counter
from typing import Any

from crab_core import Box, Device, InvalidAction, Screenshot, UiNode, UiTree
from crab_ubuntu.providers.sandbox import SandboxProvider
from crab_ubuntu.testing import pixels

PAGE = (
    """<title>Order</title><h1>Order form</h1>
<p>Please <a href=#a>read the terms</a> or <a href=#b>ask us</a>.
<form><p><label>Name <input value=Ada></label> <label>Street <input></label>
<p><label><input type=checkbox> I agree</label>
<label><input type=checkbox checked> News</label>
<p><label><input type=radio name=r> Red</label> <label><input type=radio name=r> Blue</label>
<p><select><option>One<option>Two</select>
<button type=button>Check</button> <button type=button>Send</button>
<p><textarea rows=4 cols=40>notes</textarea></form><ol>"""
    + "".join(f"<li><a href=#n{n}>Article number {n}</a>" for n in range(200))
    + "</ol>"
)
WORLDS: dict[str, tuple[str, dict[str, Any]]] = {
    "Files": ("GTK 4", {"apps": ["org.gnome.Nautilus"]}),
    "Settings": ("GTK 4", {"apps": ["org.gnome.Settings"]}),
    "gedit": ("GTK 3", {"apps": ["org.gnome.gedit"]}),
    "Terminal": ("GTK 3", {"apps": ["org.gnome.Terminal"]}),
    "Geany": ("GTK 3", {"apps": ["geany"]}),
    "Writer": ("LibreOffice", {"apps": ["libreoffice-writer"]}),
    "Calc": ("LibreOffice", {"apps": ["libreoffice-calc"]}),
    "GIMP": ("GTK 2", {"apps": ["gimp"]}),
    "Firefox": ("Firefox", {"apps": ["firefox-esr"], "files": {"page.html": PAGE}}),
}
BUSY = ["org.gnome.Nautilus", "org.gnome.Settings", "org.gnome.gedit", "org.gnome.Terminal"]
BUSY += ["libreoffice-writer", "gimp", "firefox-esr"]
HARMFUL = re.compile(
    r"close|quit|exit|delete|trash|remove|power|log ?out|minimi[sz]e|print|lock", re.IGNORECASE
)
EVERY = 25
"""Of so many cells of a sheet, one is tried."""
REST = (1919, 1079)
"""Where the pointer waits."""
LIT = 0.6
"""Of the box and of what lights up together, that must be common to both."""


def desktop_tree() -> dict[str, Any]:
    """Milliseconds for the tree of a desktop with seven applications open, seen from the host's client."""
    provider = SandboxProvider()
    try:
        device = provider.start({"apps": BUSY})
        device.settle()
        values = []
        for _ in range(20):
            begun = time.perf_counter()
            tree = _tree(device)
            values.append((time.perf_counter() - begun) * 1e3)
    finally:
        provider.close()
    nodes = sum(1 for _ in tree.walk())
    return {
        "value": statistics.median(values),
        "unit": "ms, with a screenshot",
        "runs": len(values),
        "all": values,
        "nodes": nodes,
    }


def desktop_boxes() -> dict[str, Any]:
    """The part of the boxes called clickable that a pointer in their middle proves right."""
    kits: dict[str, Counter[str]] = {}
    provider = SandboxProvider()
    try:
        for name, (kit, world) in WORLDS.items():
            device = provider.reset(world)
            device.settle()
            if name == "Firefox":
                device.act("hotkey", {"keys": ["ctrl", "l"]})
                device.act("write_text", {"text": "file:///home/crab/page.html\n"})
                device.settle()
            found = _try_all(device, name)
            kits.setdefault(kit, Counter()).update(found)
            print(name, dict(found), file=sys.stderr, flush=True)
    finally:
        provider.close()
    total = sum(kits.values(), Counter())
    right = total["lit"] + total["state"] + total["effect"]
    tried = right + total["nothing"]
    return {
        "value": right / tried,
        "unit": "of the boxes",
        "runs": tried,
        "all": [],
        "kits": {kit: dict(found) for kit, found in kits.items()},
    }


def _try_all(device: Device, name: str) -> Counter[str]:
    """Point at everything that the front window offers, and once at what the shell does."""
    found: Counter[str] = Counter()
    cells, unproven = 0, []
    for node in _clickable(_tree(device), shell=name == "Files"):
        assert node.box is not None
        if node.role == "cell":
            cells += 1
            if cells % EVERY and name == "Calc":
                continue
        if _lights_up(device, node.box):
            found["lit"] += 1
        else:
            unproven.append(node)
    for node in unproven:
        kind = _click_shows(device, node)
        found[kind] += 1
        if kind in ("nothing", "not clicked"):
            print("   ", name, kind, node.role, repr(node.name[:40]), node.box, file=sys.stderr)
    return found


def _lights_up(device: Device, box: Box) -> bool:
    """Whether what changes when the pointer comes into the middle of a box covers the box."""
    device.act("move", {"x": REST[0], "y": REST[1]})
    device.settle()
    before = _picture(device)
    x, y = box.center
    device.act("move", {"x": x, "y": y})
    device.settle()
    changed = (_picture(device) != before).any(axis=2)
    # A tool tip comes later and lies elsewhere: what counts is what changes around the pointer.
    margin = 12
    top, left = max(0, box.y - margin), max(0, box.x - margin)
    part = changed[top : box.y + box.height + margin, left : box.x + box.width + margin]
    if part.sum() < 12:
        return False
    rows, columns = part.any(axis=1).nonzero()[0], part.any(axis=0).nonzero()[0]
    lit = Box(
        int(left + columns[0]),
        int(top + rows[0]),
        int(columns[-1] - columns[0] + 1),
        int(rows[-1] - rows[0] + 1),
    )
    common = lit.intersection(box).area
    return common / (lit.area + box.area - common) >= LIT


def _click_shows(device: Device, node: UiNode) -> str:
    """What a click into the middle of an element shows: "state", "effect" or "nothing"."""
    if HARMFUL.search(node.name):
        return "not clicked"
    before = _tree(device)
    now = _same(before, node)
    if now is None or now.box is None:
        return "gone"
    x, y = now.box.center
    try:
        device.act("click", {"x": x, "y": y})
    except InvalidAction:
        return "nothing"
    device.settle()
    after = _tree(device)
    then = _same(after, node)
    kind = "nothing"
    if then is not None and (
        then.states ^ now.states or then.value != now.value or {"focused", "selected"} & then.states
    ):
        kind = "state"
    elif {(n.role, n.name) for n in after.walk()} != {(n.role, n.name) for n in before.walk()}:
        kind = "effect"
    _back(device, before)
    return kind


def _back(device: Device, before: UiTree) -> None:
    """Close what a click has opened."""
    windows = {n.name for n in before.root.children if n.role in ("window", "dialog")}
    for _ in range(3):
        tree = _tree(device)
        tops = [n for n in tree.root.children if n.role not in ("shell", "desktop icons")]
        if all(n.role in ("window", "dialog") and n.name in windows for n in tops):
            device.act("press", {"key": "esc"})
            device.settle()
            return
        new = any(n.role in ("window", "dialog") and n.name not in windows for n in tops[:1])
        if new and tops[0].role == "window":
            device.act("hotkey", {"keys": ["alt", "f4"]})
        else:
            device.act("press", {"key": "esc"})
        device.settle()


def _clickable(tree: UiTree, *, shell: bool) -> list[UiNode]:
    """What can be clicked in the front window, and in the shell if wanted."""
    parts = [n for n in tree.root.children if n.role in ("window", "dialog")][:1]
    parts += [n for n in tree.root.children if n.role == "shell" and shell]
    return [n for part in parts for n in part.walk() if "clickable" in n.states and n.box is not None]


def _same(tree: UiTree, node: UiNode) -> UiNode | None:
    """The element again: of the same role and name, nearest to where it was."""
    alike = [n for n in tree.walk() if (n.role, n.name) == (node.role, node.name) and n.box is not None]
    box = node.box
    assert box is not None
    return min(alike, key=lambda n: abs(n.box.x - box.x) + abs(n.box.y - box.y), default=None)  # type: ignore[union-attr]


def _tree(device: Device) -> UiTree:
    tree = device.observe()["ui_tree"]
    assert isinstance(tree, UiTree)
    return tree


def _picture(device: Device) -> Any:
    shot = device.observe()["screenshot"]
    assert isinstance(shot, Screenshot)
    return pixels(shot)


if __name__ == "__main__":
    print(desktop_boxes() if "boxes" in sys.argv else desktop_tree())

"""Set-of-Marks on a 1080p desktop: decode, choose, merge, place, draw, encode."""

from __future__ import annotations

import statistics
import time
from typing import Any

RUNS = 30
WIDTH, HEIGHT = 1920, 1080


def marks() -> dict[str, Any]:
    """Marks from the UI tree alone."""
    from crab_visualprompt.prompter import MarksPrompter

    return _measured(MarksPrompter())


def marks_merged() -> dict[str, Any]:
    """Marks from all sources, without the time that engines take: they tell each text and control again."""
    from crab_core import Detection, TextLine
    from crab_visualprompt.prompter import AllMarksPrompter

    _, tree = _desktop()
    inner = [node for node in tree.walk() if node.role == "label"]
    outer = [node for node in tree.walk() if "clickable" in node.states]

    class Told:
        name = "told"

        def read(self, pixels: Any) -> list[TextLine]:
            return [TextLine(node.box, node.name) for node in inner if node.box]

        def detect(self, pixels: Any) -> list[Detection]:
            return [Detection(node.box) for node in outer if node.box]

    return _measured(AllMarksPrompter(ocr=Told(), detector=Told()))


def _measured(prompter: Any) -> dict[str, Any]:
    screenshot, tree = _desktop()
    count = len(prompter.mark(screenshot, tree).elements)
    seconds = []
    for _ in range(RUNS):
        start = time.perf_counter()
        prompter.mark(screenshot, tree)
        seconds.append(time.perf_counter() - start)
    return {
        "value": statistics.median(seconds),
        "unit": "s",
        "runs": RUNS,
        "worst": max(seconds),
        "marks": count,
        "nodes": sum(1 for _ in tree.walk()),
        "screen": f"{WIDTH}x{HEIGHT}",
    }


def _desktop() -> tuple[Any, Any]:
    """A wallpaper with a window of rows and tiles, drawn and described as a desktop of ours would be."""
    import numpy as np

    from crab_core import Box, Screenshot, UiNode, UiTree, png

    across, down = np.linspace(0, 1, WIDTH), np.linspace(0, 1, HEIGHT)
    ground = np.add.outer(down * 90, across * 60).astype(np.uint8)
    picture = np.stack([ground // 3, ground, ground + 40], axis=-1)
    picture[::7, ::5] += 9  # wallpapers are not smooth
    picture[230:880, 500:1500] = 250

    states = frozenset({"enabled", "clickable"})

    def element(role: str, name: str, box: Box) -> UiNode:
        inner = Box(box.x + 8, box.y + 8, box.width // 2, max(box.height - 16, 6))
        picture[inner.y : inner.y + inner.height : 3, inner.x : inner.x + inner.width : 2] = 60
        return UiNode(role, "", box=box, states=states, children=(UiNode("label", name, box=inner),))

    dock = [element("button", f"App {i}", Box(0, 33 + 68 * i, 70, 64)) for i in range(12)]
    rows = [element("list item", f"Panel {i}", Box(520, 290 + 44 * i, 240, 42)) for i in range(13)]
    tools = [element("button", f"Tool {i}", Box(800 + 40 * i, 240, 34, 34)) for i in range(12)]
    tiles = [
        element("cell", f"Item {i}", Box(800 + 115 * (i % 6), 300 + 115 * (i // 6), 105, 105))
        for i in range(30)
    ]
    window = UiNode(
        "window",
        "Settings",
        box=Box(500, 230, 1000, 650),
        children=(*tools, UiNode("list", children=tuple(rows)), UiNode("table", children=tuple(tiles))),
    )
    root = UiNode("desktop", children=(UiNode("shell", children=tuple(dock)), window))
    return Screenshot(png.encode(picture), WIDTH, HEIGHT), UiTree(root, WIDTH, HEIGHT)

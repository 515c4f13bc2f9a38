"""Title bars that the window manager draws: no accessibility bus tells of them."""

from __future__ import annotations

from crab_core import Box, UiNode
from crab_ubuntu.desktop.coverage import Coverage
from crab_ubuntu.desktop.windows import Window

BUTTON = 32
"""Pixels: width and height of a button."""
STEP = 34
"""Pixels from one button to the next."""
EDGE = 19
"""Pixels from the middle of the last button to the right end of the bar."""


def title_bar_nodes(window: Window, coverage: Coverage) -> tuple[UiNode, ...]:
    """The buttons of a window's title bar, where the desktop's theme draws them; none that is covered."""
    frame, found = window.frame, []
    y = frame.y + (window.title_bar - BUTTON) // 2
    for place, name in enumerate(reversed(window.buttons)):
        box = Box(frame.x + frame.width - EDGE - place * STEP - BUTTON // 2, y, BUTTON, BUTTON)
        if window.title_bar >= BUTTON and coverage.reaches(box):
            found.append(UiNode("button", name, box=box, states=frozenset(("enabled", "clickable"))))
    return tuple(reversed(found))

"""What lies above a window: whether a click into the middle of a box reaches it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from crab_core import Box
from crab_ubuntu.desktop.windows import Window

NARROWEST = 10
"""Pixels: a thinner strip is the edge of something hidden or scrolled away, not a thing to click."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """Places above a window, and above its widgets."""

    covers: tuple[Box, ...] = ()
    """Of other windows and of the shell."""
    popovers: tuple[Box, ...] = ()
    """Of the window itself: GTK 4 gives a popover an X window, and keeps it in its parent's tree."""

    def reaches(self, box: Box) -> bool:
        """Whether a click into the middle of a box reaches what is drawn there."""
        x, y = box.center
        return not any(
            c.x <= x < c.x + c.width and c.y <= y < c.y + c.height for c in (*self.covers, *self.popovers)
        )

    def visible(self, box: Box) -> Box | None:
        """The box when a click into its middle reaches it, else its largest part where one does.

        None when nothing is left that is worth a click.
        """
        if self.reaches(box):
            return box
        part = visible_part(box, (*self.covers, *self.popovers))
        return part if part is not None and min(part.width, part.height) >= NARROWEST else None

    def above_menu(self, item: Box) -> Coverage:
        """What lies above an item of an open menu: the menus that were opened from it."""
        for place, menu in enumerate(self.popovers):
            if menu.contains(item):
                return Coverage((), self.popovers[place + 1 :])
        return self

    def inside(self, box: Box) -> Coverage:
        """What lies above the widgets inside a widget; a popover is not covered by itself."""
        return Coverage(self.covers) if box in self.popovers else self


def visible_part(box: Box, covers: Sequence[Box]) -> Box | None:
    """The largest rectangle of a box that nothing covers; None when all of it is covered."""
    free = [box] if box.area else []
    for cover in covers:
        free = [part for old in free for part in _without(old, cover)]
    return max(free, key=lambda part: part.area, default=None)


def _without(box: Box, cover: Box) -> list[Box]:
    """The largest rectangles that are left of a box; they overlap in the corners."""
    common = box.intersection(cover)
    if not common.area:
        return [box]
    right, bottom = box.x + box.width, box.y + box.height
    common_right, common_bottom = common.x + common.width, common.y + common.height
    parts = (
        Box(box.x, box.y, common.x - box.x, box.height),
        Box(common_right, box.y, right - common_right, box.height),
        Box(box.x, box.y, box.width, common.y - box.y),
        Box(box.x, common_bottom, box.width, bottom - common_bottom),
    )
    return [part for part in parts if part.area]


def above(window: Window | None, stack: Sequence[Window], shell: Sequence[Box]) -> Coverage:
    """What covers a window: all that is stacked above it, the desktop and tool tips left out.

    Args:
        window: The window; None for a menu that no window of the list belongs to, which is above everything.
        stack: All windows from the lowest to the highest.
        shell: What the shell draws above windows.
    """
    if window is None:
        return Coverage(tuple(shell))
    place = next(i for i, other in enumerate(stack) if other.id == window.id)
    higher = [w for w in stack[place + 1 :] if w.kind not in ("DESKTOP", "TOOLTIP")]
    return Coverage(
        (*shell, *(w.frame for w in higher if w.managed or w.pid != window.pid)),
        tuple(w.box for w in higher if not w.managed and w.pid == window.pid),
    )

"""What lies above a window: whether a click into the middle of a box reaches it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from crab_core import Box
from crab_ubuntu.desktop.windows import Window


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

    def inside(self, box: Box) -> Coverage:
        """What lies above the widgets inside a widget; a popover is not covered by itself."""
        return Coverage(self.covers) if box in self.popovers else self


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
        (*shell, *(w.box for w in higher if w.managed or w.pid != window.pid)),
        tuple(w.box for w in higher if not w.managed and w.pid == window.pid),
    )

"""Reads the widgets of one window from the accessibility bus, as far as they can be seen."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, replace

from crab_core import Box
from crab_ubuntu.desktop.atspi import ACCESSIBLE, AccessibilityBus, Reference, State, Widget
from crab_ubuntu.desktop.roles import CLICKABLE, CLIPPING, LABEL, NUMBERS, PASSWORD, ROLES, TEXTS

DEEPEST = 64
"""Levels; widgets below are not read."""
LONGEST_TEXT = 4000
"""Characters of a text that are read."""
LABELLED_BY = 2
"""AT-SPI relation type."""
CLASS_NAME = re.compile(r"[A-Z][a-z0-9]+([A-Z]+[a-z0-9]*)+")
"""GTK 4 names a widget that has no name after its class: "GtkFlowBoxChild"."""


@dataclass(frozen=True, slots=True)
class Frame:
    """Where the widgets of a window are on the screen."""

    x: int
    """Added to horizontal positions."""
    y: int
    """Added to vertical positions."""
    clip: Box
    """What lies outside cannot be seen."""
    in_window: bool = False
    """Positions are relative to the window, and the toolkit does not tell what is showing: GTK 4."""
    popovers: tuple[Box, ...] = ()
    """Windows of popovers, on the screen. GTK 4 says how large a popover is but not where its window is."""

    def around(self, widget: Widget) -> Frame:
        """The frame of a widget's children."""
        box = widget.box
        if widget.role in CLIPPING:
            return replace(self, clip=self.clip.intersection(box))
        return self

    def popover(self, box: Box) -> Frame | None:
        """The frame inside a widget of this size and place, when it is a popover in a window of its own."""
        for window in self.popovers:
            if abs(window.width - box.width) <= 1 and abs(window.height - box.height) <= 1:
                return Frame(self.x + window.x - box.x, self.y + window.y - box.y, window, self.in_window)
        return None


class WidgetReader:
    """Reads trees of widgets, siblings concurrently."""

    def __init__(self, bus: AccessibilityBus) -> None:
        self._bus = bus

    async def read(self, top: Reference, frame: Frame) -> Widget | None:
        """A top-level widget with all that can be seen in it; None when nothing can."""
        found = await self._one(top, frame)
        if found is None:
            return None
        await self._fill(*found, 0)
        return found[0]

    async def _one(self, reference: Reference, frame: Frame) -> tuple[Widget, Frame] | None:
        """A widget that can be seen, without its children, and the frame in which these are."""
        widget = await self._bus.widget(reference, in_window=frame.in_window)
        if widget is None:
            return None
        box = widget.box
        widget.box = Box(box.x + frame.x, box.y + frame.y, box.width, box.height)
        popover = frame.popover(widget.box)
        if popover is not None:
            frame = popover
            widget.box = frame.clip
        if frame.in_window and widget.role != LABEL and CLASS_NAME.fullmatch(widget.name):
            widget.name = ""
        return (widget, frame) if _seen(widget, frame) else None

    async def _fill(self, widget: Widget, frame: Frame, depth: int) -> None:
        if depth < DEEPEST:
            around = frame.around(widget)
            references = await self._bus.children(widget.reference)
            found = await asyncio.gather(*(self._one(reference, around) for reference in references))
            seen = [one for one in found if one is not None]
            widget.children = [child for child, _ in seen]
            await asyncio.gather(*(self._fill(child, inner, depth + 1) for child, inner in seen))
        await self._details(widget)
        if widget.box.area:
            widget.box = widget.box.intersection(frame.clip)

    async def _details(self, widget: Widget) -> None:
        role = ROLES.get(widget.role, "")
        if role in CLICKABLE and not widget.name:
            widget.name = await self._label_of(widget)
        if role in TEXTS and widget.role != PASSWORD:
            widget.value = await self._bus.text(widget.reference, LONGEST_TEXT)
        elif role in NUMBERS:
            widget.value = await self._bus.number(widget.reference)

    async def _label_of(self, widget: Widget) -> str:
        reply = await self._bus.call(widget.reference, ACCESSIBLE, "GetRelationSet")
        labels = [
            Reference(*t)
            for kind, targets in (reply[0] if reply else ())
            for t in targets
            if kind == LABELLED_BY
        ]
        widgets = await asyncio.gather(*(self._bus.widget(label, in_window=True) for label in labels))
        return " ".join(w.name for w in widgets if w is not None and not CLASS_NAME.fullmatch(w.name))


def _seen(widget: Widget, frame: Frame) -> bool:
    inside = widget.box.intersection(frame.clip).area > 0
    if frame.in_window:
        return widget.has(State.VISIBLE) and inside
    return widget.has(State.SHOWING) and (inside or widget.box.area == 0)

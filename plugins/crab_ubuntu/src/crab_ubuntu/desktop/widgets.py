"""Reads the widgets of one window from the accessibility bus, as far as they can be seen."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass

from crab_core.content import Box
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
    in_window: bool
    """Positions are relative to the window, and the toolkit does not tell what is showing: GTK 4."""


class WidgetReader:
    """Reads trees of widgets, siblings concurrently."""

    def __init__(self, bus: AccessibilityBus) -> None:
        self._bus = bus

    async def read(self, top: Reference, frame: Frame) -> Widget | None:
        """A top-level widget with all that can be seen in it; None when nothing can."""
        widget = await self._one(top, frame)
        if widget is None or not self._seen(widget, frame):
            return None
        await self._fill(widget, frame, 0)
        return widget

    async def _one(self, reference: Reference, frame: Frame) -> Widget | None:
        widget = await self._bus.widget(reference, in_window=frame.in_window)
        if widget is not None:
            box = widget.box
            widget.box = Box(box.x + frame.x, box.y + frame.y, box.width, box.height)
            if frame.in_window and widget.role != LABEL and CLASS_NAME.fullmatch(widget.name):
                widget.name = ""
        return widget

    def _seen(self, widget: Widget, frame: Frame) -> bool:
        if frame.in_window:
            return widget.has(State.VISIBLE) and widget.box.area > 0 and self._inside(widget, frame)
        return widget.has(State.SHOWING) and (widget.box.area == 0 or self._inside(widget, frame))

    def _inside(self, widget: Widget, frame: Frame) -> bool:
        return widget.box.intersection(frame.clip).area > 0

    async def _fill(self, widget: Widget, frame: Frame, depth: int) -> None:
        if depth < DEEPEST:
            if widget.role in CLIPPING:
                frame = Frame(frame.x, frame.y, frame.clip.intersection(widget.box), frame.in_window)
            references = await self._bus.children(widget.reference)
            found = await asyncio.gather(*(self._one(reference, frame) for reference in references))
            widget.children = [child for child in found if child is not None and self._seen(child, frame)]
            await asyncio.gather(*(self._fill(child, frame, depth + 1) for child in widget.children))
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

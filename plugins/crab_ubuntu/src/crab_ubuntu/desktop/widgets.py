"""Reads the widgets of one window from an application, as far as they can be seen.

Nothing is remembered from one reading to the next: what a widget said before may no longer hold. A window is
read level by level; all questions about a level go out together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from crab_core import Box
from crab_ubuntu.desktop.atspi import (
    ACCESSIBLE,
    COMPONENT,
    PROPERTIES,
    Application,
    Reference,
    State,
    Widget,
    values_of,
)
from crab_ubuntu.desktop.crowd import LIST_VIEWS, MOST_CHILDREN, children_in_view, visible_children
from crab_ubuntu.desktop.details import CLASS_NAME, add_details
from crab_ubuntu.desktop.line import Call
from crab_ubuntu.desktop.roles import CLIPPING, IN_MENU, LABEL, MENU, MENU_BAR, ROOT_PANE, TABLE
from crab_ubuntu.desktop.sheet import visible_cells

DEEPEST = 64
"""Levels; widgets below are not read."""
MOST_WIDGETS = 4000
"""Of one window; what comes after is not read."""
LONGEST_NAME = 1000
"""Characters of a name or description that are kept."""
NOWHERE = Box(0, 0, 0, 0)


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
    """Windows of popovers and menus. GTK 4 says how large a popover is but not where its window is."""
    covers: tuple[Box, ...] = ()
    """Windows above this one."""
    astray: tuple[int, int] = (0, 0)
    """How far LibreOffice's own drawn widgets are from where they say they are; part of x and y."""

    def around(self, widget: Widget) -> Frame:
        """The frame of a widget's children."""
        if widget.role in CLIPPING and widget.box.area:
            return replace(self, clip=self.clip.intersection(widget.box))
        return self

    def menu(self, item: Box) -> Frame | None:
        """The frame of an item of an open menu: a window of its own, but not in the tree of widgets."""
        return next((replace(self, clip=m, covers=()) for m in self.popovers if m.contains(item)), None)

    def popover(self, box: Box) -> Frame | None:
        """The frame inside a widget of this size and place, when it is a popover in a window of its own."""
        for window in self.popovers:
            if abs(window.width - box.width) <= 1 and abs(window.height - box.height) <= 1:
                return replace(
                    self, x=self.x + window.x - box.x, y=self.y + window.y - box.y, clip=window, popovers=()
                )
        return None

    def inside(self, told: Box, role: int, parent: Widget | None) -> Frame:
        """The frame of a widget that says it is at `told`.

        LibreOffice puts the widgets that it draws itself below a root pane that fills a widget of GTK, and
        does not notice when that is moved by a menu bar that comes above it. Inside there are widgets of GTK
        again, which know where they are: each fills the one that LibreOffice draws around it.
        """
        if parent is None:
            return self
        there, size = parent.box, (told.width, told.height)
        if size != (there.width, there.height):
            return self
        if role == ROOT_PANE:
            off = there.x - told.x - self.x, there.y - told.y - self.y
            return replace(self, x=self.x + off[0], y=self.y + off[1], astray=off)
        if self.astray != (0, 0) and told == there:
            return replace(self, x=self.x - self.astray[0], y=self.y - self.astray[1], astray=(0, 0))
        return self


@dataclass(frozen=True, slots=True)
class Candidate:
    """An object of which it is not known yet whether it can be seen."""

    reference: Reference
    parent: Widget | None
    frame: Frame

    def may_show(self, states: int) -> bool:
        """Whether its states allow that it is seen.

        GTK 2 does not say of the items of an open menu that they are showing, GTK 4 of nothing.
        """
        in_menu = self.parent is not None and self.parent.role == MENU and bool(self.frame.popovers)
        return bool(states >> (State.VISIBLE if self.frame.in_window or in_menu else State.SHOWING) & 1)


@dataclass(frozen=True, slots=True)
class Parent:
    """A widget with children."""

    widget: Widget
    frame: Frame
    """Of its children."""
    count: int
    """Of its children, as it says; less than 0 when they are too many for the number."""
    view: bool
    """Whether its children are to be found by where they are."""

    @property
    def few(self) -> bool:
        """Whether all its children are looked at."""
        return not self.view and 0 < self.count <= MOST_CHILDREN


class WidgetReader:
    """Reads the trees of widgets of one application."""

    def __init__(self, application: Application, deadline: float) -> None:
        """Make one.

        Args:
            application: Which.
            deadline: On the monotonic clock, for all that is read.
        """
        self._line = application.line
        self._deadline = deadline

    def one(self, reference: Reference, *, in_window: bool) -> Widget | None:
        """What an object says about itself, without its children; None when it is gone.

        Raises:
            SilentError: The application does not answer.
        """
        path = reference.path
        facts, role, states, extents = self._ask(
            [
                Call(path, PROPERTIES, "GetAll", "s", (ACCESSIBLE,)),
                Call(path, ACCESSIBLE, "GetRole"),
                Call(path, ACCESSIBLE, "GetState"),
                Call(path, COMPONENT, "GetExtents", "u", (1 if in_window else 0,)),
            ]
        )
        if not facts or not role or not states:
            return None
        widget = Widget(reference, role[0], "", "", "", _bits(states), _box(extents))
        _christen(widget, values_of(facts), in_window=in_window)
        return widget

    def read(self, top: Reference, frame: Frame) -> Widget | None:
        """A top-level widget with all that can be seen in it; None when nothing can.

        Raises:
            SilentError: The application does not answer.
        """
        found: list[Widget] = []
        clips: list[Box] = []
        level = [Candidate(top, None, frame)]
        for _ in range(DEEPEST):
            level = self._level(level[: MOST_WIDGETS - len(found)], found, clips)
            if not level or len(found) >= MOST_WIDGETS:
                break
        for widget, clip in zip(found, clips, strict=True):
            if widget.box.area:
                widget.box = widget.box.intersection(clip)
        add_details(found, self._ask, in_window=frame.in_window)
        return found[0] if found else None

    def _level(self, level: Sequence[Candidate], found: list[Widget], clips: list[Box]) -> list[Candidate]:
        """Read what can be seen of a level, and return the next."""
        states = self._ask([Call(c.reference.path, ACCESSIBLE, "GetState") for c in level])
        showing = [
            (candidate, _bits(answer))
            for candidate, answer in zip(level, states, strict=True)
            if answer and candidate.may_show(_bits(answer))
        ]
        places = self._ask(
            call
            for candidate, _ in showing
            for call in (
                Call(
                    candidate.reference.path,
                    COMPONENT,
                    "GetExtents",
                    "u",
                    (1 if candidate.frame.in_window else 0,),
                ),
                Call(candidate.reference.path, ACCESSIBLE, "GetRole"),
            )
        )
        seen: list[tuple[Widget, Frame]] = []
        for (candidate, bits), extents, role in zip(showing, places[::2], places[1::2], strict=True):
            placed = _place(candidate, bits, role[0], _box(extents)) if role else None
            if placed is not None:
                seen.append(placed)
                if candidate.parent is not None:
                    candidate.parent.children.append(placed[0])
        facts = self._ask(Call(w.reference.path, PROPERTIES, "GetAll", "s", (ACCESSIBLE,)) for w, _ in seen)
        parents = []
        for (widget, frame), answer in zip(seen, facts, strict=True):
            values = values_of(answer)
            _christen(widget, values, in_window=frame.in_window)
            found.append(widget)
            clips.append(frame.clip)
            count = values.get("ChildCount", 0)
            if isinstance(count, int) and count:
                view = frame.in_window and values.get("Name") in LIST_VIEWS
                parents.append(Parent(widget, frame.around(widget), count, view))
        return list(self._children(parents))

    def _children(self, parents: Sequence[Parent]) -> Iterator[Candidate]:
        few = [p for p in parents if p.few]
        replies = self._ask(Call(p.widget.reference.path, ACCESSIBLE, "GetChildren") for p in few)
        known = {
            id(parent): [Reference(*child) for child in reply[0]] if reply else []
            for parent, reply in zip(few, replies, strict=True)
        }
        for parent in parents:
            widget, frame = parent.widget, parent.frame
            if parent.view:
                children = children_in_view(widget, frame, self._ask)
            elif parent.few:
                children = known[id(parent)]
            elif widget.role == TABLE and (cells := visible_cells(widget, frame, self._ask)) is not None:
                widget.children += cells
                continue
            else:
                children = visible_children(widget, parent.count, frame, self._ask)
            for child in children:
                yield Candidate(child, widget, frame)

    def _ask(self, calls: Iterable[Call]) -> list[list[Any]]:
        return self._line.ask(list(calls), self._deadline)


def _place(candidate: Candidate, states: int, role: int, told: Box) -> tuple[Widget, Frame] | None:
    """A widget at its place on the screen with the frame that holds there; None when it cannot be seen."""
    frame = candidate.frame.inside(told, role, candidate.parent)
    box = Box(told.x + frame.x, told.y + frame.y, told.width, told.height) if told.area else NOWHERE
    popover = frame.menu(box) if role in IN_MENU and not frame.in_window else frame.popover(box)
    if popover is not None and not frame.in_window:
        frame = popover
    elif not frame.in_window and not states >> State.SHOWING & 1:
        return None
    elif popover is not None:
        frame, box = popover, popover.clip
    if box.area:
        part = box.intersection(frame.clip)
        if not part.area or any(cover.contains(part) for cover in frame.covers):
            return None
    elif frame.in_window or role == MENU_BAR:
        return None
    return Widget(candidate.reference, role, "", "", "", states, box), frame


def _christen(widget: Widget, facts: dict[str, Any], *, in_window: bool) -> None:
    name, description, identifier = (
        str(facts.get(key, ""))[:LONGEST_NAME] for key in ("Name", "Description", "AccessibleId")
    )
    if in_window and widget.role != LABEL and CLASS_NAME.fullmatch(name):
        name = ""
    widget.name, widget.description, widget.identifier = name, description, identifier


def _bits(answer: Sequence[Any]) -> int:
    low, high = answer[0]
    return int(low | high << 32)


def _box(answer: Sequence[Any]) -> Box:
    """A place as told; nowhere for the -1 that some toolkits tell for what has none."""
    if not answer:
        return NOWHERE
    x, y, width, height = answer[0]
    return Box(x, y, width, height) if width > 0 and height > 0 else NOWHERE

"""Windows of an X display, as the window manager (EWMH) and the X server tell them."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from crab_core import Box

HIDDEN = "_NET_WM_STATE_HIDDEN"
MODAL = "_NET_WM_STATE_MODAL"
DESKTOP_TYPE = "_NET_WM_WINDOW_TYPE_DESKTOP"
TITLE_BAR_BUTTONS = (
    ("Minimize", "_NET_WM_ACTION_MINIMIZE"),
    ("Maximize", "_NET_WM_ACTION_MAXIMIZE_HORZ"),
    ("Close", "_NET_WM_ACTION_CLOSE"),
)


@dataclass(frozen=True, slots=True)
class Window:
    """One window that an application shows."""

    id: int
    """X resource id."""
    title: str
    pid: int
    """Process that owns it, 0 when it does not say."""
    app: str
    """Second word of WM_CLASS: the application, as in "Gnome-terminal"."""
    box: Box
    """What is seen of it without shadows, in pixels of the screen."""
    kind: str
    """EWMH type without its prefix: "NORMAL", "DIALOG", "DESKTOP", "POPUP_MENU" …"""
    managed: bool
    """Whether the window manager knows it; menus and tool tips are not managed."""
    title_bar: int = 0
    """Height of the bar that the window manager draws above the box; 0 where an application has its own."""
    buttons: tuple[str, ...] = ()
    """What can be done with that bar's buttons, from the left: "Minimize", "Maximize", "Close"."""
    blocks: int = 0
    """Id of the window that takes no input as long as this modal dialog is open; 0 for all other windows."""

    @property
    def frame(self) -> Box:
        """The box with the bar above it: what hides the windows below."""
        box = self.box
        return Box(box.x, box.y - self.title_bar, box.width, box.height + self.title_bar)

    @property
    def process(self) -> str:
        """Name of the process that owns it; empty when it is gone."""
        try:
            return Path(f"/proc/{self.pid}/comm").read_text().strip()
        except OSError:
            return ""


class Windows:
    """Reads windows through one connection of its own; safe to use from several threads."""

    def __init__(self, display_name: str) -> None:
        """Connect to an X display."""
        from Xlib import display

        self._display = display.Display(display_name)
        self._root = self._display.screen().root
        self._lock = threading.Lock()
        self._atoms: dict[str, int] = {}
        self._names: dict[int, str] = {}

    def close(self) -> None:
        """Disconnect."""
        self._display.close()

    @property
    def managed_by(self) -> int:
        """Window id of the running window manager, 0 when there is none."""
        with self._lock:
            value = self._property(self._root, "_NET_SUPPORTING_WM_CHECK")
            return int(value[0]) if value else 0

    def work_area(self) -> Box:
        """The part of the screen that panel and dock leave to windows."""
        with self._lock:
            value = self._property(self._root, "_NET_WORKAREA")
            if value is None or len(value) < 4:
                geometry = self._root.get_geometry()
                return Box(0, 0, geometry.width, geometry.height)
            return Box(*(int(v) for v in value[:4]))

    def focused(self) -> Window | None:
        """The window that gets the keys; None when it is the desktop or the shell itself."""
        with self._lock:
            value = self._property(self._root, "_NET_ACTIVE_WINDOW")
            window = self._describe(int(value[0]), managed=True) if value and value[0] else None
            return None if window is None or window.kind == "DESKTOP" else window

    def stacked(self) -> list[Window]:
        """All windows that can be seen, from the lowest to the highest; menus come last."""
        with self._lock:
            ids = [int(i) for i in self._property(self._root, "_NET_CLIENT_LIST_STACKING") or ()]
            found = [self._describe(window, managed=True) for window in ids]
            found += [self._describe(w, managed=False) for w in self._unmanaged(set(ids))]
            return [window for window in found if window is not None]

    def minimized(self) -> list[Window]:
        """Windows that are open and hidden, as they are after a click on "minimize"."""
        with self._lock:
            ids = [int(i) for i in self._property(self._root, "_NET_CLIENT_LIST") or ()]
            found = [self._describe(i, managed=True, hidden=True) for i in ids if HIDDEN in self._states(i)]
            return [window for window in found if window is not None]

    def shadow(self, window: Window) -> Box:
        """What a window draws around itself: to the left, above, and how much wider and higher it is.

        Nothing when it is gone.
        """
        from Xlib import error

        with self._lock:
            target = self._display.create_resource_object("window", window.id)
            try:
                extents = self._property(target, "_GTK_FRAME_EXTENTS") or (0, 0, 0, 0)
            except error.BadWindow:
                return Box(0, 0, 0, 0)
            left, right, top, bottom = (int(v) for v in extents)
            return Box(left, top, left + right, top + bottom)

    def states(self, window: Window) -> frozenset[str]:
        """Its EWMH states without their prefix, such as "MAXIMIZED_VERT"; none when it is gone."""
        with self._lock:
            return frozenset(state.removeprefix("_NET_WM_STATE_") for state in self._states(window.id))

    def _states(self, window_id: int) -> list[str]:
        from Xlib import error

        try:
            return self._words(self._display.create_resource_object("window", window_id), "_NET_WM_STATE")
        except (error.BadWindow, error.BadDrawable, error.BadAtom):
            return []

    def _unmanaged(self, managed: set[int]) -> list[int]:
        from Xlib import X, error

        ids = []
        for window in self._root.query_tree().children:
            try:
                attributes = window.get_attributes()
                seen = attributes.map_state == X.IsViewable and attributes.win_class == X.InputOutput
                unmanaged = seen and attributes.override_redirect and window.id not in managed
                # Only what an application calls its own: the shell's helper windows have no class.
                if unmanaged and self._property(window, "WM_CLASS") is not None:
                    ids.append(window.id)
            except error.BadWindow:  # it has gone meanwhile
                continue
        return ids

    def _describe(self, window_id: int, *, managed: bool, hidden: bool = False) -> Window | None:
        from Xlib import X, error

        window = self._display.create_resource_object("window", window_id)
        try:
            if not hidden and window.get_attributes().map_state != X.IsViewable:
                return None
            states = self._words(window, "_NET_WM_STATE")
            if not hidden and HIDDEN in states:
                return None
            kinds = self._words(window, "_NET_WM_WINDOW_TYPE") or ["_NET_WM_WINDOW_TYPE_NORMAL"]
            extents = self._property(window, "_NET_FRAME_EXTENTS") or (0, 0, 0, 0)
            bar = int(extents[2]) if managed and len(extents) == 4 else 0
            actions = self._words(window, "_NET_WM_ALLOWED_ACTIONS") if bar else []
            parent = self._property(window, "WM_TRANSIENT_FOR") if MODAL in states else None
            owner = self._property(window, "_NET_WM_PID")
            names = self._text(window, "WM_CLASS").split("\0")
            return Window(
                id=window_id,
                title=self._text(window, "_NET_WM_NAME") or self._text(window, "WM_NAME"),
                pid=int(owner[0]) if owner else 0,
                app=names[1] if len(names) > 1 else names[0],
                box=self._visible_box(window),
                kind=kinds[0].removeprefix("_NET_WM_WINDOW_TYPE_"),
                managed=managed,
                title_bar=bar,
                buttons=tuple(name for name, action in TITLE_BAR_BUTTONS if action in actions),
                blocks=int(parent[0]) if parent else 0,
            )
        except (error.BadWindow, error.BadDrawable):
            return None

    def _visible_box(self, window: Any) -> Box:
        geometry = window.get_geometry()
        # The position in the window's own geometry is relative to a frame that may not be there.
        origin = self._root.translate_coords(window, 0, 0)
        left, right, top, bottom = (
            int(v) for v in self._property(window, "_GTK_FRAME_EXTENTS") or (0, 0, 0, 0)
        )
        x, y = int(origin.x), int(origin.y)
        return Box(x + left, y + top, geometry.width - left - right, geometry.height - top - bottom)

    def _property(self, window: Any, name: str) -> Any:
        from Xlib import X

        atom = self._atoms.get(name)
        if atom is None:
            atom = self._atoms[name] = self._display.intern_atom(name)
        found = window.get_full_property(atom, X.AnyPropertyType)
        return None if found is None else found.value

    def _words(self, window: Any, name: str) -> list[str]:
        """A property that is a list of atoms, as their names."""
        words = []
        for atom in self._property(window, name) or ():
            number = int(atom)
            if number not in self._names:
                self._names[number] = self._display.get_atom_name(number)
            words.append(self._names[number])
        return words

    def _text(self, window: Any, name: str) -> str:
        value = self._property(window, name)
        if value is None:
            return ""
        return value.decode(errors="replace") if isinstance(value, bytes) else str(value)

"""The phone: state, navigation and input. Pure Python and synchronous; the ADB side lives in :mod:`.adbd`."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from . import input as touch_input
from .app import App, Context
from .apps import BUILT_IN
from .dump import hierarchy_xml
from .frame import Renderer
from .state import Activity, PhoneState, Stack, TextField, Toast
from .system.keycodes import TYPED
from .touch import index_at
from .ui.theme import DARK, LIGHT, Theme
from .ui.views import View
from .windows import Window, compose
from .world import LAUNCHER, initial_state


class UnknownActivityError(LookupError):
    """No installed app has the package or activity that was asked for."""


class Phone:
    """A simulated phone.

    Args:
        world: what is on it at the start, see :mod:`.world`.
        seed: chooses what the world leaves open.
        apps: the apps on it; the built-in ones when None.

    Raises:
        WorldError: when the world does not fit.
    """

    def __init__(
        self, world: Mapping[str, Any] | None = None, seed: int = 0, *, apps: Sequence[App[Any]] | None = None
    ) -> None:
        self.apps: dict[str, App[Any]] = {app.package: app for app in (BUILT_IN if apps is None else apps)}
        self._renderer: Renderer | None = None
        self.reset(world, seed)

    # -- state --------------------------------

    def reset(self, world: Mapping[str, Any] | None = None, seed: int = 0) -> None:
        """Put the phone into a world, forgetting everything else."""
        self.restore(initial_state(world or {}, seed, self.apps))

    def snapshot(self) -> PhoneState:
        """A copy of the whole state, independent of the phone."""
        return self.state.model_copy(deep=True)

    def restore(self, state: PhoneState) -> None:
        """Take over a state; the phone keeps a copy of its own."""
        self.state = state.model_copy(deep=True)
        self._started = time.monotonic()
        self.changed()

    def fork(self) -> Phone:
        """A second phone in the same state, from here on independent."""
        twin = Phone.__new__(Phone)
        twin.apps = self.apps
        twin._renderer = None
        twin.restore(self.state)
        twin._started = self._started
        return twin

    def export(self) -> dict[str, Any]:
        """The whole state as plain JSON values."""
        exported: dict[str, Any] = json.loads(self.state.model_dump_json())
        return exported

    def changed(self) -> None:
        """Note that something changed: windows and frame are made anew when next looked at."""
        self._windows: list[Window] | None = None
        self._xml: dict[bool, str] = {}
        self._png: bytes | None = None
        self._drawn = False

    def now(self) -> datetime:
        """The phone's time."""
        clock = self.state.clock
        if not clock.running:
            return clock.now
        return clock.now + timedelta(seconds=time.monotonic() - self._started)

    def timestamp(self) -> int:
        """The phone's time in seconds since 1970; its clock is taken for UTC, wherever the host is."""
        now = self.now()
        return int((now if now.tzinfo else now.replace(tzinfo=UTC)).timestamp())

    def put_setting(self, namespace: str, key: str, value: str) -> None:
        """Change a setting."""
        self.state.settings[namespace][key] = value
        self.changed()

    # -- what is shown --------------------------------

    @property
    def theme(self) -> Theme:
        """The colours in force."""
        return DARK if self.state.settings["secure"].get("ui_night_mode") == "2" else LIGHT

    @property
    def font_scale(self) -> float:
        """How much larger than usual texts are."""
        try:
            return max(0.5, min(3.0, float(self.state.settings["system"].get("font_scale", "1.0"))))
        except ValueError:
            return 1.0

    @property
    def front(self) -> Stack:
        """The Android task in front."""
        return self.state.stacks[-1]

    @property
    def activity(self) -> Activity:
        """The activity that the user sees."""
        return self.front.activities[-1]

    def context(self) -> Context[Any]:
        """What the visible screen builds from."""
        return Context(self, self.apps[self.front.package], self.activity)

    def windows(self) -> list[Window]:
        """Everything on the screen, laid out, from the bottom up."""
        self._tick()
        if self._windows is None:
            self._windows = compose(self)
        return self._windows

    def active_window(self) -> Window:
        """The window that has the focus: an open dialog, else the app."""
        windows = self.windows()
        dialog = len(windows) > 1 and windows[1].title.endswith("/PopupWindow")
        return windows[1] if dialog else windows[0]

    def ui_xml(self, *, compressed: bool = False) -> str:
        """The view hierarchy of the active window, as ``uiautomator dump`` writes it."""
        window = self.active_window()
        if compressed not in self._xml:
            self._xml[compressed] = hierarchy_xml(window, compressed=compressed)
        return self._xml[compressed]

    def png(self) -> bytes:
        """The screen as a PNG of 1080 by 2400 pixels."""
        renderer = self._draw()
        if self._png is None:
            self._png = renderer.png()
        return self._png

    def raw(self) -> bytes:
        """The screen as ``screencap`` writes it without ``-p``."""
        return self._draw().raw()

    def _draw(self) -> Renderer:
        windows = self.windows()
        if self._renderer is None:
            self._renderer = Renderer()
        if not self._drawn:
            self._renderer.draw(
                windows, dark=self.theme.dark, font_scale=self.font_scale, awake=self.state.awake
            )
            self._drawn = True
        return self._renderer

    def _tick(self) -> None:
        """A running clock changes the screen when the minute does."""
        if self.state.clock.running:
            minute = self.now().replace(second=0, microsecond=0)
            if getattr(self, "_minute", minute) != minute:
                self.changed()
            self._minute = minute

    # -- navigation --------------------------------

    def launch(self, package: str) -> None:
        """Open an app as its icon does: where it was left, or at its main screen.

        Raises:
            UnknownActivityError: when it is not installed.
        """
        app = self._app(package)
        self._leave()
        for position, stack in enumerate(self.state.stacks):
            if stack.package == package:
                self.state.stacks.append(self.state.stacks.pop(position))
                return
        self.state.stacks.append(Stack(package=package, activities=[Activity(screen=app.main)]))

    def start(self, package: str, screen: str | None = None, args: Mapping[str, Any] | None = None) -> None:
        """Start an activity: on top of its app's stack, which comes to the front.

        Raises:
            UnknownActivityError: when the package or the screen does not exist.
        """
        app = self._app(package)
        name = screen or app.main
        if name not in app.screens:
            raise UnknownActivityError(f"{package} has no screen {name!r}")
        known = any(stack.package == package for stack in self.state.stacks)
        self.launch(package)
        if known or name != app.main or args:
            top = self.activity
            if not (top.screen == name and top.args == dict(args or {})):
                self.front.activities.append(Activity(screen=name, args=dict(args or {})))
            self._leave()

    def finish(self) -> None:
        """Leave the visible activity; after an app's last one, the home screen."""
        self._leave()
        self.front.activities.pop()
        if not self.front.activities:
            self.state.stacks.pop()
            self.home()

    def home(self) -> None:
        """Show the home screen."""
        self._leave()
        for position, stack in enumerate(self.state.stacks):
            if stack.package == LAUNCHER:
                self.state.stacks.append(self.state.stacks.pop(position))
                break
        main = self.apps[LAUNCHER].main
        if self.front.package != LAUNCHER:
            self.state.stacks.append(Stack(package=LAUNCHER, activities=[]))
        self.front.activities = [Activity(screen=main)]

    def back(self) -> None:
        """The back key: hide the keyboard, close a dialog, or leave the screen."""
        self.changed()
        if self.state.keyboard.visible:
            self.hide_keyboard()
            return
        if self.activity.dialog is not None:
            self.activity.dialog = None
            return
        context = self.context()
        handler = context.app.screens[self.activity.screen].back
        if handler is not None and handler(context):
            return
        if self.front.package == LAUNCHER and len(self.front.activities) == 1:
            return
        self.finish()

    def force_stop(self, package: str) -> None:
        """End an app: its stacks go, what it has stored stays."""
        was_front = self.front.package == package
        self.state.stacks = [stack for stack in self.state.stacks if stack.package != package]
        self.changed()
        if was_front or not self.state.stacks:
            self.home()

    def toast(self, package: str, text: str) -> None:
        """Show a short message until the next touch or key."""
        self.state.toast = Toast(package=package, text=text)
        self.changed()

    def _app(self, package: str) -> App[Any]:
        if package not in self.apps:
            raise UnknownActivityError(f"no package {package!r} is installed")
        return self.apps[package]

    def _leave(self) -> None:
        self.hide_keyboard()
        self.changed()

    # -- input --------------------------------

    def tap(self, x: float, y: float) -> None:
        """Touch the screen shortly at a point in pixels."""
        touch_input.tap(self, x, y)

    def long_tap(self, x: float, y: float) -> None:
        """Touch the screen and hold."""
        touch_input.tap(self, x, y, long=True)

    def swipe(self, x1: float, y1: float, x2: float, y2: float, duration_ms: int = 300) -> None:
        """Move a finger from one point to another; without movement and longer than 400 ms, a long tap."""
        touch_input.swipe(self, x1, y1, x2, y2, duration_ms)

    def key(self, code: int) -> None:
        """Press a key, by Android's key code; unknown ones do nothing, as on a phone."""
        touch_input.key(self, code)

    def type_text(self, text: str) -> None:
        """Type into the focused text field; without one, nothing happens."""
        field = self.focused_field()
        self.state.toast = None
        if field is not None:
            field.insert(text)
        self.changed()

    def press_soft_key(self, name: str) -> None:
        """What a key of the soft keyboard does."""
        board = self.state.keyboard
        if name == "<hide>":
            self.hide_keyboard()
        elif name.startswith("<") and len(name) > 1:
            board.layer = name[1:-1]  # type: ignore[assignment]
        elif name == "\b":
            touch_input.key(self, 67)
        elif name == "\n":
            touch_input.key(self, 66)
        else:
            self.type_text(name)
            if board.layer == "upper":
                board.layer = "lower"
        self.changed()

    def focused_field(self) -> TextField | None:
        """The text field that typing goes to."""
        return self.activity.fields.get(self.activity.focus or "")

    def focus(self, name: str, initial: str = "") -> None:
        """Put the cursor into a text field of the visible screen and show the keyboard.

        Args:
            name: the field's name.
            initial: what stands in it when it is touched for the first time.
        """
        self.activity.focus = name
        field = self.activity.fields.setdefault(name, TextField(text=initial, cursor=len(initial)))
        board = self.state.keyboard
        board.visible = True
        # Sentences start with a capital letter.
        board.layer = "lower" if field.text else "upper"
        self.changed()

    def hide_keyboard(self) -> None:
        """Take the keyboard away; the field keeps the focus."""
        self.state.keyboard.visible = False
        self.changed()

    def touch_field(self, view: View, x: float, y: float) -> None:
        """Focus a text field with the cursor where it was touched."""
        self.focus(view.field, view.text)
        field = self.activity.fields[view.field]
        field.cursor = index_at(view, x, y, self.font_scale)
        field.selected_from = None

    def select_all(self, view: View) -> None:
        """Select the whole text of a field."""
        self.focus(view.field, view.text)
        field = self.activity.fields[view.field]
        field.selected_from, field.cursor = 0, len(field.text)


PRINTABLE_KEYS = TYPED

"""The phone: its state, what it shows, and what can be done to it. Pure Python and synchronous.

Navigation is in :mod:`.navigation`, gestures and keys in :mod:`.input`, the ADB side in :mod:`.adbd`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from . import input as touch_input
from . import navigation, snapshot
from .adbd.auth import Decision
from .app import App
from .catalog import built_in_apps
from .clock import PhoneClock
from .content import Content
from .context import AppContext
from .glass import Glass
from .intents import Intent
from .manifest_app import app_from_manifest
from .navigation import UnknownActivityError
from .packages import Packages
from .shell.memory import ShellMemory
from .state import LogLine, Notification, Overlay, PhoneState, Request, Toast
from .system import keyguard, keys, power
from .system.overlays import OVERLAYS
from .text_field import TextField
from .touch import index_at
from .ui.views import View
from .world import initial_state, seeding_for

__all__ = ["Phone", "UnknownActivityError"]


class Phone(Glass):
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
        self.catalog = {app.package: app for app in (built_in_apps() if apps is None else apps)}
        self._set_up()
        self.reset(world, seed)

    def _set_up(self) -> None:
        self.clock = PhoneClock(self)
        self.content = Content(self)
        self.packages = Packages(self)
        self.shells = ShellMemory()
        self._blank()
        self._shared: set[str] = set()
        self._apps: dict[str, App[Any]] | None = None
        self.usb_answers: dict[str, Callable[[Decision], None]] = {}

    # -- state --------------------------------

    def reset(self, world: Mapping[str, Any] | None = None, seed: int = 0) -> None:
        """Put the phone into a world, forgetting everything else."""
        state = initial_state(world or {}, seed, self.catalog)
        self._take(state, shared=False)
        for app in self.apps.values():
            if app.on_boot is not None:
                app.on_boot(AppContext(self, app))
        self.log("SystemServer", "Boot completed")
        self.changed()

    def snapshot(self) -> PhoneState:
        """The whole state as it is now. It does not change with the phone, and must not be changed."""
        self._shared = set(self.state.apps)
        self.let_go()
        return snapshot.shared_copy(self.state)

    def restore(self, state: PhoneState) -> None:
        """Take over a state, which stays as it is."""
        self._take(snapshot.shared_copy(state), shared=True)

    def _take(self, state: PhoneState, *, shared: bool) -> None:
        self.state = state
        self._shared = set(state.apps) if shared else set()
        self.shells.forget()
        self.clock.started()
        self.packages_changed()

    def fork(self) -> Phone:
        """A second phone in the same state, from here on independent."""
        twin = Phone.__new__(Phone)
        twin.catalog = self.catalog
        twin._set_up()
        twin.restore(self.snapshot())
        twin.clock.as_in(self.clock)
        return twin

    def export(self, *, contents: bool = True) -> dict[str, Any]:
        """The whole state as plain JSON values; without ``contents``, files are told by their digests."""
        exported: dict[str, Any] = json.loads(
            self.state.model_dump_json(exclude=None if contents else {"files"})
        )
        if not contents:
            exported["files"] = snapshot.digests(self.state.files)
        return exported

    def app_state(self, package: str) -> Any:
        """What an app remembers, to be changed in place.

        Raises:
            KeyError: when the app is not installed.
        """
        if package in self._shared:
            self.state.apps[package] = self.state.apps[package].model_copy(deep=True)
            self._shared.discard(package)
        return self.state.apps[package]

    @property
    def apps(self) -> dict[str, App[Any]]:
        """The apps that are installed and enabled, by package."""
        if self._apps is None:
            made = dict(self.catalog)
            for name, package in self.state.packages.items():
                if package.manifest is not None:
                    made[name] = app_from_manifest(package.manifest)
                if not (package.installed and package.enabled):
                    made.pop(name, None)
            self._apps = made
        return self._apps

    def packages_changed(self) -> None:
        """Note that apps were installed, removed, enabled or disabled."""
        self._apps = None
        self.changed()

    def seed_app(self, package: str, *, empty: bool = False) -> None:
        """Give an app its first state; with ``empty`` what its model is without any value."""
        app = self.apps[package]
        self.state.apps[package] = app.state() if empty else app.seed(seeding_for(self.state, app, None))
        self._shared.discard(package)
        self.changed()

    def now(self) -> datetime:
        """The phone's local time, without a time zone."""
        return self.clock.local()

    def timestamp(self) -> int:
        """The phone's time in seconds since 1970."""
        return int(self.clock.instant().timestamp())

    def put_setting(self, namespace: str, key: str, value: str) -> None:
        """Change a setting."""
        self.state.settings[namespace][key] = value
        self.changed()

    def log(self, tag: str, text: str, level: str = "I") -> None:
        """Write a line that ``logcat`` shows."""
        self.state.log(
            LogLine(when=self.clock.instant().replace(tzinfo=UTC), level=level, tag=tag, text=text)
        )

    def copy(self, text: str) -> None:
        """Put a text on the clipboard."""
        self.state.clipboard = text
        self.changed()

    # -- navigation --------------------------------

    def launch(self, package: str) -> None:
        """Open an app as its icon does: where it was left, or at its main screen.

        Raises:
            UnknownActivityError: when it is not installed.
        """
        navigation.launch(self, package)

    def start(self, package: str, screen: str | None = None, args: Mapping[str, Any] | None = None) -> None:
        """Start an activity: on top of its app's task, which comes to the front.

        Raises:
            UnknownActivityError: when the package or the screen does not exist.
        """
        navigation.start(self, package, screen, args)

    def push(
        self,
        package: str,
        screen: str,
        args: Mapping[str, Any] | None = None,
        request: Request | None = None,
    ) -> None:
        """Start an activity on top of the visible one.

        Raises:
            UnknownActivityError: when the package or the screen does not exist.
        """
        navigation.push(self, package, screen, args, request)

    def start_intent(
        self, intent: Intent, *, from_package: str = "", request: Request | None = None, choose: str = ""
    ) -> bool:
        """Open what an intent asks for, see :func:`.navigation.start_intent`; False when nothing can."""
        return navigation.start_intent(
            self, intent, from_package=from_package, request=request, choose=choose
        )

    def broadcast(self, intent: Intent) -> int:
        """Send an intent to all receivers; returns how many there were."""
        return navigation.broadcast(self, intent)

    def deliver(self, request: Request, result: Mapping[str, Any]) -> None:
        """Hand an answer to the visible screen."""
        navigation.deliver(self, request, result)

    def finish(self, result: Mapping[str, Any] | None = None) -> None:
        """Leave the visible activity; after a task's last one, the home screen."""
        navigation.finish(self, result)

    def home(self) -> None:
        """Show the home screen."""
        self.state.overlays.clear()
        navigation.home(self)

    def back(self) -> None:
        """The back key."""
        keys.back(self)

    def force_stop(self, package: str) -> None:
        """End an app: its tasks go, what it has stored stays."""
        navigation.force_stop(self, package)

    # -- over the app --------------------------------

    def toast(self, package: str, text: str) -> None:
        """Show a short message until the next touch or key."""
        self.state.toast = Toast(package=package, text=text)
        self.changed()

    def show_overlay(self, overlay: Overlay) -> None:
        """Put something of the system's over everything."""
        self.hide_keyboard()
        self.state.overlays.append(overlay)
        self.changed()

    def hide_overlay(self, overlay: Overlay | str) -> None:
        """Take an overlay away, or all of a kind."""
        kept = [o for o in self.state.overlays if o is not overlay and o.kind != overlay]
        self.state.overlays = kept
        self.changed()

    def overlay_back(self, overlay: Overlay | None = None) -> None:
        """What the back key does to an overlay, the topmost one when None."""
        overlay = overlay or self.state.overlays[-1]
        handler = OVERLAYS[overlay.kind].back
        if handler is None or not handler(self, overlay):
            self.hide_overlay(overlay)

    def notify(self, notification: Notification) -> None:
        """Show a notification, in place of one with the same package and tag."""
        self.cancel_notification(notification.package, notification.tag)
        self.state.notifications.insert(0, notification)
        self.changed()

    def cancel_notification(self, package: str, tag: str) -> None:
        """Take a notification away, if it is there."""
        self.state.notifications = [
            n for n in self.state.notifications if (n.package, n.tag) != (package, tag)
        ]
        self.changed()

    def ask_uninstall(self, package: str) -> None:
        """Ask the user whether an app is to be removed.

        Raises:
            UnknownActivityError: when it is not installed.
        """
        navigation.app_of(self, package)
        self.show_overlay(Overlay(kind="uninstall", args={"package": package}))

    # -- input --------------------------------

    def tap(self, x: float, y: float) -> None:
        """Touch the screen shortly at a point in pixels."""
        touch_input.tap(self, x / self.scale, y / self.scale)

    def long_tap(self, x: float, y: float) -> None:
        """Touch the screen and hold."""
        touch_input.tap(self, x / self.scale, y / self.scale, long=True)

    def swipe(self, x1: float, y1: float, x2: float, y2: float, duration_ms: int = 300) -> None:
        """Move a finger from one point to another; without movement and longer than 400 ms, a long tap."""
        places = [value / self.scale for value in (x1, y1, x2, y2)]
        touch_input.swipe(self, places[0], places[1], places[2], places[3], duration_ms)

    def key(self, code: int, *, long: bool = False) -> None:
        """Press a key, by Android's key code, or hold it; unknown ones do nothing, as on a phone."""
        keys.key(self, code, long=long)

    def key_combination(self, codes: Sequence[int]) -> None:
        """Press keys together: modifiers first, last the one that they modify."""
        keys.key_combination(self, codes)

    def type_text(self, text: str) -> None:
        """Type into the focused text field; without one, nothing happens."""
        self.state.toast = None
        self.finger.forget()
        field = self.focused_field()
        if self.state.locked and self.state.awake:
            keyguard.typed(self, text)
        elif field is not None:
            field.insert(text)
            self.state.keyboard.reveal = True
        self.changed()

    def press_soft_key(self, name: str) -> None:
        """What a key of the soft keyboard does."""
        keys.soft_key(self, name)

    def focused_field(self) -> TextField | None:
        """The text field that typing goes to; None while something of the system's is over it."""
        if self.state.locked or any(OVERLAYS[overlay.kind].modal for overlay in self.state.overlays):
            return None
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
        board.visible = board.reveal = True
        board.layer, board.variants = "auto", ""
        field.menu = False
        self.changed()

    def hide_keyboard(self) -> None:
        """Take the keyboard away; the field keeps the focus."""
        self.state.keyboard.visible = False
        self.changed()

    def touch_field(self, view: View, x: float, y: float) -> None:
        """Focus a text field with the cursor where it was touched; there again, it offers to paste."""
        before = self.activity.fields.get(view.field) if self.activity.focus == view.field else None
        at = before.cursor if before is not None and before.selected_from is None else None
        offered = before is not None and before.menu
        self.focus(view.field, view.text)
        field = self.activity.fields[view.field]
        field.cursor = index_at(view, x, y, self.font_scale)
        field.selected_from = None
        field.menu = at == field.cursor and bool(self.state.clipboard) and not offered

    def select_all(self, view: View) -> None:
        """Select the whole text of a field."""
        self.focus(view.field, view.text)
        field = self.activity.fields[view.field]
        field.selected_from, field.cursor = 0, len(field.text)

    # -- power and lock --------------------------------

    def power_off(self) -> None:
        """Turn the phone off."""
        power.power_off(self)

    def restart(self) -> None:
        """Turn the phone off and on: apps end, what is stored stays."""
        power.restart(self)

    def dismiss_keyguard(self, *, then: tuple[str, str] | None = None) -> None:
        """Unlock the phone, or ask for its PIN; then open the notification of a package and a tag."""
        keyguard.dismiss(self, then=then)

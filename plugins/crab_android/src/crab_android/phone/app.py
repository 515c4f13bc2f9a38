"""What an app is: a manifest, typed state, and screens.

The launcher, Tasks and Settings use nothing else, and neither will apps that plugins bring.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from pydantic import BaseModel

from .state import Activity, Dialog, PhoneState, TextField
from .system.bars import navigation_height
from .ui.geometry import Rect
from .ui.theme import Theme
from .ui.views import View

if TYPE_CHECKING:
    import skia

    from .phone import Phone

State = TypeVar("State", bound=BaseModel)


class NoState(BaseModel):
    """The state of an app that keeps none."""


class Place(Enum):
    """Where a popup stands."""

    CENTER = "center"
    BOTTOM = "bottom"
    MENU = "menu"


@dataclass(frozen=True, slots=True)
class Popup:
    """A dialog, a bottom sheet or a menu: its view, and where it stands."""

    view: View
    place: Place = Place.CENTER


@dataclass(frozen=True)
class Screen(Generic[State]):
    """One activity of an app.

    Attributes:
        activity: Android's name for it, such as ``.TaskListActivity``.
        build: makes the view tree from the state.
        dialogs: by name, what builds a dialog that may stand over it.
        back: handles the back key and returns True, or returns False to leave the screen.
        wallpaper: whether the wallpaper shows behind it.
        edge_to_edge: whether it reaches below the navigation bar, and leaves ``Context.foot`` free itself.
    """

    activity: str
    build: Callable[[Context[State]], View]
    dialogs: Mapping[str, Callable[[Context[State]], Popup]] = field(default_factory=dict)
    back: Callable[[Context[State]], bool] | None = None
    wallpaper: bool = False
    edge_to_edge: bool = False


Rows = list[dict[str, Any]]


@dataclass(frozen=True)
class App(Generic[State]):
    """One app.

    Attributes:
        package: its package name.
        label: the name under its icon.
        icon: draws the foreground and background of its icon into a square; the launcher cuts it round.
        state: the model of what it remembers.
        screens: by name, its activities.
        main: the name of the screen that the launcher opens.
        seed: makes the state from the app's part of a world and a source of chance.
        world: the app's key in a world; empty when a world says nothing about it.
        listed: whether the app drawer shows it.
        intents: intent action → (screen, arguments).
        tables: content provider path → rows, for ``content query``.
    """

    package: str
    label: str
    icon: Callable[[skia.Canvas, Rect], None]
    state: type[State]
    screens: Mapping[str, Screen[State]]
    main: str
    seed: Callable[[Any, random.Random], State]
    world: str = ""
    listed: bool = True
    version: str = "1.0"
    intents: Mapping[str, tuple[str, dict[str, Any]]] = field(default_factory=dict)
    tables: Mapping[str, Callable[[State], Rows]] = field(default_factory=dict)


class Context(Generic[State]):
    """What a screen builds from and acts through."""

    def __init__(self, phone: Phone, app: App[State], activity: Activity) -> None:
        self.phone = phone
        self.app = app
        self.activity = activity

    @property
    def state(self) -> State:
        """What the app remembers."""
        return cast("State", self.system.apps[self.app.package])

    @property
    def system(self) -> PhoneState:
        """The whole phone."""
        return self.phone.state

    @property
    def theme(self) -> Theme:
        """The colours in force."""
        return self.phone.theme

    @property
    def foot(self) -> float:
        """Height in dp of the navigation bar over the content; 0 while the keyboard is there."""
        return 0.0 if self.system.keyboard.visible else navigation_height(self.system)

    @property
    def args(self) -> dict[str, Any]:
        """What the activity was started with."""
        return self.activity.args

    @property
    def dialog(self) -> dict[str, Any]:
        """What the open dialog was started with; empty without one."""
        return self.activity.dialog.args if self.activity.dialog else {}

    def open(self, screen: str, **args: Any) -> None:
        """Start another activity of the same app on top of this one."""
        self.phone.start(self.app.package, screen, args)

    def finish(self) -> None:
        """Leave this activity."""
        self.phone.finish()

    def show_dialog(self, name: str, **args: Any) -> None:
        """Open one of the screen's dialogs."""
        self.phone.hide_keyboard()
        self.activity.dialog = Dialog(name=name, args=args)

    def edit(self, name: str, initial: str = "") -> None:
        """Put the cursor into a text field, with an initial text when it was not touched before."""
        self.phone.focus(name, initial)

    def forget(self, *names: str) -> None:
        """Drop what was typed into text fields."""
        for name in names:
            self.activity.fields.pop(name, None)
            if self.activity.focus == name:
                self.activity.focus = None

    def dismiss(self) -> None:
        """Close the open dialog."""
        self.activity.dialog = None
        self.phone.hide_keyboard()

    def toast(self, text: str) -> None:
        """Show a short message."""
        self.phone.toast(self.app.package, text)

    def field(self, name: str, initial: str = "") -> TextField:
        """What stands in the text field of that name on this screen: ``initial`` until it is first touched.

        Building a screen changes nothing; a field is kept from when it gets the focus.
        """
        return self.activity.fields.get(name) or TextField(text=initial, cursor=len(initial))

    def setting(self, namespace: str, key: str, default: str = "") -> str:
        """A value of the settings provider."""
        return self.system.settings[namespace].get(key, default)

    def put_setting(self, namespace: str, key: str, value: str) -> None:
        """Change a value of the settings provider."""
        self.phone.put_setting(namespace, key, value)

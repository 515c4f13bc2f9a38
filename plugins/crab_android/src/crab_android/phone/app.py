"""What an app is: a manifest, typed state, and screens. Built-in apps use nothing else."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from pydantic import BaseModel

from .intents import Filter
from .people import Person
from .system.files import FileTree
from .ui.geometry import Rect
from .ui.theme import Color
from .ui.views import View

if TYPE_CHECKING:
    import skia

    from .context import AppContext, Context
    from .intents import Intent

State = TypeVar("State", bound=BaseModel)
Rows = list[dict[str, Any]]


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


@dataclass(frozen=True, slots=True)
class Lead:
    """A declared way from one screen to another: which element leads there, and how it is touched.

    From these a crawler reaches every screen, and the map of the phone is drawn.

    Attributes:
        to: a screen of the same app, ``#dialog`` for a dialog of this screen, ``screen#dialog`` for one of
            another screen of the app, or ``package/screen`` for another app's; ``!kind`` for
            an overlay of the system's such as ``!chooser`` or ``!permission``; ``<`` for no matter where.
        id: resource id of the element, without its package.
        text: its text.
        desc: its content description.
        gesture: how it is touched.
        first: taps on other elements before, by resource id, text or description (as ``id=…``, ``text=…``,
            ``desc=…``), ``long=…`` for a long tap on a resource id, ``type=…`` to type a text into the
            focused field, or ``key=…`` for a key code.
    """

    to: str
    id: str = ""
    text: str = ""
    desc: str = ""
    gesture: Literal["tap", "long_tap", "swipe_up", "swipe_down", "swipe_left", "swipe_right"] = "tap"
    first: tuple[str, ...] = ()


@dataclass(frozen=True)
class Screen(Generic[State]):
    """One activity of an app.

    Attributes:
        activity: Android's name for it, such as ``.TaskListActivity``.
        build: makes the view tree from the state, and changes nothing.
        dialogs: by name, what builds a dialog that may stand over it.
        back: handles the back key and returns True, or returns False to leave the screen.
        opened: called once when the activity is started, before it is first built; for what building must
            not do, such as marking as read what it shows.
        results: by name, what takes the answer of a screen or of the user that this one asked, see
            :meth:`.context.Context.start_for_result` and :meth:`.context.Context.require`.
        leads: the transitions away from here.
        wallpaper: whether the wallpaper shows behind it.
        edge_to_edge: whether it reaches below the navigation bar, and leaves ``Context.foot`` free itself.
        secure: whether screenshots of it stay black (FLAG_SECURE).
        on_pause: called when the screen is about to be left or covered by another; keeps what was typed.
        live: whether it shows the time to the second now, and must be drawn anew every second.
        dark: whether it is dark in the light theme too, as a camera or a player is.
    """

    activity: str
    build: Callable[[Context[State]], View]
    dialogs: Mapping[str, Callable[[Context[State]], Popup]] = field(default_factory=dict)
    back: Callable[[Context[State]], bool] | None = None
    opened: Callable[[Context[State]], None] | None = None
    results: Mapping[str, Callable[[Context[State], dict[str, Any]], None]] = field(default_factory=dict)
    leads: tuple[Lead, ...] = ()
    wallpaper: bool = False
    edge_to_edge: bool = False
    secure: bool = False
    on_pause: Callable[[Context[State]], None] | None = None
    live: Callable[[Context[State]], bool] | None = None
    dark: bool = False


@dataclass(frozen=True)
class Table(Generic[State]):
    """One path of a content provider.

    Attributes:
        rows: all rows, each with ``_id``; it changes nothing.
        insert: adds a row and returns its id.
        update: changes the row with an id.
        delete: deletes the row with an id.
    """

    rows: Callable[[AppContext[State]], Rows]
    insert: Callable[[AppContext[State], Mapping[str, Any]], int] | None = None
    update: Callable[[AppContext[State], int, Mapping[str, Any]], None] | None = None
    delete: Callable[[AppContext[State], int], None] | None = None


@dataclass(frozen=True)
class Seeding:
    """What an app's first state is made from.

    Attributes:
        part: the app's part of the world; None when the world says nothing about it.
        chance: a source of chance for this app alone.
        people: the persons that everything on this phone agrees on.
        owner: whose phone it is.
        now: the phone's local time.
        files: the phone's files, to write into.
        mtime: now, in seconds since 1970, for files.
    """

    part: Any
    chance: random.Random
    people: Sequence[Person]
    owner: Person
    now: datetime
    files: FileTree
    mtime: int


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
        seed: makes its first state.
        world: the app's key in a world; empty when a world says nothing about it.
        color: the colour its theme is tinted with; the phone's own when 0.
        version: as ``dumpsys package`` tells it.
        permissions: the permissions it declares; the dangerous ones are asked for at run time.
        filters: the intents that others may open it with.
        receivers: broadcast action → what it does.
        providers: authority → path → table, for ``content`` and other apps.
        on_time: called after the phone's clock has moved, with the local time before and after.
        instrumentations: class name such as ``.Checks`` → what ``am instrument`` runs: it gets the options
            of ``-e`` and gives results; a ``ValueError`` is told as a crash.
        on_boot: called once on a new phone when all apps have their state; to set up what needs the others.
        listed: whether the app drawer shows it.
        system: whether it came with the phone and cannot be uninstalled.
    """

    package: str
    label: str
    icon: Callable[[skia.Canvas, Rect], None]
    state: type[State]
    screens: Mapping[str, Screen[State]]
    main: str
    seed: Callable[[Seeding], State]
    world: str = ""
    color: Color = 0
    version: str = "1.0"
    permissions: tuple[str, ...] = ()
    filters: tuple[Filter, ...] = ()
    receivers: Mapping[str, Callable[[AppContext[State], Intent], None]] = field(default_factory=dict)
    providers: Mapping[str, Mapping[str, Table[State]]] = field(default_factory=dict)
    on_time: Callable[[AppContext[State], datetime, datetime], None] | None = None
    instrumentations: Mapping[str, Callable[[AppContext[State], Mapping[str, str]], Mapping[str, str]]] = (
        field(default_factory=dict)
    )
    on_boot: Callable[[AppContext[State]], None] | None = None
    listed: bool = True
    system: bool = True

    def screen_of(self, activity: str) -> str | None:
        """The name of the screen with an activity name, written in full or from the dot on; or None."""
        wanted = activity.removeprefix(self.package)
        return next((name for name, screen in self.screens.items() if screen.activity == wanted), None)


def no_state(_seeding: Seeding) -> NoState:
    """The seed of an app that keeps none."""
    return NoState()

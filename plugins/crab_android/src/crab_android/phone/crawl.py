"""Walking through every screen of a phone by what its apps declare.

Each app's :class:`.app.Lead` says which element leads where. The crawler follows all of them, every time on
a fork of the phone, and notes what is not as it was declared.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Any
from xml.etree import ElementTree

from .app import App, Lead
from .intents import Intent
from .phone import Phone
from .touch import walk
from .ui.views import View

_SCROLLS = 8
_BACKS = 4


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a phone is: a screen of an app, perhaps with a dialog, or something of the system's over it."""

    package: str
    screen: str
    dialog: str = ""
    overlay: str = ""

    def __str__(self) -> str:
        """As leads write it: ``package/screen#dialog``."""
        over = f"#{self.dialog}" if self.dialog else f"!{self.overlay}" if self.overlay else ""
        return f"{self.package}/{self.screen}{over}"


@dataclass(frozen=True, slots=True)
class Edge:
    """A way that was walked."""

    start: Spot
    lead: Lead
    end: Spot


@dataclass
class Crawl:
    """What was found.

    Attributes:
        phones: a phone at every spot that was reached, in the order of arrival.
        edges: the ways between them.
        faults: what is not as it was declared, in sentences.
    """

    phones: dict[Spot, Phone] = field(default_factory=dict)
    edges: list[Edge] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


def spot_of(phone: Phone) -> Spot:
    """Where a phone is now."""
    activity = phone.activity
    dialog = activity.dialog.name if activity.dialog else ""
    overlay = phone.state.overlays[-1].kind if phone.state.overlays else ""
    return Spot(activity.package, activity.screen, dialog, overlay)


def crawl(phone: Phone, packages: Collection[str] | None = None) -> Crawl:
    """Walk through all screens of the apps of a phone, which stays as it is.

    Args:
        phone: the phone to start from.
        packages: the apps to walk through; all when None.
    """
    found = Crawl()
    for package, app in phone.apps.items():
        if packages is None or package in packages:
            _crawl_app(phone, app, found)
    return found


def _crawl_app(phone: Phone, app: App[Any], found: Crawl) -> None:
    first = phone.fork()
    first.launch(app.package)
    queue = deque([first])
    found.phones[spot_of(first)] = first
    while queue:
        here = queue.popleft()
        for arrived in _follow(here, app, found):
            spot = spot_of(arrived)
            if spot.package == app.package and not spot.overlay and spot not in found.phones:
                found.phones[spot] = arrived
                if not spot.dialog:
                    queue.append(arrived)
    for name in app.screens:
        if not _seen(found, app.package, name):
            _try_filters(phone, app, name, found)
    for name, screen in app.screens.items():
        if not _seen(found, app.package, name):
            found.faults.append(f"{app.package}/{name} is not reached by any lead or intent")
            continue
        for dialog in screen.dialogs:
            if Spot(app.package, name, dialog) not in found.phones:
                found.faults.append(f"{app.package}/{name}#{dialog} is not reached by any lead")


def _seen(found: Crawl, package: str, screen: str) -> bool:
    return any(spot.package == package and spot.screen == screen for spot in found.phones)


def _try_filters(phone: Phone, app: App[Any], name: str, found: Crawl) -> None:
    for entry in app.filters:
        if entry.screen != name:
            continue
        twin = phone.fork()
        asked = Intent(
            action=entry.action,
            data=entry.example,
            type=entry.types[0] if entry.types else "",
            package=app.package,
        )
        if twin.start_intent(asked) and spot_of(twin).screen == name:
            found.phones.setdefault(spot_of(twin), twin)
            for arrived in _follow(twin, app, found):
                found.phones.setdefault(spot_of(arrived), arrived)
            return


def _follow(here: Phone, app: App[Any], found: Crawl) -> Iterator[Phone]:
    start = spot_of(here)
    for lead in app.screens[start.screen].leads:
        twin = here.fork()
        try:
            _walk_lead(twin, lead)
        except LookupError as error:
            found.faults.append(f"{start} → {lead.to}: {error}")
            continue
        end = spot_of(twin)
        if lead.to != "<" and not _meant(lead.to, start, end):
            found.faults.append(f"{start} → {lead.to}: leads to {end}")
        found.edges.append(Edge(start, lead, end))
        yield twin


def _meant(to: str, start: Spot, end: Spot) -> bool:
    place, _, dialog = to.partition("#")
    if place.startswith("!"):
        return end.overlay == place[1:]
    package, _, screen = place.rpartition("/")
    wanted = (package or start.package, screen or start.screen, dialog)
    return (end.package, end.screen, end.dialog) == wanted


def _walk_lead(phone: Phone, lead: Lead) -> None:
    for step in lead.first:
        kind, _, value = step.partition("=")
        if kind == "type":
            phone.type_text(value)
        elif kind == "key":
            phone.key(int(value))
        elif kind == "long":
            _tap(phone, find(phone, id=value), "long_tap")
        else:
            _tap(phone, find(phone, **{kind: value}), "tap")
    _tap(phone, find(phone, id=lead.id, text=lead.text, desc=lead.desc), lead.gesture)


def _tap(phone: Phone, view: View, gesture: str) -> None:
    x, y = (part * phone.scale for part in view.visible.center)
    if gesture == "tap":
        phone.tap(x, y)
    elif gesture == "long_tap":
        phone.long_tap(x, y)
    else:
        width, height = phone.pixels
        across, down = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}[gesture[6:]]
        phone.swipe(x, y, x + across * width * 0.4, y + down * height * 0.3)


def find(phone: Phone, *, id: str = "", text: str = "", desc: str = "") -> View:
    """The first element on the screen that fits; what scrolls is scrolled for it.

    Args:
        phone: the phone, which may have been scrolled afterwards.
        id: resource id, without the package.
        text: the whole text.
        desc: the whole content description.

    Raises:
        LookupError: when there is none.
    """
    for _ in range(_SCROLLS):
        root = phone.active_window().root
        for view in walk(root):
            fits = (not id or id in (view.id, view.id.rpartition("/")[2])) and (not text or view.text == text)
            if fits and (not desc or view.desc == desc) and not view.hidden and _touchable(view):
                return view
        if not _scroll_on(phone, root):
            break
    raise LookupError(f"no element with {', '.join(w for w in (id, text, desc) if w)}")


def _touchable(view: View) -> bool:
    """Whether enough of it is on the screen to be touched."""
    shown = view.visible
    return (
        not shown.empty
        and shown.height >= min(24, view.rect.height)
        and shown.width >= min(24, view.rect.width)
    )


def _scroll_on(phone: Phone, root: View) -> bool:
    for view in walk(root):
        if view.scrollable and not view.horizontal and view.scroll_y < view.scroll_limit:
            step = max(200, view.visible.height // 2)
            phone.activity.scroll[view.scroll_key] = min(view.scroll_limit, view.scroll_y + step)
            phone.state.keyboard.reveal = False
            phone.changed()
            return True
    return False


def check_spot(phone: Phone) -> list[str]:
    """What is wrong with the screen that a phone shows: it must draw, dump valid XML, and be left by back."""
    here = spot_of(phone)
    faults: list[str] = []
    twin = phone.fork()
    try:
        root = ElementTree.fromstring(twin.ui_xml())
        if not list(root.iter("node")):
            faults.append(f"{here} shows nothing")
    except ElementTree.ParseError as error:
        faults.append(f"{here} dumps no valid XML: {error}")
    if not twin.png():
        faults.append(f"{here} cannot be drawn")
    if here == Spot("org.crab.launcher", "home"):
        return faults
    for _ in range(_BACKS):
        twin.back()
        if spot_of(twin) != here:
            return faults
    return [*faults, f"{here} is not left by back"]

"""Actions on whole windows: opening an application, waiting, bringing to the front, closing."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from crab_core import InvalidAction, Problem, action

if TYPE_CHECKING:
    from crab_ubuntu.desktop.windows import Window
    from crab_ubuntu.environment import UbuntuEnvironment

Name = Annotated[str, Field(min_length=1, max_length=200)]
Match = Literal["contains", "exact"]


@action
def search_app(env: UbuntuEnvironment, name: Annotated[str, Field(min_length=1, max_length=100)]) -> str:
    """Open an application by its name, through the search of the Activities overview.

    Args:
        name: Name of the application, such as Settings or Files.
    """
    from crab_ubuntu.desktop.overview import open_application

    return open_application(env.desktop, name)


@action
def wait_for_window(
    env: UbuntuEnvironment,
    title: Name | None = None,
    app: Name | None = None,
    match: Match = "contains",
    seconds: Annotated[float, Field(gt=0, le=30)] = 10.0,
) -> str:
    """Wait until a window is there, and say which; or say that none came, and what windows there are.

    Args:
        title: Of the window.
        app: Application that it belongs to, such as gedit.
        match: Whether names may be longer than what was given; upper and lower case never count.
        seconds: How long to wait at most.
    """
    wanted = _wanted(title, app)
    found: list[Window] = []

    def appeared() -> bool:
        found[:] = _matching(env, title, app, match)
        return bool(found)

    if env.desktop.watch.wait_until(appeared, time.monotonic() + seconds):
        return f"The window {_called(found[0])} is there{_in_front(env, found[0])}."
    return f"No window {wanted} came within {seconds:g} seconds. {_there_are(env)}"


@action
def focus_window(
    env: UbuntuEnvironment, title: Name | None = None, app: Name | None = None, match: Match = "contains"
) -> str:
    """Bring a window to the front and give it the keyboard, as a click on it in the dock does.

    Args:
        title: Of the window.
        app: Application that it belongs to, such as gedit.
        match: Whether names may be longer than what was given; upper and lower case never count.
    """
    window = _one(env, title, app, match)
    env.desktop.window_manager.activate(window.id)
    return f"The window {_called(window)} is brought to the front."


@action
def close_window(
    env: UbuntuEnvironment, title: Name | None = None, app: Name | None = None, match: Match = "contains"
) -> str:
    """Close a window, as its close button does; it may ask whether to save first.

    Args:
        title: Of the window.
        app: Application that it belongs to, such as gedit.
        match: Whether names may be longer than what was given; upper and lower case never count.
    """
    window = _one(env, title, app, match)
    env.desktop.window_manager.close_window(window.id)
    return f"The window {_called(window)} was asked to close."


def _windows(env: UbuntuEnvironment) -> list[Window]:
    """Those that a person calls windows, from the top down, minimised ones last."""
    windows = env.desktop.windows
    shown = [w for w in reversed(windows.stacked()) if w.managed and w.kind not in ("DESKTOP", "DOCK")]
    return [*shown, *windows.minimized()]


def _matching(env: UbuntuEnvironment, title: str | None, app: str | None, match: Match) -> list[Window]:
    def fits(name: str, wanted: str | None) -> bool:
        if wanted is None:
            return True
        name, wanted = name.casefold(), wanted.strip().casefold()
        return name == wanted if match == "exact" else wanted in name

    return [
        window
        for window in _windows(env)
        if fits(window.title, title) and (fits(window.app, app) or fits(window.process, app))
    ]


def _one(env: UbuntuEnvironment, title: str | None, app: str | None, match: Match) -> Window:
    wanted = _wanted(title, app)
    found = _matching(env, title, app, match)
    if not found:
        field = "title" if title is not None else "app"
        raise InvalidAction(f"There is no window {wanted}.", [Problem(field, _there_are(env))])
    return found[0]


def _wanted(title: str | None, app: str | None) -> str:
    if title is None and app is None:
        raise InvalidAction("No window was named.", [Problem("title", "give title, app or both")])
    parts = (("called", title), ("of", app))
    return " ".join(f"{word} {name!r}" for word, name in parts if name is not None)


def _called(window: Window) -> str:
    return f'"{window.title}" ({window.app})'


def _in_front(env: UbuntuEnvironment, window: Window) -> str:
    focused = env.desktop.windows.focused()
    return " and has the focus" if focused is not None and focused.id == window.id else ""


def _there_are(env: UbuntuEnvironment) -> str:
    windows = [_called(window) for window in _windows(env)]
    return f"There are: {', '.join(windows[:10])}." if windows else "There are no windows."

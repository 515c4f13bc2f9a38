"""Evaluators that look at windows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from crab_core import DefinitionError, Verdict, evaluator
from crab_ubuntu.evaluators.reading import short

if TYPE_CHECKING:
    from crab_ubuntu.desktop.windows import Window
    from crab_ubuntu.environment import UbuntuEnvironment

STATES: Final = {
    "maximized": {"MAXIMIZED_VERT", "MAXIMIZED_HORZ"},
    "minimized": {"HIDDEN"},
    "fullscreen": {"FULLSCREEN"},
    "above": {"ABOVE"},
}
"""EWMH states that make up each."""


@evaluator(env="ubuntu")
def focused_window(env: UbuntuEnvironment, app: str = "", process: str = "", title: str = "") -> Verdict:
    """The window with the keyboard focus is the one described; every description given must fit.

    Args:
        app: Its application as in WM_CLASS, such as "gnome-control-center"; case does not matter.
        process: Name of the process that owns it.
        title: Its whole title.

    Raises:
        DefinitionError: Nothing was described.
    """
    if not (app or process or title):
        raise DefinitionError("focused_window needs app, process or title.")
    window = env.desktop.windows.focused()
    if window is None:
        return Verdict(False, "no window has the focus")
    wrong = [
        f"its {what} is {found!r}, not {wanted!r}"
        for what, found, wanted in (
            ("application", window.app.casefold(), app.casefold()),
            ("process", window.process, process[:15]),
            ("title", window.title, title),
        )
        if wanted and found != wanted
    ]
    if wrong:
        return Verdict(False, f"the focused window is {window.title!r}: {', '.join(wrong)}")
    return Verdict(True, f"the window {window.title!r} of {window.app} has the focus")


@evaluator(env="ubuntu")
def window_title(
    env: UbuntuEnvironment, title: str, match: Literal["exact", "contains"] = "exact"
) -> Verdict:
    """A window with this title is on the screen, wherever the focus is.

    Args:
        title: The title, or a part of it.
        match: "exact" compares the whole title, "contains" looks for a part; case matters in both.
    """
    titles = [w.title for w in env.desktop.windows.stacked() if w.managed and w.kind != "DESKTOP"]
    for found in titles:
        if found == title or (match == "contains" and title and title in found):
            return Verdict(True, f"there is a window {found!r}")
    shown = ", ".join(map(repr, titles)) or "none"
    return Verdict(False, f"no window has the title {title!r}; there are: {shown}")


@evaluator(env="ubuntu")
def window_count(
    env: UbuntuEnvironment,
    count: int | None = None,
    title: str = "",
    app: str = "",
    match: Literal["exact", "contains"] = "exact",
    at_least: int = 1,
) -> Verdict:
    """So many windows of an application, or with a title, are open, minimized ones too; 0 for none.

    Args:
        count: Exactly so many; by default at least `at_least`.
        title: The title, or a part of it; any when empty.
        app: Its application as in WM_CLASS, such as "Gedit"; case does not matter; any when empty.
        match: How the title is compared, as for `window_title`.
        at_least: How many at least, when `count` is not given.
    """
    found = [window.title for window in _described(env, title, app, match)]
    passed = len(found) == count if count is not None else len(found) >= at_least
    wanted = f"{count}" if count is not None else f"at least {at_least}"
    said = (
        f"{len(found)} windows of {app or 'any application'} {f'called {title!r} ' if title else ''}are open"
    )
    return Verdict(passed, f"{said}: {short(found, 200)}" + ("" if passed else f", not {wanted}"))


@evaluator(env="ubuntu")
def window_state(
    env: UbuntuEnvironment,
    state: Literal["maximized", "minimized", "fullscreen", "above", "normal"],
    title: str = "",
    app: str = "",
    match: Literal["exact", "contains"] = "exact",
) -> Verdict:
    """A window is maximized, minimized, on the full screen, always on top, or none of these.

    Args:
        state: What it must be.
        title: Its title, or a part of it; any when empty.
        app: Its application as in WM_CLASS; any when empty.
        match: How the title is compared.

    Raises:
        DefinitionError: Neither title nor application was given.
    """
    seen = []
    for window in _described(env, title, app, match, needed=True):
        states = _words(env.desktop.windows.states(window))
        if state in states:
            return Verdict(True, f"the window {window.title!r} is {state}")
        seen.append(f"{window.title!r} is {' and '.join(sorted(states))}")
    return Verdict(False, f"no such window is {state}; {', '.join(seen) or 'none is open'}")


@evaluator(env="ubuntu")
def window_geometry(
    env: UbuntuEnvironment,
    title: str = "",
    app: str = "",
    x: int | None = None,
    y: int | None = None,
    width: int | None = None,
    height: int | None = None,
    tolerance: int = 2,
    match: Literal["exact", "contains"] = "exact",
) -> Verdict:
    """A window that can be seen is at this place, or has this size.

    Args:
        title: Its title, or a part of it; any when empty.
        app: Its application as in WM_CLASS; any when empty.
        x: Left edge in pixels of the screen, without its shadow; any when not given.
        y: Top edge.
        width: Pixels.
        height: Pixels.
        tolerance: Pixels by which each may differ.
        match: How the title is compared.

    Raises:
        DefinitionError: Neither title nor application was given, or no number.
    """
    wanted = {"x": x, "y": y, "width": width, "height": height}
    if all(number is None for number in wanted.values()):
        raise DefinitionError("window_geometry needs x, y, width or height.")
    seen = []
    for window in _described(env, title, app, match, needed=True):
        found = {name: getattr(window.box, name) for name in wanted}
        if "HIDDEN" in env.desktop.windows.states(window):
            continue
        if all(n is None or abs(found[name] - n) <= tolerance for name, n in wanted.items()):
            return Verdict(True, f"the window {window.title!r} is at {found}")
        seen.append(f"{window.title!r} is at {found}")
    return Verdict(False, f"no such window is at {wanted}; {', '.join(seen) or 'none can be seen'}")


def _described(
    env: UbuntuEnvironment, title: str, app: str, match: str, *, needed: bool = False
) -> list[Window]:
    """Windows that applications show or have minimized, by title and application."""
    if needed and not (title or app):
        raise DefinitionError("Which window? Give title or app.")
    windows = [w for w in env.desktop.windows.stacked() if w.managed and w.kind != "DESKTOP"]
    return [
        window
        for window in windows + env.desktop.windows.minimized()
        if (not title or window.title == title or (match == "contains" and title in window.title))
        and (not app or window.app.casefold() == app.casefold())
    ]


def _words(states: frozenset[str]) -> set[str]:
    """What people call the states that EWMH knows."""
    words = {word for word, needs in STATES.items() if needs <= states}
    return words or {"normal"}


EVALUATORS = (
    focused_window,
    window_title,
    window_count,
    window_state,
    window_geometry,
)

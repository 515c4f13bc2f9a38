"""Evaluators that look at windows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from crab_core import DefinitionError, Verdict, evaluator

if TYPE_CHECKING:
    from crab_ubuntu.environment import UbuntuEnvironment


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


EVALUATORS = (
    focused_window,
    window_title,
)

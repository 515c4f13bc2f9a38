"""Windows of a world: what they show, and where they stand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from crab_core import Box, UnknownNameError, UsageError
from crab_ubuntu.worlds.files import read_path

State = Literal["normal", "maximized", "minimized"]
FIELDS = ("app", "open", "place", "state")


@dataclass(frozen=True, slots=True)
class OpenWindow:
    """A window that is open from the start."""

    app: str
    """Desktop id."""
    opens: tuple[str, ...] = ()
    """What it shows: addresses, or paths from the home."""
    place: Box | None = None
    """In pixels of the screen; where the window manager puts it when None."""
    state: State = "normal"


def read_window(described: Any) -> OpenWindow:
    """Check what a world says about a window.

    Raises:
        UsageError: It cannot be that.
    """
    if not isinstance(described, Mapping) or not isinstance(described.get("app"), str):
        raise UsageError(
            f"{described!r} is no window of a world.",
            advice='Write {"app": "org.gnome.gedit", "open": ["Documents/a.txt"], "state": "maximized"}.',
        )
    for name in described:
        if name not in FIELDS:
            raise UnknownNameError("field of a window", name, FIELDS)
    state = described.get("state", "normal")
    if state not in get_args(State):
        raise UnknownNameError("state of a window", str(state), get_args(State))
    if state == "maximized" and "place" in described:
        raise UsageError(
            "A window that is maximized has no place of its own.", advice="Leave out state or place."
        )
    app: str = described["app"]
    return OpenWindow(
        app if app.endswith(".desktop") else f"{app}.desktop",
        _texts(described.get("open", ())),
        _box(described["place"]) if "place" in described else None,
        state,
    )


def _texts(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or not all(isinstance(one, str) for one in value):
        raise UsageError("What a window opens is a list of paths or addresses.")
    return tuple(one if "://" in one else read_path(one) for one in value)


def _box(value: Any) -> Box:
    fits = (
        isinstance(value, list | tuple) and len(value) == 4 and all(type(number) is int for number in value)
    )
    if not fits or value[2] <= 0 or value[3] <= 0:
        raise UsageError(
            f"{value!r} is no place of a window.", advice="Write [x, y, width, height], in pixels."
        )
    return Box(*value)

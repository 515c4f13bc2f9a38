"""Things to change in the desktop's Settings: how they are asked for, how they start, how they are "
"judged."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from crab_core import Expression, May
from crab_ubuntu.evaluators import gsettings_value

INTERFACE: Final = "org.gnome.desktop.interface"


@dataclass(frozen=True, slots=True)
class Change:
    """One change that GNOME Settings offers."""

    name: str
    """Names it in records."""
    wordings: tuple[str, ...]
    """Ways in which a person asks for it."""
    start: Mapping[str, Mapping[str, object]]
    """Settings of the start world, by schema: the opposite of what is asked for."""
    demanded: Expression
    """Whether the change was made."""

    @property
    def may_change(self) -> tuple[May, ...]:
        """The places in the desktop's state at which it is made."""
        return tuple(
            May(f"settings/{schema.replace('.', '/')}/{key}")
            for schema, keys in self.start.items()
            for key in keys
        )


CHANGES: Final = (
    Change(
        "light mode",
        (
            "Switch the system back to the light default style in Settings on the desktop",
            "Make the desktop light again: Settings, default style",
            "Desktop: leave dark mode for the default light style in the Settings application",
        ),
        {INTERFACE: {"color-scheme": "prefer-dark"}},
        gsettings_value(schema=INTERFACE, key="color-scheme", value="default")
        | gsettings_value(schema=INTERFACE, key="color-scheme", value="prefer-light"),
    ),
    Change(
        "large text",
        (
            "Turn on large text in Settings on the desktop",
            "Make the desktop's letters bigger: Settings, accessibility, large text",
            "Desktop: switch on large text in the Settings application",
        ),
        {INTERFACE: {"text-scaling-factor": 1.0}},
        gsettings_value(schema=INTERFACE, key="text-scaling-factor", value=1.25),
    ),
    Change(
        "hot corner",
        (
            "Turn on the hot corner in Settings on the desktop",
            "Desktop: Settings, multitasking, switch on the hot corner",
            "Switch on the desktop's hot corner, under multitasking in Settings",
        ),
        {INTERFACE: {"enable-hot-corners": False}},
        gsettings_value(schema=INTERFACE, key="enable-hot-corners", value=True),
    ),
    Change(
        "dark mode",
        (
            "Switch the system to dark mode in Settings on the desktop",
            "Make the desktop dark: Settings, dark style",
            "Desktop: turn on dark mode in the Settings application",
        ),
        {INTERFACE: {"color-scheme": "default"}},
        gsettings_value(schema=INTERFACE, key="color-scheme", value="prefer-dark"),
    ),
)

"""Both: a note says how the Settings of both devices are to be; then somebody is told."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from crab_android import allowed
from crab_android.evaluators import app_in_front, setting_is, sms_sent, text_on_screen
from crab_bench.byhand import solving_looks as solving
from crab_bench.byhand.changes import CHANGES, INTERFACE
from crab_bench.byhand.drawn import NOW, contacts, people, phrases
from crab_core import CheckpointGraph, Expression, Limits, May, Task
from crab_ubuntu.evaluators import focused_window

DESCRIPTION: Final = (
    'On the phone, the note titled "{title}" in "Notes" says what to change in the Settings of the '
    "desktop and what "
    'in the Settings of the phone. Make both changes, in any order, in the application "Settings" of '
    "each device. "
    "When both are made, send {name} a text message that says only the words that the note gives, and "
    "complete."
)
_TITLES: Final = ("Before the evening", "For the visit", "Both devices", "Screens", "For the talk")


@dataclass(frozen=True, slots=True)
class PhoneChange:
    """One change in the phone's Settings."""

    wording: str
    space: str
    key: str
    start: str
    end: str

    @property
    def demanded(self) -> Expression:
        """Whether it was made."""
        return setting_is(namespace=self.space, key=self.key, value=self.end)


PHONE_CHANGES: Final = (
    PhoneChange("turn the dark theme on", "secure", "ui_night_mode", "1", "2"),
    PhoneChange("turn the dark theme off", "secure", "ui_night_mode", "2", "1"),
    PhoneChange("font size Large", "system", "font_scale", "1.0", "1.15"),
    PhoneChange("font size Small", "system", "font_scale", "1.0", "0.85"),
    PhoneChange("font size Larger", "system", "font_scale", "1.0", "1.3"),
)
DESKTOP_WORDINGS: Final = {
    "dark mode": "style Dark",
    "light mode": "style Default (light)",
    "large text": "turn Large Text on",
    "hot corner": "turn the Hot Corner on",
}


def matching_looks(seed: int) -> Task:
    """Draw what is to be changed on each device, who is told, and a note that says something else."""
    chance = random.Random(seed)
    told, other = people(chance, 2)
    desk, wrong_desk = chance.sample(CHANGES, k=2)
    handy, wrong_phone = chance.sample(PHONE_CHANGES, k=2)
    (first, second), (third, fourth) = phrases(chance, 2)
    words, wrong_words = f"The {first} {second} is ready", f"The {third} {fourth} is ready"
    title, wrong_title = chance.sample(_TITLES, k=2)
    notes = [
        {"title": title, "body": _body(DESKTOP_WORDINGS[desk.name], handy.wording, words)},
        {
            "title": wrong_title,
            "body": _body(DESKTOP_WORDINGS[wrong_desk.name], wrong_phone.wording, wrong_words),
        },
        {"title": "Shopping", "body": "Oat milk, rice, lamp oil"},
    ]
    chance.shuffle(notes)
    greeting = [
        {"number": one.number, "body": "Let me know when it is done.", "at": at}
        for one, at in ((told, "2026-05-14T08:00"), (other, "2026-05-14T09:10"))
    ]
    settings = _spaces({wrong_phone.key: wrong_phone, handy.key: handy})
    schemas: dict[str, dict[str, object]] = {}
    for change in (wrong_desk, desk):
        for schema, keys in change.start.items():
            schemas.setdefault(schema, {}).update(keys)
    nodes = {
        "Notes in front": app_in_front(package="org.crab.notes"),
        "note read": text_on_screen(text=words, package="org.crab.notes"),
        "desktop's Settings focused": focused_window(app="gnome-control-center"),
        "desktop changed": desk.demanded,
        "phone's Settings in front": app_in_front(package="com.android.settings"),
        "phone changed": handy.demanded,
        "words sent": sms_sent(number=told.number, text=words),
    }
    edges = [
        ("Notes in front", "note read"),
        ("note read", "desktop's Settings focused"),
        ("note read", "phone's Settings in front"),
        ("desktop's Settings focused", "desktop changed"),
        ("phone's Settings in front", "phone changed"),
        ("desktop changed", "words sent"),
        ("phone changed", "words sent"),
    ]
    given = partial(partial, title=title, name=told.name)
    return Task(
        id="matching_looks",
        description=DESCRIPTION.format(title=title, name=told.name),
        worlds={
            "android": {
                "clock": NOW,
                "settings": settings,
                "contacts": contacts([told, other]),
                "messages": greeting,
                "notes": notes,
            },
            "ubuntu": {"gsettings": schemas},
        },
        graph=CheckpointGraph(nodes, edges),
        limits=Limits(steps=2 * 13),
        solution=given(solving.solve),
        alternatives={"phone first": given(solving.solve_phone_first)},
        mutants={
            "phone forgotten": given(solving.solve_desktop_only),
            "desktop forgotten": given(solving.solve_phone_only),
            "the other note": partial(solving.solve, title=wrong_title, name=told.name),
        },
        may_change={
            "android": [
                *allowed.message_sent(told.number, words),
                *allowed.setting_changed(handy.space, handy.key, handy.end),
            ],
            "ubuntu": _desktop_may(desk.name),
        },
        applications={"android": ("Notes", "Settings", "Messages"), "ubuntu": ("Settings",)},
    )


def _body(desk: str, handy: str, words: str) -> str:
    return f'Settings of the desktop: {desk}. Settings of the phone: {handy}. Words: "{words}"'


def _spaces(changes: Mapping[str, PhoneChange]) -> dict[str, Any]:
    spaces: dict[str, Any] = {}
    for key, change in changes.items():
        spaces.setdefault(change.space, {})[key] = change.start
    return spaces


def _desktop_may(change: str) -> list[May]:
    """The settings that GNOME's Settings writes for a change."""
    folder = "settings/" + INTERFACE.replace(".", "/")
    keys = {
        "dark mode": ("color-scheme", "gtk-theme", "icon-theme"),
        "light mode": ("color-scheme", "gtk-theme", "icon-theme"),
        "large text": ("text-scaling-factor",),
        "hot corner": ("enable-hot-corners",),
    }
    return [May(f"{folder}/{key}") for key in keys[change]]

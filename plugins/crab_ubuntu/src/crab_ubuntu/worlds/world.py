"""Worlds: the state in which a desktop starts, as plain data.

    {
        "gsettings": {"org.gnome.desktop.interface": {"color-scheme": "prefer-dark"}},
        "files": {
            "Documents/a.txt": "text",
            "Pictures/b.png": {"base64": "…"},
            "Pictures/c.jpg": {"photo": {"seed": 1, "taken": "2024-05-01T10:00:00"}},
            "run.sh": {"text": "…", "mode": "0755"}
        },
        "folders": ["Projects"],
        "bookmarks": ["Projects"],
        "clipboard": "text",
        "programs": [["sleep", "100"]],
        "apps": ["org.gnome.gedit.desktop"],
        "windows": [{"app": "org.gnome.Nautilus", "open": ["Pictures"], "place": [100, 60, 900, 600]}],
        "clock": "2026-05-14T10:00:00",
        "applications": ["gedit", "gimp"],
        "services": {"wiki.crab.test": {"service": "site", "pages": {"/": "<h1>Wiki</h1>"}}}
    }

`applications` names what the task needs, whether it is opened or not: an episode without it is unscored.

A new desktop is furnished with it, so a new desktop is all that a reset needs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from crab_core import UnknownNameError, UsageError, World
from crab_ubuntu.applications.catalogue import check_applications
from crab_ubuntu.applications.seeds import network_files
from crab_ubuntu.gvariant import render
from crab_ubuntu.services.plan import ServicePlan, read_services
from crab_ubuntu.session.spec import HOME
from crab_ubuntu.worlds.clock import read_clock
from crab_ubuntu.worlds.files import File, check_tree, read_file, read_path
from crab_ubuntu.worlds.schemas import find_schema, section, type_of
from crab_ubuntu.worlds.windows import OpenWindow, read_window

FIELDS = (
    "applications",
    "apps",
    "bookmarks",
    "clipboard",
    "clock",
    "files",
    "folders",
    "gsettings",
    "programs",
    "services",
    "windows",
)


@dataclass(frozen=True, slots=True)
class DesktopWorld:
    """A world that was checked."""

    settings: str
    """A dconf key file."""
    files: Mapping[str, File]
    """By path from the home."""
    apps: tuple[str, ...]
    """Desktop ids, in the order in which they are opened."""
    folders: tuple[str, ...] = ()
    """Folders of the home besides those of its files."""
    clipboard: str = ""
    """What is on the clipboard."""
    programs: tuple[tuple[str, ...], ...] = ()
    """Commands that run in the session from the start."""
    windows: tuple[OpenWindow, ...] = ()
    """Windows to open, in this order, after the applications."""
    services: tuple[ServicePlan, ...] = ()
    """What answers in the desktop's network."""
    clock: str = ""
    """What the clock says at the start, in ISO format; empty for the machine's."""


def read_world(world: World) -> DesktopWorld:
    """Check a world.

    Raises:
        UsageError: It has a field, setting, path or value that cannot be.
        EnvironmentUnavailable: An application that it names is not installed.
    """
    for name in world:
        if name not in FIELDS:
            raise UnknownNameError("field of a desktop's world", name, FIELDS)
    apps = world.get("apps", ())
    if isinstance(apps, str) or not all(isinstance(app, str) for app in apps):
        raise UsageError(
            "A world's apps are a list of desktop ids.", advice='Write ["org.gnome.gedit.desktop"].'
        )
    check_applications(_names(world, "applications"))
    services = read_services(world.get("services", {}))
    files = {path: File(data) for path, data in network_files(services).items()}
    files |= _bookmarks(world)
    files |= {read_path(path): read_file(path, content) for path, content in _mapping(world, "files").items()}
    folders = tuple(read_path(path) for path in _names(world, "folders"))
    check_tree(files, folders)
    return DesktopWorld(
        settings=_settings(_mapping(world, "gsettings")),
        files=files,
        apps=tuple(app if app.endswith(".desktop") else f"{app}.desktop" for app in apps),
        folders=folders,
        clipboard=_text(world, "clipboard"),
        programs=tuple(_program(words) for words in _list(world, "programs")),
        windows=tuple(read_window(described) for described in _list(world, "windows")),
        services=services,
        clock=_clock(world),
    )


def _mapping(world: World, name: str) -> Mapping[str, Any]:
    value = world.get(name, {})
    if not isinstance(value, Mapping):
        raise UsageError(f"The field {name!r} of a world is an object, not {type(value).__name__}.")
    return value


def _names(world: World, name: str) -> tuple[str, ...]:
    value = world.get(name, ())
    if not isinstance(value, list | tuple) or not all(isinstance(one, str) for one in value):
        raise UsageError(f"The field {name!r} of a world is a list of names.", advice='Write ["gimp"].')
    return tuple(value)


def _settings(settings: Mapping[str, Any]) -> str:
    lines = []
    for name in settings:
        schema = find_schema(name)
        lines.append(f"[{section(schema.path)}]")
        for key, value in _mapping(settings, name).items():
            try:
                lines.append(f"{key}={render(value, type_of(schema, key))}")
            except ValueError as error:
                raise UsageError(f"The setting {name} {key} cannot be that: {error}.") from error
    return "\n".join([*lines, ""]) if lines else ""


def _list(world: World, name: str) -> Sequence[Any]:
    value = world.get(name, ())
    if not isinstance(value, list | tuple):
        raise UsageError(f"The field {name!r} of a world is a list, not {type(value).__name__}.")
    return value


def _text(world: World, name: str) -> str:
    value = world.get(name, "")
    if not isinstance(value, str):
        raise UsageError(f"The field {name!r} of a world is a text, not {type(value).__name__}.")
    return value


def _program(words: Any) -> tuple[str, ...]:
    if not isinstance(words, list | tuple) or not words or not all(isinstance(word, str) for word in words):
        raise UsageError(
            f"{words!r} is no program of a world.", advice='Write the words of its command: ["sleep", "100"].'
        )
    return tuple(words)


def _clock(world: World) -> str:
    text = _text(world, "clock")
    if text:
        read_clock(text)
    return text


def _bookmarks(world: World) -> dict[str, File]:
    """The bookmarks of Files, as GTK keeps them."""
    paths = [read_path(path) for path in _names(world, "bookmarks")]
    lines = [f"file://{HOME}/{quote(path)}\n" for path in paths]
    return {".config/gtk-3.0/bookmarks": File("".join(lines).encode())} if lines else {}

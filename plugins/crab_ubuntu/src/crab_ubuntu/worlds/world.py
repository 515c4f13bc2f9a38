"""Worlds: the state in which a desktop starts, as plain data.

    {
        "gsettings": {"org.gnome.desktop.interface": {"color-scheme": "prefer-dark"}},
        "files": {
            "Documents/a.txt": "text",
            "Pictures/b.png": {"base64": "…"},
            "run.sh": {"text": "…", "mode": "0755"}
        },
        "apps": ["org.gnome.gedit.desktop"],
        "applications": ["gedit", "gimp"],
        "services": {"wiki.crab.test": {"service": "site", "pages": {"/": "<h1>Wiki</h1>"}}}
    }

`applications` names what the task needs, whether it is opened or not: an episode without it is unscored.

A new desktop is furnished with it, so a new desktop is all that a reset needs.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from crab_core import UnknownNameError, UsageError, World
from crab_ubuntu.applications.catalogue import check_applications
from crab_ubuntu.applications.seeds import network_files
from crab_ubuntu.gvariant import render
from crab_ubuntu.services.plan import ServicePlan, read_services
from crab_ubuntu.worlds.schemas import find_schema, section, type_of

FIELDS = ("gsettings", "files", "apps", "applications", "services")
LONG_AGO = 1_704_067_200
"""Time stamp of a world's files: the start of 2024, so that the same world gives the same home."""


@dataclass(frozen=True, slots=True)
class File:
    """A file of the home."""

    data: bytes
    mode: int = 0o644


@dataclass(frozen=True, slots=True)
class DesktopWorld:
    """A world that was checked."""

    settings: str
    """A dconf key file."""
    files: Mapping[str, File]
    """By path from the home."""
    apps: tuple[str, ...]
    """Desktop ids, in the order in which they are opened."""
    services: tuple[ServicePlan, ...] = ()
    """What answers in the desktop's network."""


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
    return DesktopWorld(
        settings=_settings(_mapping(world, "gsettings")),
        files=files
        | {_path(path): _file(path, content) for path, content in _mapping(world, "files").items()},
        apps=tuple(app if app.endswith(".desktop") else f"{app}.desktop" for app in apps),
        services=services,
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


def _path(path: str) -> str:
    pure = PurePosixPath(path)
    if not path or pure.is_absolute() or ".." in pure.parts or pure == PurePosixPath("."):
        raise UsageError(
            f"{path!r} is no file of the home.",
            advice="Write it from the home folder, such as Documents/a.txt.",
        )
    return str(pure)


def _file(path: str, content: Any) -> File:
    if isinstance(content, str):
        return File(content.encode())
    if (
        isinstance(content, Mapping)
        and len(content.keys() & {"text", "base64"}) == 1
        and not (content.keys() - {"text", "base64", "mode"})
    ):
        try:
            text = content.get("text")
            data = text.encode() if text is not None else base64.b64decode(content["base64"], validate=True)
            return File(data, int(str(content.get("mode", "644")), 8))
        except (ValueError, binascii.Error, AttributeError, TypeError) as error:
            raise UsageError(f"The file {path!r} of a world cannot be read: {error}.") from error
    raise UsageError(
        f"The file {path!r} of a world is neither a text nor an object.",
        advice='Write "text", {"text": "…", "mode": "0755"} or {"base64": "…"}.',
    )

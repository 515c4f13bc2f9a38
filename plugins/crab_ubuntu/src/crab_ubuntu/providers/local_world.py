"""The part of a world that can be applied to somebody's own desktop, because it can be taken back."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from crab_core import DeviceError, UsageError, World
from crab_ubuntu.worlds.world import read_world

FIELDS = ("gsettings", "files")
"""What can be taken back: settings get their old values, files that were not there before go."""
ASKED = "applications"
"""What changes nothing, but must be there."""


def check(world: World) -> None:
    """See that a world can be applied and taken back.

    Raises:
        UsageError: It cannot; names what.
    """
    others = [name for name in world if name not in (*FIELDS, ASKED) and world[name]]
    if others:
        raise UsageError(
            f"On your own desktop, a world's {', '.join(others)} could not be taken back.",
            advice=f"Leave it out; {' and '.join(FIELDS)} can be. The provider `sandbox` knows all of them.",
        )
    for path in read_world(_plain(world)).files:
        if (Path.home() / path).exists():
            raise UsageError(
                f"The world's file {path} is in your home already, and would be overwritten.",
                advice="Choose another name, or move it away.",
            )


class LocalWorld:
    """What was changed on this desktop, and how it was before."""

    def __init__(self) -> None:
        self._settings: dict[str, str] = {}
        self._made: list[Path] = []

    def apply(self, world: World) -> None:
        """Change settings and write files.

        Raises:
            DeviceError: It cannot be done; what was changed until then can be taken back.
        """
        checked = read_world(_plain(world))
        for key, value in _keys(checked.settings):
            self._settings.setdefault(key, _dconf("read", key))
            _dconf("write", key, value)
        for name, file in checked.files.items():
            path = Path.home() / name
            self._make_folder(path.parent)
            try:
                with path.open("xb") as stream:
                    self._made.append(path)
                    stream.write(file.data)
                path.chmod(file.mode)
            except OSError as error:
                raise DeviceError(f"The world's file {name} cannot be written: {error.strerror}.") from error

    def take_back(self) -> None:
        """Put settings back and remove the files; folders that somebody put something into stay."""
        while self._settings:
            key, value = self._settings.popitem()
            _dconf(*(("write", key, value) if value else ("reset", key)))
        while self._made:
            path = self._made.pop()
            with suppress(OSError):
                (path.rmdir if path.is_dir() and not path.is_symlink() else path.unlink)()

    def state(self) -> dict[str, Any]:
        """Settings and files that the world brought, as they are now."""
        home = Path.home()
        return {
            "settings": {key: _dconf("read", key) for key in sorted(self._settings)},
            "files": sorted(str(path.relative_to(home)) for path in self._made if path.is_file()),
        }

    def _make_folder(self, folder: Path) -> None:
        if folder.is_dir():
            return
        self._make_folder(folder.parent)
        try:
            folder.mkdir()
        except OSError as error:
            raise DeviceError(f"The folder {folder} cannot be made: {error.strerror}.") from error
        self._made.append(folder)


def _plain(world: World) -> World:
    return {name: world[name] for name in (*FIELDS, ASKED) if name in world}


def _keys(settings: str) -> Iterator[tuple[str, str]]:
    """Paths and values of a dconf key file."""
    section = ""
    for line in settings.splitlines():
        if line.startswith("["):
            section = line.strip("[]")
        elif line:
            key, _, value = line.partition("=")
            yield f"/{section}/{key}", value


def _dconf(*arguments: str) -> str:
    """What dconf says.

    Raises:
        DeviceError: It refuses, or is not there.
    """
    try:
        done = subprocess.run(["dconf", *arguments], capture_output=True, text=True, check=False)
    except OSError as error:
        raise DeviceError(f"dconf cannot be started: {error.strerror}.") from error
    if done.returncode != 0:
        raise DeviceError(f"dconf {' '.join(arguments)}: {done.stderr.strip()}")
    return done.stdout.strip()

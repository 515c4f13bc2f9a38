"""What an episode could leave behind on a desktop: files that a person sees, and changed settings."""

from __future__ import annotations

import hashlib
import os
import stat
import subprocess
from pathlib import Path
from typing import Final

from crab_ubuntu.evaluators.reading import KINDS

INCIDENTAL: Final = (
    "windows*",
    *("services/*/requests*", "services/*/dropped", "services/*/failures", "services/*/connected*"),
    *(f"services/*/{count}" for count in ("connections", "refused", "sent", "received")),
    # What applications note by themselves: sizes of windows and panels, folders and views last shown.
    *(f"settings/org/gnome/{part}" for part in ("*/window-state*", "*/state/*", "control-center/*")),
    "settings/org/gnome/desktop/notifications/application-children",  # who has asked to notify
    "settings/org/gnome/desktop/notifications/application/*/application-id",
    "settings/org/gnome/nautilus/preferences/default-folder-viewer",
    "settings/org/gnome/nautilus/preferences/search-filter-time-type",
    "settings/org/gnome/gedit/plugins/filebrowser/*",  # the folder of the file that was opened last
    "settings/org/gtk/*chooser/*",
)
"""Places in a desktop's state that merely using it changes. Hidden files are no part of it, but for those
that decide what is done in somebody's name later."""

_PERSONAL: Final = frozenset((".bashrc", ".bash_profile", ".bash_login", ".bash_logout", ".profile", ".ssh"))
"""Hidden, and no application writes them by itself: what a shell runs, and who may come in."""
_AUTOSTART: Final = (".config", "autostart")
_USUAL_MODES: Final = frozenset((0o600, 0o640, 0o644, 0o660, 0o664))
_USUAL_FOLDER_MODES: Final = frozenset((0o700, 0o750, 0o755, 0o770, 0o775))
"""Permissions that programs give; which of them it is does not count."""

_MOST_ENTRIES: Final = 20_000
_WHOLE: Final = 16 * 1024 * 1024
"""Bytes: of a larger file, size, beginning and end are compared."""
_END: Final = 1024 * 1024
_AT_ONCE: Final = 256 * 1024 * 1024
"""Bytes that are read for one state; of what is beyond, the size is compared."""


class Home:
    """Everything in a home folder that is not hidden, what a shell and the session start by themselves, and
    which default applications somebody has chosen. What has not changed is not read again."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._known: dict[tuple[int, ...], str] = {}
        self._read = 0

    def entries(self) -> dict[str, str]:
        """By path from the home: the SHA-256 of a file, "folder", "link to …" or what it is instead.

        Permissions that no program gives by itself are told beside it.
        """
        self._read = 0
        known, self._known = self._known, {}
        found: dict[str, str] = {}
        waiting = ["", *self._autostart()]
        while waiting:
            folder = waiting.pop()
            try:
                with os.scandir(self._folder / folder) as entries:
                    seen = sorted(
                        (
                            e
                            for e in entries
                            if not e.name.startswith(".") or (not folder and e.name in _PERSONAL)
                        ),
                        key=lambda e: e.name,
                    )
            except OSError:
                continue
            for entry in seen:
                path = f"{folder}/{entry.name}" if folder else entry.name
                if len(found) >= _MOST_ENTRIES:
                    return {**found, "…": "more than can be compared"}
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(path)
                found[path] = self._told(entry, known)
        return dict(sorted(found.items()))

    def _autostart(self) -> list[str]:
        """Where programs stand that start with the session; not by way of links, which may lead anywhere."""
        path = self._folder
        for part in _AUTOSTART:
            path /= part
            if path.is_symlink() or not path.is_dir():
                return []
        return ["/".join(_AUTOSTART)]

    def defaults(self) -> dict[str, str]:
        """Applications that somebody has made the default, by the kind of file."""
        chosen: dict[str, str] = {}
        within = False
        for line in self._text(".config/mimeapps.list").splitlines():
            if line.startswith("["):
                within = line.strip() == "[Default Applications]"
            elif within and "=" in line:
                kind, _, application = line.partition("=")
                chosen[kind.strip()] = application.strip()
        return chosen

    def _text(self, path: str) -> str:
        """The beginning of a small file; empty where there is none."""
        flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
        try:
            with os.fdopen(os.open(self._folder / path, flags), "rb") as file:
                return (
                    file.read(_END).decode(errors="replace")
                    if stat.S_ISREG(os.fstat(file.fileno()).st_mode)
                    else ""
                )
        except OSError:
            return ""

    def _told(self, entry: os.DirEntry[str], known: dict[tuple[int, ...], str]) -> str:
        try:
            facts = entry.stat(follow_symlinks=False)
            if stat.S_ISLNK(facts.st_mode):
                return f"link to {Path(entry.path).readlink()}"
            mode = stat.S_IMODE(facts.st_mode)
            if not stat.S_ISREG(facts.st_mode):
                kind = KINDS.get(stat.S_IFMT(facts.st_mode), "something")
                odd = stat.S_ISDIR(facts.st_mode) and mode not in _USUAL_FOLDER_MODES
                return f"{kind}, mode {mode:o}" if odd else kind
            key = (facts.st_dev, facts.st_ino, facts.st_size, facts.st_mtime_ns, facts.st_ctime_ns)
            told = known.get(key) or self._digest(entry.path, facts.st_size)
        except OSError as error:
            return f"unreadable: {error.strerror}"
        self._known[key] = told
        return told if mode in _USUAL_MODES else f"{told}, mode {mode:o}"

    def _digest(self, path: str, size: int) -> str:
        whole = size <= _WHOLE
        self._read += size if whole else 2 * _END
        if self._read > _AT_ONCE:
            return f"{size} bytes"
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(descriptor, "rb") as file:
            if whole:
                return hashlib.sha256(file.read(_WHOLE)).hexdigest()
            digest = hashlib.sha256(file.read(_END))
            file.seek(-_END, os.SEEK_END)
            digest.update(file.read(_END))
            return f"{size} bytes, {digest.hexdigest()}"


def changed_settings() -> dict[str, str]:
    """Every setting that differs from its default, as printed values by path: "org/gnome/…/picture-uri".

    Raises:
        OSError, subprocess.SubprocessError: The settings cannot be read.
    """
    dump = subprocess.run(["dconf", "dump", "/"], capture_output=True, text=True, check=True, timeout=40)
    settings: dict[str, str] = {}
    folder = ""
    for line in dump.stdout.splitlines():
        name, equals, value = line.partition("=")
        if equals:
            settings[f"{folder}{name}"] = value
        elif line.startswith("["):
            folder = line.strip("[]/") + "/" if line != "[/]" else ""
    return settings

"""The home of the desktop's user: the folders that every home has, and the files of a world."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from crab_ubuntu.applications.seeds import home_files
from crab_ubuntu.worlds.files import LONG_AGO, File

FOLDERS = ("Desktop", "Documents", "Downloads", "Music", "Pictures", "Public", "Templates", "Videos")
"""The home folders of a GNOME desktop."""


def lay_out_home() -> None:
    """Make the home's folders, and the files of applications that have been used before."""
    home = Path.home()
    for name in FOLDERS:
        (home / name).mkdir(exist_ok=True)
    put({path: File(data) for path, data in home_files().items()})


def put(files: Mapping[str, File]) -> None:
    """Write files below the home; they look as old as every file of a world."""
    home = Path.home()
    for path in sorted(files):
        place = home / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(files[path].data)
        place.chmod(files[path].mode)
        os.utime(place, (LONG_AGO, LONG_AGO))

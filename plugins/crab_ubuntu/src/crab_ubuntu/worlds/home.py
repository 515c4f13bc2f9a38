"""The home of the desktop's user: the folders that every home has, and the files of a world."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping
from pathlib import Path, PurePosixPath

from crab_ubuntu.applications.seeds import home_files
from crab_ubuntu.worlds.files import LONG_AGO, File

FOLDERS = ("Desktop", "Documents", "Downloads", "Music", "Pictures", "Public", "Templates", "Videos")
"""The home folders of a GNOME desktop."""


def lay_out_home() -> None:
    """Make the home's folders, and the files of applications that have been used before."""
    put({path: File(data) for path, data in home_files().items()}, FOLDERS)


def put(files: Mapping[str, File], folders: Collection[str] = ()) -> None:
    """Write files below the home, and make folders; all look as old as every file of a world."""
    home = Path.home()
    for path in folders:
        (home / path).mkdir(parents=True, exist_ok=True)
    for path in sorted(files):
        place = home / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(files[path].data)
        place.chmod(files[path].mode)
        os.utime(place, (LONG_AGO, LONG_AGO))
    made = {PurePosixPath(path) for path in folders}
    for folder in made.union(*(PurePosixPath(path).parents for path in (*files, *folders))):
        os.utime(home / folder, (LONG_AGO, LONG_AGO))

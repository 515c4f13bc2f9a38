"""The files of the page: ours, and those of noVNC."""

from __future__ import annotations

from importlib.resources import files
from pathlib import PurePosixPath
from typing import Final

from crab_ubuntu.view.novnc import FOLDER

OWN: Final = {"": "page.html"} | {n: n for n in ("page.css", "page.js", "screen.js", "steps.js", "wire.js")}
LIBRARY: Final = ("core", "vendor")
"""Folders of noVNC that are served: the viewer without its own page."""
TYPES: Final = {".html": "text/html", ".css": "text/css", ".js": "text/javascript"}


def find(name: str) -> tuple[bytes, str] | None:
    """Content and media type of a file of the page; None when there is none.

    Args:
        name: As in the address; noVNC's begin with `novnc/`.
    """
    path = PurePosixPath(name)
    media_type = f"{TYPES.get(path.suffix, 'text/html')}; charset=utf-8"
    if name in OWN:
        return files(__package__).joinpath("static", OWN[name]).read_bytes(), media_type
    if path.suffix != ".js" or ".." in path.parts or path.parts[:1] != ("novnc",) or len(path.parts) < 3:
        return None
    file = FOLDER.joinpath(*path.parts[1:])
    if path.parts[1] not in LIBRARY or not file.is_file():
        return None
    return file.read_bytes(), media_type

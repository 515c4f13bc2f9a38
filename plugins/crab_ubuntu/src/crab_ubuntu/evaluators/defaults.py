"""Evaluators that look at the wallpaper and at which application opens what."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from crab_core import Verdict, evaluator
from crab_ubuntu.evaluators.bookmarks import local_path
from crab_ubuntu.evaluators.boxed import boxed
from crab_ubuntu.evaluators.pictures import SMALL, picture, rgb, similarity
from crab_ubuntu.evaluators.reading import UnreadableError, place, read_text, shown
from crab_ubuntu.evaluators.settings import setting

if TYPE_CHECKING:
    from pathlib import Path

BACKGROUND: Final = "org.gnome.desktop.background"
ALIKE: Final = 0.95
"""Structural similarity from which two pictures are the same wallpaper, stored anew."""
LISTS: Final = (
    ".config/gnome-mimeapps.list",
    ".config/mimeapps.list",
    ".local/share/applications/gnome-mimeapps.list",
    ".local/share/applications/mimeapps.list",
    "/etc/xdg/gnome-mimeapps.list",
    "/etc/xdg/mimeapps.list",
    "/usr/share/applications/gnome-mimeapps.list",
    "/usr/share/applications/mimeapps.list",
)
"""Where associations stand; the first that names one wins (MIME applications associations 1.0.1)."""
KINDS: Final = {
    "web": "x-scheme-handler/http",
    "mail": "x-scheme-handler/mailto",
    "text": "text/plain",
    "photos": "image/jpeg",
    "music": "audio/x-vorbis+ogg",
    "video": "video/x-ogm+ogg",
    "calendar": "text/calendar",
    "files": "inode/directory",
}
"""Names for what is set in Settings, Default Applications."""


@evaluator(env="ubuntu")
def wallpaper(picture: str, compare: Literal["file", "content", "either"] = "file") -> Verdict:
    """The desktop shows this picture as its wallpaper, in the style, light or dark, that it is in.

    Args:
        picture: A path; for "content" also the picture itself as "data:;base64,…".
        compare: "file": this very file is set; "content": a file is set whose picture looks the same, as when
            Settings has copied it; "either": one of both.
    """
    dark = setting("org.gnome.desktop.interface", "color-scheme") == "prefer-dark"
    address = str(setting(BACKGROUND, "picture-uri-dark" if dark else "picture-uri"))
    if setting(BACKGROUND, "picture-options") == "none":
        return Verdict(False, "no wallpaper is shown: its placement is none")
    found = local_path(address)
    if found is None:
        return Verdict(False, f"the wallpaper is {address!r}, no file")
    if compare != "content" and not picture.startswith("data:") and _same_file(found, place(picture)):
        if found.is_file():
            return Verdict(True, f"the wallpaper is {found}")
        return Verdict(False, f"the wallpaper is set to {found}, which is no file")
    if compare == "file":
        return Verdict(False, f"the wallpaper is {found}, not {shown(picture)}")
    return same_wallpaper(found=str(found), reference=picture)


@boxed
def same_wallpaper(found: str, reference: str) -> Verdict:
    """Whether two pictures look the same at their own size or another of the same shape."""
    mine, other = picture(found), picture(reference)
    said = f"the wallpaper {found}"
    if abs(mine.width * other.height - mine.height * other.width) > max(*mine.size, *other.size):
        return Verdict(False, f"{said} has another shape than {shown(reference)}: {mine.size}, {other.size}")
    alike = similarity(rgb(mine, SMALL), rgb(other.convert("RGBA").resize(mine.size), SMALL))
    passed = alike >= ALIKE
    return Verdict(passed, f"{said} and {shown(reference)} have a similarity of {alike:.3f}")


def _same_file(one: Path, other: Path) -> bool:
    try:
        return one == other or one.resolve() == other.resolve()
    except (OSError, RuntimeError, ValueError):
        return False  # links that lead in a circle


@evaluator(env="ubuntu")
@boxed
def default_application(kind: str, app: str) -> Verdict:
    """An application is the one that opens this kind of file or address.

    Args:
        kind: "web", "mail", "text", "photos", "music", "video", "calendar", "files", or a media type.
        app: Its desktop id, such as "org.gnome.gedit"; ".desktop" at the end does not matter.
    """
    wanted, media = app.removesuffix(".desktop"), KINDS.get(kind, kind)
    for file in LISTS:
        for found in _associated(file, media):
            identifier = found.removesuffix(".desktop")
            said = f"{media} is opened by {identifier}, as {file} says"
            return Verdict(
                identifier == wanted, said + ("" if identifier == wanted else f", not by {wanted}")
            )
    return Verdict(False, f"no application is set for {media}")


def _associated(file: str, media: str) -> list[str]:
    """What a list names as defaults of a media type, the first first."""
    try:
        text = read_text(file, 1 << 20)
    except UnreadableError:
        return []
    section = ""
    for line in map(str.strip, text.splitlines()):
        if line.startswith("["):
            section = line
        key, equals, value = line.partition("=")
        if section == "[Default Applications]" and equals and key.strip() == media:
            return [name for name in map(str.strip, value.split(";")) if name]
    return []


EVALUATORS = (wallpaper, default_application)

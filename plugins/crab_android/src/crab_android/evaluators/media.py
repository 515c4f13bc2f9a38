"""Evaluators that look at photos and at folders of the drive."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from crab_android.device import content, seen
from crab_android.device.spellings import dates
from crab_android.device.timezones import zone_of
from crab_android.evaluators.parameters import Perhaps, Some
from crab_core import Verdict, evaluator

if TYPE_CHECKING:
    from crab_android.environment import AndroidEnvironment

DRIVE = "content://org.crab.drive/files"
_FOLDER = "vnd.android.document/directory"  # DocumentsContract.Document.MIME_TYPE_DIR
IMAGES = "content://media/external/images/media"


@evaluator(env="android")
def drive_folder_exists(env: AndroidEnvironment, name: Some, folder: Perhaps = "") -> Verdict:
    """The drive has a folder of this name; a file is none, and neither is a folder in the bin.

    Args:
        name: Its whole name.
        folder: The name of the folder that it must be in; anywhere when empty.

    Raises:
        DeviceError: The drive cannot be read.
    """
    rows = content.rows(env.link, DRIVE, ["parent", "mime_type", "trashed", "title"])
    mine = [row for row in rows if row["title"] == name]
    folders = [row for row in mine if row["mime_type"] == _FOLDER]
    there = [row for row in folders if not content.same(row["trashed"], True)]
    if not there:
        what = f"the folder {name!r} is in the bin" if folders else f"{name!r} is a file, and no folder"
        return Verdict(False, what if mine else f"none of {len(rows)} files and folders is {name!r}")
    around = {row["_id"]: row["title"] for row in rows}
    places = [around.get(row["parent"], "My Drive") for row in there]
    if folder and folder not in places:
        return Verdict(False, f"the folder {name!r} is in {places[0]!r}, not in {folder!r}")
    return Verdict(True, f"the folder {name!r} is in {folder or places[0]!r}")


@evaluator(env="android")
def photo_date_shown(env: AndroidEnvironment, file: Some, package: str = "com.android.gallery3d") -> Verdict:
    """The gallery shows the name of a photo and the day on which it was taken.

    Args:
        file: The name of its file, such as "IMG_20260412_101500.jpg".
        package: The gallery app.

    Raises:
        DeviceError: The media provider cannot be read.
    """
    rows = content.rows(env.link, IMAGES, ["_display_name", "datetaken"])
    mine = [row for row in rows if row["_display_name"] == file]
    taken = content.number_of(mine[0], "datetaken") if mine else None
    if taken is None:
        return Verdict(False, f"none of {len(rows)} photos is {file}, or nobody knows when it was taken")
    day = datetime.fromtimestamp(taken / 1000, zone_of(env.link)).date()
    screen = seen.Words.of(env.hierarchy())
    if package not in screen.packages:
        return Verdict(False, f"{', '.join(screen.packages) or 'no app'} is in front, not {package}")
    if not screen.having(file, package):
        return Verdict(False, f"{file} is not on the screen")
    written = next((text for text in dates(day) if screen.having(text, package)), None)
    if written is None:
        return Verdict(False, f"{file} was taken on {day}, which is not on the screen")
    return Verdict(True, f"the screen shows that {file} was taken on {written}")

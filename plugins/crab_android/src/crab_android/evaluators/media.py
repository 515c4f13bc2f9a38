"""Evaluators that look at photos and at folders of the drive."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from crab_android.device import content, seen
from crab_android.device.spellings import dates
from crab_android.device.timezones import zone_of
from crab_core import Verdict, evaluator

if TYPE_CHECKING:
    from crab_android.environment import AndroidEnvironment

IMAGES = "content://media/external/images/media"

Some = Annotated[str, Field(min_length=1)]


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

"""What Camera remembers, and what a world says of it.

A world's ``camera`` is a :class:`CameraWorld`::

    {"camera": {"mode": "video", "timer": 3, "scene": "desk"}}
    {"camera": {"scene": "/sdcard/Android/data/com.android.camera2/files/poster.png"}}
"""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict, field_validator

from crab_android.phone.kit import Seeding

from .scenes import REAR

Mode = Literal["portrait", "photo", "video"]
Flash = Literal["off", "auto", "on"]
Timer = Literal[0, 3, 10]
FOLDER = "/sdcard/DCIM/Camera"
MODES: tuple[tuple[Mode, str], ...] = (("portrait", "Portrait"), ("photo", "Photo"), ("video", "Video"))
FLASHES: tuple[tuple[Flash, str, str], ...] = (
    ("off", "flash_off", "Flash off"),
    ("auto", "flash_auto", "Flash auto"),
    ("on", "flash", "Flash on"),
)
TIMERS: tuple[Timer, ...] = (0, 3, 10)


class CameraWorld(BaseModel):
    """The app's part of a world.

    Attributes:
        mode: ``photo``, ``portrait`` or ``video``.
        flash: ``off``, ``auto`` or ``on``.
        timer: seconds before a picture is taken: 0, 3 or 10.
        front: whether the front camera is used.
        grid: whether lines show thirds.
        sound: whether the shutter clicks.
        zoom: 1 or 2.
        scene: what is before the rear camera: ``park``, ``desk``, ``street``, or the path of a picture on
            the phone; chosen by the seed when empty.
    """

    model_config = ConfigDict(extra="forbid")

    mode: Mode = "photo"
    flash: Flash = "auto"
    timer: Timer = 0
    front: bool = False
    grid: bool = False
    sound: bool = True
    zoom: Literal[1, 2] = 1
    scene: str = ""

    @field_validator("scene")
    @classmethod
    def _known(cls, value: str) -> str:
        if value and not value.startswith("/") and value not in REAR:
            raise ValueError(f"there is no scene {value!r}: use {', '.join(REAR)}, or the path of a picture")
        return value


class Camera(CameraWorld):
    """The settings, and what is under way.

    Attributes:
        recording: since when a video is recorded, in local time.
        last: the path of the last picture or video.
    """

    recording: datetime | None = None
    last: str = ""


def seed(seeding: Seeding) -> Camera:
    """From a world, see :class:`CameraWorld`."""
    world = CameraWorld.model_validate(seeding.part or {})
    scene = world.scene or seeding.chance.choice(sorted(REAR))
    return Camera(**world.model_dump(exclude={"scene"}), scene=scene)

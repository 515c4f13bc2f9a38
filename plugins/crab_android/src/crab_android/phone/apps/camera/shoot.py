"""Taking pictures and videos: from what is seen to a file."""

from __future__ import annotations

from datetime import datetime

from crab_android.phone.kit import AppContext, FileError, mp4

from .lens import Look, jpeg, size_of
from .model import FOLDER, Camera

_LONGEST = 3600.0  # seconds of a video


def look(context: AppContext[Camera], *, shooting: bool = False) -> Look:
    """What the camera sees now; when ``shooting``, with its flash."""
    state = context.state
    hour = context.now().hour
    data = b""
    if not state.front and state.scene.startswith("/"):
        try:
            data = context.files.read(state.scene)
        except FileError:
            data = b""
    dark = hour < 6 or hour >= 21
    lit = shooting and not state.front and (state.flash == "on" or (state.flash == "auto" and dark))
    drawn = "desk" if state.scene.startswith("/") else state.scene
    return Look(
        scene="front" if state.front else drawn,
        hour=hour,
        zoom=1 if state.front else state.zoom,
        portrait=state.mode == "portrait",
        flash=lit and state.mode != "video",
        data=data,
    )


def free_path(context: AppContext[Camera], kind: str, end: str, moment: datetime) -> str:
    """Where a new picture goes; several of one second get a number."""
    front = f"{FOLDER}/{kind}_{moment:%Y%m%d_%H%M%S}"
    path, number = f"{front}.{end}", 0
    while context.files.exists(path):
        number += 1
        path = f"{front}_{number}.{end}"
    return path


def is_wide(context: AppContext[Camera]) -> bool:
    """Whether the phone lies on its side."""
    area = context.phone.area
    return area.width > area.height


def take(context: AppContext[Camera], path: str = "") -> str:
    """Take a picture; returns the path of its file.

    A self-timer's wait passes at once: the phone's clock moves on by it.

    Raises:
        FileError: when there is no space left.
    """
    state = context.state
    if state.timer:
        context.phone.clock.advance(state.timer)
    path = path or free_path(context, "IMG", "jpg", context.now())
    context.write_file(path, jpeg(look(context, shooting=True), *size_of(wide=is_wide(context))))
    state.last = path
    return path


def start_video(context: AppContext[Camera]) -> None:
    """Begin to record."""
    context.state.recording = context.now()


def stop_video(context: AppContext[Camera]) -> str:
    """End recording; returns the path of the video, empty when none was under way.

    Raises:
        FileError: when there is no space left.
    """
    state = context.state
    if state.recording is None:
        return ""
    begun, state.recording = state.recording, None
    seconds = min(_LONGEST, max(1.0, (context.now() - begun).total_seconds()))
    path = free_path(context, "VID", "mp4", begun)
    width, height = (side // 2 for side in size_of(wide=is_wide(context)))
    picture = jpeg(look(context), width, height)
    context.write_file(path, mp4([(picture, round(seconds * 1000))], width, height))
    state.last = path
    return path

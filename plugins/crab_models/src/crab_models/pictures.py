"""Pictures on their way to a model: what they are, and how large."""

from __future__ import annotations

import io
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from crab_core import AgentError, Message, Screenshot, ToolResult

_SIGNATURES = ((b"\x89PNG\r\n\x1a\n", "image/png"), (b"\xff\xd8\xff", "image/jpeg"), (b"GIF8", "image/gif"))
_KEPT = 32
"""Shrunk pictures that are kept."""


def media_type(picture: Screenshot) -> str:
    """The media type of a picture, by its first bytes; what it is said to be where they tell nothing."""
    if picture.data[:4] == b"RIFF" and picture.data[8:12] == b"WEBP":
        return "image/webp"
    return next((kind for start, kind in _SIGNATURES if picture.data.startswith(start)), picture.media_type)


def fitted(picture: Screenshot, size: tuple[int, int]) -> Screenshot:
    """The picture itself when it has this size, else a smaller one in the same format.

    Args:
        picture: Any format that Pillow reads.
        size: Width and height in pixels.

    Raises:
        AgentError: Pillow is missing, or cannot read the picture.
    """
    if size == (picture.width, picture.height):
        return picture
    try:
        from PIL import Image
    except ImportError as error:
        raise AgentError(
            "The option `image_size` needs Pillow, which is not installed.",
            advice="Run: pip install 'crab-models[pictures]'",
        ) from error
    try:
        with Image.open(io.BytesIO(picture.data)) as opened:
            shrunk = opened.convert("RGB").resize(size, Image.Resampling.LANCZOS)
            kind = opened.format or "PNG"
    except OSError as error:
        raise AgentError(f"A picture cannot be read: {error}.") from error
    written = io.BytesIO()
    # Level 3 is three times as fast as Pillow's own and 9 % larger; quality 90 keeps small text legible.
    shrunk.save(written, "PNG" if kind == "GIF" else kind, compress_level=3, quality=90)
    small = replace(picture, data=written.getvalue(), width=size[0], height=size[1])
    return replace(small, media_type=media_type(small))


class Shrinker:
    """Shrinks the pictures of conversations, each once: it is sent again with every turn of the history."""

    def __init__(self, size: Callable[[int, int], tuple[int, int]]) -> None:
        """Shrink nothing yet.

        Args:
            size: The size in pixels at which a picture of a width and height is sent.
        """
        self._size = size
        self._done: dict[str, Screenshot] = {}
        self._lock = threading.Lock()

    def message(self, message: Message) -> Message:
        """The message with its pictures at their size.

        Raises:
            AgentError: Pillow is missing, or cannot read a picture.
        """
        return replace(message, parts=tuple(self._part(part) for part in message.parts))

    def _part(self, part: Any) -> Any:
        if isinstance(part, Screenshot):
            return self.picture(part)
        if isinstance(part, ToolResult):
            return replace(part, parts=tuple(self._part(inner) for inner in part.parts))
        return part

    def picture(self, picture: Screenshot) -> Screenshot:
        """One picture at its size."""
        with self._lock:
            small = self._done.pop(picture.digest, None)
        # Others need not wait meanwhile; that two shrink the same picture is rare and does no harm.
        small = small or fitted(picture, self._size(picture.width, picture.height))
        with self._lock:
            self._done[picture.digest] = small
            if len(self._done) > _KEPT:
                self._done.pop(next(iter(self._done)))
        return small

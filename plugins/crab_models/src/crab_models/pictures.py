"""Pictures on their way to a model: what they are, and how large."""

from __future__ import annotations

import io
from dataclasses import replace

from crab_core import AgentError, Screenshot

_SIGNATURES = ((b"\x89PNG\r\n\x1a\n", "image/png"), (b"\xff\xd8\xff", "image/jpeg"), (b"GIF8", "image/gif"))


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

"""Thumbnails of a world's pictures: no program makes any inside, as thumbnailers want a sandbox of their own.

Written from the thumbnail specification of freedesktop.org, version 0.9.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Mapping
from functools import lru_cache
from pathlib import PurePosixPath
from urllib.parse import quote

from crab_ubuntu.session.spec import HOME
from crab_ubuntu.worlds.files import LONG_AGO, File

FOLDERS = {"large": 256, "normal": 128}
"""Where thumbnails lie, and how many pixels their longer side has at most."""
SUFFIXES = (".png", ".jpg", ".jpeg", ".webp", ".bmp", ".gif", ".tif", ".tiff")
MOST_PIXELS = 4096 * 4096
"""Larger pictures are left to their icon: reading them would take longer than the rest of a reset."""
PLAIN = "/:@&=+$,!'()*~"
"""What GLib leaves as it is in the address of a file, besides letters, digits and "-._"."""


def thumbnails(files: Mapping[str, File]) -> dict[str, File]:
    """Thumbnails of the pictures among files, for pictures that are as old as every file of a world."""
    return {
        f".cache/thumbnails/{folder}/{_name(path)}.png": File(data, 0o600)
        for path, file in files.items()
        if _is_shown(path)
        for folder, data in _draw(_address(path), file.data).items()
    }


def _is_shown(path: str) -> bool:
    pure = PurePosixPath(path)
    return pure.suffix.lower() in SUFFIXES and not any(part.startswith(".") for part in pure.parts)


def _address(path: str) -> str:
    return f"file://{HOME}/{quote(path, safe=PLAIN)}"


def _name(path: str) -> str:
    return hashlib.md5(_address(path).encode(), usedforsecurity=False).hexdigest()


@lru_cache(maxsize=256)
def _draw(address: str, data: bytes) -> Mapping[str, bytes]:
    """PNG by folder; none for what is no picture or too large."""
    from PIL import Image, ImageOps, PngImagePlugin

    try:
        with Image.open(io.BytesIO(data)) as picture:
            if picture.width * picture.height > MOST_PIXELS:
                return {}
            picture.draft("RGB", (2 * FOLDERS["large"], 2 * FOLDERS["large"]))
            small = ImageOps.exif_transpose(picture).convert("RGBA" if _has_alpha(picture) else "RGB")
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return {}  # a picture that is broken on purpose has no thumbnail anywhere
    found = {}
    for folder, side in FOLDERS.items():
        small.thumbnail((side, side))
        told = PngImagePlugin.PngInfo()
        told.add_text("Thumb::URI", address)
        told.add_text("Thumb::MTIME", str(LONG_AGO))
        stream = io.BytesIO()
        small.save(stream, "PNG", pnginfo=told, compress_level=3)
        found[folder] = stream.getvalue()
    return found


def _has_alpha(picture: object) -> bool:
    from PIL import Image

    assert isinstance(picture, Image.Image)
    return "A" in picture.getbands() or "transparency" in picture.info

"""What evaluators look at: the screen of a device, and files on it, which anybody may have written."""

from __future__ import annotations

import base64
import binascii
import io
from collections.abc import Callable
from functools import cache, wraps
from typing import TYPE_CHECKING, Final, ParamSpec, Protocol

from crab_core import DefinitionError, DeviceError, Observation, Screenshot, Verdict
from crab_core.plugins import Plugins

if TYPE_CHECKING:
    from collections.abc import Mapping

    from crab_core import ImageMatcher
    from crab_visualprompt.ocr.reader import Reader
    from crab_visualprompt.pixels import Pixels

FORMATS: Final = ("PNG", "JPEG", "WEBP", "BMP", "GIF")
LARGEST: Final = 32 * 1024 * 1024
"""Bytes of a file."""
MOST_PIXELS: Final = 16_000_000
"""Pixels of a picture: twice a 4K screen. A few kilobytes can claim billions."""
DATA: Final = "data:"


class Device(Protocol):
    """What an environment must have for its screen and files to be looked at."""

    @property
    def observation_space(self) -> Mapping[str, Observation]:
        """Its `screenshot` is looked at."""

    def read_file(self, path: str, limit: int) -> bytes:
        """The bytes of a file.

        Raises:
            OSError: There is no such file, it cannot be read or has more than `limit` bytes; says so in words
                that follow nothing.
        """


class CannotSeeError(Exception):
    """Something that cannot be looked at, in a sentence: the verdict's reason."""


_P = ParamSpec("_P")


def unseen_fails(function: Callable[_P, Verdict]) -> Callable[_P, Verdict]:
    """Decorator under `@evaluator`: what cannot be looked at is a failed verdict that says why."""

    @wraps(function)
    def judged(*positional: _P.args, **named: _P.kwargs) -> Verdict:
        try:
            return function(*positional, **named)
        except CannotSeeError as error:
            return Verdict(False, str(error))

    return judged


def read_screen(env: Device) -> Pixels:
    """What a device shows now.

    Raises:
        DefinitionError: It has no screen.
        DeviceError: The screen cannot be captured.
    """
    from crab_visualprompt.pixels import decode

    seen = env.observation_space.get("screenshot")
    if seen is None:
        raise DefinitionError("This device has no screenshot to look at.")
    found = seen.invoke({}, env)
    if not isinstance(found, Screenshot):
        raise DeviceError("The device gave no picture of its screen.")
    return decode(found)


def read_bytes(env: Device, given: str, limit: int = LARGEST) -> bytes:
    """The bytes of a file: its path on the device, or its content as "data:;base64,…".

    Raises:
        CannotSeeError: The file is missing, too large, or cannot be read.
        DefinitionError: The base64 is broken.
    """
    if not given.startswith(DATA):
        try:
            return env.read_file(given, limit)
        except OSError as error:
            raise CannotSeeError(str(error)) from error
    head, comma, data = given.partition(",")
    if not comma or not head.endswith(";base64"):
        raise DefinitionError("A picture is a path or data:;base64,… .")
    try:
        return base64.b64decode(data, validate=True)
    except binascii.Error as error:
        raise DefinitionError(f"The picture is no base64: {error}.") from error


def read_picture(env: Device, given: str) -> Pixels:
    """A picture, the right way up, transparent parts on white.

    Args:
        env: The device on which it is.
        given: Its path, or its content as "data:;base64,…".

    Raises:
        CannotSeeError: It is missing, broken, too large, or in a format that is not read here.
        DefinitionError: It was given as data that is no such picture: the task is wrong, not the device.
    """
    data = read_bytes(env, given)
    if not given.startswith(DATA):
        return decode_picture(data, named(given))
    try:
        return decode_picture(data, named(given))
    except CannotSeeError as error:
        raise DefinitionError(f"{error}.") from error


def decode_picture(data: bytes, name: str) -> Pixels:
    """The pixels of an encoded picture.

    Raises:
        CannotSeeError: It is broken, has too many pixels, or a format that is not read here.
    """
    import numpy as np
    from PIL import Image, ImageOps

    try:
        with Image.open(io.BytesIO(data), formats=FORMATS) as found:
            if found.width * found.height > MOST_PIXELS:
                raise CannotSeeError(f"{name} has {found.width}×{found.height} pixels, too many to look at")
            upright = ImageOps.exif_transpose(found)
            if upright.has_transparency_data:
                over = upright.convert("RGBA")
                upright = Image.alpha_composite(Image.new("RGBA", over.size, "white"), over)
            return np.array(upright.convert("RGB"))
    except CannotSeeError:
        raise
    except Exception as error:  # decoders of damaged files raise whatever they like
        kinds = ", ".join(FORMATS)
        raise CannotSeeError(
            f"{name} is no picture that can be read: neither of {kinds} and whole"
        ) from error


def named(given: str) -> str:
    """A path in a reason; "the picture" for one that was given as data."""
    return "the picture" if given.startswith(DATA) else given


@cache
def matcher_named(name: str) -> ImageMatcher:
    """An image matcher that a plugin registered, made once.

    Raises:
        UnknownNameError: There is none of this name.
    """
    made: ImageMatcher = Plugins.load().matchers[name].load()()
    return made


@cache
def reader_with(engine: str) -> Reader:
    """A reader with an OCR engine that a plugin registered; it reads the same screen once, whoever asks.

    Raises:
        UnknownNameError: There is no engine of this name.
    """
    from crab_visualprompt.engines import engine_named
    from crab_visualprompt.ocr.reader import Reader

    return Reader(engine_named(lambda plugins: plugins.ocr_engines, engine))

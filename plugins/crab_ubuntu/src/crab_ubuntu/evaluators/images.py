"""Evaluators that look at a picture, by itself or beside the one that it was made from."""

from __future__ import annotations

from typing import Final, Literal

from crab_core import DefinitionError, Verdict, evaluator
from crab_ubuntu.evaluators.boxed import boxed
from crab_ubuntu.evaluators.pictures import (
    SMALL,
    brightness,
    contrast,
    correlation,
    picture,
    plain,
    rgb,
    rgba,
    saturation,
    similarity,
)
from crab_ubuntu.evaluators.reading import shown

Measure = Literal["brightness", "contrast", "saturation"]
MEASURES: Final = {"brightness": brightness, "contrast": contrast, "saturation": saturation}
SAME_PICTURE: Final = 0.8
"""Correlation from which two pictures show the same in another light."""
GRAY: Final = 2
"""Steps by which the colours of a gray pixel may differ: rounding by JPEG."""


@evaluator(env="ubuntu")
@boxed
def image_size(path: str, width: int | None = None, height: int | None = None) -> Verdict:
    """A picture has this size.

    Args:
        path: From the home folder, or absolute. PNG, JPEG, WebP, BMP, GIF or TIFF, as for all evaluators of
            pictures.
        width: Pixels; any when not given.
        height: Pixels; any when not given.
    """
    found = picture(path)
    passed = width in {None, found.width} and height in {None, found.height}
    wanted = f"{'any' if width is None else width}×{'any' if height is None else height}"
    said = f"{path} has {found.width}×{found.height} pixels"
    return Verdict(passed, said if passed else f"{said}, not {wanted}")


@evaluator(env="ubuntu")
@boxed
def image_format(path: str, format: str = "", mode: str = "") -> Verdict:
    """A picture is stored in this format, whatever its name says.

    Args:
        path: From the home folder, or absolute.
        format: "PNG", "JPEG", "WEBP", "BMP", "GIF" or "TIFF"; any when empty.
        mode: "RGB", "RGBA", "L" for gray, "P" for a palette, "1" for black and white, "CMYK"; any when empty.

    Raises:
        DefinitionError: Neither is given.
    """
    if not (format or mode):
        raise DefinitionError("image_format needs format or mode.")
    found = picture(path)
    wanted = format.upper().replace("JPG", "JPEG").replace("TIF", "TIFF").replace("TIFFF", "TIFF")
    passed = wanted in {"", found.format} and mode.upper() in {"", found.mode}
    said = f"{path} is {found.format} in mode {found.mode}"
    return Verdict(passed, said if passed else f"{said}, not {' '.join(filter(None, [wanted, mode]))}")


@evaluator(env="ubuntu")
@boxed
def image_measure(path: str, measure: Measure, at_least: float = 0.0, at_most: float = 255.0) -> Verdict:
    """A picture is so bright, so rich in contrast or in colour.

    Args:
        path: From the home folder, or absolute.
        measure: "brightness": mean luma, 0 to 255; "contrast": standard deviation of luma, 0 to 127.5;
            "saturation": mean saturation of HSV, 0 to 255.
        at_least: Smallest value.
        at_most: Largest value.
    """
    found = MEASURES[measure](rgb(picture(path), SMALL))
    passed = at_least <= found <= at_most
    said = f"{measure} of {path} is {found:.1f}"
    return Verdict(passed, said if passed else f"{said}, not {at_least:g} to {at_most:g}")


@evaluator(env="ubuntu")
@boxed
def image_changed(
    path: str,
    reference: str,
    measure: Measure,
    change: Literal["higher", "lower", "same"],
    by: float = 1.0,
    same_picture: bool = True,
    alike: float = SAME_PICTURE,
) -> Verdict:
    """A picture is brighter or darker, or has more or less contrast or colour, than the one it was made from.

    Args:
        path: From the home folder, or absolute.
        reference: The picture before: a path, or its content as "data:;base64,…", which no agent can change.
        measure: What is compared, as for `image_measure`.
        change: Which way it must have changed.
        by: How much at least; at most, for "same".
        same_picture: Whether it must still show the same, by its lights and shades.
        alike: How well these must correlate, at most 1; more than 0.8 tells like pictures apart.
    """
    mine, other = picture(path), picture(reference)
    if same_picture and (found := correlation(mine, other)) < alike:
        return Verdict(False, f"{path} does not show what {shown(reference)} does (correlation {found:.2f})")
    now, before = (MEASURES[measure](rgb(image, SMALL)) for image in (mine, other))
    risen = now - before
    passed = {"higher": risen >= by, "lower": -risen >= by, "same": abs(risen) <= by}[change]
    said = f"{measure} of {path} is {now:.1f}, that of {shown(reference)} {before:.1f}"
    return Verdict(passed, said if passed else f"{said}: not {change} by {by:g}")


@evaluator(env="ubuntu")
@boxed
def image_similar(path: str, reference: str, at_least: float = 0.9, resize: bool = False) -> Verdict:
    """A picture looks much like another.

    Args:
        path: From the home folder, or absolute.
        reference: The other: a path, or its content as "data:;base64,…".
        at_least: Structural similarity, at most 1; 0.9 forgives JPEG, 0.5 is only roughly alike.
        resize: Whether they may have different sizes; the reference is then stretched.
    """
    mine, other = picture(path), picture(reference)
    if mine.size != other.size:
        if not resize:
            return Verdict(False, f"{path} has the size {mine.size}, {shown(reference)} {other.size}")
        other = other.convert("RGBA").resize(mine.size)
    found = similarity(rgb(mine, SMALL), rgb(other, SMALL))
    said = f"{path} and {shown(reference)} have a similarity of {found:.3f}"
    return Verdict(found >= at_least, said if found >= at_least else f"{said}, not {at_least:g}")


@evaluator(env="ubuntu")
@boxed
def image_grayscale(path: str, reference: str = "") -> Verdict:
    """A picture has no colours, whatever its mode, and is not plain.

    Args:
        path: From the home folder, or absolute.
        reference: The picture that it must still show: a path, or its content as "data:;base64,…".
    """
    import numpy as np
    from PIL import ImageChops

    found = picture(path)
    red, green, blue = plain(found).split()
    gaps = (ImageChops.difference(one, other) for one, other in ((red, green), (green, blue), (blue, red)))
    colour = max(int(np.asarray(gap).max()) for gap in gaps)
    if colour > GRAY:
        return Verdict(False, f"{path} has colours: a pixel's differ by {colour}")
    if reference and (alike := correlation(found, picture(reference))) < SAME_PICTURE:
        return Verdict(False, f"{path} does not show what {shown(reference)} does (correlation {alike:.2f})")
    if contrast(rgb(found, SMALL)) < 1:
        return Verdict(False, f"{path} is plain")
    return Verdict(True, f"{path} is in shades of gray")


@evaluator(env="ubuntu")
@boxed
def image_transparent(path: str, at_least: float = 0.01, at_most: float = 0.99) -> Verdict:
    """A part of a picture is transparent, and a part is not.

    Args:
        path: From the home folder, or absolute.
        at_least: Smallest share of pixels that are more than half transparent.
        at_most: Largest share.
    """
    found = float((rgba(picture(path))[..., 3] < 128).mean())
    passed = at_least <= found <= at_most
    said = f"{found:.1%} of {path} is transparent"
    return Verdict(passed, said if passed else f"{said}, not {at_least:.1%} to {at_most:.1%}")


@evaluator(env="ubuntu")
@boxed
def image_pixel(path: str, x: int, y: int, color: str, tolerance: int = 0) -> Verdict:
    """A pixel of a picture has this colour.

    Args:
        path: From the home folder, or absolute.
        x: From the left, counted from 0; negative from the right.
        y: From the top, counted from 0; negative from the bottom.
        color: Such as "#ff8000" or "#ff800080" with its opacity.
        tolerance: Steps of 255 by which each part may differ.

    Raises:
        DefinitionError: `color` is none.
    """
    try:
        wanted = tuple(bytes.fromhex(color.removeprefix("#")))
    except ValueError:
        wanted = ()
    if len(wanted) not in {3, 4}:
        raise DefinitionError(f"{color!r} is no colour.", advice='Write "#ff8000".')
    pixels = rgba(picture(path))
    height, width = pixels.shape[:2]
    if not (-width <= x < width and -height <= y < height):
        return Verdict(False, f"{path} has {width}×{height} pixels, none at ({x}, {y})")
    found = tuple(int(part) for part in pixels[y, x])
    target = wanted if len(wanted) == 4 else (*wanted, 255)
    passed = all(abs(one - other) <= tolerance for one, other in zip(found, target, strict=True))
    said = f"the pixel ({x}, {y}) of {path} is #{bytes(found).hex()}"
    return Verdict(passed, said if passed else f"{said}, not {color}")


EVALUATORS = (
    image_size,
    image_format,
    image_measure,
    image_changed,
    image_similar,
    image_grayscale,
    image_transparent,
    image_pixel,
)

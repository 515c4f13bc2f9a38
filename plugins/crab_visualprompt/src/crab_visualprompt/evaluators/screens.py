"""Evaluators that read the screen and pictures, and compare the screen with one that was kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

from pydantic import Field

from crab_core import DefinitionError, Verdict, evaluator
from crab_visualprompt.evaluators.looking import named, read_picture, read_screen, reader_with, unseen_fails
from crab_visualprompt.evaluators.parameters import Region, Share, Some, box_of

if TYPE_CHECKING:
    from crab_core import Box
    from crab_visualprompt.evaluators.looking import Device
    from crab_visualprompt.pixels import Pixels

INSIDE: Final = 0.8
"""Share of a text that must lie in the region that it is looked for in."""
Mistakes = Annotated[int, Field(ge=0)]


@evaluator
@unseen_fails
def text_visible(
    env: Device,
    text: Some,
    case: bool = True,
    region: Region | None = None,
    part: bool = False,
    mistakes: Mistakes = 0,
    engine: str = "rapidocr",
) -> Verdict:
    """A text can be read on the screen, be it drawn, in a picture or in a video.

    Blanks and line breaks do not count; a text may run on in the next line.

    Args:
        text: What must be there.
        case: Whether upper and lower case differ.
        region: It must stand here: left, top, width and height as shares of the screen.
        part: Whether a part of a word counts.
        mistakes: Characters that may be read wrong.
        engine: What reads, as `crab list ocr-engines` names it.
    """
    return _read_in("the screen", read_screen(env), text, case, region, part, mistakes, engine)


@evaluator
@unseen_fails
def picture_says(
    env: Device,
    path: str,
    text: Some,
    case: bool = True,
    region: Region | None = None,
    part: bool = False,
    mistakes: Mistakes = 0,
    engine: str = "rapidocr",
) -> Verdict:
    """A text can be read in a picture.

    Args:
        path: The picture: PNG, JPEG, WebP, BMP or GIF.
        text: What must be there; blanks and line breaks do not count.
        case: Whether upper and lower case differ.
        region: It must stand here: left, top, width and height as shares of the picture.
        part: Whether a part of a word counts.
        mistakes: Characters that may be read wrong.
        engine: What reads, as `crab list ocr-engines` names it.
    """
    return _read_in(named(path), read_picture(env, path), text, case, region, part, mistakes, engine)


@evaluator
@unseen_fails
def screen_matches(
    env: Device,
    reference: str,
    at_least: Share = 0.98,
    region: Region | None = None,
    ignore: list[Region] | None = None,
) -> Verdict:
    """The screen looks like one that was kept, patch by patch.

    Args:
        reference: The other screen: a path, or its content as "data:;base64,…". It may have another
            resolution, but not other proportions.
        at_least: Share of it that must look the same. A switch is little of a screen: give its region.
        region: Compare only here: left, top, width and height as shares of the screen.
        ignore: Parts that may differ, such as a clock.
    """
    from crab_visualprompt.evaluators.screen_likeness import compare_screens

    now, kept = read_screen(env), read_picture(env, reference)
    sizes = f"{now.shape[1]}×{now.shape[0]} pixels, {named(reference)} {kept.shape[1]}×{kept.shape[0]}"
    if abs(now.shape[1] * kept.shape[0] / (now.shape[0] * kept.shape[1]) - 1) > 0.01:
        return Verdict(False, f"the screen has other proportions: {sizes}")
    compared = compare_screens(now, kept, region, ignore or ())
    said = f"{compared.share:.1%} of the screen looks like {named(reference)}"
    if compared.share >= at_least:
        return Verdict(True, said)
    return Verdict(False, f"{said}, not {at_least:.1%}: it differs most {_at(compared.worst)}")


def _read_in(
    what: str,
    pixels: Pixels,
    text: str,
    case: bool,
    region: list[float] | None,
    part: bool,
    mistakes: int,
    engine: str,
) -> Verdict:
    from crab_visualprompt.evaluators.words import find_text, nearest

    if mistakes * 3 > len("".join(text.split())):
        raise DefinitionError(f"With {mistakes} mistakes, {text!r} could be read in nearly anything.")
    where = box_of(region, pixels.shape[1], pixels.shape[0])
    lines = reader_with(engine).read(pixels)
    boxes = find_text(lines, text, case=case, part=part, mistakes=mistakes)
    inside = [box for box in boxes if box.intersection(where).area >= INSIDE * box.area]
    if inside:
        return Verdict(True, f"{what} says {text!r} {_at(inside[0])}")
    if boxes:
        return Verdict(False, f"{what} says {text!r}, but {_at(boxes[0])}")
    close = nearest([line for line in lines if line.box.intersection(where).area], text)
    return Verdict(False, f"{what} does not say {text!r}" + (f"; the nearest is {close!r}" if close else ""))


def _at(box: Box) -> str:
    return f"at ({box.x}, {box.y}), {box.width}×{box.height}"


EVALUATORS: Final = (text_visible, picture_says, screen_matches)

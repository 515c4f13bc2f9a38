"""Evaluators that look at pictures made of pictures: the same, turned, cut out, put side by side.

`tolerance` is in all of them the mean difference of a colour, 0 to 255, that is forgiven: 0 asks for the very
pixels, 3 forgives what JPEG loses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal

from crab_core import DefinitionError, Verdict, evaluator
from crab_ubuntu.evaluators.boxed import boxed
from crab_ubuntu.evaluators.pictures import difference, picture, rgba
from crab_ubuntu.evaluators.reading import shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

Turn = Literal[
    "mirrored_left_right", "mirrored_top_bottom", "rotated_90", "rotated_180", "rotated_270", "transposed"
]
ALIGNMENTS: Final = (0.0, 0.5, 1.0)
"""Where the smaller of two pictures may stand beside the larger: at its beginning, middle or end."""


@evaluator(env="ubuntu")
@boxed
def image_same(path: str, reference: str, tolerance: float = 0.0) -> Verdict:
    """A picture has the pixels of another, in whatever format.

    Args:
        path: From the home folder, or absolute.
        reference: The other: a path, or its content as "data:;base64,…".
        tolerance: Mean difference of a colour, 0 to 255, that is forgiven.
    """
    return _compared(path, rgba(picture(path)), rgba(picture(reference)), shown(reference), tolerance)


@evaluator(env="ubuntu")
@boxed
def image_turned(path: str, reference: str, how: Turn, tolerance: float = 0.0) -> Verdict:
    """A picture is another one mirrored or rotated.

    Args:
        path: From the home folder, or absolute.
        reference: The picture before: a path, or its content as "data:;base64,…".
        how: Which way; rotations are clockwise, "transposed" swaps rows and columns.
        tolerance: Mean difference of a colour, 0 to 255, that is forgiven.
    """
    before = rgba(picture(reference))
    wanted = {
        "mirrored_left_right": before[:, ::-1],
        "mirrored_top_bottom": before[::-1],
        "rotated_90": before.swapaxes(0, 1)[:, ::-1],
        "rotated_180": before[::-1, ::-1],
        "rotated_270": before.swapaxes(0, 1)[::-1],
        "transposed": before.swapaxes(0, 1),
    }[how]
    said = f"{shown(reference)} {how.replace('_', ' ')}"
    return _compared(path, rgba(picture(path)), wanted, said, tolerance)


@evaluator(env="ubuntu")
@boxed
def image_cropped(
    path: str, reference: str, left: int, top: int, width: int, height: int, tolerance: float = 0.0
) -> Verdict:
    """A picture is a part of another one.

    Args:
        path: From the home folder, or absolute.
        reference: The whole: a path, or its content as "data:;base64,…".
        left: Column of the whole at which the part begins, from 0.
        top: Row at which it begins, from 0.
        width: Pixels.
        height: Pixels.
        tolerance: Mean difference of a colour, 0 to 255, that is forgiven.

    Raises:
        DefinitionError: The part is empty or begins outside.
    """
    if min(left, top) < 0 or min(width, height) < 1:
        raise DefinitionError("The part must have a size and begin inside.")
    wanted = rgba(picture(reference))[top : top + height, left : left + width]
    said = f"{width}×{height} at ({left}, {top}) of {shown(reference)}"
    if wanted.shape[:2] != (height, width):
        return Verdict(False, f"{shown(reference)} is too small for {said}")
    return _compared(path, rgba(picture(path)), wanted, said, tolerance)


@evaluator(env="ubuntu")
@boxed
def images_joined(
    path: str,
    first: str,
    second: str,
    direction: Literal["right", "below"] = "right",
    tolerance: float = 0.0,
) -> Verdict:
    """A picture shows two others side by side, or one above the other, without a gap.

    Args:
        path: From the home folder, or absolute.
        first: The one at the left or top: a path, or its content as "data:;base64,…".
        second: The one at the right or bottom.
        direction: Where the second is. Where they differ in height (in width, for "below"), the smaller one
            may stand at the beginning, middle or end of the other.
        tolerance: Mean difference of a colour, 0 to 255, that is forgiven in each.
    """
    whole, one, other = (rgba(picture(given)) for given in (path, first, second))
    if direction == "below":  # what holds for columns holds for rows of what is transposed
        whole, one, other = (pixels.swapaxes(0, 1) for pixels in (whole, one, other))
    height, width = max(one.shape[0], other.shape[0]), one.shape[1] + other.shape[1]
    if whole.shape[:2] != (height, width):
        found, wanted = (whole.shape[1], whole.shape[0]), (width, height)
        if direction == "below":
            found, wanted = found[::-1], wanted[::-1]
        return Verdict(False, f"{path} has the size {found}, not {wanted}")
    halves = (whole[:, : one.shape[1]], one, shown(first)), (whole[:, one.shape[1] :], other, shown(second))
    for part, wanted_part, name in halves:
        off = _best(part, wanted_part)
        if off > tolerance:
            return Verdict(False, f"{path} differs from {name} at its place by {off:.2f} on average")
    return Verdict(True, f"{path} shows {shown(first)} and {shown(second)} {direction} of it")


def _best(part: NDArray[Any], wanted: NDArray[Any]) -> float:
    """The smallest difference of a picture from the strip that it may stand at several places of."""
    room = part.shape[0] - wanted.shape[0]
    starts = {int(room * share) for share in ALIGNMENTS}
    return min(difference(part[start : start + wanted.shape[0]], wanted) for start in starts)


def _compared(path: str, found: NDArray[Any], wanted: NDArray[Any], name: str, tolerance: float) -> Verdict:
    if found.shape != wanted.shape:
        sizes = [f"{pixels.shape[1]}×{pixels.shape[0]}" for pixels in (found, wanted)]
        return Verdict(False, f"{path} has {sizes[0]} pixels, {name} {sizes[1]}")
    off = difference(found, wanted)
    if off <= tolerance:
        return Verdict(True, f"{path} has the pixels of {name}" + (f" within {off:.2f}" if off else ""))
    return Verdict(False, f"{path} differs from {name} by {off:.2f} on average")


EVALUATORS = (image_same, image_turned, image_cropped, images_joined)

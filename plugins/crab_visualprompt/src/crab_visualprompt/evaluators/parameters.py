"""Types of what evaluators are asked with, and what they mean on a picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field

from crab_core import Box, DefinitionError

Share = Annotated[float, Field(ge=0, le=1)]
"""From 0, none of it, to 1, all of it."""
Region = Annotated[list[Share], Field(min_length=4, max_length=4)]
"""A part of a screen or page: left, top, width and height as shares of it, so that it fits any resolution."""
Some = Annotated[str, Field(pattern=r"\S")]
"""A text that is not blank: nothing, looked for, would be found everywhere."""
Measure = Literal["brightness", "contrast", "saturation"]
Side = Literal["right", "left", "below", "above"]


def box_of(region: Sequence[float] | None, width: int, height: int) -> Box:
    """A region in pixels; everything when there is none.

    Raises:
        DefinitionError: It is empty, or reaches outside.
    """
    if region is None:
        return Box(0, 0, width, height)
    left, top, across, down = region
    if across <= 0 or down <= 0 or left + across > 1.0001 or top + down > 1.0001:
        raise DefinitionError(
            f"The region {list(region)} is empty or reaches outside.",
            advice="Give left, top, width, height as shares from 0 to 1: [0, 0, 1, 0.5] is the upper half.",
        )
    box = Box(round(left * width), round(top * height), round(across * width), round(down * height))
    if not box.area:
        raise DefinitionError(f"The region {list(region)} has no pixel of {width}×{height}.")
    return box

"""How many pictures Anthropic takes in a request, and how large ones (its guide to vision)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

MOST = 600
LONGEST = 8000
MANY = 20
LONGEST_OF_MANY = 2000
"""Pixels of each side, when a request holds more than `MANY`."""


def picture_limits(sizes: Sequence[tuple[int, int]]) -> Iterator[str]:
    """What is wrong with pictures of these sizes together, in the service's own words."""
    if len(sizes) > MOST:
        yield f"too many images and documents: {len(sizes)} + 0 > {MOST}"
    longest = max((side for size in sizes for side in size), default=0)
    if longest > LONGEST:
        yield f"At least one of the image dimensions exceed max allowed size: {LONGEST} pixels"
    elif len(sizes) > MANY and longest > LONGEST_OF_MANY:
        yield (
            "At least one of the image dimensions exceed max allowed size for many-image requests: "
            f"{LONGEST_OF_MANY} pixels"
        )

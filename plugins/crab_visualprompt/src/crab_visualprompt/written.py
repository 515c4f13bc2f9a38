"""What commands write: a place that cannot be written to is the user's to mend, and no fault of Crab's."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from crab_core import UsageError


@contextmanager
def writing(place: Path, advice: str = "Name another place, or make room.") -> Iterator[None]:
    """Whatever keeps the operating system from writing is told as a sentence.

    Args:
        place: What is written, as its user knows it.
        advice: What to do about it.

    Raises:
        UsageError: It cannot be written.
    """
    try:
        yield
    except OSError as error:
        raise UsageError(f"{place} cannot be written: {error.strerror or error}.", advice=advice) from error

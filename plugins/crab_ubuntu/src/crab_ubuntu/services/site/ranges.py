"""Parts of a page (RFC 9110, section 14): what a browser asks for when it goes on with a download."""

from __future__ import annotations

import re

ONE_RANGE = re.compile(r"bytes=(\d{0,18})-(\d{0,18})")


class UnsatisfiableError(ValueError):
    """The part lies beyond the end."""


def part(header: str, size: int) -> tuple[int, int] | None:
    """First byte and the one after the last; None for the whole, also when several parts are asked for.

    A server may always send the whole, so what is not understood is not refused.

    Raises:
        UnsatisfiableError: It begins after the end.
    """
    match = ONE_RANGE.fullmatch(header.strip())
    if match is None or match.groups() == ("", ""):
        return None
    first, last = match.groups()
    if not first:
        start, stop = max(size - int(last), 0), size
    else:
        start, stop = int(first), min(int(last) + 1, size) if last else size
        if last and int(last) < int(first):
            return None
    if start >= size or start >= stop:
        raise UnsatisfiableError(header)
    return start, stop

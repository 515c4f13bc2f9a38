"""Paths of addresses: taken apart strictly, so that one page has one path."""

from __future__ import annotations

from urllib.parse import parse_qsl, unquote_to_bytes

MOST_FIELDS = 1000
"""Of a query or form; more are refused."""


class BadTargetError(ValueError):
    """What a client asks for is no path."""


def clean(target: str) -> str:
    """The path of a request's target: unescaped once, without query, with dots resolved.

    Raises:
        BadTargetError: It does not begin with a slash, or has bytes in it that no path has.
    """
    raw = target.split("#", 1)[0].split("?", 1)[0]
    if not raw.startswith("/"):
        raise BadTargetError(f"{target!r} is no path")
    try:
        path = unquote_to_bytes(raw).decode()
    except UnicodeDecodeError as error:
        raise BadTargetError(f"{target!r} is not UTF-8") from error
    if not path.isprintable() or "\\" in path:
        raise BadTargetError(f"{target!r} has controls in it")
    kept: list[str] = []
    parts = path.split("/")[1:]
    for part in parts:
        if part == "..":
            del kept[-1:]
        elif part not in ("", "."):
            kept.append(part)
    folder = parts[-1] in ("", ".", "..") and kept
    return "/" + "/".join(kept) + ("/" if folder else "")


def query(target: str) -> list[tuple[str, str]]:
    """The fields of a target's query, in order.

    Raises:
        BadTargetError: There are too many.
    """
    return fields(target.split("#", 1)[0].partition("?")[2])


def fields(text: str) -> list[tuple[str, str]]:
    """The fields of a query or of an url-encoded form, in order; also those that are empty.

    Raises:
        BadTargetError: There are too many.
    """
    try:
        return parse_qsl(text, keep_blank_values=True, max_num_fields=MOST_FIELDS, errors="replace")
    except ValueError as error:
        raise BadTargetError(str(error)) from error

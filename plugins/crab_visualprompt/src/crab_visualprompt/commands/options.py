"""Options of what commands use, as their users write them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from crab_core import UsageError


def pair(text: str) -> tuple[str, Any]:
    """KEY=VALUE; the value is JSON where it can be read as such, else a text.

    Raises:
        UsageError: There is no equals sign.
    """
    key, equals, value = text.partition("=")
    if not equals or not key:
        raise UsageError(f"{text!r} is not of the form KEY=VALUE.")
    try:
        return key, json.loads(value)
    except ValueError:
        return key, value


def pairs(texts: Iterable[str]) -> dict[str, Any]:
    """Several of the form KEY=VALUE."""
    return dict(map(pair, texts))


def option_of(text: str) -> tuple[str, str, Any]:
    """NAME.KEY=VALUE.

    Raises:
        UsageError: It is of another form.
    """
    key, value = pair(text)
    name, dot, option = key.partition(".")
    if not dot or not name or not option:
        raise UsageError(
            f"{text!r} is not of the form NAME.KEY=VALUE.",
            advice="For example: -o rapidocr.threads=2",
        )
    return name, option, value


def by_name(options: Iterable[tuple[str, str, Any]]) -> dict[str, dict[str, Any]]:
    """Options of several things, by the name of each."""
    found: dict[str, dict[str, Any]] = {}
    for name, key, value in options:
        found.setdefault(name, {})[key] = value
    return found

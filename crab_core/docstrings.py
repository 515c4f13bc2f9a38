"""Descriptions for models, taken from Google-style docstrings."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Described:
    """What a docstring says of a function."""

    summary: str = ""
    """Everything before the sections, paragraphs kept."""
    parameters: Mapping[str, str] = field(default_factory=dict)
    """Parameter name to its description."""


def describe(docstring: str | None) -> Described:
    """Read a Google-style docstring; a missing one gives empty descriptions, an odd one stands as it is."""
    if not docstring:
        return Described()
    from docstring_parser import DocstringStyle, ParseError, parse

    try:
        parsed = parse(docstring, style=DocstringStyle.GOOGLE)
    except ParseError:
        return Described(inspect.cleandoc(docstring))
    summary = "\n\n".join(p.strip() for p in (parsed.short_description, parsed.long_description) if p)
    parameters = {p.arg_name: " ".join((p.description or "").split()) for p in parsed.params}
    return Described(summary, parameters)

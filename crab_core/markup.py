"""HTML and SVG as nested calls; every text is escaped unless it is `Html` already."""

from __future__ import annotations

import json
from html import escape
from typing import Any, Final

_VOID: Final = frozenset({"br", "col", "img", "input", "link", "meta"})


class Html(str):
    """Markup that is safe to put on a page."""

    __slots__ = ()


Child = str | int | None
"""A text to be escaped, finished markup, or nothing."""


def tag(name: str, /, *children: Child, **attributes: str | float | bool | None) -> Html:
    """One element.

    Args:
        name: Its name.
        children: What is inside.
        attributes: By name; an underscore at the end is dropped, others become dashes. True gives a bare
            attribute, False and None none.
    """
    inside = "".join(
        f" {_attribute(key)}" if value is True else f' {_attribute(key)}="{escape(_text(value))}"'
        for key, value in attributes.items()
        if value is not None and value is not False
    )
    opening = f"<{name}{inside}>"
    return Html(opening if name in _VOID else f"{opening}{join(*children)}</{name}>")


def join(*children: Child) -> Html:
    """Markup side by side."""
    return Html(
        "".join(c if isinstance(c, Html) else escape(str(c)) for c in children if c is not None and c != "")
    )


def data_block(identifier: str, value: Any) -> Html:
    """JSON that scripts read from the page; nothing in it can end the block."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return Html(f'<script type="application/json" id="{escape(identifier)}">{text}</script>')


def _attribute(key: str) -> str:
    # SVG is case-sensitive: viewBox is written as it is.
    return key.rstrip("_").replace("_", "-")


def _text(value: str | float) -> str:
    """Coordinates with one decimal at most."""
    return f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else str(value)

"""The view hierarchy as XML, in the format of Android's ``uiautomator dump``."""

from __future__ import annotations

import re

from .ui.views import View
from .windows import Window

_HEADER = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>"


def hierarchy_xml(window: Window, *, compressed: bool = False, rotation: int = 0, scale: float = 1.0) -> str:
    """The XML of a window's visible views; compressed leaves out those that only arrange others."""
    parts = [_HEADER, f'<hierarchy rotation="{rotation}">']
    if scale == 1.0:
        _node(window.root, 0, window.package, parts, compressed)
    else:
        scaled: list[str] = []
        _node(window.root, 0, window.package, scaled, compressed)
        parts.append(_BOUNDS.sub(lambda found: _scaled(found, scale), "".join(scaled)))
    parts.append("</hierarchy>")
    return "".join(parts)


_BOUNDS = re.compile(r' bounds="\[(\d+),(\d+)\]\[(\d+),(\d+)\]"')


def _scaled(found: re.Match[str], scale: float) -> str:
    left, top, right, bottom = (round(int(number) * scale) for number in found.groups())
    return f' bounds="[{left},{top}][{right},{bottom}]"'


def _node(view: View, index: int, package: str, parts: list[str], compressed: bool) -> int:
    """Write a view; returns how many nodes were written at this level."""
    shown = view.visible
    if shown.empty:
        return 0
    if view.hidden or (compressed and _only_arranges(view)):
        written = 0
        for child in view.children:
            written += _node(child, index + written, package, parts, compressed)
        return written
    clickable = view.clickable
    text = "•" * len(view.text) if view.password else view.text
    parts.append(
        f'<node index="{index}" text="{_escape(text or view.hint)}" resource-id="{_resource(view, package)}"'
        f' class="{view.cls}" package="{package}" content-desc="{_escape(view.desc)}"'
        f' checkable="{_flag(view.checked is not None)}" checked="{_flag(bool(view.checked))}"'
        f' clickable="{_flag(clickable)}" enabled="{_flag(view.enabled)}"'
        f' focusable="{_flag(clickable or view.focusable)}" focused="{_flag(view.focused)}"'
        f' scrollable="{_flag(view.scrollable)}" long-clickable="{_flag(view.on_long_tap is not None)}"'
        f' password="{_flag(view.password)}" selected="{_flag(view.selected)}"'
        f' bounds="[{shown.left},{shown.top}][{shown.right},{shown.bottom}]"'
    )
    inside: list[str] = []
    count = 0
    for child in view.children:
        count += _node(child, count, package, inside, compressed)
    if inside:
        parts.append(">")
        parts.extend(inside)
        parts.append("</node>")
    else:
        parts.append(" />")
    return 1


def _only_arranges(view: View) -> bool:
    return not (
        view.text or view.hint or view.desc or view.clickable or view.scroll_key or view.checked is not None
    )


def _resource(view: View, package: str) -> str:
    if not view.id:
        return ""
    return view.id if ":" in view.id else f"{package}:id/{view.id}"


def _flag(value: bool) -> str:
    return "true" if value else "false"


_ESCAPES = {
    ord("&"): "&amp;",
    ord("<"): "&lt;",
    ord(">"): "&gt;",
    ord('"'): "&quot;",
    ord("\n"): "&#10;",
    ord("\t"): "&#9;",
}


def _escape(text: str) -> str:
    # Characters that XML 1.0 has no way to write become dots, as uiautomator's own dumper does.
    return "".join(_safe(char) for char in text.translate(_ESCAPES)) if text else ""


def _safe(char: str) -> str:
    code = ord(char)
    legal = code >= 0x20 and not 0xD800 <= code <= 0xDFFF and code not in (0xFFFE, 0xFFFF)
    return char if legal else "."

"""From the XML of `uiautomator dump` to a UI tree."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree

from crab_core import Box, DeviceError, UiNode, UiTree

_BOUNDS = re.compile(r"\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]")

_REFERENCE = re.compile(r"&#(x[0-9a-fA-F]+|[0-9]+);")

_ROLES = {
    "AutoCompleteTextView": "text field",
    "Button": "button",
    "CheckBox": "check box",
    "CheckedTextView": "check box",
    "EditText": "text field",
    "GridView": "list",
    "Image": "image",
    "ImageButton": "button",
    "ImageView": "image",
    "ListView": "list",
    "ProgressBar": "progress bar",
    "RadioButton": "radio button",
    "RecyclerView": "list",
    "ScrollView": "scroll area",
    "HorizontalScrollView": "scroll area",
    "SeekBar": "slider",
    "Spinner": "combo box",
    "Switch": "switch",
    "TabWidget": "tab list",
    "TextView": "label",
    "ToggleButton": "toggle button",
    "ViewPager": "scroll area",
    "WebView": "document",
}
_STATES = ("enabled", "focused", "checked", "checkable", "selected", "clickable", "scrollable", "password")
_UNNAMED = ("list", "scroll area", "group")


def parse_hierarchy(xml: str) -> ElementTree.Element:
    """The root element of a dump.

    Raises:
        DeviceError: The text is no hierarchy.
    """
    try:
        root = ElementTree.fromstring(xml)
    except ElementTree.ParseError:
        try:
            root = ElementTree.fromstring(_without_forbidden(xml))
        except ElementTree.ParseError as error:
            raise DeviceError(f"uiautomator gave no XML: {error}.") from error
    if root.tag != "hierarchy":
        raise DeviceError(f"uiautomator gave <{root.tag}> instead of <hierarchy>.")
    return root


def _without_forbidden(xml: str) -> str:
    """Leave out the characters that XML 1.0 forbids (section 2.2): some devices write them all the same."""
    xml = _REFERENCE.sub(lambda found: found.group() if _allowed(_code(found.group(1))) else "", xml)
    return "".join(char for char in xml if _allowed(ord(char)))


def _code(digits: str) -> int:
    return int(digits[1:], 16) if digits[:1] in "xX" else int(digits)


def _allowed(code: int) -> bool:
    return (
        code in (0x9, 0xA, 0xD)
        or 0x20 <= code < 0xD800
        or 0xE000 <= code <= 0xFFFD
        or 0x10000 <= code <= 0x10FFFF
    )


def can_be_seen(node: ElementTree.Element) -> bool:
    """Whether a node is on the screen at all: some dumps hold what is hidden, scrolled away or collapsed."""
    bounds = node.get("bounds", "")
    # A rectangle that is told and empty; one that is not told says nothing.
    empty = _BOUNDS.fullmatch(bounds) is not None and box_of(bounds) is None
    return node.get("visible-to-user") != "false" and not empty


def ui_tree(xml: str, width: int, height: int) -> UiTree:
    """The UI tree that a dump describes, for a screen of `width` by `height` pixels.

    Raises:
        DeviceError: The text is no hierarchy.
    """
    children = tuple(_node(child, in_list=False) for child in parse_hierarchy(xml))
    return UiTree(
        UiNode("window", name=_package(xml), box=Box(0, 0, width, height), children=children), width, height
    )


def _package(xml: str) -> str:
    found = re.search(r' package="([^"]*)"', xml)
    return found.group(1) if found else ""


def _node(element: ElementTree.Element, *, in_list: bool) -> UiNode:
    kind = element.get("class", "").rpartition(".")[2]
    clickable = element.get("clickable") == "true"
    role = _ROLES.get(kind, "group")
    if role == "group" and clickable:
        role = "list item" if in_list else "button"
    elif role in ("label", "image") and clickable:
        role = "button"
    states = {state for state in _STATES if element.get(state) == "true"}
    if element.get("long-clickable") == "true":
        states.add("long-clickable")
    text = element.get("text", "")
    field = role == "text field"
    if field:
        states.add("editable")
    children = tuple(_node(child, in_list=role == "list") for child in element)
    name = element.get("content-desc", "") or ("" if field else text)
    if not name and clickable and role not in _UNNAMED:
        # A screen reader names such a row by the texts inside it.
        name = ", ".join(_texts(children))
    return UiNode(
        role,
        name=name,
        value=text if field or (element.get("content-desc") and text) else "",
        box=box_of(element.get("bounds", "")),
        states=frozenset(states),
        identifier=element.get("resource-id", ""),
        children=children,
    )


def _texts(children: tuple[UiNode, ...]) -> Iterator[str]:
    for child in children:
        if "clickable" in child.states:
            continue
        if child.name and child.role == "label":
            yield child.name
        yield from _texts(child.children)


def box_of(bounds: str) -> Box | None:
    """The rectangle of an attribute `bounds`; None when it is empty or cannot be read."""
    match = _BOUNDS.fullmatch(bounds)
    if match is None:
        return None
    left, top, right, bottom = (int(number) for number in match.groups())
    return Box(left, top, right - left, bottom - top) if right > left and bottom > top else None

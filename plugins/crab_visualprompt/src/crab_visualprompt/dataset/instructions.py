"""What to tell somebody so that exactly one element of a screen is meant."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from crab_core import Box
from crab_visualprompt.score.truth import Element

LONGEST_NAME = 60
"""Characters: nobody asks for an element by more."""
LARGEST = 0.25
"""Share of the screen from which an element is where one works, not what one points at."""

_KINDS: Mapping[str, str] = MappingProxyType(
    {
        "button": '{Click} the button "{name}"',
        "toggle button": '{Click} the button "{name}"',
        "menu": 'Open the menu "{name}"',
        "menu item": 'Choose "{name}" in the menu',
        "tab": 'Go to the tab "{name}"',
        "link": 'Follow the link "{name}"',
        "combo box": 'Open the choices of "{name}"',
        "slider": '{Click} the slider "{name}"',
        "icon": '{Click} the icon "{name}"',
        "list item": '{Click} "{name}" in the list',
        "radio button": 'Choose "{name}"',
    }
)
_ELSE = '{Click} "{name}"'


@dataclass(frozen=True, slots=True)
class Instruction:
    """Something to point at, in words."""

    text: str
    box: Box


def instructions(elements: Sequence[Element], platform: str, screen: Box) -> list[Instruction]:
    """One for each element that a name tells from all others on the screen.

    A switch and the row around it that share a name are one thing: a click anywhere in the row counts.

    Args:
        elements: All of the screen.
        platform: What is clicked elsewhere is tapped on "android".
        screen: All of it.
    """
    named: defaultdict[str, list[Element]] = defaultdict(list)
    for each in elements:
        named[name_of(each).casefold()].append(each)
    found = []
    for same in named.values():
        element = _one(same)
        if element is None or element.box.area > LARGEST * screen.area:
            continue
        name = name_of(element)
        if 0 < len(name) <= LONGEST_NAME and '"' not in name:
            found.append(
                Instruction(_words(element, name, "Tap" if platform == "android" else "Click"), element.box)
            )
    return found


def name_of(element: Element) -> str:
    """What a person would call it: of a row with several texts the first; of a field what stands in it."""
    name = element.label or (element.value if "password" not in element.states else "")
    if element.texts and element.label != element.texts:
        name = name.partition(", ")[0]
    return name


def _one(same: Sequence[Element]) -> Element | None:
    """The one element that is meant: alone in having its name, or inside others that have it too."""
    outer = max(same, key=lambda element: element.box.area)
    inner = min(same, key=lambda element: element.box.area)
    if any(not outer.box.contains(element.box) or not element.box.contains(inner.box) for element in same):
        return None
    return replace(inner, box=outer.box)


def _words(element: Element, name: str, click: str) -> str:
    if "editable" in element.states:
        return f'{click} into the field "{name}"'
    if "checkable" in element.states and element.role in ("switch", "check box"):
        on = "checked" in element.states
        if element.role == "switch":
            return f'Switch "{name}" {"off" if on else "on"}'
        return f'{"Uncheck" if on else "Check"} "{name}"'
    return _KINDS.get(element.role, _ELSE).format(Click=click, name=name)

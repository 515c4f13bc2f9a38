"""Element numbers to positions: what `click(element=3)` means before it reaches a device."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from crab_core.action import Action
from crab_core.content import ElementMap
from crab_core.errors import InvalidAction, Problem


def resolve_elements(action: Action, arguments: Mapping[str, Any], elements: ElementMap) -> Mapping[str, Any]:
    """Replace the number of a mark by the centre of its box.

    The element parameter `element` becomes `x` and `y`; one with a prefix, `from_element`, becomes
    `from_x` and `from_y`.

    Args:
        action: Whose parameters say which arguments are elements.
        arguments: As the agent gave them.
        elements: The marks that the agent saw.

    Raises:
        InvalidAction: The arguments do not fit, no mark has this number, or a position is given as well.
    """
    resolved = dict(arguments)
    # Models write 3.0 or "3" for 3: what counts is what validation makes of it.
    validated = action.validate(arguments)
    for name in action.element_parameters:
        number = validated.get(name)
        if number is None:
            continue
        mark = elements.get(number)
        if mark is None:
            known = f"the marks are 1 to {len(elements)}" if len(elements) else "nothing is marked now"
            raise InvalidAction(
                f"Invalid arguments for {action.name}.", [Problem(name, f"no element {number}; {known}")]
            )
        prefix = name.removesuffix("element")
        x, y = f"{prefix}x", f"{prefix}y"
        if resolved.get(x) is not None or resolved.get(y) is not None:
            raise InvalidAction(
                f"Invalid arguments for {action.name}.",
                [Problem(name, f"give either {name} or {x} and {y}, not both")],
            )
        del resolved[name]
        resolved[x], resolved[y] = mark.box.center
    return resolved

"""Evaluators that look at what the UI tree shows: whatever application, and whatever has no file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crab_core import DefinitionError, Verdict, evaluator
from crab_ubuntu.evaluators.reading import short
from crab_ubuntu.evaluators.texts import Match, judge_text

if TYPE_CHECKING:
    from crab_core import UiNode
    from crab_ubuntu.environment import UbuntuEnvironment


@evaluator(env="ubuntu")
def element_shown(
    env: UbuntuEnvironment,
    name: str = "",
    value: str = "",
    role: str = "",
    state: str = "",
    app: str = "",
    match: Match = "exact",
) -> Verdict:
    """An element with this name, value, role and state can be seen; every condition given must fit.

    The address of the page that Firefox shows, for instance, is a value.

    Args:
        name: What it is called.
        value: What it holds: the text of a field, the position of a slider.
        role: What it is, as the observation `ui_tree` says, such as "check box".
        state: One of its states there, such as "checked", "selected" or "focused".
        app: Application of the window that it is in, as in WM_CLASS; case does not matter.
        match: How name and value are compared, as for `file_content`.

    Raises:
        DefinitionError: Neither name nor value was given.
    """
    if not (name or value):
        raise DefinitionError("element_shown needs name or value.")
    near = []
    for node in _nodes(env.desktop.accessibility.tree().root, app):
        if not (_says(node.name, name, match) and _says(node.value, value, match)):
            continue
        said = f"{node.role} {short(node.name)} with the value {short(node.value)}"
        if role in {"", node.role} and (not state or state in node.states):
            return Verdict(True, f"there is a {said}")
        near.append(f"{said}, {' and '.join(sorted(node.states)) or 'in no state'}")
    wanted = ", ".join(filter(None, [name, value, role, state, app]))
    return Verdict(
        False, f"nothing that can be seen is {short(wanted)}; near: {'; '.join(near[:3]) or 'nothing'}"
    )


def _nodes(root: UiNode, app: str) -> list[UiNode]:
    if not app:
        return list(root.walk())
    windows = [n for n in root.children if n.role == "window" and n.identifier.casefold() == app.casefold()]
    return [node for window in windows for node in window.walk()]


def _says(found: str, wanted: str, match: Match) -> bool:
    return not wanted or judge_text("it", found, wanted, match).passed


EVALUATORS = (element_shown,)

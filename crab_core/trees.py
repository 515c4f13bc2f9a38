"""UI trees as JSON values, and back: how records and kept screens hold them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from crab_core.content import Box, UiNode, UiTree


def tree_to_json(tree: UiTree) -> dict[str, Any]:
    """A UI tree as JSON values: what has no value is left out, states are sorted."""
    return {"width": tree.width, "height": tree.height, "root": _node_to_json(tree.root)}


def _node_to_json(node: UiNode) -> dict[str, Any]:
    fields = {
        "role": node.role,
        "name": node.name,
        "value": node.value,
        "box": node.box,
        "states": sorted(node.states),
        "identifier": node.identifier,
        "children": [_node_to_json(child) for child in node.children],
    }
    return {key: value for key, value in fields.items() if value}


def tree_from_json(values: Mapping[str, Any]) -> UiTree:
    """The UI tree of JSON values.

    Raises:
        KeyError: Something is missing.
        TypeError: A value is of another kind.
    """
    return UiTree(_node_from_json(values["root"]), int(values["width"]), int(values["height"]))


def _node_from_json(values: Mapping[str, Any]) -> UiNode:
    box = values.get("box")
    return UiNode(
        values["role"],
        values.get("name", ""),
        values.get("value", ""),
        None if box is None else Box(*box),
        frozenset(values.get("states", ())),
        values.get("identifier", ""),
        tuple(_node_from_json(child) for child in values.get("children", ())),
    )

"""How the checkpoints of an episode moved, read from its record step by step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from crab_core.graph import NodeState

Node: TypeAlias = dict[str, Any]
"""One checkpoint as the record has it: name, state, reason, step, and error while its evaluator raises."""


def at_start(episode: Mapping[str, Any]) -> dict[str, Node]:
    """Every checkpoint before the first step, by name, in the order of the graph.

    Args:
        episode: What `episode.json` says.
    """
    passed = set(episode.get("passed_at_start", ()))
    nodes = {
        name: _node(
            name, NodeState.PASSED if name in passed else NodeState.WAITING, 0 if name in passed else None
        )
        for name in episode.get("checkpoints", ())
    }
    return _release(nodes, episode.get("edges", ()))


def moves(episode: Mapping[str, Any], steps: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, Node]]:
    """Every checkpoint after each step, by name; one dictionary a line of `steps.jsonl`."""
    nodes = at_start(episode)
    for step in steps:
        judged = {node["name"]: dict(node) for node in step.get("nodes", ())}
        nodes = _release({**nodes, **judged}, episode.get("edges", ()))
        yield nodes


def _node(name: str, state: NodeState, step: int | None) -> Node:
    return {"name": name, "state": str(state), "reason": "", "step": step}


def _release(nodes: dict[str, Node], edges: Sequence[Sequence[str]]) -> dict[str, Node]:
    """Waiting checkpoints whose predecessors have all passed are active."""
    held = {after for before, after in edges if nodes[before]["state"] != NodeState.PASSED}
    return {
        name: {**node, "state": str(NodeState.ACTIVE)}
        if node["state"] == NodeState.WAITING and name not in held
        else node
        for name, node in nodes.items()
    }

"""Which edges a drawing has: those that close a cycle are turned round, so that what is left has layers."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from crab_core.drawing.labels import Label
from crab_core.errors import UnknownNameError

Edge = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Plan:
    """The edges, with those that close a cycle turned round so that what is left can be layered."""

    drawn: Sequence[Edge]
    """Without cycles."""
    arrows: Mapping[Edge, frozenset[str]]
    """At which ends of a drawn edge an arrow stands: one, or both for two edges against each other."""
    loops: Sequence[str]
    """Nodes with an edge to themselves."""

    @classmethod
    def of(cls, nodes: Mapping[str, Label], edges: Iterable[Edge]) -> Plan:
        """Turn round what closes a cycle.

        Raises:
            UnknownNameError: An edge names a node that does not exist.
        """
        wanted = list(dict.fromkeys(edges))
        for name in itertools.chain.from_iterable(wanted):
            if name not in nodes:
                raise UnknownNameError("node", name, nodes)
        between = [(a, b) for a, b in wanted if a != b]
        closing = _closing(nodes, between)
        arrows: dict[Edge, frozenset[str]] = {}
        for one, other in between:
            drawn = (other, one) if (one, other) in closing else (one, other)
            arrows[drawn] = arrows.get(drawn, frozenset()) | {other}
        return cls(list(arrows), arrows, [a for a, b in wanted if a == b])


def _closing(nodes: Iterable[str], edges: Iterable[Edge]) -> set[Edge]:
    """Edges that lead back to where a walk in depth came from; without them there is no cycle."""
    after: dict[str, list[str]] = {name: [] for name in nodes}
    for one, other in edges:
        after[one].append(other)
    closing: set[Edge] = set()
    seen: set[str] = set()
    starts = sorted(after, key=lambda name: any(name in successors for successors in after.values()))
    for start in starts:
        if start in seen:
            continue
        way, on_way = [(start, iter(after[start]))], {start}
        seen.add(start)
        while way:
            name, left = way[-1]
            follower = next(left, None)
            if follower is None:
                way.pop()
                on_way.discard(name)
            elif follower in on_way:
                closing.add((name, follower))
            elif follower not in seen:
                seen.add(follower)
                on_way.add(follower)
                way.append((follower, iter(after[follower])))
    return closing

"""Ids for the elements of a screen: the same for the same element, if it can be told from the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from typing import TypeVar

Identity = str
"""What an element is known by, among the children of its parent."""

_Node = TypeVar("_Node")
_LETTERS = "abcdefghjkmnpqrstuvwxyz"
"""Without i, l and o, which look like digits."""
_SLOTS = len(_LETTERS) * 1000


def name_all(
    top: Sequence[_Node],
    identity: Callable[[_Node, _Node | None], Identity],
    children: Callable[[_Node], Sequence[_Node]],
) -> Iterator[tuple[_Node, int, str]]:
    """Give every node an id: a letter and three digits, drawn from its identity and those of its ancestors.

    Nothing of it depends on where the node stands, so that what changes elsewhere leaves it alone. Only
    twins (equal identity below the same parent) are counted, and of two nodes that draw the same id the
    later draws again.

    Args:
        top: The nodes of the first level.
        identity: What a node is known by, given its parent.
        children: The nodes below a node.

    Yields:
        Node, depth and id, parents before children.
    """
    taken: set[str] = set()

    def level(
        nodes: Sequence[_Node], parent: _Node | None, path: bytes, depth: int
    ) -> Iterator[tuple[_Node, int, str]]:
        twins: Counter[Identity] = Counter()
        for node in nodes:
            known = identity(node, parent)
            digest = _digest(path + f"{known}\n{twins[known]}".encode("utf-8", "surrogatepass"))
            twins[known] += 1
            name, draw = _name(digest), digest
            while name in taken:
                draw = _digest(draw)
                name = _name(draw)
            taken.add(name)
            yield node, depth, name
            yield from level(children(node), node, digest, depth + 1)

    return level(top, None, b"", 0)


def _digest(data: bytes) -> bytes:
    return blake2b(data, digest_size=8).digest()


def _name(digest: bytes) -> str:
    slot = int.from_bytes(digest, "big") % _SLOTS
    return f"{_LETTERS[slot // 1000]}{slot % 1000:03d}"

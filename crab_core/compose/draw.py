"""Compositions drawn at random: sub-tasks that can feed each other, in a shape that was wished for.

Nothing is searched among all graphs: a composition starts from a core that has its shape (one sub-task, or a
diamond) and grows by one sub-task at a time, each fed by, or feeding, one that is there. What cannot become
valid any more is given up early.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from typing import Final

from crab_core.compose.catalogue import Catalogue
from crab_core.compose.composition import Composition, Link, Node
from crab_core.compose.part import Part
from crab_core.compose.places import in_order
from crab_core.compose.pool import Pool, Sketch, Way
from crab_core.compose.typegraph import TypeGraph
from crab_core.compose.wish import Shape, Wish
from crab_core.errors import UnknownNameError, UsageError
from crab_core.task import ROOT

_TRIES: Final = 1000
"""How many compositions are begun before it is said that there is none."""
_CORES: Final = 8
"""How many pairs of feeders are tried for a diamond."""


class NothingFitsError(UsageError):
    """No composition was found that is as it was wished for."""


class Drawer:
    """Draws compositions from a catalogue. What it draws depends on names and seed, on no other order."""

    def __init__(self, catalogue: Catalogue) -> None:
        """Remember the catalogue; it is indexed for the devices that are wished for, once for each choice."""
        self._catalogue = catalogue
        self._pools: dict[frozenset[str], Pool] = {}

    def unusable(self, devices: Collection[str] = ()) -> dict[str, str]:
        """Sub-tasks that can be part of no composition on these devices (all when empty), with the reason."""
        here = {
            name
            for name, subtask in self._catalogue.subtasks.items()
            if not devices or subtask.environment in {*devices, ROOT}
        }
        reasons: dict[str, str] = {}
        while True:
            graph = TypeGraph(self._catalogue, here - reasons.keys())
            found = {
                name: f"nothing gives a value of type {kind} for {one!r}"
                for name in graph.names
                for one, kind in self._catalogue.subtasks[name].inputs.items()
                if self._catalogue.types[kind].draw is None and set(graph.feeders(name, one)) <= {name}
            }
            if not found:
                return dict(sorted(reasons.items()))
            reasons |= found

    def draw(self, wish: Wish, seed: int | str, name: str = "composed") -> Composition:
        """A composition that is as wished for.

        Every input is fed by a fitting output or can be drawn, no sub-task is in it twice, and no value is
        taken away before it is used. Whether a world holds values enough is seen when it is realised.

        Args:
            wish: What it is to be like.
            seed: What decides everything that is left open.
            name: Its id.

        Raises:
            NothingFitsError: None was found in many tries.
            UnknownNameError: A device is wished for that no sub-task uses.
        """
        pool = self._pool(wish.devices)
        chance = random.Random(f"composition/{seed}")
        plans: dict[Shape, list[tuple[int, int]]] = {}
        for shape, size, depth in wish.plans():
            plans.setdefault(shape, []).append((size, depth))
        shapes = list(plans)
        for _ in range(_TRIES if pool.subtasks else 0):
            shape = chance.choice(shapes)
            size, depth = chance.choice(plans[shape])
            sketch = _core(pool, shape, chance)
            if sketch is None or not _grow(pool, sketch, wish, size, depth, chance):
                continue
            composition = _finish(pool, sketch, name)
            if composition is not None:
                return composition
        raise NothingFitsError(
            f"No composition like that was found in {_TRIES} tries among {len(pool.subtasks)} sub-tasks.",
            advice="`crab compose` shows what can feed what; wish for another shape, size or device.",
        )

    def _pool(self, devices: frozenset[str]) -> Pool:
        if devices not in self._pools:
            subtasks = self._catalogue.subtasks
            known = {subtask.environment for subtask in subtasks.values()} - {ROOT}
            for device in sorted(devices - known):
                raise UnknownNameError("device with sub-tasks", device, known)
            useless = self.unusable(devices)
            here = {*(devices or known), ROOT}
            names = [n for n, subtask in subtasks.items() if subtask.environment in here and n not in useless]
            self._pools[devices] = Pool(self._catalogue, names)
        return self._pools[devices]


def _core(pool: Pool, shape: Shape, chance: random.Random) -> Sketch | None:
    """What a composition of this shape starts from; None when none was found."""
    if shape is Shape.DIAMOND:
        return _diamond(pool, chance) if pool.joins else None
    sketch = Sketch()
    pool.add(sketch, chance.randrange(len(pool.subtasks)))
    return sketch


def _diamond(pool: Pool, chance: random.Random) -> Sketch | None:
    """Two sub-tasks that feed a third one, while the first feeds the second or a fourth feeds both."""
    end = chance.choice(pool.joins)
    one, other = chance.sample([ways for ways in pool.into[end].values() if ways], 2)
    for _ in range(_CORES):
        left, right = chance.choice(one), chance.choice(other)
        if left.other == right.other:
            continue
        into_right = [way for ways in pool.into[right.other].values() for way in ways]
        into_left: dict[int, list[Way]] = {}
        for way in (way for ways in pool.into[left.other].values() for way in ways):
            if way.other not in (end, left.other, right.other):
                into_left.setdefault(way.other, []).append(way)
        ways: list[tuple[Way | None, Way]] = [(None, way) for way in into_right if way.other == left.other]
        ways += [(above, way) for way in into_right for above in into_left.get(way.other, ())]
        if ways:
            sketch = Sketch()
            at_end, at_left, at_right = (pool.add(sketch, p) for p in (end, left.other, right.other))
            pool.feed(sketch, at_left, at_end, left)
            pool.feed(sketch, at_right, at_end, right)
            to_left, to_right = chance.choice(ways)
            if to_left is None:
                pool.feed(sketch, at_left, at_right, to_right)
            else:
                start = pool.add(sketch, to_left.other)
                pool.feed(sketch, start, at_left, to_left)
                pool.feed(sketch, start, at_right, to_right)
            return sketch
    return None


def _grow(pool: Pool, sketch: Sketch, wish: Wish, size: int, depth: int, chance: random.Random) -> bool:
    """Add sub-tasks up to a size and depth; whether the sketch has become what was wished for."""
    while len(sketch.members) < size:
        if not _add(pool, sketch, wish, size, depth, chance):
            return False
    least, most = wish.steps
    return (
        len(sketch.members) == size
        and not sketch.due
        and max(sketch.depths()[0]) == depth
        and least <= sketch.steps <= most
        and len(pool.devices(sketch.members)) > int(wish.cross)
    )


def _add(pool: Pool, sketch: Sketch, wish: Wish, size: int, depth: int, chance: random.Random) -> bool:
    """Add one sub-task, which feeds or is fed by one that is there; whether there was one to add."""
    left = size - len(sketch.members)
    used = pool.devices(sketch.members)
    barred = {*used, ROOT} if wish.cross and left == 1 and len(used) == 1 else set()
    moves = _moves(pool, sketch, left, depth)
    chance.shuffle(moves)
    for member, feeds, ways in moves:
        start = chance.randrange(len(ways))
        for way in (*ways[start:], *ways[:start]):
            added = pool.subtasks[way.other]
            if (
                way.other in sketch.members
                or sketch.due + pool.due[way.other] - way.needed >= left
                or sketch.steps + added.steps > wish.steps[1]
                or added.environment in barred
            ):
                continue
            new = pool.add(sketch, way.other)
            pool.feed(sketch, *((new, member) if feeds else (member, new)), way)
            return True
    return False


def _moves(pool: Pool, sketch: Sketch, left: int, depth: int) -> list[tuple[int, bool, Sequence[Way]]]:
    """Where a sub-task may be added: member, whether the new one feeds it, and the ways to do so."""
    before, after = sketch.depths()
    longest = max(before)
    # Every sub-task that is left must make the longest path longer when there are only just enough of them.
    least = longest + 1 if depth - longest >= left else 0
    free = sketch.due < left  # otherwise every one that is left must feed an input that has to be fed
    moves: list[tuple[int, bool, Sequence[Way]]] = []
    for member, position in enumerate(sketch.members):
        if least <= after[member] + 1 <= depth:
            fed = sketch.sources[member]
            for one, ways in pool.into[position].items():
                if one not in fed and ways and (free or ways[0].needed):
                    moves.append((member, True, ways))
        if free and least <= before[member] + 1 <= depth and pool.out[position]:
            moves.append((member, False, pool.out[position]))
    return moves


def _finish(pool: Pool, sketch: Sketch, name: str) -> Composition | None:
    """The sketch in an order in which it can be done; None when there is none."""
    parts = [
        Part(pool.subtasks[position], sources)
        for position, sources in zip(sketch.members, sketch.sources, strict=True)
    ]
    order = in_order(parts, pool.types)
    if order is None:
        return None
    place = {member: i for i, member in enumerate(order)}
    links = [
        Link(place[sketch.sources[member][one]], place[member], one)
        for member in order
        for one in parts[member].subtask.inputs
        if one in sketch.sources[member]
    ]
    return Composition(id=name, nodes=[Node(parts[member].subtask.id) for member in order], links=links)

"""Composed tasks one after the other, each tried without a device before it is offered."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterator
from dataclasses import dataclass

from crab_core.compose.catalogue import Catalogue
from crab_core.compose.composition import Composition
from crab_core.compose.draw import Drawer
from crab_core.compose.realise import Draft, draft, idle, realise
from crab_core.compose.wish import Wish
from crab_core.compose.writing import from_json, to_json
from crab_core.errors import CrabError

_SEEDS = 1_000_000


@dataclass(frozen=True, slots=True)
class Candidate:
    """A composition that was drawn, and what is wrong with it."""

    composition: Composition
    """Its seed is set."""
    made: Draft | None
    """What its seed decides; None when that cannot be decided."""
    problems: tuple[str, ...]
    """Why it is not to be used; empty when nothing was found."""


def candidates(catalogue: Catalogue, wish: Wish, seed: int) -> Iterator[Candidate]:
    """Compositions as wished for, without end; the same ones for the same seed.

    Those that were drawn before are among them, with that as a problem.

    Raises:
        NothingFitsError: None was found.
        UnknownNameError: A device is wished for that no sub-task uses.
    """
    drawer = Drawer(catalogue)
    seen: dict[object, str] = {}
    number = 0
    while True:
        number += 1
        name = f"composed-{seed}-{number:02}"
        drawn = drawer.draw(wish, f"{seed}/{number}", name)
        own = random.Random(f"values/{seed}/{number}").randrange(_SEEDS)
        composition = dataclasses.replace(drawn, seed=own)
        key = tuple(node.subtask for node in drawn.nodes), frozenset(drawn.links)
        if key in seen:
            yield Candidate(composition, None, (f"it is the same as {seen[key]}",))
            continue
        seen[key] = name
        yield tried(composition, catalogue, own)


def tried(composition: Composition, catalogue: Catalogue, seed: int) -> Candidate:
    """Try what can be tried without a device: with this seed and another one."""
    fresh = dataclasses.replace(catalogue, _made={})  # parts of worlds are made again: they might differ
    family = dataclasses.replace(composition, seed=None)
    try:
        made = draft(composition, catalogue, seed)
        task = realise(composition, catalogue, seed)
        problems = [
            *(
                ["made again, it is another task"]
                if realise(composition, fresh, seed).digest != task.digest
                else []
            ),
            *([] if task.solution else [f"{_without(made, 'solution')} has no reference solution"]),
            *([] if task.mutants else ["none of its sub-tasks has a wrong solution"]),
            *idle(made.parts),
            *_told(made),
        ]
        if problems:
            return Candidate(composition, made, tuple(problems))
        realise(family, fresh, (seed + 1) % _SEEDS)
        read = from_json(to_json(made), fresh)
        if realise(read, fresh, seed).digest != task.digest:
            problems.append("written and read again, it is another task")
    except CrabError as error:
        return Candidate(composition, None, (error.message,))
    return Candidate(composition, made, tuple(problems))


def _without(made: Draft, what: str) -> str:
    return ", ".join(part.subtask.id for part in made.parts if not getattr(part.subtask, what))


def _told(made: Draft) -> Iterator[str]:
    """Sub-tasks that find what the description says, or what leads to them: nobody has to look for that."""
    given = {
        value: part.subtask.id
        for part in made.parts
        for name, value in part.values.items()
        if name not in part.sources
    }
    before: list[dict[str, str]] = []
    for part in made.parts:
        found = {value: name for source in part.sources.values() for value, name in before[source].items()}
        name = part.subtask.id
        if part.output not in ("", *part.values.values()):
            if part.output in given:
                yield f"what {name} finds is told with {given[part.output]} already"
            if part.output in found:
                yield f"what {name} finds was found by {found[part.output]} already"
        before.append({**found, part.output: name})

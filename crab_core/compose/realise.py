"""From a composition and a seed to a task: values, start worlds, description, graph, solutions."""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from crab_core.action import ActionCall
from crab_core.compose.catalogue import Catalogue
from crab_core.compose.composition import Composition
from crab_core.effects import May
from crab_core.errors import DefinitionError
from crab_core.graph import CheckpointGraph
from crab_core.subtask import Solving, SubTask
from crab_core.task import ROOT, Limits, Solution, Task, TaskFamily
from crab_core.turn import Turn
from crab_core.values import Scene

MARGIN: Final = 2
"""How many times the steps of the reference solution an episode may take."""


@dataclass
class Part:
    """One sub-task of a task in the making."""

    subtask: SubTask
    sources: Mapping[str, int]
    """Input to the position of the part that feeds it."""
    values: dict[str, str] = field(default_factory=dict)
    """Every input as the task knows it."""
    told: dict[str, str] = field(default_factory=dict)
    """Every input as it stands in the description."""
    output: str = ""

    @property
    def facts(self) -> dict[str, str]:
        """What evaluators and declarations are called with."""
        return {**self.values, **({"output": self.output} if self.subtask.output else {})}


def family(composition: Composition, catalogue: Catalogue) -> TaskFamily:
    """The family of all tasks that a composition makes, one for each seed."""
    return lambda seed: realise(composition, catalogue, seed)


def realise(composition: Composition, catalogue: Catalogue, seed: int) -> Task:
    """Draw what is open and put the task together.

    Raises:
        DefinitionError: The composition does not fit its sub-tasks, or two of them want different worlds.
        NothingToDrawError: The scene has no value for an input.
        UnknownNameError: A sub-task or a value type does not exist here.
    """
    parts = _parts(composition, catalogue)
    environments = list(dict.fromkeys(p.subtask.environment for p in parts if p.subtask.environment != ROOT))
    if not environments:
        raise DefinitionError(f"The composition {composition.id!r} uses no device.")
    scene = catalogue.scene(environments, seed)
    for number, part in enumerate(parts):
        _fill(part, number, parts, catalogue, scene, seed)
    steps = sum(part.subtask.steps for part in parts)
    return Task(
        id=composition.id,
        description=composition.description or describe(parts),
        graph=_graph(parts),
        worlds=scene.worlds,
        limits=Limits(steps=MARGIN * steps or Limits().steps),
        solution=_solution(parts, [part.subtask.solution for part in parts]),
        mutants=_mutants(parts),
        alternatives=_alternatives(parts),
        may_change=_may_change(parts, environments),
        seed=seed,
        applications=_applications(parts),
    )


def _parts(composition: Composition, catalogue: Catalogue) -> list[Part]:
    parts: list[Part] = []
    for number, node in enumerate(composition.nodes):
        subtask = catalogue.subtask(node.subtask)
        sources = {link.input: link.source for link in composition.links if link.target == number}
        if unknown := (sources.keys() | node.values.keys()) - subtask.inputs.keys():
            raise DefinitionError(
                f"The composition {composition.id!r}: {subtask.id!r} has no input "
                f"{', '.join(sorted(unknown))}; it takes {', '.join(subtask.inputs) or 'none'}."
            )
        for name, source in sources.items():
            giving, wanted = parts[source].subtask, subtask.inputs[name]
            if not catalogue.types.fits(giving.output, wanted):
                raise DefinitionError(
                    f"The composition {composition.id!r}: {giving.id!r} gives {giving.output or 'nothing'}, "
                    f"and {name!r} of {subtask.id!r} is a {wanted}."
                )
        parts.append(Part(subtask, sources, dict(node.values)))
    return parts


def _fill(
    part: Part, number: int, parts: Sequence[Part], catalogue: Catalogue, scene: Scene, seed: int
) -> None:
    """Decide every input of a part, set up its world, and work out what it gives."""
    subtask = part.subtask
    for name, kind in subtask.inputs.items():
        scene.chance = random.Random(f"{seed}/{number}/{name}")
        if name in part.sources:
            source = parts[part.sources[name]]
            part.values[name] = source.output
            phrase = source.subtask.result.format(**source.told)
            part.told[name] = f"{phrase} (step {part.sources[name] + 1})"
            continue
        value_type = catalogue.types[kind]
        if name not in part.values:
            if value_type.draw is None:
                raise DefinitionError(
                    f"{name!r} of {subtask.id!r} is a {kind}, which only another sub-task gives."
                )
            part.values[name] = value_type.draw(scene)
        part.told[name] = value_type.show(part.values[name])
    scene.chance = random.Random(f"{seed}/{number}")
    if subtask.world is not None:
        subtask.world(scene, **part.values)
    if subtask.value is not None:
        part.output = subtask.value(scene, **part.values)


def describe(parts: Sequence[Part]) -> str:
    """The description put together from those of the sub-tasks: a sentence for each, in their order."""
    sentences = [part.subtask.describe(**part.told) for part in parts]
    if len(sentences) == 1:
        return sentences[0]
    return "\n".join(f"{number}. {sentence}" for number, sentence in enumerate(sentences, 1))


def _graph(parts: Sequence[Part]) -> CheckpointGraph:
    """Every sink of what feeds before every source of what is fed (CRAB, section 4.3)."""
    several = len(parts) > 1
    nodes: dict[str, Any] = {}
    edges: list[tuple[str, str]] = []
    ends: list[tuple[tuple[str, ...], tuple[str, ...]]] = []
    for number, part in enumerate(parts, 1):
        graph = part.subtask.checkpoints(**part.facts)
        prefix = f"{number}. " if several else ""
        nodes.update({f"{prefix}{name}": node for name, node in graph.nodes.items()})
        edges += [(f"{prefix}{one}", f"{prefix}{other}") for one, other in graph.edges]
        sources = tuple(f"{prefix}{name}" for name in graph.sources)
        for before in sorted(set(part.sources.values())):
            edges += [(sink, source) for sink in ends[before][1] for source in sources]
        ends.append((sources, tuple(f"{prefix}{name}" for name in graph.sinks)))
    return CheckpointGraph(nodes, edges)


Solver = Callable[..., Solving]


def _solution(parts: Sequence[Part], solvers: Sequence[Solver | None]) -> Solution | None:
    """The solutions of the sub-tasks one after the other; None when one has none.

    What is fed is what the feeding solution has found on the screen, never what the task knows.
    """
    if any(solver is None for solver in solvers):
        return None
    plan = [
        (solver, {n: v for n, v in part.values.items() if n not in part.sources}, dict(part.sources))
        for solver, part in zip(solvers, parts, strict=True)
        if solver is not None
    ]

    def solve(turn: Turn) -> Generator[ActionCall, Turn, None]:
        found: list[str] = []
        for solver, given, sources in plan:
            fed = {name: found[source] for name, source in sources.items()}
            running = solver(turn, **given, **fed)
            try:
                call = next(running)
                while True:
                    turn = yield call
                    call = running.send(turn)
            except StopIteration as end:
                found.append(end.value or "")

    return solve


def _mutants(parts: Sequence[Part]) -> dict[str, Solution]:
    """For each sub-task that has one: everything right but that sub-task, done in the first wrong way."""
    mutants: dict[str, Solution] = {}
    for number, part in enumerate(parts):
        for name, mutant in list(part.subtask.mutants.items())[: None if len(parts) == 1 else 1]:
            solvers = [other.subtask.solution for other in parts]
            solvers[number] = mutant
            solution = _solution(parts, solvers)
            if solution is not None:
                mutants[f"{number + 1}. {name}" if len(parts) > 1 else name] = solution
    return mutants


def _alternatives(parts: Sequence[Part]) -> dict[str, Solution]:
    """Another route: each sub-task that knows one takes its first; a single one takes each of its own."""
    if len(parts) == 1:
        routes = {name: [solver] for name, solver in parts[0].subtask.alternatives.items()}
    else:
        chosen = [next(iter(part.subtask.alternatives.items()), None) for part in parts]
        name = ", ".join(f"{number}. {one[0]}" for number, one in enumerate(chosen, 1) if one is not None)
        solvers: list[Any] = [
            one[1] if one else part.subtask.solution for one, part in zip(chosen, parts, strict=True)
        ]
        routes = {name: solvers} if name else {}
    found = {name: _solution(parts, solvers) for name, solvers in routes.items()}
    return {name: solution for name, solution in found.items() if solution is not None}


def _may_change(parts: Sequence[Part], environments: Sequence[str]) -> dict[str, Sequence[May]]:
    allowed: dict[str, list[May]] = {name: [] for name in environments}
    for part in parts:
        if part.subtask.may_change is not None and part.subtask.environment in allowed:
            allowed[part.subtask.environment] += part.subtask.may_change(**part.facts)
    return {name: tuple(may) for name, may in allowed.items()}


def _applications(parts: Sequence[Part]) -> dict[str, Sequence[str]]:
    applications: dict[str, dict[str, None]] = {}
    for part in parts:
        if part.subtask.applications:
            here = applications.setdefault(part.subtask.environment, {})
            here.update(dict.fromkeys(part.subtask.applications))
    return {name: tuple(names) for name, names in applications.items()}

"""The solutions of a composed task: those of its sub-tasks one after the other."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence

from crab_core.action import ActionCall
from crab_core.compose.part import Part
from crab_core.subtask import Solving
from crab_core.task import Solution
from crab_core.turn import Turn

Solver = Callable[..., Solving]


def reference(parts: Sequence[Part]) -> Solution | None:
    """The reference solution; None when a sub-task has none."""
    return _solution(parts, [part.subtask.solution for part in parts])


def mutants(parts: Sequence[Part]) -> dict[str, Solution]:
    """For each sub-task that has one: everything right but that sub-task, done in the first wrong way.

    A sub-task that is a task of its own is done in each of its wrong ways.
    """
    made: dict[str, Solution] = {}
    for number, part in enumerate(parts):
        for name, mutant in list(part.subtask.mutants.items())[: None if len(parts) == 1 else 1]:
            solvers = [other.subtask.solution for other in parts]
            solvers[number] = mutant
            solution = _solution(parts, solvers, wrong=number)
            if solution is not None:
                made[f"{number + 1}. {name}" if len(parts) > 1 else name] = solution
    return made


def alternatives(parts: Sequence[Part]) -> dict[str, Solution]:
    """Another route: each sub-task that knows one takes its first; a single one takes each of its own."""
    if len(parts) == 1:
        single = parts[0].subtask.alternatives
        found = {name: _solution(parts, [solver]) for name, solver in single.items()}
    else:
        names: list[str] = []
        solvers: list[Solver | None] = []
        for number, part in enumerate(parts, 1):
            name, solver = next(iter(part.subtask.alternatives.items()), ("", part.subtask.solution))
            names += [f"{number}. {name}"] if name else []
            solvers.append(solver)
        found = {", ".join(names): _solution(parts, solvers)} if names else {}
    return {name: solution for name, solution in found.items() if solution is not None}


def _solution(
    parts: Sequence[Part], solvers: Sequence[Solver | None], wrong: int | None = None
) -> Solution | None:
    """These solutions one after the other; None when one is missing.

    What is fed is what the feeding solution has found on the screen, never what the task knows.

    Args:
        parts: The sub-tasks.
        solvers: The solution of each.
        wrong: Position of the one that is done wrongly: what it misleads may give up, and the others go on.
    """
    present = [solver for solver in solvers if solver is not None]
    if len(present) < len(parts):
        return None
    misled = _fed_by(parts, wrong)
    # Nothing that the task knows but was not told may be within reach of the generator below.
    plan = [
        (
            part.subtask.id,
            bool(part.subtask.output),
            solver,
            {name: value for name, value in part.values.items() if name not in part.sources},
            dict(part.sources),
        )
        for solver, part in zip(present, parts, strict=True)
    ]

    def solve(turn: Turn) -> Generator[ActionCall, Turn, None]:
        found: dict[int, str] = {}
        for number, (name, gives, solver, given, sources) in enumerate(plan):
            if not found.keys() >= set(sources.values()):
                continue  # who should have found it was misled
            fed = {key: found[source] for key, source in sources.items()}
            running = solver(turn, **given, **fed)
            try:
                call = next(running)
                while True:
                    turn = yield call
                    call = running.send(turn)
            except StopIteration as end:
                if gives and end.value is None:
                    raise LookupError(f"the solution of {name!r} returned nothing as found") from None
                found[number] = end.value or ""
            except LookupError:
                if number not in misled:
                    raise

    return solve


def _fed_by(parts: Sequence[Part], number: int | None) -> set[int]:
    """The parts to which the output of one leads."""
    reached = set() if number is None else {number}
    for other, part in enumerate(parts):
        if reached & set(part.sources.values()):
            reached.add(other)
    return reached - {number}

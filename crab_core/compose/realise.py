"""From a composition and a seed to a task: values, start worlds, description, graph, solutions."""

from __future__ import annotations

import random
import string
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from crab_core.answers import AnswerField
from crab_core.compose import solving
from crab_core.compose.catalogue import Catalogue
from crab_core.compose.composition import Composition
from crab_core.compose.part import Part
from crab_core.compose.places import clash
from crab_core.effects import May
from crab_core.errors import CrabError, DefinitionError
from crab_core.graph import CheckpointGraph
from crab_core.subtask import SubTask
from crab_core.task import ROOT, Limits, Task, TaskFamily
from crab_core.values import NothingToDrawError, Scene, ValueType

_TIMES: Final = 2
_MORE: Final = 5
"""An episode may take so many times the steps of the reference solution, and so many more."""

_DANGLING: Final = frozenset(
    ("", "and", "at", "between", "by", "for", "from", "in", "of", "on", "says", "that", "the", "to", "with")
)
"""Words with which no phrase ends."""


@dataclass(frozen=True)
class Draft:
    """A composition with everything that its seed decides."""

    composition: Composition
    seed: int
    parts: Sequence[Part]
    scene: Scene

    @property
    def description(self) -> str:
        """What the agent is told."""
        return self.composition.description or describe(self.parts)

    @property
    def shown(self) -> tuple[str, ...]:
        """The values that the description has to show."""
        return tuple(dict.fromkeys(told for part in self.parts for told in part.shown))


def family(composition: Composition, catalogue: Catalogue) -> TaskFamily:
    """The family of all tasks that a composition makes, one for each seed."""
    return lambda seed: realise(composition, catalogue, seed)


def realise(composition: Composition, catalogue: Catalogue, seed: int) -> Task:
    """Draw what is open and put the task together.

    Raises:
        DefinitionError: The composition does not fit its sub-tasks, two of them want different worlds, or
            one of their functions raised.
        NothingToDrawError: The scene has no value for an input.
        UnknownNameError: A sub-task or a value type does not exist here.
    """
    made = draft(composition, catalogue, seed)
    parts, worlds = made.parts, made.scene.worlds
    return Task(
        id=composition.id,
        description=made.description,
        graph=_graph(parts),
        worlds=worlds,
        limits=Limits(steps=step_limit(parts)),
        solution=solving.reference(parts),
        mutants=solving.mutants(parts),
        alternatives=solving.alternatives(parts),
        may_change=_may_change(parts, tuple(worlds)),
        answers=_answers(parts),
        seed=seed,
        applications=_applications(parts),
    )


def draft(composition: Composition, catalogue: Catalogue, seed: int) -> Draft:
    """Draw what is open.

    Raises:
        DefinitionError: As for `realise`.
        NothingToDrawError: The scene has no value for an input.
        UnknownNameError: A sub-task or a value type does not exist here.
    """
    parts = _parts(composition, catalogue)
    environments = list(dict.fromkeys(p.subtask.environment for p in parts if p.subtask.environment != ROOT))
    if not environments:
        raise DefinitionError(f"The composition {composition.id!r} uses no device.")
    seed = seed if composition.seed is None else composition.seed
    scene = catalogue.scene(environments, seed)
    for number, part in enumerate(parts):
        _fill(part, number, parts, catalogue, scene, seed)
    return Draft(composition, seed, parts, scene)


def idle(parts: Sequence[Part]) -> Iterator[str]:
    """Sub-tasks that are judged by nothing of their own: whoever does another one has done them too."""
    judged: list[set[str]] = []
    for part in parts:
        graph: CheckpointGraph = _ask(part.subtask, "checkpoints", part.subtask.checkpoints, **part.facts)
        judged.append({repr(node.structure()) for node in graph.nodes.values()})
    for number, (part, own) in enumerate(zip(parts, judged, strict=True)):
        for other, theirs in enumerate(judged):
            if other != number and own <= theirs and (own != theirs or other < number):
                yield f"{part.subtask.id} asks for nothing that {parts[other].subtask.id} does not"


def step_limit(parts: Sequence[Part]) -> int:
    """How many steps an episode may take: twice what the solution takes at least, and five."""
    least = sum(part.subtask.steps - part.subtask.slack for part in parts)
    return max(_TIMES * least + _MORE, sum(part.subtask.steps for part in parts)) if least else Limits().steps


def _parts(composition: Composition, catalogue: Catalogue) -> list[Part]:
    parts: list[Part] = []
    where = f"The composition {composition.id!r}"
    for number, node in enumerate(composition.nodes):
        subtask = catalogue.subtask(node.subtask)
        sources = composition.sources(number)
        if unknown := (sources.keys() | node.values.keys()) - subtask.inputs.keys():
            raise DefinitionError(
                f"{where}: {subtask.id!r} has no input {', '.join(sorted(unknown))}; it takes "
                f"{', '.join(subtask.inputs) or 'none'}."
            )
        for name, source in sources.items():
            giving, wanted = parts[source].subtask, subtask.inputs[name]
            if not catalogue.types.fits(giving.output, wanted):
                raise DefinitionError(
                    f"{where}: {giving.id!r} gives {_a(giving.output)}, and {name!r} of {subtask.id!r} is "
                    f"{_a(wanted)}."
                )
        parts.append(Part(subtask, sources, dict(node.values)))
    if problem := clash(parts, catalogue.types):
        raise DefinitionError(f"{where}: {problem}.")
    return parts


def _a(kind: str) -> str:
    return f"a value of type {kind}" if kind else "nothing"


def _fill(
    part: Part, number: int, parts: Sequence[Part], catalogue: Catalogue, scene: Scene, seed: int
) -> None:
    """Decide every input of a part, set up its world, and work out what it gives."""
    subtask = part.subtask
    for name, kind in subtask.inputs.items():
        if name in part.sources:
            source = parts[part.sources[name]]
            part.values[name] = source.output
            phrase = catalogue.types.spelled(_phrase(source), source.subtask.output, kind)
            part.told[name] = f"{phrase} (step {part.sources[name] + 1})"
            continue
        scene.chance = random.Random(f"{seed}/{number}/{name}")
        part.values[name] = _value(part, name, catalogue, scene)
        if problem := catalogue.types.misfit(kind, part.values[name]):
            raise DefinitionError(f"{name!r} of {subtask.id!r} is {part.values[name]!r}, which {problem}.")
        part.told[name] = catalogue.types[kind].show(part.values[name])
    scene.chance = random.Random(f"{seed}/{number}")
    if subtask.world is not None:
        _ask(subtask, "world", subtask.world, scene, **part.values)
    if subtask.value is not None:
        part.output = _text(_ask(subtask, "value", subtask.value, scene, **part.values), f"of {subtask.id!r}")
        if subtask.output and (problem := catalogue.types.misfit(subtask.output, part.output)):
            raise DefinitionError(
                f"{subtask.id!r} gives {part.output!r} as {_a(subtask.output)}, which {problem}."
            )


def _phrase(source: Part) -> str:
    """What a part gives, in words; up to the first thing that is itself told by another step.

    "the mail address of Ann Lee", but "the mail address" where whose it is comes from a step before.
    """
    words = ""
    for text, name, _, _ in string.Formatter().parse(source.subtask.result):
        words += text
        if name in source.sources:
            break
        words += source.told[name] if name else ""
    else:
        return words
    kept = words.split(" ")
    while kept and kept[-1] in _DANGLING:
        kept.pop()
    return " ".join(kept) or "the result"


def _value(part: Part, name: str, catalogue: Catalogue, scene: Scene) -> str:
    """The value of an input that nothing feeds: what was fixed, or what is drawn."""
    subtask, kind = part.subtask, part.subtask.inputs[name]
    draw, fixed = catalogue.types[kind].draw, part.values.get(name)
    if draw is None:
        if fixed is None:
            raise DefinitionError(
                f"{name!r} of {subtask.id!r} is {_a(kind)}, which only another sub-task gives."
            )
        return fixed
    if fixed is None:
        return _text(_ask(subtask, f"drawing {name!r}", draw, scene), f"drawn for {name!r} of {subtask.id!r}")
    # Drawing may also put the value where it has to be. So what this seed draws by itself is drawn again; of
    # another value the drawing must leave nothing.
    before = scene.copy()
    try:
        drawn = _ask(subtask, f"drawing {name!r}", draw, scene)
    except NothingToDrawError:
        drawn = None
    if drawn != fixed:
        scene.restore(before)
        _check(subtask, name, fixed, catalogue.types[kind], scene)
    return fixed


def _check(subtask: SubTask, name: str, fixed: str, kind: ValueType, scene: Scene) -> None:
    """Refuse a value that was fixed and is none of the scene."""
    if kind.check is None:
        return
    if problem := _ask(subtask, f"checking {name!r}", kind.check, scene, fixed):
        raise DefinitionError(f"{name!r} of {subtask.id!r} is {fixed!r}, which {problem}.")


def _ask(subtask: SubTask, what: str, function: Callable[..., Any], *args: Any, **values: str) -> Any:
    """Call a function of a plugin; whose fault it is when it raises is said."""
    try:
        return function(*args, **values)
    except CrabError:
        raise
    except (LookupError, StopIteration) as error:
        told = ", ".join(f"{name} {value!r}" for name, value in values.items()) or "its inputs"
        raise DefinitionError(
            f"The sub-task {subtask.id!r} cannot be made of {told}: the start world of this seed has no such "
            f"thing ({what} raised {type(error).__name__})."
        ) from error
    except Exception as error:
        raise DefinitionError(
            f"The sub-task {subtask.id!r} cannot be made: {what} raised {type(error).__name__}: {error}.",
            advice=f"Its inputs were {dict(values)}." if values else "",
        ) from error


def _text(value: Any, what: str) -> str:
    if not isinstance(value, str):
        raise DefinitionError(f"The value {what} is {value!r}, which is no text.")
    return value


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
        subtask = part.subtask
        graph: CheckpointGraph = _ask(subtask, "checkpoints", subtask.checkpoints, **part.facts)
        prefix = f"{number}. " if several else ""
        nodes.update({f"{prefix}{name}": node for name, node in graph.nodes.items()})
        edges += [(f"{prefix}{one}", f"{prefix}{other}") for one, other in graph.edges]
        sources = tuple(f"{prefix}{name}" for name in graph.sources)
        for before in sorted(set(part.sources.values())):
            edges += [(sink, source) for sink in ends[before][1] for source in sources]
        ends.append((sources, tuple(f"{prefix}{name}" for name in graph.sinks)))
    return CheckpointGraph(nodes, edges)


def _may_change(parts: Sequence[Part], environments: Sequence[str]) -> dict[str, Sequence[May]]:
    allowed: dict[str, list[May]] = {name: [] for name in environments}
    for part in parts:
        subtask = part.subtask
        if subtask.may_change is not None and subtask.environment in allowed:
            allowed[subtask.environment] += _ask(subtask, "may_change", subtask.may_change, **part.facts)
    return {name: tuple(may) for name, may in allowed.items()}


def _answers(parts: Sequence[Part]) -> dict[str, AnswerField]:
    answers: dict[str, AnswerField] = {}
    for part in parts:
        subtask = part.subtask
        asked = _ask(subtask, "answers", subtask.answers, **part.facts) if subtask.answers is not None else {}
        if both := sorted(answers.keys() & asked.keys()):
            raise DefinitionError(f"Two sub-tasks ask for an answer in the same field: {', '.join(both)}.")
        answers |= asked
    return answers


def _applications(parts: Sequence[Part]) -> dict[str, Sequence[str]]:
    applications: dict[str, dict[str, None]] = {}
    for part in parts:
        if part.subtask.applications:
            here = applications.setdefault(part.subtask.environment, {})
            here.update(dict.fromkeys(part.subtask.applications))
    return {name: tuple(names) for name, names in applications.items()}

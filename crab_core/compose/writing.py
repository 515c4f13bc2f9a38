"""Composed tasks as JSON, after the paper: sub-tasks with the values of their attributes, and who feeds whom.

    {
      "format": 1,
      "id": "composed-3-01",
      "description": "1. On the phone, …",
      "sub_tasks": [
        {"id": "find_contact_mail", "attribute": {"name": "Ann Lee"}, "output": "ann.lee@example.org"},
        {"id": "send_mail", "attribute": {"content": "…", "address": "ann.lee@example.org"}, "output": ""}
      ],
      "adjlist": [[1], []],
      "links": [{"source": 0, "target": 1, "input": "address"}],
      "seed": 3
    }

The adjacency is directed: the first list holds what the first sub-task feeds. `links` says which input each
edge feeds, and `seed` from which seed worlds and values came; all else is the paper's.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from crab_core.compose.catalogue import Catalogue
from crab_core.compose.composition import Composition, Link, Node
from crab_core.compose.polish import lost
from crab_core.compose.realise import Draft, draft, idle, realise
from crab_core.errors import CrabError, DefinitionError, UsageError

FORMAT: Final = 1
"""Version of the files that this Crab writes and reads."""


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class _SubTask(_Strict):
    id: str
    attribute: dict[str, str]
    output: str = ""


class _Link(_Strict):
    source: int
    target: int
    input: str


class _File(_Strict):
    id: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.+-]{0,99}$")
    description: str
    sub_tasks: list[_SubTask] = Field(min_length=1)
    adjlist: list[list[int]]
    links: list[_Link]
    seed: int
    format: int = FORMAT


def to_json(made: Draft, description: str = "") -> dict[str, Any]:
    """A composed task as JSON values.

    Args:
        made: The composition with all that its seed decided.
        description: What stands for the description that is put together from the sub-tasks.
    """
    composition = made.composition
    return {
        "format": FORMAT,
        "id": composition.id,
        "description": description or made.description,
        "sub_tasks": [
            {"id": part.subtask.id, "attribute": dict(part.values), "output": part.output}
            for part in made.parts
        ],
        "adjlist": [list(fed) for fed in composition.adjacency],
        "links": [{"source": k.source, "target": k.target, "input": k.input} for k in composition.links],
        "seed": made.seed,
    }


def read(path: Path, catalogue: Catalogue) -> Composition:
    """Read a file and check it against its sub-tasks.

    Raises:
        UsageError: It cannot be read, or is no JSON.
        DefinitionError: It does not fit its sub-tasks.
    """
    try:
        facts = json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=_object)
    except OSError as error:
        raise UsageError(f"The composition {path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"The composition {path} cannot be read: {error}.") from error
    except (ValueError, RecursionError) as error:
        raise UsageError(f"The composition {path} is no JSON: {error}.") from error
    try:
        return from_json(facts, catalogue)
    except CrabError as error:
        raise DefinitionError(
            f"The composition {path} does not fit its sub-tasks: {error.message}", advice=error.advice
        ) from error


def _object(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object, none of whose names may come twice: which of them counts would be anybody's guess."""
    made = dict(pairs)
    if len(made) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"{twice!r} stands twice in one object")
    return made


def from_json(facts: Any, catalogue: Catalogue) -> Composition:
    """The composition that JSON values describe, with its values and its seed.

    Raises:
        DefinitionError: The values do not have the form above, or do not fit the sub-tasks.
        UnknownNameError: A sub-task does not exist here.
        UsageError: A sub-task does not take part here.
    """
    version = facts.get("format", FORMAT) if isinstance(facts, Mapping) else FORMAT
    if version != FORMAT:
        raise DefinitionError(f"It has the format {version!r}, and this Crab reads {FORMAT}.")
    try:
        file = _File.model_validate(facts)
    except ValidationError as error:
        lines = [f"{_place(e['loc'])}: {e['msg']}" for e in error.errors(include_url=False)]
        raise DefinitionError(f"{'; '.join(lines)}.") from error
    links = [Link(link.source, link.target, link.input) for link in file.links]
    _check_adjacency(file)
    fed = {(link.target, link.input) for link in links}
    nodes: list[Node] = []
    for number, item in enumerate(file.sub_tasks):
        subtask = catalogue.subtask(item.id)
        if item.attribute.keys() != subtask.inputs.keys():
            subtask.check(item.attribute)
        given = {name: value for name, value in item.attribute.items() if (number, name) not in fed}
        nodes.append(Node(item.id, given))
    composition = Composition(
        id=file.id, nodes=nodes, links=links, description=file.description, seed=file.seed
    )
    made = draft(composition, catalogue, file.seed)
    _check_values(file.sub_tasks, made)
    if problem := next(idle(made.parts), ""):
        raise DefinitionError(f"Two sub-tasks want the same: {problem}.")
    realise(composition, catalogue, file.seed)  # evaluators may refuse values, too
    return composition


def _place(path: Sequence[int | str]) -> str:
    return ".".join(map(str, path)) or "the file"


def _check_adjacency(file: _File) -> None:
    """Whether the directed adjacency says the same as the links, and leads nowhere twice."""
    count = len(file.sub_tasks)
    if len(file.adjlist) != count:
        raise DefinitionError(f"`adjlist` has {len(file.adjlist)} lists for {count} sub-tasks.")
    edges = [(source, target) for source, targets in enumerate(file.adjlist) for target in targets]
    links = {(link.source, link.target) for link in file.links}
    for source, target in [*edges, *links]:
        if not (0 <= source < count and 0 <= target < count):
            raise DefinitionError(f"There is no sub-task {max(source, target)}: they are counted from 0.")
    if cycle := _cycle(edges, count):
        raise DefinitionError(
            f"`adjlist` leads in a circle: {' -> '.join(map(str, cycle))}.",
            advice="It is directed: the list of a sub-task holds what it feeds, and not what feeds it.",
        )
    for source, target in edges:
        if source > target:
            raise DefinitionError(f"Sub-task {target} stands before sub-task {source}, which feeds it.")
    if len(set(edges)) < len(edges):
        raise DefinitionError("`adjlist` says an edge twice.")
    for source, target in sorted(set(edges) ^ links):
        missing, there = ("links", "adjlist") if (source, target) in edges else ("adjlist", "links")
        raise DefinitionError(f"`{there}` leads from {source} to {target}, and `{missing}` does not.")


def _cycle(edges: Sequence[tuple[int, int]], count: int) -> list[int]:
    """Sub-tasks that feed each other; none when there are no such."""
    if all(source < target for source, target in edges):
        return []
    import networkx

    graph: Any = networkx.DiGraph(edges)
    try:
        found = [source for source, _ in networkx.find_cycle(graph)]
    except networkx.NetworkXNoCycle:
        return []
    assert len(found) <= count
    return [*found, found[0]]


def _check_values(written: Sequence[_SubTask], made: Draft) -> None:
    """Whether outputs, and what they feed, are those that the values give, and the description shows them."""
    for number, (item, part) in enumerate(zip(written, made.parts, strict=True)):
        if item.output != part.output:
            raise DefinitionError(
                f"Sub-task {number} ({item.id}) says that it gives {item.output!r}; from its values comes "
                f"{part.output!r}."
            )
        for name, source in part.sources.items():
            if item.attribute[name] != part.values[name]:
                raise DefinitionError(
                    f"Sub-task {number} ({item.id}) says that {name!r} is {item.attribute[name]!r}; sub-task "
                    f"{source} feeds it {part.values[name]!r}."
                )
    if missing := lost(made.description, made.shown):
        raise DefinitionError(f"The description does not say {', '.join(missing)}.")

"""What `crab compose` shows: sub-tasks, types, what feeds what, and the tasks that it made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import click

from crab_core.cli.output import table
from crab_core.compose.catalogue import Catalogue
from crab_core.compose.draw import Drawer
from crab_core.compose.typegraph import TypeGraph
from crab_core.drawing import Label, to_svg
from crab_core.report.wording import plural


def overview_facts(known: Catalogue) -> dict[str, Any]:
    """What can be composed, as JSON values."""
    unusable = Drawer(known).unusable()
    graph = TypeGraph(known, known.subtasks.keys() - unusable.keys())
    subtasks = [known.subtasks[name] for name in graph.names]
    giving = Counter(subtask.output for subtask in subtasks)
    taking = Counter(kind for subtask in subtasks for kind in subtask.inputs.values())
    return {
        "devices": dict(sorted(Counter(subtask.environment for subtask in subtasks).items())),
        "edges": graph.edge_count,
        "subtasks": [
            {
                "id": subtask.id,
                "environment": subtask.environment,
                "inputs": dict(subtask.inputs),
                "output": subtask.output,
                "steps": subtask.steps,
                "applications": list(subtask.applications),
                "feeds": len({taker.subtask for taker in graph.takers(subtask.id)} - {subtask.id}),
            }
            for subtask in subtasks
        ],
        "types": [
            {
                "name": name,
                "parent": known.types[name].parent,
                "summary": known.types[name].summary,
                "given_by": giving[name],
                "wanted_by": taking[name],
                "drawn": known.types[name].draw is not None,
            }
            for name in sorted(known.types)
        ],
        "left_out": {**known.left_out, **unusable},
    }


def overview(known: Catalogue) -> str:
    """What can be composed, for people."""
    facts = overview_facts(known)
    rows = [
        [
            s["environment"],
            s["id"],
            ", ".join(dict.fromkeys(s["inputs"].values())) or "–",
            s["output"] or "–",
            str(s["feeds"]),
        ]
        for s in sorted(facts["subtasks"], key=lambda s: (s["environment"], s["id"]))
    ]
    kinds = [
        [
            t["name"],
            t["parent"] or "–",
            "yes" if t["drawn"] else "no",
            str(t["given_by"]),
            str(t["wanted_by"]),
            t["summary"],
        ]
        for t in facts["types"]
    ]
    counts = ", ".join(f"{name} {count}" for name, count in facts["devices"].items())
    blocks = [
        table(["device", "sub-task", "takes", "gives", "feeds"], rows),
        table(["type", "kind of", "drawn", "given by", "wanted by", "summary"], kinds),
        f"{len(rows)} sub-tasks ({counts or 'none'}), {len(kinds)} types, {facts['edges']} possible links.",
    ]
    if facts["left_out"]:
        why = "\n".join(f"  {name}: {reason}" for name, reason in sorted(facts["left_out"].items()))
        blocks.append(f"These do not take part:\n{why}")
    blocks.append("`crab compose --count 3` composes tasks of them.")
    return "\n\n".join(blocks)


def drawn_types(known: Catalogue) -> str:
    """The type graph as SVG: sub-tasks, and between them the types of what they give and take."""
    graph = TypeGraph(known, known.subtasks.keys() - Drawer(known).unusable().keys())
    subtasks = [known.subtasks[name] for name in graph.names]
    wanted = {kind for subtask in subtasks for kind in subtask.inputs.values()}
    given = {subtask.output for subtask in subtasks if graph.takers(subtask.id)}
    kinds = given | {kind for one in given for kind in known.types.ancestors(one) if kind in wanted}
    nodes = {
        subtask.id: Label(subtask.id, _takes_and_gives(subtask.inputs, subtask.output), subtask.environment)
        for subtask in subtasks
    }
    nodes |= {f"type {kind}": Label(kind, group="value") for kind in sorted(kinds)}
    edges = [(subtask.id, f"type {subtask.output}") for subtask in subtasks if subtask.output in kinds]
    edges += [
        (f"type {kind}", subtask.id)
        for subtask in subtasks
        for kind in dict.fromkeys(subtask.inputs.values())
        if kind in kinds
    ]
    for kind in sorted(kinds):
        above = [one for one in known.types.ancestors(kind)[1:] if one in kinds]
        edges += [(f"type {kind}", f"type {one}") for one in above[:1]]
    return to_svg(nodes, edges, "What can feed what")


def _takes_and_gives(inputs: Mapping[str, str], output: str) -> list[str]:
    takes = [f"takes {', '.join(dict.fromkeys(inputs.values()))}"] if inputs else []
    return [*takes, *([f"gives {output}"] if output else [])]


def summary(tasks: Sequence[Mapping[str, Any]], dropped: Sequence[Mapping[str, Any]], count: int) -> str:
    """The tasks that were composed, for people."""
    blocks = []
    for entry in tasks:
        task = entry["task"]
        devices = ", ".join(entry["devices"])
        facts = (
            f"{plural(len(task['sub_tasks']), 'sub-task')}, depth {entry['depth']}, "
            f"{plural(entry['steps'], 'step')}, {devices}"
        )
        head = click.style(f"{task['id']}", bold=True) + f"  ({facts})"
        where = [f"  {entry['file']}"] if "file" in entry else []
        blocks.append("\n".join([head, *(f"  {line}" for line in task["description"].splitlines()), *where]))
    blocks.append(f"{len(tasks)} of {count} tasks composed, {len(dropped)} dropped.")
    return "\n\n".join(blocks)

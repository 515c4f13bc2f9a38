"""Composing: loading all tasks, the type graph, drawing compositions, making tasks of them."""

from __future__ import annotations

import json
import random
import statistics
import subprocess
import sys
import tempfile
from functools import partial
from typing import Any

from core import result, timed

from crab_core import CheckpointGraph, SubTask, ValueType, evaluator
from crab_core.compose.catalogue import Catalogue
from crab_core.compose.draw import Drawer, NothingFitsError
from crab_core.compose.realise import realise
from crab_core.compose.typegraph import TypeGraph
from crab_core.compose.wish import Shape, Wish
from crab_core.families import catalogue
from crab_core.plugins import Plugins
from crab_core.values import ValueTypes

_LOADING = """
import json, time
from crab_core.families import catalogue, task_family
from crab_core.plugins import Plugins
plugins = Plugins.load()
suite = plugins.benchmarks["v0"].load()
times = [time.process_time()]
for name in ("ubuntu", "android"):
    plugins.environments[name].load()
import crab_ubuntu.evaluators, crab_android.evaluators
times.append(time.process_time())
loaded = [plugins.tasks[name].load() for name, seed in suite.tasks]
known = catalogue(plugins)
times.append(time.process_time())
made = [task_family(plugins, name)(seed) for name, seed in suite.tasks]
times.append(time.process_time())
assert all(task.description and task.graph.nodes for task in made)
took = [after - before for before, after in zip(times, times[1:])]
print(json.dumps([len(loaded), len(known.subtasks), *took]))
"""


def compose_load() -> dict[str, Any]:
    """Loading all tasks of v0, in a new interpreter that has loaded plugins and devices: processor time.

    Every module that a task names is imported with its solutions, and every sub-task, value type and part of
    a start world is there. `devices`: importing the two devices with all their evaluators before.
    `made`: making all tasks from their seeds afterwards: description, graph and start worlds, web included.
    The byte code is at hand, whatever the caller's environment says of that.
    """
    runs = []
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-I", "-X", f"pycache_prefix={folder}", "-c", _LOADING]
        for _ in range(12):
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            runs.append(json.loads(done.stdout))
    del runs[0]  # it has compiled them
    tasks, subtasks, *_ = runs[0]
    devices, made = (statistics.median(run[part] for run in runs) for part in (2, 4))
    return result([run[3] for run in runs], "s", tasks=tasks, subtasks=subtasks, devices=devices, made=made)


@evaluator(env="device")
def _done(env: Any) -> bool:
    """Judges nothing."""
    return False


def _templates(count: int, types: int = 60) -> Catalogue:
    """Templates with 0 to 3 inputs, four in five with an output, of types that are kinds of each other."""
    chance = random.Random(0)
    kinds = [
        ValueType(
            name=f"t{number}",
            summary="A value.",
            parent=f"t{chance.randrange(number)}" if number and chance.random() < 0.4 else "",
            draw=str if chance.random() < 0.7 else None,
        )
        for number in range(types)
    ]
    made: dict[str, SubTask] = {}
    for number in range(count):
        inputs = {f"i{k}": f"t{chance.randrange(types)}" for k in range(chance.choice([0, 1, 1, 2, 2, 3]))}
        output = f"t{chance.randrange(types)}" if chance.random() < 0.8 else ""
        made[f"s{number}"] = SubTask(
            id=f"s{number}",
            environment=chance.choice(["device", "other"]),
            description=" ".join(f"{{{name}}}" for name in inputs),
            inputs=inputs,
            output=output,
            result="it" if output else "",
            value=(lambda scene, **values: "it") if output else None,
            checkpoints=lambda **facts: CheckpointGraph({"done": _done}),
            steps=5,
        )
    return Catalogue(made, ValueTypes(kinds))


def compose_type_graph() -> dict[str, Any]:
    """The type graph of 1,000 templates, every edge known; `networkx`: as a graph of that library."""
    templates = _templates(1000)
    values = [timed(lambda: TypeGraph(templates).edge_count) for _ in range(51)]
    graph = TypeGraph(templates)
    graph.to_networkx()  # imports it
    whole = [timed(lambda: TypeGraph(templates).to_networkx()) for _ in range(21)]
    return result(values, "s", edges=graph.edge_count, networkx=statistics.median(whole)) | {"all": []}


def compose_draw() -> dict[str, Any]:
    """A valid composition of 5 of the installed sub-tasks; by shape too, and out of 1,000 templates."""
    here, many = Drawer(catalogue(Plugins.load())), Drawer(_templates(1000))
    more = {str(shape): statistics.median(_drawn(here, Wish(size=5, shape=shape))) for shape in Shape}
    more["thousand"] = statistics.median(_drawn(many, Wish(size=5)))
    values = _drawn(here, Wish(size=5))
    return result(values, "s", **more, mean=statistics.fmean(values)) | {"all": []}


def _drawn(drawer: Drawer, wish: Wish) -> list[float]:
    try:
        drawer.draw(wish, "first")  # indexes the sub-tasks
    except NothingFitsError:
        return [float("nan")]
    return [timed(partial(drawer.draw, wish, seed)) for seed in range(500)]


def compose_realise() -> dict[str, Any]:
    """A task out of a composition of 5 installed sub-tasks; `first`: with start worlds of a new seed."""
    here = catalogue(Plugins.load())
    drawer = Drawer(here)
    drawn = [drawer.draw(Wish(size=5), seed) for seed in range(20)]
    for composition in drawn:
        realise(composition, here, 0)
    again = [timed(partial(realise, one, here, 0)) for _ in range(5) for one in drawn]
    first = [timed(partial(realise, one, here, seed)) for seed, one in enumerate(drawn, start=1000)]
    return result(again, "s", first=statistics.median(first)) | {"all": []}

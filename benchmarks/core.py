"""The core: import, installation, schemas, steps, graph evaluators, logging."""

from __future__ import annotations

import itertools
import json
import os
import statistics
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from crab_core import (
    ActionCall,
    Benchmark,
    CheckpointGraph,
    Environment,
    GraphEvaluator,
    Screenshot,
    StepFinished,
    Task,
    Turn,
    Verdict,
    View,
    action,
    evaluator,
)
from crab_core.record import Recorder, RunDirectory

ROOT = Path(__file__).parents[1]


def result(values: list[float], unit: str, **more: Any) -> dict[str, Any]:
    """The median of several measurements, and all of them."""
    return {"value": statistics.median(values), "unit": unit, "runs": len(values), "all": values, **more}


def timed(function: Callable[[], object]) -> float:
    """Seconds that one call takes."""
    start = time.perf_counter()
    function()
    return time.perf_counter() - start


# -- import and installation -------------------------------------------------------------------------


def import_core() -> dict[str, Any]:
    """`import crab_core` in a new interpreter: seconds, and peak memory in MB."""
    code = (
        "import resource, time; t = time.perf_counter(); import crab_core\n"
        "print(time.perf_counter() - t, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)"
    )
    runs = []
    for _ in range(11):
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        runs.append([float(part) for part in done.stdout.split()])
    return result([r[0] for r in runs], "s", memory_mb=statistics.median(r[1] for r in runs))


def install_core() -> dict[str, Any]:
    """How many distributions an empty environment holds after `pip install crab-core`, itself included."""
    uv = str(Path(sysconfig.get_path("scripts")) / "uv")
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([uv, "venv", "--quiet", "--python", sys.executable, folder], check=True)
        python = f"{folder}/bin/python"
        start = time.perf_counter()
        subprocess.run([uv, "pip", "install", "--quiet", "--python", python, str(ROOT)], check=True)
        seconds = time.perf_counter() - start
        listed = subprocess.run(
            [uv, "pip", "list", "--python", python, "--format", "json"], capture_output=True, check=True
        )
        size = subprocess.run(["du", "-sm", folder], capture_output=True, text=True, check=True).stdout
    names = [item["name"] for item in json.loads(listed.stdout)]
    return {
        "value": len(names),
        "unit": "distributions",
        "runs": 1,
        "names": names,
        "seconds": seconds,
        "megabytes": int(size.split()[0]),
    }


# -- actions and steps ---------------------------------------------------------------------------------


def schema() -> dict[str, Any]:
    """The schemas of a whole space of 20 actions once they are made; `first` is the making of one."""

    def make() -> Any:
        @action
        def click(x: int, y: int, button: str = "left", times: int = 1) -> None:
            """Click at a position.

            Args:
                x: Pixels from the left.
                y: Pixels from the top.
                button: Which one.
                times: How often.
            """

        return click

    def first_schema() -> float:
        made = make()
        return timed(lambda: made.schema)

    first = [first_schema() for _ in range(20)]
    space = [make().renamed(f"click_{i}") for i in range(20)]
    for member in space:
        _ = member.schema
    values = [timed(lambda: [member.schema for member in space]) for _ in range(1001)]
    return result(values, "s", first=statistics.median(first)) | {"all": []}


class _Counter(Environment):
    name = "counter"
    value = 0


@action
def add(env: _Counter, amount: int) -> int:
    """Add to the number."""
    env.value += amount
    return env.value


@evaluator(env="counter")
def is_big(env: _Counter, limit: int) -> Verdict:
    """Whether the number is big."""
    return Verdict(env.value > limit)


_Counter.actions = (add,)
_Counter.evaluators = (is_big,)

STEPS = 20_000


def _steps(count: int) -> dict[str, Any]:
    names = [f"counter{i}" for i in range(count)]
    nodes = {f"big {name}": is_big(limit=10**9).on(name) for name in names}
    task = Task(id="t", description="", graph=CheckpointGraph(nodes), worlds={name: {} for name in names})
    benchmark = Benchmark({name: _Counter(name) for name in names})
    calls = [ActionCall(name, "add", {"amount": 1}) for name in names]

    def play() -> None:
        benchmark.begin(task)
        for i in range(STEPS):
            benchmark.step(calls[i % count])

    play()
    return result([STEPS / timed(play) for _ in range(5)], "1/s")


def step_1env() -> dict[str, Any]:
    """Steps with validated arguments, one in-memory environment, one pending checkpoint."""
    return _steps(1)


def step_3env() -> dict[str, Any]:
    """Steps with validated arguments, three in-memory environments, a pending checkpoint on each."""
    return _steps(3)


# -- graphs --------------------------------------------------------------------------------------------


@evaluator(env="counter")
def true(env: _Counter) -> Verdict:
    """Always passes."""
    return Verdict(True)


@evaluator(env="counter")
def reached(env: _Counter, number: int) -> Verdict:
    """Whether the number has come this far."""
    return Verdict(env.value >= number)


@evaluator(env="counter")
def never(env: _Counter) -> Verdict:
    """Never passes."""
    return Verdict(False)


_Counter.evaluators = (is_big, true, reached, never)


def _path_episode(size: int) -> float:
    """A path whose checkpoints pass one a step, with the metrics read after each: seconds a whole episode."""
    environment = _Counter()
    nodes = {str(i): reached(number=i + 1) for i in range(size)}
    edges = [(str(i), str(i + 1)) for i in range(size - 1)]
    graph = CheckpointGraph(nodes, edges)

    def play() -> None:
        environment.value = 0
        live = GraphEvaluator(graph)
        while not live.complete:
            environment.value += 1
            live.step(environment.evaluate, environment.value)
            _ = live.completion_ratio, live.edges_left

    return timed(play)


def _wide_episode(size: int) -> float:
    """A source, size - 2 checkpoints side by side, a sink; all pass when judged: seconds a whole episode."""
    environment = _Counter()
    middle = [str(i) for i in range(size - 2)]
    nodes = {"source": true(), **{name: true() for name in middle}, "sink": true()}
    edges = [("source", name) for name in middle] + [(name, "sink") for name in middle]
    graph = CheckpointGraph(nodes, edges)

    def play() -> None:
        live = GraphEvaluator(graph)
        while not live.complete:
            live.step(environment.evaluate, 1)
            _ = live.completion_ratio, live.edges_left, live.longest_unfinished_path()

    return timed(play)


def graph_path_10000() -> dict[str, Any]:
    """A path of 10,000 checkpoints, one a step; smaller ones beside it."""
    sizes = {size: _path_episode(size) for size in (10, 100, 1000)}
    return result([_path_episode(10_000) for _ in range(5)], "s", smaller=sizes)


def graph_wide_10000() -> dict[str, Any]:
    """9,998 checkpoints side by side between a source and a sink; smaller ones beside it."""
    sizes = {size: _wide_episode(size) for size in (10, 100, 1000)}
    return result([_wide_episode(10_000) for _ in range(5)], "s", smaller=sizes)


def graph_diamond_4x11() -> dict[str, Any]:
    """One idle step of a lattice of 11 layers of 4, each joined to all of the next, and its longest path."""
    layers = [[f"{layer}.{i}" for i in range(4)] for layer in range(11)]
    nodes = {name: never() for layer in layers for name in layer}
    edges = [(a, b) for above, below in itertools.pairwise(layers) for a in above for b in below]
    live = GraphEvaluator(CheckpointGraph(nodes, edges))
    environment = _Counter()
    longest = 0

    def idle() -> None:
        nonlocal longest
        live.step(environment.evaluate, 1)
        longest = live.longest_unfinished_path()

    values = [timed(idle) for _ in range(201)]
    return result(values, "s", longest_unfinished_path=longest, edges_left=live.edges_left) | {"all": []}


# -- logging --------------------------------------------------------------------------------------------


def logging_4_frames() -> dict[str, Any]:
    """What recording a step with four full-HD pictures of 1.1 MB costs the episode loop; and the writing."""
    header = b"\x89PNG\r\n\x1a\n" + (13).to_bytes(4, "big") + b"IHDR"
    header += (1920).to_bytes(4, "big") + (1080).to_bytes(4, "big")

    def step(number: int) -> StepFinished:
        views = {
            f"screen{i}": View(
                f"screen{i}", {"screenshot": Screenshot.from_png(header + os.urandom(1_100_000))}
            )
            for i in range(4)
        }
        return StepFinished("e", Turn(number, views), None, None, (), 0.0)

    with tempfile.TemporaryDirectory() as folder:
        directory = RunDirectory(Path(folder))
        directory.episode("e").mkdir(parents=True)
        recorder = Recorder(directory)
        critical, whole = [], []
        for number in range(15):
            event = step(number)
            start = time.perf_counter()
            recorder.step_finished(event)
            critical.append(time.perf_counter() - start)
            recorder.drain()
            whole.append(time.perf_counter() - start)
        recorder.close()
        directory.close()
    return result(critical, "s", until_on_disk=statistics.median(whole))


BENCHMARKS = (
    import_core,
    install_core,
    schema,
    step_1env,
    step_3env,
    graph_path_10000,
    graph_wide_10000,
    graph_diamond_4x11,
    logging_4_frames,
)

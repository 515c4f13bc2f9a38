"""Agents: what a policy adds to a turn, what an episode keeps, and many episodes against one model."""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import crab_core as crab
from crab_core.metering import EpisodeModels
from crab_core.plugins import Plugins

TURNS = 400
WIDTH, HEIGHT = 1920, 1080
EPISODES, MODEL_SECONDS, STEPS = 64, 0.3, 20


# -- what a policy adds ------------------------------------------------------------------------------


class Instant(crab.ModelBackend):
    """Answers at once: waits, and says so in words."""

    name = "instant:one"

    def complete(self, messages: Any, tools: Any = (), *, tool_choice: Any = "auto") -> crab.Reply:
        calls = (crab.ToolCall("c", "wait", {}),) if any(tool.name == "wait" for tool in tools) else ()
        return crab.Reply("android: wait\nubuntu: wait\nroot: wait", calls, crab.Usage(900, 30))


def agents_overhead() -> dict[str, Any]:
    """Median of one turn of each structure, two devices and 60 marks each, the model itself left out."""
    figures = {name: _turn_seconds(name) for name in ("single", "functionality", "environment", "react")}
    return {"value": max(figures.values()), "unit": "s", "runs": TURNS, **figures}


def _turn_seconds(name: str) -> float:
    policy = Plugins.load().policies[name].load()(model="instant:one")
    models = _begin(policy)
    seconds = []
    for number in range(1, TURNS + 1):
        turn = _turn(number)
        start = time.perf_counter()
        policy.decide(turn)
        models.drain()
        seconds.append(time.perf_counter() - start)
    return statistics.median(seconds[5:])


def _begin(policy: crab.Policy) -> EpisodeModels:
    from crab_android import environment as phone
    from crab_core.benchmark import Root
    from crab_ubuntu import environment as desktop

    spaces = {
        name: {action.name: action for action in kind.actions}
        for name, kind in (
            ("android", phone.AndroidEnvironment),
            ("ubuntu", desktop.UbuntuEnvironment),
            ("root", Root),
        )
    }
    models = EpisodeModels(lambda name: Instant(), crab.Limits())
    about = {"android": "A phone.", "ubuntu": "A desktop."}
    policy.begin(crab.Briefing("Turn on dark mode.", spaces, about, models=models))
    return models


def _turn(number: int) -> crab.Turn:
    """What two devices show: pictures of their own each turn, as they come in an episode."""
    said = (crab.Feedback(crab.ActionCall("root", "wait"), True, "Every device has come to rest."),)
    return crab.Turn(
        number, {name: _view(name, number) for name in ("android", "ubuntu")}, said if number > 1 else ()
    )


def _view(name: str, number: int) -> crab.View:
    picture = crab.Screenshot(b"\x89PNG" + number.to_bytes(4, "big") + bytes(400_000), WIDTH, HEIGHT)
    marks = tuple(
        crab.Mark(i, crab.Box(10 * i, 10, 80, 40), f"Button number {i}", "button") for i in range(1, 61)
    )
    nodes = tuple(crab.UiNode("button", mark.label, box=mark.box) for mark in marks)
    tree = crab.UiTree(crab.UiNode("frame", children=nodes), WIDTH, HEIGHT)
    text = "\n".join(f"{mark.number}: {mark.label} ({mark.role})" for mark in marks)
    marked = replace(picture, data=picture.data + b"m")
    return crab.View(name, {"screenshot": picture, "tree": tree}, crab.ElementMap(marks), marked, text)


def agents_memory() -> dict[str, Any]:
    """What an episode of the single agent keeps after 2,000 turns beyond what it keeps after 100."""
    policy = Plugins.load().policies["single"].load()(model="instant:one")
    models = _begin(policy)
    kept = {}
    tracemalloc.start()
    for number in range(1, 2001):
        policy.decide(_turn(number))
        models.drain()
        if number in (100, 2000):
            kept[number] = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    grown = (kept[2000] - kept[100]) / 2**20
    return {"value": grown, "unit": "MB", "runs": 1, "after_100": kept[100] / 2**20, "turns": 2000}


# -- many at once ------------------------------------------------------------------------------------


class Number(crab.Environment):
    """A number on a picture of a full screen's size, different each time."""

    name, description, value = "number", "A number that can be raised.", 0

    def on_reset(self, world: Any, seed: int) -> None:
        self.value = 0
        self.seed = seed


@crab.action
def add(env: Number) -> int:
    """Raise the number."""
    env.value += 1
    return env.value


@crab.observation
def screenshot(env: Number) -> crab.Screenshot:
    """The number."""
    start = b"\x89PNG\r\n\x1a\n" + env.seed.to_bytes(4, "big") + env.value.to_bytes(4, "big")
    return crab.Screenshot(start + bytes(env.kilobytes * 1000), WIDTH, HEIGHT)


@crab.evaluator(env="number")
def is_at_least(env: Number, value: int) -> bool:
    """Whether the number has been raised so far."""
    return env.value >= value


Number.actions = (add,)
Number.observations = (screenshot,)
Number.evaluators = (is_at_least,)
Number.kilobytes = 0


def counting(seed: int) -> crab.Task:
    return crab.Task(
        id="counting",
        description="Raise the number again and again.",
        worlds={"number": {}},
        graph=crab.CheckpointGraph.chain({"never": is_at_least(10**6)}),
        limits=crab.Limits(steps=STEPS),
    )


class Here:
    """The plugin that brings the number."""

    @crab.hookimpl
    def crab_register_environments(self) -> Sequence[crab.EnvironmentSpec]:
        return [crab.EnvironmentSpec("number", "A number.", "agents:Number")]

    @crab.hookimpl
    def crab_register_tasks(self) -> Sequence[crab.TaskSpec]:
        return [crab.TaskSpec("counting", "Raise it.", "agents:counting")]


def agents_throughput() -> dict[str, Any]:
    """64 episodes of the single agent at once, OpenAI's SDK against a model that takes 300 ms a reply.

    The ideal is that every episode does nothing but wait for the model; `share` is of it. With pictures every
    request carries three of 100 kB, as the default history does.
    """
    plain, plain_processor = _many(0)
    pictured, pictured_processor = _many(100)
    ideal = MODEL_SECONDS * STEPS
    return {
        "value": ideal / plain,
        "unit": "share",
        "runs": 1,
        "share_with_pictures": ideal / pictured,
        "replies_per_second": EPISODES * STEPS / plain,
        "processor_ms_a_turn": 1000 * plain_processor / (EPISODES * STEPS),
        "processor_ms_a_turn_with_pictures": 1000 * pictured_processor / (EPISODES * STEPS),
    }


def _many(kilobytes: int) -> tuple[float, float]:
    """Wall and processor seconds that the episodes take together."""
    from crab_core.config import RunConfig
    from crab_core.run import Run

    Number.kilobytes = kilobytes
    plugins = Plugins.load()
    plugins.register("here", Here, "benchmarks", "0")
    with _model() as port, tempfile.TemporaryDirectory() as folder:
        options = {"base_url": f"http://127.0.0.1:{port}/v1", "concurrency": EPISODES}
        config = RunConfig.from_facts(
            {
                "tasks": ["counting"],
                "seeds": list(range(EPISODES)),
                "policy": "single",
                "policy_options": {"model": "openai:tiny"},
                "models": {"openai:tiny": options},
                "workers": EPISODES,
                "prompter": "none",
            }
        )
        with Run.create(Path(folder) / "run", config, plugins) as run:
            before = resource.getrusage(resource.RUSAGE_SELF)
            start = time.perf_counter()
            results = run.execute()
            seconds = time.perf_counter() - start
            after = resource.getrusage(resource.RUSAGE_SELF)
    ends = {result.termination for result in results}
    if ends != {crab.Termination.STEP_LIMIT} or len(results) != EPISODES:
        raise RuntimeError(f"the episodes ended with {ends}")
    return seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


@contextmanager
def _model() -> Iterator[int]:
    script = Path(__file__).with_name("model_server.py")
    command = [sys.executable, str(script), str(MODEL_SECONDS)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            yield int(server.stdout.readline())
        finally:
            server.terminate()

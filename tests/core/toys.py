"""What the tests of the core play with: a counter as a device, policies that follow a script, plugins."""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import crab_core as crab
from crab_core.plugins import Plugins


class Counter(crab.Environment):
    """A number that can be raised, and that can be made to fail."""

    name, description, value = "counter", "A number that can be raised.", 0

    def on_reset(self, world: Mapping[str, Any], seed: int) -> None:
        self.value = world.get("start", 0)

    def state(self) -> dict[str, Any]:
        return {"value": self.value}


class Sturdy(Counter):
    """A counter that no agent can break."""


class Touchpad(crab.Environment):
    """A screen that remembers where it was touched."""

    name, description = "touchpad", "A screen."
    touched: Any = None

    def on_reset(self, world: Mapping[str, Any], seed: int) -> None:
        self.touched = None


@crab.action
def add(env: Counter, amount: int = 1) -> int:
    """Raise the number.

    Args:
        amount: By how much.
    """
    env.value += amount
    return env.value


@crab.action
def unplug(env: Counter) -> None:
    """Break the device."""
    raise crab.DeviceError("the plug is out")


@crab.action
def refuse(env: Counter) -> None:
    """Make no sense now."""
    raise crab.InvalidAction("Not now.")


@crab.observation
def display(env: Counter) -> crab.Text:
    """The number as text."""
    return crab.Text(str(env.value))


@crab.evaluator(env="counter")
def counter_is(env: Counter, value: int) -> crab.Verdict:
    """Whether the number has this value."""
    return crab.Verdict(env.value == value, f"the number is {env.value}")


@crab.evaluator(env="counter")
def at_least(env: Counter, value: int) -> crab.Verdict:
    """Whether the number is not smaller."""
    return crab.Verdict(env.value >= value, f"the number is {env.value}")


@crab.evaluator(env="counter")
def raises_below(env: Counter, value: int) -> bool:
    """Raises until the number is large enough."""
    if env.value < value:
        raise RuntimeError(f"{env.value} is too small to look at")
    return True


@crab.action
def touch(
    env: Touchpad, element: crab.Element | None = None, x: int | None = None, y: int | None = None
) -> None:
    """Touch the screen."""
    env.touched = (x, y)


@crab.action
def wait(env: Touchpad) -> None:
    """Has the name of an action of root."""


Counter.actions = (add, unplug, refuse)
Sturdy.actions = (add, refuse)
Counter.observations = (display,)
Counter.evaluators = (counter_is, at_least, raises_below)
Touchpad.actions = (touch, wait)


def call(name: str, environment: str = "counter", **arguments: Any) -> crab.ActionCall:
    """An action call, on the counter unless said otherwise."""
    return crab.ActionCall(environment, name, arguments)


COMPLETE = call("complete", "root")


class Script(crab.Policy):
    """Does what it was told to, then waits: a call, several calls, none, a whole decision, or an error."""

    name = "script"

    def __init__(self, *script: Any) -> None:
        self.script = script
        self.turns: list[crab.Turn] = []
        self.closed = False

    def begin(self, briefing: crab.Briefing) -> None:
        self.briefing = briefing
        self._left = iter(self.script)

    def decide(self, turn: crab.Turn) -> crab.Decision:
        self.turns.append(turn)
        item = next(self._left, call("wait", "root"))
        if isinstance(item, BaseException):
            raise item
        if isinstance(item, crab.ActionCall):
            item = [item]
        return item if isinstance(item, crab.Decision) else crab.Decision(item)

    def close(self) -> None:
        self.closed = True


class Notes:
    """An observer that keeps what it was told."""

    def __init__(self) -> None:
        self.started: list[crab.EpisodeStarted] = []
        self.steps: list[crab.StepFinished] = []
        self.results: list[crab.EpisodeResult] = []

    def episode_started(self, event: crab.EpisodeStarted) -> None:
        self.started.append(event)

    def step_finished(self, event: crab.StepFinished) -> None:
        self.steps.append(event)

    def episode_finished(self, result: crab.EpisodeResult) -> None:
        self.results.append(result)


def climb(*values: int, limits: crab.Limits | None = None, start: int = 0, **more: Any) -> crab.Task:
    """The task of raising the counter to each of these values, one after the other."""
    return crab.Task(
        id="climb",
        description=f"Raise the number to {values[-1]}.",
        worlds={"counter": {"start": start}},
        graph=crab.CheckpointGraph.chain({f"at least {v}": at_least(v) for v in values}),
        limits=limits or crab.Limits(),
        **more,
    )


def counter_benchmark(**world: Any) -> crab.Benchmark:
    """A benchmark with a fresh counter."""
    counter = Counter()
    counter.reset(world)
    return crab.Benchmark({"counter": counter})


def play(task: crab.Task, policy: crab.Policy, **more: Any) -> crab.EpisodeResult:
    """One episode on a fresh counter."""
    return crab.Episode("e", task, counter_benchmark(**task.worlds["counter"]), policy, **more).run()


def climbing(seed: int) -> crab.Task:
    """A family: raise the number three times; a valid task in every respect."""

    def solve(turn: crab.Turn, by: int = 1) -> Any:
        for _ in range(3):
            yield call("add", amount=by)

    return climb(
        seed + 1,
        seed + 3,
        start=seed,
        solution=solve,
        mutants={"down": lambda turn: solve(turn, by=-1)},
    )


def plugin(**hooks: Callable[..., Any]) -> types.SimpleNamespace:
    """An object that implements these hooks: `environments=` stands for `crab_register_environments`."""
    return types.SimpleNamespace(
        **{
            name if name.startswith("crab_") else f"crab_register_{name}": crab.hookimpl(function)
            for name, function in hooks.items()
        }
    )


def listing(*specs: Any) -> Callable[[], Sequence[Any]]:
    """A hook implementation that returns these specs."""
    return lambda: list(specs)


WALKS = crab.Suite(name="walks", tasks=(("climbing", 7), ("again", 3)))


def toy_plugins(**hooks: Callable[..., Any]) -> Plugins:
    """The core, the toys of this module, and what else is given."""
    from crab_core import builtin

    hooks.setdefault("environments", listing(crab.EnvironmentSpec("counter", "A number.", "toys:Counter")))
    hooks.setdefault("tasks", listing(crab.TaskSpec("climbing", "Raise it.", "toys:climbing")))
    plugins = Plugins()
    plugins.register("core", lambda: builtin, "crab-core", "0")
    plugins.register("toys", lambda: plugin(**hooks), "crab-toys", "1")
    return plugins

"""Devices, a task and an agent for the tests of reports, played through the real run.

The plugin `pictured` brings a phone and a desktop that paint their screens, a task with a diamond of five
checkpoints, a prompter that outlines elements, and an agent that follows a script.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import painting
from talking import Talking

import crab_core as crab
from crab_core.config import RunConfig
from crab_core.plugins import Plugins
from crab_core.run import Run

SCALE = 8
"""Pictures are painted smaller by this factor, so that tests are quick."""

THOUGHT = "I see </script><script>alert('out')</script> & \"quotes\" – the first to-do asks for dark mode."


class _Painted(crab.Environment):
    scale = SCALE

    def settle(self) -> crab.Settled:
        return crab.Settled("still", 0.184)


class Phone(_Painted):
    name, description, platform = "phone", "A phone.", "android"

    def on_reset(self, world: crab.World, seed: int) -> None:
        self.front, self.done, self.opened = "home", 0, False


class Desktop(_Painted):
    name, description, platform = "desktop", "A desktop.", "linux"

    def on_reset(self, world: crab.World, seed: int) -> None:
        self.window, self.dark, self.judged = "", False, 0


@crab.observation
def phone_screen(env: Phone) -> crab.Screenshot:
    """The screen."""
    return painting.phone(env.front, env.done, env.scale)


@crab.observation
def desktop_screen(env: Desktop) -> crab.Screenshot:
    """The screen."""
    return painting.desktop(env.window, env.dark, env.scale)


@crab.action
def tap(env: Phone, element: crab.Element | None = None, x: int | None = None, y: int | None = None) -> None:
    """Tap an element or a position."""
    if env.front == "home":
        env.front = "tasks"
    elif env.opened:
        env.done = 1
    else:
        env.opened = True


@crab.action
def click(
    env: Desktop, element: crab.Element | None = None, x: int | None = None, y: int | None = None
) -> str:
    """Click on an element or a position."""
    env.dark = env.window == "appearance"
    return "clicked"


@crab.action
def search_app(env: Desktop, name: str) -> str:
    """Open an application by its name."""
    if name == "crash":
        raise crab.DeviceError("The desktop stopped answering.", advice="Look into its log.")
    env.window = "appearance" if env.window else "settings"
    return f"opened {name}"


@crab.evaluator(env="phone")
def tasks_in_front(env: Phone) -> crab.Verdict:
    """Whether the Tasks app is in front."""
    return crab.Verdict(env.front == "tasks", f"in front is {env.front!r}")


@crab.evaluator(env="phone")
def to_do_opened(env: Phone) -> crab.Verdict:
    """Whether the first to-do was opened."""
    return crab.Verdict(env.opened, "the first to-do is open" if env.opened else "no to-do was opened")


@crab.evaluator(env="phone")
def to_do_done(env: Phone) -> crab.Verdict:
    """Whether the first to-do is ticked off."""
    return crab.Verdict(env.done > 0, f"{env.done} of 4 to-dos are done")


@crab.evaluator(env="desktop")
def settings_focused(env: Desktop) -> crab.Verdict:
    """Whether Settings has the focus; it stumbles when it is first asked."""
    env.judged += 1
    if env.judged == 1:
        raise ConnectionError("the accessibility bus <did not> answer")
    return crab.Verdict(env.window != "", f"the focused window is {env.window or 'none'}")


@crab.evaluator(env="desktop")
def is_dark(env: Desktop) -> crab.Verdict:
    """Whether the system is dark."""
    return crab.Verdict(env.dark, f"color-scheme is {'prefer-dark' if env.dark else 'default'!r}")


Phone.actions, Phone.observations = (tap,), (phone_screen,)
Phone.evaluators = (tasks_in_front, to_do_opened, to_do_done)
Desktop.actions, Desktop.observations = (click, search_app), (desktop_screen,)
Desktop.evaluators = (settings_focused, is_dark)

CHECKPOINTS = (
    "Tasks app is in front on the phone",
    "Settings window has the focus",
    "First to-do was opened",
    "The system is in dark mode",
    "The to-do is ticked off",
)


def dark_mode(seed: int) -> crab.Task:
    front, settings, opened, dark, done = CHECKPOINTS
    return crab.Task(
        id="dark-mode",
        description="On the phone, open the Tasks app and look at the first task not done; "
        "it tells what to change on the desktop. Change it in Settings, then tick the task off.",
        worlds={"phone": {}, "desktop": {}},
        graph=crab.CheckpointGraph(
            {
                front: tasks_in_front(),
                settings: settings_focused(),
                opened: to_do_opened(),
                dark: is_dark(),
                done: to_do_done(),
            },
            [(front, settings), (front, opened), (settings, dark), (opened, dark), (dark, done)],
        ),
        limits=crab.Limits(steps=12),
    )


class Outliner:
    """A visual prompter that knows where the two screens have their elements."""

    name = "outliner"

    def mark(self, screenshot: crab.Screenshot | None, tree: crab.UiTree | None) -> crab.Marked:
        assert screenshot is not None
        tall = screenshot.height > screenshot.width
        share = [(0.04, 0.14, 0.92, 0.09), (0.8, 0.87, 0.15, 0.07)] if tall else [(0.6, 0.24, 0.18, 0.2)]
        w, h = screenshot.width, screenshot.height
        boxes = [(int(a * w), int(b * h), int(c * w), int(d * h)) for a, b, c, d in share]
        marks = [crab.Mark(i, crab.Box(*box), f"element {i}", "button") for i, box in enumerate(boxes, 1)]
        return crab.Marked(crab.ElementMap(tuple(marks)), painting.marked(screenshot, boxes))


def call(environment: str, name: str, /, **arguments: Any) -> crab.ActionCall:
    return crab.ActionCall(environment, name, arguments)


GOOD = [
    call("phone", "tap", element=1),
    call("desktop", "click", element=9),
    call("phone", "tap", element=1),
    call("desktop", "search_app", name="Settings"),
    call("desktop", "search_app", name="Appearance"),
    call("desktop", "click", element=1),
    call("phone", "tap", x=15, y=48),
]
SCRIPTS: dict[int, list[crab.ActionCall]] = {
    1: GOOD,
    2: [*GOOD[:4], call("root", "complete")],
    3: [GOOD[0], call("phone", "swipe", direction="up")],
    4: [GOOD[0], call("desktop", "search_app", name="crash")],
    5: [*GOOD[:5], call("", "")],
}
"""What the agent does, by seed; the last call again and again at the end."""

ON_TURN: dict[str, Callable[[], None]] = {}
"""What happens in the agent's third turn, by the option `third`."""


class Scripted(crab.Policy):
    name = "scripted"

    def __init__(self, third: str = "") -> None:
        self._third = third

    def begin(self, briefing: crab.Briefing) -> None:
        self._calls = list(SCRIPTS[briefing.seed])

    def decide(self, turn: crab.Turn) -> crab.Decision:
        if turn.number == 3 and self._third == "kill":
            os._exit(9)
        if turn.number == 3 and self._third:
            ON_TURN[self._third]()
        next_call = self._calls[min(turn.number, len(self._calls)) - 1]
        calls = [next_call] if next_call.name else []
        usage = crab.Usage(1800 + 350 * turn.number, 90 + turn.number, cached_tokens=1200)
        said = crab.Reply(f"{next_call.name}({dict(next_call.arguments)})", usage=usage)
        asked = crab.Message("user", (crab.Text("What now?"),))
        exchange = [crab.Exchange("main", "scripted:1", (asked,), (), "auto", said)]
        return crab.Decision(calls, THOUGHT if turn.number == 1 else f"Turn {turn.number}.", usage, exchange)


class Learner(Scripted):
    """Succeeds in as many trials as the seed says, having seen that many failures less one."""

    def begin(self, briefing: crab.Briefing) -> None:
        self._calls = list(SCRIPTS[1 if len(briefing.past) + 1 >= briefing.seed else 2])


class TalkingBySeed(Talking):
    """Follows the same scripts, and asks models."""

    def __init__(self, model: str = "toy:large", tool_model: str = "toy:small") -> None:
        super().__init__((), model, tool_model)

    def begin(self, briefing: crab.Briefing) -> None:
        self._calls = SCRIPTS[briefing.seed]
        super().begin(briefing)


@crab.hookimpl
def crab_register_models() -> list[crab.ModelSpec]:
    return [crab.ModelSpec("toy", "Toys.", "talking:ToyModel")]


@crab.hookimpl
def crab_register_environments() -> list[crab.EnvironmentSpec]:
    return [
        crab.EnvironmentSpec("phone", "A painted phone.", "pictured:Phone"),
        crab.EnvironmentSpec("desktop", "A painted desktop.", "pictured:Desktop"),
    ]


@crab.hookimpl
def crab_register_policies() -> list[crab.PolicySpec]:
    return [
        crab.PolicySpec("scripted", "Follows a script.", "pictured:Scripted"),
        crab.PolicySpec("learner", "Learns from failures.", "pictured:Learner"),
        crab.PolicySpec("talking", "Asks models.", "pictured:TalkingBySeed"),
    ]


@crab.hookimpl
def crab_register_prompters() -> list[crab.PrompterSpec]:
    return [crab.PrompterSpec("outliner", "Outlines elements.", "pictured:Outliner")]


@crab.hookimpl
def crab_register_tasks() -> list[crab.TaskSpec]:
    return [crab.TaskSpec("dark_mode", "Dark mode.", "pictured:dark_mode")]


def plugins() -> Plugins:
    import pictured

    found = Plugins.load(only=[])
    found.register("pictured", lambda: pictured, "crab-pictured", "1.0")
    return found


def play(path: Path, *seeds: int, third: str = "", **more: Any) -> Path:
    """A run of the task with these seeds, in the directory."""
    config = RunConfig.from_facts(
        {
            "name": "demo",
            "tasks": ("dark_mode",),
            "seeds": seeds,
            "policy": "scripted",
            "policy_options": {"third": third} if third else {},
            "prompter": "outliner",
            "attempts": 1,
            **more,
        }
    )
    with Run.create(path, config, plugins()) as run:
        run.execute()
    return path


class Pause:
    """Stops the agent in its third turn until it is let go."""

    def __init__(self) -> None:
        self.reached, self.go = threading.Event(), threading.Event()

    def __call__(self) -> None:
        self.reached.set()
        assert self.go.wait(30)


def interrupt() -> None:
    raise KeyboardInterrupt


ON_TURN["interrupt"] = interrupt

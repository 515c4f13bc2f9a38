"""Devices that note what is done to them, and a person's game on them."""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from painting import Canvas
from toys import listing, toy_plugins

import crab_core as crab
from crab_core.config import RunConfig
from crab_core.episode import EpisodeResult
from crab_core.people.play_page import PlayPage
from crab_core.people.policy import HumanPolicy
from crab_core.people.seat import Seat
from crab_core.people.server import PageServer
from crab_core.plugins import Plugins
from crab_core.run import Run

DESK_SIZE, PAD_SIZE = (640, 360), (180, 400)


class Noting(crab.Environment):
    """Notes every action with its arguments."""

    size = (0, 0)

    def on_reset(self, world: Mapping[str, Any], seed: int) -> None:
        self.done: list[tuple[str, dict[str, Any]]] = []

    def note(self, name: str, **arguments: Any) -> str:
        self.done.append((name, {k: v for k, v in arguments.items() if v is not None}))
        return f"{name} was done"

    def state(self) -> dict[str, Any]:
        return {"done": self.done}


class Desk(Noting):
    """A desktop: pointer, wheel and keys."""

    name, description, size = "desk", "A desktop that notes what is done.", DESK_SIZE


class Pad(Noting):
    """A phone: taps and swipes."""

    name, description, size = "pad", "A phone that notes what is done.", PAD_SIZE


@crab.action
def click(env: Desk, x: int, y: int, button: Literal["left", "middle", "right"] = "left") -> str:
    """Click."""
    return env.note("click", x=x, y=y, button=button)


@crab.action
def double_click(env: Desk, x: int, y: int) -> str:
    """Click twice."""
    return env.note("double_click", x=x, y=y)


@crab.action
def drag(env: Desk, from_x: int, from_y: int, to_x: int, to_y: int) -> str:
    """Drag."""
    return env.note("drag", from_x=from_x, from_y=from_y, to_x=to_x, to_y=to_y)


@crab.action
def scroll(env: Desk, x: int, y: int, direction: str = "down", amount: int = 5) -> str:
    """Turn the wheel."""
    return env.note("scroll", x=x, y=y, direction=direction, amount=amount)


@crab.action
def write_text(env: Noting, text: str) -> str:
    """Type a text."""
    return env.note("write_text", text=text)


@crab.action
def press(env: Noting, key: str) -> str:
    """Press a key."""
    return env.note("press", key=key)


@crab.action
def hotkey(env: Desk, keys: list[str]) -> str:
    """Press keys together."""
    return env.note("hotkey", keys=keys)


@crab.action
def paint(env: Desk, colour: Literal["red", "blue"], thick: bool = False, width: float | None = None) -> str:
    """Paint the wall.

    Args:
        colour: Which one.
        thick: Whether it covers all.
        width: In metres.
    """
    return env.note("paint", colour=colour, thick=thick, width=width)


@crab.action
def tap(env: Pad, element: crab.Element | None = None, x: int | None = None, y: int | None = None) -> str:
    """Tap."""
    return env.note("tap", x=x, y=y)


@crab.action
def long_tap(env: Pad, x: int, y: int) -> str:
    """Tap long."""
    return env.note("long_tap", x=x, y=y)


@crab.action
def swipe(env: Pad, direction: str, x: int, y: int, distance: int) -> str:
    """Swipe."""
    return env.note("swipe", direction=direction, x=x, y=y, distance=distance)


@crab.observation
def screenshot(env: Noting) -> crab.Screenshot:
    """A picture that changes with every action."""
    canvas = Canvas(*env.size, (235, 240, 245))
    canvas.rect(20, 20, 60 + 10 * len(env.done), 30, (36, 89, 184))
    canvas.frame(20, 80, 100, 40, (23, 114, 74))
    return canvas.screenshot()


@crab.observation
def words(env: Noting) -> crab.Text:
    """How much was done."""
    return crab.Text(f"{len(env.done)} actions")


@crab.evaluator(env="desk")
def noted(env: Noting, name: str) -> crab.Verdict:
    """Whether an action was done."""
    done = any(done == name for done, _ in env.done)
    return crab.Verdict(done, f"{name} was {'' if done else 'not '}done")


Desk.actions = (click, double_click, drag, scroll, write_text, press, hotkey, paint)
Pad.actions = (tap, long_tap, swipe, write_text)
Desk.observations = (screenshot,)
Pad.observations = (screenshot, words)
Desk.evaluators = Pad.evaluators = (noted,)


class Boxes:
    """Marks the frame that every screen has."""

    name = "boxes"

    def mark(self, screenshot: crab.Screenshot | None, tree: crab.UiTree | None) -> crab.Marked:
        mark = crab.Mark(1, crab.Box(20, 80, 100, 40), "Delete all", "button")
        return crab.Marked(crab.ElementMap((mark,)), screenshot, '[1] button "Delete all"')


def office(seed: int) -> crab.Task:
    """A task on both: first click on the desktop, then do two things in any order."""
    steps = {"clicked": noted("click"), "typed": noted("write_text"), "painted": noted("paint")}
    edges = [("clicked", "typed"), ("clicked", "painted")]
    return crab.Task(
        id="office",
        description="Click, write something, and paint the wall.",
        worlds={"desk": {}, "pad": {}},
        graph=crab.CheckpointGraph(steps, edges),
        limits=crab.Limits(steps=12),
        seed=seed,
    )


def plugins() -> Plugins:
    return toy_plugins(
        environments=listing(
            crab.EnvironmentSpec("desk", "A desktop.", "stage:Desk"),
            crab.EnvironmentSpec("pad", "A phone.", "stage:Pad"),
            crab.EnvironmentSpec("counter", "A number.", "toys:Counter"),
        ),
        tasks=listing(
            crab.TaskSpec("office", "Some work.", "stage:office"),
            crab.TaskSpec("climbing", "Raise it.", "toys:climbing"),
        ),
        prompters=listing(crab.PrompterSpec("boxes", "One box.", "stage:Boxes")),
    )


class Game:
    """A run that is played by a person on a page, in a thread of its own."""

    def __init__(
        self, folder: Path, *, checkpoints: bool = True, loaded: Plugins | None = None, **config: Any
    ) -> None:
        self.path = folder / "run"
        self._plugins = loaded or plugins()
        self.seat = Seat()
        self.server = PageServer(PlayPage(self.seat, checkpoints=checkpoints))
        facts = {"tasks": ["office"], "policy": "human", **config}
        self._config = RunConfig.from_facts(facts)
        self._thread = threading.Thread(target=self._play, daemon=True)
        self.results: list[EpisodeResult] = []
        self.stopped = False

    def _play(self) -> None:
        try:
            person = lambda: HumanPolicy(self.seat)  # noqa: E731
            with Run.create(self.path, self._config, self._plugins, [self.seat], person=person) as run:
                self.results = run.execute()
        except KeyboardInterrupt:
            self.stopped = True
        finally:
            self.seat.close(0)

    def __enter__(self) -> Game:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.seat.stop()
        self._thread.join(60)
        self.server.close()
        assert not self._thread.is_alive()

    def join(self) -> None:
        """Wait for the end of the run."""
        self._thread.join(60)
        assert not self._thread.is_alive()

    def request(
        self, method: str, name: str = "", facts: Any = None, **headers: str
    ) -> tuple[int, bytes, Mapping[str, str]]:
        """One request, as the page or somebody else makes it; a name after a slash is a whole path."""
        where = urlsplit(self.server.address)
        connection = HTTPConnection(where.hostname or "", where.port, timeout=60)
        try:
            path = name if name.startswith("/") else f"{where.path}{name}"
            body = (
                facts
                if isinstance(facts, bytes)
                else json.dumps(facts).encode()
                if facts is not None
                else None
            )
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            return answer.status, answer.read(), dict(answer.getheaders())
        finally:
            connection.close()

    def news(self, after: int | str = "") -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.request("GET", f"news?after={after}")[1])
        return found

    def wait(self, phase: str, turn: int = 0) -> dict[str, Any]:
        """The news once it is this phase, and this turn at least; the end may be over before it is seen."""
        phases = (phase, "over") if phase == "ended" else (phase,)
        after: int | str = ""
        for _ in range(200):
            news = self.news(after)
            if news["phase"] in phases and news["turn"] >= turn:
                return news
            assert news["phase"] != "over", news
            after = news["version"]
        raise AssertionError(f"{phase} does not come")

    def begin(self) -> dict[str, Any]:
        self.wait("ready")
        assert self.request("POST", "start", {})[0] == 200
        return self.wait("turn")

    def act(self, *wanted: Any, turn: int | None = None) -> tuple[int, dict[str, Any]]:
        """Do something as the page does; gives the status and the answer."""
        number = self.wait("turn")["turn"] if turn is None else turn
        status, body, _ = self.request("POST", "act", {"turn": number, "do": list(wanted)})
        return status, json.loads(body)

    def acts(self, *wanted: Any) -> dict[str, Any]:
        """Do something, and see what came of it."""
        number = self.wait("turn")["turn"]
        status, answer = self.act(*wanted, turn=number)
        assert status == 200, answer
        return self.wait("turn", number + 1)


def hand(environment: str, **gesture: Any) -> dict[str, Any]:
    """What a hand does on a screen."""
    return {"environment": environment, "gesture": gesture}

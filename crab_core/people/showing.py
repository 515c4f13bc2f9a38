"""What the page of a playing person is told, as JSON values; pictures are fetched by their digest."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from crab_core.action import Action
from crab_core.chat.compact_tree import render
from crab_core.chat.computer import to_calls
from crab_core.content import Clip, Screenshot, Text
from crab_core.episode import EpisodeResult
from crab_core.people.progress import draw_progress
from crab_core.people.reading import typed
from crab_core.people.seat import Done, Scene
from crab_core.task import ROOT
from crab_core.turn import View

_AT: Mapping[str, int] = {"x": 1, "y": 1}
_GESTURES: Mapping[str, Mapping[str, Any]] = {
    "click": {"action": "click", **_AT},
    "double": {"action": "click", **_AT, "count": 2},
    "right": {"action": "click", **_AT, "button": "right"},
    "middle": {"action": "click", **_AT, "button": "middle"},
    "long": {"action": "long_press", **_AT},
    "drag": {"action": "drag", "path": [[1, 1], [1, 9]]},
    "scroll": {"action": "scroll", **_AT, "direction": "down", "amount": 1},
    "type": {"action": "type", "text": "a"},
    "press": {"action": "press", "keys": ["enter"]},
    "back": {"action": "back"},
    "home": {"action": "home"},
}
"""What a person may do with a hand on a screen or on the keys, as a computer-use action that tries it."""


def scene_json(scene: Scene, now: float, *, checkpoints: bool) -> dict[str, Any]:
    """Everything that the page shows.

    Args:
        scene: As it stands.
        now: Time of the seat's clock.
        checkpoints: Whether the person may see the graph, which no agent does.
    """
    briefing, started, turn = scene.briefing, scene.started, scene.turn
    running = scene.began_at is not None and scene.result is None
    return {
        "version": scene.version,
        "phase": str(scene.phase),
        "episode": started.id if started else "",
        "task": started.task.id if started else "",
        # Not known before the person has begun: reading it is part of the work.
        "description": started.task.briefing if started else "",
        "steps": [_step(done) for done in scene.steps],
        "limit": started.task.limits.steps if started else None,
        "seconds": _seconds(scene, now),
        "seconds_limit": started.task.limits.seconds if started else None,
        "running": running,
        "turn": turn.number if turn else 0,
        "devices": [
            {"name": name, "description": told, **_view(turn.views.get(name) if turn else None)}
            for name, told in (briefing.environments if briefing else {}).items()
        ],
        "graph": _graph(scene) if checkpoints else None,
        "result": _result(scene.result) if scene.result else None,
    }


def actions_json(spaces: Mapping[str, Mapping[str, Action]]) -> dict[str, Any]:
    """What can be done, by environment: every action with its schema, and what hand and keys do."""
    return {
        environment: {
            "actions": [
                {**action.schema, "elements": list(action.element_parameters)} for action in space.values()
            ],
            "gestures": [] if environment == ROOT else _gestures(environment, space),
        }
        for environment, space in spaces.items()
    }


def _gestures(environment: str, space: Mapping[str, Action]) -> list[str]:
    """Those that are one action here: two single clicks are no double click worth waiting for."""
    found = []
    for name, wanted in _GESTURES.items():
        calls = to_calls(wanted, environment, space)
        if len(calls) == 1 and not calls[0].problem:
            found.append(name)
    return found


def pictures_of(view: View) -> list[Screenshot]:
    """The pictures that the page may fetch of a device."""
    screen = view.screenshot
    return [picture for picture in (screen, view.marked) if picture is not None]


def _view(view: View | None) -> dict[str, Any]:
    if view is None:
        return {"screen": None, "texts": [], "elements": ""}
    screen, marked = view.screenshot, view.marked
    return {
        "screen": screen
        and {
            "picture": screen.digest,
            "marked": marked.digest if marked else None,
            "width": screen.width,
            "height": screen.height,
        },
        "texts": [
            {"name": name, "text": content.text if isinstance(content, Text) else _film(content)}
            for name, content in view.contents.items()
            if isinstance(content, Text | Clip)
        ],
        "elements": view.text or render(view.tree, view.elements),
    }


def _film(clip: Clip) -> str:
    return f"A film of {clip.seconds:.1f} s, which this page does not show."


def _step(done: Done) -> dict[str, Any]:
    feedback = done.feedback
    return {
        "number": done.number,
        "call": typed(feedback.call),
        "ok": feedback.ok,
        "text": feedback.text,
        "passed": list(done.passed),
    }


def _seconds(scene: Scene, now: float) -> float:
    if scene.result is not None:
        return scene.result.metrics.seconds
    return now - scene.began_at if scene.began_at is not None else 0.0


def _graph(scene: Scene) -> dict[str, Any] | None:
    if scene.started is None:
        return None
    graph = scene.started.task.graph
    nodes = [scene.nodes[name] for name in graph.names]
    passed = sum(node.state == "passed" for node in nodes)
    return {"passed": passed, "total": len(nodes), "drawing": draw_progress(graph.names, graph.edges, nodes)}


def _result(result: EpisodeResult) -> dict[str, Any]:
    return {
        "success": result.metrics.success,
        "status": str(result.status),
        "termination": str(result.termination).replace("_", " "),
        "completion": result.metrics.completion_ratio,
        "steps": result.metrics.steps,
        "seconds": result.metrics.seconds,
        "error": result.error.strip().rpartition("\n")[2],
    }

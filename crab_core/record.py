"""The record of a run on disk, written off the critical path.

run.json                       configuration, versions, digests of tasks and plugins
ledger.jsonl                   attempts begun and ended
episodes/ID/steps.jsonl        one line a step, and one for the last look
episodes/ID/episode.json       task, limits and checkpoints; the result once it ended
frames/                        content-addressed pictures and UI trees
"""

from __future__ import annotations

import fcntl
import json
import queue
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

from crab_core.action import ActionCall
from crab_core.episode import EpisodeResult, EpisodeStarted, StepFinished
from crab_core.errors import RecordError
from crab_core.exchange import KnownTools, exchange_json
from crab_core.frames import FrameStore
from crab_core.graph import NodeRecord
from crab_core.ledger import Ledger, encode, read_lines
from crab_core.turn import View


class RunDirectory:
    """The folder of one run, held by one process at a time."""

    def __init__(self, path: Path) -> None:
        """Open or make the folder and lock it.

        Raises:
            RecordError: Another process works in it, or it cannot be made.
        """
        self.path = path
        try:
            (path / "episodes").mkdir(parents=True, exist_ok=True)
            self._lock: IO[bytes] = (path / ".lock").open("wb")
        except OSError as error:
            raise RecordError(f"The run directory {path} cannot be made: {error}.") from error
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self._lock.close()
            raise RecordError(
                f"Another process works in {path}.", advice="Wait for it, or name another directory."
            ) from error
        self.ledger = Ledger(path / "ledger.jsonl")
        self.frames = FrameStore(path / "frames")

    @property
    def configuration(self) -> dict[str, Any] | None:
        """What `run.json` says; None in a new folder."""
        return read_run(self.path) if (self.path / "run.json").exists() else None

    def write_run(self, facts: Mapping[str, Any]) -> None:
        """Write `run.json`, whole or not at all."""
        write_json(self.path / "run.json", facts)

    def episode(self, episode_id: str) -> Path:
        """The folder of one attempt."""
        return self.path / "episodes" / episode_id

    def close(self) -> None:
        """Let others work in the folder."""
        self._lock.close()


def read_run(path: Path) -> dict[str, Any]:
    """What the `run.json` of a run directory says.

    Raises:
        RecordError: It is missing or cannot be read.
    """
    try:
        facts: dict[str, Any] = json.loads((path / "run.json").read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise RecordError(
            f"{path} is not a run directory: it has no run.json.",
            advice="Name the folder that `crab run` or `crab demo` printed.",
        ) from error
    except (OSError, ValueError) as error:
        raise RecordError(f"{path / 'run.json'} cannot be read: {error}.") from error
    return facts


def write_json(path: Path, facts: Mapping[str, Any]) -> None:
    """Write a JSON file, whole or not at all."""
    temporary = path.with_name(path.name + ".new")
    temporary.write_bytes(encode(facts, indent=2) + b"\n")
    temporary.replace(path)


def last_attempt(run: Path, episode: str) -> Path:
    """The folder of the last attempt at a planned episode that was scored.

    Args:
        run: A run directory.
        episode: Id of the planned episode.

    Raises:
        RecordError: There is none.
    """
    scored = [
        entry["attempt"]
        for entry in read_lines(run / "ledger.jsonl")
        if entry["event"] == "ended" and entry["episode"] == episode and entry["status"] == "scored"
    ]
    if not scored:
        raise RecordError(f"{run} has no scored episode {episode}.")
    return run / "episodes" / f"{episode}.a{scored[-1]}"


_Event = EpisodeStarted | StepFinished | EpisodeResult


class Recorder:
    """An observer that writes episodes into a run directory, in a thread of its own.

    The caller only queues what happened. A write that fails is raised by the next call.
    """

    def __init__(self, directory: RunDirectory, *, backlog: int = 64) -> None:
        """Start the writer.

        Args:
            directory: Where to write.
            backlog: How many events may wait; a full queue slows the episode down instead of growing.
        """
        self._directory = directory
        self._queue: queue.Queue[_Event | threading.Event | None] = queue.Queue(backlog)
        self._failure: Exception | None = None
        self._tools = KnownTools()
        self._thread = threading.Thread(target=self._work, name="crab-recorder", daemon=True)
        self._thread.start()

    def episode_started(self, event: EpisodeStarted) -> None:
        """Queue the start."""
        self._put(event)

    def step_finished(self, event: StepFinished) -> None:
        """Queue a step."""
        self._put(event)

    def episode_finished(self, result: EpisodeResult) -> None:
        """Queue the end and wait until the whole episode is on the disk."""
        self._put(result)
        self.drain()

    def drain(self) -> None:
        """Wait until everything queued is on the disk.

        Raises:
            RecordError: Something could not be written.
        """
        written = threading.Event()  # the end of the queue as it is now: other episodes may go on filling it
        self._queue.put(written)
        written.wait()
        self._raise_failure()

    def close(self) -> None:
        """Write what waits and end the thread; safe to call twice."""
        if self._thread.is_alive():
            self._queue.put(None)
            self._thread.join()

    def _put(self, event: _Event) -> None:
        self._raise_failure()
        self._queue.put(event)

    def _raise_failure(self) -> None:
        if self._failure is not None:
            failure, self._failure = self._failure, None
            raise RecordError(
                f"The record cannot be written: {failure}.", advice="Is the disk full?"
            ) from failure

    def _work(self) -> None:
        while (event := self._queue.get()) is not None:
            if isinstance(event, threading.Event):
                event.set()
                continue
            try:
                self._write(event)
            except Exception as error:  # noqa: BLE001 - raised in the caller's thread
                self._failure = error

    def _write(self, event: _Event) -> None:
        folder = self._directory.episode(event.id)
        if isinstance(event, EpisodeStarted):
            folder.mkdir(parents=True, exist_ok=True)
            write_json(folder / "episode.json", _start(event))
        elif isinstance(event, StepFinished):
            line = encode(self._step(event)) + b"\n"
            with (folder / "steps.jsonl").open("ab") as file:
                file.write(line)
        else:
            path = folder / "episode.json"
            write_json(path, {**json.loads(path.read_text(encoding="utf-8")), **result_json(event)})

    def _step(self, event: StepFinished) -> dict[str, Any]:
        result, decision = event.result, event.decision
        put = self._directory.frames.put_bytes
        return {
            "turn": event.turn.number,
            "step": result.number if result else None,
            "seconds": round(event.seconds, 4),
            "waited": round(event.waited, 4),
            "views": {name: self._view(view) for name, view in event.turn.views.items()},
            "notes": [feedback.text for feedback in event.turn.feedback if not feedback.ok],
            "thought": decision.thought if decision else "",
            "usage": plain(decision.usage) if decision else None,
            "exchange": [exchange_json(e, put, self._tools) for e in decision.exchange] if decision else [],
            "call": _call(result.call) if result else None,
            "executed": plain(result.executed) if result else None,
            "value": plain(result.value) if result else None,
            "error": str(result.error) if result and result.error else None,
            "settled": plain(result.settled) if result else None,
            "passed": list(result.passed) if result else [],
            "nodes": [_node(node) for node in event.nodes],
        }

    def _view(self, view: View) -> dict[str, Any]:
        put = self._directory.frames.put
        return {
            "contents": {name: put(content) for name, content in view.contents.items()},
            "marked": put(view.marked) if view.marked else None,
            "elements": [
                {
                    "number": m.number,
                    "box": list(m.box),
                    "label": m.label,
                    "role": m.role,
                    "value": m.value,
                    "states": sorted(m.states),
                    "source": m.source,
                    "confidence": m.confidence,
                }
                for m in view.elements
            ],
        }


def result_json(result: EpisodeResult) -> dict[str, Any]:
    """An episode's result as `crab report --json` gives it."""
    return {
        "id": result.id,
        "task": result.task,
        "seed": result.seed,
        "attempt": result.attempt,
        "status": str(result.status),
        "termination": str(result.termination),
        "metrics": plain(result.metrics),
        "nodes": [_node(node) for node in result.nodes],
        "usage": plain(result.usage),
        "agents": {agent: plain(usage) for agent, usage in result.agents.items()},
        "edges_left": result.edges_left,
        "longest_unfinished_path": result.longest_unfinished_path,
        "side_effects": plain(result.side_effects),
        "side_effects_note": result.side_effects_note,
        "error": result.error,
    }


def plain(value: Any) -> Any:
    """JSON values of dataclasses, enums and anything else that pydantic can serialise; else its repr."""
    from pydantic_core import to_jsonable_python

    try:
        return to_jsonable_python(value, fallback=repr, bytes_mode="base64")
    except ValueError:  # a circle, or a key that is no text
        return repr(value)


def _call(call: ActionCall) -> dict[str, Any]:
    entry = {"environment": call.environment, "name": call.name, "arguments": plain(call.arguments)}
    return {**entry, "problem": call.problem} if call.problem else entry


def _node(node: NodeRecord) -> dict[str, Any]:
    entry = {"name": node.name, "state": str(node.state), "reason": node.reason, "step": node.step}
    return {**entry, "error": plain(node.error)} if node.error else entry


def _start(event: EpisodeStarted) -> dict[str, Any]:
    task = event.task
    return {
        "id": event.id,
        "task": task.id,
        "seed": task.seed,
        "attempt": event.attempt,
        "status": "running",
        "description": task.briefing,
        "environments": list(task.environments),
        "limits": plain(task.limits),
        "checkpoints": list(task.graph.names),
        "edges": [list(edge) for edge in task.graph.edges],
        "passed_at_start": list(event.passed),
        "digest": task.digest,
    }

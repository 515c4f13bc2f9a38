"""Many validations: side by side, kept as they come in, and gone on with later."""

from __future__ import annotations

import hashlib
import importlib.metadata
import json
import math
import threading
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from crab_core.errors import CrabError, EnvironmentUnavailable
from crab_core.executor import in_threads, plan_id
from crab_core.plugins import Plugins
from crab_core.prompter import VisualPrompter
from crab_core.record import write_json
from crab_core.rig import DeviceChoice, Rig
from crab_core.task import TaskFamily, instantiate
from crab_core.validate.checks import Check, Validation
from crab_core.validate.validator import ROOM, Validator

_FOLDER = "validations"


@dataclass(frozen=True, slots=True)
class Job:
    """One task and seed to prove."""

    name: str
    family: TaskFamily
    seed: int
    all_mutants: bool = False
    routes: bool = True
    """Whether to play the task's other solutions."""

    @property
    def id(self) -> str:
        """Names its record."""
        return plan_id(self.name, self.seed, 1, 1)


@dataclass(frozen=True, slots=True)
class NotProven:
    """A task that could not be tried here; that is no fault of the task."""

    task: str
    seed: int
    reason: str


class _Waiting:
    """Jobs that wait, those first that are likely to take longest: so no worker is left alone at the end.

    How long one takes is learnt from those that are done: seconds a step, by the devices that they play on.
    Of devices that nothing is known of, one is tried at once. Any thread may ask.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._jobs: list[tuple[Job, str, tuple[str, ...], float]] = []
        self._learnt: dict[tuple[str, ...], list[float]] = {}
        self._tried: set[tuple[str, ...]] = set()

    def __len__(self) -> int:
        return len(self._jobs)

    def put(self, job: Job, key: str) -> None:
        """Add one."""
        self._jobs.append((job, key, *_weight(job)))

    def take(self) -> tuple[Job, str] | None:
        """The next one; None when there is none left."""
        with self._lock:
            if not self._jobs:
                return None
            at = max(range(len(self._jobs)), key=lambda i: (self._expected(i), -i))
            job, key, devices, _ = self._jobs.pop(at)
            self._tried.add(devices)
            return job, key

    def learn(self, job: Job, seconds: float) -> None:
        """Note how long one took."""
        devices, steps = _weight(job)
        with self._lock:
            self._learnt.setdefault(devices, []).append(seconds / steps)

    def _expected(self, at: int) -> float:
        _, _, devices, steps = self._jobs[at]
        known = self._learnt.get(devices)
        if known:
            return steps * sum(known) / len(known)
        return 0.0 if devices in self._tried else math.inf


def _weight(job: Job) -> tuple[tuple[str, ...], float]:
    """The devices that it plays on, and how many steps it may take, about."""
    try:
        task = instantiate(job.family, job.seed)
    except Exception:  # noqa: BLE001 - told when it is this job's turn
        return (), 1.0
    wrong = len(task.mutants) if job.all_mutants else 1
    plays = 2 + wrong + (len(task.alternatives) if job.routes else 0)
    return tuple(sorted(task.environments)), plays * (task.limits.steps + ROOM)


Told = Callable[[Job, str], None]
"""Called by any thread with what is being done."""


@dataclass
class Batch:
    """Validations that are worked off by one or more workers, each with devices of its own.

    Args:
        plugins: Where everything is registered.
        jobs: What to prove.
        directory: Keeps each validation as soon as it is done; those of the same task and the same code that
            lie there already are taken as they are.
        prompter: Makes what marks the screens; called once by each worker.
        workers: How many validate at once.
        choices: Which device stands for an environment; defaults for those left out.
        told: Called with what is being done.
        begun: Called when a job is begun.
    """

    plugins: Plugins
    jobs: Sequence[Job]
    directory: Path
    prompter: Callable[[], VisualPrompter | None] = lambda: None
    workers: int = 1
    choices: Mapping[str, DeviceChoice] = field(default_factory=dict)
    told: Told = lambda _job, _text: None
    begun: Callable[[Job], None] = lambda _: None
    kept: int = field(default=0, init=False)
    """How many were done already."""

    _stop: threading.Event = field(default_factory=threading.Event, init=False)

    def run(self) -> Iterator[Validation | NotProven]:
        """Validate, and give each result as it comes in; those that were kept come first.

        Raises:
            KeyboardInterrupt: A person stopped it; what was done is kept.
        """
        (self.directory / _FOLDER).mkdir(parents=True, exist_ok=True)
        version = code_version(self.plugins)
        waiting = _Waiting()
        for job in self.jobs:
            key = _key(job, version)
            earlier = self._earlier(job, key) if key else None
            if earlier is not None:
                self.kept += 1
                yield earlier
            else:
                waiting.put(job, key)
        number = max(1, min(self.workers, len(waiting)))
        yield from in_threads(partial(self._work, waiting), number, "crab-validate", self._stop)

    def _work(self, waiting: _Waiting, give: Callable[[Validation | NotProven], None]) -> None:
        """Validate until nothing is left; the devices live and die with this thread."""
        with suppress(KeyboardInterrupt), Rig(self.plugins, self.choices) as rig:  # whoever waits knows
            prompter = self.prompter()
            while not self._stop.is_set():
                taken = waiting.take()
                if taken is None:
                    break
                job, key = taken
                self.begun(job)
                result = self._validate(job, rig, prompter)
                if isinstance(result, Validation):
                    waiting.learn(job, result.seconds)
                    write_json(self._path(job), {"key": key, **result.facts()})
                give(result)

    def _validate(self, job: Job, rig: Rig, prompter: VisualPrompter | None) -> Validation | NotProven:
        validator = Validator(
            rig,
            prompter,
            lambda text: self.told(job, text),
            all_mutants=job.all_mutants,
            routes=job.routes,
            stop=self._stop,
        )
        try:
            wanted = instantiate(job.family, job.seed).environments
            missing = [name for name in wanted if name not in self.plugins.environments]
            if missing:
                return NotProven(job.name, job.seed, f"no plugin brings {', '.join(missing)}")
            return validator.validate(job.name, job.family, job.seed)
        except EnvironmentUnavailable as error:
            rig.discard()
            return NotProven(job.name, job.seed, f"{error}")
        except Exception as error:  # noqa: BLE001 - one task that cannot be made must not hide the others
            rig.discard()
            return Validation(job.name, job.seed, (Check("the task can be made", False, _told_of(error)),))

    # -- what was done before --------------------------------------------------------------------------

    def _path(self, job: Job) -> Path:
        return self.directory / _FOLDER / f"{job.id}.json"

    def _earlier(self, job: Job, key: str) -> Validation | None:
        try:
            facts: dict[str, Any] = json.loads(self._path(job).read_bytes())
            return Validation.from_facts(facts) if facts.pop("key") == key and facts["ok"] else None
        except (OSError, ValueError, KeyError, TypeError):
            return None  # never done, or not written to its end


def _told_of(error: Exception) -> str:
    if isinstance(error, CrabError):
        return str(error)
    where = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({Path(where.filename).name}, line {where.lineno})"


def _key(job: Job, version: str) -> str:
    """What a validation is true of: the task, how it was tried, and the code; empty when there is no task."""
    try:
        digest = instantiate(job.family, job.seed).digest
    except Exception:  # noqa: BLE001 - told when it is this job's turn
        return ""
    return hashlib.sha256(f"{digest}/{job.all_mutants}/{job.routes}/{version}".encode()).hexdigest()


def code_version(plugins: Plugins) -> str:
    """SHA-256 over the files of the core and of every plugin in use: solutions and devices are code."""
    names = {"crab_core"}
    for plugin in plugins.loaded:
        for entry in importlib.metadata.entry_points(group="crab", name=plugin.name):
            names.add(entry.module.partition(".")[0])
    digest = hashlib.sha256()
    for name in sorted(names):
        spec = find_spec(name)
        places = [Path(p) for p in spec.submodule_search_locations or ()] if spec else []
        if spec and not places and spec.origin:
            places = [Path(spec.origin)]
        for place in places:
            files = sorted(place.rglob("*")) if place.is_dir() else [place]
            for file in files:
                if file.is_file() and file.suffix != ".pyc":
                    digest.update(str(file.relative_to(place.parent)).encode())
                    digest.update(file.read_bytes())
    return digest.hexdigest()

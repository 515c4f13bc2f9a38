"""Run directories written by hand: just what the ledger and `episode.json` of a run say, for numbers that a
test chooses.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from crab_core.metrics import measure
from crab_core.record import plain


@dataclass
class Ended:
    """One episode and how it ended."""

    task: str = "errand"
    seed: int = 0
    termination: str = "step_limit"
    passed: int = 0
    of: int = 4
    steps: int = 10
    tokens: int = 0
    cost: float | None = None
    environments: Sequence[str] = ("android",)
    trial: int = 1
    status: str = "scored"
    agents: Mapping[str, Any] = field(default_factory=dict)


def success(**more: Any) -> Ended:
    return Ended(termination="success", passed=4, **more)


def write_run(path: Path, episodes: Sequence[Ended], **config: Any) -> Path:
    """A finished run with these episodes; `facts` in the configuration are of `run.json` itself."""
    path.mkdir(parents=True)
    (path / ".lock").touch()
    facts = config.pop("facts", {})
    tasks = tuple(dict.fromkeys(episode.task for episode in episodes))
    config = {
        "name": path.name,
        "tasks": tasks,
        "seeds": sorted({episode.seed for episode in episodes}),
        "trials": 1,
        "policy": "single",
        "policy_options": {"model": "toy:large"},
        **config,
    }
    digests = {f"{task}@{seed}": f"digest of {task}" for task in tasks for seed in config["seeds"]}
    run = {"format": 1, "name": config["name"], "config": config, "tasks": digests, **facts}
    (path / "run.json").write_text(json.dumps(run))
    with (path / "ledger.jsonl").open("w") as ledger:
        for episode in episodes:
            trial = f".t{episode.trial}" if config["trials"] > 1 else ""
            name = f"{episode.task}.s{episode.seed}{trial}"
            for entry in (
                {"event": "began"},
                {
                    "event": "ended",
                    "status": episode.status,
                    "termination": episode.termination,
                    "retry": False,
                },
            ):
                ledger.write(json.dumps({**entry, "episode": name, "attempt": 1}) + "\n")
            folder = path / "episodes" / f"{name}.a1"
            folder.mkdir(parents=True)
            (folder / "episode.json").write_text(json.dumps(_facts(name, episode)))
    return path


def _facts(name: str, episode: Ended) -> dict[str, Any]:
    metrics = measure(
        passed=episode.passed,
        total=episode.of,
        actions=episode.steps,
        steps=episode.steps,
        tokens=episode.tokens,
        seconds=2.0 * episode.steps,
    )
    return {
        "id": f"{name}.a1",
        "task": episode.task,
        "seed": episode.seed,
        "environments": list(episode.environments),
        "termination": episode.termination,
        "metrics": plain(metrics),
        "nodes": [],
        "usage": {
            "input_tokens": episode.tokens,
            "output_tokens": 0,
            "cached_tokens": 0,
            "cost": episode.cost,
        },
        "agents": dict(episode.agents),
        "error": "",
    }

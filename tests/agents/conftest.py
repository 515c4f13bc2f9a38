"""Whole episodes through the wire: structures, real SDKs and the fake service with its scripted model."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import crab_core as crab
from crab_core.config import RunConfig
from crab_core.ledger import read_lines
from crab_core.plugins import Plugins
from crab_core.run import Run

FAKE = Path(__file__).parents[2] / "plugins" / "crab_models" / "tests" / "fake"
MODELS = {"openai": "gpt-5.4-mini", "anthropic": "claude-sonnet-4-6", "google": "gemini-2.5-pro"}
PRICE = {"input": 1.0, "output": 8.0, "cached_input": 0.1}
"""Dollars for a million tokens, so that episodes cost something although the service is none of theirs."""


def _load_fake() -> None:
    """The fake service as the package `fake`, unless the tests of crab-models have it already."""
    if "fake" not in sys.modules:
        spec = importlib.util.spec_from_file_location(
            "fake", FAKE / "__init__.py", submodule_search_locations=[str(FAKE)]
        )
        sys.modules["fake"] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules["fake"])


_load_fake()


@dataclass(frozen=True)
class Played:
    """One episode, and what the service saw of it."""

    result: crab.EpisodeResult
    asked: list[Any]
    """Requests in neutral words, as the service read them."""
    exchanges: list[dict[str, Any]]
    """As they stand in the record."""
    directory: Path

    @property
    def agents(self) -> list[str]:
        """Who asked a model, in the order of the first request."""
        return list(dict.fromkeys(exchange["agent"] for exchange in self.exchanges))


Play = Callable[..., Played]


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The fake service with the scripted model behind it; it refused nothing when the test is over."""
    from fake.scripted import solve
    from fake.server import FakeProvider

    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with FakeProvider(solve) as running:
        yield running


@pytest.fixture
def play(service: Any, tmp_path: Path) -> Play:
    """Plays one episode of a task with one structure and one provider's SDK."""

    def play(task: str, policy: str, provider: str, *, plugin: Any = None, **options: Any) -> Played:
        backend = options.pop("backend", {})
        plugins = Plugins.load()
        if plugin is not None:
            plugins.register("tests", lambda: plugin)
        model = {
            "model": f"{provider}:{MODELS[provider]}",
            "base_url": service.base_url(provider),
            "retries": 0,
            "price": PRICE,
            **backend,
        }
        facts = {
            "tasks": [task],
            "attempts": 1,
            "policy": policy,
            "policy_options": {"model": "the model", **options},
            "models": {"the model": model},
        }
        directory = tmp_path / "run"
        with Run.create(directory, RunConfig.from_facts(facts), plugins) as run:
            [result] = run.execute()
        files = directory.glob("episodes/*/steps.jsonl")  # none when a device could not be had
        steps = [step for file in files for step in read_lines(file)]
        exchanges = [exchange for step in steps for exchange in step.get("exchange", ())]
        return Played(result, service.arrived, exchanges, directory)

    return play

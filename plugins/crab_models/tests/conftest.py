from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from crab_models.openai_backend import OpenAiBackend


def _load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("fake_openai", Path(__file__).with_name("fake_openai.py"))
    module = importlib.util.module_from_spec(spec)
    sys.modules["fake_openai"] = module
    spec.loader.exec_module(module)
    return module


fake_openai = _load()


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with fake_openai.FakeOpenAi() as fake:
        yield fake


@pytest.fixture
def backend(server: Any) -> Iterator[OpenAiBackend]:
    made = OpenAiBackend("tiny", base_url=server.base_url, retries=0, timeout=5)
    yield made
    made.close()

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

HERE = Path(__file__).parent
VARIABLES = (
    "ANTHROPIC_API_KEY",
    "ANTHROPIC_AUTH_TOKEN",
    "ANTHROPIC_BASE_URL",
    "CRAB_KEYS",
    "GEMINI_API_KEY",
    "GOOGLE_APPLICATION_CREDENTIALS",
    "GOOGLE_CLOUD_PROJECT",
    "GOOGLE_API_KEY",
    "GOOGLE_GEMINI_BASE_URL",
    "GOOGLE_GENAI_USE_VERTEXAI",
    "GOOGLE_VERTEX_BASE_URL",
    "OPENAI_API_KEY",
    "OPENAI_BASE_URL",
    "OPENAI_ORG_ID",
    "OPENAI_PROJECT_ID",
)
"""What the user's environment could change in these tests."""


def _load(name: str, file: Path) -> ModuleType:
    """A module of the tests under a name that test modules can import."""
    if name not in sys.modules:
        folders = [str(file.parent)] if file.name == "__init__.py" else None
        spec = importlib.util.spec_from_file_location(name, file, submodule_search_locations=folders)
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
    return sys.modules[name]


_load("fake", HERE / "fake" / "__init__.py")


@pytest.fixture(autouse=True)
def own_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Keys and addresses of whoever runs the tests play no part."""
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.fixture
def fake() -> Iterator[Any]:
    """The fake service: `fake.base_url("anthropic")`, `fake.answers`, `fake.arrived`."""
    from fake.server import FakeProvider

    with FakeProvider() as running:
        yield running


@pytest.fixture
def make_claude(fake: Any) -> Iterator[Callable[..., Any]]:
    """Makes back ends `anthropic` at the fake service, which are closed when the test is over."""
    from crab_models.anthropic.backend import AnthropicBackend

    made = []

    def make_claude(model: str = "claude-tiny", **options: Any) -> AnthropicBackend:
        common = {"base_url": fake.base_url("anthropic"), "retries": 0, "timeout": 60}
        made.append(AnthropicBackend(model, **{**common, **options}))
        return made[-1]

    yield make_claude
    for backend in made:
        backend.close()


@pytest.fixture
def ask_claude(fake: Any, make_claude: Callable[..., Any]) -> Callable[..., dict[str, Any]]:
    """Sends a conversation that the service must take as it is, and gives the body that arrived."""
    from fake.neutral import Said

    def ask_claude(messages: Any, tools: Any = (), tool_choice: Any = "auto", **options: Any) -> Any:
        fake.answers = [Said("Hello.")]
        make_claude(**options).complete(messages, tools, tool_choice=tool_choice)
        assert fake.refused == []
        return fake.arrived[-1].body

    return ask_claude

"""The bridge to LiteLLM, which needs another version of OpenAI's SDK and so an environment of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest
from fake.neutral import Failure, Said

from crab_core import AgentError
from crab_models.litellm.backend import LiteLlmBackend

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
UV = Path(sysconfig.get_path("scripts")) / "uv"
KEY = "sk-planted-5f1d0c"


def test_without_litellm_the_error_says_where_to_install_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "litellm", None)
    with pytest.raises(AgentError, match=r"environment of its own: pip install 'crab-models\[litellm\]'"):
        LiteLlmBackend("mistral/mistral-large")


def test_a_key_that_was_named_must_be_there():
    with pytest.raises(AgentError, match=r"no key for litellm:mistral/large.*environment variable MY_KEY"):
        LiteLlmBackend("mistral/large", key_variable="MY_KEY")


def run(*command: str | Path, **options: object) -> str:
    done = subprocess.run(
        [str(part) for part in command], capture_output=True, text=True, check=False, **options
    )
    assert done.returncode == 0, f"{command} failed:\n{done.stdout}\n{done.stderr}"
    assert KEY not in done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the bridge, made from the wheels."""
    folder = tmp_path_factory.mktemp("litellm")
    for source in (ROOT, ROOT / "plugins" / "crab_models"):
        quiet = ("--quiet", "--wheel", "--no-build-isolation", "--python", sys.executable)
        run(UV, "build", *quiet, "-o", folder / "wheels", source)
    python = folder / "env" / "bin" / "python"
    run(UV, "venv", "--quiet", "--python", sys.executable, folder / "env")
    wheels = ("--find-links", folder / "wheels")
    run(UV, "pip", "install", "--quiet", "--python", python, *wheels, "crab-models[litellm]")
    return python


def ask(python: Path, *plans: dict) -> list[list[dict]]:
    environment = {
        **os.environ,
        "MISTRAL_API_KEY": KEY,
        "HTTPS_PROXY": "http://127.0.0.1:9",
        "NO_PROXY": "127.0.0.1",
    }
    printed = run(
        python,
        "-W",
        "error::ResourceWarning",
        HERE / "litellm_program.py",
        input=json.dumps(plans),
        env=environment,
    )
    return json.loads(printed.splitlines()[-1])


def plan(model: str, base_url: str, turns: int = 1, **options: object) -> dict:
    return {
        "model": model,
        "turns": turns,
        "options": {"base_url": base_url, "retries": 0, "timeout": 20, **options},
    }


@pytest.mark.wheels
def test_the_bridge_carries_pictures_tools_results_streams_and_failures(python, fake):
    """One environment and one process for all: importing LiteLLM takes seconds."""
    address = fake.base_url("openai")
    calling = Said("Clicking.", [("click", {"element": 3})])
    fake.answers = [
        calling, Said("Done."),
        calling, Said("Done."),
        Failure(429, f"slow down, {KEY}"),
        Failure(404, "no such model"),
        Failure(401, f"bad key {KEY}"),
    ]  # fmt: skip
    whole, streamed, *failed = ask(
        python,
        plan("openai/tiny", address, 2),
        plan("openai/tiny", address, 2, stream=True),
        plan("mistral/large", address, key_variable="MISTRAL_API_KEY"),
        plan("mistral/large", address, key_variable="MISTRAL_API_KEY"),
        plan("mistral/large", address, key_variable="MISTRAL_API_KEY"),
    )
    assert fake.refused == []
    for turns in (whole, streamed):
        first, second = turns
        assert (first["text"], first["calls"], first["stop"]) == (
            "Clicking.",
            [["click", {"element": 3}]],
            "tool_calls",
        )
        assert (second["text"], second["stop"], second["tokens"]) == ("Done.", "stop", [9, 3])
    assert [asked.pictures for asked in fake.arrived[:4]] == 2 * [
        [("image/png", 1, 1)],
        2 * [("image/png", 1, 1)],
    ]
    assert [asked.stream for asked in fake.arrived[:4]] == [False, False, True, True]
    assert (fake.arrived[1].system, fake.arrived[1].tools) == ("Be brief.", ["click"])
    assert fake.arrived[4].headers["Authorization"] == f"Bearer {KEY}"
    kinds = [(turns[0]["error"], turns[0]["told"]) for turns in failed]
    assert [kind for kind, _ in kinds] == ["ModelUnavailable"] * 3
    for (_, told), words in zip(
        kinds, ("limits the rate", "has no model", "does not serve this key"), strict=True
    ):
        assert words in told


@pytest.mark.wheels
def test_the_bridge_speaks_googles_and_anthropics_format_too(python, fake):
    calling = Said("Clicking.", [("click", {"element": 3})])
    fake.answers = [calling, Said("Done."), calling, Said("Done.")]
    answers = ask(
        python,
        plan("gemini/gemini-3.5-flash", f"{fake.base_url('google')}/v1beta", 2),
        plan("anthropic/claude-sonnet-4-5", fake.base_url("anthropic"), 2),
    )
    assert fake.refused == []
    for first, second in answers:
        assert (first["calls"], second["text"]) == ([["click", {"element": 3}]], "Done.")
        assert second["cost"] > 0

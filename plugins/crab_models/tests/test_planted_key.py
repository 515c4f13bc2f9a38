"""A planted key appears nowhere that a person or a file could keep it, whatever a service does with it."""

from __future__ import annotations

import base64
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from fake.neutral import Failure, Said

pytestmark = pytest.mark.commands

KEY = "sk-planted/5f1d0c+77aa42=="
COUNTER = Path(__file__).parents[3] / "tests" / "third_party_plugin" / "crab_counter.py"
PROVIDERS = {"openai": "OPENAI_API_KEY", "anthropic": "ANTHROPIC_API_KEY", "google": "GEMINI_API_KEY"}
SPELT = {KEY, KEY[11:], quote(KEY, safe=""), base64.b64encode(KEY.encode()).decode().rstrip("=")}


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    """Of a process that has the counter installed, and tells tracebacks."""
    info = tmp_path / "installed" / "crab_counter-1.0.dist-info"
    info.mkdir(parents=True)
    (info.parent / "crab_counter.py").write_bytes(COUNTER.read_bytes())
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: crab-counter\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[crab]\ncounter = crab_counter\n")
    path = os.pathsep.join([str(info.parent), os.environ.get("PYTHONPATH", "")])
    return {**os.environ, "PYTHONPATH": path, "CRAB_TRACEBACKS": "1"}


def crab(environ: Mapping[str, str], *words: str | Path) -> str:
    """All that a command prints."""
    command = [sys.executable, "-m", "crab_core", *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environ, timeout=120)
    return done.stdout + done.stderr


def experiment(folder: Path, fake: Any, provider: str, variable: str, more: str = "") -> Path:
    file = folder / "experiment.toml"
    file.write_text(
        f"""
        tasks = ["count"]
        policy = "single"
        attempts = 1
        [policy_options]
        model = "m"
        [models.m]
        model = "{provider}:tiny"
        base_url = "{fake.base_url(provider)}"
        key_variable = "{variable}"
        retries = 0
        {more}
        """
    )
    return file


def nowhere(folder: Path, *printed: str) -> None:
    """The key is in none of the texts and in none of the files, names included."""
    for text in printed:
        assert not [spelt for spelt in SPELT if spelt in text]
    for file in folder.rglob("*"):
        told = str(file).encode() + (file.read_bytes() if file.is_file() else b"")
        assert not [spelt for spelt in SPELT if spelt.encode() in told], file


def arrived_with_key(fake: Any) -> bool:
    """Whether the service got the key, which makes the test worth something."""
    return all(KEY in str(list(asked.headers.values())) for asked in fake.arrived) and bool(fake.arrived)


@pytest.mark.parametrize(("provider", "variable"), PROVIDERS.items(), ids=PROVIDERS)
def test_a_key_in_the_environment_that_a_service_repeats(fake, environ, tmp_path, provider, variable):
    fake.answers = [
        Said(f"I know {KEY}.", [("add", {"amount": KEY})]),
        Said(f"Again {KEY}.", [(f"add{KEY[:9]}", {KEY: 1})]),
        Failure(400, f"strange key {KEY} in your request", code=KEY),
    ]
    out = tmp_path / "run"
    environ[variable] = KEY
    file = experiment(tmp_path, fake, provider, variable)
    printed = crab(environ, "run", file, "--cache", tmp_path / "cache", "--out", out)
    reported = crab(environ, "report", out, "--json")
    page = crab(environ, "report", out, "--standalone", "--html", tmp_path / "page.html")
    assert fake.answers == []
    assert arrived_with_key(fake)
    nowhere(out, printed, reported, page, (tmp_path / "page.html").read_text())
    nowhere(tmp_path / "cache")
    assert "strange key …" in "".join(f.read_text() for f in out.rglob("*.jsonl"))


def test_a_key_in_the_file_of_keys_that_a_service_refuses(fake, environ, tmp_path):
    fake.answers = [Failure(401, f"Incorrect API key provided: {KEY}", code="invalid_api_key")]
    keys, out = tmp_path / "keys.toml", tmp_path / "run"
    keys.write_text(f'MY_KEY = "{KEY}"\n')
    keys.chmod(0o600)
    environ["CRAB_KEYS"] = str(keys)
    printed = crab(environ, "run", experiment(tmp_path, fake, "openai", "MY_KEY"), "--out", out)
    assert "does not serve this key" in printed
    assert arrived_with_key(fake)
    nowhere(out, printed)


def test_a_file_of_keys_that_others_may_read_is_refused_and_not_repeated(fake, environ, tmp_path):
    keys, out = tmp_path / "keys.toml", tmp_path / "run"
    keys.write_text(f'MY_KEY = "{KEY}"\n')
    keys.chmod(0o644)
    environ["CRAB_KEYS"] = str(keys)
    printed = crab(environ, "run", experiment(tmp_path, fake, "openai", "MY_KEY"), "--out", out)
    assert f"chmod 600 {keys}" in printed
    assert fake.arrived == []
    nowhere(out, printed)


def test_a_key_in_the_options_is_refused_whatever_it_is_called_there(fake, environ, tmp_path):
    """By its name the core knows it, by itself the back end; the command that tries a model says the same."""
    environ["OPENAI_API_KEY"] = KEY
    for more in (f'extra = {{ api_key = "{KEY}" }}', f'extra = {{ harmless = "me {KEY}" }}'):
        file = experiment(tmp_path, fake, "openai", "OPENAI_API_KEY", more)
        out = tmp_path / "run"
        ran = crab(environ, "run", file, "--out", out)
        tried = crab(environ, "model", "m", "--experiment", file, "--json")
        assert "by `key_variable`" in ran
        assert "by `key_variable`" in tried
        assert not (out / "run.json").exists()
        nowhere(out, ran, tried)
    assert fake.arrived == []


def test_a_key_is_not_printed_by_the_command_that_tries_a_model(fake, environ):
    fake.answers = [Said(f"{KEY}"), Failure(403, f"not for {KEY}")]
    environ["OPENAI_API_KEY"] = KEY
    words = ("model", "openai:tiny", "-o", f"base_url={fake.base_url('openai')}")
    words = (*words, "-o", "key_variable=OPENAI_API_KEY", "-o", "retries=0")
    printed = crab(environ, *words, "--json"), crab(environ, *words)
    assert '"text": "…"' in printed[0]
    assert "not for …" in printed[1]
    assert arrived_with_key(fake)
    nowhere(Path(environ["PYTHONPATH"].split(os.pathsep)[0]), *printed)

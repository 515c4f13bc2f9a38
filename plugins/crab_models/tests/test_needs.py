"""What `crab doctor` says of models: SDK and key, and never which key."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from crab_core.cli.doctor import doctor
from crab_models import needs
from crab_models.anthropic.backend import AnthropicBackend
from crab_models.google.backend import GoogleBackend
from crab_models.openai.backend import OpenAiBackend

KEY = "sk-planted-5f1d0c"


@pytest.mark.parametrize("backend", [OpenAiBackend, AnthropicBackend, GoogleBackend])
def test_the_sdk_is_told_with_its_version(backend):
    sdk, key = backend.requirements()
    assert sdk.ok
    assert sdk.found.split()[1][0].isdigit()
    assert not key.ok
    assert f"{backend.key_variables[0]}" in key.found


def test_a_missing_sdk_is_told_with_the_command_that_brings_it():
    missing = needs.sdk("no-such-sdk", "google")
    assert (missing.ok, missing.found) == (False, "no-such-sdk is not installed")
    assert missing.fix == "pip install 'crab-models[google]'"


def test_a_key_is_told_by_its_place_and_not_shown(monkeypatch, tmp_path: Path):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    assert needs.key(["OPENAI_API_KEY"]) == needs.Requirement("key", True, "in OPENAI_API_KEY")
    file = tmp_path / "keys.toml"
    file.write_text(f'ANTHROPIC_API_KEY = "{KEY}"\n')
    file.chmod(0o600)
    monkeypatch.setenv("CRAB_KEYS", str(file))
    assert needs.key(["ANTHROPIC_API_KEY"]).found == f"in {file}"


def test_a_file_of_keys_that_others_may_read_is_told_with_its_remedy(monkeypatch, tmp_path: Path):
    file = tmp_path / "keys.toml"
    file.write_text(f'ANTHROPIC_API_KEY = "{KEY}"\n')
    file.chmod(0o644)
    monkeypatch.setenv("CRAB_KEYS", str(file))
    told = needs.key(["ANTHROPIC_API_KEY"])
    assert (told.ok, told.fix) == (False, f"Run: chmod 600 {file}")


def test_the_doctor_lists_every_provider_of_models(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    printed = CliRunner().invoke(doctor, ["--json"], catch_exceptions=False).output
    models = {model["provider"]: model for model in json.loads(printed)["models"]}
    assert {"openai", "anthropic", "google", "litellm"} <= set(models)
    assert models["openai"]["ok"]
    assert not models["anthropic"]["ok"]
    assert KEY not in printed


def test_what_models_lack_is_no_fault_of_the_installation(monkeypatch):
    monkeypatch.setattr(needs, "sdk", lambda name, extra: needs.Requirement("SDK", False, name, extra))
    printed = CliRunner().invoke(doctor, ["--json"], catch_exceptions=False).output
    facts = json.loads(printed)
    assert not any(model["ok"] for model in facts["models"])
    assert facts["ok"] == all(d["ok"] for d in facts["devices"] if d["default"])

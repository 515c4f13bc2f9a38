"""What the plugin registers."""

from __future__ import annotations

import subprocess
import sys

import pytest

from crab_models.backend import SdkBackend
from crab_models.plugin import crab_register_models

SPECS = {spec.name: spec for spec in crab_register_models()}


@pytest.mark.parametrize("spec", SPECS.values(), ids=SPECS)
def test_each_provider_has_a_back_end_of_its_name(spec):
    backend = spec.load()
    assert issubclass(backend, SdkBackend)
    assert backend.provider == spec.name
    assert backend.service
    assert backend.key_variables or not backend.needs_key


def test_no_sdk_is_imported_before_a_model_is_made():
    modules = ", ".join(spec.factory.partition(":")[0] for spec in SPECS.values())
    code = f"import sys, crab_models.plugin, {modules}; print(*{{m.split('.')[0] for m in sys.modules}})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    heavy = {"PIL", "anthropic", "genai_prices", "google", "httpx", "httpx2", "litellm", "openai", "tenacity"}
    assert set(done.stdout.split()) & heavy == set()

"""Every distribution builds, and runs from its wheel in an empty environment."""

from __future__ import annotations

import json
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
UV = Path(sysconfig.get_path("scripts")) / "uv"
PLUGINS = ("android", "bench", "models", "ubuntu", "visualprompt")

pytestmark = pytest.mark.wheels


def run(*command: str | Path, **options: object) -> str:
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, check=False, **options)
    assert done.returncode == 0, f"{command} failed:\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="session")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheels")
    for source in (ROOT, *(ROOT / "plugins" / f"crab_{name}" for name in PLUGINS)):
        run(
            UV,
            "build",
            "--quiet",
            "--wheel",
            "--no-build-isolation",
            "--python",
            sys.executable,
            "-o",
            folder,
            source,
        )
    return folder


def install(folder: Path, wheels: Path, *names: str) -> Path:
    """A new environment with these distributions and what they need; gives its folder of programs."""
    run(UV, "venv", "--quiet", "--python", sys.executable, folder)
    run(UV, "pip", "install", "--quiet", "--python", folder / "bin/python", "--find-links", wheels, *names)
    return folder / "bin"


def test_the_core_brings_at_most_twelve_distributions(wheels: Path, tmp_path: Path) -> None:
    programs = install(tmp_path / "env", wheels, "crab-core")
    listed = json.loads(run(UV, "pip", "list", "--python", programs / "python", "--format", "json"))
    assert len(listed) <= 12, [item["name"] for item in listed]
    facts = json.loads(run(programs / "crab", "plugins", "--json", cwd=tmp_path))
    assert [plugin["distribution"] for plugin in facts["plugins"]] == ["crab-core"]
    assert facts["broken"] == []


@pytest.mark.parametrize("name", PLUGINS)
def test_a_plugin_runs_from_its_wheel_alone(name: str, wheels: Path, tmp_path: Path) -> None:
    programs = install(tmp_path / "env", wheels, f"crab-{name}")
    facts = json.loads(run(programs / "crab", "plugins", "--json", cwd=tmp_path))
    assert facts["broken"] == []
    [plugin] = [p for p in facts["plugins"] if p["distribution"] == f"crab-{name}"]
    assert plugin["brings"], "it registers something"
    files = run(UV, "pip", "show", "--files", "--python", programs / "python", f"crab-{name}")
    assert f"crab_{name}/py.typed" in files


def test_what_a_plugin_registers_can_be_imported_from_its_wheel(wheels: Path, tmp_path: Path) -> None:
    programs = install(tmp_path / "env", wheels, "crab-bench", "crab-visualprompt")
    code = (
        "from crab_core.plugins import Plugins\n"
        "plugins = Plugins.load()\n"
        "for kind in 'environments providers prompters policies tasks subtasks commands'.split():\n"
        "    for spec in getattr(plugins, kind).values(): spec.load(); print(spec.kind, spec.name)\n"
    )
    printed = run(programs / "python", "-c", code, cwd=tmp_path)
    assert "task todo_settings" in printed
    assert "environment android" in printed


def test_a_third_partys_plugin_adds_an_environment_and_a_task(wheels: Path, tmp_path: Path) -> None:
    programs = install(tmp_path / "env", wheels, "crab-core", "hatchling")
    source = ROOT / "tests" / "third_party_plugin"
    run(UV, "pip", "install", "--quiet", "--python", programs / "python", "--no-build-isolation", source)
    out = tmp_path / "out"
    facts = json.loads(
        run(programs / "crab", "run", "--task", "count", "--seed", "4", "--out", out, "--json", cwd=tmp_path)
    )
    [episode] = facts["episodes"]
    assert episode["termination"] == "success"
    assert episode["metrics"]["completion_ratio"] == 1.0
    listed = json.loads(run(programs / "crab", "list", "actions", "-e", "counter", "--json", cwd=tmp_path))
    assert [action["name"] for action in listed["actions"]] == ["add"]
    run(programs / "crab", "validate", "count", "--out", tmp_path / "validation", cwd=tmp_path)


def test_a_new_plugin_passes_its_own_tests(wheels: Path, tmp_path: Path) -> None:
    programs = install(tmp_path / "env", wheels, "crab-core", "hatchling", "pytest")
    run(programs / "crab", "new", "plugin", "crab-button", cwd=tmp_path)
    run(
        UV, "pip", "install", "--quiet", "--python", programs / "python", "--no-build-isolation",
        tmp_path / "crab-button",
    )  # fmt: skip
    assert "passed" in run(programs / "python", "-m", "pytest", "-q", tmp_path / "crab-button", cwd=tmp_path)
    run(programs / "crab", "validate", "button_press", cwd=tmp_path)

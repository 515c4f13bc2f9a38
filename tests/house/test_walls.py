"""Plugins use only what the core makes public, and registering imports nothing heavy."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PLUGINS = sorted((ROOT / "plugins").glob("crab_*/src/crab_*"))
PUBLIC = {
    "crab_core",
    "crab_core.chat",
    "crab_core.host",
    "crab_core.host.serve",
    # for plugins that bring commands
    "crab_core.cli.output",
    "crab_core.cli.playing",
    "crab_core.config",
    "crab_core.metrics",
    "crab_core.model_pool",
    "crab_core.plugins",
    "crab_core.rig",
    "crab_core.png",
    "crab_core.serving",
}
HEAVY = {
    "PIL",
    "Xlib",
    "adbutils",
    "click",
    "dbus_fast",
    "isal",
    "mss",
    "networkx",
    "numpy",
    "openai",
    "pydantic",
    "skia",
}


@pytest.mark.parametrize("package", PLUGINS, ids=lambda path: path.name)
def test_a_plugin_imports_only_public_modules_of_the_core(package: Path) -> None:
    odd = []
    for file in package.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = []
            if isinstance(node, ast.ImportFrom) and not node.level:
                names = [node.module or ""]
            elif isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            odd += [
                f"{file.relative_to(ROOT)}:{node.lineno} {name}"
                for name in names
                if name.split(".")[0] == "crab_core" and name not in PUBLIC
            ]
    assert odd == []


@pytest.mark.parametrize("package", PLUGINS, ids=lambda path: path.name)
def test_a_plugins_hooks_import_nothing_heavy(package: Path) -> None:
    code = f"import sys, {package.name}.plugin; print(*{{m.split('.')[0] for m in sys.modules}})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) & HEAVY == set()


def test_listing_plugins_imports_nothing_heavy() -> None:
    code = (
        "import sys\nfrom crab_core.plugins import Plugins\np = Plugins.load()\n"
        "p.environments, p.providers, p.prompters, p.models, p.tasks, p.commands\n"
        "print(*{m.split('.')[0] for m in sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) & HEAVY == set()

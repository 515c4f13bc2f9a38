"""What may import what, and what the plugin registers."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import crab_android
from crab_android import plugin

ROOT = Path(crab_android.__file__).parent


def imports(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def test_nothing_outside_the_phone_imports_it():
    outside = [path for path in ROOT.rglob("*.py") if ROOT / "phone" not in path.parents]
    assert len(outside) > 15
    for path in outside:
        assert not [name for name in imports(path) if f"{name}.".startswith("crab_android.phone.")], path


def relative_imports(path: Path) -> set[str]:
    """The modules of this distribution that a file imports relative to itself, as full names."""
    names: set[str] = set()
    parts = path.relative_to(ROOT.parent).with_suffix("").parts
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.level:
            names.add(".".join([*parts[: -node.level], *([node.module] if node.module else [])]))
    return names


def test_an_app_uses_nothing_of_the_phone_but_the_kit():
    apps = sorted(path for path in (ROOT / "phone" / "apps").iterdir() if (path / "manifest.py").is_file())
    assert len(apps) > 10
    for app in apps:
        own = f"crab_android.phone.apps.{app.name}"
        for path in app.rglob("*.py"):
            used = {name for name in imports(path) | relative_imports(path) if name.startswith("crab_")}
            foreign = {
                name for name in used if not f"{name}.".startswith((f"{own}.", "crab_android.phone.kit."))
            }
            assert not foreign, path


def test_the_built_in_apps_are_registered_through_the_hook_like_any_others():
    from crab_android.phone.catalog import BUILT_IN, load_app
    from crab_android.phone_apps import BUILT_IN as REGISTERED

    assert [spec.factory for spec in REGISTERED] == list(BUILT_IN)
    assert [spec.name for spec in REGISTERED] == [load_app(place).package for place in BUILT_IN]


def test_the_phone_imports_nothing_of_crab_outside_itself_but_how_pictures_are_written_and_how_to_listen():
    own = ("crab_android.phone", "crab_core.png", "crab_core.serving")
    for path in (ROOT / "phone").rglob("*.py"):
        wrong = [name for name in imports(path) if name.startswith("crab_") and not name.startswith(own)]
        assert not wrong, path


def test_the_plugin_imports_nothing_heavy():
    heavy = ("skia", "numpy", "adbutils", "pydantic")
    code = f"import sys, crab_android.plugin; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_every_registered_thing_can_be_loaded():
    specs = [
        *plugin.crab_register_environments(),
        *plugin.crab_register_providers(),
        *plugin.crab_register_commands(),
    ]
    assert [spec.name for spec in specs] == ["android", "simulated", "adb", "emulator", "phone"]
    for spec in specs:
        assert spec.load()


def test_the_action_space_has_the_papers_actions():
    from crab_android.actions import ACTIONS

    assert {action.name for action in ACTIONS} >= {
        "tap",
        "long_tap",
        "swipe",
        "write_text",
        "press",
        "open_app_drawer",
    }
    for action in ACTIONS:
        assert action.description
        described = action.schema["parameters"]["properties"].values()
        assert all(parameter.get("description") for parameter in described), action.name


def test_every_file_is_short_enough_to_read():
    for path in ROOT.rglob("*.py"):
        assert len(path.read_text().splitlines()) < 400, path

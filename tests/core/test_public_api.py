"""The public face: everything listed is there and documented, and importing it is light."""

from __future__ import annotations

import inspect
import json
import os
import subprocess
import sys
from typing import Any

import pytest

import crab_core


@pytest.mark.parametrize("name", crab_core.__all__)
def test_every_public_name_is_there_and_documented(name: str) -> None:
    thing = getattr(crab_core, name)
    if inspect.isclass(thing) or inspect.isfunction(thing):
        doc = inspect.getdoc(thing)
        assert doc
        assert not doc.startswith(f"{name}("), "a generated signature documents nothing"


def public_members() -> list[tuple[str, Any]]:
    found = []
    for name in crab_core.__all__:
        thing = getattr(crab_core, name)
        if inspect.isclass(thing):
            found += [(f"{name}.{m}", o) for m, o in vars(thing).items() if not m.startswith("_")]
    return found


def test_every_public_method_is_documented() -> None:
    callables = (property, classmethod, staticmethod)
    silent = [
        name
        for name, member in public_members()
        if (inspect.isfunction(member) or isinstance(member, callables))
        and not inspect.getdoc(getattr(member, "__func__", member))
    ]
    assert not silent


def test_the_list_of_public_names_is_sorted_and_complete() -> None:
    assert crab_core.__all__ == sorted(crab_core.__all__, key=lambda n: (not n.isupper(), n[0].islower(), n))
    imported = {
        name
        for name, thing in vars(crab_core).items()
        if not name.startswith("_") and not inspect.ismodule(thing)
    }
    assert imported == set(crab_core.__all__)


def in_a_bare_process(program: str) -> Any:
    """Run a program without display and session bus, in a process that may not open a socket."""
    no_network = (
        "import sys\n"
        "def refuse(event, arguments):\n"
        "    if event.startswith('socket.') or event in ('os.fork', 'subprocess.Popen'):\n"
        "        raise RuntimeError(f'{event}{arguments}')\n"
        "sys.addaudithook(refuse)\n"
    )
    kept = {k: v for k, v in os.environ.items() if k in ("PATH", "HOME", "LANG")}
    done = subprocess.run(
        [sys.executable, "-c", no_network + program],
        env=kept,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


HEAVY = {
    "pydantic",
    "pydantic_core",
    "networkx",
    "click",
    "rich",
    "PIL",
    "numpy",
    "asyncio",
    "docstring_parser",
}


def test_importing_the_core_needs_no_display_no_network_and_nothing_heavy() -> None:
    modules = in_a_bare_process("import crab_core, json; print(json.dumps(list(sys.modules)))")
    assert "crab_core" in modules
    assert not HEAVY & {name.partition(".")[0] for name in modules}
    assert not [name for name in modules if name.startswith(("crab_ubuntu", "crab_android", "crab_bench"))]


def test_every_module_of_the_core_can_be_imported_without_display_and_network() -> None:
    program = """
import importlib, json, pkgutil, crab_core
names = [m.name for m in pkgutil.walk_packages(crab_core.__path__, "crab_core.")]
for name in names:
    if not name.endswith("__main__"):
        importlib.import_module(name)
print(json.dumps(names))
"""
    assert "crab_core.run" in in_a_bare_process(program)


def test_defining_actions_and_tasks_needs_no_validation_library() -> None:
    program = """
import json, crab_core as crab
@crab.action
def press(key: str, times: int = 1) -> None:
    '''Press a key.'''
@crab.evaluator(env="e")
def pressed() -> bool:
    '''Whether.'''
    return True
crab.Task(id="t", description="", worlds={"e": {}}, graph=crab.CheckpointGraph({"a": pressed & ~pressed}))
print(json.dumps("pydantic" in sys.modules))
"""
    assert in_a_bare_process(program) is False

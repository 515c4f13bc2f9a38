"""What docs/compose.md shows works as it says."""

from __future__ import annotations

import json
import re
import sys
import types
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from toys import listing

import crab_core as crab
from crab_core.compose.writing import from_json, to_json
from crab_core.families import catalogue, subtask_family
from crab_core.plugins import Plugins
from crab_core.rig import Rig
from crab_core.validate import Validator

PAGE = Path(__file__).parents[2] / "docs" / "compose.md"


class Mail(crab.Environment):
    """The device of the page."""

    name, description = "mail", "A mail program."

    def on_reset(self, world: Mapping[str, Any], seed: int) -> None:
        self.people = dict(world["people"])
        self.outbox: list[list[str]] = []
        self.seen: list[str] = []

    def state(self) -> dict[str, Any]:
        return {"outbox": list(self.outbox)}


@crab.action
def look_up(env: Mail, name: str) -> str:
    """Look somebody up."""
    env.seen.append(name)
    return str(env.people.get(name, ""))


@crab.action
def send(env: Mail, to: str, text: str) -> None:
    """Send a mail."""
    env.outbox.append([to, text])


@crab.evaluator(env="mail")
def looked_up(env: Mail, name: str) -> bool:
    """Whether somebody was looked up."""
    return name in env.seen


@crab.evaluator(env="mail")
def sent(env: Mail, to: str, text: str) -> bool:
    """Whether a mail was sent."""
    return [to, text] in env.outbox


Mail.actions, Mail.evaluators = (look_up, send), (looked_up, sent)


@pytest.fixture
def plugins(monkeypatch: pytest.MonkeyPatch) -> Plugins:
    """The plugin of the page, put together from its blocks."""
    from crab_core import builtin

    environment = types.ModuleType("my_plugin.environment")
    environment.looked_up, environment.sent = looked_up, sent  # type: ignore[attr-defined]
    mail = types.ModuleType("my_plugin.mail")
    for name, module in {
        "": types.ModuleType("my_plugin"),
        ".environment": environment,
        ".mail": mail,
    }.items():
        monkeypatch.setitem(sys.modules, f"my_plugin{name}", module)
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    exec(compile("\n".join(blocks), str(PAGE), "exec"), mail.__dict__)
    device = types.SimpleNamespace(
        crab_register_environments=crab.hookimpl(
            listing(crab.EnvironmentSpec("mail", "Mail.", "test_compose_docs:Mail"))
        )
    )
    monkeypatch.setitem(sys.modules, "test_compose_docs", sys.modules[__name__])
    made = Plugins()
    made.register("core", lambda: builtin, "crab-core", "0")
    made.register("device", lambda: device)
    made.register("mail", lambda: mail)
    assert made.broken == ()
    return made


@pytest.mark.parametrize("seed", [0, 1])
def test_the_pages_composition_proves_itself(plugins: Plugins, seed: int) -> None:
    from crab_core.compose.realise import family

    made = sys.modules["my_plugin.mail"].write_to_somebody
    with Rig(plugins) as rig:
        validation = Validator(rig).validate("page", family(made, catalogue(plugins)), seed)
    assert validation.ok, [check for check in validation.checks if not check.ok]


def test_the_pages_sub_task_proves_itself(plugins: Plugins) -> None:
    with Rig(plugins) as rig:
        validation = Validator(rig).validate("page", subtask_family(plugins, "find_address"), 0)
    assert validation.ok, [check for check in validation.checks if not check.ok]


def test_the_pages_file_has_the_form_of_files_that_are_written(plugins: Plugins) -> None:
    from crab_core.compose.realise import draft

    [shown] = re.findall(r"```json\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    facts = json.loads(shown)
    made = draft(sys.modules["my_plugin.mail"].write_to_somebody, catalogue(plugins), facts["seed"])
    written = to_json(made)
    assert facts.keys() == written.keys()
    assert [facts[key] for key in ("adjlist", "links", "format")] == [
        written[key] for key in ("adjlist", "links", "format")
    ]
    assert [s.keys() for s in facts["sub_tasks"]] == [s.keys() for s in written["sub_tasks"]]
    from_json(written, catalogue(plugins))

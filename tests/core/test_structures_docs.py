"""docs/agents.md tells the truth: its plugin plays, and its tables list what there is."""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from types import ModuleType

import pytest
from scripted import ScriptedModel, ScriptedModels, reply
from toys import climb, counter_benchmark, toy_plugins

import crab_core as crab
from crab_core.chat import ChatOptions
from crab_core.chat.templates import FOLDER
from crab_core.config import RunConfig
from crab_core.metering import EpisodeModels
from crab_core.player import make_policy

PAGE = (Path(__file__).parents[2] / "docs" / "agents.md").read_text(encoding="utf-8")
TEMPLATES = {str(path.relative_to(FOLDER)): path.read_text(encoding="utf-8") for path in FOLDER.rglob("*.md")}


def block(language: str, name: str) -> str:
    """The block of code that begins with the name of its file."""
    [code] = re.findall(rf"```{language}\n(# {name}\n.*?)```", PAGE, re.DOTALL)
    return str(code)


@pytest.fixture
def plan_first(tmp_path: Path) -> Iterator[ModuleType]:
    file = tmp_path / "crab_plan_first.py"
    file.write_text(block("python", "crab_plan_first.py"), encoding="utf-8")
    spec = importlib.util.spec_from_file_location("crab_plan_first", file)
    assert spec
    assert spec.loader
    module = sys.modules["crab_plan_first"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    yield module
    del sys.modules["crab_plan_first"]


def test_the_policy_on_the_page_is_a_plugin_that_plays(plan_first: ModuleType) -> None:
    plugins = toy_plugins()
    plugins.register("plan_first", lambda: plan_first, "crab-plan-first", "0.1.0")
    policy = make_policy(plugins, "plan_first", {"model": "one"})
    model = ScriptedModel(reply("1. Add 2."), reply("I add.", ("add", {"amount": 2})))
    task = climb(2)
    models = EpisodeModels(ScriptedModels(model).get, task.limits)
    result = crab.Episode("e", task, counter_benchmark(), policy, models=models).run()
    assert result.termination is crab.Termination.SUCCESS
    assert set(models.agents) == {"planner", "main"}
    assert "The plan:\n1. Add 2." in model.requests[1].text
    assert "Raise the number to 2." in model.requests[0].messages[0].text


def test_the_policy_on_the_page_has_the_options_of_all_others(plan_first: ModuleType) -> None:
    policy = plan_first.PlanFirst(model="one", mode="json", see="text", critic=1)
    model = ScriptedModel(
        reply("1. Complete."),
        *(reply('```json\n{"name": "complete", "arguments": {}}\n```'), reply("VERDICT: NOT DONE: add 2")),
        reply('```json\n{"name": "add", "arguments": {"amount": 2}}\n```'),
    )
    task = climb(2)
    models = EpisodeModels(ScriptedModels(model).get, task.limits)
    result = crab.Episode("e", task, counter_benchmark(), policy, models=models).run()
    assert result.termination is crab.Termination.SUCCESS
    assert result.metrics.steps == 1


def test_the_experiment_on_the_page_is_valid() -> None:
    import tomllib

    facts = tomllib.loads(block("toml", "agents-experiment.toml"))
    config = RunConfig.from_facts(facts)
    assert ChatOptions.read(config.policy, config.policy_options).models == ("planner", "openai:gpt-5-mini")


def test_every_option_is_listed_with_its_default() -> None:
    table = dict(re.findall(r"^\| `(\w+)` \| (.*?) \|", PAGE, re.MULTILINE))
    for option in fields(ChatOptions):
        assert option.name in table
        if isinstance(option.default, bool | int) or option.name in ("mode", "see"):
            shown = table[option.name].strip('`"').replace("false", "False")
            assert shown == str(option.default), option.name


def test_every_template_is_listed_and_no_other() -> None:
    listed = set(re.findall(r"`(\w+/\w+\.md)`", PAGE))
    assert listed == set(TEMPLATES)


@pytest.mark.parametrize("name", TEMPLATES)
def test_every_name_in_a_template_is_on_the_page(name: str) -> None:
    used = set(re.findall(r"\$(\w+)", TEMPLATES[name]))
    listed = set(re.findall(r"`\$(\w+)`", PAGE))
    assert used <= listed

"""The page on seeing tells the truth about evaluators."""

from __future__ import annotations

import re
from pathlib import Path

from crab_visualprompt.evaluators.desktop import EVALUATORS

PAGE = Path(__file__).parents[3] / "docs" / "seeing.md"


def test_every_evaluator_is_on_the_page_with_its_arguments():
    told = set(re.findall(r"^\| `(\w+\([^`]*\))` \| [A-Z]", PAGE.read_text(encoding="utf-8"), re.MULTILINE))
    assert told == {
        f"{one.name}({', '.join(p.name + ('' if p.required else '?') for p in one.parameters)})"
        for one in EVALUATORS
    }


def test_the_example_of_the_page_can_be_bound():
    [code] = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    known: dict[str, object] = {}
    exec(code, known)
    assert [leaf.environment for leaf in known["done"].leaves()] == ["ubuntu", "ubuntu"]
    assert known["seen"].environment == "android"
    assert known["shown"].call().arguments["rows"][0] == [{"text": "Our holiday"}]


def test_every_argument_is_described():
    for evaluator in EVALUATORS:
        for name, definition in evaluator.schema["parameters"]["properties"].items():
            assert definition.get("description"), f"{evaluator.name} does not say what {name} is"

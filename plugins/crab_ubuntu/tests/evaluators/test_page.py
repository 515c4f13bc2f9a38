"""docs/desktop-evaluators.md lists what there is."""

from __future__ import annotations

import re
from pathlib import Path

from crab_ubuntu import evaluators
from crab_ubuntu.evaluators import EVALUATORS

PAGE = Path(__file__).parents[4] / "docs" / "desktop-evaluators.md"


def test_the_page_lists_every_evaluator_with_its_arguments_and_first_line() -> None:
    rows = re.findall(r"^\| `(.*?)` \| (.*) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    wanted = []
    for evaluator in EVALUATORS:
        arguments = ", ".join(f"{p.name}{'' if p.required else '?'}" for p in evaluator.parameters)
        wanted.append((f"{evaluator.name}({arguments})", evaluator.description.splitlines()[0]))
    assert sorted(rows) == sorted(wanted)


def test_every_evaluator_can_be_imported_from_the_package() -> None:
    assert sorted(evaluators.__all__) == sorted(["EVALUATORS", *(e.name for e in EVALUATORS)])
    for evaluator in EVALUATORS:
        assert getattr(evaluators, evaluator.name) is evaluator


def test_every_argument_is_described() -> None:
    for evaluator in EVALUATORS:
        for name, definition in evaluator.schema["parameters"]["properties"].items():
            assert definition.get("description"), f"{evaluator.name} does not say what {name} is"

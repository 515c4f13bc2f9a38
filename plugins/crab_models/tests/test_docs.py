"""docs/models.md tells the truth about options, settings and how to write a back end."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

from crab_core import Message, ModelBackend, Text
from crab_models.backend import SdkBackend
from crab_models.plugin import crab_register_models

PAGE = (Path(__file__).parents[3] / "docs" / "models.md").read_text(encoding="utf-8")
SPECS = {spec.name: spec for spec in crab_register_models()}


def options(backend: type[SdkBackend]) -> dict[str, inspect.Parameter]:
    """Options by name, as the constructor of a back end has them itself."""
    parameters = inspect.signature(backend.__init__).parameters.values()
    return {p.name: p for p in parameters if p.kind is p.KEYWORD_ONLY}


def documented() -> set[str]:
    """The options in the tables of the page."""
    table = PAGE.partition("## Options")[2].partition("## Keys")[0]
    cells = re.findall(r"^\| [^|]*\|?[^|]*", table, re.MULTILINE)
    return {name for cell in cells for name in re.findall(r"`([a-z_]+)`", cell)}


def test_every_option_of_every_back_end_is_documented():
    for backend in (SdkBackend, *(spec.load() for spec in SPECS.values())):
        assert set(options(backend)) - documented() == set(), backend.__name__


def test_every_documented_option_is_there():
    known = {name for spec in SPECS.values() for name in options(spec.load())} | set(options(SdkBackend))
    assert documented() - known - set(SPECS) - {"true", "false"} == set()


def test_the_documented_defaults_are_the_real_ones():
    for name in ("timeout", "retries"):
        assert re.search(rf"\| `{name}` \| {options(SdkBackend)[name].default:g} \|", PAGE)


@pytest.mark.parametrize("spec", SPECS.values(), ids=SPECS)
def test_every_provider_is_documented_with_its_keys(spec):
    assert f"| `{spec.name}` |" in PAGE
    backend = spec.load()
    for variable in (*backend.key_variables, *filter(None, [backend.address_variable])):
        assert variable in PAGE


def test_the_back_end_of_the_page_works():
    blocks = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    (block,) = [block for block in blocks if "class Parrot" in block]
    space: dict[str, type[ModelBackend]] = {}
    exec(block, space)
    parrot = space["Parrot"]("grey", louder=True)
    assert parrot.complete([Message("user", (Text("hello"),))]).text == "HELLO"
    assert parrot.name == "parrot:grey"
    parrot.close()

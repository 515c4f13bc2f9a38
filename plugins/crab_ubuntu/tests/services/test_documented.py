"""What docs/desktop-network.md shows is what works."""

from __future__ import annotations

import re
import sys
import types
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from crab_core.plugins import Plugins
from crab_ubuntu import hookspecs
from crab_ubuntu.evaluators.services import EVALUATORS
from crab_ubuntu.services.chat.options import ChatOptions
from crab_ubuntu.services.plan import read_services
from crab_ubuntu.services.site.options import SiteOptions

if TYPE_CHECKING:
    from collections.abc import Callable

    from .conftest import Served

PAGE = Path(__file__).parents[4] / "docs" / "desktop-network.md"


def blocks() -> list[str]:
    return re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)


def test_the_world_of_the_page_can_be() -> None:
    names: dict[str, Any] = {}
    exec(blocks()[0], names)
    exec(blocks()[1], names)
    world = names["world"]
    assert len(read_services(world["services"])) == 3
    chat = {"service": "chat", "people": {"ana": {}, "ben": {}}, "channels": {"#general": {}}}
    read_services({"chat.crab.test": {**chat, "replies": names["replies"]}})


def test_the_service_of_the_page_works(serve: Callable[..., Served], monkeypatch: pytest.MonkeyPatch) -> None:
    module = types.ModuleType("crab_counter")
    monkeypatch.setitem(sys.modules, "crab_counter", module)
    exec(blocks()[3], vars(module))
    plugins = Plugins()
    plugins.add_hooks("ubuntu", lambda: hookspecs)
    plugins.register("counter", lambda: module, "crab-counter")
    assert not plugins.broken
    served = serve({"counter.crab.test": {"service": "counter", "start": 4}}, plugins=plugins)
    with served.connect(7000) as client:
        client.sendall(b"one\ntwo\n")
        stream = client.makefile("rb")
        assert (stream.readline(), stream.readline()) == (b"5\n", b"6\n")
        stream.close()
    assert served.state() == {"service": "counter", "failures": 0, "count": 6}


@pytest.mark.parametrize("option", [*SiteOptions.model_fields, *ChatOptions.model_fields])
def test_every_option_is_on_the_page(option: str) -> None:
    assert f"`{option}`" in PAGE.read_text("utf-8")


@pytest.mark.parametrize("evaluator", EVALUATORS, ids=lambda evaluator: str(evaluator.name))
def test_every_evaluator_is_on_the_page_with_its_arguments(evaluator: Any) -> None:
    arguments = ", ".join(p.name for p in evaluator.parameters if p.name != "env")
    assert f"`{evaluator.name}({arguments})`" in PAGE.read_text("utf-8")

"""Engines that several threads may use are made once for the process; frames stay each reader's own."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ClassVar

import numpy as np
import pytest

from crab_core import OcrSpec, TextLine, UnknownNameError, UsageError
from crab_core.plugins import Plugins, Registry
from crab_visualprompt import engines
from crab_visualprompt.engines import engine_named
from crab_visualprompt.ocr.rapid import RapidOcr
from crab_visualprompt.ocr.reader import Reader
from crab_visualprompt.sources import Sources


class Plain:
    """An engine of a plugin that says nothing about threads."""

    name = "plain"
    made = 0

    def __init__(self, *, least: Any = 0.5) -> None:
        type(self).made += 1
        self.least = least

    def read(self, pixels: np.ndarray) -> list[TextLine]:
        return []


class Shared(Plain):
    name = "shared"
    made = 0
    concurrent: ClassVar[bool] = True


class Slow(Shared):
    """Takes a while to make: others ask for it in the meantime."""

    name = "slow"
    made = 0
    together = threading.Barrier(4, timeout=60)


@pytest.fixture(autouse=True)
def nothing_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "_made", type(engines._made)())
    Plain.made = Shared.made = Slow.made = 0


def registry(_: Plugins) -> Registry[OcrSpec]:
    specs = [OcrSpec(c.name, "Reads nothing.", f"{__name__}:{c.__name__}") for c in (Plain, Shared, Slow)]
    found: Any = {spec.name: spec for spec in specs}
    return found


def named(name: str, **options: Any) -> Any:
    return engine_named(registry, name, options)


def test_everybody_gets_the_same_engine() -> None:
    assert named("shared") is named("shared")
    assert Shared.made == 1


def test_other_options_are_another_engine() -> None:
    assert named("shared", least=0.1) is not named("shared", least=0.2)
    assert named("shared", least=0.1) is named("shared", least=0.1)


def test_an_engine_that_says_nothing_of_threads_is_not_shared() -> None:
    assert named("plain") is not named("plain")


def test_options_that_cannot_be_compared_make_another_engine() -> None:
    assert named("shared", least={1}) is not named("shared", least={1})


def test_the_engine_asked_for_longest_ago_is_forgotten() -> None:
    first = named("shared", least=0)
    for least in range(1, engines.KEPT):
        named("shared", least=least)
    assert named("shared", least=0) is first
    named("shared", least=-1)
    assert named("shared", least=0) is first
    assert named("shared", least=1).least == 1
    assert Shared.made == engines.KEPT + 2


def test_threads_that_ask_at_the_same_time_get_the_same_engine() -> None:
    def ask(_: int) -> Any:
        Slow.together.wait()
        return named("slow")

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(ask, range(4)))
    assert len(set(map(id, found))) == Slow.made == 1


def test_options_that_it_does_not_take_are_told() -> None:
    with pytest.raises(UsageError, match=r"'shared'.*nonsense"):
        named("shared", nonsense=1)
    assert named("shared").least == 0.5


def test_the_engines_of_this_plugin_may_all_be_shared() -> None:
    plugins = Plugins.load()
    specs = [*plugins.ocr_engines.values(), *plugins.detectors.values()]
    own = [spec.load() for spec in specs if spec.factory.startswith("crab_visualprompt.")]
    assert len(own) >= 6
    assert all(factory.concurrent for factory in own)


def test_prompters_share_an_engine_and_not_what_they_have_seen() -> None:
    readers = [Sources("ocr", "rapidocr")._ocr for _ in range(2)]
    assert all(isinstance(reader, Reader) for reader in readers)
    assert readers[0] is not readers[1]
    assert readers[0].engine is readers[1].engine  # type: ignore[union-attr]


def test_an_unknown_engine_is_an_error_each_time() -> None:
    for _ in range(2):
        with pytest.raises(UnknownNameError, match="nothing"):
            engine_named(lambda plugins: plugins.ocr_engines, "nothing")


def test_threads_read_the_same_with_one_engine(pictures: Any) -> None:
    engine = RapidOcr(threads=1)
    pages = [pictures.written((20, 30, text)) for text in ("Open the door", "Close 42 windows", "Send mail")]
    alone = [engine.read(page) for page in pages]
    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(engine.read, pages * 4)) == alone * 4

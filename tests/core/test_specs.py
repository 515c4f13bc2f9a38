"""Specs: what plugins register is made with options that are checked by name."""

from __future__ import annotations

from typing import Any

import pytest

from crab_core import UsageError
from crab_core.specs import ModelSpec, PolicySpec


class Base:
    def __init__(self, model: str, *, timeout: float = 1.0, retries: int = 4) -> None:
        self.model = model
        self.retries = retries


class Handing(Base):
    def __init__(self, model: str, *, effort: str = "", **options: Any) -> None:
        super().__init__(model, **options)


class Plain:
    pass


def picky(*, size: int) -> int:
    return size


def broken(**options: Any) -> int:
    return 1 + "1"  # type: ignore[operator]


def spec(factory: str) -> ModelSpec:
    return ModelSpec("toy", "A toy.", f"{__name__}:{factory}")


def test_options_reach_the_bases() -> None:
    made = spec("Handing").make("one", options={"retries": 2, "effort": "low"})
    assert (made.model, made.retries) == ("one", 2)


@pytest.mark.parametrize(
    ("factory", "option", "said"),
    [
        (
            "Handing",
            "retires",
            "The model 'toy': There is no option named 'retires'. Did you mean 'retries'?",
        ),
        ("Handing", "colour", "Known: effort, retries, timeout."),
        ("Plain", "size", "The model 'toy' takes no options."),
        ("picky", "sized", "There is no option named 'sized'. Did you mean 'size'?"),
        ("broken", "size", "The model 'toy' cannot be made with these options: unsupported operand"),
    ],
)
def test_an_option_that_there_is_not_is_named_with_those_that_there_are(
    factory: str, option: str, said: str
) -> None:
    arguments = ("one",) if factory == "Handing" else ()
    with pytest.raises(UsageError) as error:
        spec(factory).make(*arguments, options={option: 1})
    assert said in str(error.value)


def test_what_the_user_calls_it_is_what_is_named() -> None:
    with pytest.raises(UsageError, match="The policy 'mine' takes no options"):
        PolicySpec("toy", "A toy.", f"{__name__}:Plain").make(chosen="mine", options={"size": 1})

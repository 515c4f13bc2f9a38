"""A shell on a phone: a text goes in, an exit code and two texts come out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from crab_android.phone import Phone
from crab_android.phone.shell.interpreter import Shell


class Answer(NamedTuple):
    code: int
    out: str
    err: str


class Collected:
    """Keeps what a shell writes."""

    def __init__(self) -> None:
        self.stdout = bytearray()
        self.stderr = bytearray()

    async def out(self, data: bytes) -> None:
        self.stdout += data

    async def err(self, data: bytes) -> None:
        self.stderr += data


Sh = Callable[..., Answer]


def run_on(phone: Phone, text: str, data: bytes = b"") -> Answer:
    output = Collected()
    code = asyncio.run(Shell(phone).run(text, output, data))
    texts = (bytes(sink).decode("utf-8", "replace") for sink in (output.stdout, output.stderr))
    return Answer(code, *texts)


@pytest.fixture
def sh(phone: Phone) -> Sh:
    """Runs a program on the phone."""
    return lambda text, data=b"": run_on(phone, text, data)


@pytest.fixture
def collected() -> type[Collected]:
    """The class that keeps what a shell writes, for tests that run a shell themselves."""
    return Collected


@pytest.fixture(scope="session")
def run() -> Callable[..., Answer]:
    """Runs a program on a phone of the test's own."""
    return run_on


@pytest.fixture(scope="session")
def fresh() -> Callable[[], Phone]:
    """A phone as it was at the start, at once: for tests with many examples."""
    phone = Phone({"tasks": []})
    start = phone.snapshot()

    def restored() -> Phone:
        phone.restore(start)
        return phone

    return restored


@pytest.fixture
def form(phone: Phone, hand: Any) -> Any:
    """An app of the tests' own in front: a text field that has the focus, a button to another page."""
    phone.packages.install(
        {
            "package": "test.example.form",
            "label": "Form",
            "screens": {
                "main": {"title": "Form", "rows": [{"field": "Name"}, {"button": "More", "opens": "more"}]},
                "more": {"title": "More", "rows": [{"text": "The end"}]},
            },
        }
    )
    phone.launch("test.example.form")
    hand.tap(text="Name")
    return hand

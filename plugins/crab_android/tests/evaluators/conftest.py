"""Evaluators against a phone in a world, through the real adb."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from crab_android.device.link import AdbLink
from crab_android.environment import AndroidEnvironment
from crab_android.phone import Phone
from crab_core import EvaluatorCall, Verdict


@dataclass
class Judge:
    """Asks the evaluators of one phone, and does to the phone what a person could have done."""

    env: AndroidEnvironment
    call: Callable[[Callable[[Phone], Any]], Any]

    def __call__(self, name: str, /, **arguments: Any) -> bool:
        """Whether an evaluator passes; an error of the evaluator is an error of the test."""
        (outcome,) = self.env.evaluate([EvaluatorCall("android", name, arguments)])
        assert isinstance(outcome, Verdict), outcome
        assert outcome.reason
        return outcome.passed

    def reason(self, name: str, /, **arguments: Any) -> str:
        (outcome,) = self.env.evaluate([EvaluatorCall("android", name, arguments)])
        assert isinstance(outcome, Verdict), outcome
        return outcome.reason

    def error(self, name: str, /, **arguments: Any) -> str:
        """What kind of error an evaluator ends with, which is neither passed nor failed."""
        (outcome,) = self.env.evaluate([EvaluatorCall("android", name, arguments)])
        assert not isinstance(outcome, Verdict), outcome
        return outcome.kind

    def world(self, **world: Any) -> None:
        """Put the phone into a world."""
        self.call(lambda phone: phone.reset(world))

    def insert(self, uri: str, **values: Any) -> int:
        return self.call(lambda phone: phone.content.insert(uri, values))

    def update(self, uri: str, number: int, **values: Any) -> None:
        self.call(lambda phone: phone.content.update(uri, number, values))

    def delete(self, uri: str, number: int) -> None:
        self.call(lambda phone: phone.content.delete(uri, number))

    def rows(self, uri: str) -> list[dict[str, Any]]:
        return self.call(lambda phone: phone.content.query(uri))

    def tap(self, text: str) -> None:
        """Touch the first element that says this."""
        elements = self.env.read_screen().elements
        node = next((name for name, seen in elements.items() if text in seen.texts), None)
        assert node is not None, f"nothing says {text!r}:\n{self.env.show_text()}"
        self.env.act("tap", {"node": node})

    def tap_part(self, text: str, role: str) -> None:
        """Touch the first element of a role that begins with this."""
        elements = self.env.read_screen().elements
        for name, seen in elements.items():
            if seen.role == role and any(said.startswith(text) for said in seen.texts):
                self.env.act("tap", {"node": name})
                return
        raise AssertionError(f"no {role} begins with {text!r}:\n{self.env.show_text()}")

    def show(self, package: str, screen: str | None = None, **args: Any) -> None:
        """Bring a screen of an app to the front."""
        self.call(lambda phone: phone.start(package, screen, args) if screen else phone.launch(package))


@pytest.fixture
def judge(adb) -> Iterator[Judge]:
    environment = AndroidEnvironment(link=AdbLink(adb.serial, port=adb.port))
    environment.reset()
    yield Judge(environment, adb.server.call)
    environment.close()

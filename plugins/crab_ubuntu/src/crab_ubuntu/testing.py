"""For tests: somebody who looks at a desktop and uses it as an agent would, by what the UI tree shows.

Applications do things in their own time, and on a busy machine that is longer than a desktop waits to come to
rest. So what is expected is waited for: `until`, `soon`, `no_longer`, `find`, `sees` and `front`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, TypeVar

from crab_core import Device, EvaluatorCall, InvalidAction, Screenshot, UiNode, UiTree, Verdict

PATIENCE = 60.0
"""Seconds for which something is waited for that is sure to come: only a test that fails takes so long."""
RESTS = 3
"""How often a desktop may come to no rest before somebody goes on all the same."""

Found = TypeVar("Found")


class Person:
    """Finds things by their names and clicks the middle of their boxes."""

    def __init__(self, device: Device) -> None:
        """Sit down at a desktop."""
        self.device = device
        self._rested = True

    def picture(self) -> Screenshot:
        """What the screen shows."""
        shot = self.device.observe()["screenshot"]
        assert isinstance(shot, Screenshot)
        return shot

    def tree(self) -> UiTree:
        """What the UI tree says."""
        tree = self.device.observe()["ui_tree"]
        assert isinstance(tree, UiTree)
        return tree

    def top(self) -> UiNode | None:
        """The window or dialog on top of the others."""
        return next((n for n in self.tree().root.children if n.role in ("window", "dialog", "alert")), None)

    def until(
        self, condition: Callable[[], Found], missed: str | Callable[[], str] = "that did not come true"
    ) -> Found:
        """Look again and again until something holds, at rests of the desktop.

        Args:
            condition: Tells what was found; nothing true is nothing found.
            missed: What to say when it never comes.

        Returns:
            What the condition told.

        Raises:
            AssertionError: It did not hold within `PATIENCE` seconds.
        """
        deadline = time.monotonic() + PATIENCE
        while not (found := condition()):
            assert time.monotonic() < deadline, missed if isinstance(missed, str) else missed()
            self.device.settle()
        return found

    def find(self, name: str, role: str = "") -> UiNode:
        """The first thing that can be clicked and has this name, from the top of the stack down.

        Raises:
            AssertionError: There is none, also after some time; says what there is.
        """

        def named() -> UiNode | None:
            nodes = self.tree().walk()
            return next(
                (n for n in nodes if n.name == name and "clickable" in n.states and role in ("", n.role)),
                None,
            )

        found = self.until(named, lambda: f"nothing to click is called {name!r}; there is {self.names()}")
        assert found is not None
        return found

    def names(self) -> list[str]:
        """Of all that is on the screen, from the top down."""
        return [node.name for node in self.tree().walk() if node.name]

    def states(self, name: str, role: str = "") -> set[str]:
        """Those of what `find` finds."""
        return set(self.find(name, role).states)

    def shows(self, name: str) -> bool:
        """Whether something of this name is on the screen now."""
        return name in self.names()

    def sees(self, name: str) -> None:
        """Wait until something of this name is on the screen.

        Raises:
            AssertionError: It does not come.
        """
        self.until(lambda: self.shows(name), lambda: f"nothing is called {name!r}; there is {self.names()}")

    def misses(self, name: str) -> None:
        """Wait until nothing of this name is on the screen.

        Raises:
            AssertionError: It stays.
        """
        self.until(lambda: not self.shows(name), f"{name!r} is still there")

    def rest(self) -> None:
        """Wait until the desktop is at rest, on a busy machine longer than a step of an agent does."""
        self._rested = any(self.device.settle().reason == "still" for _ in range(RESTS))

    def do(self, action: str, **arguments: Any) -> Any:
        """Act and wait for the desktop to come to rest."""
        result = self.device.act(action, arguments)
        self.rest()
        return result

    def click(self, name: str, role: str = "", action: str = "click") -> None:
        """Point at the middle of something and click, or do another action that points."""
        box = self.find(name, role).box
        while not self._rested:  # it may still move
            self.rest()
            if (now := self.find(name, role).box) == box:
                break
            box = now
        assert box is not None
        x, y = box.center
        self.do(action, x=x, y=y)

    def front(self, app: str = "", title: str = "") -> None:
        """Bring a window to the front and wait until it has the keyboard.

        Args:
            app: That it belongs to.
            title: That it has, exactly.
        """
        named: dict[str, str] = {"title": title, "match": "exact"} if title else {"app": app}

        def brought() -> bool:
            try:
                self.do("focus_window", **named)
            except InvalidAction:  # it is not there yet
                return False
            told = self.device.act("wait_for_window", {**named, "seconds": 0.1})
            return str(told).endswith("has the focus.")

        self.until(brought, f"no window comes to the front that has {named}")

    def visit(self, address: str, title: str) -> None:
        """Have the browser in front show a page, and wait until it does; one that is starting may miss keys.

        Args:
            address: Of the page.
            title: A part of that of its window.
        """

        def opened() -> bool:
            self.do("hotkey", keys=["ctrl", "l"])
            self.do("write_text", text=f"{address}\n")
            return " is there" in self.device.act("wait_for_window", {"title": title, "seconds": 15})

        self.until(opened, f"no page is called {title!r}")

    def name_file(self, name: str) -> None:
        """Give a name to the dialog that asks for one, once it is there, and wait until it has gone.

        Args:
            name: From the folder that the dialog shows, or absolute.
        """

        def asks() -> str | None:
            top = self.top()
            return top.name if top is not None and top.role == "dialog" else None

        dialog = self.until(asks, "no dialog asks for a name")
        self.do("hotkey", keys=["ctrl", "a"])
        self.do("write_text", text=f"{name}\n")
        self.until(lambda: asks() != dialog, f"{dialog!r} stays")

    def judge(self, evaluator: str, **arguments: Any) -> Verdict:
        """Ask an evaluator now.

        Raises:
            AssertionError: It raised.
        """
        (outcome,) = self.device.evaluate([EvaluatorCall(self.device.name, evaluator, arguments)])
        assert isinstance(outcome, Verdict), outcome
        return outcome

    def soon(self, evaluator: str, **arguments: Any) -> Verdict:
        """Ask an evaluator until it passes.

        Raises:
            AssertionError: It does not; says why.
        """
        return self._becomes(True, evaluator, arguments)

    def no_longer(self, evaluator: str, **arguments: Any) -> Verdict:
        """Ask an evaluator until it does not pass.

        Raises:
            AssertionError: It still does; says why.
        """
        return self._becomes(False, evaluator, arguments)

    def _becomes(self, passed: bool, evaluator: str, arguments: dict[str, Any]) -> Verdict:
        said: list[Verdict] = []

        def so() -> bool:
            said[:] = [self.judge(evaluator, **arguments)]
            return said[0].passed is passed

        self.until(so, lambda: f"{evaluator}: {said[0].reason}")
        return said[0]


def pixels(shot: Screenshot) -> Any:
    """A screenshot of a desktop as an array of height × width × 3."""
    from crab_core import png

    return png.decode(shot.data)

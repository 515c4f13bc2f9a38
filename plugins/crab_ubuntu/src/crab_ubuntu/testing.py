"""For tests: somebody who looks at a desktop and uses it as an agent would, by what the UI tree shows."""

from __future__ import annotations

from typing import Any

from crab_core import Device, EvaluatorCall, Screenshot, UiNode, UiTree, Verdict


class Person:
    """Finds things by their names and clicks the middle of their boxes."""

    def __init__(self, device: Device) -> None:
        """Sit down at a desktop."""
        self.device = device

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

    def find(self, name: str, role: str = "") -> UiNode:
        """The first thing that can be clicked and has this name, from the top of the stack down.

        Raises:
            AssertionError: There is none; says what there is.
        """
        nodes = list(self.tree().walk())
        for node in nodes:
            if node.name == name and "clickable" in node.states and role in ("", node.role):
                return node
        raise AssertionError(
            f"nothing to click is called {name!r}; there is {[n.name for n in nodes if n.name]}"
        )

    def shows(self, name: str) -> bool:
        """Whether something of this name is on the screen."""
        return any(node.name == name for node in self.tree().walk())

    def do(self, action: str, **arguments: Any) -> Any:
        """Act and wait for the desktop to come to rest."""
        result = self.device.act(action, arguments)
        self.device.settle()
        return result

    def click(self, name: str, role: str = "", action: str = "click") -> None:
        """Point at the middle of something and click, or do another action that points."""
        box = self.find(name, role).box
        assert box is not None
        x, y = box.center
        self.do(action, x=x, y=y)

    def judge(self, evaluator: str, **arguments: Any) -> Verdict:
        """Ask an evaluator.

        Raises:
            AssertionError: It raised.
        """
        (outcome,) = self.device.evaluate([EvaluatorCall(self.device.name, evaluator, arguments)])
        assert isinstance(outcome, Verdict), outcome
        return outcome


def pixels(shot: Screenshot) -> Any:
    """A screenshot of a desktop as an array of height × width × 3."""
    from crab_core import png

    return png.decode(shot.data)

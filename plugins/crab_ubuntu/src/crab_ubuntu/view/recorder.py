"""What a person did, as a list of actions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from crab_ubuntu.view.keyboard import Call

DOUBLE_SECONDS = 0.4
"""Between two presses that are one double click; GNOME's own."""
DOUBLE_PIXELS = 5
MOST_NOTCHES = 100
"""Of a wheel in one action."""


class Recorder:
    """Actions in the order in which they were done; what belongs together becomes one."""

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self._clicked = float("-inf")

    def add(self, call: Call, time: float) -> int:
        """Add an action.

        Args:
            call: The action.
            time: When it was done, on the monotonic clock.

        Returns:
            The place of the first action that is new or has changed.
        """
        last = self.calls[-1] if self.calls else ("", {})
        joined = self._joined(last, call, time)
        self._clicked = time if call[0] == "click" and joined is None else float("-inf")
        if joined is not None:
            self.calls[-1] = joined
            return len(self.calls) - 1
        self.calls.append(call)
        return self._shorten()

    def remove(self, place: int) -> None:
        """Forget one action; none at that place is no error."""
        if 0 <= place < len(self.calls):
            del self.calls[place]
        self._clicked = float("-inf")

    def _joined(self, last: Call, call: Call, time: float) -> Call | None:
        """Two actions as one; None when they are two."""
        (name, before), (other, after) = last, call
        if name != other:
            return None
        if name == "write_text":
            return name, {"text": before["text"] + after["text"]}
        if name == "scroll" and before["direction"] == after["direction"] and _near(before, after):
            amount = before["amount"] + after["amount"]
            return (name, {**before, "amount": amount}) if amount <= MOST_NOTCHES else None
        if name == "click" and _near(before, after) and time - self._clicked <= DOUBLE_SECONDS:
            return "double_click", before
        return None

    def _shorten(self) -> int:
        """Say a key that was pressed while another was held as the combination that it is."""
        match self.calls[-3:]:
            case [("key_down", {"key": held}), ("press", {"key": key}), ("key_up", {"key": released})] if (
                held == released
            ):
                self.calls[-3:] = [("hotkey", {"keys": [held, key]})]
        return len(self.calls) - 1


def _near(before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    same = before.get("button") == after.get("button")
    return same and all(abs(before[axis] - after[axis]) <= DOUBLE_PIXELS for axis in ("x", "y"))

"""What a person did, as a list of actions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from crab_ubuntu.view.keyboard import Call

DOUBLE_SECONDS = 0.4
"""Between two presses that are one double click; GNOME's own."""
DOUBLE_PIXELS = 5
MORE_CLICKS = {"click": "double_click", "double_click": "triple_click"}
"""What another click makes of the last."""
MOST_NOTCHES = 100
"""Of a wheel in one action."""
LONGEST = 10_000
"""Characters of a text in one action."""


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
        self._clicked = time if call[0] == "click" else float("-inf")
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
        if other == "click" and name in MORE_CLICKS and time - self._clicked <= DOUBLE_SECONDS:
            plain = "button" not in before and "button" not in after
            return (MORE_CLICKS[name], before) if plain and _near(before, after) else None
        if name != other:
            return None
        if name == "write_text":
            text = before["text"] + after["text"]
            return (name, {"text": text}) if len(text) <= LONGEST else None
        if name == "scroll" and before["direction"] == after["direction"] and _near(before, after):
            amount = before["amount"] + after["amount"]
            return (name, {**before, "amount": amount}) if amount <= MOST_NOTCHES else None
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
    return all(abs(before[axis] - after[axis]) <= DOUBLE_PIXELS for axis in ("x", "y"))

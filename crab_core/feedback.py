"""What an agent is told of its action calls, and what a record says of failures."""

from __future__ import annotations

import traceback
from collections.abc import Mapping
from typing import Any

from crab_core.benchmark import StepResult
from crab_core.errors import InvalidAction
from crab_core.turn import Feedback


def no_call(problem: str) -> InvalidAction:
    """The error for a turn without an action; `problem` says why there is none."""
    return InvalidAction(problem or "The reply held no action. Call one of the actions, or `complete`.")


def tell(result: StepResult) -> Feedback:
    """What became of a call, in words."""
    if result.error is not None:
        return Feedback(result.call, False, str(result.error))
    return Feedback(result.call, True, told(result.value))


def told(value: Any) -> str:
    """What an action gave, for an agent to read: the parts of a result apart, their texts as they are."""
    if not isinstance(value, Mapping):
        return "" if value is None else str(value)
    parts = {str(name): "" if part is None else str(part) for name, part in value.items()}
    return "\n".join(
        f"{name}:\n{text.rstrip()}" if "\n" in text else f"{name}: {text}".rstrip()
        for name, text in parts.items()
    )


def explain(error: BaseException) -> str:
    """An error with its traceback, as text."""
    return "".join(traceback.format_exception(error)).rstrip()

"""Action calls and what became of them, in a line each, for models that look back."""

from __future__ import annotations

import json

from crab_core.action import ActionCall

LONGEST_CALL = 300
"""Characters of a call; what a long text ends with says little."""
LONGEST_RESULT = 300
"""Characters of a result."""


def call_words(call: ActionCall) -> str:
    """A call as a person would type it, for example `android.tap(element=3)`."""
    place = f"{call.environment}." if call.environment else ""
    arguments = ", ".join(
        f"{name}={json.dumps(value, ensure_ascii=False, default=str)}"
        for name, value in call.arguments.items()
    )
    return _short(f"{place}{call.name or 'no action'}({arguments})", LONGEST_CALL)


def step_words(call: ActionCall, ok: bool, text: str) -> str:
    """A call and what became of it, for example `root.submit(answer="7"): The answer was handed in.`

    Args:
        call: What was to be done.
        ok: Whether it was done.
        text: The result or the error, as the agent was told it.
    """
    told = _short(" ".join(text.split()), LONGEST_RESULT)
    if ok:
        return f"{call_words(call)}: {told or 'Done.'}"
    return f"{call_words(call)}: not done. {told}".rstrip()


def _short(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1]}…"

"""Action calls and what became of them, in a line each, for models that look back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from crab_core.action import ActionCall
from crab_core.content import Mark
from crab_core.turn import Feedback, View

LONGEST_CALL = 300
"""Characters of a call; what a long text ends with says little."""
LONGEST_RESULT = 300
"""Characters of a result."""
LONGEST_LABEL = 80
"""Characters of what a mark is called."""


def call_words(call: ActionCall, marks: Iterable[Mark] = ()) -> str:
    """A call as a person would type it, for example `android.tap(element=3)`.

    Args:
        call: The call.
        marks: What its numbers pointed at; then it is `android.tap(element=3 [button "Save"])`.
    """
    place = f"{call.environment}." if call.environment else ""
    pointed = {str(mark.number): mark for mark in marks}
    arguments = []
    for name, value in call.arguments.items():
        mark = pointed.get(str(value)) if name.endswith("element") else None
        label = f' [{mark.role} "{_short(mark.label, LONGEST_LABEL)}"]' if mark else ""
        arguments.append(f"{name}={json.dumps(value, ensure_ascii=False, default=str)}{label}")
    return _short(f"{place}{call.name or 'no action'}({', '.join(arguments)})", LONGEST_CALL)


def step_words(call: ActionCall, ok: bool, text: str, marks: Iterable[Mark] = ()) -> str:
    """A call and what became of it, for example `root.submit(answer="7"): The answer was handed in.`

    Args:
        call: What was to be done.
        ok: Whether it was done.
        text: The result or the error, as the agent was told it.
        marks: What the numbers in the call pointed at.
    """
    told = _short(" ".join(text.split()), LONGEST_RESULT)
    if ok:
        return f"{call_words(call, marks)}: {told or 'Done.'}"
    return f"{call_words(call, marks)}: not done. {told}".rstrip()


def feedback_words(feedback: Iterable[Feedback], views: Mapping[str, View]) -> list[str]:
    """What became of the calls of a turn, a line each.

    Args:
        feedback: What the agent was told of them; what was told of a turn without a call is left out.
        views: What the agent saw when it made them.
    """
    lines = []
    for one in feedback:
        view = views.get(one.call.environment)
        if one.call.name:
            lines.append(step_words(one.call, one.ok, one.text, view.elements if view else ()))
    return lines


def _short(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1]}…"

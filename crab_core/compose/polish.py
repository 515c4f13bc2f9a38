"""A model rewrites the description of a composed task; every value stays as it is, or nothing is changed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from crab_core.content import Text
from crab_core.errors import AgentError
from crab_core.model import Message, ModelBackend, Usage

TRIES: Final = 3
"""How often a model is asked before the plain text is taken."""
_LONGEST: Final = 3
"""How many times as long as the plain text a description may become, beside a few words."""

INSTRUCTIONS: Final = """\
You edit the instructions of a task that somebody carries out on one or more devices. They were put together \
from parts, one numbered sentence each. Write them as one natural, fluent text, as a person would ask for it.

- Ask for everything that is asked for, and for nothing else; keep devices and applications.
- Keep the order in which results are used. "(step 1)" is the result of the first sentence: say so in words.
- These must stand in your text letter for letter, with their quotation marks: {values}.
- Put nothing else into double quotation marks. Do not guess or add values.
- Reply with the text alone: no heading, no list, no remark.\
"""


@dataclass(frozen=True, slots=True)
class Polished:
    """What became of a description."""

    text: str
    by_model: bool
    """Whether it is the model's text; otherwise it is the plain one."""
    refused: tuple[str, ...] = ()
    """Why each reply that was not taken was not."""
    usage: Usage = Usage()
    """Of all replies together."""


def polish(plain: str, values: Sequence[str], model: ModelBackend, tries: int = TRIES) -> Polished:
    """Let a model rewrite a description.

    Args:
        plain: The description.
        values: What has to stand in it, as it stands there now.
        model: Who rewrites it.
        tries: How often it is asked.

    Returns:
        Its text, when that has every value; the plain one after as many tries, or when it cannot be asked.
    """
    told = ", ".join(values) or "there are none"
    messages = [
        Message("system", (Text(INSTRUCTIONS.format(values=told)),)),
        Message("user", (Text(plain),)),
    ]
    refused: list[str] = []
    usage = Usage()
    for _ in range(tries):
        try:
            reply = model.complete(messages)
        except AgentError as error:
            return Polished(plain, False, (*refused, f"the model could not be asked: {error.message}"), usage)
        usage += reply.usage
        text = reply.text.strip()
        reason = "the reply was cut off" if reply.stop_reason == "length" else wrong(text, plain, values)
        if not reason:
            return Polished(text, True, tuple(refused), usage)
        refused.append(reason)
        answer = Message("user", (Text(f"That cannot be used: {reason}. Write the whole text again."),))
        messages += [reply.message if text else Message("assistant", (Text("(nothing)"),)), answer]
    return Polished(plain, False, tuple(refused), usage)


def wrong(text: str, plain: str, values: Sequence[str]) -> str:
    """Why a text cannot stand for the plain one; empty when it can."""
    if not text:
        return "it is empty"
    if missing := lost(text, values):
        return f"it does not say {', '.join(missing)}, letter for letter"
    added = _quoted(text, values) - _quoted(plain, values)
    if added:
        return f"it puts something else into quotation marks: {', '.join(sorted(added))}"
    if len(text) > _LONGEST * len(plain) + 200:
        return "it is far longer than what was asked for"
    return ""


def lost(text: str, values: Sequence[str]) -> list[str]:
    """The values that do not stand in a text. One inside of another one does not count for itself."""
    return _masked(text, values)[1]


def _quoted(text: str, values: Sequence[str]) -> set[str]:
    return set(re.findall(r'"[^"]*"', _masked(text, values)[0]))


def _masked(text: str, values: Sequence[str]) -> tuple[str, list[str]]:
    """The text without the values, and those that do not stand in it."""
    missing = []
    for value in sorted(set(values), key=lambda v: (-len(v), v)):
        if value not in text:
            missing.append(value)
        text = text.replace(value, "\0") if value else text
    return text, sorted(missing, key=list(values).index)

"""What a reply wants to be done, with a defined outcome for everything that can be wrong with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from crab_core.action import ActionCall
from crab_core.chat.perception import Frame
from crab_core.chat.toolbox import SKIP, ToolBox
from crab_core.model import Computer, Reply
from crab_core.task import ROOT

EMPTY = "Your reply was empty."
REFUSED = "You declined to answer, so nothing was done."
CUT_OFF = "Your reply was cut off because it was too long, before it was complete. Write less."
NO_CALL = "Your reply held no action."
HALF_CALL = "Your reply was cut off because it was too long, so this call may not be whole. Write less."
SKIPPED = "Nothing was done."
NOT_DONE = "This was not done, because you declined to go on."

_LONGEST_QUOTE: Final = 300
"""Characters of a refusal that are quoted back."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One call in a reply, and what is owed to it."""

    id: str
    """Of the tool call; empty in JSON mode."""
    name: str
    """As the model wrote it."""
    actions: int
    """How many of the action calls it became; their feedback is its result."""
    told: str = ""
    """Its result when it became none."""
    shows: str = ""
    """Environment whose next screen belongs into the result, as computer-use tools want it."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What a reply wants to be done."""

    calls: tuple[ActionCall, ...] = ()
    problem: str = ""
    """Why there is no call, in words that tell the model what to do better."""
    asked: tuple[Asked, ...] = ()
    """The calls as the model made them, in order."""
    skipped: bool = False
    """Whether it says that nothing is to be done."""


def read_calls(
    reply: Reply,
    toolbox: ToolBox,
    frames: Mapping[str, Frame],
    *,
    json: bool = False,
    one_call: bool = False,
    computer: tuple[str, Computer] | None = None,
) -> Wish:
    """The calls in a reply of a model that acts.

    Args:
        reply: What the model said.
        toolbox: What it may call.
        frames: The pictures that it saw.
        json: Whether it writes its calls as JSON into the text.
        one_call: Whether only the first call counts.
        computer: Environment and tool, where the model has the provider's computer-use tool.
    """
    wish = _read_json(reply, toolbox, frames) if json else _read_tools(reply, toolbox, frames, computer)
    if not wish.calls and not wish.skipped:
        wish = replace(wish, problem=f"{trouble(reply) or NO_CALL} {_advice(toolbox)}")
    return _only_first(wish) if one_call and len(wish.asked) > 1 else wish


def _advice(toolbox: ToolBox) -> str:
    if toolbox.is_skip(SKIP.name):
        return f"Call one of the actions, or `{SKIP.name}` when there is nothing to do."
    if ROOT in toolbox:
        return f"Call one of the actions, or `{toolbox.name_of(ROOT, 'complete')}` when the task is done."
    return "Call one of the actions."


def read_words(reply: Reply) -> Wish:
    """The outcome of a reply of a model that plans in words and calls nothing."""
    return Wish(problem=trouble(reply))


def trouble(reply: Reply) -> str:
    """What is wrong with the text of a reply; empty when nothing is."""
    text = reply.text.strip()
    if reply.stop_reason == "refusal":
        quoted = f" You said: {text[:_LONGEST_QUOTE]}" if text else ""
        return REFUSED + quoted
    if reply.stop_reason == "length":
        return CUT_OFF
    return "" if text else EMPTY


def _read_tools(
    reply: Reply, toolbox: ToolBox, frames: Mapping[str, Frame], computer: tuple[str, Computer] | None
) -> Wish:
    if reply.stop_reason == "refusal":
        return Wish(asked=tuple(Asked(call.id, call.name, 0, NOT_DONE) for call in reply.tool_calls))
    from crab_core.chat.computer import to_calls

    calls: list[ActionCall] = []
    asked: list[Asked] = []
    skipped = False
    for place, tool in enumerate(reply.tool_calls, start=1):
        problem = tool.problem
        if reply.stop_reason == "length" and place == len(reply.tool_calls):
            problem = HALF_CALL
        if toolbox.is_skip(tool.name) and not problem:
            skipped = True
            asked.append(Asked(tool.id, tool.name, 0, SKIPPED))
            continue
        shows = ""
        if computer is not None and tool.name == computer[1].name and not problem:
            shows = computer[0]
            made = to_calls(tool.arguments, shows, toolbox.actions_of(shows), frames.get(shows))
        else:
            made = (toolbox.call(tool.name, tool.arguments, problem=problem, frames=frames),)
        calls += made
        asked.append(Asked(tool.id, tool.name, len(made), shows=shows))
    return Wish(tuple(calls), "", tuple(asked), skipped and not calls)


def _read_json(reply: Reply, toolbox: ToolBox, frames: Mapping[str, Frame]) -> Wish:
    if reply.stop_reason == "refusal":
        return Wish()
    from crab_core.chat import json_mode

    calls: list[ActionCall] = []
    asked: list[Asked] = []
    skipped = False
    for found in json_mode.parse(reply.text):
        if toolbox.is_skip(found.name) and not found.problem:
            skipped = True
            asked.append(Asked("", found.name, 0, SKIPPED))
            continue
        calls.append(
            toolbox.call(
                found.name,
                found.arguments,
                environment=found.environment,
                problem=found.problem,
                frames=frames,
            )
        )
        asked.append(Asked("", found.name, 1))
    return Wish(tuple(calls), "", tuple(asked), skipped and not calls)


def _only_first(wish: Wish) -> Wish:
    """The first call, and one invalid call for all the others, so that one reply costs one mistake."""
    first, *others = wish.asked
    if len(wish.calls) <= first.actions:
        return wish
    problem = f"Your reply held {len(wish.asked)} calls. Only the first was done: call one action in a reply."
    refused = replace(wish.calls[first.actions], problem=problem)
    calls = (*wish.calls[: first.actions], refused)
    told = (replace(others[0], actions=1), *(replace(one, actions=0, told=problem) for one in others[1:]))
    return Wish(calls, "", (first, *told), wish.skipped)

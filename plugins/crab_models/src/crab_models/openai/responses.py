"""Conversations and tools in the format of Responses.

Nothing is stored at the provider: each request carries the whole conversation, and what the model thought
comes back to it as the items that it gave.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from crab_core import Computer, Message, Native, Screenshot, Text, Tool, ToolCall, ToolResult
from crab_models.openai import computer as cua
from crab_models.openai.chat import data_uri, describe, only

NATIVE = "openai:responses"
"""`Native.provider` of a reply's items; `data` has them as they came, their text, the kind of computer."""

_NAMELESS = ("reasoning", "message", "function_call")
"""Items that may be sent without their id."""


def to_tools(tools: Sequence[Tool | Computer], *, preview: bool = False) -> list[dict[str, Any]]:
    """The tools as the provider wants them.

    Args:
        tools: In their order.
        preview: Whether the model knows only the first form of the computer-use tool.
    """
    return [
        cua.to_tool(tool, preview=preview)
        if isinstance(tool, Computer)
        else {"type": "function", **describe(tool), "strict": False}
        for tool in tools
    ]


def to_input(
    messages: Sequence[Message],
    *,
    computer: str = "",
    preview: bool = False,
    detail: str = "",
    acknowledge: bool = True,
) -> list[dict[str, Any]]:
    """The conversation as the provider wants it.

    Args:
        messages: Oldest first.
        computer: Name of the tool that is the provider's own computer-use tool; empty for none.
        preview: Whether the model knows only the first form of that tool.
        detail: How closely the model looks at pictures, as the provider names it; "auto" when empty.
        acknowledge: Whether the provider's safety checks of computer calls are acknowledged.

    Raises:
        AgentError: A message holds what its role cannot say.
    """
    writer = _Writer(computer, preview, detail or "auto", acknowledge)
    for place, message in enumerate(messages):
        if message.role == "assistant":
            writer.said(message, _results(messages, place))
        elif message.role == "tool":
            writer.results(message)
        else:
            writer.told(message)
    return writer.finish()


def _results(messages: Sequence[Message], place: int) -> dict[str, ToolResult]:
    """The results that follow a message, by the ids of their calls."""
    following = itertools.takewhile(lambda message: message.role == "tool", messages[place + 1 :])
    return {part.id: part for message in following for part in only(message, ToolResult)}


class _Writer:
    """Writes items, and keeps back what may not stand between the results that belong together."""

    def __init__(self, computer: str, preview: bool, detail: str, acknowledge: bool) -> None:
        self._computer = computer
        self._preview = preview
        self._detail = detail
        self._acknowledge = acknowledge
        self._items: list[dict[str, Any]] = []
        self._later: list[dict[str, Any]] = []
        self._screens: dict[str, _Screen] = {}
        """By the id of the tool call."""
        self._worded: dict[str, str] = {}
        """Computer calls that are told in words, by the id of the tool call."""

    def told(self, message: Message) -> None:
        """What the system or the user says."""
        self._flush()
        kinds = (Text,) if message.role == "system" else (Text, Screenshot)
        content = [self._part(part) for part in only(message, *kinds)]
        self._items.append({"role": message.role, "content": content})

    def finish(self) -> list[dict[str, Any]]:
        """All items."""
        self._flush()
        return self._items

    def _flush(self) -> None:
        if self._later:
            self._items.append({"role": "user", "content": self._later})
            self._later = []

    def _part(self, part: Text | Screenshot) -> dict[str, Any]:
        if isinstance(part, Text):
            return {"type": "input_text", "text": part.text}
        return {"type": "input_image", "image_url": data_uri(part), "detail": self._detail}

    # -- what the model said ---------------------------------------------------------------------------

    def said(self, message: Message, results: Mapping[str, ToolResult]) -> None:
        """What the model says and calls.

        Args:
            message: As the caller keeps it.
            results: What came of its calls.
        """
        self._flush()
        parts = only(message, Text, ToolCall, Native)
        calls = {part.id: part for part in parts if isinstance(part, ToolCall)}
        given = [part.data for part in parts if isinstance(part, Native) and part.provider == NATIVE]
        owners = _owners(given[-1]) if given else {}
        using = [call.id for call in calls.values() if call.id in owners or self._drives(call)]
        picture = _last_picture([results[identity] for identity in using if identity in results])
        # A computer call cannot go back without a picture, nor its thinking without the call.
        faded = picture is None and any(identity in results for identity in using)
        items = _kept(given[-1], message.text, calls) if given and not (faded and owners) else []
        self._items += items
        for item in items:
            mine = [identity for identity, owner in owners.items() if owner == item.get("call_id")]
            for identity in mine or [item.get("call_id", "")]:
                calls.pop(identity, None)
            self._expect(item, mine, results, picture)
        if message.text and not any(item["type"] == "message" for item in items):
            self._items.append({"role": "assistant", "content": message.text})
        for call in calls.values():
            if call.id not in using:
                self._items.append(_function_call(call))
            elif faded:
                self._worded[call.id] = f"({call.name} {_json(call.arguments)})"
                self._items.append({"role": "assistant", "content": self._worded[call.id]})
            else:
                item = cua.to_item(call.id, call.arguments, preview=self._preview)
                self._items.append(item)
                self._expect(item, [call.id], results, picture)

    def _drives(self, call: ToolCall) -> bool:
        return bool(self._computer) and call.name == self._computer

    def _expect(
        self,
        item: Mapping[str, Any],
        identities: Sequence[str],
        results: Mapping[str, ToolResult],
        picture: Screenshot | None,
    ) -> None:
        """Remember the screen that answers a computer call: its own, else the one after all of the calls."""
        own = _last_picture([results[identity] for identity in identities if identity in results])
        screen = _Screen(item, own or picture)
        self._screens.update((identity, screen) for identity in identities)

    # -- what came of it -------------------------------------------------------------------------------

    def results(self, message: Message) -> None:
        """What came of calls."""
        for result in only(message, ToolResult):
            if result.id in self._worded:
                self._follow_up(self._worded[result.id], result.parts)
            elif result.id in self._screens:
                self._follow_up(f"the computer call {result.id}", _texts(result))
                self._answer(self._screens[result.id])
            else:
                output = {"type": "function_call_output", "call_id": result.id}
                self._items.append(output | {"output": self._output(result)})

    def _follow_up(self, call: str, parts: Sequence[Text | Screenshot]) -> None:
        if parts:
            self._later += [self._part(part) for part in (Text(f"Result of {call}:"), *parts)]

    def _answer(self, screen: _Screen) -> None:
        if screen.picture is None or screen.sent:
            return
        screen.sent = True
        shown = {"type": "computer_screenshot", "image_url": data_uri(screen.picture)}
        output = {"type": "computer_call_output", "call_id": screen.call["call_id"], "output": shown}
        if self._acknowledge and screen.call.get("pending_safety_checks"):
            output["acknowledged_safety_checks"] = screen.call["pending_safety_checks"]
        self._items.append(output)

    def _output(self, result: ToolResult) -> str | list[dict[str, Any]]:
        if any(isinstance(part, Screenshot) for part in result.parts):
            return [self._part(part) for part in result.parts]
        return "\n".join(text.text for text in _texts(result))


@dataclass(slots=True)
class _Screen:
    """What answers a computer call, which may be several calls of ours."""

    call: Mapping[str, Any]
    picture: Screenshot | None
    sent: bool = False


def _last_picture(results: Sequence[ToolResult]) -> Screenshot | None:
    pictures = [part for result in results for part in result.parts if isinstance(part, Screenshot)]
    return pictures[-1] if pictures else None


def _texts(result: ToolResult) -> list[Text]:
    return [part for part in result.parts if isinstance(part, Text) and part.text]


def _function_call(call: ToolCall) -> dict[str, Any]:
    named = {"type": "function_call", "call_id": call.id, "name": call.name}
    return {**named, "arguments": _json(call.arguments)}


def _json(arguments: Mapping[str, Any]) -> str:
    return json.dumps(dict(arguments), ensure_ascii=False)


# -- items that go back ------------------------------------------------------------------------------


def _owners(native: Mapping[str, Any]) -> dict[str, str]:
    """The id of the computer call to which each of our calls belongs."""
    kind = native.get("computer", "desktop")
    computer_calls = [item for item in native.get("items", ()) if item["type"] == "computer_call"]
    return {identity: item["call_id"] for item in computer_calls for identity in cua.ids(item, kind)}


def _kept(native: Mapping[str, Any], text: str, calls: Mapping[str, ToolCall]) -> list[dict[str, Any]]:
    """The items of a reply that the message still tells, in their order; a caller may have changed it.

    The provider refuses thinking without the item that followed it, thinking that it can neither find nor
    decrypt, and (at Azure) the id of thinking that was not stored. Other services give their thinking as
    plain text, and want the item whole.
    """
    left = set(calls) | {owner for identity, owner in _owners(native).items() if identity in calls}
    given: Sequence[Mapping[str, Any]] = native.get("items", ())
    kept: list[dict[str, Any]] = []
    followed = False
    for item in reversed(given):
        if item["type"] == "reasoning":
            followed = followed and bool(item.get("encrypted_content") or item.get("content"))
        elif item["type"] == "message":
            followed = text == native.get("text")
        else:  # the result of a free-text call is told as that of a function, and so is the call
            followed = item["type"] != "custom_tool_call" and item.get("call_id", "") in {"", *left}
        if followed:
            kept.insert(0, dict(item))
    sealed = any(item.get("encrypted_content") for item in given)
    if len(kept) == len(given) and not sealed:
        return kept
    return [
        {name: value for name, value in item.items() if name != "id" or item["type"] not in _NAMELESS}
        for item in kept
    ]

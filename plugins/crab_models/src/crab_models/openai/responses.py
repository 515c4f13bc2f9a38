"""Conversations and tools in the format of Responses.

Nothing is stored at the provider: each request carries the whole conversation, and what the model thought
comes back to it as the items that it gave.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from crab_core import Computer, Message, Native, Screenshot, Text, Tool, ToolCall, ToolResult
from crab_models.openai import computer as cua
from crab_models.openai.chat import data_uri, describe, only

NATIVE = "openai:responses"
"""`Native.provider` of a reply's items; `data` has them as they came, their text, the kind of computer."""


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
    writer = _Writer(messages, computer, preview, detail or "auto", acknowledge)
    for message in messages:
        writer.write(message)
    return writer.finish()


class _Writer:
    """Writes items, and keeps back what may not stand between the results that belong together."""

    def __init__(
        self, messages: Sequence[Message], computer: str, preview: bool, detail: str, acknowledge: bool
    ) -> None:
        self._computer = computer
        self._preview = preview
        self._detail = detail
        self._acknowledge = acknowledge
        self._items: list[dict[str, Any]] = []
        self._later: list[dict[str, Any]] = []
        self._calls: dict[str, Mapping[str, Any]] = {}
        """The computer call to which a tool call belongs, by the id of the tool call."""
        self._told: dict[str, str] = {}
        """Computer calls that are told in words, by the id of the tool call."""
        self._results = {
            part.id: part for message in messages for part in message.parts if isinstance(part, ToolResult)
        }

    def write(self, message: Message) -> None:
        if message.role == "tool":
            for result in only(message, ToolResult):
                self._result(result)
            return
        self._flush()
        if message.role == "assistant":
            self._said(message)
        else:
            kinds = (Text,) if message.role == "system" else (Text, Screenshot)
            content = [self._part(part) for part in only(message, *kinds)]
            self._items.append({"role": message.role, "content": content})

    def finish(self) -> list[dict[str, Any]]:
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

    def _said(self, message: Message) -> None:
        parts = only(message, Text, ToolCall, Native)
        calls = {part.id: part for part in parts if isinstance(part, ToolCall)}
        given = [part for part in parts if isinstance(part, Native) and part.provider == NATIVE]
        items = _kept(given[-1].data, message.text, calls, self._faded) if given else None
        for item in items or ():
            self._items.append(item)
            if item["type"] == "computer_call":
                for identity in cua.ids(item, given[-1].data.get("computer", "desktop")):
                    self._calls[identity] = item
                    calls.pop(identity, None)
            elif item["type"] == "function_call":
                calls.pop(item["call_id"], None)
        if message.text and not any(item["type"] == "message" for item in items or ()):
            self._items.append({"role": "assistant", "content": message.text})
        for call in calls.values():
            self._call(call)

    def _faded(self, identities: Sequence[str]) -> bool:
        """Whether the results of these calls hold no picture, without which no computer call is taken."""
        results = [self._results[identity] for identity in identities if identity in self._results]
        seen = any(isinstance(part, Screenshot) for result in results for part in result.parts)
        return bool(results) and not seen

    def _call(self, call: ToolCall) -> None:
        if self._computer and call.name == self._computer:
            self._computer_call(call)
            return
        arguments = json.dumps(dict(call.arguments), ensure_ascii=False)
        self._items.append(
            {"type": "function_call", "call_id": call.id, "name": call.name, "arguments": arguments}
        )

    def _computer_call(self, call: ToolCall) -> None:
        if self._faded([call.id]):
            self._told[call.id] = f"{call.name} {json.dumps(dict(call.arguments), ensure_ascii=False)}"
            self._items.append({"role": "assistant", "content": f"({self._told[call.id]})"})
        else:
            item = cua.to_item(call.id, call.arguments, preview=self._preview)
            self._calls[call.id] = item
            self._items.append(item)

    # -- what came of it -------------------------------------------------------------------------------

    def _result(self, result: ToolResult) -> None:
        if result.id in self._told:
            title = f"Result of ({self._told[result.id]}):"
            self._later += [self._part(part) for part in (Text(title), *result.parts)]
        elif result.id in self._calls:
            self._screen(result, self._calls[result.id])
        else:
            self._items.append(
                {"type": "function_call_output", "call_id": result.id, "output": self._output(result)}
            )

    def _output(self, result: ToolResult) -> str | list[dict[str, Any]]:
        if any(isinstance(part, Screenshot) for part in result.parts):
            return [self._part(part) for part in result.parts]
        return "\n".join(part.text for part in result.parts if isinstance(part, Text))

    def _screen(self, result: ToolResult, call: Mapping[str, Any]) -> None:
        """The screen after a computer call: the last picture of its actions. What else was said follows."""
        said = [part for part in result.parts if isinstance(part, Text) and part.text]
        if said:
            self._later += [
                self._part(Text(f"Result of the computer call {result.id}:")),
                *map(self._part, said),
            ]
        pictures = [part for part in result.parts if isinstance(part, Screenshot)]
        if not pictures:
            return
        screen = {"type": "computer_screenshot", "image_url": data_uri(pictures[-1])}
        output = {"type": "computer_call_output", "call_id": call["call_id"], "output": screen}
        if self._acknowledge and call.get("pending_safety_checks"):
            output["acknowledged_safety_checks"] = call["pending_safety_checks"]
        same = (place for place, item in enumerate(self._items) if _answers(item, call["call_id"]))
        place = next(same, None)
        if place is None:
            self._items.append(output)
        else:
            self._items[place] = output


def _answers(item: Mapping[str, Any], call_id: str) -> bool:
    return item.get("type") == "computer_call_output" and item["call_id"] == call_id


# -- items that go back ------------------------------------------------------------------------------


def _kept(
    native: Mapping[str, Any],
    text: str,
    calls: Mapping[str, ToolCall],
    faded: Callable[[Sequence[str]], bool],
) -> list[dict[str, Any]] | None:
    """The items of a reply that the message still tells, in their order.

    A caller may have dropped calls or changed the text. None when they cannot go back as they are: a
    computer call has lost its picture, and thinking may not stand without what followed it.
    """
    kind = native.get("computer", "desktop")
    kept: list[dict[str, Any]] = []
    for given in native.get("items", ()):
        item = dict(given)
        if item["type"] == "function_call" and item["call_id"] not in calls:
            continue
        if item["type"] == "computer_call":
            mine = [identity for identity in cua.ids(item, kind) if identity in calls]
            if faded(mine):
                return None
            if not mine:
                continue
        if item["type"] == "message" and text != native.get("text"):
            continue
        kept.append(item)
    return _without_loose_thoughts(kept)


def _without_loose_thoughts(items: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Thinking that the service can read again and that something follows; ids where they may be sent.

    The provider refuses thinking without its next item, thinking that it can neither find nor decrypt, and
    (at Azure) the id of thinking that was not stored. Other services give their thinking as plain text, and
    want the item whole.
    """
    sealed = any(item.get("encrypted_content") for item in items)
    readable = [
        item
        for item in items
        if item["type"] != "reasoning" or item.get("encrypted_content") or item.get("content")
    ]
    while readable and readable[-1]["type"] == "reasoning":
        readable.pop()
    if not sealed and len(readable) == len(items):
        return readable
    return [
        item
        if item["type"] == "computer_call"
        else {name: value for name, value in item.items() if name != "id"}
        for item in readable
    ]

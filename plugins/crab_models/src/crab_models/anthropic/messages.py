"""Conversations and tools in the format of Anthropic's Messages."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from crab_core import AgentError, Computer, Message, Native, Screenshot, Text, Tool, ToolCall, ToolResult
from crab_models.anthropic.computer import TOOLSET, from_block, is_call, to_block, to_tool
from crab_models.pictures import media_type

NATIVE = "anthropic"
"""`Native.provider` of replies that go back as they were: signed thinking, calls of the computer."""
THINKING = ("thinking", "redacted_thinking")
_SILENT = Text("(no words)")

Block = dict[str, Any]


@dataclass
class _Conversation:
    """What has to be known of a conversation's beginning to write its end."""

    computer: Computer | None
    form: str
    thinking: bool
    owners: dict[str, tuple[str, str]] = field(default_factory=dict)
    """By the id of a call: the id of the block that holds it, and the block's `toolset_name`."""


def to_system(messages: Sequence[Message]) -> list[Block]:
    """The system prompt: the texts of all system messages."""
    texts = [part for message in messages if message.role == "system" for part in _only(message, Text)]
    return _blocks(texts)


def to_messages(
    messages: Sequence[Message],
    computer: Computer | None = None,
    *,
    form: str = TOOLSET,
    thinking: bool = True,
) -> list[Block]:
    """The conversation as the provider wants it, without the system prompt.

    Results of tools are what the user says, before anything else of the user's. All results of one turn stand
    in one message. Texts of nothing but blanks are left out, because the service refuses them.

    Args:
        messages: Oldest first.
        computer: The computer-use tool, when there is one.
        form: In which form it is declared.
        thinking: Whether thinking is sent back.

    Raises:
        AgentError: A message holds what its role cannot say.
    """
    conversation = _Conversation(computer, form, thinking)
    sent: list[Block] = []
    spoken = (message for message in messages if message.role != "system")
    for role, group in groupby(spoken, key=lambda message: message.role):
        if role == "tool":
            said = _results([result for m in group for result in _only(m, ToolResult)], conversation)
        elif role == "user":
            said = [block for message in group for block in _blocks(_only(message, Text, Screenshot))]
        else:
            said = [block for message in group for block in _reply(message, conversation)]
        speaker = "assistant" if role == "assistant" else "user"
        if said and sent and sent[-1]["role"] == speaker:
            sent[-1]["content"] += said
        elif said:
            sent.append({"role": speaker, "content": said})
    return sent


def _only(message: Message, *kinds: type[Any]) -> list[Any]:
    wrong = next((part for part in message.parts if not isinstance(part, kinds)), None)
    if wrong is not None:
        raise AgentError(
            f"A message with the role {message.role!r} cannot hold a {type(wrong).__name__}.",
            advice=f"It can hold: {', '.join(kind.__name__ for kind in kinds)}.",
        )
    return list(message.parts)


def _blocks(parts: Iterable[Text | Screenshot]) -> list[Block]:
    return [_block(part) for part in parts if isinstance(part, Screenshot) or part.text.strip()]


def _block(part: Text | Screenshot) -> Block:
    if isinstance(part, Text):
        return {"type": "text", "text": part.text}
    data = base64.b64encode(part.data).decode("ascii")
    return {"type": "image", "source": {"type": "base64", "media_type": media_type(part), "data": data}}


# -- what the model said -----------------------------------------------------------------------------


def _reply(message: Message, conversation: _Conversation) -> list[Block]:
    parts = _only(message, Text, ToolCall, Native)
    calls = {part.id: part for part in parts if isinstance(part, ToolCall)}
    own = [part for part in parts if isinstance(part, Native) and part.provider == NATIVE]
    given = [dict(block) for native in own for block in native.data.get("content", ())]
    written = joined_text(given) == message.text
    said = [block for block in given if _stands(block, calls, conversation, written=written)]
    if not written:
        start = next((i for i, block in enumerate(said) if block["type"] not in THINKING), len(said))
        said[start:start] = _blocks([Text(message.text)])
    held = {call.id for block in said for call in _calls(block, conversation)}
    said += [_call(call, conversation) for call in calls.values() if call.id not in held]
    if said and said[-1]["type"] in THINKING:
        said += _blocks([_SILENT])  # the service takes no reply that ends in thought
    for block in said:
        for call in _calls(block, conversation):
            conversation.owners[call.id] = (block["id"], block.get("toolset_name") or "")
    return said


def joined_text(content: Iterable[Mapping[str, Any]]) -> str:
    """All text of a reply."""
    texts = [str(block.get("text") or "") for block in content if block.get("type") == "text"]
    return "\n".join(text for text in texts if text.strip())


def _stands(
    block: Block, calls: Mapping[str, ToolCall], conversation: _Conversation, *, written: bool
) -> bool:
    """Whether a block of the reply as it was given is still part of it: a policy may have dropped calls."""
    if block["type"] in THINKING:
        # A thought that was cut off is not signed, and would be refused.
        return conversation.thinking and bool(block.get("signature") or block.get("data"))
    if block["type"] == "text":
        return written and bool(block["text"].strip())
    held = _calls(block, conversation)
    return block["type"] != "tool_use" or any(call.id in calls for call in held)


def _calls(block: Mapping[str, Any], conversation: _Conversation) -> tuple[ToolCall, ...]:
    """The calls that a block stands for, under the ids that the conversation has for them."""
    if block["type"] != "tool_use":
        return ()
    if is_call(block, conversation.computer):
        return from_block(block, "")
    return (ToolCall(block["id"], block["name"], {}),)


def _call(call: ToolCall, conversation: _Conversation) -> Block:
    identity = _identity(call.id)
    if conversation.computer is not None and call.name == conversation.computer.name:
        block = to_block(call, conversation.form)
    else:
        block = {"type": "tool_use", "id": call.id, "name": call.name, "input": dict(call.arguments)}
    conversation.owners[call.id] = (identity, block.get("toolset_name") or "")
    return block | {"id": identity}


def _identity(told: str) -> str:
    """An id as the service wants it; other services have other characters in theirs."""
    return re.sub(r"[^a-zA-Z0-9_-]", "_", told)


# -- what its tools gave -----------------------------------------------------------------------------


def _results(results: Sequence[ToolResult], conversation: _Conversation) -> list[Block]:
    """One block for each block that called; pictures of failed calls after all of them.

    The service takes nothing but text in the result of a call that failed, and it takes no empty one.
    """
    gathered: dict[tuple[str, str], list[ToolResult]] = {}
    for result in results:
        owner = conversation.owners.get(result.id, (_identity(result.id), ""))
        gathered.setdefault(owner, []).append(result)
    blocks, pictures = [], []
    for (identity, toolset), together in gathered.items():
        failed = any(result.error for result in together)
        content = _blocks(part for result in together for part in result.parts)
        if failed:
            shown = [block for block in content if block["type"] == "image"]
            pictures += _blocks([Text(f"The screen after the call {identity}:")]) + shown if shown else []
            content = [block for block in content if block["type"] == "text"]
        block: Block = {"type": "tool_result", "tool_use_id": identity}
        block["content"] = content or _blocks([Text("(nothing to tell)")])
        blocks.append(block | ({"is_error": True} if failed else {}) | _of_toolset(toolset))
    return blocks + pictures


def _of_toolset(toolset: str) -> Block:
    return {"toolset_name": toolset} if toolset else {}


# -- tools -------------------------------------------------------------------------------------------


def find_computer(tools: Sequence[Tool | Computer]) -> Computer | None:
    """The computer-use tool among the tools.

    Raises:
        AgentError: There are two; the service takes one.
    """
    found = [tool for tool in tools if isinstance(tool, Computer)]
    if len(found) > 1:
        raise AgentError(
            "Anthropic takes one computer-use tool in a request.",
            advice="Give each device an agent of its own, or give the model the devices' actions as tools.",
        )
    return found[0] if found else None


def to_tools(tools: Sequence[Tool | Computer], form: str = TOOLSET) -> list[Block]:
    """The tools as the provider wants them."""
    return [to_tool(tool, form) if isinstance(tool, Computer) else _tool(tool) for tool in tools]


def _tool(tool: Tool) -> Block:
    schema = dict(tool.parameters) or {"type": "object", "properties": {}}
    described = {"description": tool.description} if tool.description else {}
    return {"name": tool.name, **described, "input_schema": schema}


def called_tools(messages: Sequence[Block]) -> list[Block]:
    """Tools under the names that a conversation calls, for a request that offers none.

    The service refuses a conversation with calls of tools when the request has no tools.
    """
    used = [block for message in messages for block in message["content"] if block["type"] == "tool_use"]
    names = dict.fromkeys(block["name"] for block in used if not block.get("toolset_name"))
    schema = {"type": "object", "properties": {}}
    tools = [{"name": name, "description": "No longer offered.", "input_schema": schema} for name in names]
    return tools + ([{"type": TOOLSET}] if any(block.get("toolset_name") for block in used) else [])


def is_native(content: Iterable[Mapping[str, Any]], computer: Computer | None) -> bool:
    """Whether a reply has to be sent back as it was given: it holds more than text and calls of our tools."""
    return any(
        block.get("type") not in ("text", "tool_use")
        or (block.get("type") == "tool_use" and is_call(block, computer))
        for block in content
    )

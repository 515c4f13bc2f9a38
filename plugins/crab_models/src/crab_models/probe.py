"""A tiny request with all that an agent needs: text, a picture and a tool."""

from __future__ import annotations

import struct
import time
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from crab_core import Message, ModelBackend, Reply, Screenshot, Text, Tool

COLOURS: Final[Mapping[str, tuple[int, int, int]]] = {
    "red": (214, 40, 40),
    "green": (46, 139, 60),
    "blue": (38, 84, 214),
    "yellow": (240, 205, 40),
}
_SIDE: Final = 64
"""Pixels; some services refuse smaller pictures."""
_TOOL: Final = Tool(
    "report_colour",
    "Report the colour of the picture.",
    {
        "type": "object",
        "properties": {"colour": {"type": "string", "description": "One word, in lower case."}},
        "required": ["colour"],
    },
)


@dataclass(frozen=True, slots=True)
class Finding:
    """What came back."""

    reply: Reply
    seconds: float
    """From the request to the whole reply, waiting and retries included."""
    colour: str
    """Of the picture that was sent; empty when none was."""
    saw: bool | None
    """Whether the colour is named in the reply; None when no picture was sent."""
    called: bool | None
    """Whether the tool was called as its schema says; None when none was offered."""


def probe(model: ModelBackend, *, colour: str = "red", tool: bool = True) -> Finding:
    """Ask a model for the colour of a picture, to be given to a tool.

    Args:
        model: Who is asked.
        colour: One of `COLOURS`; empty to send no picture.
        tool: Whether a tool is offered.

    Raises:
        AgentError: The model does not take the request.
    """
    question = "What colour is this picture?" if colour else "What is the colour of a clear sky at noon?"
    answer = f"Answer by calling {_TOOL.name}." if tool else "Answer with one word."
    picture = (_picture(colour),) if colour else ()
    messages = (
        Message("system", (Text("This checks that a connection works. Answer briefly."),)),
        Message("user", (Text(f"{question} {answer}"), *picture)),
    )
    started = time.perf_counter()
    reply = model.complete(messages, (_TOOL,) if tool else ())
    seconds = time.perf_counter() - started
    said = " ".join([reply.text, *(str(dict(call.arguments)) for call in reply.tool_calls)]).lower()
    return Finding(
        reply,
        seconds,
        colour,
        saw=colour in said if colour else None,
        called=_as_it_should(reply) if tool else None,
    )


def facts(finding: Finding, name: str) -> dict[str, Any]:
    """The finding as JSON values."""
    reply, usage = finding.reply, finding.reply.usage
    return {
        "model": name,
        "answered": reply.model,
        "seconds": round(finding.seconds, 3),
        "stop_reason": reply.stop_reason,
        "text": reply.text,
        "reasoning": reply.reasoning,
        "tool_calls": [
            {"name": call.name, "arguments": dict(call.arguments), "problem": call.problem}
            for call in reply.tool_calls
        ],
        "tool_called": finding.called,
        "picture": finding.colour,
        "picture_seen": finding.saw,
        "usage": {
            "input_tokens": usage.input_tokens,
            "output_tokens": usage.output_tokens,
            "cached_tokens": usage.cached_tokens,
            "cache_write_tokens": usage.cache_write_tokens,
            "reasoning_tokens": usage.reasoning_tokens,
            "cost": usage.cost,
        },
    }


def _as_it_should(reply: Reply) -> bool:
    calls = reply.tool_calls
    return (
        len(calls) == 1
        and calls[0].name == _TOOL.name
        and not calls[0].problem
        and isinstance(calls[0].arguments.get("colour"), str)
    )


def _picture(colour: str) -> Screenshot:
    """A square of one colour, as PNG."""
    rows = (b"\0" + bytes(COLOURS[colour]) * _SIDE) * _SIDE
    header = struct.pack("!IIBBBBB", _SIDE, _SIDE, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(rows)), (b"IEND", b""))
    written = b"".join(
        struct.pack("!I", len(data)) + kind + data + struct.pack("!I", zlib.crc32(kind + data))
        for kind, data in chunks
    )
    return Screenshot(b"\x89PNG\r\n\x1a\n" + written, _SIDE, _SIDE)

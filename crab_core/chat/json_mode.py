"""JSON mode: action calls as fenced JSON in plain text, for models without function calling.

The format is that of the CRAB paper (appendix B.3): one object with a name and arguments in each block; the
template `acting/json.md` tells it. What models make of it is read with patience where only one meaning is
possible; everything else becomes a problem that the model is told, never an exception.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

from crab_core.chat.json_spans import Span, objects, uncommented, without_trailing_commas
from crab_core.chat.schema_words import parameter_lines
from crab_core.model import Tool

_NAMES = ("name", "action", "action_name", "tool", "tool_name", "function", "function_name")
_ARGUMENTS = ("arguments", "args", "parameters", "params", "input")
_SEVERAL = ("tool_calls", "actions", "calls")
_ASIDE = ("environment", "id", "type", "thought", "thoughts", "reason", "explanation")
"""Keys beside name and arguments that mislead nobody."""

_LANGUAGES = ("json", "jsonc", "json5", "jsonl", "tool_call", "tool_code", "action")
_QUOTED = 80
"""Characters of a block that a problem repeats."""


@dataclass(frozen=True, slots=True)
class ParsedCall:
    """A call as it stands in a reply."""

    name: str
    """As the model wrote it; empty when there is none."""
    environment: str = ""
    """Empty unless the model named one."""
    arguments: Mapping[str, Any] = field(default_factory=dict)
    problem: str = ""
    """Why this is no call, in words for the model; the arguments are then empty."""


# -- what the model is told ----------------------------------------------------------------------------


def tool_list(tools: Sequence[Tool]) -> str:
    """What may be called, each tool with its parameters in words, for the system prompt.

    Args:
        tools: In the order in which they are to be listed.
    """
    return "\n\n".join(map(_described, tools))


def _described(tool: Tool) -> str:
    summary = " ".join(tool.description.split())
    lines = [f"{tool.name}: {summary}" if summary else tool.name, *parameter_lines(tool.parameters)]
    return "\n  ".join(lines)


# -- what the model says -------------------------------------------------------------------------------


def parse(text: str) -> tuple[ParsedCall, ...]:
    """The calls in a reply, in their order.

    Fenced blocks count; a reply without one may hold bare objects. What a model thinks aloud between
    `<think>` tags counts as neither.

    Returns:
        One item for each call and for each block that cannot be read; empty when the reply holds neither.
        Never raises.
    """
    blocks, rest = _split(_without_thinking(text))
    if blocks:
        return tuple(call for block in blocks for call in block.calls())
    return tuple(_bare(rest))


def prose(text: str) -> str:
    """What a reply says beside its code blocks."""
    return "\n".join(line for line in _split(_without_thinking(text))[1].splitlines() if line.strip())


def _without_thinking(text: str) -> str:
    text = re.sub(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", "", text, flags=re.DOTALL)
    # Some chat templates open the thinking themselves, so that only its end is in the reply.
    return text.rpartition("</think>")[2]


@dataclass(frozen=True, slots=True)
class _Block:
    """What stands between two fences."""

    content: str
    closed: bool

    def calls(self) -> Iterator[ParsedCall]:
        plain = uncommented(self.content)
        spans = list(objects(self.content))
        if not self.closed:
            yield _unreadable("the code block is not closed", self.content)
        elif plain is not self.content:
            yield _unreadable("the code block holds a comment; leave it out", self.content)
        elif not self.content.strip():
            yield ParsedCall("", problem="The code block is empty.")
        elif not spans:
            yield _unreadable("the code block holds no JSON object", self.content)
        else:
            yield from _all(self.content, spans)


_FENCE = re.compile(r"`{3,}|~{3,}")
_LANGUAGE = re.compile(r"[ \t]*([\w+.-]*)")
_CALL_AHEAD = re.compile(r'\{\s*"(?:name|action|tool|function|arguments|tool_calls|actions)"')
_OBJECT_AHEAD = re.compile(r"\s*(?:(?://|#)[^\n]*\n\s*)*[{\[]")


def _split(text: str) -> tuple[list[_Block], str]:
    """The fenced blocks that are meant as JSON, and the text outside of all blocks."""
    blocks: list[_Block] = []
    rest: list[str] = []
    place = 0
    while (fence := _FENCE.search(text, place)) is not None:
        rest.append(text[place : fence.start()])
        language = _LANGUAGE.match(text, fence.end())
        assert language is not None, "it matches the empty text too"
        begin, word = language.end(), language[1].lower()
        meant = word in _LANGUAGES or (not word and _OBJECT_AHEAD.match(text, begin) is not None)
        end = _closing(text, begin, fence[0], skip_objects=meant)
        if meant:
            blocks.append(_Block(text[begin : len(text) if end is None else end], end is not None))
        if end is None:
            return blocks, "\n".join(rest)
        place = end + len(fence[0])
    rest.append(text[place:])
    return blocks, "\n".join(rest)


def _closing(text: str, begin: int, fence: str, *, skip_objects: bool) -> int | None:
    """Where a block is closed; a fence within an object is part of a text that is to be written."""
    for span in objects(text, begin) if skip_objects else ():
        end = text.find(fence, begin)
        if span.end is None or end < span.start:
            break
        begin = span.end
    end = text.find(fence, begin)
    return None if end < 0 else end


def _bare(text: str) -> Iterator[ParsedCall]:
    """Calls in plain prose: only what looks like one counts, for braces may stand there for anything."""
    for span in objects(text):
        source = text[span.start : span.end]
        looks_so = _CALL_AHEAD.match(source) is not None
        if span.end is None and looks_so:
            yield _unreadable("the JSON object does not end", source)
            return
        calls = [] if span.end is None else list(_read(source))
        if looks_so or any(not call.problem for call in calls):
            yield from calls


# -- objects -------------------------------------------------------------------------------------------


def _all(text: str, spans: Sequence[Span]) -> Iterator[ParsedCall]:
    for span in spans:
        if span.end is None:  # what follows lies within it
            yield _unreadable("the JSON object does not end", text[span.start :])
            return
        yield from _read(text[span.start : span.end])


def _read(source: str) -> Iterator[ParsedCall]:
    if uncommented(source) is not source:
        yield _unreadable("the JSON object holds a comment; leave it out", source)
        return
    try:
        value = _decode(source)
        # A text that cannot be sent or stored, such as half a character, is found here and not on its way.
        json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        yield _unreadable(f"the JSON object cannot be read ({_reason(error)})", source)
        return
    yield from _calls(value)


def _decode(source: str) -> Any:
    try:
        return _DECODER.decode(source)
    except ValueError:
        return _DECODER.decode(without_trailing_commas(source))


def _refuse(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number of JSON")


# Not strict: models break lines within strings, and what they mean by it is plain.
_DECODER = json.JSONDecoder(strict=False, parse_constant=_refuse)


def _reason(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg} at character {error.pos + 1}"
    if isinstance(error, UnicodeEncodeError):
        return "a text holds half a character"
    return "it is nested too deeply" if isinstance(error, RecursionError) else str(error)


def _calls(value: Any) -> Iterator[ParsedCall]:
    """The calls that an object means: itself, or what it wraps."""
    for key in _SEVERAL:
        if isinstance(value.get(key), list) and "name" not in value:
            for item in value[key]:
                inner = item.get("function", item) if isinstance(item, dict) else item
                yield (
                    _call(inner)
                    if isinstance(inner, dict)
                    else _wrong(f"{key} holds something that is no object")
                )
            return
    key = next((key for key in _NAMES if key in value), "")
    yield _call(value[key] if isinstance(value.get(key), dict) else value)


def _call(value: Mapping[str, Any]) -> ParsedCall:
    name_key = next((key for key in _NAMES if key in value), "")
    arguments_key = next((key for key in _ARGUMENTS if key in value), "")
    name, environment = value.get(name_key), value.get("environment") or ""
    if not isinstance(name, str) or not name.strip():
        return _wrong('"name" must be the name of an action', environment=environment)
    if not isinstance(environment, str):
        return _wrong('"environment" must be the name of one', name)
    beside = sorted(set(value) - {name_key, arguments_key, *_ASIDE})
    if beside:
        told = ", ".join(f'"{key[:_QUOTED]}"' for key in beside[:3])
        return _wrong(f'put {told} into "arguments", or leave it out', name, environment)
    arguments = value.get(arguments_key)
    if isinstance(arguments, str):  # as providers send them in function calls
        try:
            arguments = _decode(arguments) if arguments.strip() else {}
        except (ValueError, RecursionError) as error:
            return _wrong(f'"{arguments_key}" cannot be read ({_reason(error)})', name, environment)
    if arguments is not None and not isinstance(arguments, dict):
        return _wrong(f'"{arguments_key}" must be an object with the parameters by name', name, environment)
    return ParsedCall(name.strip(), environment.strip(), arguments or {})


def _wrong(reason: str, name: str = "", environment: object = "") -> ParsedCall:
    known = environment if isinstance(environment, str) else ""
    return ParsedCall(name.strip(), known, problem=f"This is no action call: {reason}.")


def _unreadable(reason: str, source: str) -> ParsedCall:
    quoted = " ".join(source[: 2 * _QUOTED].split())
    quoted = quoted if len(quoted) <= _QUOTED else f"{quoted[: _QUOTED - 1]}…"
    return ParsedCall("", problem=f"{reason[0].upper()}{reason[1:]}: {quoted}")

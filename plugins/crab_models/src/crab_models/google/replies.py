"""Google's answers, whole or piece by piece, as replies."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from crab_core import Computer, Native, Reply, StopReason, Tool, ToolCall, Usage
from crab_models.google.computer import from_action, is_action
from crab_models.google.contents import PROVIDER
from crab_models.prices import tokens_told

if TYPE_CHECKING:
    from google.genai import types


_REFUSALS = frozenset(
    (
        "SAFETY",
        "RECITATION",
        "LANGUAGE",
        "BLOCKLIST",
        "PROHIBITED_CONTENT",
        "SPII",
        "MODEL_ARMOR",
        "ESCALATION",
    )
)
_NO_CALLS = frozenset(("MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL"))
_CALLED = re.compile(r"(?:default_api\.|call:)(?:\w+:)?(\w+)")
"""The function's name in what the service tells of a call that it could not read."""
_LONGEST_QUOTE = 300
"""Characters of the service's own words that are repeated."""

_READ = ("content", "finishReason", "finishMessage")
"""Fields of a candidate."""


class BrokenOff(Exception):  # noqa: N818 - what happened to a stream
    """A stream ended before the answer did."""


@dataclass(slots=True)
class Answer:
    """What one request gave."""

    parts: list[types.Part] = field(default_factory=list)
    finish: str = ""
    told: str = ""
    """The service's own words about the end."""
    blocked: str = ""
    """Why the request was not answered at all."""
    usage: types.GenerateContentResponseUsageMetadata | None = None
    model: str = ""


def parsed(body: str | None) -> types.GenerateContentResponse:
    """An answer that came whole.

    The SDK's own reading loses `finishMessage` (googleapis/python-genai, issue 1789), without which nobody
    learns what was wrong with a call that the service could not read.

    Raises:
        ValueError: It is not an answer at all.
    """
    from google.genai import types

    told = json.loads(body or "")
    candidates = told.get("candidates") or [] if isinstance(told, dict) else None
    if not isinstance(candidates, list) or not all(isinstance(one, dict) for one in candidates):
        raise ValueError(body)
    kept = {name: told.get(name) for name in ("promptFeedback", "usageMetadata", "modelVersion")}
    read = [{name: one.get(name) for name in _READ} for one in candidates]
    try:
        response = types.GenerateContentResponse.model_validate({**kept, "candidates": read})
    except AttributeError as error:  # the SDK's enumerations take texts for granted
        raise ValueError(body) from error
    if not any((candidates, response.prompt_feedback, response.usage_metadata)):
        raise ValueError(body)
    return response


def gathered(chunks: Iterable[types.GenerateContentResponse], *, stream: bool = False) -> Answer:
    """One answer from its pieces; one that comes whole is a single piece.

    Raises:
        ValueError: It is not an answer at all.
        BrokenOff: A stream ended too early.
    """
    answer = Answer()
    for chunk in chunks:
        answer.usage = chunk.usage_metadata or answer.usage
        answer.model = chunk.model_version or answer.model
        feedback = chunk.prompt_feedback
        if feedback is not None and feedback.block_reason is not None:
            answer.blocked = str(feedback.block_reason.value)
            answer.told = feedback.block_reason_message or ""
        for candidate in (chunk.candidates or ())[:1]:
            if candidate.finish_reason is not None:
                answer.finish = str(candidate.finish_reason.value)
                answer.told = candidate.finish_message or answer.told
            _append(answer.parts, (candidate.content and candidate.content.parts) or ())
    if stream and not (answer.parts or answer.finish or answer.blocked or answer.usage):
        raise ValueError("nothing that can be read")
    if stream and answer.parts and not answer.finish:
        raise BrokenOff
    return answer


def _append(parts: list[types.Part], more: Sequence[types.Part]) -> None:
    """A text that goes on is one part with its beginning, unless that was signed."""
    if parts and more and _goes_on(parts[-1], more[0]):
        last, first, *more = parts.pop(), *more
        text = f"{last.text}{first.text}"
        parts.append(last.model_copy(update={"text": text, "thought_signature": first.thought_signature}))
    parts += more


def _goes_on(last: types.Part, first: types.Part) -> bool:
    if last.text is None or first.text is None or last.thought_signature:
        return False
    return bool(last.thought) == bool(first.thought)


def to_reply(answer: Answer, tools: Sequence[Tool | Computer] = (), *, acknowledge: bool = True) -> Reply:
    """The answer as a reply.

    Args:
        answer: As `gathered`.
        tools: What was offered: computer actions are told from other functions by it.
        acknowledge: Whether actions that Google's safety check asks about may be done.
    """
    reader = _Reader(tools, acknowledge)
    for place, part in enumerate(answer.parts):
        reader.read(place, part)
    if not reader.calls and answer.finish in _NO_CALLS:
        reader.calls += _unread(answer.told)
    text, stop = "".join(reader.texts), _stop(answer, called=bool(reader.calls))
    if stop == "refusal":
        text = text or _refusal(answer)
    elif not text and not reader.calls and answer.finish in _NO_CALLS:
        text = _short(answer.told or "The call of a function could not be read.")
    return Reply(
        text,
        tuple(reader.calls),
        _usage(answer.usage),
        stop,
        "\n".join(reader.thoughts),
        reader.native(answer.parts),
        answer.model,
    )


class _Reader:
    """Reads the parts of one answer."""

    def __init__(self, tools: Sequence[Tool | Computer], acknowledge: bool) -> None:
        self._names = {tool.name for tool in tools if isinstance(tool, Tool)}
        self._computer = next((tool for tool in tools if isinstance(tool, Computer)), None)
        self._acknowledge = acknowledge
        self._places: dict[str, int] = {}
        self._actions: list[int] = []
        self.texts: list[str] = []
        self.thoughts: list[str] = []
        self.calls: list[ToolCall] = []

    def read(self, place: int, part: types.Part) -> None:
        if part.function_call is not None:
            made = self._called(place, part.function_call)
            self._places |= dict.fromkeys((call.id for call in made), place)
            self.calls += made
        elif part.text and part.thought:
            self.thoughts.append(part.text)
        elif part.text:
            self.texts.append(part.text)

    def _called(self, place: int, function: types.FunctionCall) -> list[ToolCall]:
        name, arguments = function.name or "", dict(function.args or {})
        identity = function.id or f"call_{len(self._places) + 1}"
        while identity in self._places:
            identity += "'"
        computer = self._computer
        if computer is None or name in self._names or not is_action(name):
            return [ToolCall(identity, name, arguments)]
        self._actions.append(place)
        if isinstance(arguments.get("intent"), str):
            self.thoughts.append(arguments["intent"])
        if (doubt := _doubt(arguments)) is not None and not self._acknowledge:
            return [ToolCall(identity, computer.name, {}, doubt)]
        try:
            steps = from_action(name, arguments, computer)
        except ValueError as error:
            return [ToolCall(identity, computer.name, {}, f"{name}: {error}")]
        return [
            ToolCall(f"{identity}+{number}" if number else identity, computer.name, step)
            for number, step in enumerate(steps)
        ]

    def native(self, parts: Sequence[types.Part]) -> tuple[Native, ...]:
        """What must go back as it came, when anything must: signatures, and actions in Google's words."""
        if not self._actions and not any(part.thought_signature for part in parts):
            return ()
        # Thoughts that are only shown, not signed, do not go back; the places are those of what does.
        kept = [place for place, part in enumerate(parts) if part.thought_signature or not part.thought]
        now = {place: number for number, place in enumerate(kept)}
        data: Mapping[str, Any] = {
            "parts": [parts[place].model_dump(mode="json", exclude_none=True) for place in kept],
            "calls": {identity: now[place] for identity, place in self._places.items()},
            "computer": [now[place] for place in self._actions],
        }
        return (Native(PROVIDER, data),)


def _doubt(arguments: Mapping[str, Any]) -> str | None:
    """Why an action is not done: Google's safety check wants a person to agree."""
    decision = arguments.get("safety_decision")
    if not isinstance(decision, Mapping) or decision.get("decision") != "require_confirmation":
        return None
    return (
        "this action was not done, because Google's safety check wants a person to agree to it: "
        f"{_short(str(decision.get('explanation', 'no reason is given')))}"
    )


def _unread(told: str) -> list[ToolCall]:
    """A call that the service itself could not read, when it can be told which."""
    called = _CALLED.search(told)
    if called is None:
        return []
    return [ToolCall("call_1", called[1], {}, f"the call could not be read: {_short(told)}")]


def _stop(answer: Answer, *, called: bool) -> StopReason:
    if answer.blocked or answer.finish in _REFUSALS or answer.finish.startswith("IMAGE_"):
        return "refusal"
    if answer.finish in ("MAX_TOKENS", "CONTINUATION"):
        return "length"
    if called:
        return "tool_calls"
    return "stop" if answer.finish == "STOP" else "other"


def _refusal(answer: Answer) -> str:
    what = "the request" if answer.blocked else "the reply"
    reason = (answer.blocked or answer.finish).lower().replace("_", " ")
    return f"Google blocked {what} ({reason}){f': {_short(answer.told)}' if answer.told else '.'}"


def _usage(told: types.GenerateContentResponseUsageMetadata | None) -> Usage:
    if told is None:
        return Usage()
    thoughts = tokens_told(told.thoughts_token_count)
    return Usage(
        input_tokens=tokens_told(told.prompt_token_count) + tokens_told(told.tool_use_prompt_token_count),
        output_tokens=tokens_told(told.candidates_token_count) + thoughts,
        cached_tokens=tokens_told(told.cached_content_token_count),
        reasoning_tokens=thoughts,
    )


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST_QUOTE else f"{text[: _LONGEST_QUOTE - 1]}…"

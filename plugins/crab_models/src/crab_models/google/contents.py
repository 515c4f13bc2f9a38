"""Conversations as Google takes them: contents of a user and of the model, and the results of functions."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from crab_core import AgentError, Computer, Message, Native, Screenshot, Text, ToolCall, ToolResult
from crab_models.google.computer import to_action
from crab_models.pictures import media_type

PROVIDER = "google"

SIGNATURE_OF_OTHERS = base64.urlsafe_b64decode("skip_thought_signature_validator")
"""What the service documents for calls that Gemini did not make itself. The SDK encodes signatures, so that
these very words arrive."""

_UNNAMEABLE = re.compile(r"^(?=[^A-Za-z_])|[^A-Za-z0-9_.:-]")
_LONGEST_NAME = 64
"""What the service takes as the name of a function; models of others may have called anything."""

_BEFORE_3 = re.compile(r"(models/)?gemini-[12]\b")


def to_contents(
    messages: Sequence[Message], model: str, computer: Computer | None = None, *, acknowledge: bool = True
) -> tuple[str, list[dict[str, Any]]]:
    """The system's text and the rest of the conversation, as the SDK takes them.

    All results of a turn go back together, and what the model wants back goes back as it came. Before
    Gemini 3 functions give no pictures: there these follow as the user's.

    Args:
        messages: Oldest first.
        model: The model's name; what it takes depends on its version.
        computer: The computer-use tool, when it is offered.
        acknowledge: Whether what Google's safety check asked about is reported back as consented to.

    Raises:
        AgentError: A message holds what its role cannot say, or there is nothing to answer.
    """
    writer = _Writer(model, computer, acknowledge)
    for message in messages:
        writer.add(message)
    writer.give_results()
    if not writer.contents:
        raise AgentError(
            "The conversation holds nothing that a model could answer.", advice="Add a message of the user."
        )
    return "\n\n".join(writer.system), writer.contents


@dataclass(eq=False, slots=True)
class _Made:
    """A function call of the history."""

    name: str
    id: str | None
    """As Google gave it, if it gave one."""
    of_computer: bool
    asked: bool = False
    """Whether Google's safety check wanted a person's consent."""


@dataclass(slots=True)
class _Writer:
    model: str
    computer: Computer | None
    acknowledge: bool
    system: list[str] = field(default_factory=list)
    contents: list[dict[str, Any]] = field(default_factory=list)
    _made: dict[str, _Made] = field(default_factory=dict)
    """By our ids, of which a call that holds several steps has several."""
    _results: list[ToolResult] = field(default_factory=list)
    """Those that are not yet given."""

    def add(self, message: Message) -> None:
        if message.role == "tool":
            self._results += _only(message, ToolResult)
            return
        self.give_results()
        if message.role == "system":
            self.system += [part.text for part in _only(message, Text)]
        elif message.role == "user":
            self._say("user", _parts(_only(message, Text, Screenshot)))
        else:
            self._say("model", self._answer(_only(message, Text, ToolCall, Native)))

    def _say(self, role: str, parts: list[dict[str, Any]]) -> None:
        if parts:
            self.contents.append({"role": role, "parts": parts})

    # -- what the model said ---------------------------------------------------------------------------

    def _answer(self, parts: Sequence[Text | ToolCall | Native]) -> list[dict[str, Any]]:
        calls = {part.id: part for part in parts if isinstance(part, ToolCall)}
        native = next((p.data for p in parts if isinstance(p, Native) and p.provider == PROVIDER), None)
        if native is None:
            said = _parts([part for part in parts if isinstance(part, Text)])
            known: Mapping[str, int] = {}
        else:
            said, known = self._verbatim(native, calls), native["calls"]
        said += [self._call(call) for call in calls.values() if call.id not in known]
        if native is None or calls.keys() != known.keys():
            self._sign(said)
        return said

    def _verbatim(self, native: Mapping[str, Any], calls: Mapping[str, ToolCall]) -> list[dict[str, Any]]:
        """What Google sent, without the calls that have been taken out since."""
        said = []
        for place, part in enumerate(native["parts"]):
            if "function_call" in part:
                ids = [name for name, where in native["calls"].items() if where == place and name in calls]
                if not ids:
                    continue
                function = part["function_call"]
                asked = "safety_decision" in (function.get("args") or {})
                made = _Made(function["name"], function.get("id"), place in native["computer"], asked)
                self._made |= dict.fromkeys(ids, made)
            said.append(_decoded(part))
        return said

    def _call(self, call: ToolCall) -> dict[str, Any]:
        """A call that was read without a signature, or that Google did not make."""
        name, arguments = _UNNAMEABLE.sub("_", call.name)[:_LONGEST_NAME] or "_", dict(call.arguments)
        of_computer = self.computer is not None and call.name == self.computer.name
        if self.computer is not None and of_computer:
            name, arguments = to_action(arguments, self.computer)
        self._made[call.id] = _Made(name, call.id, of_computer)
        return {"function_call": {"name": name, "args": arguments, "id": call.id}}

    def _sign(self, said: Sequence[dict[str, Any]]) -> None:
        """From Gemini 3 on, the first call of an answer must be signed."""
        first = next((part for part in said if "function_call" in part), None)
        if first is not None and not _BEFORE_3.match(self.model):
            first.setdefault("thought_signature", SIGNATURE_OF_OTHERS)

    # -- what its calls gave ---------------------------------------------------------------------------

    def give_results(self) -> None:
        """All results since the calls, in one content: the service wants as many as there are calls."""
        by_call: dict[_Made, list[ToolResult]] = {}
        for result in self._results:
            if result.id not in self._made:
                raise AgentError(f"The conversation has a result of {result.id!r}, but no such call.")
            by_call.setdefault(self._made[result.id], []).append(result)
        self._results = []
        pictures: list[dict[str, Any]] = []
        self._say("user", [self._response(made, given, pictures) for made, given in by_call.items()])
        self._say("user", pictures)

    def _response(
        self, made: _Made, results: Sequence[ToolResult], pictures: list[dict[str, Any]]
    ) -> dict[str, Any]:
        parts = [part for result in results for part in result.parts]
        seen = _parts([part for part in parts if isinstance(part, Screenshot)])
        text = "\n".join(part.text for part in parts if isinstance(part, Text))
        told: dict[str, Any] = {"error" if any(result.error for result in results) else "output": text}
        if made.of_computer:
            told["url"] = "about:blank"  # versions that know only a browser insist on one
        if made.asked and self.acknowledge:
            told["safety_acknowledgement"] = True
        response: dict[str, Any] = {"name": made.name, "response": told}
        if made.id is not None:
            response["id"] = made.id
        if seen and _BEFORE_3.match(self.model) and not made.of_computer:
            pictures += [{"text": f"Result of {made.name}:"}, *seen]
        elif seen:
            # A screen counts once, after the last step of the call.
            response["parts"] = seen[-1:] if made.of_computer else seen
        return {"function_response": response}


def _only(message: Message, *kinds: type[Any]) -> list[Any]:
    wrong = next((part for part in message.parts if not isinstance(part, kinds)), None)
    if wrong is not None:
        raise AgentError(
            f"A message with the role {message.role!r} cannot hold a {type(wrong).__name__}.",
            advice=f"It can hold: {', '.join(kind.__name__ for kind in kinds)}.",
        )
    return list(message.parts)


def _parts(parts: Sequence[Text | Screenshot]) -> list[dict[str, Any]]:
    """Texts and pictures; empty texts are refused by the service."""
    return [
        {"text": part.text}
        if isinstance(part, Text)
        else {"inline_data": {"data": part.data, "mime_type": media_type(part)}}
        for part in parts
        if not isinstance(part, Text) or part.text
    ]


def _decoded(part: Mapping[str, Any]) -> dict[str, Any]:
    """A part as it was kept, with its bytes as bytes."""
    from google.genai import types

    return types.Part.model_validate_json(json.dumps(part)).model_dump(exclude_none=True)

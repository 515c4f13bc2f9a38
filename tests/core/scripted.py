"""A model that says what a test has told it to, and remembers what it was asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import crab_core as crab
from crab_core.model import Computer, ToolChoice


@dataclass(frozen=True)
class Request:
    messages: tuple[crab.Message, ...]
    tools: tuple[crab.Tool | Computer, ...]
    tool_choice: ToolChoice

    @property
    def text(self) -> str:
        """All that was said, whoever said it."""
        return "\n".join(message.text for message in self.messages)

    @property
    def pictures(self) -> list[crab.Screenshot]:
        return [p for m in self.messages for p in m.parts if isinstance(p, crab.Screenshot)]

    @property
    def tool_names(self) -> list[str]:
        return [tool.name for tool in self.tools]


Answer = crab.Reply | Exception | Callable[[Request], crab.Reply]


class ScriptedModel(crab.ModelBackend):
    """Gives its answers in order; the last one again and again when `loop` is set."""

    def __init__(self, *answers: Answer, name: str = "scripted:one", loop: bool = False) -> None:
        self.name = name
        self.requests: list[Request] = []
        self._answers = list(answers)
        self._loop = loop
        self.closed = 0

    def complete(
        self,
        messages: Sequence[crab.Message],
        tools: Sequence[crab.Tool | Computer] = (),
        *,
        tool_choice: ToolChoice = "auto",
    ) -> crab.Reply:
        request = Request(tuple(messages), tuple(tools), tool_choice)
        self.requests.append(request)
        answer = self._answers[0] if self._loop and len(self._answers) == 1 else self._answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer if isinstance(answer, crab.Reply) else answer(request)

    def close(self) -> None:
        self.closed += 1


class ScriptedModels:
    """What a briefing brings: scripted models by name. One model for every name when only one is given."""

    def __init__(self, *models: ScriptedModel) -> None:
        self._models = {model.name: model for model in models}
        self.asked: list[tuple[str, str]] = []

    def get(self, name: str, *, agent: str = "main") -> crab.ModelBackend:
        self.asked.append((name, agent))
        if len(self._models) == 1:
            return next(iter(self._models.values()))
        return self._models[name]


def reply(text: str = "", *calls: tuple[str, dict[str, object]], **more: object) -> crab.Reply:
    """A reply with tool calls given as (name, arguments)."""
    made = tuple(crab.ToolCall(f"call_{i}", name, arguments) for i, (name, arguments) in enumerate(calls, 1))
    reason = "tool_calls" if made else "stop"
    return crab.Reply(text, made, **{"usage": crab.Usage(10, 5), "stop_reason": reason, **more})  # type: ignore[arg-type]

"""Model backends: one chat model behind one method."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from crab_core.content import Screenshot, Text


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A tool that the model wants to be called."""

    id: str
    """Ties the result to the call."""
    name: str
    arguments: Mapping[str, Any]
    problem: str = ""
    """Why the arguments could not be read; they are then empty."""


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What a tool call gave."""

    id: str
    parts: tuple[Text | Screenshot, ...]


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a conversation."""

    role: Literal["system", "user", "assistant", "tool"]
    parts: tuple[Text | Screenshot | ToolCall | ToolResult, ...]

    @property
    def text(self) -> str:
        """All its text, joined by line breaks."""
        return "\n".join(part.text for part in self.parts if isinstance(part, Text))


@dataclass(frozen=True, slots=True)
class Usage:
    """What a model call cost."""

    input_tokens: int = 0
    """All tokens sent, cached ones included."""
    output_tokens: int = 0
    """All tokens received, reasoning included."""
    cached_tokens: int = 0
    """Those of `input_tokens` that came from the provider's cache."""
    reasoning_tokens: int = 0
    """Those of `output_tokens` that the reader does not see."""

    @property
    def total(self) -> int:
        """T of the metrics: input and output together."""
        return self.input_tokens + self.output_tokens

    def __add__(self, other: Usage) -> Usage:
        """The usage of two calls together."""
        return Usage(
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.cached_tokens + other.cached_tokens,
            self.reasoning_tokens + other.reasoning_tokens,
        )


@dataclass(frozen=True, slots=True)
class Tool:
    """A function that the model may call, as JSON schema."""

    name: str
    description: str
    parameters: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reply:
    """What the model said."""

    text: str
    tool_calls: tuple[ToolCall, ...] = ()
    usage: Usage = Usage()
    stop_reason: Literal["stop", "tool_calls", "length", "refusal", "other"] = "stop"
    """Why it stopped: "length" means that the reply was cut off."""


class ModelBackend(Protocol):
    """A chat model. Implementations raise `AgentError` for what retrying cannot mend."""

    name: str
    """As users choose it: "provider:model"."""

    def complete(
        self,
        messages: Sequence[Message],
        tools: Sequence[Tool] = (),
        *,
        tool_choice: Literal["auto", "required", "none"] = "auto",
    ) -> Reply:
        """One reply to a conversation.

        Args:
            messages: The conversation, oldest first.
            tools: What the model may call.
            tool_choice: Whether it may, must or must not call a tool.

        Raises:
            AgentError: The provider refuses, or stays out of reach.
        """

    def close(self) -> None:
        """Give back connections; safe to call twice."""

"""Model backends: one chat model behind one method."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from crab_core.content import Screenshot, Text

if TYPE_CHECKING:
    from crab_core.provider import Requirement

ToolChoice = Literal["auto", "required", "none"]
"""Whether a model may, must or must not call a tool."""

StopReason = Literal["stop", "tool_calls", "length", "refusal", "other"]
"""Why a model stopped: "length" means that the reply was cut off."""


@dataclass(frozen=True, slots=True)
class Native:
    """What a provider wants back as it gave it: signed thinking, items of reasoning. Others skip it."""

    provider: str
    """The backend that gave it, and the only one that sends it back."""
    data: Mapping[str, Any]
    """JSON values."""


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
    error: bool = False
    """Whether the call failed; the parts say why."""


Part = Text | Screenshot | ToolCall | ToolResult | Native
"""What messages are made of."""


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a conversation."""

    role: Literal["system", "user", "assistant", "tool"]
    parts: tuple[Part, ...]

    @property
    def text(self) -> str:
        """All its text, joined by line breaks."""
        return "\n".join(part.text for part in self.parts if isinstance(part, Text))


@dataclass(frozen=True, slots=True)
class Usage:
    """What model calls took and cost."""

    input_tokens: int = 0
    """All tokens sent, cached ones included."""
    output_tokens: int = 0
    """All tokens received, reasoning included."""
    cached_tokens: int = 0
    """Those of `input_tokens` that came from the provider's cache."""
    reasoning_tokens: int = 0
    """Those of `output_tokens` that the reader does not see."""
    cache_write_tokens: int = 0
    """Those of `input_tokens` that were put into the provider's cache."""
    cost: float | None = None
    """US dollars; None when the price is not known."""

    @property
    def total(self) -> int:
        """T of the metrics: input and output together."""
        return self.input_tokens + self.output_tokens

    def __add__(self, other: Usage) -> Usage:
        """The usage of two calls together; its cost is not known when that of one of them is not."""
        return Usage(
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.cached_tokens + other.cached_tokens,
            self.reasoning_tokens + other.reasoning_tokens,
            self.cache_write_tokens + other.cache_write_tokens,
            _added(self, other),
        )


def _added(one: Usage, other: Usage) -> float | None:
    # What used no tokens and has no price says nothing of the sum: so sums can start from Usage().
    if one.cost is None:
        return None if one.total else other.cost
    if other.cost is None:
        return None if other.total else one.cost
    return one.cost + other.cost


@dataclass(frozen=True, slots=True)
class Tool:
    """A function that the model may call, as JSON schema."""

    name: str
    description: str
    parameters: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Computer:
    """The computer-use tool that a provider has of its own.

    Calls of it are named `name`, and have the provider-neutral arguments that `crab_core.chat.computer`
    lists; their coordinates are pixels of the picture that the model was sent.
    """

    width: int
    """Of the picture that the model sees, in pixels."""
    height: int
    """Of the picture that the model sees, in pixels."""
    kind: Literal["desktop", "phone"] = "desktop"
    name: str = "computer"


@dataclass(frozen=True, slots=True)
class Reply:
    """What the model said."""

    text: str
    tool_calls: tuple[ToolCall, ...] = ()
    usage: Usage = Usage()
    stop_reason: StopReason = "stop"
    """Why it stopped: "length" means that the reply was cut off."""
    reasoning: str = ""
    """What it thought before, as far as its provider shows it."""
    native: tuple[Native, ...] = ()
    """What must stand before the reply when it is sent back as history."""
    model: str = ""
    """The version that answered, as the service tells it."""

    @property
    def message(self) -> Message:
        """The reply as a message of the conversation."""
        text = (Text(self.text),) if self.text else ()
        return Message("assistant", (*self.native, *text, *self.tool_calls))


class ModelBackend(ABC):
    """A chat model. One instance may be used by several threads at once.

    Implementations raise `ModelUnavailable` when the service fails, and `AgentError` for what retrying
    cannot mend.

    Attributes:
        name: As users choose it: "provider:model".
        image_size: The longest side, in pixels, to which pictures are shrunk before they are sent; None when
            they are sent as they are.
    """

    name: str = ""
    image_size: int | None = None

    @abstractmethod
    def complete(
        self,
        messages: Sequence[Message],
        tools: Sequence[Tool | Computer] = (),
        *,
        tool_choice: ToolChoice = "auto",
    ) -> Reply:
        """One reply to a conversation.

        Args:
            messages: The conversation, oldest first.
            tools: What the model may call.
            tool_choice: Whether it may, must or must not call a tool.

        Raises:
            ModelUnavailable: The service cannot be reached, is overloaded or does not serve this user.
            AgentError: The request is wrong and would fail again.
        """

    def within(self, seconds: float) -> ModelBackend:  # noqa: ARG002 - for those that can
        """The same model for one call, which gives up after so many seconds by `LimitReached("seconds")`.

        An episode with a time limit asks so, and waits no longer itself. One that cannot bound a call is
        itself: what it does after the end, it does for nobody.
        """
        return self

    @classmethod
    def requirements(cls) -> Sequence[Requirement]:
        """What has to be there before a model can be asked; `crab doctor` lists it."""
        return ()

    def picture_size(self, width: int, height: int) -> tuple[int, int]:
        """The size in pixels at which the model sees a picture; its own unless it is shrunk on the way."""
        longest = max(width, height)
        if self.image_size is None or longest <= self.image_size:
            return width, height
        scale = self.image_size / longest
        return max(1, round(width * scale)), max(1, round(height * scale))

    def close(self) -> None:  # noqa: B027 - some hold nothing
        """Give back connections; safe to call twice."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """One call of a model, as the record keeps it."""

    agent: str
    """Who asked: "main", "tool", an environment's name, "critic" …"""
    model: str
    """As users choose it: "provider:model"."""
    messages: tuple[Message, ...]
    tools: tuple[Tool | Computer, ...]
    tool_choice: ToolChoice
    reply: Reply | None
    """None when the call failed."""
    error: str = ""
    """What it failed with."""
    seconds: float = 0.0
    """From the request to the whole reply, waiting and retries included."""
    source: Literal["model", "cache", "replay"] = "model"
    """Where the reply came from. One that was kept has the usage that it had when the model gave it."""
    note: str = ""
    """What a reader should know of it: that a replayed reply was given to another request, say."""

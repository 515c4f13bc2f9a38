"""The options that all policies with chat models have in common."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

import annotated_types

from crab_core.errors import UnknownNameError, UsageError
from crab_core.model import ToolChoice

if TYPE_CHECKING:
    from pydantic import TypeAdapter

See = Literal["both", "marks", "screens", "text"]
"""What an agent is shown of a device: "both" is the marked screenshot with the list of its marks, "marks" the
marked screenshot alone, "screens" the screenshot as captured, "text" the UI tree as text and no picture."""

_Count = Annotated[int, annotated_types.Ge(0)]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatOptions:
    """How a policy with chat models plays; `crab run --policy-option NAME=VALUE`."""

    model: str
    """The model that plans: "provider:model", or a name that the experiment gives to one."""
    tool_model: str = ""
    """The model of the agents that translate or carry out instructions; `model` when empty."""
    mode: Literal["tools", "json"] = "tools"
    """Function calls, or JSON written into the reply for models that know none (CRAB, section 6.1)."""
    tool_choice: Literal["", "auto", "required"] = ""
    """Whether agents must call a tool; as the structure wants it when empty."""
    history: _Count | Literal["all"] = 2
    """Past turns that are sent again, CRAB's own default; "all" for no limit but that of `history_tokens`."""
    history_tokens: Annotated[int, annotated_types.Ge(1)] | None = None
    """Most tokens of a conversation, estimated; the oldest turns are left out."""
    see: See = "both"
    prompts: str = ""
    """Folder with templates that replace those of the same name in `crab_core/policies/prompts`."""
    one_call: bool = False
    """Whether only the first call of a reply is executed; the others are then one invalid call."""
    exploration: bool = False
    """Whether agents are told how often they have been here and what they have done (AndroidArena, 7.2)."""
    critic: _Count = 0
    """How often in a row a critic may object to `complete` before it is accepted; 0 for no critic."""
    critic_model: str = ""
    """The critic's model; `model` when empty."""
    computer: str = ""
    """Environment that is used through the provider's own computer-use tool; none when empty."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = {"extra": "forbid", "strict": False}

    @property
    def models(self) -> tuple[str, ...]:
        """Every model that is going to be asked, once."""
        critic = (self.critic_model or self.model,) if self.critic else ()
        return tuple(dict.fromkeys((self.model, self.tool_model or self.model, *critic)))

    @property
    def turns(self) -> int | None:
        """Past turns that are sent again; None for no limit."""
        return None if self.history == "all" else self.history

    @classmethod
    def read(cls, policy: str, options: Mapping[str, Any]) -> ChatOptions:
        """Check plain values, as an experiment gives them.

        Args:
            policy: Name of the policy, for messages.
            options: By name.

        Raises:
            UsageError: An option is unknown, missing or of the wrong type, or two do not fit together.
        """
        from pydantic import ValidationError

        known = [field.name for field in fields(cls)]
        for name in options:
            if name not in known:
                unknown = UnknownNameError("option", name, known)
                raise UsageError(f"Policy {policy!r}: {unknown.message}", advice=unknown.advice)
        if not options.get("model"):
            raise UsageError(
                f"Policy {policy!r} needs a model.",
                advice="Give --policy-option model=PROVIDER:MODEL; `crab list models` shows the providers.",
            )
        try:
            read = _adapter().validate_python(dict(options))
        except ValidationError as error:
            lines = [f"{e['loc'][0]}: {e['msg']}" for e in error.errors(include_url=False)]
            raise UsageError(f"Policy {policy!r}: {'; '.join(lines)}.") from error
        read.check(policy)
        return read

    def check(self, policy: str) -> None:
        """See whether the options fit together.

        Raises:
            UsageError: They do not.
        """
        if self.history == "all" and self.history_tokens is None:
            raise UsageError(
                f"Policy {policy!r}: the history has no limit.", advice="Give `history_tokens` as well."
            )
        if self.computer and self.mode == "json":
            raise UsageError(
                f"Policy {policy!r}: `computer` needs function calls.",
                advice='Leave `mode` at "tools".',
            )

    def choice(self, wanted: ToolChoice) -> ToolChoice:
        """Whether an agent must call a tool, when its structure wants it so."""
        return self.tool_choice or wanted


@cache
def _adapter() -> TypeAdapter[ChatOptions]:
    """Made once: it takes milliseconds, and every episode has a policy of its own."""
    from pydantic import TypeAdapter

    return TypeAdapter(ChatOptions)

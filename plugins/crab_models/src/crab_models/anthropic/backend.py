"""The backend `anthropic`: Claude through the official SDK."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any, ClassVar

from crab_core import Computer, Message, Reply, Tool, ToolChoice, UsageError
from crab_models.anthropic.caching import Conversations, marked
from crab_models.anthropic.computer import BETAS, form_for
from crab_models.anthropic.errors import Lesson, explain, lesson
from crab_models.anthropic.messages import called_tools, find_computer, to_messages, to_system, to_tools
from crab_models.anthropic.reply import from_message, gathered, plain
from crab_models.backend import SdkBackend, not_installed
from crab_models.settings import ModelSettings
from crab_models.tls import certificates
from crab_models.trouble import Trouble

_ADDRESS = "https://api.anthropic.com"
_NO_KEY = "no-key"
"""Sent to services that ask for none. Without it the SDK would look for credentials by itself."""
_MAX_TOKENS = 16_384
"""Longest reply where nothing is said, in tokens. The service insists on a number; thinking counts."""
_LEAST_BUDGET = 1024
"""The smallest budget for thinking that the service takes, in tokens."""
_BINDING = "thinking-binding-controls-2026-08-01"
_SAMPLING_VERSION = "2023-06-01"
"""The last version of the protocol that takes a temperature."""
_CHOICES: Mapping[ToolChoice, str] = {"auto": "auto", "required": "any", "none": "none"}


class AnthropicBackend(SdkBackend):
    """A Claude model at Anthropic, or at any service that speaks its Messages. Safe to share by threads."""

    provider: ClassVar[str] = "anthropic"
    service: ClassVar[str] = "Anthropic"
    key_variables: ClassVar[tuple[str, ...]] = ("ANTHROPIC_API_KEY",)
    address_variable: ClassVar[str] = "ANTHROPIC_BASE_URL"

    def __init__(
        self,
        model: str,
        *,
        thinking: str | int | Mapping[str, Any] | None = None,
        effort: str = "",
        cache: bool = True,
        computer_tool: str = "",
        betas: Sequence[str] = (),
        **common: Any,
    ) -> None:
        """Prepare the connection; nothing is sent yet.

        Args:
            model: The model's name at its service.
            thinking: "adaptive", and the record has a summary of it; "off"; "between_tools"; a budget in
                tokens for older models; or the field of the request. As the model does it when left out.
            effort: How much the model takes pains: "low", "medium", "high" …; its default when empty.
            cache: Whether the service is told to keep tools, system prompt and growing conversations.
            computer_tool: The form of the computer-use tool, such as "computer_20251124"; the newest that the
                model knows when empty.
            betas: Further beta features that are asked for.
            common: The options that all back ends have; see `SdkBackend`. `temperature` is for older models:
                it takes the protocol's version of 2023.

        Raises:
            UsageError: An option has a value that cannot be.
            AgentError: The SDK is not installed, or the key is missing.
        """
        self._thinking = _read_thinking(thinking)
        self._effort = effort
        self._form = computer_tool or form_for(model)
        if self._form not in BETAS:
            raise UsageError(
                f"The option `computer_tool` has no {computer_tool!r}.", advice=f"Known: {', '.join(BETAS)}."
            )
        self._betas = tuple(betas)
        self._sent = Conversations() if cache else None
        self._lessons: set[Lesson] = set()
        self._foreign = bool(common.get("base_url"))
        super().__init__(model, **common)

    def _import_sdk(self) -> ModuleType:
        try:
            import anthropic
        except ImportError as error:
            raise not_installed("anthropic", "anthropic") from error
        return anthropic

    def _make_client(self, key: str) -> Any:
        address = self._address.rstrip("/").removesuffix("/v1") or _ADDRESS
        # The SDK sends a bearer token; services that imitate Anthropic may look where the key once was.
        headers: dict[str, Any] = {"x-api-key": key} if key and self._address else {}
        if self._foreign:
            headers = {**self._unsent(key), **headers}
        return self._sdk.Anthropic(
            api_key=key or _NO_KEY,
            base_url=address,
            timeout=self._timeout,
            max_retries=0,
            default_headers=headers,
            http_client=self._sdk.DefaultHttpxClient(verify=certificates()),
        )

    def _unsent(self, key: str) -> dict[str, Any]:
        """So that another service is not told what the user's environment has for Anthropic."""
        environment = ModelSettings.load().variable("ANTHROPIC_CUSTOM_HEADERS")
        names = [line.partition(":")[0].strip() for line in environment.splitlines() if ":" in line]
        ours = {"authorization": f"Bearer {key or _NO_KEY}", "x-api-key": key or _NO_KEY}
        return {name: ours.get(name.lower(), self._sdk.Omit()) for name in names}

    def _close_client(self) -> None:
        self._client.close()

    def _trouble(self, error: Exception) -> Trouble | None:
        return explain(error, service=self._service, model=self._model, seconds=self._timeout)

    def _send(
        self, messages: Sequence[Message], tools: Sequence[Tool | Computer], tool_choice: ToolChoice
    ) -> Reply:
        computer = find_computer(tools)
        while True:
            lessons = frozenset(self._lessons)
            request = self._composed(messages, tools, tool_choice, lessons)
            try:
                return from_message(self._ask(request), computer)
            except self._sdk.BadRequestError as error:
                learned = lesson(error)
                if learned is None or learned in lessons:
                    raise
                self._lessons.add(learned)

    # -- one request -----------------------------------------------------------------------------------

    def _composed(
        self,
        messages: Sequence[Message],
        tools: Sequence[Tool | Computer],
        tool_choice: ToolChoice,
        lessons: frozenset[Lesson],
    ) -> dict[str, Any]:
        """The request as the SDK takes it; what the SDK does not know of stands in `extra_…`."""
        computer = find_computer(tools)
        thinking, betas = self._thinking, [*self._betas]
        bound = "thinking is bound" in lessons
        can_drop = thinking is None or thinking.get("type") in ("adaptive", "enabled")
        if bound and can_drop:
            # The service then drops what no longer holds, and keeps the rest.
            dropping = {"block_binding": {"prefix_mismatch_behavior": "drop_block"}}
            thinking = {"type": "adaptive", **(thinking or {}), **dropping}
            betas.append(_BINDING)
        if computer is not None and BETAS[self._form]:
            betas.append(BETAS[self._form])
        system = to_system(messages)
        said = to_messages(messages, computer, form=self._form, thinking=can_drop or not bound)
        request: dict[str, Any] = {"model": self._model, "messages": said, "max_tokens": self._most(thinking)}
        request |= {"system": system} if system else {}
        request |= self._offer(tools, tool_choice, said, forced="no forced calls" not in lessons)
        request |= {"thinking": thinking} if thinking else {}
        request |= {"output_config": {"effort": self._effort}} if self._effort else {}
        if self._sent is not None and said:
            request = marked(request, conversation=self._sent.goes_on(messages, tools))
        return request | self._beyond_the_sdk() | ({"betas": betas} if betas else {})

    def _offer(
        self,
        tools: Sequence[Tool | Computer],
        tool_choice: ToolChoice,
        said: Sequence[dict[str, Any]],
        *,
        forced: bool,
    ) -> dict[str, Any]:
        """The tools, and the choice among them."""
        if tools:
            choice = "auto" if tool_choice == "required" and not forced else tool_choice
            return {"tools": to_tools(tools, self._form), "tool_choice": {"type": _CHOICES[choice]}}
        called = called_tools(said)
        return {"tools": called, "tool_choice": {"type": "none"}} if called else {}

    def _most(self, thinking: Mapping[str, Any] | None) -> int:
        return self._max_tokens or _MAX_TOKENS + int((thinking or {}).get("budget_tokens", 0))

    def _beyond_the_sdk(self) -> dict[str, Any]:
        body, more = dict(self._extra), {}
        if self._temperature is not None:
            body["temperature"] = self._temperature
            more["extra_headers"] = {"anthropic-version": _SAMPLING_VERSION}
        return more | ({"extra_body": body} if body else {})

    def _ask(self, request: Mapping[str, Any]) -> dict[str, Any]:
        messages = self._client.beta.messages if "betas" in request else self._client.messages
        if (seconds := self._seconds()) is not None:
            request = {**request, "timeout": seconds}
        if not self._stream:
            return plain(messages.create(**request))
        with messages.create(**request, stream=True) as events:
            return gathered(plain(event) for event in events)


def _read_thinking(option: str | int | Mapping[str, Any] | None) -> dict[str, Any] | None:
    """The field of the request for the option `thinking`.

    Raises:
        UsageError: There is no such thinking.
    """
    if option is None:
        return None
    if isinstance(option, Mapping):
        return dict(option)
    if isinstance(option, int) and not isinstance(option, bool) and option >= _LEAST_BUDGET:
        return {"type": "enabled", "budget_tokens": option}
    if option == "adaptive":
        return {"type": "adaptive", "display": "summarized"}
    if option in ("off", "between_tools"):
        return {"type": "disabled" if option == "off" else "between_tools"}
    raise UsageError(
        f"The option `thinking` cannot be {option!r}.",
        advice='It takes "adaptive", "off", "between_tools", or a budget of at least 1024 tokens.',
    )

"""The backend `litellm`: a bridge to the services that LiteLLM knows, and that have no backend here.

LiteLLM speaks to all of them in OpenAI's format, and brings its own version of OpenAI's SDK; so it stands in
an environment of its own, without the extra `openai`.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import ModuleType
from typing import Any, ClassVar

from crab_core import AgentError, Computer, Message, Native, Reply, Tool, ToolChoice, Usage
from crab_models import trouble
from crab_models.backend import SdkBackend
from crab_models.keys import find_key
from crab_models.litellm.settings import keep_local
from crab_models.openai import chat, chat_reply
from crab_models.openai.troubles import explain
from crab_models.trouble import Trouble

_NO_KEY = "no-key"
"""Sent to services at an address that ask for none: the SDK below insists on something."""


class LiteLlmBackend(SdkBackend):
    """A chat model at any service that LiteLLM knows, as "litellm:mistral/mistral-large". Safe to share."""

    provider: ClassVar[str] = "litellm"
    service: ClassVar[str] = "LiteLLM"
    key_variables: ClassVar[tuple[str, ...]] = ()
    needs_key: ClassVar[bool] = False

    def __init__(self, model: str, *, base_url: str = "", key_variable: str = "", **options: Any) -> None:
        """Prepare the connection; nothing is sent yet.

        Args:
            model: The service and the model's name there, as LiteLLM writes them: "mistral/mistral-large".
            base_url: Where the service is; where LiteLLM knows it to be when empty.
            key_variable: Name of the key; when left out, that of the service, such as MISTRAL_API_KEY, and
                what else LiteLLM finds in the environment, such as the credentials of a cloud.
            options: Those of every backend, see `SdkBackend`; `extra` holds arguments of
                `litellm.completion`.

        Raises:
            UsageError: An option has a value that cannot be.
            AgentError: LiteLLM is not installed, or the key that was named is missing.
        """
        service, slash, _ = model.partition("/")
        usual = f"{service.upper().replace('-', '_')}_API_KEY"
        if slash and not key_variable and not base_url and find_key((usual,)):
            key_variable = usual
        super().__init__(model, base_url=base_url, key_variable=key_variable, **options)
        if slash and not base_url:
            self._service = f"The service {service}"

    def _import_sdk(self) -> ModuleType:
        keep_local()
        try:
            sdk: Any = importlib.import_module("litellm")
        except ImportError as error:
            raise AgentError(
                "The backend litellm needs LiteLLM, which is not installed.",
                advice="It brings another version of OpenAI's SDK, so run in an environment of its own: "
                "pip install 'crab-models[litellm]'",
            ) from error
        sdk.suppress_debug_info = True  # it prints advertisements into the terminal
        return sdk  # type: ignore[no-any-return]  # not installed where types are checked

    def _make_client(self, key: str) -> Any:
        given: dict[str, Any] = {"timeout": self._timeout, "num_retries": 0, "max_retries": 0}
        if key or self._address:
            given["api_key"] = key or _NO_KEY
        if self._address:
            given["api_base"] = self._address
        if self._max_tokens is not None:
            given["max_tokens"] = self._max_tokens
        if self._temperature is not None:
            given["temperature"] = self._temperature
        return functools.partial(self._sdk.completion, **given | self._extra)

    def _close_client(self) -> None:
        """Nothing: LiteLLM keeps its connections for the whole process."""

    def _send(
        self, messages: Sequence[Message], tools: Sequence[Tool | Computer], tool_choice: ToolChoice
    ) -> Reply:
        request: dict[str, Any] = {"model": self._model, "messages": chat.to_messages(messages)}
        if any(isinstance(tool, Computer) for tool in tools):
            raise AgentError(
                "There is no computer-use tool through LiteLLM.",
                advice="Give the model the actions as tools, or use the provider's own backend.",
            )
        if tools:
            request |= {"tools": chat.to_tools(tools), "tool_choice": tool_choice}
        try:
            completion = self._completion(request)
        except self._sdk.ContentPolicyViolationError as error:
            return Reply(str(error), stop_reason="refusal")
        reply = chat_reply.from_completion(completion)
        native = _native(completion["choices"][0]["message"], reply)
        return replace(reply, native=native or reply.native, usage=self._costed(reply.usage))

    def _completion(self, request: Mapping[str, Any]) -> dict[str, Any]:
        if (seconds := self._seconds()) is not None:
            request = {**request, "timeout": seconds}
        if not self._stream:
            whole: dict[str, Any] = self._client(**request).model_dump(mode="json")
            return whole
        pieces: Iterable[Any] = self._client(**request, stream=True, stream_options={"include_usage": True})
        return chat_reply.gathered(piece.model_dump(mode="json") for piece in pieces)

    def _costed(self, usage: Usage) -> Usage:
        """LiteLLM has prices for most of what it reaches; the user's price goes before."""
        if self._price is not None or not usage.total:
            return usage
        try:
            dollars = self._sdk.cost_per_token(
                model=self._model,
                prompt_tokens=usage.input_tokens,
                completion_tokens=usage.output_tokens,
                cache_read_input_tokens=usage.cached_tokens,
                cache_creation_input_tokens=usage.cache_write_tokens,
            )
        except Exception:  # noqa: BLE001 - it raises a bare Exception for a model without a price
            return usage
        return replace(usage, cost=sum(dollars))

    def _trouble(self, error: Exception) -> Trouble | None:
        said = str(getattr(error, "message", "") or error)
        if isinstance(error, self._sdk.ContextWindowExceededError):
            return trouble.too_long(self._model, said)
        return explain(
            error,
            importlib.import_module("openai"),
            service=self._service,
            model=self._model,
            seconds=self._timeout,
            expected="a chat completion",
        )


def _native(message: Mapping[str, Any], reply: Reply) -> tuple[Native, ...]:
    """What services want back that LiteLLM has words of its own for: signed thinking, signatures of calls."""
    blocks = {name: message[name] for name in ("thinking_blocks",) if message.get(name)}
    fields = "provider_specific_fields"
    calls = {
        call.id: {fields: made[fields]}
        for call, made in zip(reply.tool_calls, message.get("tool_calls") or (), strict=False)
        if made.get(fields)
    }
    if not blocks and not calls:
        return ()
    return (Native(chat.NATIVE, {"message": blocks, "calls": calls}),)

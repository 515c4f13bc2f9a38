"""The backend `openai`: chat completions through the official SDK."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal, cast
from urllib.parse import urlsplit

from crab_core import AgentError, Message, Reply, Tool
from crab_models.openai_errors import explain
from crab_models.openai_messages import from_completion, to_messages, to_tools
from crab_models.settings import OpenAiSettings, Secret

if TYPE_CHECKING:
    from openai.types.chat import ChatCompletion

KEY_VARIABLE = "OPENAI_API_KEY"
_NO_KEY = "no-key"
"""Sent to services that ask for none: the SDK insists on something."""


class OpenAiBackend:
    """A chat model at OpenAI, or at any service that speaks its chat completions. Safe to share by threads.

    The key comes from an environment variable and goes only to the service that it is meant for: a
    `base_url` that is given as an option gets none unless `key_variable` names one.
    """

    name: str
    """As users choose it: "openai:model"."""

    def __init__(
        self,
        model: str,
        *,
        base_url: str = "",
        key_variable: str = "",
        timeout: float = 120.0,
        retries: int = 2,
        max_tokens: int | None = None,
        temperature: float | None = None,
        extra: Mapping[str, Any] | None = None,
    ) -> None:
        """Prepare the connection; nothing is sent yet.

        Args:
            model: The model's name at its service.
            base_url: Where the service is, for example "http://127.0.0.1:8000/v1"; `OPENAI_BASE_URL` when
                empty, and OpenAI when that is not set either.
            key_variable: Environment variable with the key; `OPENAI_API_KEY` unless `base_url` is given.
            timeout: Longest time for one request, in seconds.
            retries: How often the SDK tries again after overload, outage or timeout; it honours Retry-After.
            max_tokens: Longest reply, in tokens; the service's own limit when left out.
            temperature: As the service defines it; its default when left out.
            extra: Further fields of the request, as the service defines them.

        Raises:
            AgentError: The SDK is not installed, or the key is missing.
        """
        settings = OpenAiSettings.load(key_variable or ("" if base_url else KEY_VARIABLE))
        address = base_url or settings.base_url
        self._key: Secret = settings.key
        if not self._key and (key_variable or not address):
            variable = key_variable or KEY_VARIABLE
            raise AgentError(
                f"There is no key for openai:{model}.",
                advice=f"Set the environment variable {variable}, "
                "or give `base_url` for a service that needs none.",
            )
        self.name = f"openai:{model}"
        self._model = model
        self._service = _service(address)
        self._timeout = timeout
        self._options: dict[str, Any] = {}
        if max_tokens is not None:
            # OpenAI's reasoning models take only the new name, other services often only the old one.
            self._options["max_tokens" if address else "max_completion_tokens"] = max_tokens
        if temperature is not None:
            self._options["temperature"] = temperature
        if extra:
            self._options["extra_body"] = dict(extra)
        self._sdk = _import_sdk()
        self._client = self._sdk.OpenAI(
            api_key=self._key.reveal() or _NO_KEY,
            base_url=address or "https://api.openai.com/v1",
            timeout=timeout,
            max_retries=retries,
        )

    def __repr__(self) -> str:
        """The name and the service, never the key."""
        return f"OpenAiBackend({self.name!r}, service={self._service!r})"

    def complete(
        self,
        messages: Sequence[Message],
        tools: Sequence[Tool] = (),
        *,
        tool_choice: Literal["auto", "required", "none"] = "auto",
    ) -> Reply:
        """One reply to a conversation, as `crab_core.ModelBackend` defines it.

        An empty reply, a refusal, a reply that was cut off and arguments that cannot be read are all replies;
        `stop_reason` and `ToolCall.problem` tell them apart.

        Raises:
            ModelUnavailable: The service cannot be reached, is overloaded or does not serve this user.
            AgentError: The request is wrong and would fail again.
        """
        request: dict[str, Any] = {"model": self._model, "messages": to_messages(messages), **self._options}
        if tools:
            request |= {"tools": to_tools(tools), "tool_choice": tool_choice}
        # The SDK's error is left behind before ours is raised: it may repeat the key.
        try:
            return from_completion(_checked(self._client.chat.completions.create(**request)))
        except (self._sdk.OpenAIError, ValueError) as error:
            failure = explain(
                error, service=self._service, model=self._model, seconds=self._timeout, key=self._key
            )
        raise failure

    def close(self) -> None:
        """Give back connections; safe to call twice."""
        self._client.close()


def _import_sdk() -> ModuleType:
    try:
        import openai
    except ImportError as error:
        raise AgentError(
            "The backend openai needs OpenAI's SDK, which is not installed.",
            advice="Run: pip install 'crab-models[openai]'",
        ) from error
    return openai


def _service(address: str) -> str:
    """What the service is called in messages: its host, without a name or password in the address."""
    if not address:
        return "OpenAI"
    parts = urlsplit(address)
    return f"The service at {parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}".rstrip("/")


def _checked(answer: object) -> ChatCompletion:
    """The SDK builds its objects from anything; make sure that this one can be read.

    Raises:
        ValueError: It is not a chat completion.
    """
    choices = getattr(answer, "choices", None)
    if not isinstance(choices, list) or not choices or getattr(choices[0], "message", None) is None:
        said = getattr(answer, "error", None) or answer
        raise ValueError(str(said))
    return cast("ChatCompletion", answer)

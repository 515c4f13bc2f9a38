"""The backend `openai`: Chat Completions and Responses through the official SDK."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import ModuleType
from typing import Any, ClassVar, Literal
from urllib.parse import urlsplit

from crab_core import Computer, Message, Reply, Tool, ToolChoice, UsageError
from crab_models.backend import SdkBackend, not_installed
from crab_models.openai import chat, chat_reply, responses, responses_reply
from crab_models.openai.answers import plain, reading
from crab_models.openai.computer import is_preview
from crab_models.openai.troubles import explain, refusal, refuses_sealed
from crab_models.settings import ModelSettings
from crab_models.tls import certificates
from crab_models.trouble import Trouble

_HOME = "https://api.openai.com/v1"
_NO_KEY = "no-key"
"""Sent to services that ask for none: the SDK insists on something."""
Answer = Mapping[str, Any]
_APIS = ("auto", "chat", "responses")
_SEALED = "reasoning.encrypted_content"
"""What thinking goes back as where the service stores nothing; it comes only when asked for."""


class OpenAiBackend(SdkBackend):
    """A chat model at OpenAI, or at any service that speaks one of its protocols. Safe to share by threads.

    With `base_url` it reaches vLLM, SGLang, Ollama, LM Studio, OpenRouter and the like.

    Attributes:
        api: The protocol that it speaks.
    """

    provider: ClassVar[str] = "openai"
    service: ClassVar[str] = "OpenAI"
    key_variables: ClassVar[tuple[str, ...]] = ("OPENAI_API_KEY",)
    address_variable: ClassVar[str] = "OPENAI_BASE_URL"

    def __init__(
        self,
        model: str,
        *,
        api: Literal["auto", "chat", "responses"] = "auto",
        effort: str = "",
        detail: str = "",
        acknowledge: bool = True,
        **options: Any,
    ) -> None:
        """Prepare the connection; nothing is sent yet.

        Args:
            model: The model's name at its service.
            api: The protocol: Chat Completions or Responses; "auto" takes Responses at OpenAI itself and
                Chat Completions, which all others speak, elsewhere.
            effort: How much a reasoning model thinks, as the service names it: "low", "medium", "high" …; its
                own default when empty.
            detail: How closely the model looks at pictures, as the service names it: "low", "high",
                "original". When empty its own choice, and "original" with the computer-use tool, whose
                positions are pixels of the picture.
            acknowledge: Whether the safety checks that OpenAI ties to calls of its computer-use tool are
                acknowledged, so that only Crab's own approval rules decide. If not, such a call is invalid,
                and the agent is told the check.
            options: Those of every backend, see `SdkBackend`.

        Raises:
            UsageError: An option has a value that cannot be.
            AgentError: The SDK is not installed, or the key is missing.
        """
        if api not in _APIS:
            raise UsageError(
                f"The option `api` cannot be {api!r}.", advice=f"It is one of: {', '.join(_APIS)}."
            )
        given = str(options.get("base_url") or "")
        self._foreign = bool(given) and not _is_home(given)
        super().__init__(model, **options)
        self._detail = detail
        self._acknowledge = acknowledge
        self._unsealed = threading.Event()
        """Set when the model was found to have no sealed thinking."""
        self._preview = is_preview(model)
        at_home = not self._address or _is_home(self._address)
        self.api: Literal["chat", "responses"] = (
            ("responses" if at_home else "chat") if api == "auto" else api
        )
        # OpenAI's reasoning models take only the new name, other services often only the old one.
        limit = "max_completion_tokens" if at_home else "max_tokens"
        self._options: dict[str, Any] = {}
        if self._max_tokens is not None:
            self._options["max_output_tokens" if self.api == "responses" else limit] = self._max_tokens
        if effort and self.api == "responses":
            self._options["reasoning"] = {"effort": effort}
        elif effort:
            self._options["reasoning_effort"] = effort
        if self._temperature is not None:
            self._options["temperature"] = self._temperature

    def _import_sdk(self) -> ModuleType:
        try:
            import openai
        except ImportError as error:
            raise not_installed("openai", "openai") from error
        return openai

    def _make_client(self, key: str) -> Any:
        return self._sdk.OpenAI(
            api_key=key or _NO_KEY,
            base_url=self._address or _HOME,
            timeout=self._timeout,
            max_retries=0,
            default_headers=self._own_headers(key) if self._foreign else None,
            http_client=self._sdk.DefaultHttpxClient(verify=certificates()),
        )

    def _own_headers(self, key: str) -> dict[str, Any]:
        """So that another service is not told what the user's environment has for OpenAI."""
        environment = ModelSettings.load().variable("OPENAI_CUSTOM_HEADERS")
        theirs = [line.partition(":")[0].strip() for line in environment.splitlines() if ":" in line]
        unsent = dict.fromkeys(("OpenAI-Organization", "OpenAI-Project", *theirs), self._sdk.Omit())
        return {**unsent, "Authorization": f"Bearer {key or _NO_KEY}"}

    def _close_client(self) -> None:
        self._client.close()

    def _send(
        self, messages: Sequence[Message], tools: Sequence[Tool | Computer], tool_choice: ToolChoice
    ) -> Reply:
        send = self._send_responses if self.api == "responses" else self._send_chat
        try:
            return send(messages, tools, tool_choice)
        except Exception as error:
            # A filter before the model refuses the conversation: a refusal as if the model had said it.
            refused = refusal(error)
            if refused is None:
                raise
        return Reply(refused, stop_reason="refusal")

    def _send_chat(
        self, messages: Sequence[Message], tools: Sequence[Tool | Computer], tool_choice: ToolChoice
    ) -> Reply:
        request: dict[str, Any] = {
            "model": self._model,
            "messages": chat.to_messages(messages, detail=self._detail),
        }
        if tools:
            request |= {"tools": chat.to_tools(tools), "tool_choice": tool_choice}
        if self._stream:
            request["stream_options"] = {"include_usage": True}
        answer = self._post("/chat/completions", request)
        with reading():
            return chat_reply.from_completion(self._whole(answer, chat_reply.gathered))

    def _send_responses(
        self, messages: Sequence[Message], tools: Sequence[Tool | Computer], tool_choice: ToolChoice
    ) -> Reply:
        computer = next((tool for tool in tools if isinstance(tool, Computer)), None)
        request: dict[str, Any] = {
            "model": self._model,
            "input": responses.to_input(
                messages,
                computer=computer.name if computer else "",
                preview=self._preview,
                detail=self._detail or ("original" if computer and not self._preview else ""),
                acknowledge=self._acknowledge,
            ),
            "store": False,
        }
        if tools:
            offered = responses.to_tools(tools, preview=self._preview)
            request |= {"tools": offered, "tool_choice": tool_choice}
        if self._preview:
            request["truncation"] = "auto"  # the first computer-use model insists on it
        answer = self._post_sealed(request)
        with reading():
            return responses_reply.from_response(
                self._whole(answer, responses_reply.gathered),
                computer=computer.name if computer else "computer",
                kind=computer.kind if computer else "desktop",
                acknowledge=self._acknowledge,
            )

    def _post_sealed(self, request: dict[str, Any]) -> Any:
        """A response with its thinking sealed, so that it can go back; models without any may refuse that."""
        if self._unsealed.is_set():
            return self._post("/responses", request)
        try:
            return self._post("/responses", {**request, "include": [_SEALED]})
        except self._sdk.BadRequestError as error:
            if not refuses_sealed(error):
                raise
        self._unsealed.set()
        return self._post("/responses", request)

    def _whole(self, answer: Any, gathered: Callable[[Iterable[Answer]], Answer]) -> Answer:
        if not self._stream:
            return plain(answer)
        with answer as pieces:
            return gathered(map(plain, pieces))

    def _post(self, path: str, request: dict[str, Any]) -> Any:
        """JSON values in and out, or a stream of them.

        By the SDK's door for requests of which it has no types: to bring each item of a conversation into
        its types took ten times as long as all the rest of a request.
        """
        body = {**request, **self._options, **({"stream": True} if self._stream else {}), **self._extra}
        seconds = self._seconds()
        return self._client.post(
            path,
            cast_to=object,
            body=body,
            options={} if seconds is None else {"timeout": seconds},
            stream=self._stream,
            stream_cls=self._sdk.Stream[object],
        )

    def _trouble(self, error: Exception) -> Trouble | None:
        return explain(
            error,
            self._sdk,
            service=self._service,
            model=self._model,
            seconds=self._timeout,
            expected="a response" if self.api == "responses" else "a chat completion",
        )


def _is_home(address: str) -> bool:
    return urlsplit(address).hostname == urlsplit(_HOME).hostname

"""The backend `google`: Gemini through Google's official SDK."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar

from crab_core import AgentError, Computer, Message, Reply, Tool, ToolChoice, UsageError
from crab_models import trouble
from crab_models.backend import SdkBackend, not_installed
from crab_models.google.cloud import CloudCredentials
from crab_models.google.computer import to_computer_use
from crab_models.google.contents import to_contents
from crab_models.google.errors import from_api_error
from crab_models.google.replies import BrokenOff, gathered, parsed, to_reply
from crab_models.google.schema import to_declaration
from crab_models.tls import certificates
from crab_models.trouble import Trouble

if TYPE_CHECKING:
    from google.genai import types

_NO_KEY = "no-key"
"""Sent to services that ask for none: the SDK insists on something."""

_KEPT = 32
"""Sets of tools that are kept ready for the SDK."""

_MODES: Mapping[ToolChoice, str] = {"auto": "AUTO", "required": "ANY", "none": "NONE"}


class GoogleBackend(SdkBackend):
    """A Gemini model at Google, in a project of Google Cloud (Vertex AI), or at a service that speaks the
    protocol. Safe to share by threads."""

    provider: ClassVar[str] = "google"
    service: ClassVar[str] = "Google"
    sdk: ClassVar[str] = "google-genai"
    key_variables: ClassVar[tuple[str, ...]] = ("GEMINI_API_KEY", "GOOGLE_API_KEY")
    address_variable: ClassVar[str] = "GOOGLE_GEMINI_BASE_URL"

    def __init__(
        self,
        model: str,
        *,
        thinking: str | int | None = None,
        acknowledge: bool = True,
        project: str = "",
        location: str = "",
        **options: Any,
    ) -> None:
        """Prepare the connection; nothing is sent yet.

        Args:
            model: The model's name at its service.
            thinking: How much the model may think: a level, such as "low" (Gemini 3), or most tokens
                (Gemini 2.5; 0 for none). Its thoughts are then shown too. The model's own way when left out.
            acknowledge: Whether actions for which Google's safety check wants a person's consent are done,
                and reported back as consented to, so that only Crab's own approval rules decide. If not,
                such an action is invalid, and the agent is told the check.
            project: A project of Google Cloud, whose Vertex AI is then asked. Requests are signed by Google's
                application default credentials; no key is read.
            location: Where in Google Cloud; "global" when left out.
            options: Those of `SdkBackend`; `extra` holds fields of the SDK's `GenerateContentConfig`.

        Raises:
            UsageError: An option has a value that cannot be.
            AgentError: The SDK is not installed, or the key is missing.
        """
        if project and options.get("key_variable"):
            raise UsageError(
                "The options `project` and `key_variable` do not go together.",
                advice="A project of Google Cloud has credentials; leave `key_variable` out.",
            )
        if location and not project:
            raise UsageError("The option `location` needs a `project` of Google Cloud.")
        self._acknowledge = acknowledge
        self._project, self._location = project, location or "global"
        self._signed = CloudCredentials() if project else None
        self._account = f" {project} {self._location}" if project else ""
        self._declared: dict[tuple[int, ...], tuple[list[Tool], types.Tool]] = {}
        super().__init__(model, **options)
        self._config = self._checked_config(thinking)

    def _address_variable(self) -> str:
        return "GOOGLE_VERTEX_BASE_URL" if self._project else self.address_variable

    def _import_sdk(self) -> ModuleType:
        try:
            from google import genai
        except ImportError as error:
            raise not_installed("google", "google") from error
        return genai

    def _make_client(self, key: str) -> Any:
        # What is left out here, the SDK reads from the environment: another key, another address.
        http_options = {
            "timeout": max(1, round(self._timeout * 1000)),
            "client_args": {"verify": certificates()},
            "async_client_args": {"verify": certificates(), "ssl": certificates()},  # made, never used
        }
        if isinstance(self._signed, CloudCredentials):
            return self._sdk.Client(
                vertexai=True,
                credentials=self._signed.credentials,
                project=self._project,
                location=self._location,
                # Which address a location has, the SDK knows.
                http_options={
                    **http_options,
                    **({"base_url": self._address} if self._address else {}),
                    "api_version": "v1beta1",
                },
            )
        address = self._address or "https://generativelanguage.googleapis.com"
        return self._sdk.Client(
            vertexai=False,
            api_key=key or _NO_KEY,
            http_options={**http_options, "base_url": address, "api_version": "v1beta"},
        )

    def _checked_config(self, thinking: str | int | None) -> dict[str, Any]:
        config: dict[str, Any] = {
            "automatic_function_calling": {"disable": True},
            "automatic_continuation": False,
            "should_return_http_response": not self._stream,
        }
        if self._max_tokens is not None:
            config["max_output_tokens"] = self._max_tokens
        if self._temperature is not None:
            config["temperature"] = self._temperature
        if thinking is not None:
            amount = "thinking_level" if isinstance(thinking, str) else "thinking_budget"
            config["thinking_config"] = {"include_thoughts": thinking != 0, amount: thinking}
        config |= self._extra
        try:
            self._sdk.types.GenerateContentConfig.model_validate(config)
        except ValueError as error:
            self.close()
            raise UsageError(
                f"The options of {self.name} are not those of a Gemini model: {trouble.short(str(error))}",
                advice="`extra` takes the fields of the SDK's GenerateContentConfig.",
            ) from error
        return config

    def _send(
        self, messages: Sequence[Message], tools: Sequence[Tool | Computer], tool_choice: ToolChoice
    ) -> Reply:
        computer = _the_computer(tools)
        system, contents = to_contents(messages, self._model, computer, acknowledge=self._acknowledge)
        config = self._config | ({"system_instruction": system} if system else {})
        if tools:
            config |= self._offered(tools, computer, tool_choice)
        if (seconds := self._seconds()) is not None:
            config |= {"http_options": {**config.get("http_options", {}), "timeout": round(seconds * 1000)}}
        request = {
            "model": self._model,
            "contents": contents,
            "config": self._sdk.types.GenerateContentConfig.model_validate(config),
        }
        models = self._client.models
        chunks: Iterable[types.GenerateContentResponse]
        if self._stream:
            chunks = models.generate_content_stream(**request)
        else:
            chunks = (parsed(models.generate_content(**request).sdk_http_response.body),)
        return to_reply(gathered(chunks, stream=self._stream), tools, acknowledge=self._acknowledge)

    def _offered(
        self, tools: Sequence[Tool | Computer], computer: Computer | None, tool_choice: ToolChoice
    ) -> dict[str, Any]:
        functions = [tool for tool in tools if isinstance(tool, Tool)]
        offered: list[Any] = []
        if functions:
            offered.append(self._declare(functions))
        if computer is not None:
            taken = frozenset(tool.name for tool in functions)
            offered.append({"computer_use": to_computer_use(computer, self._model, taken)})
        return {"tools": offered, "tool_config": {"function_calling_config": {"mode": _MODES[tool_choice]}}}

    def _declare(self, functions: list[Tool]) -> types.Tool:
        """The functions as the SDK takes them, made once: checking all schemas takes some 3 ms."""
        key = tuple(id(tool) for tool in functions)
        known = self._declared.get(key)
        if known is None:
            made = {"function_declarations": [to_declaration(tool) for tool in functions]}
            # The tools are kept beside, so that no others come to their addresses.
            known = (functions, self._sdk.types.Tool.model_validate(made))
            if len(self._declared) >= _KEPT:
                self._declared.clear()
            self._declared[key] = known
        return known[1]

    def _trouble(self, error: Exception) -> Trouble | None:
        import httpx2

        if isinstance(error, self._sdk.errors.APIError):
            return from_api_error(error, self._service, self._model)
        if isinstance(error, httpx2.TimeoutException):
            return trouble.timed_out(self._service, self._timeout)
        if isinstance(error, httpx2.TransportError):
            return trouble.unreachable(self._service, error)
        if isinstance(self._signed, CloudCredentials) and (found := self._signed.trouble(error, self._model)):
            return found
        if isinstance(error, BrokenOff):
            return trouble.unreachable(self._service, "the stream ended before the reply did")
        return None

    def _close_client(self) -> None:
        self._client.close()


def _the_computer(tools: Sequence[Tool | Computer]) -> Computer | None:
    computers = [tool for tool in tools if isinstance(tool, Computer)]
    if len(computers) > 1:
        raise AgentError(
            "Google's computer-use tool drives one device at a time, not "
            f"{' and '.join(computer.name for computer in computers)}.",
            advice="Use one agent for each environment, or the environments' own actions for the others.",
        )
    return computers[0] if computers else None

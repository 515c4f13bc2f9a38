"""What every model back end shares: options, keys, pictures, limits, retries, prices and errors."""

from __future__ import annotations

import copy
import json
import math
import threading
import time
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import ModuleType
from typing import Any, ClassVar, Final, Self
from urllib.parse import urlsplit

from crab_core import (
    AgentError,
    Computer,
    LimitReached,
    Message,
    ModelBackend,
    Reply,
    Requirement,
    Tool,
    ToolChoice,
    UsageError,
)
from crab_models import limiter, needs, prices, trouble
from crab_models.hiding import error_without, raise_without, reply_without
from crab_models.keys import find_key
from crab_models.limiter import PauseTooLong
from crab_models.pictures import Shrinker
from crab_models.retry import Failed, persist
from crab_models.settings import ModelSettings, Secret
from crab_models.trouble import Trouble

_TOO_LITTLE: Final = 0.05
"""Seconds in which no reply comes any more."""


class SdkBackend(ModelBackend):
    """A chat model behind its provider's official SDK. Safe to share by threads.

    A subclass says in class variables who the provider is, and implements `_import_sdk`, `_make_client`,
    `_send`, `_trouble` and `_close_client`. For those it finds here the options, `_sdk`, `_client` and
    `_seconds`. What it changes later, it changes in place: `within` makes copies that share it.

    The key goes only to the service that it is meant for: a `base_url` that is given as an option gets none
    unless `key_variable` names one.
    """

    provider: ClassVar[str]
    """As users choose it, and as the price list calls it: "openai"."""
    service: ClassVar[str]
    """What the provider's own service is called in messages: "OpenAI"."""
    key_variables: ClassVar[tuple[str, ...]]
    """Where the key is when `key_variable` says nothing; the first one that is set."""
    address_variable: ClassVar[str] = ""
    """Environment variable in which the user may name another service."""
    sdk: ClassVar[str] = ""
    """The distribution that is the SDK; named as the provider when empty."""
    needs_key: ClassVar[bool] = True
    """Whether the provider's own service is never asked without a key that we know."""

    _account: str = ""
    """Whose limits they are, where the key does not say; set before `__init__` where it is not empty."""
    _signed: Secret | None = None
    """What requests are signed with in place of a key; set before `__init__` where there is one."""
    _until: float = math.inf
    """When calls are given up (`time.monotonic`); see `within`."""

    def __init__(
        self,
        model: str,
        *,
        base_url: str = "",
        key_variable: str = "",
        timeout: float = 120.0,
        retries: int = 4,
        concurrency: int | None = None,
        max_tokens: int | None = None,
        temperature: float | None = None,
        extra: Mapping[str, Any] | None = None,
        image_size: int | None = None,
        stream: bool = False,
        price: Mapping[str, float] | None = None,
    ) -> None:
        """Prepare the connection; nothing is sent yet.

        Args:
            model: The model's name at its service.
            base_url: Where the service is, for example "http://127.0.0.1:8000/v1"; the provider's own, or
                what its environment variable says, when empty.
            key_variable: Name of the key, in the environment or the file of keys; the provider's usual one
                unless `base_url` is given.
            timeout: Longest time for one request, in seconds.
            retries: How often a request is tried again after an outage, a fault of the service or a timeout.
                Rate limits are waited out for as long as these would take together; 0 tries nothing again.
            concurrency: Most requests at once with this key; as many as the service takes when left out.
            max_tokens: Longest reply, in tokens; the service's own limit when left out.
            temperature: As the service defines it; its default when left out.
            extra: Further fields of the request, as the service defines them.
            image_size: Longest side, in pixels, to which pictures are shrunk; as they are when left out.
            stream: Whether the reply is fetched piece by piece, which keeps long ones from timing out.
            price: Dollars for a million tokens: `input`, `output`, `cached_input`, `cache_write`; from the
                price list when left out.

        Raises:
            UsageError: An option has a value that cannot be.
            AgentError: The SDK is not installed, or the key is missing.
        """
        _check_options(
            model, timeout=timeout, retries=retries, concurrency=concurrency, image_size=image_size
        )
        settings = ModelSettings.load()
        self.name = f"{self.provider}:{model}"
        self.image_size = image_size
        self._model = model
        variable = self._address_variable()
        self._address = base_url or (variable and settings.variable(variable))
        _check_address(self._address, "base_url" if base_url else variable)
        if key_variable and not key_variable.isidentifier():
            raise UsageError("`key_variable` is no name of a variable.", advice="It is the name of a key.")
        self._service = f"The service at {_public(self._address)}" if self._address else self.service
        self._timeout = timeout
        self._retries = retries
        self._max_tokens = max_tokens
        self._temperature = temperature
        self._extra: dict[str, Any] = dict(extra or {})
        self._stream = stream
        self._price = prices.Price.read(price) if price is not None else None
        usual = () if base_url else self.key_variables
        self._key = self._signed or find_key((key_variable,) if key_variable else usual, settings)
        _check_no_key(self._key, base_url, extra)
        if not self._key and (key_variable or (self.needs_key and not self._address)):
            raise AgentError(
                f"There is no key for {self.name}.",
                advice=f"Set the environment variable {key_variable or self.key_variables[0]}, or write it "
                f"into {settings.keys}, or give `base_url` for a service that needs none.",
            )
        self._shrinker = Shrinker(self.picture_size)
        self._limiter = limiter.shared(
            self.provider,
            f"{self._address}{self._account}",
            self._key,
            most=concurrency,
            folder=settings.pauses,
        )
        self._closed = threading.Event()
        self._sdk = self._import_sdk()
        self._client: Any = self._make_client(self._key.reveal())

    @classmethod
    def requirements(cls) -> tuple[Requirement, ...]:
        """The SDK, and a key for the provider's own service."""
        sdk = needs.sdk(cls.sdk or cls.provider, extra=cls.provider)
        return (sdk, needs.key(cls.key_variables)) if cls.key_variables else (sdk,)

    def __repr__(self) -> str:
        """The name and the service, never the key."""
        return f"{type(self).__name__}({self.name!r}, service={self._service!r})"

    # -- what a subclass implements --------------------------------------------------------------------

    def _address_variable(self) -> str:
        """Environment variable that may name another service for this one; empty for none."""
        return self.address_variable

    @abstractmethod
    def _import_sdk(self) -> ModuleType:
        """The SDK, imported now; see `not_installed` for the error."""

    @abstractmethod
    def _make_client(self, key: str) -> Any:
        """The SDK's client, whose own retries are switched off; `key` is empty for a service without one."""

    @abstractmethod
    def _send(
        self, messages: Sequence[Message], tools: Sequence[Tool | Computer], tool_choice: ToolChoice
    ) -> Reply:
        """One attempt. What it raises goes to `_trouble`; `ValueError` means an answer that is no reply."""

    @abstractmethod
    def _trouble(self, error: Exception) -> Trouble | None:
        """What an error of the SDK means; None for what is not the SDK's, which is then a bug."""

    @abstractmethod
    def _close_client(self) -> None:
        """Give back connections."""

    # -- one reply -------------------------------------------------------------------------------------

    def complete(
        self,
        messages: Sequence[Message],
        tools: Sequence[Tool | Computer] = (),
        *,
        tool_choice: ToolChoice = "auto",
    ) -> Reply:
        """One reply to a conversation, as `crab_core.ModelBackend` defines it.

        An empty reply, a refusal, a reply that was cut off and arguments that cannot be read are all replies;
        `stop_reason` and `ToolCall.problem` tell them apart.

        Raises:
            ModelUnavailable: The service cannot be reached, is overloaded or does not serve this user.
            AgentError: The request is wrong and would fail again.
            LimitReached: The time that `within` gave is over, or would be before the service takes requests.
            RuntimeError: It was closed.
        """
        self._check_open()
        sent = messages if self.image_size is None else [self._shrinker.message(m) for m in messages]
        begun = time.monotonic()
        deadline = min(begun + self._timeout * (self._retries + 1), self._until)
        # The SDK's error is left behind before ours is raised: it may repeat the key.
        try:
            reply = persist(
                lambda: self._attempt(sent, tools, tool_choice, deadline),
                retries=self._retries,
                patience=deadline - begun,
                stopped=self._closed,
            )
        except Failed as failed:
            failure = LimitReached("seconds") if self._too_late(failed.trouble) else failed.trouble.error
        else:
            return self._priced(reply)
        raise failure

    def within(self, seconds: float) -> Self:
        """The same model with the same connections, whose calls, pauses and repeats together end by then."""
        bounded = copy.copy(self)
        bounded._until = time.monotonic() + seconds
        return bounded

    def _seconds(self) -> float | None:
        """Longest time for the request at hand; None for that of the client, the option `timeout`."""
        left = self._until - time.monotonic()
        return max(left, _TOO_LITTLE) if left < self._timeout else None

    def _too_late(self, found: Trouble) -> bool:
        """Whether a trouble would have passed in time that there is not."""
        left = self._until - time.monotonic()
        again = self._retries > 0 or not found.transient  # a pause is waited for before anything is sent
        if not (found.transient or found.rate_limited):
            return False
        return left <= _TOO_LITTLE or (again and left <= (found.retry_after or 0.0))

    def close(self) -> None:
        """Give back connections; safe to call twice."""
        if not self._closed.is_set():
            self._closed.set()
            self._limiter.wake()
            self._close_client()

    def _check_open(self) -> None:
        if self._closed.is_set():
            raise RuntimeError(f"The model {self.name} was closed.")

    def _attempt(
        self,
        messages: Sequence[Message],
        tools: Sequence[Tool | Computer],
        tool_choice: ToolChoice,
        deadline: float,
    ) -> Reply:
        """One request in its turn.

        Raises:
            Failed: With the trouble, told without the key.
            LimitReached: The time that `within` gave was over before its turn came.
        """
        try:
            with self._limiter.slot(deadline - time.monotonic(), self._closed, self._until):
                self._check_open()
                if time.monotonic() >= self._until:
                    raise LimitReached("seconds")
                answer = self._request(messages, tools, tool_choice)
        except PauseTooLong as pause:
            answer = trouble.long_pause(self._service, pause.seconds)
        if isinstance(answer, Trouble):
            raise Failed(answer)
        return answer

    def _request(
        self, messages: Sequence[Message], tools: Sequence[Tool | Computer], tool_choice: ToolChoice
    ) -> Reply | Trouble:
        started = time.monotonic()
        try:
            reply = self._send(messages, tools, tool_choice)
        except AgentError as error:  # said by the subclass itself
            raise error_without(self._key, error, error.__cause__) from error.__cause__
        except Exception as error:  # noqa: BLE001 - sorted by the subclass; what is not known goes on
            found = self._trouble(error)
            if found is None and isinstance(error, ValueError):
                found = trouble.unreadable(self._service, str(error))
            if found is None:
                raise_without(self._key, error)
            error_without(self._key, found.error, error)
        else:
            self._limiter.succeeded()
            return reply_without(self._key, reply)
        if found.rate_limited:
            self._limiter.rate_limited(started, found.retry_after)
        return found

    def _priced(self, reply: Reply) -> Reply:
        usage = reply.usage
        if not usage.total or (usage.cost is not None and self._price is None):
            return reply
        cost = self._price.of(usage) if self._price is not None else self._listed(reply)
        return replace(reply, usage=replace(usage, cost=cost))

    def _listed(self, reply: Reply) -> float | None:
        """What the price list says of the version that answered, or else of the model that was asked."""
        named = dict.fromkeys(name for name in (reply.model, self._model) if name)
        known = (
            prices.listed_price(reply.usage, name, provider=self.provider, address=self._address)
            for name in named
        )
        return next((dollars for dollars in known if dollars is not None), None)


def not_installed(provider: str, extra: str) -> AgentError:
    """The error of a back end whose SDK is missing."""
    return AgentError(
        f"The backend {provider} needs an SDK which is not installed.",
        advice=f"Run: pip install 'crab-models[{extra}]'",
    )


def _check_options(model: str, **numbers: Any) -> None:
    """The options that are numbers, and the least that each may be.

    Raises:
        UsageError: One has a value that cannot be.
    """
    if not model.strip():
        raise UsageError("A model needs a name.", advice="Write provider:model, such as openai:gpt-5.")
    for name, value in numbers.items():
        if value is None and name not in ("timeout", "retries"):
            continue
        least = 0 if name in ("timeout", "retries") else 1
        kinds = int | float if name == "timeout" else int
        if isinstance(value, bool) or not isinstance(value, kinds) or not value >= least:
            raise UsageError(f"The option `{name}` must be {least} or more, not {value!r}.")
    if not numbers["timeout"]:
        raise UsageError("The option `timeout` must be more than 0 seconds.")


def _check_address(address: str, source: str) -> None:
    """Whether requests can go there; the address itself is not repeated, for it may hold a password.

    Raises:
        UsageError: They cannot.
    """
    parts = urlsplit(address)
    if address and (parts.scheme not in ("http", "https") or not parts.hostname):
        raise UsageError(
            f"`{source}` is no address of a service.", advice="It begins with http:// or https:// and a host."
        )
    if parts.query or parts.fragment:
        raise UsageError(
            f"`{source}` has a question mark or a # in it: what stands behind goes to no service.",
            advice="End it where the service's protocol begins; fields of requests are the option `extra`, "
            "and a key is named by `key_variable`.",
        )


def _check_no_key(key: Secret, *options: Any) -> None:
    """Options are recorded, so the key stands in none, whatever it is called there.

    Raises:
        UsageError: It does.
    """
    told = json.dumps(options, default=repr)
    if type(key) is Secret and key.hide(told) != told:  # that of a cloud gives tokens, which nobody writes
        raise UsageError(
            "The key stands in `base_url` or `extra`, too.", advice="Name it by `key_variable` alone."
        )


def _public(address: str) -> str:
    """An address without a name or password in it."""
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}".rstrip("/")

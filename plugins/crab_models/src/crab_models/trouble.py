"""What can go wrong between us and a service: whether it passes, what it means, what to do about it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from crab_core import AgentError, ModelUnavailable

_LONGEST_QUOTE = 500
"""Characters of a service's own words that are repeated."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """A failed attempt."""

    error: AgentError
    """What is raised when it is not tried again; `ModelUnavailable` leaves the episode unscored."""
    transient: bool = False
    """Whether the same request may succeed later."""
    retry_after: float | None = None
    """Seconds that the service asks everybody to wait, if it says so."""
    rate_limited: bool = False
    """Whether there were too many requests at once."""


def unreachable(service: str, reason: object) -> Trouble:
    """Nobody answers at the address, or the connection broke."""
    return Trouble(
        ModelUnavailable(
            f"{service} cannot be reached: {short(str(reason)).rstrip('.')}.",
            advice="Check the network and the option `base_url`.",
        ),
        transient=True,
    )


def timed_out(service: str, seconds: float) -> Trouble:
    """The answer took longer than the option `timeout`."""
    return Trouble(
        ModelUnavailable(
            f"{service} did not answer within {seconds:g} s.",
            advice="Raise the option `timeout` if the model is slow.",
        ),
        transient=True,
    )


def refused_key(service: str, model: str, said: str) -> Trouble:
    """The key is wrong, or may not use this model."""
    return _given_up(
        f"{service} does not serve this key",
        said,
        f"Check the environment variable or the file that holds it, and whether it may use {model!r}.",
    )


def out_of_credit(service: str, said: str) -> Trouble:
    """The account has no money left; waiting does not help."""
    return _given_up(f"The credit at {service} is used up", said, "Add credit, then resume the run.")


def too_many_requests(service: str, said: str, retry_after: float | None = None) -> Trouble:
    """The service limits the rate of requests or tokens."""
    return Trouble(
        _error(
            ModelUnavailable,
            f"{service} limits the rate of requests",
            said,
            "Run fewer episodes at once, or wait.",
        ),
        transient=True,
        retry_after=retry_after,
        rate_limited=True,
    )


def long_pause(service: str, seconds: float) -> Trouble:
    """The service has asked for a longer wait than an episode can stand; nothing was sent."""
    return Trouble(
        ModelUnavailable(
            f"{service} wants no further requests for {seconds:.0f} s.",
            advice="Resume the run later, or raise the options `timeout` or `retries` to wait longer.",
        ),
        retry_after=seconds,
        rate_limited=True,
    )


def overloaded(service: str, said: str, retry_after: float | None = None) -> Trouble:
    """The service has more to do than it can, whoever asks; it eases when everybody asks less."""
    return Trouble(
        _error(ModelUnavailable, f"{service} is overloaded", said, "Try again later."),
        transient=True,
        retry_after=retry_after,
        rate_limited=True,
    )


def failed(service: str, status: int, said: str, retry_after: float | None = None) -> Trouble:
    """A fault of the service."""
    return Trouble(
        _error(ModelUnavailable, f"{service} failed with status {status}", said, "Try again later."),
        transient=True,
        retry_after=retry_after,
    )


def unreadable(service: str, said: str, expected: str = "a chat completion") -> Trouble:
    """The answer is not what the protocol says."""
    return _given_up(
        f"{service} answered with something that is not {expected}",
        said,
        "Check that `base_url` ends where the service's protocol begins, often in /v1.",
    )


def unknown_model(service: str, model: str, said: str) -> Trouble:
    """No such model, or nothing at the address: no agent has played, so there is nothing to score."""
    return _given_up(
        f"{service} has no model {model!r}, or does not speak this protocol at this address",
        said,
        "Check the model's name and the option `base_url`.",
    )


def too_long(model: str, said: str) -> Trouble:
    """The conversation does not fit into the model's context."""
    return _refused(f"The conversation is too long for {model!r}", said, "Keep fewer turns in the history.")


def rejected(service: str, model: str, status: int, said: str) -> Trouble:
    """The request itself is at fault and would fail again."""
    return _refused(
        f"{service} rejects the request with status {status}",
        said,
        f"See whether {model!r} takes pictures, tools and the options that were given.",
    )


def by_status(
    service: str, model: str, status: int, said: str, headers: Mapping[str, str] | None = None
) -> Trouble:
    """The trouble that an HTTP status tells when the service's own codes say nothing more exact."""
    wait = retry_after(headers or {})
    match status:
        case 401 | 403:
            found = refused_key(service, model, said)
        case 402:
            found = out_of_credit(service, said)
        case 404:
            found = unknown_model(service, model, said)
        case 413:
            found = too_long(model, said)
        case 429:
            found = too_many_requests(service, said, wait)
        case 529:  # Anthropic's own
            found = overloaded(service, said, wait)
        case 408 | 409 | 425:
            found = failed(service, status, said, wait)
        case _ if status >= 500:
            found = failed(service, status, said, wait)
        case _:
            found = rejected(service, model, status, said)
    if (headers or {}).get("x-should-retry") == "false":  # OpenAI and Anthropic may say so
        found = replace(found, transient=False)
    return found


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds that a service asks to wait: `Retry-After-Ms`, or `Retry-After` in seconds or as a date.

    A date is held against the service's own, where it tells it: our clock may be another.

    Returns:
        None when it says nothing that can be read.
    """
    told = {name.lower(): value.strip() for name, value in headers.items()}
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        try:
            seconds = float(told.get(name, "")) * unit
        except ValueError:
            continue
        return max(0.0, seconds) if math.isfinite(seconds) else None
    when = _date(told.get("retry-after", ""))
    if when is None:
        return None
    now = _date(told.get("date", "")) or datetime.now(UTC)
    return max(0.0, (when - now).total_seconds())


def _date(text: str) -> datetime | None:
    try:
        when = parsedate_to_datetime(text)
    except ValueError:
        return None
    return when if when.tzinfo else when.replace(tzinfo=UTC)


def short(text: str) -> str:
    """A service's own words on one line, and not too many of them."""
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST_QUOTE else f"{text[: _LONGEST_QUOTE - 1]}…"


def _error(kind: type[AgentError], what: str, said: str, advice: str) -> AgentError:
    told = f"{what}: {short(said)}" if said.strip() else what
    return kind(told if told.endswith((".", "!", "?", "…")) else f"{told}.", advice=advice)


def _given_up(what: str, said: str, advice: str) -> Trouble:
    return Trouble(_error(ModelUnavailable, what, said, advice))


def _refused(what: str, said: str, advice: str) -> Trouble:
    return Trouble(_error(AgentError, what, said, advice))

"""What the SDK's errors, and failures told inside answers, mean for an episode."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from crab_models import trouble
from crab_models.openai.answers import BROKEN_OFF, FailureInAnswer, UnreadableAnswer
from crab_models.trouble import Trouble

_QUOTA = frozenset(("insufficient_quota", "billing_hard_limit_reached", "billing_not_active"))
_RATE = frozenset(("rate_limit_exceeded", "rate_limit_error", "too_many_requests"))
_PASSING = frozenset(
    (
        "server_error",
        "internal_error",
        "internal_server_error",
        "overloaded_error",
        "service_unavailable",
        "vector_store_timeout",
    )
)
_FILTERS = frozenset(
    (
        "content_filter",
        "content_policy_violation",
        "image_content_policy_violation",
        "invalid_prompt",
        "moderation_blocked",
        "bio_policy",
        "cyber_policy_violation",
        "misalignment_policy_violation",
    )
)
_TOO_LONG = re.compile(
    r"(maximum|exceeds?|available|model'?s?) context (length|window|size)|prompt is too long", re.I
)
"""How services without a code for it say so: vLLM, SGLang, llama.cpp, LM Studio."""


def refusal(error: Exception) -> str | None:
    """The words of a service whose filter refuses a conversation; None for all other errors."""
    return _said(error) if getattr(error, "code", None) in _FILTERS else None


def refuses_sealed(error: Exception) -> bool:
    """Whether a request was refused because it asks for sealed thinking: "Encrypted content is not supported
    with this model." Services with fewer fields than OpenAI name the field."""
    said = _said(error).lower()
    named = str(getattr(error, "param", None) or "").startswith("include") or "'include'" in said
    return named or "encrypted content is not supported" in said or "reasoning.encrypted_content" in said


def _said(error: Exception) -> str:
    """The service's own words."""
    body = getattr(error, "body", None)
    if isinstance(body, Mapping):
        return FailureInAnswer.read(body).said
    return str(getattr(error, "message", error))


def explain(
    error: Exception, sdk: Any, *, service: str, model: str, seconds: float, expected: str
) -> Trouble | None:
    """The trouble behind an error; None for what neither the SDK nor the service made.

    Args:
        error: What was raised.
        sdk: The module `openai`.
        service: Where the request went, for the message.
        model: The model's name, for the message.
        seconds: The time limit of a request.
        expected: What the answer should have been: "a chat completion".
    """
    if isinstance(error, sdk.APITimeoutError):
        return trouble.timed_out(service, seconds)
    if isinstance(error, sdk.APIConnectionError):
        return trouble.unreachable(service, error.__cause__ or error)
    if isinstance(error, sdk.APIStatusError):
        said = _said(error)
        by_code = _by_code({str(error.code), str(error.type)}, service, model, said)
        return by_code or _by_status(service, model, error.status_code, said, error.response.headers)
    if isinstance(error, sdk.APIError) and isinstance(error.body, dict):  # in the middle of a stream
        error = FailureInAnswer.read(error.body)
    if isinstance(error, FailureInAnswer):
        return _in_answer(error, service, model) or trouble.unreadable(service, error.said, expected)
    if isinstance(error, UnreadableAnswer | sdk.OpenAIError):
        return trouble.unreadable(service, str(error), expected)
    return None


def _in_answer(failure: FailureInAnswer, service: str, model: str) -> Trouble | None:
    code, said = failure.code, failure.said
    if code == BROKEN_OFF:
        return trouble.unreachable(service, said)
    if code in _RATE:
        return trouble.too_many_requests(service, said)
    status = int(code) if re.fullmatch(r"[45]\d\d", code) else 500 if code in _PASSING else 0
    if not status and code.startswith("invalid_"):
        status = 400
    by_code = _by_code({code}, service, model, said)
    return by_code or (_by_status(service, model, status, said) if status else None)


def _by_code(codes: set[str], service: str, model: str, said: str) -> Trouble | None:
    if codes & _QUOTA:
        return trouble.out_of_credit(service, said)
    if "context_length_exceeded" in codes:
        return trouble.too_long(model, said)
    if "model_not_found" in codes:
        return trouble.unknown_model(service, model, said)
    return None


def _by_status(
    service: str, model: str, status: int, said: str, headers: Mapping[str, str] | None = None
) -> Trouble:
    if status in (400, 422) and _TOO_LONG.search(said):
        return trouble.too_long(model, said)
    return trouble.by_status(service, model, status, said, headers)

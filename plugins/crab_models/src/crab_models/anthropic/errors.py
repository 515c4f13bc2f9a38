"""What the errors of Anthropic's SDK mean, and what can be learned from a refusal."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from crab_core import AgentError
from crab_models import trouble
from crab_models.anthropic.reply import BrokenOff
from crab_models.trouble import Trouble

if TYPE_CHECKING:
    from anthropic import APIStatusError

Lesson = Literal["no forced calls", "thinking is bound"]
"""What a model does not take: being forced to call a tool; thinking of a conversation that was changed."""

_STATUS_OF_TYPE = {
    "api_error": 500,
    "authentication_error": 401,
    "billing_error": 402,
    "invalid_request_error": 400,
    "not_found_error": 404,
    "overloaded_error": 529,
    "permission_error": 403,
    "rate_limit_error": 429,
    "request_too_large": 413,
    "timeout_error": 504,
}
_OUT_OF_CREDIT = frozenset(("contract_spend_limit_reached", "enforced_spend_limit_reached"))


def explain(error: Exception, *, service: str, model: str, seconds: float) -> Trouble | None:
    """Our word for an error of the SDK.

    Args:
        error: What was raised.
        service: Where the request went, for the message.
        model: The model's name, for the message.
        seconds: The time limit of a request.

    Returns:
        None when it is not one of the SDK's.
    """
    import anthropic
    import httpx2

    # The SDK hands on what breaks a stream as the connection told it.
    if isinstance(error, anthropic.APITimeoutError | httpx2.TimeoutException):
        return trouble.timed_out(service, seconds)
    if isinstance(error, anthropic.APIConnectionError):
        return trouble.unreachable(service, error.__cause__ or error)
    if isinstance(error, httpx2.HTTPError | BrokenOff):
        return trouble.unreachable(service, error)
    if isinstance(error, anthropic.APIStatusError):
        return _explain_status(error, service, model)
    if isinstance(error, anthropic.AnthropicError | ValueError):
        return trouble.unreadable(service, str(error), "a message")
    return None


def _explain_status(error: APIStatusError, service: str, model: str) -> Trouble:
    said = error.api_message or error.message
    # In a stream the status was told before the trouble came.
    status = error.status_code if error.status_code >= 400 else _STATUS_OF_TYPE.get(error.type or "", 500)
    low = said.lower()
    if error.error_code in _OUT_OF_CREDIT or "credit balance is too low" in low:
        return trouble.out_of_credit(service, said)
    if status == 400 and ("prompt is too long" in low or "exceed context limit" in low):
        return trouble.too_long(model, said)
    found = trouble.by_status(service, model, status, said, error.response.headers)
    too_large = error.error_code == "image_dimensions_too_large" or ("image" in low and "exceed" in low)
    if status == 400 and too_large:
        found = _advised(found, "Shrink the pictures: give the model the option `image_size`.")
    elif status == 400 and "does not support tool types" in low:
        found = _advised(found, "Give the model another form of the tool: the option `computer_tool`.")
    return found


def _advised(found: Trouble, advice: str) -> Trouble:
    return replace(found, error=AgentError(found.error.message, advice=advice))


def lesson(error: APIStatusError) -> Lesson | None:
    """What a refused request tells of the model; the request can then be sent in another form.

    Models from Claude Fable 5.1 and the 5.5 family on refuse to be forced to call a tool, others while they
    think. They also refuse thinking that is sent back when anything before it has changed, and an agent that
    forgets old turns changes it with every turn.
    """
    said = (error.api_message or error.message).lower()
    if "tool_choice" in said:
        return "no forced calls"
    if "bound to a different conversation" in said:
        return "thinking is bound"
    return None

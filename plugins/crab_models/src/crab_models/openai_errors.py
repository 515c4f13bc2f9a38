"""What the SDK's errors mean for an episode, and what to do about them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crab_core import AgentError, ModelUnavailable
from crab_models.settings import Secret

if TYPE_CHECKING:
    import openai

_QUOTA = frozenset(("insufficient_quota", "billing_hard_limit_reached"))


def explain(error: Exception, *, service: str, model: str, seconds: float, key: Secret) -> AgentError:
    """Our error for one of the SDK, with advice and without the key.

    Args:
        error: What the SDK raised.
        service: Where the request went, for the message.
        model: The model's name, for the message.
        seconds: The time limit of a request.
        key: Blotted out wherever the service repeats it.

    Returns:
        `ModelUnavailable` when the service is down, overloaded or refuses to serve this user, so that the
        episode is not scored; `AgentError` when the request itself is at fault and would fail again.
    """
    explained = _explain(error, service, model, seconds)
    explained.message, explained.advice = key.hide(explained.message), key.hide(explained.advice)
    explained.args = (explained.message,)
    told = f"{error!s} {getattr(error, 'body', '')!r}"
    # A cause is printed with every traceback, so it must not tell the key either.
    explained.__cause__ = error if key.hide(told) == told else None
    return explained


def _explain(error: Exception, service: str, model: str, seconds: float) -> AgentError:
    import openai

    if isinstance(error, openai.APITimeoutError):
        return ModelUnavailable(
            f"{service} did not answer within {seconds:g} s.",
            advice="Raise the option `timeout` if the model is slow.",
        )
    if isinstance(error, openai.APIConnectionError):
        reason = error.__cause__ or error
        return ModelUnavailable(
            f"{service} cannot be reached: {reason}.", advice="Check the network and the option `base_url`."
        )
    if isinstance(error, openai.APIStatusError):
        return _explain_status(error, service, model)
    return ModelUnavailable(
        f"{service} answered with something that is not a chat completion: {_short(str(error))}",
        advice="Check that `base_url` ends where the chat completions begin, often in /v1.",
    )


def _explain_status(error: openai.APIStatusError, service: str, model: str) -> AgentError:
    status, said = error.status_code, _short(error.message)
    kind: type[AgentError] = ModelUnavailable
    if status in (401, 403):
        what = f"{service} does not serve this key"
        advice = f"Check the environment variable that holds it, and whether it may use {model!r}."
    elif status == 429 and error.code in _QUOTA:
        what, advice = f"The credit at {service} is used up", "Add credit, then resume the run."
    elif status == 429:
        what, advice = f"{service} limits the rate of requests", "Run fewer episodes at once, or wait."
    elif status >= 500 or status in (408, 409):
        what, advice = f"{service} failed with status {status}", "Try again later."
    elif status == 404:
        kind, what = AgentError, f"{service} has no model {model!r}, or no chat completions at this address"
        advice = "Check the model's name and the option `base_url`."
    elif error.code == "context_length_exceeded":
        kind, what = AgentError, f"The conversation is too long for {model!r}"
        advice = "Keep fewer turns in the history."
    else:
        kind, what = AgentError, f"{service} rejects the request with status {status}"
        advice = f"See whether {model!r} takes pictures, tools and the options that were given."
    return kind(f"{what}: {said}", advice=advice)


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 500 else f"{text[:499]}…"

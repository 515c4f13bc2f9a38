"""The key is blotted out of everything that leaves a back end: replies, errors and what caused them."""

from __future__ import annotations

import traceback
from dataclasses import replace
from typing import NoReturn

from crab_core import AgentError, Reply
from crab_models.settings import Secret


def reply_without(key: Secret, reply: Reply) -> Reply:
    """The reply without the key. No service has a reason to say it; one that does would record it."""
    if not key:
        return reply
    hide = key.hide_in
    calls = tuple(
        replace(
            call,
            id=hide(call.id),
            name=hide(call.name),
            arguments=hide(dict(call.arguments)),
            problem=hide(call.problem),
        )
        for call in reply.tool_calls
    )
    return replace(
        reply,
        text=hide(reply.text),
        reasoning=hide(reply.reasoning),
        tool_calls=calls,
        native=tuple(replace(part, data=hide(dict(part.data))) for part in reply.native),
        model=hide(reply.model),
    )


def error_without(key: Secret, error: AgentError, cause: BaseException | None) -> AgentError:
    """Our error without the key, and with its cause where that does not tell it: tracebacks print causes."""
    error.message, error.advice = key.hide(error.message), key.hide(error.advice)
    error.args = (error.message,)
    error.__cause__ = None if cause is None or _tells(key, cause) else cause
    return error


def raise_without(key: Secret, error: Exception) -> NoReturn:
    """Raise what is not the service's fault as it is, unless it tells the key.

    Raises:
        Exception: The error, or a `RuntimeError` in its place.
    """
    if not _tells(key, error):
        raise error
    raise RuntimeError(f"{type(error).__name__}: {key.hide(str(error))}") from None


def _tells(key: Secret, error: BaseException) -> bool:
    told = "".join(traceback.format_exception(error)) + repr(getattr(error, "body", ""))
    return key.hide(told) != told

"""What both protocols share about answers: arguments of calls, failures told inside an answer."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Mapping
from typing import Any

from crab_models.prices import dollars_told, tokens_told
from crab_models.trouble import short

_LONGEST_QUOTE = 200
"""Characters of unreadable arguments that are quoted back."""


BROKEN_OFF = "stream_broken_off"
"""Our own code for a stream without an end."""


class FailureInAnswer(Exception):  # noqa: N818 - what it is: the service answered, and told a failure
    """The service answered with success, and told a failure in the answer.

    Attributes:
        said: Its own words.
        code: Its code for the failure, or an HTTP status as text; empty when there is none.
    """

    def __init__(self, said: str, code: str = "") -> None:
        super().__init__(said)
        self.said = said
        self.code = code

    @classmethod
    def read(cls, error: object) -> FailureInAnswer:
        """From the `error` of an answer, in any of the shapes that services give it."""
        if not isinstance(error, Mapping):
            return cls(str(error))
        said = error.get("message") or error.get("detail") or error
        return cls(str(said), str(error.get("code") or error.get("type") or ""))


class UnreadableAnswer(ValueError):  # noqa: N818 - what it is
    """The answer is not what the protocol says."""

    def __init__(self, answer: object) -> None:
        super().__init__(short(str(answer)))


@contextlib.contextmanager
def reading() -> Iterator[None]:
    """Around what reads an answer: services find more shapes for it than anybody can look out for.

    Raises:
        UnreadableAnswer: It has another shape than it should have.
    """
    try:
        yield
    except UnreadableAnswer:
        raise
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        raise UnreadableAnswer(f"an answer of another shape ({type(error).__name__}: {error})") from error


def plain(answer: object) -> Mapping[str, Any]:
    """An answer that is a JSON object.

    Raises:
        UnreadableAnswer: It is something else; the SDK hands on what is no JSON as text.
    """
    if not isinstance(answer, Mapping):
        raise UnreadableAnswer(answer)
    return answer


def read_arguments(raw: object) -> tuple[dict[str, Any], str]:
    """The arguments of a call, and why they could not be read.

    Some services send an object instead of its text, some models a text of a text.
    """
    if raw is None or (isinstance(raw, str) and not raw.strip()):
        return {}, ""
    arguments = raw
    for _ in range(2):
        if not isinstance(arguments, str):
            break
        try:
            arguments = json.loads(arguments)
        except (ValueError, RecursionError) as error:
            return {}, f"the arguments are not valid JSON ({error}): {str(raw)[:_LONGEST_QUOTE]}"
    if not isinstance(arguments, dict):
        return {}, f"the arguments must be a JSON object, not {type(arguments).__name__}"
    return arguments, ""


def unique(identity: object, taken: set[str]) -> str:
    """An id for a call that no other call of the reply has; some services send none, or one for all."""
    wished = str(identity or "")
    place = len(taken) + 1
    chosen = wished or f"call_{place}"
    while chosen in taken:
        chosen = f"{wished or 'call'}_{place}"
        place += 1
    taken.add(chosen)
    return chosen


def count(usage: Mapping[str, Any], *path: str) -> int:
    """A number of tokens somewhere in a usage; 0 where the service does not tell it."""
    found: Any = usage
    for name in path:
        found = found.get(name) if isinstance(found, Mapping) else None
    return tokens_told(found)


def cost(usage: Mapping[str, Any]) -> float | None:
    """US dollars, where the service itself tells what it charges, as OpenRouter does."""
    return dollars_told(usage.get("cost"))

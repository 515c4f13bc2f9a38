"""Every error that Crab raises on purpose, in one hierarchy.

Each error carries `advice`: what the reader can do next. Catch `CrabError` to catch them all.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal


class CrabError(Exception):
    """Base of all errors of Crab.

    Attributes:
        advice: What to do next, in one sentence; empty when the message says it all.
    """

    def __init__(self, message: str, *, advice: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.advice = advice

    def __str__(self) -> str:
        return f"{self.message} {self.advice}".rstrip()


class UsageError(CrabError):
    """The caller asked for something that does not exist or does not fit together."""


class UnknownNameError(UsageError, KeyError):
    """A name is not registered; the nearest registered names are offered. Also a `KeyError`, for mappings."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        names = sorted(known)
        near = difflib.get_close_matches(name, names, n=3, cutoff=0.5)
        if near:
            advice = f"Did you mean {' or '.join(repr(n) for n in near)}?"
        elif names:
            advice = f"Known: {', '.join(names[:20])}{' …' if len(names) > 20 else ''}."
        else:
            advice = f"No {kind} is registered; `crab plugins` shows what is installed."
        super().__init__(f"There is no {kind} named {name!r}.", advice=advice)
        self.kind = kind
        self.name = name
        self.nearest: Sequence[str] = near


class DefinitionError(CrabError):
    """An action, evaluator, graph or task is defined in a way that cannot work."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One reason why an action call is invalid."""

    field: str
    """The argument at fault, dotted for nested ones; empty when the whole call is at fault."""
    reason: str
    """What is wrong with it, in words that a model can act on."""


class InvalidAction(CrabError):  # noqa: N818 - the design's word for what an agent may do wrong
    """An action call that cannot be executed. The agent sees it and the episode counts it.

    Attributes:
        problems: What is wrong, field by field.
    """

    def __init__(self, message: str, problems: Sequence[Problem] = (), *, advice: str = "") -> None:
        super().__init__(message, advice=advice)
        self.problems = tuple(problems)

    def __str__(self) -> str:
        details = "; ".join(f"{p.field}: {p.reason}" if p.field else p.reason for p in self.problems)
        return " ".join(part for part in (self.message, details, self.advice) if part)


class EnvironmentUnavailable(CrabError):  # noqa: N818 - reads as what it says
    """A device could not be had: a package, a display or a permission is missing."""


class DeviceError(CrabError):
    """A device that was there stopped answering or did something it must not. The episode is unscored."""


class AgentError(CrabError):
    """The agent policy or its model failed in a way that is not an action."""


class ModelUnavailable(AgentError):  # noqa: N818 - reads as what it says
    """A model's provider cannot be reached or refuses service. The episode is unscored."""


class LimitReached(CrabError):  # noqa: N818 - reads as what it says
    """An episode has used up its tokens, money or time in the middle of a turn; policies let it pass.

    Attributes:
        limit: The field of `Limits` that was reached.
    """

    def __init__(self, limit: Literal["tokens", "dollars", "seconds"]) -> None:
        super().__init__(f"The limit of {limit} is reached.")
        self.limit: Literal["tokens", "dollars", "seconds"] = limit


class PluginError(CrabError):
    """A plugin could not be loaded, or two of them register the same name."""


class RecordError(CrabError):
    """A run directory cannot be read, or belongs to another configuration."""


class HostError(CrabError):
    """The host process cannot be reached or broke the protocol."""


class RemoteError(HostError):
    """Something raised inside the host.

    Attributes:
        kind: Name of the exception class on the other side.
        remote_traceback: Its traceback, as text.
    """

    def __init__(self, kind: str, message: str, remote_traceback: str) -> None:
        super().__init__(f"{kind} in the host: {message}")
        self.kind = kind
        self.remote_message = message
        self.remote_traceback = remote_traceback

"""Approval: who may say no to an action before it reaches a device.

The rules of an experiment decide by globs, plugins by the hook `crab_approve_action`; where one of them says
"ask", a person decides. The strictest opinion counts: no rule allows what a plugin denies, and no plugin
what a rule denies.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, ClassVar, Protocol, Self

from crab_core.action import ActionCall
from crab_core.pointing import labels_of
from crab_core.turn import Turn, View


class Permission(StrEnum):
    """What is decided about one action call."""

    ALLOW = "allow"
    DENY = "deny"
    """It does not run; the agent reads the reason."""
    ASK = "ask"
    """A person decides; where nobody can be asked it is denied."""


_STRICTNESS = (Permission.ALLOW, Permission.ASK, Permission.DENY)


@dataclass(frozen=True, slots=True)
class Approval:
    """A decision about one action call."""

    permission: Permission
    reason: str = ""

    @classmethod
    def allow(cls) -> Self:
        """Let it run."""
        return cls(Permission.ALLOW)

    @classmethod
    def deny(cls, reason: str) -> Self:
        """Do not let it run."""
        return cls(Permission.DENY, reason)

    @classmethod
    def ask(cls, reason: str = "") -> Self:
        """Let a person decide."""
        return cls(Permission.ASK, reason)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """Decides about the calls that fit all its patterns.

    Patterns are globs (`*`, `?`, `[a-z]`) over the whole text; upper and lower case do not count.
    """

    __pydantic_config__: ClassVar[Any] = {"extra": "forbid"}

    permission: Permission
    environment: str = "*"
    action: str = "*"
    arguments: Mapping[str, str] = field(default_factory=dict)
    """Patterns by argument; an argument that the call leaves out fits none. What is no text is compared as
    its JSON."""
    label: str = ""
    """Pattern for the label of an element that the call points at, by number or position; empty for any call,
    also one that points at nothing."""
    reason: str = ""
    """Told to whoever is asked, and to the agent when the call is denied."""

    def fits(self, call: ActionCall, labels: Sequence[str] = ()) -> bool:
        """Whether the rule decides about a call.

        Args:
            call: What an agent wants.
            labels: Of the elements that it points at.
        """
        # Which environment is meant is found out later when a call names none: that is no way around a rule.
        anywhere = not call.environment and self.permission is not Permission.ALLOW
        return (
            (anywhere or _like(call.environment, self.environment))
            and _like(call.name, self.action)
            and all(
                name in call.arguments and _like(_text(call.arguments[name]), pattern)
                for name, pattern in self.arguments.items()
            )
            and (not self.label or any(_like(label, self.label) for label in labels))
        )


@dataclass(frozen=True, slots=True)
class Question:
    """What a person is asked."""

    call: ActionCall
    task: str
    """Id of the task."""
    reason: str = ""
    """Why it is asked."""
    labels: tuple[str, ...] = ()
    """Of the elements that the call points at."""
    view: View | None = None
    """What the agent saw of the device."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a person said."""

    allowed: bool
    reason: str = ""
    """Why not, for the agent to read."""
    always: bool = False
    """Whether the same action, asked about for the same reason, need not be asked about again in this run."""


class Asker(Protocol):
    """Puts questions to a person; called by several episodes at once."""

    def ask(self, question: Question) -> Answer:
        """Ask and wait; nobody's answer is a denial."""

    def close(self) -> None:
        """Ask no more; safe to call twice."""


class Nobody:
    """Stands where no person can be asked."""

    def ask(self, question: Question) -> Answer:  # noqa: ARG002 - whatever it is
        """A denial."""
        return Answer(False, "nobody is here to be asked")

    def close(self) -> None:
        """Nothing to give back."""


class Approver:
    """Decides about every call of a run: rules, plugins, a person. Several threads may use it."""

    def __init__(
        self,
        rules: Sequence[Rule] = (),
        *,
        opinion: Callable[[ActionCall, str], Approval] | None = None,
        asker: Asker | None = None,
    ) -> None:
        """Take in who has a say.

        Args:
            rules: The first that fits a call decides about it; a call that none fits is allowed.
            opinion: What plugins say, given a call and the task's id.
            asker: Asks a person; None where there is none.
        """
        self._rules = tuple(rules)
        self._opinion = opinion
        self._asker: Asker = asker or Nobody()
        self._always: set[tuple[str, str, str]] = set()
        self._lock = threading.Lock()

    def __call__(self, call: ActionCall, task: str, turn: Turn | None = None) -> str | None:
        """Decide about a call, which may take as long as a person takes.

        Args:
            call: What an agent wants.
            task: Id of the task.
            turn: What the agent saw.

        Returns:
            None when it may run, or why not, for the agent to read.
        """
        view = turn.views.get(call.environment) if turn else None
        labels = labels_of(call, view) if view else ()
        decision = max(self._opinions(call, task, labels), key=lambda one: _STRICTNESS.index(one.permission))
        if decision.permission is Permission.ALLOW:
            return None
        if decision.permission is Permission.DENY:
            return decision.reason or "it is not allowed in this run"
        return self._ask(Question(call, task, decision.reason, labels, view))

    def _opinions(self, call: ActionCall, task: str, labels: Sequence[str]) -> Iterator[Approval]:
        yield next(
            (Approval(rule.permission, rule.reason) for rule in self._rules if rule.fits(call, labels)),
            Approval.allow(),
        )
        if self._opinion is not None:
            yield self._opinion(call, task)

    def _ask(self, question: Question) -> str | None:
        kind = (question.call.environment, question.call.name, question.reason)
        with self._lock:
            if kind in self._always:
                return None
        answer = self._asker.ask(question)
        if answer.allowed:
            if answer.always:
                with self._lock:
                    self._always.add(kind)
            return None
        return "; ".join(part for part in (question.reason, answer.reason or "a person said no") if part)

    def close(self) -> None:
        """Ask nobody any more; safe to call twice."""
        self._asker.close()


def _text(value: Any) -> str:
    """What patterns are compared with."""
    from pydantic_core import to_json

    return value if isinstance(value, str) else to_json(value, fallback=repr).decode()


def _like(text: str, pattern: str) -> bool:
    from fnmatch import fnmatchcase

    return fnmatchcase(text.casefold(), pattern.casefold())

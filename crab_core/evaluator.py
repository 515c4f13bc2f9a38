"""Evaluators: actions that judge the state of an environment.

A bound evaluator is an expression; expressions combine with `&`, `|` and `~`. Judging is three-valued
(Kleene's strong logic): a part that raises is an error, which decides nothing by itself, so the result
never depends on the order in which the parts are asked.
"""

from __future__ import annotations

import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self, overload

from crab_core.action import Action, Run, runner
from crab_core.errors import DefinitionError
from crab_core.parameters import Parameter, read_signature


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an evaluator found."""

    passed: bool
    reason: str = ""
    """Why, in words: it is the language feedback of a checkpoint."""


@dataclass(frozen=True, slots=True)
class EvaluationError:
    """An evaluator raised. That is neither passed nor failed; it is asked again after the next step."""

    kind: str
    """Name of the exception class."""
    message: str
    traceback: str = field(default="", repr=False)

    @classmethod
    def from_exception(cls, error: BaseException) -> EvaluationError:
        """Keep what an exception says, and where it came from."""
        text = "".join(traceback.format_exception(error))
        return cls(type(error).__name__, str(error), text)


Outcome = Verdict | EvaluationError


@dataclass(frozen=True, slots=True)
class EvaluatorCall:
    """One evaluator to be asked on one environment."""

    environment: str
    name: str
    arguments: Mapping[str, Any] = field(default_factory=dict)


class Expression(ABC):
    """Something that evaluators say together."""

    @abstractmethod
    def leaves(self) -> Iterator[Evaluator]:
        """The evaluators in it, from left to right."""

    @abstractmethod
    def decide(self, outcomes: Iterator[Outcome]) -> Outcome:
        """Combine the outcomes of the leaves, given in the order of `leaves`."""

    @abstractmethod
    def structure(self) -> Sequence[Any]:
        """What it is made of, nested: equal for expressions that judge the same."""

    def __and__(self, other: Expression) -> Expression:
        """Both must pass."""
        return _All(self, other)

    def __or__(self, other: Expression) -> Expression:
        """At least one must pass."""
        return _Any(self, other)

    def __invert__(self) -> Expression:
        """Passes when this fails."""
        return _Not(self)


@dataclass(frozen=True, slots=True)
class _All(Expression):
    left: Expression
    right: Expression

    def leaves(self) -> Iterator[Evaluator]:
        yield from self.left.leaves()
        yield from self.right.leaves()

    def decide(self, outcomes: Iterator[Outcome]) -> Outcome:
        parts = [self.left.decide(outcomes), self.right.decide(outcomes)]
        failed = [p for p in parts if isinstance(p, Verdict) and not p.passed]
        if failed:
            return Verdict(False, _reasons(failed))
        return _first_error(parts) or Verdict(True, _reasons(parts))

    def structure(self) -> Sequence[Any]:
        return ["all", self.left.structure(), self.right.structure()]


@dataclass(frozen=True, slots=True)
class _Any(Expression):
    left: Expression
    right: Expression

    def leaves(self) -> Iterator[Evaluator]:
        yield from self.left.leaves()
        yield from self.right.leaves()

    def decide(self, outcomes: Iterator[Outcome]) -> Outcome:
        parts = [self.left.decide(outcomes), self.right.decide(outcomes)]
        passed = [p for p in parts if isinstance(p, Verdict) and p.passed]
        if passed:
            return Verdict(True, _reasons(passed))
        return _first_error(parts) or Verdict(False, _reasons(parts))

    def structure(self) -> Sequence[Any]:
        return ["any", self.left.structure(), self.right.structure()]


@dataclass(frozen=True, slots=True)
class _Not(Expression):
    inner: Expression

    def leaves(self) -> Iterator[Evaluator]:
        yield from self.inner.leaves()

    def decide(self, outcomes: Iterator[Outcome]) -> Outcome:
        inner = self.inner.decide(outcomes)
        return Verdict(not inner.passed, inner.reason) if isinstance(inner, Verdict) else inner

    def structure(self) -> Sequence[Any]:
        return ["not", self.inner.structure()]


def _reasons(parts: list[Any]) -> str:
    return "; ".join(p.reason for p in parts if isinstance(p, Verdict) and p.reason)


def _first_error(parts: list[Outcome]) -> EvaluationError | None:
    return next((p for p in parts if isinstance(p, EvaluationError)), None)


class Evaluator(Action, Expression):
    """An action that judges an environment. Fully bound, it is a checkpoint's expression.

    Attributes:
        environment: Name of the environment that it judges.
    """

    def __init__(
        self,
        name: str,
        parameters: tuple[Parameter, ...],
        run: Run,
        *,
        docstring: str | None = None,
        bound: Mapping[str, Any] | None = None,
        environment: str = "",
    ) -> None:
        super().__init__(name, parameters, run, docstring=docstring, bound=bound)
        self.environment = environment

    def _derive(self, parameters: tuple[Parameter, ...], run: Run, bound: Mapping[str, Any]) -> Self:
        return type(self)(
            self.name,
            parameters,
            run,
            docstring=self._docstring,
            bound=bound,
            environment=self.environment,
        )

    def on(self, environment: str) -> Self:
        """The same evaluator on another environment: the second of two phones, say."""
        new = self._derive(self.parameters, self._run, self.bound)
        new.environment = environment
        return new

    def judge(self, arguments: Mapping[str, Any], env: Any = None) -> Verdict:
        """Ask the evaluator.

        Raises:
            TypeError: It returned neither a bool nor a `Verdict`.
            Exception: Whatever the evaluator raised.
        """
        result = self.invoke(arguments, env)
        if isinstance(result, Verdict):
            return result
        if isinstance(result, bool):
            return Verdict(result)
        raise TypeError(
            f"Evaluator {self.name} returned {type(result).__name__}; it must return bool or Verdict."
        )

    def call(self) -> EvaluatorCall:
        """What is sent to the environment to ask this evaluator.

        Raises:
            DefinitionError: A required parameter is still open, or no environment is known.
        """
        open_parameters = [p.name for p in self.parameters if p.required]
        if open_parameters:
            raise DefinitionError(
                f"Evaluator {self.name} still needs {', '.join(open_parameters)}.",
                advice="Bind all required arguments before it judges a checkpoint.",
            )
        if not self.environment:
            raise DefinitionError(
                f"Evaluator {self.name} does not know its environment.",
                advice="Name it: @evaluator(env=...) or evaluator.on(...).",
            )
        return EvaluatorCall(self.environment, self.name, self.bound)

    def leaves(self) -> Iterator[Evaluator]:
        """Only itself."""
        yield self

    def decide(self, outcomes: Iterator[Outcome]) -> Outcome:
        """Its own outcome."""
        return next(outcomes)

    def structure(self) -> Sequence[Any]:
        """Environment, name and bound arguments."""
        return [self.environment, self.name, self.bound]


@overload
def evaluator(function: Callable[..., Any], /) -> Evaluator: ...
@overload
def evaluator(*, env: str = "", name: str | None = None) -> Callable[[Callable[..., Any]], Evaluator]: ...
def evaluator(
    function: Callable[..., Any] | None = None, /, *, env: str = "", name: str | None = None
) -> Evaluator | Callable[[Callable[..., Any]], Evaluator]:
    """Make a function that returns a bool or a `Verdict` an evaluator.

    Args:
        function: The function; a parameter `env` receives the live environment.
        env: Name of the environment that it judges.
        name: Another name than the function's.

    Raises:
        DefinitionError: The signature cannot be validated against.
    """

    def make(plain: Callable[..., Any]) -> Evaluator:
        parameters, takes_env = read_signature(plain)
        return Evaluator(
            name or plain.__name__,
            parameters,
            runner(plain, takes_env),
            docstring=plain.__doc__,
            environment=env,
        )

    return make if function is None else make(function)

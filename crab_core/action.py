"""Actions: typed functions that an agent may call.

`@action` reads signature and docstring once. Calling an action object binds arguments and gives a new
action with fewer parameters; `a >> b` pipes the result of `a` into `b`; `a + b` runs both and returns
the result of `b`. `Action.invoke` validates arguments and runs the function.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Self, overload

from crab_core.docstrings import describe
from crab_core.errors import DefinitionError, InvalidAction, Problem
from crab_core.parameters import Parameter, ParameterValidator, read_signature

Run = Callable[[Any, dict[str, Any]], Any]
"""Runs an action: live environment and validated arguments in, result out."""


@dataclass(frozen=True, slots=True)
class ActionCall:
    """A wish of an agent: an action of an environment, by name, with JSON arguments."""

    environment: str
    """Name of the environment; empty when the action's name says it (single-environment mode)."""
    name: str
    arguments: Mapping[str, Any] = field(default_factory=dict)
    problem: str = ""
    """Why the wish could not be understood; such a call is invalid, and the agent is told this text."""


class Action:
    """A named, described, validated function.

    Attributes:
        name: The name under which agents call it.
        parameters: What agents may set, without `env`.
    """

    def __init__(
        self,
        name: str,
        parameters: tuple[Parameter, ...],
        run: Run,
        *,
        docstring: str | None = None,
        bound: Mapping[str, Any] | None = None,
    ) -> None:
        self.name = name
        self.parameters = parameters
        self.bound: Mapping[str, Any] = dict(bound or {})
        self._run = run
        self._docstring = docstring
        self._binders: dict[frozenset[str], ParameterValidator] = {}

    # -- what models and people see ------------------------------------------------------------

    @cached_property
    def description(self) -> str:
        """The docstring without its sections; empty when there is none."""
        return describe(self._docstring).summary

    @cached_property
    def schema(self) -> Mapping[str, Any]:
        """Name, description and JSON schema of the parameters; made once."""
        return {
            "name": self.name,
            "description": self.description,
            "parameters": self._described_validator.json_schema(),
        }

    @cached_property
    def element_parameters(self) -> tuple[str, ...]:
        """Names of the parameters that are numbers of marks."""
        return tuple(p.name for p in self.parameters if p.is_element)

    @cached_property
    def _described_validator(self) -> ParameterValidator:
        return ParameterValidator(self.name, self.parameters, describe(self._docstring).parameters)

    @cached_property
    def validate(self) -> Callable[[Mapping[str, Any]], dict[str, Any]]:
        """Checks the arguments of a call and converts them to the declared types.

        Raises:
            InvalidAction: With the field and the reason of every problem.
        """
        return ParameterValidator(self.name, self.parameters, {})

    # -- running -------------------------------------------------------------------------------

    def invoke(self, arguments: Mapping[str, Any], env: Any = None) -> Any:
        """Validate the arguments and run the function with them.

        Args:
            arguments: JSON-like values by parameter name.
            env: The live environment, for functions that take `env`.

        Raises:
            InvalidAction: The arguments do not fit; the function did not run.
        """
        return self._run(env, self.validate(arguments))

    # -- composing -----------------------------------------------------------------------------

    def __call__(self, *positional: Any, **named: Any) -> Self:
        """Bind arguments, by position or name, to a new action with fewer parameters.

        Raises:
            InvalidAction: An argument is unknown, given twice, or of the wrong type.
        """
        if len(positional) > len(self.parameters):
            raise InvalidAction(
                f"{self.name} takes {len(self.parameters)} arguments, {len(positional)} were given."
            )
        values = dict(zip((p.name for p in self.parameters), positional, strict=False))
        twice = values.keys() & named.keys()
        if twice:
            raise InvalidAction(
                f"Invalid arguments for {self.name}.", [Problem(n, "given twice") for n in sorted(twice)]
            )
        values.update(named)
        bound = self._binder(frozenset(values))(values)
        rest = tuple(p for p in self.parameters if p.name not in values)
        run = self._run
        return self._derive(
            rest, lambda env, arguments: run(env, {**bound, **arguments}), {**self.bound, **bound}
        )

    def _binder(self, names: frozenset[str]) -> ParameterValidator:
        """Validates these parameters alone; made once, since a big graph binds one evaluator often."""
        if names not in self._binders:
            taken = tuple(p for p in self.parameters if p.name in names)
            self._binders[names] = ParameterValidator(self.name, taken, {})
        return self._binders[names]

    def _derive(self, parameters: tuple[Parameter, ...], run: Run, bound: Mapping[str, Any]) -> Self:
        """The same action with other parameters; subclasses with more state override it."""
        return type(self)(self.name, parameters, run, docstring=self._docstring, bound=bound)

    def renamed(self, name: str, description: str | None = None) -> Self:
        """The same action under another name, and with another description if one is given."""
        new = self._derive(self.parameters, self._run, self.bound)
        new.name = name
        if description is not None:
            new.__dict__["description"] = description
        return new

    def __rshift__(self, other: Action) -> Action:
        """`a >> b`: the result of `a` becomes the single required parameter of `b`.

        Raises:
            DefinitionError: `b` has not exactly one required parameter.
        """
        required = [p for p in other.parameters if p.required]
        if len(required) != 1:
            raise DefinitionError(
                f"{self.name} >> {other.name}: {other.name} must have exactly one required parameter, "
                f"it has {len(required)}.",
                advice="Bind the others first.",
            )
        target = required[0].name
        return Action(
            f"{self.name}_then_{other.name}",
            self.parameters,
            lambda env, arguments: other.invoke({target: self._run(env, arguments)}, env),
            docstring=self._docstring,
        )

    def __add__(self, other: Action) -> Action:
        """`a + b`: run both with their own parameters; the result is that of `b`.

        Raises:
            DefinitionError: Both have a parameter of the same name.
        """
        mine, theirs = {p.name for p in self.parameters}, {p.name for p in other.parameters}
        both = sorted(mine & theirs)
        if both:
            raise DefinitionError(
                f"{self.name} + {other.name}: both have a parameter {', '.join(map(repr, both))}.",
                advice="Bind it in one of them first.",
            )

        def run(env: Any, arguments: dict[str, Any]) -> Any:
            self._run(env, {k: v for k, v in arguments.items() if k in mine})
            return other._run(env, {k: v for k, v in arguments.items() if k in theirs})

        docstring = "\n\n".join(d for d in (self._docstring, other._docstring) if d)
        return Action(
            f"{self.name}_and_{other.name}",
            self.parameters + other.parameters,
            run,
            docstring=docstring,
        )

    def __repr__(self) -> str:
        """Kind, name and the parameters that are still open."""
        return f"<{type(self).__name__} {self.name}({', '.join(p.name for p in self.parameters)})>"


class Observation(Action):
    """An action without parameters that returns something to look at."""


def runner(function: Callable[..., Any], takes_env: bool) -> Run:
    """How a plain function is called with an environment and validated arguments."""
    if takes_env:
        return lambda env, arguments: function(env=env, **arguments)
    return lambda _env, arguments: function(**arguments)


@overload
def action(function: Callable[..., Any], /) -> Action: ...
@overload
def action(*, name: str | None = None) -> Callable[[Callable[..., Any]], Action]: ...
def action(
    function: Callable[..., Any] | None = None, /, *, name: str | None = None
) -> Action | Callable[[Callable[..., Any]], Action]:
    """Make a typed function an action.

    Args:
        function: A function whose parameters all have types. A parameter `env` receives the live
            environment. Its Google-style docstring describes it to agents.
        name: Another name than the function's.

    Raises:
        DefinitionError: The signature cannot be validated against.
    """

    def make(plain: Callable[..., Any]) -> Action:
        parameters, takes_env = read_signature(plain)
        return Action(name or plain.__name__, parameters, runner(plain, takes_env), docstring=plain.__doc__)

    return make if function is None else make(function)


@overload
def observation(function: Callable[..., Any], /) -> Observation: ...
@overload
def observation(*, name: str | None = None) -> Callable[[Callable[..., Any]], Observation]: ...
def observation(
    function: Callable[..., Any] | None = None, /, *, name: str | None = None
) -> Observation | Callable[[Callable[..., Any]], Observation]:
    """Make a function without parameters, other than `env`, an observation.

    Args:
        function: Returns a `Text`, `Screenshot`, `UiTree` or `Clip`.
        name: Another name than the function's.

    Raises:
        DefinitionError: The function has parameters.
    """

    def make(plain: Callable[..., Any]) -> Observation:
        parameters, takes_env = read_signature(plain)
        if parameters:
            raise DefinitionError(
                f"Observation {plain.__name__} has parameters.", advice="Only `env` is allowed."
            )
        return Observation(name or plain.__name__, (), runner(plain, takes_env), docstring=plain.__doc__)

    return make if function is None else make(function)

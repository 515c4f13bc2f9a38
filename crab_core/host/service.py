"""What a host does for its clients: the methods of the protocol over one environment."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from crab_core.environment import Environment
from crab_core.evaluator import EvaluatorCall
from crab_core.host.agreement import digests
from crab_core.host.handshake import PROTOCOL_VERSION
from crab_core.host.wire import WireError


@dataclass(frozen=True, slots=True)
class Method:
    """One thing that a client may ask for."""

    run: Callable[[Mapping[str, Any]], Any]
    exclusive: bool = False
    """Whether it runs alone."""


class Service:
    """The methods of one environment. `ping` is not among them: the loop answers it by itself."""

    def __init__(self, environment: Environment) -> None:
        self._environment = environment
        self._methods = {
            "describe": Method(self._describe),
            "act": Method(self._act),
            "observe": Method(lambda _: environment.observe()),
            "evaluate": Method(self._evaluate),
            "settle": Method(lambda _: environment.settle()),
            "state": Method(lambda _: environment.state()),
            "recording": Method(lambda _: environment.recording()),
            "reset": Method(self._reset, exclusive=True),
        }

    def method(self, name: Any) -> Method:
        """The method of that name.

        Raises:
            WireError: There is none.
        """
        method = self._methods.get(name) if isinstance(name, str) else None
        if method is None:
            raise WireError(f"The host has no method {name!r}.")
        return method

    def warm_up(self) -> None:
        """Make schemas and validators before the first request needs them; whoever calls hears of errors."""
        with contextlib.suppress(Exception):
            digests(self._environment)
            environment = self._environment
            for space in (
                environment.action_space,
                environment.observation_space,
                environment.evaluator_space,
            ):
                for action in space.values():
                    _ = action.validate

    def _describe(self, _: Mapping[str, Any]) -> dict[str, Any]:
        environment = self._environment
        return {
            "protocol": PROTOCOL_VERSION,
            "name": environment.name,
            "description": environment.description,
            "platform": environment.platform,
            "process": os.getpid(),
            **digests(environment),
        }

    def _act(self, parameters: Mapping[str, Any]) -> Any:
        name = _parameter(parameters, "name", str)
        return self._environment.act(name, _parameter(parameters, "arguments", dict))

    def _evaluate(self, parameters: Mapping[str, Any]) -> Any:
        calls = _parameter(parameters, "calls", list)
        if not all(isinstance(call, EvaluatorCall) for call in calls):
            raise WireError("Not all calls are calls of evaluators.")
        return self._environment.evaluate(calls)

    def _reset(self, parameters: Mapping[str, Any]) -> None:
        self._environment.reset(_parameter(parameters, "world", dict), _parameter(parameters, "seed", int))


def _parameter(parameters: Mapping[str, Any], name: str, kind: type) -> Any:
    value = parameters.get(name)
    if not isinstance(value, kind):
        raise WireError(f"The parameter {name!r} is missing or is not of type {kind.__name__}.")
    return value

"""What can be done, seen and judged on a device, by name; the same wherever the device is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from crab_core.action import Action, Observation
from crab_core.errors import DefinitionError, InvalidAction, Problem, UnknownNameError
from crab_core.evaluator import Evaluator

_Member = TypeVar("_Member", bound=Action)


class Spaces:
    """A name with an action space, an observation space and an evaluator space."""

    def __init__(
        self,
        name: str,
        actions: Iterable[Action],
        observations: Iterable[Observation],
        evaluators: Iterable[Evaluator],
    ) -> None:
        """Index the members.

        Raises:
            DefinitionError: There is no name, or two members of a space share one.
        """
        if not name:
            raise DefinitionError(f"{type(self).__name__} has no name.", advice="Set the attribute `name`.")
        self.name = name
        self._actions = _by_name(name, actions)
        self._observations = _by_name(name, observations)
        self._evaluators = _by_name(name, evaluators)

    @property
    def action_space(self) -> Mapping[str, Action]:
        """Actions by name."""
        return self._actions

    @property
    def observation_space(self) -> Mapping[str, Observation]:
        """Observations by name."""
        return self._observations

    @property
    def evaluator_space(self) -> Mapping[str, Evaluator]:
        """Evaluators by name."""
        return self._evaluators

    def action(self, name: str) -> Action:
        """The action of this name.

        Raises:
            InvalidAction: There is none; the nearest names are offered.
        """
        action = self._actions.get(name)
        if action is None:
            raise unknown_action(self.name, name, self._actions)
        return action

    def extend(
        self,
        actions: Iterable[Action] = (),
        observations: Iterable[Observation] = (),
        evaluators: Iterable[Evaluator] = (),
    ) -> None:
        """Add members to the spaces of this instance; plugins do so by hooks.

        Raises:
            DefinitionError: A name is taken.
        """
        self._actions = _by_name(self.name, (*self._actions.values(), *actions))
        self._observations = _by_name(self.name, (*self._observations.values(), *observations))
        self._evaluators = _by_name(self.name, (*self._evaluators.values(), *evaluators))


def unknown_action(environment: str, name: str, known: Iterable[str]) -> InvalidAction:
    """The error for an action that an environment does not have, with the nearest names."""
    advice = UnknownNameError("action", name, known).advice
    return InvalidAction(
        f"{environment} has no action {name!r}.", [Problem("name", "unknown action")], advice=advice
    )


def _by_name(environment: str, members: Iterable[_Member]) -> dict[str, _Member]:
    space: dict[str, _Member] = {}
    for member in members:
        if member.name in space:
            raise DefinitionError(f"Environment {environment!r} has two members named {member.name!r}.")
        space[member.name] = member
    return space

"""An environment whose device is beside a host process: the same calls, forwarded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Self

from crab_core.action import Action, Observation
from crab_core.content import Clip, Content
from crab_core.environment import Device, Environment, Settled, World
from crab_core.evaluator import Evaluator, EvaluatorCall, Outcome
from crab_core.host.agreement import check_agreement, digests
from crab_core.host.client import HostClient
from crab_core.spaces import Spaces

RESET_SECONDS = 300.0
"""Which a host may take to prepare a world: several applications start one after the other."""


class HostedEnvironment(Spaces, Device):
    """Forwards what an episode asks to the host of an environment.

    The spaces come from the class, so that nothing that agents or tasks see depends on the other side.
    Actions are validated here, so that a mistake costs no round trip, and again in the host.
    """

    def __init__(
        self,
        environment_class: type[Environment],
        client: HostClient,
        *,
        name: str | None = None,
        actions: Iterable[Action] = (),
        observations: Iterable[Observation] = (),
        evaluators: Iterable[Evaluator] = (),
    ) -> None:
        """Ask the host what it offers and compare.

        Args:
            environment_class: The class that the host serves.
            client: A connection to the host; from now on the environment closes it, also when this raises.
            name: Another name, for a second device of the same kind.
            actions: What plugins have added to the host's environment, beyond the class.
            observations: Likewise.
            evaluators: Likewise.

        Raises:
            HostError: The host cannot be reached, or offers other names or schemas.
        """
        super().__init__(
            name or environment_class.name,
            (*environment_class.actions, *actions),
            (*environment_class.observations, *observations),
            (*environment_class.evaluators, *evaluators),
        )
        self.description = environment_class.description
        self.platform = environment_class.platform
        self.incidental = environment_class.incidental
        self.state_misses = environment_class.state_misses
        self._client = client
        try:
            check_agreement(digests(self), client.call("describe", {}))
        except BaseException:
            client.close()
            raise

    @property
    def client(self) -> HostClient:
        """The connection to the host."""
        return self._client

    def act(self, name: str, arguments: Mapping[str, Any]) -> Any:
        """Validate and execute one action. Its result crosses as JSON: tuples come back as lists.

        Raises:
            InvalidAction: There is no such action, its arguments do not fit, or the device says so.
            RemoteError: What the action raised in the host.
            HostError: The host is gone.
        """
        self.action(name).validate(arguments)
        return self._client.call("act", {"name": name, "arguments": dict(arguments)})

    def observe(self) -> dict[str, Content]:
        """One capture of everything in the observation space, by observation name.

        Raises:
            RemoteError: What an observation raised in the host.
            HostError: The host is gone.
        """
        observed: dict[str, Content] = self._client.call("observe", {})
        return observed

    def evaluate(self, calls: Sequence[EvaluatorCall]) -> list[Outcome]:
        """Ask evaluators, all in one request.

        Raises:
            HostError: The host is gone.
        """
        outcomes: list[Outcome] = self._client.call("evaluate", {"calls": list(calls)})
        return outcomes

    def settle(self) -> Settled:
        """Wait until the device has come to rest.

        Raises:
            HostError: The host is gone.
        """
        settled: Settled = self._client.call("settle", {})
        return settled

    def state(self) -> dict[str, Any]:
        """What an episode could leave behind, as JSON values.

        Raises:
            HostError: The host is gone.
        """
        state: dict[str, Any] = self._client.call("state", {})
        return state

    def recording(self) -> Clip | None:
        """What the screen has shown during the episode; None when that is not recorded.

        Raises:
            RemoteError: The recording is lost.
            HostError: The host is gone.
        """
        recording: Clip | None = self._client.call("recording", {})
        return recording

    def reset(self, world: World | None = None, seed: int = 0) -> None:
        """Start anew from a world, when everything that runs in the host has finished.

        Raises:
            RemoteError: What the environment raised in the host.
            HostError: The host is gone.
        """
        facts = {"world": dict(world or {}), "seed": seed}
        self._client.call("reset", facts, timeout=RESET_SECONDS)

    def close(self) -> None:
        """End the connection; the host goes on. Safe to call twice."""
        self._client.close()

    def __enter__(self) -> Self:
        """The environment itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close."""
        self.close()
